// @ts-check
// Keeps the puzzle in the browser: after each step, with its history, and at most once a minute as a version to go back to.
//
// A puzzle gets an id, and a place in the browser, with its first change; the address then names it. The tab that edits a puzzle holds a lock
// of its id. A tab without the lock writes nothing.
import { button, byId } from "./dom.js";
import { Puzzle, stateFromText, textOf } from "./puzzle.js";
import { keepLeft, keepPuzzle, keepRevision, keptPuzzle } from "./store.js";

// Milliseconds from a step to its writing, and from one version to the next.
const PAUSE = 150, MINUTE = 60_000;
// Milliseconds until a write that failed is tried again.
const RETRY = 5000;

const NOT_SAVED = "not saved";

// Reads a kept puzzle with its history. It throws if a text is not one of a puzzle.
export const puzzleOf = ({ text, past, future }) => new Puzzle(stateFromText(text), past.map(stateFromText), future.map(stateFromText));

export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), n => n.toString(36)).join("");

export const nameOfState = ({ about, height, width }) => about.title || `Untitled ${height} × ${width}`;

export class Keeper {
  /** @type {string | null} */
  id = null;
  #session;
  #timer = 0;
  #release = () => {};
  #versioned = 0;
  #writing = Promise.resolve();
  #isWriting = false;

  constructor(session) {
    this.#session = session;
    session.onChange.push(() => this.#later());
    session.onStep.push(() => this.#later());
    addEventListener("visibilitychange", () => { if (document.hidden) this.flush(); });
    addEventListener("pagehide", () => {
      if ((this.#timer === 0 && !this.#isWriting) || session.isReadOnly || !session.puzzle.canUndo) return;
      keepLeft(this.#record(this.id ?? newId()));
    });
    addEventListener("beforeunload", event => { if (byId("kept").textContent === NOT_SAVED) event.preventDefault(); });
  }

  // Shows a puzzle that is not kept until it changes.
  async begin(state) {
    await this.flush();
    this.#release();
    this.#release = () => {};
    this.id = null;
    // The lock of the puzzle before does not matter to this one.
    this.#session.isReadOnly = false;
    if (location.hash.startsWith("#puzzle=")) history.replaceState(null, "", location.pathname + location.search);
    this.#showKept("");
    this.#isShowing(() => this.#session.use(new Puzzle(state)));
  }

  // Keeps the puzzle that `begin` shows, although it has not changed. Returns `false` if the browser keeps nothing.
  keep() {
    this.#name();
    return this.#put();
  }

  // Shows a kept puzzle. Returns `false` if there is none with this id.
  async open(id) {
    await this.flush();
    const record = await keptPuzzle(id);
    if (!record) return false;
    let puzzle;
    try {
      puzzle = puzzleOf(record);
    } catch {
      return false;
    }
    this.#release();
    this.id = id;
    this.#versioned = 0;
    this.#isShowing(() => this.#session.use(puzzle));
    this.#showAddress();
    await this.#hold(false);
    return true;
  }

  // Writes what is not written yet.
  flush() {
    if (this.#timer !== 0) this.#writing = this.#write();
    return this.#writing;
  }

  // What is shown is no change.
  #isShowing(show) {
    show();
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  async #write() {
    const session = this.#session, { puzzle } = session;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (session.isReadOnly) return;
    if (this.id === null) {
      // A puzzle that was only looked at is not kept.
      if (!puzzle.canUndo) return;
      this.#name();
    }
    await this.#put();
  }

  #name() {
    this.id = newId();
    this.#versioned = 0;
    this.#showAddress();
    this.#hold(false, "");
  }

  async #put() {
    const { id } = this, record = this.#record(id), { changed: time, text } = record;
    this.#isWriting = true;
    const isKept = await keepPuzzle(record);
    this.#isWriting = false;
    if (isKept && time - this.#versioned > MINUTE) {
      this.#versioned = time;
      await keepRevision({ id, time, text });
    }
    if (this.id === id) this.#showKept(isKept ? "saved" : NOT_SAVED);
    if (!isKept) {
      this.#session.say("This browser keeps nothing for the page. Save the puzzle as a file before you leave.");
      if (this.#timer === 0 && this.id === id) this.#timer = setTimeout(() => this.flush(), RETRY);
    }
    return isKept;
  }

  #record(id) {
    const { puzzle } = this.#session;
    return { id, name: nameOfState(puzzle.state), changed: Date.now(), text: textOf(puzzle.state), ...puzzle.history };
  }

  #showAddress() { history.replaceState(null, "", `#puzzle=${this.id}`); }

  #showKept(text) {
    byId("kept").textContent = text;
    byId("kept").classList.toggle("bad", text === NOT_SAVED || text.startsWith("open"));
  }

  // Takes the lock of the puzzle, from another tab if `isForced`, and then shows `text`.
  async #hold(isForced, text = "saved") {
    const session = this.#session, { id } = this;
    session.isReadOnly = false;
    this.#release = () => {};
    if (!navigator.locks) return this.#showKept(text);
    await new Promise(told => {
      const held = lock => {
        told(null);
        if (!lock) return this.#elsewhere();
        if (this.id !== id) return;
        if (text) this.#showKept(text);
        return new Promise(release => { this.#release = () => release(null); });
      };
      navigator.locks.request(`gridcheck ${id}`, isForced ? { steal: true } : { ifAvailable: true }, held)
        // Another tab has taken the lock.
        .catch(error => {
          told(null);
          if (error.name === "AbortError" && this.id === id) this.#elsewhere();
        });
    });
  }

  #elsewhere() {
    const session = this.#session;
    session.isReadOnly = true;
    this.#showKept("open in another tab");
    session.say("This puzzle is open in another tab, so nothing is saved here.", button("Edit it here", async () => {
      session.hush();
      const { id } = this;
      await this.#hold(true);
      // The other tab may have changed it.
      const record = id && await keptPuzzle(id);
      if (record && this.id === id) {
        this.#isShowing(() => session.use(puzzleOf(record)));
      }
    }));
  }
}
