// @ts-check
// What the browser keeps for the page: puzzles with their revisions, and word lists. A browser may refuse all of it, for a page from a disk
// too: then the functions that keep something return `false`, and the others find nothing.
import { openDB } from "idb";
import { stateOf } from "./puzzle.js";

const OLD_DRAFT = "gridcheck.draft", LEFT = "gridcheck.left";
// More revisions of one puzzle than this are not kept.
const MAX_REVISIONS = 200;
const VERSION_OF_STORE = 2;

// Milliseconds after which a browser that does not answer counts as one that refuses, and until it is asked again.
const MAX_WAIT = 15_000, REST = 4000;

const REFUSED = "This browser keeps nothing for the page.";
const BLOCKED = "Another tab has an earlier version of the page, so nothing is kept here. Close that tab.";
const LATER = "A later version of the page has been used in this browser, so this one keeps nothing here. Open the later one.";

/** @type {Promise<any> | null} */
let opening = null;
let why = REFUSED;

// Returns a sentence on why the browser keeps nothing, after it has kept nothing.
export const whyNotKept = () => why;

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
    return await use(await database());
  } catch (error) {
    // The browser has closed the database.
    if (error.name === "InvalidStateError") opening = null;
    return otherwise;
  }
}

// Returns `true` if the browser keeps puzzles.
export const keepsPuzzles = () => kept(() => true, false);

const revisionsOf = id => IDBKeyRange.bound([id], [id, []]);

// A puzzle is `{ id, name, changed, text, past, future }`; see puzzle.js for the texts.
export const keepPuzzle = puzzle => kept(async db => {
  await db.put("puzzles", puzzle);
  return true;
}, false);

// Keeps a puzzle while the page is left. The database would not finish by then.
export function keepLeft(puzzle) {
  try {
    localStorage.setItem(`${LEFT}.${puzzle.id}`, JSON.stringify(puzzle));
  } catch {
    // Then its last change is lost.
  }
}

// Moves the puzzles that were kept when pages were left to the others.
export async function takeLeft() {
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(LEFT))) {
      const puzzle = JSON.parse(localStorage.getItem(key) ?? "null");
      const isOld = (await keptPuzzle(puzzle.id))?.changed >= puzzle.changed;
      if (isOld || await keepPuzzle(puzzle)) localStorage.removeItem(key);
    }
  } catch {
    // There is none, or the browser keeps nothing.
  }
}

export const keptPuzzle = id => kept(db => db.get("puzzles", id), undefined);

// The puzzles, the last changed one first.
export const keptPuzzles = () => kept(async db => (await db.getAll("puzzles")).sort((a, b) => b.changed - a.changed), []);

// Keeps a revision `{ id, time, text }`, and drops the oldest if there are too many.
export const keepRevision = revision => kept(async db => {
  await db.put("revisions", revision);
  const keys = await db.getAllKeys("revisions", revisionsOf(revision.id));
  for (const key of keys.slice(0, -MAX_REVISIONS)) await db.delete("revisions", key);
  return true;
}, false);

// The revisions of a puzzle, the newest first.
export const keptRevisions = id => kept(async db => (await db.getAll("revisions", revisionsOf(id))).reverse(), []);

export const forgetPuzzle = id => kept(async db => {
  await db.delete("puzzles", id);
  await db.delete("revisions", revisionsOf(id));
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
