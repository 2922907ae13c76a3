// @ts-check
// Small pictures of grids.
import { drawn } from "./dom.js";

// Returns a picture of rows: "." white, "#" black, "?" open, "_" no square, and "o" and "x" open squares that are forced white and black; with
// the path of its bars, and the places that are marked as changed.
export function pictureOf(rows, bars = "", changed = new Set()) {
  const lines = rows.split("\n");
  const all = (squares, shape) => lines.flatMap((line, row) => [...line].map((square, column) => squares.includes(square) ? shape(row, column) : "")).join("");
  const whole = (row, column) => `M${column} ${row}h1v1h-1z`, dot = (row, column) => `M${column + 0.3} ${row + 0.3}h.4v.4h-.4z`;
  const width = lines[0].length;
  const paths = [
    ["small-white", all(".", whole)], ["small-open", all("?ox", whole)], ["small-black", all("#", whole)],
    ["small-forced-white", all("o", dot)], ["small-forced-black", all("x", dot)], ["small-bars", bars],
    ["small-changed", [...changed].map(place => whole(Math.floor(place / width), place % width)).join("")],
  ].filter(([, path]) => path !== "");
  return drawn(
    "svg", { viewBox: `-.1 -.1 ${width + 0.2} ${lines.length + 0.2}`, class: "small-grid", "aria-hidden": "true" },
    ...paths.map(([name, d]) => drawn("path", { class: name, d })),
  );
}
