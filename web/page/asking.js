// @ts-check
// Asks a worker questions that take long. Each question can be stopped, and none blocks the page.

export class Stopped extends Error {}

export class Asking {
  #makeWorker;
  #module;
  #worker = null;
  #pending = null;
  #last = 0;
  #words = null;

  // `makeWorker` starts a worker, `module` is the compiled WebAssembly that the worker gets.
  constructor(makeWorker, module) {
    this.#makeWorker = makeWorker;
    this.#module = module;
  }

  // Sets the words for later questions: `{ name, lists, banned, preferred }`, or none. See worker.js.
  set words(words) {
    this.stop();
    if (this.#worker) this.#end();
    this.#words = words;
  }

  get isBusy() { return this.#pending !== null; }

  // Stops the previous question and asks a new one. `onBound` receives the lower bounds of a repair.
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
    worker.postMessage({ module: this.#module, words: this.#words });
    return worker;
  }

  #hear(/** @type {any} */ { id, answer, error, fewest, broken }) {
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
