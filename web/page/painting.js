// The squares of a grid, each black, white or open, and the history of strokes.
//
// Invariant: `squares` has height × width characters of "#", "." and "?", row by row. A *stroke* is everything between two
// calls of `endStroke`; undo reverts a whole stroke. `ties` determines the squares that are painted together: it has a number for each
// square, equal for all squares of an orbit. The library has the rules of symmetry: this file knows none.

export const WHITE = ".", BLACK = "#", OPEN = "?";

// In the address `#` would have to be escaped.
const IN_ADDRESS = { [WHITE]: ".", [BLACK]: "x", [OPEN]: "o" };
const FROM_ADDRESS = Object.fromEntries(Object.entries(IN_ADDRESS).map(([square, letter]) => [letter, square]));

export const MOST = 64;

export class Painting {
  #past = [];
  #future = [];
  #before = null;

  constructor(height, width, squares = WHITE.repeat(height * width)) {
    Object.assign(this, { height, width, squares });
    this.tie(null);
  }

  static fromRows(text) {
    const rows = text.split("\n");
    return new Painting(rows.length, rows[0].length, rows.join(""));
  }

  // Parses `..x/.o./...`; returns null if that is no grid.
  static fromAddress(text) {
    const rows = text.split("/");
    const fits = rows.length <= MOST && rows[0].length >= 1 && rows[0].length <= MOST &&
      rows.every(row => row.length === rows[0].length && [...row].every(letter => letter in FROM_ADDRESS));
    return fits ? Painting.fromRows(rows.map(row => [...row].map(letter => FROM_ADDRESS[letter]).join("")).join("\n")) : null;
  }

  get rows() {
    return Array.from({ length: this.height }, (_, r) => this.squares.slice(r * this.width, (r + 1) * this.width)).join("\n");
  }

  get address() {
    return this.rows.split("\n").map(row => [...row].map(square => IN_ADDRESS[square]).join("")).join("/");
  }

  // Black where an even row meets an even column, counted from 1; otherwise white.
  get lattice() {
    return Array.from(this.squares, (_, place) => Math.floor(place / this.width) % 2 && place % this.width % 2 ? BLACK : WHITE).join("");
  }

  tie(ties) {
    this.tied = new Map();
    for (let place = 0; place < this.squares.length; place++) {
      const together = ties ? ties[place] : place;
      this.tied.set(together, [...this.tied.get(together) ?? [], place]);
    }
    this.ties = ties;
  }

  // Paints a square and those tied to it. Returns true if anything changed.
  paint(place, colour) {
    const squares = [...this.squares];
    for (const each of this.tied.get(this.ties ? this.ties[place] : place)) squares[each] = colour;
    return this.#become(squares.join(""));
  }

  // Paints all squares at once, as one stroke.
  replace(squares) {
    this.endStroke();
    const changed = this.#become(squares);
    this.endStroke();
    return changed;
  }

  endStroke() {
    if (this.#before !== null && this.#before !== this.squares) {
      this.#past.push(this.#before);
      this.#future = [];
    }
    this.#before = null;
  }

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  undo() {
    this.endStroke();
    if (!this.canUndo) return;
    this.#future.push(this.squares);
    this.squares = this.#past.pop();
  }

  redo() {
    this.endStroke();
    if (!this.canRedo) return;
    this.#past.push(this.squares);
    this.squares = this.#future.pop();
  }

  #become(squares) {
    if (squares === this.squares) return false;
    this.#before ??= this.squares;
    this.squares = squares;
    return true;
  }
}
