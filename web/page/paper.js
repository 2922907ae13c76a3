// @ts-check
// The printed page: title and author, the grid, and the clues in columns.
import { all, byId, element } from "./dom.js";
import { BLACK, linkedEntries, nameOf, VOID } from "./puzzle.js";

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
}

function gridOf({ puzzle, judged }, hasLetters) {
  const { width, height, state: { squares, letters, circles, shading, bars } } = puzzle;
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
    if (bars.right.has(place)) names.push("bar-right");
    if (bars.below.has(place)) names.push("bar-below");
    if (letter.length > 1) names.push(letter.length > 3 ? "several many" : "several");
    const cell = element("div", { className: names.join(" "), textContent: number });
    cell.dataset.letter = letter;
    return cell;
  }));
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
  return element("div", { className: "printed-clues" }, ...lists);
}
