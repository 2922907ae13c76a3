// The puzzle that is edited: its squares, each black, white or open, its letters, clues and texts, and the history of all of them.
//
// A *state* is a record that is never changed, so the history is a list of states: size, `squares` (height × width characters of "#", "."
// and "?", row by row), `letters` (a text for each square), `clues` (a Map from the name of an entry to its text), `about` (title, author and
// so on), and `rest`, which only the library reads. An entry is named by its first square and its direction, so its clue stays when numbers
// change. A *stroke* is everything between two calls of `endStroke`; undo reverts a whole stroke.
//
// `ties` determines the squares that are painted together: it has a number for each square, equal for all squares of an orbit. The library has
// the rules of symmetry: this file knows none.

export const WHITE = ".", BLACK = "#", OPEN = "?";

// In the address `#` would have to be escaped.
const IN_ADDRESS = { [WHITE]: ".", [BLACK]: "x", [OPEN]: "o" };
const FROM_ADDRESS = Object.fromEntries(Object.entries(IN_ADDRESS).map(([square, letter]) => [letter, square]));

export const MOST = 64;

export const nameOf = ({ row, column, direction }) => `${row} ${column} ${direction}`;

// Returns a state from rows, and what else a document of the library has.
export function stateOf({ rows, letters = [], clues = [], about = {}, ...rest }) {
  const lines = rows.split("\n"), squares = lines.join("");
  return {
    height: lines.length, width: lines[0].length, squares,
    letters: Array.from(squares, (_, place) => letters[place] ?? ""),
    clues: new Map(clues.map(clue => [nameOf(clue), clue.text])),
    about, rest,
  };
}

// Parses `..x/.o./...`; returns null if that is no grid.
export function stateFromAddress(text) {
  const rows = text.split("/");
  const fits = rows.length <= MOST && rows[0].length >= 1 && rows[0].length <= MOST &&
    rows.every(row => row.length === rows[0].length && [...row].every(letter => letter in FROM_ADDRESS));
  return fits ? stateOf({ rows: rows.map(row => [...row].map(letter => FROM_ADDRESS[letter]).join("")).join("\n") }) : null;
}

export class Painting {
  #past = [];
  #future = [];
  #before = null;
  #written = { state: null, json: "" };

  constructor(state) {
    this.state = state;
    this.tie(null);
  }

  get height() { return this.state.height; }
  get width() { return this.state.width; }
  get squares() { return this.state.squares; }
  get letters() { return this.state.letters; }

  get rows() {
    const { height, width, squares } = this.state;
    return Array.from({ length: height }, (_, r) => squares.slice(r * width, (r + 1) * width)).join("\n");
  }

  get address() {
    return this.rows.split("\n").map(row => [...row].map(square => IN_ADDRESS[square]).join("")).join("/");
  }

  // Returns `true` if there is more than squares.
  get isWritten() {
    const { letters, clues, about } = this.state;
    return clues.size > 0 || Object.keys(about).length > 0 || letters.some(letter => letter !== "");
  }

  // The document of the library, in JSON.
  get document() {
    if (this.#written.state !== this.state) {
      const { letters, clues, about, rest } = this.state;
      const list = [...clues].map(([name, text]) => {
        const [row, column, direction] = name.split(" ");
        return { row: Number(row), column: Number(column), direction, text };
      });
      this.#written = { state: this.state, json: JSON.stringify({ ...rest, rows: this.rows, letters, clues: list, about }) };
    }
    return this.#written.json;
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
    return this.#become(this.#painted(squares.join("")));
  }

  // Paints all squares at once, as one stroke.
  replace(squares) {
    return this.#stroke(this.#painted(squares));
  }

  // Opens another puzzle, as one stroke.
  open(state) {
    return this.#stroke(state);
  }

  // Writes a letter, or removes it. An open square becomes white; a black one stays.
  write(place, letter) {
    if (this.squares[place] === OPEN && letter) this.paint(place, WHITE);
    if (this.squares[place] !== WHITE) return false;
    return this.#writeLetters(new Map([[place, letter]]));
  }

  // Writes the letters of some squares, as one stroke.
  writeAll(letters) {
    this.endStroke();
    const changed = this.#writeLetters(letters);
    this.endStroke();
    return changed;
  }

  // Sets the clue of an entry, until the end of the stroke.
  setClue(name, text) {
    const clues = new Map(this.state.clues);
    if (text === "") clues.delete(name);
    else clues.set(name, text);
    return this.#become({ ...this.state, clues });
  }

  setText(field, text) {
    const about = { ...this.state.about, [field]: text };
    if (text === "") delete about[field];
    return this.#become({ ...this.state, about });
  }

  endStroke() {
    if (this.#before !== null && this.#before !== this.state) {
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
    this.#future.push(this.state);
    this.state = this.#past.pop();
  }

  redo() {
    this.endStroke();
    if (!this.canRedo) return;
    this.#past.push(this.state);
    this.state = this.#future.pop();
  }

  // Squares that stay white keep their letters.
  #painted(squares) {
    if (squares === this.squares) return this.state;
    const letters = this.letters.map((letter, place) => squares[place] === WHITE ? letter : "");
    return { ...this.state, squares, letters };
  }

  #writeLetters(changed) {
    if ([...changed].every(([place, letter]) => this.letters[place] === letter)) return false;
    const letters = this.letters.map((letter, place) => changed.get(place) ?? letter);
    return this.#become({ ...this.state, letters });
  }

  #stroke(state) {
    this.endStroke();
    const changed = this.#become(state);
    this.endStroke();
    return changed;
  }

  #become(state) {
    if (state === this.state) return false;
    this.#before ??= this.state;
    this.state = state;
    return true;
  }
}
