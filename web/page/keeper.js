// @ts-check
// Keeps the puzzle in the browser: after each step, with its history, and at most once a minute as a version to go back to.
//
// A puzzle gets an id, and a place in the browser, with its first change; the address then names it. The tab that edits a puzzle holds a lock
// of its id. A tab without the lock writes nothing. It takes over when its user says so, or when no other tab has the puzzle any more. What was
// changed there becomes a copy then, unless the puzzle that is kept is still the one that the tab had.
import { button, byId } from "./dom.js";
import { Puzzle, stateFromText, textOf } from "./puzzle.js";
import { forgetOldDraft, forgetRevisions, isFull, keepLeft, keepPuzzle, keepRevision, keepSteps, keepsPuzzles, keptPuzzle, keptPuzzles, oldDraft, whyNotKept } from "./store.js";

// Milliseconds without a change after which the puzzle is written, from the first change that is not written to its writing at the latest, and
// from one version to the next.
const PAUSE = 150, MAX_LATE = 700, MINUTE = 60_000;
// Milliseconds until a write that failed is tried again.
const RETRY = 5000;
// Milliseconds to wait for the lock of a puzzle. After a reload the page before it may hold the lock a little longer.
const LOCK_WAIT = 1000;
// Milliseconds between two looks whether another tab still has the puzzle. A page that is loaded again is without its lock for a moment.
const LOOK = 3000;

const SAVING = "saving…", SAVED = "saved", NOT_SAVED = "not saved", ELSEWHERE = "open in another tab";

const lockOf = id => `gridcheck ${id}`;

// Reads a kept puzzle with its history. It throws if its text is not one of a puzzle.
const puzzleOf = ({ text, past, future }) => new Puzzle(stateFromText(text), past, future);

const writtenStep = step => typeof step === "string" ? step : textOf(step);

const patient = () => ({ signal: AbortSignal.timeout(LOCK_WAIT) });

async function isHeld(id) {
  const { held = [] } = await navigator.locks?.query() ?? {};
  return held.some(({ name }) => name === lockOf(id));
}

export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), n => n.toString(36)).join("");

export const nameOfState = ({ about, height, width }) => about.title || `Untitled ${height} × ${width}`;

// Moves the document that an earlier version of the page kept to the puzzles, as the oldest of them. A browser may show it again after that,
// and another tab may move it too.
export async function takeOldDraft() {
  const state = oldDraft();
  if (!state) return;
  const puzzles = await keptPuzzles(), changed = Math.min(Date.now(), ...puzzles.map(puzzle => puzzle.changed - 1)), text = textOf(state);
  const isThere = puzzles.some(puzzle => puzzle.text === text);
  if (isThere || await keepPuzzle({ id: newId(), name: nameOfState(state), changed, text, past: [], future: [] })) forgetOldDraft();
}

export class Keeper {
  /** @type {string | null} */
  id = null;
  #session;
  #timer = 0;
  #release = () => {};
  #looking = 0;
  // Ends when it is known whether this tab has the lock.
  #holding = Promise.resolve();
  #versioned = 0;
  #writing = Promise.resolve();
  // `true` from a change until it is written.
  #isPending = false;
  // When the puzzle must be written, if it has changed; and its number of changes when it was written last.
  #due = 0;
  // `true` while a puzzle is shown that has not changed.
  #isOpening = false;
  // `true` if the last writing failed.
  #hasFailed = false;
  #written = -1;
  // The steps as the browser has them, by their index.
  #steps = [];
  // The text of the puzzle as this tab has read or written it last.
  #base = "";

  constructor(session) {
    this.#session = session;
    session.onChange.push(() => this.#later());
    session.onStep.push(() => this.#later());
    addEventListener("visibilitychange", () => { if (document.hidden) this.flush(); });
    addEventListener("pagehide", () => {
      if (!this.#isPending || session.isReadOnly || !session.puzzle.canUndo) return;
      const changes = this.#newSteps();
      keepLeft(this.#record(this.id ?? newId()), { ...changes, steps: changes.steps.map(([n, step]) => [n, writtenStep(step)]) });
    });
    addEventListener("beforeunload", event => {
      if (this.#hasFailed || (session.isReadOnly && this.#hasOwnChanges)) event.preventDefault();
    });
    byId("take-over").addEventListener("click", () => this.#takeOver());
  }

  // Returns `true` if another tab edits this puzzle.
  async isElsewhere(id) {
    return await isHeld(id) && (id !== this.id || this.#session.isReadOnly);
  }

  get #hasOwnChanges() { return textOf(this.#session.puzzle.state) !== this.#base; }

  // Shows a puzzle that is not kept until it changes, unless it is one of the user's.
  async begin(state, isOwn = false) {
    await this.#finish();
    this.#release();
    this.#release = () => {};
    this.id = null;
    this.#hasFailed = false;
    // The lock of the puzzle before does not matter to this one.
    this.#session.isReadOnly = false;
    if (location.hash.startsWith("#puzzle=")) history.replaceState(null, "", location.pathname + location.search);
    this.#showKept("");
    this.#isShowing(() => this.#session.use(new Puzzle(state)));
    if (!isOwn || !await keepsPuzzles()) return;
    this.#name();
    await this.#put();
  }

  // Shows a kept puzzle. Returns `false` if there is none with this id, or a damaged one, which is named.
  async open(id) {
    await this.flush();
    const record = await keptPuzzle(id);
    if (!record) return false;
    await this.#finish();
    let puzzle;
    try {
      puzzle = puzzleOf(record);
    } catch {
      this.#session.say(`${record.name} is damaged in the store of the browser, and cannot be opened. My puzzles may have a version or a copy of it.`);
      return false;
    }
    this.#release();
    this.id = id;
    this.#hasFailed = false;
    this.#versioned = 0;
    this.#base = record.text;
    this.#steps = [];
    this.#isShowing(() => this.#session.use(puzzle));
    this.#showAddress();
    await this.#hold(false);
    return true;
  }

  // Writes what is not written yet.
  flush() {
    if (this.#timer !== 0) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      // One after the other, so that the last one stays.
      this.#writing = this.#writing.then(() => this.#write()).then(() => this.#setPending(this.#timer !== 0));
    }
    return this.#writing;
  }

  // Writes what is not written yet, and what is typed while that is written. Another puzzle is shown at once after it.
  async #finish() {
    do await this.flush(); while (this.#timer !== 0 && !this.#hasFailed);
  }

  // What is shown is no change.
  #isShowing(show) {
    this.#isOpening = true;
    show();
    this.#isOpening = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#written = this.#session.puzzle.changes;
    this.#setPending(false);
  }

  #later() {
    const { puzzle } = this.#session, now = Date.now();
    // The end of a step without a change is no change.
    if (this.#isOpening || puzzle.changes === this.#written) return;
    if (this.#timer === 0) this.#due = now + MAX_LATE;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(0, Math.min(PAUSE, this.#due - now)));
    this.#setPending(true);
  }

  #setPending(isPending) {
    const { puzzle, isReadOnly } = this.#session;
    this.#isPending = isPending;
    byId("kept").setAttribute("aria-busy", String(isPending));
    if (isPending && !isReadOnly && !this.#hasFailed && (this.id !== null || puzzle.canUndo)) this.#showKept(SAVING);
  }

  async #write() {
    await this.#holding;
    const session = this.#session, { puzzle } = session;
    if (session.isReadOnly) return;
    if (this.id === null) {
      // A puzzle that was only looked at is not kept.
      if (!puzzle.canUndo) return this.#showKept("");
      this.#name();
    }
    await this.#put();
  }

  #name() {
    this.id = newId();
    this.#steps = [];
    this.#versioned = 0;
    this.#showAddress();
    this.#hold(false, "");
  }

  async #put() {
    const { id } = this, { changes } = this.#session.puzzle, record = this.#record(id), { changed: time, text } = record;
    const { at, length, steps } = this.#newSteps();
    const isKept = await keepSteps(record, { at, length, steps: steps.map(([n, step]) => [n, writtenStep(step)]) });
    if (this.id === id) {
      this.#hasFailed = !isKept;
      if (isKept) {
        this.#base = text;
        this.#written = changes;
        for (const [n, step] of steps) this.#steps[n] = step;
        this.#steps.length = Math.min(this.#steps.length, length);
      }
    }
    if (isKept && time - this.#versioned > MINUTE) {
      this.#versioned = time;
      await keepRevision({ id, time, text });
    }
    // What has changed since then is not written yet.
    const isAll = this.#timer === 0 && this.#session.puzzle.changes === changes;
    if (this.id === id) this.#showKept(!isKept ? NOT_SAVED : isAll ? SAVED : SAVING);
    if (!isKept) {
      const less = isFull() ? button("Delete earlier versions", async () => {
        await forgetRevisions();
        this.#later();
        await this.flush();
        if (!this.#hasFailed) this.#session.say("The earlier versions of all puzzles are deleted, and this one is saved.");
      }) : null;
      this.#session.say(`${whyNotKept()} Save the puzzle as a file before you leave.`, less);
      if (this.#timer === 0 && this.id === id) this.#timer = setTimeout(() => this.flush(), RETRY);
    }
    return isKept;
  }

  #record(id) {
    const { puzzle } = this.#session;
    return { id, name: nameOfState(puzzle.state), changed: Date.now(), text: textOf(puzzle.state) };
  }

  // The steps that the browser does not have yet. The current one is the text of the puzzle.
  #newSteps() {
    const { steps, at } = this.#session.puzzle.timeline;
    return { at, length: steps.length, steps: [...steps.entries()].filter(([n, step]) => n !== at && this.#steps[n] !== step) };
  }

  #showAddress() { history.replaceState(null, "", `#puzzle=${this.id}`); }

  #showKept(text) {
    byId("kept").textContent = text;
    byId("kept").classList.toggle("bad", text === NOT_SAVED || text === ELSEWHERE);
    byId("take-over").hidden = text !== ELSEWHERE;
  }

  // Takes the lock of the puzzle, from another tab if `isForced`, and then shows `text`.
  async #hold(isForced, text = SAVED) {
    const session = this.#session, { id } = this;
    session.isReadOnly = false;
    this.#release = () => {};
    if (!navigator.locks) return this.#showKept(text);
    this.#holding = new Promise(told => {
      const held = () => {
        told();
        if (this.id !== id) return;
        if (text) this.#showKept(this.#isPending ? SAVING : text);
        return new Promise(release => { this.#release = () => release(null); });
      };
      const take = options => navigator.locks.request(lockOf(id), options, held).catch(async error => {
        // A busy browser may not answer in time although no tab has the lock.
        if (error.name === "TimeoutError" && this.id === id && !await isHeld(id)) return take(patient());
        // Another tab has the lock, or has taken it. A browser that has no locks here refuses them with another error.
        if (["TimeoutError", "AbortError"].includes(error.name) && this.id === id) this.#elsewhere();
        else if (text && this.id === id) this.#showKept(this.#isPending ? SAVING : text);
        told();
      });
      take(isForced ? { steal: true } : patient());
    });
    await this.#holding;
  }

  #elsewhere() {
    this.#session.isReadOnly = true;
    this.#showKept(ELSEWHERE);
    this.#session.say("This puzzle is open in another tab, so nothing is saved here.", button("Edit it here", () => this.#takeOver()));
    this.#waitForOthers();
  }

  // Takes over if two looks, one after the other, find no other tab with the puzzle. A tab that nobody sees does not.
  #waitForOthers() {
    const { id } = this;
    let timesFree = 0;
    clearInterval(this.#looking);
    this.#looking = setInterval(async () => {
      const isFree = !document.hidden && !(await isHeld(id));
      timesFree = isFree ? timesFree + 1 : 0;
      const isWaiting = this.id === id && this.#session.isReadOnly;
      if (isWaiting && timesFree < 2) return;
      clearInterval(this.#looking);
      if (isWaiting) this.#goOnAlone();
    }, LOOK);
  }

  async #goOnAlone() {
    const { id } = this, session = this.#session, isDeleted = !this.#hasOwnChanges && !(await keptPuzzle(id));
    if (isDeleted) {
      await this.begin(session.puzzle.state);
      return session.say("This puzzle was deleted in the other tab. It is kept again with your next change.");
    }
    if (await this.#takeOver(false)) session.say("The other tab is closed. Changes are saved here again.");
  }

  // Edits the puzzle in this tab. What was changed here is the puzzle, or a copy of it if another tab has changed it too. Returns
  // `true` if the puzzle is edited here now.
  async #takeOver(isForced = true) {
    const session = this.#session, { id } = this, isChanged = this.#hasOwnChanges;
    session.hush();
    const record = id && await keptPuzzle(id);
    if (this.id !== id) return false;
    if (isChanged && record?.text !== this.#base) return this.#becomeCopy();
    await this.#hold(isForced);
    if (this.id !== id || session.isReadOnly) return false;
    if (isChanged || !record) {
      this.#written = -1;
      this.#later();
      return true;
    }
    this.#base = record.text;
    this.#steps = [];
    this.#isShowing(() => session.use(puzzleOf(record)));
    return true;
  }

  #becomeCopy() {
    const session = this.#session, { puzzle } = session, name = nameOfState(puzzle.state), title = `${name} (copy)`;
    session.isReadOnly = false;
    puzzle.endStroke();
    puzzle.setText("title", title);
    puzzle.endStroke();
    this.#name();
    session.changed();
    session.say(`The other tab has changed ${name} too. What you changed here is now a puzzle of its own, ${title}.`);
    return false;
  }
}
