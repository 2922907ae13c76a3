// @ts-check
// "My puzzles": the puzzles that the browser keeps, and the versions of the current one.
import { barsOf } from "./bars.js";
import { comparison, placeOf, searchedIn } from "./compare.js";
import { button, byId, element, plural } from "./dom.js";
import { download } from "./download.js";
import { nameOfState, newId } from "./keeper.js";
import { pictureOf } from "./picture.js";
import { lettersOf, nameOf, rowsOf, stateFromText, textOf } from "./puzzle.js";
import { binPuzzle, binnedPuzzles, forgetPuzzle, keepPuzzle, keepsPuzzles, keptPuzzle, keptPuzzles, keptRevisions, renamePuzzle, whyNotKept } from "./store.js";

// The name of the file with all puzzles, and of its first entry.
const EXPORT = "gridcheck-puzzles";

const NO_ROOM = "The browser has no room for it.";

const when = time => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

// `leave` shows another puzzle, after the current one was deleted.
export function shelf(session, keeper, leave) {
  // Returns a small picture of a puzzle, and the number of its letters.
  const lookOf = text => {
    try {
      const state = stateFromText(text), [letters, squares] = lettersOf(state);
      return [pictureOf(rowsOf(state), barsOf(state)), element("span", { className: "faint", textContent: `letters ${letters} of ${squares}` })];
    } catch {
      // A damaged puzzle has no look.
      return [];
    }
  };
  const dialog = byId("puzzles-dialog");
  const say = (text, action = null) => byId("puzzles-said").replaceChildren(text, ...action ? [" ", action] : []);

  const show = async () => {
    await keeper.flush();
    const every = await keptPuzzles(), wanted = byId("puzzle-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const puzzles = every.filter(puzzle => wanted.every(word => textsOf(puzzle).includes(word)));
    const none = every.length > 0 ? "No puzzle has these words." : await whyNone();
    byId("search-label").hidden = every.length < 2 && wanted.length === 0;
    byId("puzzle-list").replaceChildren(...puzzles.length > 0 ? puzzles.map(rowOf) : [element("li", { textContent: none })]);
    const binned = await binnedPuzzles();
    byId("bin").hidden = binned.length === 0;
    byId("bin-list").replaceChildren(...binned.map(binnedRow));
    const revisions = keeper.id ? await keptRevisions(keeper.id) : [];
    byId("revisions-title").hidden = byId("compare-bar").hidden = revisions.length === 0;
    showCompare(revisions);
    byId("revision-list").replaceChildren(...revisions.map(({ time, text }) => {
      const restore = button("Restore", () => {
        dialog.close();
        session.begin(stateFromText(text));
        session.endStroke();
        session.say(`The version of ${when(time)} is back. Undo takes that back.`);
      });
      restore.setAttribute("aria-label", `Restore the version of ${when(time)}`);
      return element("li", {}, ...lookOf(text), element("span", { className: "name", textContent: when(time) }), restore);
    }));
  };

  const whyNone = async () => await keepsPuzzles() ? "No puzzle is kept yet. One is kept with its first change." : whyNotKept();

  // The texts of a puzzle that a search looks at. They are made once for each change.
  const searched = new Map();
  const textsOf = ({ id, name, changed, text }) => {
    if (searched.get(id)?.changed !== changed) {
      let texts = name.toLowerCase();
      try { texts = searchedIn(name, stateFromText(text)); } catch {
        // A damaged puzzle is found by its name.
      }
      searched.set(id, { changed, texts });
    }
    return searched.get(id).texts;
  };
  byId("puzzle-search").addEventListener("input", show);

  // Shows what differs between two versions of this puzzle, the present one included.
  let compared = /** @type {{ name: string, text: string }[]} */ ([]);
  const showCompare = revisions => {
    compared = [...revisions.map(({ time, text }) => ({ name: when(time), text })), { name: "now", text: textOf(session.puzzle.state) }];
    for (const id of ["compare-from", "compare-to"]) byId(id).replaceChildren(...compared.map(({ name }, i) => new Option(name, String(i))));
    byId("compare-from").value = "0";
    byId("compare-to").value = String(compared.length - 1);
    byId("comparison").replaceChildren();
  };
  const compare = () => {
    const [from, to] = ["compare-from", "compare-to"].map(id => compared[Number(byId(id).value)]);
    const entryName = name => session.entries.find(entry => nameOf(entry) === name)?.name;
    try {
      byId("comparison").replaceChildren(...comparison(stateFromText(from.text), stateFromText(to.text), name => entryName(name) ?? placeOf(name)));
    } catch {
      byId("comparison").replaceChildren("One of these versions is damaged.");
    }
  };
  byId("compare").addEventListener("click", compare);

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
    const [picture, letters] = lookOf(puzzle.text);
    const row = element("li", {}, ...picture ? [picture] : [], open, ...letters ? [letters] : [], element("span", { className: "faint", textContent: when(changed) }),
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
    byId("puzzle-search").value = "";
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
