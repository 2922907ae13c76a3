// The word list, the letters of the selected entry, its candidates, and the fill of the whole grid.
import { nameOf } from "./painting.js";
import { seed, work } from "./questions.js";
import { plural } from "./report.js";
import { LETTERS, byId } from "./session.js";
import { forgetList, keepList, keptList } from "./store.js";

// Milliseconds without a change after which candidates are looked up.
const PAUSE = 120;

export async function words(session) {
  const { lookup, asking } = session;
  let list = null, wanted = null, timer = null;

  const minScore = () => byId("min-score").value === "" ? undefined : Number(byId("min-score").value);

  // Uses a list `{ name, bytes }` from now on, or none.
  const use = async next => {
    for (const asked of [lookup, asking]) asked.list = next;
    list = next;
    try {
      const size = next && (await lookup.ask("list_size", [])).words;
      byId("list-name").textContent = next ? `${next.name}: ${plural(size, "word")}` : "no word list";
      return true;
    } catch (error) {
      session.say("fill", error.message);
      return false;
    } finally {
      byId("fill").disabled = byId("forget").disabled = !list;
    }
  };

  byId("choose-list").addEventListener("click", () => byId("list-file").click());
  byId("list-file").addEventListener("change", async event => {
    const [file] = event.target.files, before = list;
    event.target.value = "";
    if (!file) return;
    session.say("fill", "");
    const next = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    if (!await use(next)) {
      const refusal = byId("fill-message").textContent;
      await use(before);
      return session.say("fill", refusal);
    }
    const isKept = await keepList(next);
    session.say("fill", isKept ? "this browser keeps the list" : "this browser does not keep the list: choose it again next time", isKept);
    session.showSquares();
  });
  byId("forget").addEventListener("click", async () => {
    await forgetList();
    await use(null);
    session.say("fill", "the list is forgotten", true);
    session.showSquares();
  });
  byId("min-score").addEventListener("input", () => session.showSquares());

  byId("fill").addEventListener("click", () => work(session, "fill", "filling…", async (ask, now) => {
    const { painting } = session, given = [painting.document, minScore()];
    const { letters } = await ask("filled", [...given, seed()]);
    if (letters) {
      painting.writeAll(new Map(letters.entries()));
      session.changed();
      return session.say("fill", "filled, no word twice; undo removes the letters again, and Fill finds other ones", true);
    }
    session.say("fill", "no fill exists");
    now("looking for the reason…");
    const { why, squares } = await ask("unfillable", given);
    session.overlay = new Map(squares.map(([r, c]) => [r * painting.width + c, { kind: "excluding", label: "part of the conflict" }]));
    session.showSquares();
    session.say("fill", `no fill exists: ${why}`);
  }));
  byId("clear-letters").addEventListener("click", () => {
    if (session.painting.writeAll(new Map(session.painting.letters.map((_, place) => [place, ""])))) session.changed();
  });

  const write = (entry, text) => {
    const letters = [...text.toUpperCase()];
    return session.painting.writeAll(new Map(entry.squares.map((place, i) => [place, /[\p{L}\p{N}]/u.test(letters[i] ?? "") ? letters[i] : ""])));
  };
  byId("entry-letters").addEventListener("input", ({ target }) => {
    if (session.entry && write(session.entry, target.value)) session.changed();
  });

  // Looks up the words for the selected entry. While an answer is awaited, only the last question is remembered.
  const look = async () => {
    timer = null;
    const entry = session.entry, given = [session.painting.document, minScore()];
    if (!entry || !list || lookup.isBusy || session.brush !== LETTERS) return;
    const asked = wanted;
    let found, fault = "";
    try {
      found = await lookup.ask("fitting", [...given, entry.row, entry.column, entry.direction === "down"]);
    } catch (error) {
      fault = error.message;
    }
    if (wanted !== asked) return look();
    const told = found && `${plural(found.fitting, "word")} ${found.fitting === 1 ? "fits" : "fit"}, ${found.leaving} with words for all crossings`;
    byId("candidates-told").textContent = fault || told;
    byId("candidates").replaceChildren(...(found?.words ?? []).map(([word, score]) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: word, title: `score ${score}` });
      button.addEventListener("click", () => {
        if (write(entry, word)) session.changed();
      });
      return button;
    }));
  };

  session.onShow.push(entry => {
    byId("entry-panel").hidden = !entry;
    if (!entry) {
      wanted = null;
      return;
    }
    const { letters, document: written } = session.painting, squares = entry.squares;
    byId("entry-name").textContent = `${entry.name} (${squares.length})`;
    const field = byId("entry-letters"), text = squares.map(place => letters[place] || ".").join("");
    // A square of several letters has no single place in the field.
    field.disabled = squares.some(place => letters[place].length > 1);
    field.maxLength = squares.length;
    if (field !== document.activeElement) field.value = text;
    const now = JSON.stringify([nameOf(entry), written, byId("min-score").value, list?.name]);
    if (now === wanted) return;
    wanted = now;
    byId("candidates").replaceChildren();
    byId("candidates-told").textContent = list ? "" : "choose a word list to see words for this entry";
    clearTimeout(timer);
    if (list) timer = setTimeout(look, PAUSE);
  });

  await use(await keptList());
}
