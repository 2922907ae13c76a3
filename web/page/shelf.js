// @ts-check
// "My puzzles": the puzzles that the browser keeps, and the versions of the current one.
import { button, byId, element, plural } from "./dom.js";
import { download } from "./download.js";
import { nameOfState, newId } from "./keeper.js";
import { stateFromText, textOf } from "./puzzle.js";
import { binPuzzle, binnedPuzzles, forgetPuzzle, keepPuzzle, keepsPuzzles, keptPuzzle, keptPuzzles, keptRevisions, renamePuzzle, whyNotKept } from "./store.js";

// The name of the file with all puzzles, and of its first entry.
const EXPORT = "gridcheck-puzzles";

const NO_ROOM = "The browser has no room for it.";

const when = time => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

// `leave` shows another puzzle, after the current one was deleted.
export function shelf(session, keeper, leave) {
  const dialog = byId("puzzles-dialog");
  const say = (text, action = null) => byId("puzzles-said").replaceChildren(text, ...action ? [" ", action] : []);

  const show = async () => {
    await keeper.flush();
    const puzzles = await keptPuzzles(), none = await keepsPuzzles() ? "No puzzle is kept yet. One is kept with its first change." : whyNotKept();
    byId("puzzle-list").replaceChildren(...puzzles.length > 0 ? puzzles.map(rowOf) : [element("li", { textContent: none })]);
    const binned = await binnedPuzzles();
    byId("bin").hidden = binned.length === 0;
    byId("bin-list").replaceChildren(...binned.map(binnedRow));
    const revisions = keeper.id ? await keptRevisions(keeper.id) : [];
    byId("revisions-title").hidden = revisions.length === 0;
    byId("revision-list").replaceChildren(...revisions.map(({ time, text }) => {
      const restore = button("Restore", () => {
        dialog.close();
        session.begin(stateFromText(text));
        session.endStroke();
        session.say(`The version of ${when(time)} is back. Undo takes that back.`);
      });
      restore.setAttribute("aria-label", `Restore the version of ${when(time)}`);
      return element("li", {}, element("span", { textContent: when(time) }), restore);
    }));
  };

  const rowOf = puzzle => {
    const { id, name, changed } = puzzle, isHere = id === keeper.id;
    const act = (text, what) => {
      const made = button(text, what);
      made.setAttribute("aria-label", `${text} ${name}`);
      return made;
    };
    const open = button(name, async () => {
      dialog.close();
      if (!isHere) {
        session.hush();
        await keeper.open(id);
      }
    }, { className: "name" });
    if (isHere) open.setAttribute("aria-current", "true");
    const row = element("li", {}, open, element("span", { className: "faint", textContent: when(changed) }),
      act("Duplicate", async () => {
        const state = stateFromText(puzzle.text), title = `${name} (copy)`;
        const copy = { past: [], future: [], ...await keptPuzzle(id), id: newId(), name: title, changed: Date.now(), text: textOf({ ...state, about: { ...state.about, title } }) };
        say(await keepPuzzle(copy) ? `${name} is copied.` : NO_ROOM);
        show();
      }),
      act("Rename", () => rename(row, puzzle)),
      act("Delete", async () => await refuses(puzzle) || remove(puzzle)));
    return row;
  };

  // Another tab would write back what is deleted or renamed here.
  const refuses = async ({ id, name }) => {
    const isElsewhere = await keeper.isElsewhere(id);
    if (isElsewhere) say(`${name} is open in another tab. Close it there first.`);
    return isElsewhere;
  };

  const rename = (row, puzzle) => {
    const field = element("input", { value: puzzle.name });
    field.setAttribute("aria-label", "new name");
    const done = async () => {
      const title = field.value.trim();
      if (title !== "" && title !== puzzle.name && !await refuses(puzzle)) {
        if (puzzle.id === keeper.id) {
          if (session.puzzle.setText("title", title)) session.changed();
          session.endStroke();
        } else {
          // Another tab may have changed it since the list was drawn.
          const now = await keptPuzzle(puzzle.id) ?? puzzle;
          const state = stateFromText(now.text), named = { ...state, about: { ...state.about, title } };
          await renamePuzzle(puzzle.id, nameOfState(named), textOf(named));
        }
      }
      show();
    };
    field.addEventListener("keydown", event => {
      if (event.key === "Enter") field.blur();
      if (event.key === "Escape") {
        event.preventDefault();
        field.value = "";
        field.blur();
      }
    });
    field.addEventListener("blur", done);
    row.replaceChildren(field);
    field.select();
  };

  const remove = async ({ id, name }) => {
    if (id === keeper.id) await leave();
    await binPuzzle(id, true);
    say(`${name} is in the bin.`, button("Undo", () => bringBack(id, name)));
    show();
  };

  const bringBack = async (id, name) => {
    say(await binPuzzle(id, false) ? `${name} is back.` : NO_ROOM);
    show();
  };

  const binnedRow = ({ id, name, deleted }) => {
    const back = button("Restore", () => bringBack(id, name)), gone = button("Delete for ever", async () => {
      if (gone.dataset.sure === undefined) {
        // The second click deletes.
        gone.dataset.sure = "";
        gone.textContent = "Really?";
        return;
      }
      await forgetPuzzle(id);
      say(`${name} is gone.`);
      show();
    });
    back.setAttribute("aria-label", `Restore ${name}`);
    return element("li", {}, element("span", { className: "name", textContent: name }), element("span", { className: "faint", textContent: `deleted ${when(deleted)}` }), back, gone);
  };

  byId("puzzles").addEventListener("click", async () => {
    say("");
    await show();
    dialog.showModal();
  });
  byId("close-puzzles").addEventListener("click", () => dialog.close());
  byId("export-all").addEventListener("click", async () => {
    const puzzles = await Promise.all((await keptPuzzles()).map(({ id }) => keptPuzzle(id)));
    download(`${EXPORT}.json`, JSON.stringify({ [EXPORT]: 1, puzzles }));
    say(`Saved as ${EXPORT}.json. Open brings the puzzles back.`);
  });
}

// Adds the puzzles of an exported file that are not there yet. Returns a sentence about it, or `null` if the file is another one.
export async function imported(file, text) {
  if (!text.startsWith(`{"${EXPORT}"`)) return null;
  let puzzles;
  try {
    ({ puzzles } = JSON.parse(text));
    // A damaged puzzle is found before any is kept.
    for (const { text, past, future } of puzzles) [text, ...past, ...future].forEach(stateFromText);
  } catch {
    return `${file} is damaged: it is no complete export of puzzles. Nothing is added.`;
  }
  const has = new Set((await keptPuzzles()).map(({ name, text }) => `${name}\n${text}`));
  const added = puzzles.filter(({ name, text }) => !has.has(`${name}\n${text}`)), old = puzzles.length - added.length;
  let number = 0;
  for (const puzzle of added) number += Number(await keepPuzzle({ ...puzzle, id: newId() }));
  const are = number => `${plural(number, "puzzle")} of ${file} ${number === 1 ? "is" : "are"} in My puzzles`;
  if (number < added.length) return `${are(number)} now. ${whyNotKept()} The others are not added.`;
  if (number === 0) return `${are(old)} already.`;
  return `${are(number)} now.${old > 0 ? ` ${old} of the file ${old === 1 ? "was" : "were"} there already.` : ""}`;
}
