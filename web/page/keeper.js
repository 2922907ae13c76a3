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

  constructor(session) {
    this.#session = session;
    session.onChange.push(() => this.#later());
    session.onStep.push(() => this.#later());
    addEventListener("visibilitychange", () => { if (document.hidden) this.flush(); });
    addEventListener("pagehide", () => {
      if (this.#timer === 0 || session.isReadOnly || !session.puzzle.canUndo) return;
      keepLeft(this.#record(this.id ?? newId()));
    });
  }

  // Shows a puzzle that is not kept until it changes.
  async begin(state) {
    await this.flush();
    this.#release();
    this.id = null;
    this.#showKept("");
    this.#isShowing(() => this.#session.use(new Puzzle(state)));
  }

  // Shows a kept puzzle. Returns `false` if there is none with this id.
  async open(id) {
    await this.flush();
    const record = await keptPuzzle(id);
    if (!record) return false;
    const puzzle = new Puzzle(stateFromText(record.text), record.past.map(stateFromText), record.future.map(stateFromText));
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
      this.id = newId();
      this.#versioned = 0;
      this.#showAddress();
      this.#hold(false, "");
    }
    const { id } = this, record = this.#record(id), { changed: time, text } = record;
    const isKept = await keepPuzzle(record);
    if (isKept && time - this.#versioned > MINUTE) {
      this.#versioned = time;
      await keepRevision({ id, time, text });
    }
    this.#showKept(isKept ? "saved" : "not saved");
    if (!isKept) session.say("This browser keeps nothing for the page. Save the puzzle as a file before you leave.");
  }

  #record(id) {
    const { puzzle } = this.#session;
    return { id, name: nameOfState(puzzle.state), changed: Date.now(), text: textOf(puzzle.state), ...puzzle.history };
  }

  #showAddress() { history.replaceState(null, "", `#puzzle=${this.id}`); }

  #showKept(text) {
    byId("kept").textContent = text;
    byId("kept").classList.toggle("bad", text.startsWith("not") || text.startsWith("open"));
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
        .catch(() => { if (this.id === id) this.#elsewhere(); });
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
        const puzzle = new Puzzle(stateFromText(record.text), record.past.map(stateFromText), record.future.map(stateFromText));
        this.#isShowing(() => session.use(puzzle));
      }
    }));
  }
}
