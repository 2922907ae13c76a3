// Questions that take long, asked of a worker. Each can be stopped, and none holds up the page.

export class Stopped extends Error {}

export class Asking {
  #makeWorker;
  #module;
  #worker = null;
  #pending = null;
  #last = 0;

  // `makeWorker` starts one, `module` is the compiled WebAssembly that it is handed.
  constructor(makeWorker, module) {
    this.#makeWorker = makeWorker;
    this.#module = module;
  }

  get isBusy() { return this.#pending !== null; }

  // Stops what was asked before. `onBound` hears how far a repair has come.
  ask(question, given, onBound = () => {}) {
    this.stop();
    this.#worker ??= this.#started();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#pending = { id, resolve, reject, onBound };
      this.#worker.postMessage({ id, question, given });
    });
  }

  stop() {
    if (!this.#pending) return;
    const { reject } = this.#pending;
    this.#end();
    reject(new Stopped());
  }

  #started() {
    const worker = this.#makeWorker();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = event => {
      event.preventDefault();
      this.#hear({ id: this.#pending?.id, error: event.message || "the worker did not start", broken: true });
    };
    worker.postMessage({ module: this.#module });
    return worker;
  }

  #hear({ id, answer, error, fewest, broken }) {
    const pending = this.#pending;
    if (!pending || pending.id !== id) return;
    if (fewest !== undefined) return pending.onBound(fewest);
    if (broken) this.#end();
    this.#pending = null;
    if (error === undefined) pending.resolve(answer);
    else pending.reject(new Error(error));
  }

  #end() {
    this.#worker.terminate();
    this.#worker = null;
    this.#pending = null;
  }
}
