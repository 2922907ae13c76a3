// @ts-check
// What an answer says about the edges of a barred grid: paths over the grid, and words for a screen reader.
import { dotOf, edgeOf } from "./bars.js";

// The steps of darkness for an edge that has a bar in some completions.
const SHADES = 10;
const SIDES = /** @type {const} */ (["right", "below"]);

const placeOf = (width, { row, column }) => (row - 1) * width + column - 1;

// Calls `each(place, side, number)` for each edge that has a bar in some completions, and not in all.
function everyOpen(bars, completions, each) {
  (bars ?? []).flat().forEach((numbers, place) => numbers.forEach((number, side) => {
    if (number !== "0" && number !== completions) each(place, SIDES[side], number);
  }));
}

// Returns the paths of the forced edges, and of those that have a bar in some completions.
export function edgesOfCompletions(width, forced, bars, completions) {
  const shades = Array.from({ length: SHADES }, () => "");
  everyOpen(bars, completions, (place, side, number) => {
    shades[Number(BigInt(number) * BigInt(SHADES) / BigInt(completions))] += edgeOf(width, place, side);
  });
  const path = (isBar, pathOf) => forced.filter(({ bar }) => bar === isBar).map(edge => pathOf(width, placeOf(width, edge), edge.side)).join("");
  const some = shades.map((d, shade) => ["some", d, (shade + 1) / SHADES]);
  return [...some, ["bar", path(true, edgeOf)], ["none", path(false, dotOf)]].filter(([, d]) => d !== "");
}

// Returns the words for the edges, by the square before each.
export function labelsOfEdges(width, forced, bars, completions) {
  const labels = new Map(), words = { right: "at the right", below: "below" };
  const add = (place, text) => labels.set(place, { kind: "edges", label: [labels.get(place)?.label, text].filter(Boolean).join(", ") });
  for (const edge of forced) add(placeOf(width, edge), `${edge.bar ? "always" : "never"} a bar ${words[edge.side]}`);
  everyOpen(bars, completions, (place, side, number) => add(place, `a bar ${words[side]} in ${number} of ${completions}`));
  return labels;
}

// Returns the paths of the bars that are new, and of those that go.
export function edgesOfBars(width, before, after) {
  const path = (one, other, pathOf) => SIDES.map(side => [...one[side]].filter(place => !other[side].has(place)).map(place => pathOf(width, place, side)).join("")).join("");
  return [["bar", path(after, before, edgeOf)], ["none", path(before, after, dotOf)]].filter(([, d]) => d !== "");
}
