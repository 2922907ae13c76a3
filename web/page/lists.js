// @ts-check
// The word lists: the English one of the page, the user's own, which the browser keeps, and the words that are banned or preferred.
import { button, byId, element, plural } from "./dom.js";
import { englishWords } from "./load.js";
import { chosenWords, forgetList, keepChosenWords, keepList, keptLists } from "./store.js";

export const ENGLISH = "English words";
// The list of the words that the user adds one by one.
const MINE = "My words";
const WORD = /^\p{L}[\p{L}'’-]*$/u, PHRASE = /^\p{L}[\p{L}'’ -]*$/u;
const CHOICES = ["banned", "preferred"];

// A line of a word list, and the lines at the start of a file by which it is recognised.
const LINE = /^\p{L}[\p{L}'’ -]*(?:[;\t]\s*-?\d+)?\s*$/u, MAX_LINES = 300, MAX_BYTES = 20_000;

// Returns `true` if a file looks like a word list: words, perhaps with scores, of several lengths.
export function looksLikeList(bytes) {
  const lines = new TextDecoder().decode(bytes.slice(0, MAX_BYTES)).split(/\r?\n/), whole = bytes.length > MAX_BYTES ? lines.slice(0, -1) : lines;
  const written = whole.slice(0, MAX_LINES).filter(line => line.trim() !== "" && !line.startsWith("#"));
  return written.length > 0 && written.every(line => LINE.test(line));
}

// Returns the lines of all lists.
const joined = async lists => lists.length === 1 ? lists[0].bytes
  : new Uint8Array(await new Blob(lists.flatMap(({ bytes }) => [bytes, "\n"])).arrayBuffer());

// `onChange()` is called when other words are in use.
export function lists(session, onChange) {
  const { lookup, asking } = session;
  /** @type {{ name: string, bytes: Uint8Array | null, isOff?: boolean, size?: number }[]} */
  let all = [{ name: ENGLISH, bytes: null }];
  let isReady = false, times = 0;

  const typed = id => byId(id).value.split(/[\s,;]+/).filter(Boolean);
  const wordsOf = id => typed(id).filter(word => WORD.test(word)).map(word => word.toUpperCase());

  // Gives the words in use, or those of `tried`, to the workers, after those before. Rejects if they cannot be read.
  let last = Promise.resolve();
  const use = (tried = undefined) => last = last.catch(() => {}).then(() => apply(tried ?? all.filter(({ isOff }) => !isOff)));
  const apply = async used => {
    isReady = false;
    for (const list of used) list.bytes ??= await englishWords();
    const name = used.length === 1 ? used[0].name : "the word lists";
    const words = used.length === 0 ? null : { name, bytes: await joined(used), banned: wordsOf("banned"), preferred: wordsOf("preferred") };
    for (const asked of [lookup, asking]) asked.words = words;
    if (words) {
      const size = await lookup.ask("words");
      if (used.length === 1) used[0].size = size;
    }
    isReady = words !== null;
    times++;
    byId("fill").disabled = !isReady;
    onChange();
  };

  const show = () => byId("lists").replaceChildren(...all.map(list => {
    const box = element("input", { type: "checkbox", checked: !list.isOff });
    box.addEventListener("change", async () => {
      list.isOff = !box.checked;
      keepList({ name: list.name, bytes: list.name === ENGLISH ? null : list.bytes, isOff: list.isOff });
      await use();
      show();
    });
    const size = list.size ? `: ${plural(list.size, "word")}` : "";
    const row = element("li", {}, element("label", { className: "inline" }, box, ` ${list.name}${size}`));
    if (list.name !== ENGLISH) {
      const gone = button("Remove", async () => {
        all = all.filter(other => other !== list);
        await forgetList(list.name);
        await use();
        show();
        session.say(`${list.name} is removed.`);
      });
      gone.setAttribute("aria-label", `Remove ${list.name}`);
      row.append(gone);
    }
    return row;
  }));

  // Adds the list of a file, if it can be read.
  const take = async (name, bytes) => {
    session.hush();
    const list = /** @type {any} */ ({ name, bytes });
    try {
      // A list is read alone first, so that an error names its line.
      await use([list]);
    } catch (error) {
      await use();
      return session.say(error.message);
    }
    all = [...all.filter(other => other.name !== name), list];
    await use();
    const isKept = await keepList(list);
    show();
    session.say(isKept ? `${name} is in use, and this browser keeps it.` : `${name} is in use. This browser does not keep it: choose it again next time.`);
  };

  byId("choose-list").addEventListener("click", () => byId("list-file").click());
  byId("list-file").addEventListener("change", async event => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await take(file.name, new Uint8Array(await file.arrayBuffer()));
  });
  const chosen = () => {
    keepChosenWords(Object.fromEntries(CHOICES.map(id => [id, byId(id).value])));
    return use().catch(error => session.say(error.message));
  };
  for (const id of CHOICES) {
    byId(id).value = chosenWords()[id] ?? "";
    byId(id).addEventListener("change", () => {
      const other = typed(id).find(word => !WORD.test(word));
      session.say(other ? `${other} is left out: a word has letters only.` : "");
      chosen();
    });
  }

  const begun = (async () => {
    const kept = await keptLists();
    const english = kept.find(({ name }) => name === ENGLISH);
    all = [{ name: ENGLISH, bytes: null, isOff: english?.isOff }, ...kept.filter(({ name }) => name !== ENGLISH)];
    show();
  })();
  let starting = null;
  return {
    get isReady() { return isReady; },
    get isEmpty() { return all.every(({ isOff }) => isOff); },
    // The number of times that the words in use have changed.
    get times() { return times; },
    // Ends when the lists are shown.
    shown: begun,
    // The words are read when they are needed first.
    start: () => starting ??= begun.then(() => use()).then(show, error => session.say(error.message)),
    takeFile: take,
    // Adds a word to "banned" or "preferred", or takes it away.
    put(id, word) {
      const others = typed(id).filter(other => other.toUpperCase() !== word.toUpperCase());
      byId(id).value = [...others, word].join(" ");
      chosen();
    },
    take(id, word) {
      byId(id).value = typed(id).filter(other => other.toUpperCase() !== word.toUpperCase()).join(" ");
      chosen();
    },
    // Adds a word or a phrase to the list of the user's words.
    async add(word) {
      if (!PHRASE.test(word)) return session.say(`${word || "An empty text"} is not added: a word has letters, and spaces or hyphens between them.`);
      const before = all.find(({ name }) => name === MINE), text = before?.bytes ? new TextDecoder().decode(before.bytes) : "";
      const list = { name: MINE, bytes: new TextEncoder().encode(`${text}${word.toUpperCase()}\n`) };
      all = [...all.filter(({ name }) => name !== MINE), list];
      await use();
      const isKept = await keepList(list);
      show();
      session.say(`${word.toUpperCase()} is in ${MINE}.${isKept ? "" : " This browser does not keep it."}`);
    },
  };
}
