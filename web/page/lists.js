// @ts-check
// The word lists: the English one of the page, and the user's own, which the browser keeps.
import { button, byId, element, plural } from "./dom.js";
import { englishWords } from "./load.js";
import { forgetList, keepList, keptLists } from "./store.js";

export const ENGLISH = "English words";
const WORD = /^\p{L}[\p{L}'’-]*$/u;

// Returns the lines of all lists.
const joined = async lists => lists.length === 1 ? lists[0].bytes
  : new Uint8Array(await new Blob(lists.flatMap(({ bytes }) => [bytes, "\n"])).arrayBuffer());

// `on.change()` is called when other words are in use.
export async function lists(session, onChange) {
  const { lookup, asking } = session;
  /** @type {{ name: string, bytes: Uint8Array | null, isOff?: boolean, size?: number }[]} */
  let all = [{ name: ENGLISH, bytes: null }];
  let isReady = false;

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

  byId("choose-list").addEventListener("click", () => byId("list-file").click());
  byId("list-file").addEventListener("change", async event => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    session.hush();
    const list = /** @type {any} */ ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    try {
      // A list is read alone first, so that an error names its line.
      await use([list]);
    } catch (error) {
      await use();
      return session.say(error.message);
    }
    all = [...all.filter(({ name }) => name !== file.name), list];
    await use();
    const isKept = await keepList(list);
    show();
    session.say(isKept ? `${file.name} is in use, and this browser keeps it.` : `${file.name} is in use. This browser does not keep it: choose it again next time.`);
  });
  for (const id of ["banned", "preferred"]) {
    byId(id).addEventListener("change", () => {
      const other = typed(id).find(word => !WORD.test(word));
      session.say(other ? `${other} is left out: a word has letters only.` : "");
      use().catch(error => session.say(error.message));
    });
  }

  const kept = await keptLists();
  const english = kept.find(({ name }) => name === ENGLISH);
  all = [{ name: ENGLISH, bytes: null, isOff: english?.isOff }, ...kept.filter(({ name }) => name !== ENGLISH)];
  show();
  let starting = null;
  return {
    get isReady() { return isReady; },
    get isEmpty() { return all.every(({ isOff }) => isOff); },
    // The words are read when they are needed first.
    start: () => starting ??= use().then(show, error => session.say(error.message)),
  };
}
