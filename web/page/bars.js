// @ts-check
// The bars between squares: one path over the grid, on the screen and on paper, so that no bar moves a letter or a number.
import { drawn } from "./dom.js";
import { BLACK } from "./puzzle.js";

// Returns the path of the bars, in squares. A bar beside a black square waits until that is white.
export function barsOf({ width, squares, bars: { right, below } }) {
  const isDrawn = (place, next) => squares[place] !== BLACK && squares[next] !== BLACK;
  const starts = (places, step) => [...places].filter(place => isDrawn(place, place + step)).map(place => [place % width, Math.floor(place / width)]);
  return [
    ...starts(right, 1).map(([column, row]) => `M${column + 1} ${row}v1`), ...starts(below, width).map(([column, row]) => `M${column} ${row + 1}h1`),
  ].join("");
}

// Returns the layer that a path of bars is drawn in.
export const barLayer = () => drawn("svg", { class: "bars", preserveAspectRatio: "none", "aria-hidden": "true" }, drawn("path", {}));

export function drawBars(layer, height, width, path) {
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  layer.firstChild.setAttribute("d", path);
}
