// @ts-check
// Starts the page: loads the library, connects the controls, and follows the address.
import { check } from "./check.js";
import { clues } from "./clues.js";
import { all, button, byId, plural, set } from "./dom.js";
import { files } from "./files.js";
import { help } from "./help.js";
import { Keeper, takeOldDraft } from "./keeper.js";
import { keys } from "./keys.js";
import { ask, licence, load } from "./load.js";
import { newDialog } from "./new.js";
import { paper } from "./paper.js";
import { OPEN, WHITE, bare, resized, rowsFromAddress } from "./puzzle.js";
import { questions } from "./questions.js";
import { labelOf, rules } from "./rules.js";
import { FIRST_BASIS, Session } from "./session.js";
import { share } from "./share.js";
import { shelf } from "./shelf.js";
import { emptyBin, keepsPuzzles, keptPuzzles, oldDraft, takeLeft, whyNotKept } from "./store.js";
import { strip } from "./strip.js";
import { tasks } from "./tasks.js";
import { typing } from "./typing.js";
import { words } from "./words.js";

const FRESH = 15;
// How often the judging is tried before the first stroke, and the milliseconds between.
const WARM_UPS = 12, WARM_UP_PAUSE = 50;
const SYMMETRIES = {
  none: "none", rot180: "half turn", rot90: "quarter turn", mirror: "left-right reflection", mirrors: "both mirror reflections",
  diagonal: "main diagonal", diagonals: "both diagonals", all: "all eight",
};

const session = new Session(await load()), { choices } = session, keeper = new Keeper(session);
for (const name of choices.symmetries) byId("symmetry").add(new Option(SYMMETRIES[name] ?? name, name));
byId("version").textContent = VERSION;

const { isKnown, suit } = rules(session);
const chooseTask = tasks(session);
typing(session);
check(session);
clues(session);
strip(session);
const draw = questions(session);
newDialog(session, state => keeper.begin(state), draw);
let addList = async (name, bytes) => {};
const saveNow = files(session, state => keeper.begin(state, true), suit, (name, bytes) => addList(name, bytes));
paper(session);
share(session);
keys(session, saveNow);
shelf(session, keeper, () => keeper.begin(session.fresh(FRESH, FRESH)));

byId("symmetry").addEventListener("change", event => {
  session.hush();
  session.setRules({ symmetry: event.target.value });
});
for (const side of ["rows", "columns"]) byId(side).addEventListener("change", () => showSize());
byId("resize").addEventListener("click", () => {
  const { puzzle } = session, { state } = puzzle, [height, width] = ["rows", "columns"].map(side => Number(byId(side).value));
  // A grid that is as it began begins again.
  const isFresh = state.squares === session.fresh(state.height, state.width).squares, next = resized(state, height, width);
  session.begin(isFresh ? { ...next, squares: session.fresh(height, width).squares } : next);
  session.endStroke();
  const lost = state.letters.filter(Boolean).length - next.letters.filter(Boolean).length;
  session.say(`The grid has ${height} × ${width} squares now. ${lost > 0 ? `${plural(lost, "letter")} ${lost === 1 ? "is" : "are"} cut off. ` : ""}Undo brings the old size back.`,
    button("Undo", () => session.step(true)));
});
for (const [id, colour] of [["all-white", WHITE], ["all-open", OPEN]]) {
  byId(id).addEventListener("click", () => {
    if (session.puzzle.replace(colour.repeat(session.puzzle.squares.length))) session.changed();
    session.endStroke();
  });
}
byId("lattice").addEventListener("click", () => {
  const { puzzle } = session;
  const { height, width } = puzzle;
  if (puzzle.replace(ask("lattice", { height, width }).replaceAll("\n", ""))) session.changed();
  session.endStroke();
});

byId("undo").addEventListener("click", () => session.step(true));
byId("redo").addEventListener("click", () => session.step(false));
addEventListener("keydown", event => {
  const isText = event.target.closest?.("textarea, input, dialog") && event.target.id !== "typed";
  if (!(event.ctrlKey || event.metaKey) || isText) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  session.step(key === "z" && !event.shiftKey);
});
// Enter in a field of a dialog is its main button. By default it would be the first one, which is Cancel.
for (const form of all("dialog form")) {
  form.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches("input, select")) return;
    event.preventDefault();
    form.querySelector("button.main").click();
  });
}
byId("dismiss").addEventListener("click", () => session.hush());
byId("help").addEventListener("click", () => byId("help-dialog").showModal());
byId("show-licence").addEventListener("click", async () => {
  byId("licence").textContent = await licence();
  byId("licence").hidden = false;
});

let shownSize = "";
const showSize = () => {
  const { height, width } = session.puzzle;
  set(byId("resize"), { disabled: byId("rows").value === String(height) && byId("columns").value === String(width) });
};
const showControls = () => {
  const { puzzle, rules: { symmetry } } = session;
  set(byId("undo"), { disabled: !puzzle.canUndo });
  set(byId("redo"), { disabled: !puzzle.canRedo });
  set(byId("stop"), { disabled: !session.asking.isBusy });
  set(byId("symmetry"), { value: symmetry });
  // A size that is chosen stays until the grid has another one.
  if (shownSize !== `${puzzle.height} ${puzzle.width}`) for (const [side, number] of [["rows", puzzle.height], ["columns", puzzle.width]]) {
    const select = byId(side), value = String(number);
    if (![...select.options].some(option => option.value === value)) select.add(new Option(value, value));
    select.value = value;
  }
  shownSize = `${puzzle.height} ${puzzle.width}`;
  showSize();
  set(document, { title: puzzle.state.about.title || "gridcheck: make a puzzle" });
};
session.onShow.push(showControls);
session.onStep.push(showControls);

// Shows the puzzle that the address names: a kept one, or a grid with rules. Without either it shows the last puzzle, or a fresh grid.
async function follow(address) {
  const parts = new URLSearchParams(address.slice(1));
  session.hush();
  if (parts.has("puzzle")) {
    if (await keeper.open(parts.get("puzzle"))) return;
    if (byId("said").textContent === "") session.say("This browser does not have the puzzle of this address. My puzzles has those that it keeps.");
  }
  const by = parts.get("by") ?? FIRST_BASIS, basis = isKnown(by) ? by : FIRST_BASIS, toml = parts.get("rules") ?? "";
  const symmetry = parts.get("symmetry") ?? "";
  const wanted = { basis, toml, symmetry: choices.symmetries.includes(symmetry) ? symmetry : session.symmetryOf({ basis, toml }) };
  if (parts.has("by") || parts.has("rules")) session.preferred = wanted;
  if (!parts.has("grid")) {
    const [last] = parts.size === 0 ? await keptPuzzles() : [];
    if (last && await keeper.open(last.id)) return;
    // It is still there if the browser keeps nothing.
    await keeper.begin(oldDraft() ?? session.fresh(FRESH, FRESH, wanted));
    if (!isKnown(by)) session.say(`The address asks for the rules ${by}, which are not known here.`);
    return;
  }
  const rows = rowsFromAddress(parts.get("grid") ?? "");
  await keeper.begin(rows === null ? session.fresh(FRESH, FRESH, wanted) : bare(rows, wanted));
  if (!isKnown(by)) session.say(`The address asks for the rules ${by}, which are not known here. ${labelOf(basis)} judges.`);
  else if (rows === null) session.say("The address has no grid that can be read.");
}

// The requested address, even if the page has replaced it since.
addEventListener("hashchange", event => follow(new URL(event.newURL).hash));
await takeLeft();
await takeOldDraft();
await emptyBin();
await follow(location.hash);
if (!await keepsPuzzles()) session.say(`${whyNotKept()} Save the puzzle as a file before you leave.`);
const { listed, minScore } = await words(session);
help(session, listed, minScore, keeper);
addList = listed.takeFile;
chooseTask(session.task);
// The first stroke would be slow: what it needs is compiled before.
for (let i = 0; i < WARM_UPS; i++) setTimeout(() => session.warmUp(), i * WARM_UP_PAUSE);
if (!INSIDE && "serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => {});
document.documentElement.dataset.ready = "";
