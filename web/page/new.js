// @ts-check
// The dialog "New": a style, a size, and wishes. The puzzle begins empty, or with a grid that is drawn.
import { all, byId } from "./dom.js";
import { ask } from "./load.js";
import { bare, rowsOf } from "./puzzle.js";
import { BARRED_BASIS } from "./session.js";

const SMALLEST = 3, LARGEST = 25, USUAL = 15, USUAL_BARRED = 12;

// Each style has its rules, the grid to start from when it is empty, and the squares that a draw keeps. `null` are the rules in force.
const STYLES = {
  lattice: { label: "British lattice", rules: "rules british", sentence: "Every second square of every second row is black.", empty: "lattice", given: "lattice" },
  open: { label: "British open", rules: "rules british", sentence: "Any grid that the British rules allow.", empty: "white", given: "open" },
  american: { label: "American", rules: "rules american", sentence: "Every letter is in a word across and in one down.", empty: "white", given: "open" },
  barred: { label: "Barred", rules: BARRED_BASIS, sentence: "Every square is white, and words end at bars.", empty: "white", given: "open" },
  house: { label: "By the rules in force", rules: null, sentence: "Any grid that the rules at the top of the page allow.", empty: "start", given: "open" },
};

// The constraints of the library for the wishes.
export const wishesOf = (least, most, noBlocks) => [
  least && `words >= ${least}`, most && `words <= ${most}`, noBlocks && "largest-block <= 4",
].filter(Boolean);

// `begin(state)` shows the new puzzle; `draw()` draws a grid for it.
export function newDialog(session, begin, draw) {
  const dialog = byId("new-dialog"), style = byId("new-style");
  style.append(...Object.entries(STYLES).map(([name, { label }]) => new Option(label, name)));
  for (let n = SMALLEST; n <= LARGEST; n++) for (const side of ["new-rows", "new-columns", "rows", "columns"]) byId(side).add(new Option(String(n), String(n)));
  const sides = ["new-rows", "new-columns"].map(byId), resize = size => { for (const side of sides) side.value = String(size); };
  resize(USUAL);
  const isBarred = () => session.kindOf(STYLES[style.value].rules ?? session.basis) === "bars";
  const showSentence = () => {
    byId("new-sentence").textContent = STYLES[style.value].sentence;
    byId("new-no-blocks").hidden = isBarred();
  };
  style.addEventListener("change", () => {
    showSentence();
    // A size that the user has chosen stays.
    const [usual, other] = isBarred() ? [USUAL_BARRED, USUAL] : [USUAL, USUAL_BARRED];
    if (sides.every(side => side.value === String(other))) resize(usual);
  });
  byId("new").addEventListener("click", () => {
    showSentence();
    dialog.returnValue = "cancel";
    dialog.showModal();
    // Enter starts.
    byId("new-empty").focus();
  });
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue !== "empty" && dialog.returnValue !== "draw") return;
    const { rules: basis, empty, given } = STYLES[style.value], isDrawn = dialog.returnValue === "draw";
    const [height, width] = sides.map(side => Number(side.value));
    const own = { basis, toml: "" }, rules = basis === null ? session.rules : { ...own, symmetry: session.symmetryOf(own) };
    session.hush();
    session.preferred = rules;
    await begin(bare(startOf(session, isDrawn ? given : empty, height, width, rules, isDrawn), rules));
    byId("tab-grid").click();
    // What is drawn first.
    const brush = session.kindOf(session.basis) === "bars" ? "bar" : session.brush === "bar" ? "turn" : session.brush;
    all(`[data-brush="${brush}"]`)[0].click();
    if (brush === "bar") session.say("Click near the edge between two squares to draw a bar there.");
    for (const [from, to] of [["new-least", "words-least"], ["new-most", "words-most"]]) byId(to).value = byId(from).value;
    byId("no-blocks").checked = byId("new-blocks").checked;
    if (isDrawn) draw();
  });
}

function startOf(session, kind, height, width, rules, isDrawn) {
  const all = square => Array(height).fill(square.repeat(width)).join("\n");
  if (kind === "start") return rowsOf(session.fresh(height, width, rules));
  if (kind !== "lattice") return all(kind === "white" ? "." : "?");
  // A draw keeps the black squares of the lattice.
  const lattice = ask("lattice", { height, width });
  return isDrawn ? lattice.replaceAll(".", "?") : lattice;
}
