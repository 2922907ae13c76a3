// @ts-check
// Asks questions that take long, one at a time. Each can be stopped, and none blocks the page.
import { asking } from "gridcheck/asking.js";
import * as library from "gridcheck/library.js";
import { functions } from "gridcheck/questions.js";

export class Stopped extends Error {}

export class Asking {
  #answer;
  #stopping = null;
  #words = null;
  #hasWords = false;
  // The functions of the package. Each stops the previous question.
  functions = functions((question, signal, onPart) => this.put(question, onPart));

  // `module` is the compiled WebAssembly, and `start` starts a worker.
  constructor(module, start) {
    this.#answer = asking(library, async () => module, start);
  }

  // Sets the words for later questions: `{ name, bytes, banned, preferred }`, or none.
  set words(words) {
    this.stop();
    this.#words = words;
    this.#hasWords = false;
  }

  get isBusy() { return this.#stopping !== null; }

  // Stops the previous question and asks one of the page. Returns its answer.
  async ask(question, options = {}, file = undefined) {
    const { answers: [answer] } = await this.put({ question, options, file });
    return answer;
  }

  // Stops the previous question and asks this one. Returns the answers and the notes.
  async put(question, onPart = undefined) {
    this.stop();
    const stopping = this.#stopping = new AbortController(), { signal } = stopping;
    try {
      if (this.#words && !this.#hasWords) {
        const { bytes, ...options } = this.#words;
        await this.#answer({ question: "keep", options, file: bytes.slice() }, signal);
        this.#hasWords = true;
      }
      return await this.#answer(question, signal, onPart);
    } catch (error) {
      // The worker may have stopped.
      this.#hasWords = false;
      throw error;
    } finally {
      if (this.#stopping === stopping) this.#stopping = null;
    }
  }

  stop() {
    if (!this.#stopping) return;
    this.#stopping.abort(new Stopped());
    this.#stopping = null;
    // The worker that had the words has ended.
    this.#hasWords = false;
  }
}
