// @ts-check
// What the browser keeps for the page: puzzles with their revisions, and word lists. A browser may refuse all of it, for a page from a disk
// too: then the functions that keep something return `false`, and the others find nothing.
import { openDB } from "idb";
import { stateOf } from "./puzzle.js";

const OLD_DRAFT = "gridcheck.draft", LEFT = "gridcheck.left", CHOSEN = "gridcheck.words";
// More revisions of one puzzle than this are not kept.
const MAX_REVISIONS = 200;
const VERSION_OF_STORE = 3;
// Milliseconds that a deleted puzzle stays in the bin.
const IN_BIN = 30 * 24 * 60 * 60 * 1000;

// Milliseconds after which a browser that does not answer counts as one that refuses, and until it is asked again.
const MAX_WAIT = 15_000, REST = 4000;

const FULL = "The storage of the browser is full.";
const REFUSED = "This browser keeps nothing for the page.";
const BLOCKED = "Another tab has an earlier version of the page, so nothing is kept here. Close that tab.";
const LATER = "A later version of the page has been used in this browser, so this one keeps nothing here. Open the later one.";

/** @type {Promise<any> | null} */
let opening = null;
let why = REFUSED;
let isStorageFull = false;

// Returns a sentence on why the browser keeps nothing, after it has kept nothing.
export const whyNotKept = () => isStorageFull ? FULL : why;

// Returns `true` if the last question to the database had no room.
export const isFull = () => isStorageFull;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const refuse = because => {
      why = because;
      reject(new Error(because));
      // Until then every question has an answer at once.
      setTimeout(() => { if (!isOpen) opening = null; }, REST);
    };
    let isOpen = false;
    const late = setTimeout(refuse, MAX_WAIT, REFUSED);
    openDB("gridcheck", VERSION_OF_STORE, {
      upgrade(db) {
        const has = name => db.objectStoreNames.contains(name);
        if (!has("lists")) db.createObjectStore("lists");
        if (!has("puzzles")) db.createObjectStore("puzzles", { keyPath: "id" });
        if (!has("revisions")) db.createObjectStore("revisions", { keyPath: ["id", "time"] });
        if (!has("steps")) db.createObjectStore("steps", { keyPath: ["id", "n"] });
      },
      // A tab with an earlier version of the page is open.
      blocked: () => refuse(BLOCKED),
      // A tab with a later version of the page waits for this one.
      blocking(_, __, event) {
        /** @type {any} */ (event.target).close();
        opening = null;
      },
      terminated() { opening = null; },
    }).then(db => {
      isOpen = true;
      // It may come after it was refused.
      opening = Promise.resolve(db);
      resolve(db);
    }, error => refuse(error.name === "VersionError" ? LATER : REFUSED)).finally(() => clearTimeout(late));
  });
  return opening;
}

// It is open by the time that a page is left.
database().catch(() => {});

async function kept(use, otherwise) {
  try {
    const answer = await use(await database());
    isStorageFull = false;
    return answer;
  } catch (error) {
    isStorageFull = error.name === "QuotaExceededError";
    // The browser has closed the database.
    if (error.name === "InvalidStateError") opening = null;
    return otherwise;
  }
}

// Returns `true` if the browser keeps puzzles.
export const keepsPuzzles = () => kept(() => true, false);

const all = id => IDBKeyRange.bound([id], [id, []]);

// Keeps a puzzle with all of its history: `{ id, name, changed, text, past, future }`; see puzzle.js for the texts.
export function keepPuzzle({ past, future, ...puzzle }) {
  const texts = [...past, puzzle.text, ...future.toReversed()];
  return keepSteps(puzzle, { at: past.length, length: texts.length, steps: texts.map((text, n) => [n, text]) });
}

// Keeps a puzzle and those steps of its history that are new. `at` is the index of the current step, whose text is that of the puzzle, and
// `length` the number of steps.
export const keepSteps = (puzzle, { at, length, steps }) => kept(async db => {
  const { id } = puzzle, writing = db.transaction(["puzzles", "steps"], "readwrite"), store = writing.objectStore("steps");
  const asked = [
    writing.objectStore("puzzles").put({ ...puzzle, at }), ...steps.map(([n, text]) => store.put({ id, n, text })),
    store.delete(IDBKeyRange.bound([id, length], [id, []])),
  ];
  await Promise.all([...asked, writing.done]);
  return true;
}, false);

// Keeps a puzzle while the page is left. The database would not finish by then.
export function keepLeft(puzzle, changes) {
  try {
    localStorage.setItem(`${LEFT}.${puzzle.id}`, JSON.stringify({ ...puzzle, changes }));
  } catch {
    // Then its last change is lost.
  }
}

// Moves the puzzles that were kept when pages were left to the others.
export async function takeLeft() {
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(LEFT))) {
      const { changes, ...puzzle } = JSON.parse(localStorage.getItem(key) ?? "null");
      const isOld = (await keptPuzzle(puzzle.id))?.changed >= puzzle.changed;
      // An earlier version of the page has left the whole history.
      if (isOld || await (changes ? keepSteps(puzzle, changes) : keepPuzzle(puzzle))) localStorage.removeItem(key);
    }
  } catch {
    // There is none, or the browser keeps nothing.
  }
}

// Returns a puzzle that is not in the bin, with its history.
export const keptPuzzle = id => kept(async db => {
  const puzzle = await db.get("puzzles", id);
  return puzzle && !puzzle.deleted ? withHistory(db, puzzle) : undefined;
}, undefined);

async function withHistory(db, { at, ...puzzle }) {
  // An earlier version of the page kept the history within the puzzle.
  if (at === undefined) return { past: [], future: [], ...puzzle };
  const steps = [];
  for (const { n, text } of await db.getAll("steps", all(puzzle.id))) steps[n] = text;
  return { ...puzzle, past: steps.slice(0, at), future: steps.slice(at + 1).reverse() };
}

const listed = isWanted => kept(async db => (await db.getAll("puzzles")).filter(isWanted).sort((a, b) => b.changed - a.changed), []);

// The puzzles without their history, the last changed one first: those that are not in the bin, and those that are.
export const keptPuzzles = () => listed(({ deleted }) => !deleted);
export const binnedPuzzles = () => listed(({ deleted }) => deleted);

// Puts a puzzle into the bin, or takes it out again.
export const binPuzzle = (id, isBinned) => kept(async db => {
  const { deleted, ...puzzle } = await db.get("puzzles", id);
  await db.put("puzzles", isBinned ? { ...puzzle, deleted: Date.now() } : puzzle);
  return true;
}, false);

// Forgets the puzzles that have been in the bin for a month.
export async function emptyBin() {
  for (const { id, deleted } of await binnedPuzzles()) if (Date.now() - deleted > IN_BIN) await forgetPuzzle(id);
}

// Renames a puzzle that no tab edits.
export const renamePuzzle = (id, name, text) => kept(async db => {
  await db.put("puzzles", { ...await db.get("puzzles", id), name, text });
  return true;
}, false);

// Keeps a revision `{ id, time, text }`, and drops the oldest if there are too many.
export const keepRevision = revision => kept(async db => {
  await db.put("revisions", revision);
  const keys = await db.getAllKeys("revisions", all(revision.id));
  for (const key of keys.slice(0, -MAX_REVISIONS)) await db.delete("revisions", key);
  return true;
}, false);

// The revisions of a puzzle, the newest first.
export const keptRevisions = id => kept(async db => (await db.getAll("revisions", all(id))).reverse(), []);

// Forgets the earlier versions of all puzzles.
export const forgetRevisions = () => kept(db => db.clear("revisions"), undefined);

export const forgetPuzzle = id => kept(async db => {
  await db.delete("puzzles", id);
  for (const store of ["revisions", "steps"]) await db.delete(store, all(id));
}, undefined);

// A list is `{ name, bytes, isOff }`.
export const keepList = list => kept(async db => {
  await db.put("lists", list, list.name);
  return true;
}, false);

export const keptLists = () => kept(db => db.getAll("lists"), []);

export const forgetList = name => kept(async db => {
  // An earlier version of the page kept its only list under this key.
  if ((await db.get("lists", "list"))?.name === name) await db.delete("lists", "list");
  await db.delete("lists", name);
}, undefined);

// The words that are never used, and those that come first, as texts by the names of their fields.
export function chosenWords() {
  try {
    return JSON.parse(localStorage.getItem(CHOSEN) ?? "{}");
  } catch {
    return {};
  }
}

export function keepChosenWords(words) {
  try {
    localStorage.setItem(CHOSEN, JSON.stringify(words));
  } catch {
    // Then they are lost with the page.
  }
}

// Returns the state of the document that an earlier version of the page kept; `null` if there is none, or a damaged one.
export function oldDraft() {
  try {
    const document = JSON.parse(localStorage.getItem(OLD_DRAFT) ?? "null");
    return document && stateOf(document);
  } catch {
    return null;
  }
}

export const forgetOldDraft = () => localStorage.removeItem(OLD_DRAFT);
