// @ts-check
// What differs between two versions of a puzzle: squares, letters, clues and texts.
import { barsOf } from "./bars.js";
import { element, plural } from "./dom.js";
import { pictureOf } from "./picture.js";
import { rowsOf, WHITE } from "./puzzle.js";

// Differences that are listed one by one.
const MAX_LISTED = 60;

// Returns the differences as elements. `entryName(name)` returns how an entry is called.
export function comparison(before, after, entryName = placeOf) {
  const isSameSize = before.height === after.height && before.width === after.width;
  const places = isSameSize ? [...after.squares].map((_, place) => place) : [];
  const squares = places.filter(place => before.squares[place] !== after.squares[place]);
  const letters = places.filter(place => before.squares[place] === after.squares[place] && before.letters[place] !== after.letters[place]);
  const differing = (one, other) => [...one, ...other].filter(place => one.has(place) !== other.has(place));
  const sets = [
    [[...differing(before.bars.right, after.bars.right), ...differing(before.bars.below, after.bars.below)], "bar"],
    [differing(before.circles, after.circles), "circle"], [differing(before.shading, after.shading), "shade"],
  ].filter(([places]) => isSameSize && places.length > 0);
  const lines = [
    isSameSize ? "" : `The size was ${before.height} × ${before.width}, and is ${after.height} × ${after.width}.`,
    squares.length > 0 ? `${plural(squares.length, "square")} of another colour.` : "",
    ...sets.map(([places, what]) => `${plural(places.length, what)} added or removed.`),
    letters.length > 0 ? `${plural(letters.length, "letter")} changed: ${letters.slice(0, MAX_LISTED).map(place => `${before.letters[place] || "·"}→${after.letters[place] || "·"}`).join(" ")}` : "",
    ...changes(before.clues, after.clues, entryName),
    ...changes(new Map(Object.entries(before.about)), new Map(Object.entries(after.about)), name => name),
  ].filter(Boolean);
  const changed = new Set([...squares, ...letters, ...sets.flatMap(([places]) => places)]);
  if (lines.length === 0) return [element("p", { textContent: "They have the same squares, letters, clues and texts." })];
  return [...isSameSize ? [pictureOf(rowsOf(after), barsOf(after), changed)] : [], element("ul", {}, ...lines.map(textContent => element("li", { textContent })))];
}

export const placeOf = name => name.replace(/^(\d+) (\d+) (.*)$/, (_, row, column, direction) => `row ${Number(row) + 1}, column ${Number(column) + 1} ${direction}`);

function changes(before, after, nameOf) {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(name => (before.get(name) ?? "") !== (after.get(name) ?? ""));
  const lines = names.slice(0, MAX_LISTED).map(name => {
    const [old, now] = [before.get(name), after.get(name)];
    return !old ? `${nameOf(name)}: new, “${now}”` : !now ? `${nameOf(name)}: gone, was “${old}”` : `${nameOf(name)}: “${old}” became “${now}”`;
  });
  return names.length > MAX_LISTED ? [...lines, `and ${names.length - MAX_LISTED} more`] : lines;
}

// Returns the texts in which a search finds a puzzle, in small letters: its name, its texts, such as a tag in its notes, its clues and its letters.
export function searchedIn(name, state) {
  const { about, clues, squares, letters, height, width } = state, letter = place => squares[place] === WHITE && letters[place] || " ";
  const lines = (count, length, placeAt) => Array.from({ length: count }, (_, line) => Array.from({ length }, (_, n) => letter(placeAt(line, n))).join("")).join(" ");
  const rows = lines(height, width, (r, c) => r * width + c), columns = lines(width, height, (c, r) => r * width + c);
  return [name, ...Object.values(about), ...clues.values(), rows, columns].join(" ").toLowerCase();
}
