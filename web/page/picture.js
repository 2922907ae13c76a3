// @ts-check
// Small pictures of grids.

const SVG = "http://www.w3.org/2000/svg";

// Returns a picture of rows: "." white, "#" black, "?" open, "_" no square, and "o" and "x" open squares that are forced white and black; with
// the path of its bars.
export function pictureOf(rows, bars = "") {
  const lines = rows.split("\n"), picture = document.createElementNS(SVG, "svg");
  const draw = (name, path) => {
    if (path === "") return;
    const drawn = document.createElementNS(SVG, "path");
    drawn.setAttribute("class", name);
    drawn.setAttribute("d", path);
    picture.append(drawn);
  };
  const all = (squares, shape) => lines.flatMap((line, row) => [...line].map((square, column) => squares.includes(square) ? shape(row, column) : "")).join("");
  const whole = (row, column) => `M${column} ${row}h1v1h-1z`, dot = (row, column) => `M${column + 0.3} ${row + 0.3}h.4v.4h-.4z`;
  picture.setAttribute("viewBox", `-.1 -.1 ${lines[0].length + 0.2} ${lines.length + 0.2}`);
  picture.setAttribute("class", "small-grid");
  picture.setAttribute("aria-hidden", "true");
  draw("small-white", all(".", whole));
  draw("small-open", all("?ox", whole));
  draw("small-black", all("#", whole));
  draw("small-forced-white", all("o", dot));
  draw("small-forced-black", all("x", dot));
  draw("small-bars", bars);
  return picture;
}
