// @ts-check
// The printed page: title and author, the grid, and the clues in columns.
import { barLayer, barsOf, drawBars } from "./bars.js";
import { all, byId, element } from "./dom.js";
import { BLACK, linkedEntries, nameOf, VOID } from "./puzzle.js";

// What fits on A4 and on Letter with margins of 10 mm, in millimetres, and what the margins of the grid take of it.
const SHEET = { width: 190, height: 256, margins: 7 };
// The side of a square in millimetres: it has the largest if the clues fit below the grid. If the smallest does not let them, they go on on a
// second page.
const LARGEST = 8.5, SMALLEST = 6;
// The text becomes smaller before a square has less than this part of its largest side.
const TEXTS = [1, 0.95, 0.9, 0.85, 0.8], ENOUGH = 0.85;
// So many clues are printed in three columns.
const THREE_COLUMNS = 50;
// Millimetres between two clues.
const GAP = 0.8, MAX_GAP = 3;
const MILLIMETRE = 96 / 25.4;

export function paper(session) {
  const dialog = byId("print-dialog");
  const chosen = () => all("[name=print-what]").find(({ checked }) => checked).value;
  byId("print").addEventListener("click", () => {
    session.hush();
    dialog.showModal();
    byId("print-now").focus();
  });
  byId("print-now").addEventListener("click", () => {
    dialog.close();
    // The browser's dialog prints, or saves a PDF.
    print();
  });
  const prepare = () => show(session, chosen());
  addEventListener("beforeprint", prepare);
  matchMedia("print").addEventListener("change", event => { if (event.matches) prepare(); });
}

function show(session, what) {
  const { about } = session.puzzle.state;
  const title = about.title && element("h1", { textContent: about.title });
  const author = [about.author, about.copyright].filter(Boolean).join(" · ");
  const notes = about.notes && element("p", { className: "notes", textContent: about.notes });
  const head = [title, author && element("p", { textContent: author }), notes].filter(Boolean);
  const pages = [element("div", { className: "sheet" }, ...head, gridOf(session, what === "solution"), cluesOf(session))];
  if (what === "both") {
    const again = element("h1", { textContent: `${about.title ? `${about.title}: ` : ""}solution` });
    pages.push(element("div", { className: "sheet solution" }, again, gridOf(session, true)));
  }
  byId("paper").replaceChildren(...pages);
  byId("paper").classList.add("measuring");
  for (const page of pages) fit(page, session.puzzle);
  byId("paper").classList.remove("measuring");
}

// Chooses the side of the grid and the size of the text of a sheet.
function fit(page, { width, height }) {
  const grid = page.querySelector(".printed-grid"), clues = page.querySelector(".printed-clues");
  const largest = Math.min(SHEET.width, LARGEST * width);
  // The side of the grid beside texts of this height, in millimetres.
  const sideBeside = texts => Math.min(largest, (SHEET.height - SHEET.margins - texts) / height * width);
  const heightOf = () => page.getBoundingClientRect().height / MILLIMETRE;
  const use = (text, side) => {
    page.style.setProperty("--text", String(text));
    grid.style.setProperty("--side", `${side.toFixed(2)}mm`);
  };
  grid.hidden = true;
  const sides = TEXTS.map(text => {
    page.style.setProperty("--text", String(text));
    return sideBeside(heightOf());
  });
  const first = least => sides.findIndex(side => side >= least), large = first(ENOUGH * largest), best = large >= 0 ? large : first(SMALLEST * width);
  if (best >= 0) {
    use(TEXTS[best], sides[best]);
    // What is left of the page goes between the clues.
    const left = SHEET.height - SHEET.margins - heightOf() - sides[best] * height / width, number = page.querySelectorAll(".printed-clues p").length;
    const columns = clues ? Number(getComputedStyle(clues).columnCount) : 1;
    page.style.setProperty("--gap", `${Math.min(MAX_GAP, GAP + 0.8 * left * columns / (number + 2)).toFixed(2)}mm`);
  } else {
    page.style.setProperty("--text", "1");
    if (clues) clues.hidden = true;
    use(1, sideBeside(heightOf()));
    if (clues) clues.hidden = false;
  }
  grid.hidden = false;
}

function gridOf({ puzzle, judged }, hasLetters) {
  const { width, height, state: { squares, letters, circles, shading } } = puzzle;
  const numbers = new Map(judged.numbers.map(([r, c, number]) => [r * width + c, number]));
  const grid = element("div", { className: "printed-grid" });
  grid.style.setProperty("--columns", String(width));
  grid.style.setProperty("--rows", String(height));
  grid.append(...Array.from(squares, (square, place) => {
    const names = ["cell"], letter = hasLetters ? letters[place] : "", number = String(numbers.get(place) ?? "");
    if (square === BLACK) names.push("black");
    if (square === VOID) names.push("void");
    if (circles.has(place)) names.push("circled", `digits${number.length}`);
    if (shading.has(place)) names.push("shaded");
    if (letter.length > 1) names.push(letter.length > 3 ? "several many" : "several");
    const cell = element("div", { className: names.join(" "), textContent: number });
    cell.dataset.letter = letter;
    return cell;
  }));
  const path = barsOf(puzzle.state);
  if (path) {
    const layer = barLayer();
    drawBars(layer, height, width, path);
    grid.append(layer);
  }
  return grid;
}

function cluesOf({ puzzle, entries }) {
  const { clues, links } = puzzle.state;
  const lists = ["across", "down"].flatMap(direction => {
    const items = entries.filter(entry => entry.direction === direction && clues.has(nameOf(entry))).map(entry => {
      const others = linkedEntries(links, nameOf(entry), entries);
      const label = [entry.number, ...others.map(other => other.direction === entry.direction ? other.number : `${other.number} ${other.direction}`)];
      return element("p", {}, element("b", { textContent: label.join(", ") }), ` ${clues.get(nameOf(entry))}`);
    });
    return items.length === 0 ? [] : [element("h2", { textContent: direction[0].toUpperCase() + direction.slice(1) }), ...items];
  });
  const number = lists.filter(({ localName }) => localName === "p").length;
  return element("div", { className: number >= THREE_COLUMNS ? "printed-clues three" : "printed-clues" }, ...lists);
}
