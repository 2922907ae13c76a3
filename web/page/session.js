// @ts-check
// The state of the page: the puzzle, the task, the cursor and the marks. Each change of the puzzle goes through `changed`, which judges and
// shows it.
//
// Invariant: the overlay and the worker's question belong to the current puzzle: every change drops the overlay and stops the worker.
import { Asking } from "./asking.js";
import { barsOf } from "./bars.js";
import { Board } from "./board.js";
import { Cursor } from "./cursor.js";
import { squaresOf } from "./display.js";
import { button, byId } from "./dom.js";
import { ask, start } from "./load.js";
import { BLACK, Puzzle, VOID, WHITE, bare, nameOf } from "./puzzle.js";

const FRESH = 15;
// Milliseconds without a stroke after which clues are judged.
const PAUSE = 40;
export const FIRST_BASIS = "rules british";
export const OWN_BASIS = "toml";
export const BARRED_BASIS = "rules ximenes";
export const GRID = "grid", CHECK = "check";
// The brush that paints nothing: swiping scrolls the grid.
export const MOVE = "move";
// The symmetries that take rows to rows.
const KEEPS_AXIS = ["none", "rot180", "mirror", "mirrors"];
const NOT_JUDGED = { findings: [], numbers: [], entries: [], progress: null, open: 0, valid: null, begun: true, stats: null, fault: null };

// Returns rules as the library takes them: a rule set, a profile, or the text of a rule file, which has a line end.
export function byOf({ basis, toml }) {
  const [kind, name] = basis.split(" ");
  return basis === OWN_BASIS ? { rules: `${toml}\n` } : { [kind]: name };
}

export class Session {
  // The overlay of the squares, by place: `{ kind, text, label }`, see page.css.
  overlay = new Map();
  // The marks for edges, as paths of the board.
  edges = /** @type {any[]} */ ([]);
  task = GRID;
  brush = "turn";
  // The index of the finding whose squares are shown, or -1.
  chosen = -1;
  isRebus = false;
  // `true` if another tab edits this puzzle.
  isReadOnly = false;
  // The rules that the user has chosen last, by which a file is judged first; `null` for those of a fresh page. Rules that were chosen for one
  // file do not judge the next one.
  preferred = null;
  // The squares that no word of the lists suits, and those that only one letter suits, by place.
  prospects = { dead: new Set(), forced: new Map() };
  // How the word lists write answers that they have with spaces or hyphens, by their letters.
  spellings = new Map();
  // Functions to call after the puzzle is shown, after the puzzle has changed, and at the end of a step.
  onShow = [];
  onChange = [];
  onStep = [];
  // Called after a bar has changed the rules to those for bars, with the name of the rules before.
  onKind = before => {};
  judged = NOT_JUDGED;
  #painted = null;
  #locked = { of: /** @type {any} */ (null), entries: /** @type {any} */ (null), places: new Set() };
  // Waits until strokes pause, to judge the clues too.
  #judging = 0;
  // The square of the last press: a second one turns.
  #pressed = -1;

  // `module` is the compiled library.
  constructor(module) {
    this.asking = new Asking(module, start);
    // Short questions, which no change stops.
    this.lookup = new Asking(module, start);
    // Files are read in a worker too, because some are large.
    this.reading = new Asking(module, start);
    this.choices = ask("choices");
    this.puzzle = new Puzzle(bare(Array(FRESH).fill(WHITE.repeat(FRESH)).join("\n")));
    this.cursor = new Cursor(this);
    this.board = new Board(byId("board"), {
      down: (place, edge) => this.#down(place, edge),
      move: place => {
        if (this.#painted !== null && this.puzzle.squares[place] !== this.#painted) this.paint(place, this.#painted);
      },
      scrolls: () => !this.isPainting || this.brush === MOVE,
      up: () => {
        this.#painted = null;
        this.endStroke();
      },
      long: place => {
        if (this.isPainting) return;
        this.cursor.at = place;
        this.setRebus(true);
      },
      key: key => this.isPainting && this.#key(key),
      focus: place => {
        if (place === this.cursor.at) return;
        this.cursor.at = place;
        this.showSquares();
      },
    });
  }

  get isPainting() { return this.task === GRID; }
  get rules() { return this.puzzle.state.rules; }
  get basis() { return this.rules.basis; }
  // The rules in the options of the library.
  get by() { return byOf(this.rules); }
  get entries() { return this.judged.entries; }
  get entry() { return this.cursor.entry; }

  isLocked(place) { return this.lockedPlaces.has(place); }

  // The squares of locked entries.
  get lockedPlaces() {
    const { locked } = this.puzzle.state, { entries } = this;
    if (this.#locked.of !== locked || this.#locked.entries !== entries) {
      const places = locked.size === 0 ? [] : entries.filter(entry => locked.has(nameOf(entry))).flatMap(({ squares }) => squares);
      this.#locked = { of: locked, entries, places: new Set(places) };
    }
    return this.#locked.places;
  }

  // Returns a sentence on why a square keeps its letter.
  whyLocked(place) {
    const { locked } = this.puzzle.state, { entry } = this;
    if (entry && locked.has(nameOf(entry))) return "This entry is locked. Unlock it in Letters to change it.";
    const name = this.entries.find(entry => locked.has(nameOf(entry)) && entry.squares.includes(place))?.name;
    return `This square keeps its letter: ${name} is locked. Unlock it in Letters to change it.`;
  }

  // Shows another puzzle, with its own history.
  use(puzzle) {
    this.puzzle = puzzle;
    this.cursor.at = 0;
    this.cursor.direction = "across";
    this.#tie();
    this.changed(true);
  }

  // Replaces the state by one of any size, as one step of the history.
  begin(state) {
    this.puzzle.open(state);
    this.#tie();
    this.changed(true);
  }

  setRules(rules) {
    const isChanged = this.puzzle.setRules(rules);
    this.puzzle.endStroke();
    this.#tie();
    if (isChanged) this.changed(true);
  }

  symmetryOf(rules) {
    try { return ask("symmetry", byOf(rules)); } catch { return "none"; }
  }

  // A grid of this size to start from, with these rules.
  fresh(height, width, rules = this.rules) {
    try {
      return bare(ask("begin", { height, width, by: byOf(rules) }), rules);
    } catch {
      // The rules cannot be read, which is reported when they judge.
      return bare(Array(height).fill("?".repeat(width)).join("\n"), rules);
    }
  }

  // The library determines which squares are painted together. Squares that cannot be tied stay single.
  #tie() {
    const { puzzle } = this, { height, width } = puzzle;
    try {
      puzzle.tie(ask("ties", { height, width, symmetry: this.rules.symmetry }));
    } catch (error) {
      this.say(error.message);
      puzzle.tie(null);
    }
  }

  step(back) {
    const { height, width, state: { rules } } = this.puzzle;
    this.puzzle[back ? "undo" : "redo"]();
    if (this.puzzle.height !== height || this.puzzle.width !== width || rules !== this.rules) this.#tie();
    this.changed(true);
  }

  endStroke() {
    this.puzzle.endStroke();
    for (const stepped of this.onStep) stepped();
  }

  // Judges and shows the puzzle after it has changed. `judgesAll` is false for strokes and letters, whose clues are judged when they pause.
  changed(judgesAll = false) {
    this.asking.stop();
    this.forget();
    // They were found for other letters.
    this.prospects = { dead: new Set(), forced: new Map() };
    this.cursor.fit();
    // The buttons of an earlier message would act on newer work.
    byId("message-actions").replaceChildren();
    this.#judge(judgesAll || this.task === CHECK);
    for (const changed of this.onChange) changed();
  }

  // Removes the answer.
  forget() {
    this.chosen = -1;
    this.overlay = new Map();
    this.edges = [];
    byId("answer").replaceChildren();
    byId("progress").textContent = "";
  }

  // Shows a message where the eye is. `action` is a button that answers it.
  say(text, action = null) {
    byId("said").textContent = text;
    byId("message-actions").replaceChildren(...action ? [action] : []);
    byId("message").classList.toggle("told", text !== "");
  }

  hush() { this.say(""); }

  show() { this.#judge(true); }

  // Judges without showing anything.
  warmUp() {
    try {
      for (const question of ["glance", "judge"]) ask(question, this.by, this.puzzle.document);
    } catch {
      // Rules that cannot be read have been reported.
    }
  }

  // Judges the grid, and its clues too or later: most of the time is theirs. Until then the findings about them stay.
  #judge(isWhole) {
    const start = performance.now(), { clueCodes } = this.choices;
    clearTimeout(this.#judging);
    this.#judging = isWhole ? 0 : setTimeout(() => this.#judge(true), PAUSE);
    try {
      const judged = { ...NOT_JUDGED, ...ask(isWhole ? "judge" : "glance", this.by, this.puzzle.document) };
      const kept = isWhole ? [] : this.judged.findings.filter(({ code }) => clueCodes.includes(code));
      const valid = judged.valid && !kept.some(({ severity }) => severity === "error");
      this.judged = { ...judged, valid, findings: [...judged.findings, ...kept] };
    } catch (error) {
      this.judged = { ...NOT_JUDGED, fault: error.message };
    }
    this.showSquares();
    document.documentElement.dataset.stroke = (performance.now() - start).toFixed(2);
  }

  showSquares() {
    const { puzzle, puzzle: { height, width } } = this;
    this.board.show({ height, width, squares: squaresOf(this), bars: barsOf(puzzle.state), edges: this.edges, focusable: this.isPainting ? this.cursor.at : -1 });
    for (const show of this.onShow) show(this.entry);
  }

  // Shows the cursor after it has moved, and the puzzle if it has changed too.
  moved(isChanged) {
    if (isChanged) this.changed();
    else this.showSquares();
    this.board.reveal(this.cursor.at);
    if (!this.isPainting) byId("typed").focus({ preventScroll: true });
  }

  setRebus(isRebus) {
    if (isRebus === this.isRebus) return;
    this.isRebus = isRebus;
    if (isRebus) this.say("Several letters for one square: type them, then Enter.");
    else this.hush();
    this.showSquares();
  }

  setTask(task) {
    this.endStroke();
    if (task === CHECK && this.#judging) this.#judge(true);
    this.task = task;
    this.#pressed = -1;
    this.isRebus = false;
    this.showSquares();
  }

  paint(place, colour) {
    if (this.puzzle.paint(place, colour, this.brush === "_" || colour === "_")) this.changed();
  }

  toggleBar(place, side) {
    const { puzzle, puzzle: { state: { bars: { right, below } } } } = this, isFirst = right.size + below.size === 0;
    if (!puzzle.toggleBar(place, side, KEEPS_AXIS.includes(this.rules.symmetry))) return;
    const before = this.basis, isChosen = isFirst && this.#suitBars();
    this.changed();
    if (isChosen) this.onKind(before);
  }

  // Chooses rules for bars, in the same step, if rules for black squares judge a white grid with its first bar. Returns `true` if it does.
  #suitBars() {
    const { puzzle, puzzle: { squares } } = this;
    if (squares.includes(BLACK) || squares.includes(VOID) || this.kindOf(this.basis) !== "blocks") return false;
    return puzzle.setRules({ basis: BARRED_BASIS });
  }

  // Returns `true` if the grid has bars, or the rules are for bars.
  get isBarred() { return this.puzzle.isBarred || this.kindOf(this.basis) === "bars"; }

  // Returns the kind of grid that rules are for, "blocks" or "bars"; `undefined` for the user's own.
  kindOf(basis) {
    const [kind, name] = basis.split(" "), list = { rules: this.choices.rules, profile: this.choices.profiles }[kind];
    return list?.find(rules => rules.name === name)?.kind;
  }

  toggleMark(marks, place) {
    if (this.puzzle.squares[place] === WHITE && this.puzzle.toggle(marks, place)) this.changed();
  }

  #down(place, edge) {
    const { cursor } = this;
    if (!this.isPainting) {
      const again = place === cursor.at && place === this.#pressed;
      cursor.at = this.#pressed = place;
      if (again) cursor.turn();
      this.setRebus(false);
      return this.moved(false);
    }
    // A field that is typed in keeps the focus, and its text is a step before this one.
    this.puzzle.endStroke();
    cursor.at = place;
    const { state } = this.puzzle;
    this.#stroke(place, edge);
    // A stroke that changes the puzzle has shown the cursor too.
    if (this.puzzle.state === state) this.showSquares();
  }

  #stroke(place, edge) {
    if (this.brush === MOVE) return;
    if (this.brush === "bar") {
      if (edge) this.toggleBar(edge.place, edge.side);
      else this.say("Click near the edge between two squares to draw a bar there, or remove it.");
    } else if (this.brush === "circles" || this.brush === "shading") this.toggleMark(this.brush, place);
    else {
      const colour = this.puzzle.squares[place];
      this.#painted = this.brush === "turn" ? (colour === WHITE ? BLACK : WHITE) : this.brush === "_" && colour === "_" ? WHITE : this.brush;
      if (colour !== this.#painted) this.paint(place, this.#painted);
    }
  }

  // Handles a key in a square while squares are painted.
  #key(key) {
    const { cursor } = this, place = cursor.at;
    const painted = { ".": WHITE, "#": BLACK, "?": "?" };
    if (key === " " || key === "Enter") {
      if (this.brush === "bar") this.toggleBar(place, "right");
      else this.#stroke(place, null);
      this.#painted = null;
    } else if (key in painted) this.paint(place, painted[key]);
    else if (key === "|") this.toggleBar(place, "right");
    else if (key === "_") this.toggleBar(place, "below");
    else if (key === "o") this.toggleMark("circles", place);
    else if (key === "s") this.toggleMark("shading", place);
    else if (/^\p{L}$/u.test(key)) {
      this.say("The task Grid paints squares. Letters are typed in the task Letters.", button("Type letters", () => byId("tab-letters").click()));
    } else {
      if (!cursor.arrow(key, false)) return false;
      this.showSquares();
      this.board.focus(cursor.at);
      return true;
    }
    this.endStroke();
    return true;
  }
}
