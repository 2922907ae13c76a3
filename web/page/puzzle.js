// @ts-check
// The puzzle that is edited, and its history.
//
// A *state* is a record that is never changed, so the history is a list of states. A *place* is a square, counted row by row. A state has the
// size; `squares`, a character for each place: "." white, "#" black, "?" open, "_" a void; `letters`, a text for each place; sets of places:
// `circles`, `shading`, and `bars.right` and `bars.below`; maps from the name of an entry: `clues`, `notes`, `links` (the entries that
// continue it) and `more` (what the library keeps of a clue and the page does not edit, such as its markup); `locked`, a set of such names; `about` (title, author and so on); `rules` (the name of the rules, their text, and the
// symmetry); and `rest`, which only the library reads. An entry is named by its first square and its direction, so its clue stays when
// numbers change. A *step* is everything between two calls of `endStroke`; undo takes back a whole step.
//
// `ties` determines the squares that are painted together: it has a number for each square, equal for all squares of an orbit. The library
// has the rules of symmetry: this file knows none.

export const WHITE = ".", BLACK = "#", OPEN = "?", VOID = "_";

// In the address `#` would have to be escaped.
const IN_ADDRESS = { [WHITE]: ".", [BLACK]: "x", [OPEN]: "o", [VOID]: "_" };
const FROM_ADDRESS = Object.fromEntries(Object.entries(IN_ADDRESS).map(([square, letter]) => [letter, square]));

export const MOST = 64;

export const nameOf = ({ row, column, direction }) => `${row} ${column} ${direction}`;

// Returns the entries that continue the one of this name.
export const linkedEntries = (links, name, entries) => (links.get(name) ?? []).map(other => entries.find(entry => nameOf(entry) === other)).filter(Boolean);

const NO_RULES = { basis: "rules british", toml: "", symmetry: "rot180" };

// Returns a state from a document of the library, and what the page keeps besides.
export function stateOf(/** @type {any} */ { rows, letters = [], clues = [], about = {}, circles = [], shading = [], bars = {}, ...rest }, /** @type {any} */ beside = {}) {
  const lines = rows.split("\n"), squares = lines.join(""), width = lines[0].length;
  const places = pairs => new Set((pairs ?? []).map(([r, c]) => r * width + c));
  return {
    height: lines.length, width, squares,
    letters: Array.from(squares, (_, place) => letters[place] ?? ""),
    circles: places(circles), shading: places(shading), bars: { right: places(bars.right), below: places(bars.below) },
    clues: new Map(clues.filter(({ text }) => text).map(clue => [nameOf(clue), clue.text])),
    about, rest,
    // An earlier version of the page kept notes and links beside the document.
    notes: new Map([...clues.filter(({ note }) => note).map(clue => [nameOf(clue), clue.note]), ...beside.notes ?? []]),
    links: new Map([...clues.filter(({ continued }) => continued).map(clue => [nameOf(clue), clue.continued.map(nameOf)]), ...beside.links ?? []]),
    more: new Map(clues.flatMap(clue => {
      const { row, column, direction, text, note, continued, ...more } = clue;
      return Object.keys(more).length > 0 ? [[nameOf(clue), more]] : [];
    })),
    locked: new Set(beside.locked),
    rules: { ...NO_RULES, ...beside.rules },
  };
}

// Returns a state of squares alone, from rows of the library.
export const bare = (rows, rules) => stateOf({ rows }, { rules });

// The characters that rows of a question have for white and open squares with bars: at the right, below, and both.
const WITH_BARS = { [WHITE]: ".rb+", [OPEN]: "?|=+" };

// Returns the squares and the bars of a grid that the library has written, in one text.
export function gridOf(rows) {
  const places = characters => new Set([...rows].flatMap((square, place) => characters.includes(square) ? [place] : []));
  return { squares: rows.replace(/[rb+]/g, WHITE), bars: { right: places("r+"), below: places("b+") } };
}

// Parses `..x/.o./...`; returns null if that is no grid.
export function rowsFromAddress(text) {
  const rows = text.split("/");
  const fits = rows.length <= MOST && rows[0].length >= 1 && rows[0].length <= MOST &&
    rows.every(row => row.length === rows[0].length && [...row].every(letter => letter in FROM_ADDRESS));
  return fits ? rows.map(row => [...row].map(letter => FROM_ADDRESS[letter]).join("")).join("\n") : null;
}

// Each state is written once.
const written = new WeakMap();

function writtenOf(state) {
  let texts = written.get(state);
  if (!texts) written.set(state, texts = {});
  return texts;
}

export function rowsOf({ height, width, squares }) {
  return Array.from({ length: height }, (_, r) => squares.slice(r * width, (r + 1) * width)).join("\n");
}

// Returns the number of letters, and of the squares for them.
export const lettersOf = ({ squares, letters }) => [letters.filter(Boolean).length, [...squares].filter(square => square === WHITE).length];

const startOf = name => {
  const [row, column, direction] = name.split(" ");
  return { row: Number(row), column: Number(column), direction };
};

// The document of the library, in JSON.
export function documentOf(state) {
  const texts = writtenOf(state);
  texts.document ??= JSON.stringify(plain(state));
  return texts.document;
}

function plain(state) {
  const { width, letters, clues, notes, links, more, about, circles, shading, bars, rest } = state;
  const pairs = places => [...places].map(place => [Math.floor(place / width), place % width]);
  const names = new Set([...clues.keys(), ...notes.keys(), ...links.keys(), ...more.keys()]);
  const list = [...names].map(name => {
    const note = notes.get(name), others = links.get(name), rest = more.get(name);
    const clue = { ...startOf(name), text: clues.get(name) ?? "", ...rest };
    // An annotation counts while it has the text of the note.
    if (note || rest?.annotation) clue.note = note ?? "";
    if (others) clue.continued = others.map(startOf);
    return clue;
  });
  return {
    ...rest, rows: rowsOf(state), letters, clues: list, about, circles: pairs(circles), shading: pairs(shading),
    bars: { right: pairs(bars.right), below: pairs(bars.below) },
  };
}

// The text that the browser keeps.
export function textOf(state) {
  const texts = writtenOf(state);
  const beside = () => JSON.stringify({ locked: [...state.locked], rules: state.rules });
  texts.text ??= `{"document":${documentOf(state)},"beside":${beside()}}`;
  return texts.text;
}

export function stateFromText(text) {
  const { document, beside } = JSON.parse(text), state = stateOf(document, beside);
  writtenOf(state).text = text;
  return state;
}

// Returns a state with the grid of another size: what is outside is cut off, and new squares are white. A clue without its entry stays.
export function resized(state, height, width) {
  const from = Array.from({ length: height * width }, (_, place) => {
    const [r, c] = [Math.floor(place / width), place % width];
    return r < state.height && c < state.width ? r * state.width + c : -1;
  });
  const placed = places => new Set(from.flatMap((old, place) => places.has(old) ? [place] : []));
  return {
    ...state, height, width, squares: from.map(old => state.squares[old] ?? WHITE).join(""), letters: from.map(old => state.letters[old] ?? ""),
    circles: placed(state.circles), shading: placed(state.shading), bars: { right: placed(state.bars.right), below: placed(state.bars.below) },
  };
}

export class Puzzle {
  #past = [];
  #future = [];
  #before = null;
  // The number of changes of the state and its history, which tells whether the browser has kept the last one.
  changes = 0;

  // The past and the future are states, or their texts, which are read when they are needed.
  constructor(state, /** @type {any[]} */ past = [], /** @type {any[]} */ future = []) {
    this.state = state;
    this.#past = past;
    this.#future = future;
    this.tie(null);
  }

  get height() { return this.state.height; }
  get width() { return this.state.width; }
  get squares() { return this.state.squares; }
  get letters() { return this.state.letters; }
  get document() { return documentOf(this.state); }

  // The squares for questions about grids, which know no voids: a void is black. A bar is given, also between open squares.
  get rows() {
    const { bars: { right, below } } = this.state;
    const written = (square, place) => WITH_BARS[square]?.[(right.has(place) ? 1 : 0) + (below.has(place) ? 2 : 0)] ?? square;
    return rowsOf({ ...this.state, squares: Array.from(this.squares.replaceAll(VOID, BLACK), written).join("") });
  }

  // Returns `true` if there is a bar.
  get isBarred() { return this.state.bars.right.size + this.state.bars.below.size > 0; }

  get address() {
    return rowsOf(this.state).split("\n").map(row => [...row].map(square => IN_ADDRESS[square]).join("")).join("/");
  }

  // All steps, the oldest first: states or texts, and the index of the current one.
  get timeline() {
    const isWithin = this.#before !== null && this.#before !== this.state, past = isWithin ? [...this.#past, this.#before] : this.#past;
    return { steps: [...past, this.state, ...isWithin ? [] : this.#future.toReversed()], at: past.length };
  }

  tie(ties) {
    this.tied = new Map();
    for (let place = 0; place < this.squares.length; place++) {
      const together = ties ? ties[place] : place;
      this.tied.set(together, [...this.tied.get(together) ?? [], place]);
    }
    this.ties = ties;
  }

  orbit(place) { return this.tied.get(this.ties ? this.ties[place] : place); }

  // Paints a square and those tied to it. Voids stay, unless voids are painted or removed. Returns true if anything changed.
  paint(place, colour, alsoVoids = false) {
    const squares = [...this.squares];
    for (const each of this.orbit(place)) if (alsoVoids || squares[each] !== VOID) squares[each] = colour;
    return this.#become(this.#painted(squares.join("")));
  }

  // Paints all squares at once, as one step, and draws other bars if they are given. Voids stay.
  replace(squares, bars = this.state.bars) {
    const painted = this.#painted([...squares].map((square, place) => this.squares[place] === VOID ? VOID : square).join(""));
    return this.#step(bars === this.state.bars ? painted : { ...painted, bars });
  }

  // Opens another state, as one step.
  open(state) { return this.#step(state); }

  // Adds or removes a place of a set of marks, "circles" or "shading".
  toggle(marks, place) {
    const set = new Set(this.state[marks]);
    if (!set.delete(place)) set.add(place);
    return this.#become({ ...this.state, [marks]: set });
  }

  // Adds or removes the bar between a square and the next one, "right" or "below", and those tied to it. `keepsAxis` is true if the symmetry
  // takes rows to rows.
  toggleBar(place, side, keepsAxis) {
    const { width, bars } = this.state, step = side === "right" ? 1 : width;
    const next = { right: new Set(bars.right), below: new Set(bars.below) }, adds = !bars[side].has(place);
    if (side === "right" ? place % width === width - 1 : place + width >= this.squares.length) return false;
    const others = this.orbit(place + step);
    for (const one of this.orbit(place)) {
      for (const other of others) {
        const first = Math.min(one, other), isAcross = Math.abs(one - other) === 1 && Math.floor(one / width) === Math.floor(other / width);
        if (!isAcross && Math.abs(one - other) !== width) continue;
        const its = isAcross ? "right" : "below";
        if (keepsAxis && its !== side) continue;
        if (adds) next[its].add(first);
        else next[its].delete(first);
      }
    }
    return this.#become({ ...this.state, bars: next });
  }

  // Writes a letter, or removes it. An open square becomes white; a black one stays.
  write(place, letter) {
    if (this.squares[place] === OPEN && letter) this.paint(place, WHITE);
    if (this.squares[place] !== WHITE) return false;
    return this.#writeLetters(new Map([[place, letter]]));
  }

  // Writes the letters of some squares, as one step.
  writeAll(letters) {
    this.endStroke();
    const changed = this.#writeLetters(letters);
    this.endStroke();
    return changed;
  }

  // Sets the text of an entry in "clues", "notes" or "links", until the end of the step.
  setOf(map, name, text) {
    const next = new Map(this.state[map]);
    if (text.length === 0) next.delete(name);
    else next.set(name, text);
    return this.#become({ ...this.state, [map]: next });
  }

  setClue(name, text) { return this.setOf("clues", name, text); }

  // Gives the clue of an entry, with its note and links, to another one, which has none.
  moveClue(from, to) {
    const moved = ["clues", "notes", "links", "more"].map(map => {
      const next = new Map(this.state[map]);
      if (next.has(from)) next.set(to, next.get(from));
      next.delete(from);
      return [map, next];
    });
    return this.#step({ ...this.state, ...Object.fromEntries(moved) });
  }

  lock(names, isLocked) {
    const locked = new Set(this.state.locked);
    for (const name of names) isLocked ? locked.add(name) : locked.delete(name);
    return this.#step({ ...this.state, locked });
  }

  setText(field, text) {
    const about = { ...this.state.about, [field]: text };
    if (text === "") delete about[field];
    return this.#become({ ...this.state, about });
  }

  setRules(rules) {
    const next = { ...this.state.rules, ...rules };
    if (JSON.stringify(next) === JSON.stringify(this.state.rules)) return false;
    return this.#become({ ...this.state, rules: next });
  }

  endStroke() {
    if (this.#before !== null && this.#before !== this.state) {
      this.#past.push(this.#before);
      this.#future = [];
      this.changes++;
    }
    this.#before = null;
  }

  get canUndo() { return this.#past.length > 0 || (this.#before !== null && this.#before !== this.state); }
  get canRedo() { return this.#future.length > 0; }

  undo() {
    this.endStroke();
    if (!this.canUndo) return;
    this.#turn(this.#past, this.#future);
  }

  redo() {
    this.endStroke();
    if (!this.canRedo) return;
    this.#turn(this.#future, this.#past);
  }

  // Takes the last step of `from`; the current one goes to `to`.
  #turn(from, to) {
    const step = from.pop();
    let state = step;
    try {
      if (typeof step === "string") state = stateFromText(step);
    } catch {
      // A damaged step ends the history on its side.
      from.length = 0;
      state = null;
    }
    this.changes++;
    if (state === null) return;
    to.push(this.state);
    this.state = state;
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

  #step(state) {
    this.endStroke();
    const changed = this.#become(state);
    this.endStroke();
    return changed;
  }

  #become(state) {
    if (state === this.state) return false;
    this.#before ??= this.state;
    this.state = state;
    this.changes++;
    return true;
  }
}
