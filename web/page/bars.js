// @ts-check
// The bars between squares: one path over the grid, on the screen and on paper, so that no bar moves a letter or a number.
import { drawn } from "./dom.js";
import { BLACK } from "./puzzle.js";

// Returns the path of the bars, in squares. A bar beside a black square waits until that is white.
export function barsOf({ width, squares, bars: { right, below } }) {
  const isDrawn = (place, next) => squares[place] !== BLACK && squares[next] !== BLACK;
  const paths = (places, side, step) => [...places].filter(place => isDrawn(place, place + step)).map(place => edgeOf(width, place, side));
  return [...paths(right, "right", 1), ...paths(below, "below", width)].join("");
}

// Returns the path of an edge, the one at the right of a square or the one below it.
export function edgeOf(width, place, side) {
  const column = place % width, row = Math.floor(place / width);
  return side === "right" ? `M${column + 1} ${row}v1` : `M${column} ${row + 1}h1`;
}

// Returns the path of a dot in the middle of an edge.
export function dotOf(width, place, side) {
  const column = place % width, row = Math.floor(place / width);
  return side === "right" ? `M${column + 1} ${row + 0.5}v0` : `M${column + 0.5} ${row + 1}h0`;
}

// Draws paths in a layer over the grid: each is `[name, path, opacity]`.
export function drawEdges(layer, height, width, paths) {
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  layer.replaceChildren(...paths.map(([name, d, opacity = 1]) => drawn("path", { class: `edge-${name}`, d, "stroke-opacity": opacity })));
}

// Returns the layer that a path of bars is drawn in.
export const barLayer = () => drawn("svg", { class: "bars", preserveAspectRatio: "none", "aria-hidden": "true" }, drawn("path", {}));

export function drawBars(layer, height, width, path) {
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  layer.firstChild.setAttribute("d", path);
}
