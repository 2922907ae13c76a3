// What the browser keeps for the page: the puzzle in work, and the word list. A browser may refuse both, for a page from a disk too.

const DRAFT = "gridcheck.draft", DATABASE = "gridcheck", LISTS = "lists", THE_LIST = "list";

// Returns `true` if the puzzle is kept.
export function keepDraft(json) {
  try {
    localStorage.setItem(DRAFT, json);
    return true;
  } catch {
    return false;
  }
}

export function keptDraft() {
  try {
    return JSON.parse(localStorage.getItem(DRAFT));
  } catch {
    return null;
  }
}

const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function lists(mode, use) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(LISTS);
  const database = await done(opening);
  try {
    return await done(use(database.transaction(LISTS, mode).objectStore(LISTS)));
  } finally {
    database.close();
  }
}

// A list is `{ name, bytes }`. Returns `true` if it is kept.
export async function keepList(list) {
  try {
    await lists("readwrite", store => store.put(list, THE_LIST));
    return true;
  } catch {
    return false;
  }
}

export async function keptList() {
  try {
    return await lists("readonly", store => store.get(THE_LIST)) ?? null;
  } catch {
    return null;
  }
}

export async function forgetList() {
  try {
    await lists("readwrite", store => store.delete(THE_LIST));
  } catch {
    // Then none is kept.
  }
}
