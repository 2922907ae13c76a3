// The state of the page: the puzzle, the rules that judge it, the selected entry, and the overlay. Each change goes through `show`, which
// judges, draws and writes the address.
//
// Invariant: the overlay and the worker's question belong to the current puzzle: every change drops the overlay and stops the worker.
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { BLACK, Painting, WHITE, stateFromAddress, stateOf } from "./painting.js";
import { marks, showFindings, showStats, verdict } from "./report.js";
import { keepDraft, keptDraft } from "./store.js";

export const byId = id => document.getElementById(id);

const FRESH = 15;
export const FIRST_BASIS = "rules british";
export const OWN_BASIS = "toml";
export const LETTERS = "letters";
// The groups of controls with a line for messages.
const GROUPS = ["rules", "paint", "file", "ask", "fill"];

export class Session {
  // The overlay of the squares, by place: `{ kind, text, label }`, see page.css.
  overlay = new Map();
  basis = FIRST_BASIS;
  brush = "turn";
  direction = "across";
  // Functions to call after the puzzle, or the selected entry, is shown.
  onShow = [];
  #chosen = -1;
  #late = null;
  #judged = { findings: [], numbers: [], entries: [] };
  #isFollowed = false;

  constructor({ core, makeWorker, module }) {
    this.core = core;
    this.asking = new Asking(makeWorker, module);
    // Short questions, which no change stops.
    this.lookup = new Asking(makeWorker, module);
    this.choices = JSON.parse(core.choices());
    this.painting = new Painting(stateOf({ rows: Array(FRESH).fill(WHITE.repeat(FRESH)).join("\n") }));
    this.board = new Board(byId("board"), {
      brush: colour => this.brush === LETTERS ? null : this.brush === "turn" ? (colour === WHITE ? BLACK : WHITE) : this.brush,
      stroke: (place, colour) => { if (this.painting.paint(place, colour)) this.changed(); },
      // The puzzle is already judged and shown; now a stroke can be undone.
      end: () => this.endStroke(),
      select: (place, again) => {
        if (this.brush !== LETTERS) return;
        if (again) this.turn();
        else this.showSquares();
      },
      key: (place, key) => this.brush === LETTERS && this.#type(place, key),
    });
  }

  // The name of the rules for the library.
  get named() {
    return this.basis === OWN_BASIS ? `${OWN_BASIS}\n${byId("toml").value}` : this.basis;
  }

  get symmetry() { return byId("symmetry").value; }

  get entries() { return this.#judged.entries; }

  // The entry of the current square: in the current direction, if there is one.
  get entry() {
    const here = this.entries.filter(({ squares }) => squares.includes(this.board.at));
    return here.find(({ direction }) => direction === this.direction) ?? here[0] ?? null;
  }

  // Replaces the puzzle by one of any size, as one step of the history.
  begin(state, symmetry = this.symmetry) {
    this.painting.open(state);
    this.tie(symmetry);
    this.changed();
  }

  judgeBy(basis) {
    this.basis = basis;
    this.tie(this.ruledSymmetry());
    this.changed();
  }

  ruledSymmetry() {
    try { return this.core.symmetry(this.named); } catch { return "none"; }
  }

  // A grid of this size to start from.
  fresh(height, width) {
    try {
      return stateOf({ rows: this.core.start(height, width, this.named) });
    } catch {
      // The rules cannot be read, which `show` reports.
      return stateOf({ rows: Array(height).fill("?".repeat(width)).join("\n") });
    }
  }

  // The library determines which squares are painted together. Squares that cannot be tied stay single.
  tie(symmetry) {
    const { painting } = this;
    try {
      painting.tie(this.core.ties(painting.height, painting.width, symmetry));
      byId("symmetry").value = symmetry;
    } catch (error) {
      this.say("rules", error.message);
      painting.tie(null);
      byId("symmetry").value = "none";
    }
  }

  step(back) {
    const { height, width } = this.painting;
    this.painting[back ? "undo" : "redo"]();
    if (this.painting.height !== height || this.painting.width !== width) this.tie(this.symmetry);
    this.changed();
  }

  endStroke() {
    this.painting.endStroke();
    this.#showControls();
  }

  changed() {
    this.asking.stop();
    this.forget();
    this.show();
  }

  // Removes the answer.
  forget() {
    this.#chosen = -1;
    this.overlay = new Map();
    byId("answer").replaceChildren();
    byId("progress").textContent = "";
    byId("fill-progress").textContent = "";
  }

  // Shows a message beside the controls of a group.
  say(group, text, good = false) {
    byId(`${group}-message`).textContent = text;
    byId(`${group}-message`).className = good ? "message good" : "message";
  }

  // Removes all messages.
  hush() { for (const group of GROUPS) this.say(group, ""); }

  // Selects an entry, or the current square in the other direction.
  select({ squares, direction }) {
    this.direction = direction;
    this.board.moveTo(squares[0]);
    this.showSquares();
  }

  turn() {
    this.direction = this.direction === "across" ? "down" : "across";
    this.showSquares();
  }

  show() {
    const start = performance.now();
    let told = { text: "not judged", kind: "invalid" };
    try {
      this.#judged = JSON.parse(this.core.judge(this.painting.document, this.named));
      told = verdict(this.#judged);
      showStats(byId("stats"), byId("lengths"), this.#judged);
    } catch (error) {
      this.#judged = { findings: [], numbers: [], entries: [] };
      this.say("rules", error.message);
    }
    byId("verdict").textContent = told.text;
    byId("verdict").className = told.kind;
    this.showSquares();
    this.#showControls();
    this.#writeAddress();
    document.documentElement.dataset.stroke = (performance.now() - start).toFixed(2);
  }

  showSquares() {
    const { painting, board } = this, { width } = painting, { findings, numbers } = this.#judged;
    const at = new Map(numbers.map(([r, c, number]) => [r * width + c, number]));
    const signs = new Map();
    const sign = (place, name) => signs.set(place, `${signs.get(place) ?? ""} ${name}`);
    for (const [name, squares] of [["circled", painting.state.rest.circles], ["shaded", painting.state.rest.shading]]) {
      for (const [r, c] of squares ?? []) if (painting.squares[r * width + c] === WHITE) sign(r * width + c, name);
    }
    const entry = this.brush === LETTERS ? this.entry : null;
    for (const place of entry?.squares ?? []) sign(place, place === board.at ? "here" : "in-entry");
    board.show(painting, { numbers: at, marks: marks(findings, this.#chosen, width), overlay: this.overlay, signs });
    showFindings(byId("findings"), findings, this.#chosen, i => {
      this.#chosen = this.#chosen === i ? -1 : i;
      this.showSquares();
      byId("findings").querySelector(`[data-finding="${i}"]`).focus();
    });
    for (const show of this.onShow) show(entry);
  }

  // Handles a key in the brush for letters. Returns true if it is handled.
  #type(place, key) {
    const { painting } = this;
    if (key === " " || key === "Enter") this.turn();
    else if (/^[\p{L}\p{N}]$/u.test(key)) {
      const capital = key.toUpperCase();
      const isWritten = painting.write(place, capital.length === key.length ? capital : key);
      this.#advance(1);
      this.#showMove(isWritten);
    } else if (key === "Backspace" || key === "Delete") {
      if (key === "Backspace" && !painting.letters[place]) this.#advance(-1);
      this.#showMove(painting.write(this.board.at, ""));
    } else {
      if (key === "ArrowLeft" || key === "ArrowRight") this.direction = "across";
      if (key === "ArrowUp" || key === "ArrowDown") this.direction = "down";
      return false;
    }
    this.endStroke();
    return true;
  }

  // Moves on in the current direction, unless a black square or the edge follows.
  #advance(by) {
    const { width, squares } = this.painting, place = this.board.at;
    const isAcross = this.direction === "across", next = place + by * (isAcross ? 1 : width);
    const isInside = isAcross ? Math.floor(next / width) === Math.floor(place / width) : next >= 0 && next < squares.length;
    if (isInside && squares[next] !== BLACK) this.board.moveTo(next);
    this.board.focus();
  }

  // Shows the current square, and the puzzle if it has changed too.
  #showMove(isChanged) {
    if (isChanged) this.changed();
    else this.showSquares();
  }

  // This takes a browser longer than all of the above, so it is done once, after the painting is shown.
  #writeAddress() {
    this.#late ??= setTimeout(() => {
      this.#late = null;
      history.replaceState(null, "", this.address);
      if (this.painting.isWritten && !keepDraft(this.painting.document)) {
        this.say("file", "this browser keeps nothing for the page: save the puzzle before you leave");
      }
    });
  }

  #showControls() {
    byId("undo").disabled = !this.painting.canUndo;
    byId("redo").disabled = !this.painting.canRedo;
    byId("stop").disabled = !this.asking.isBusy;
    byId("own").hidden = this.basis !== OWN_BASIS;
    for (const button of document.querySelectorAll("[data-brush]")) {
      button.setAttribute("aria-pressed", String(button.dataset.brush === this.brush));
    }
    byId("basis").value = this.basis;
    for (const [side, number] of [["rows", this.painting.height], ["columns", this.painting.width]]) {
      const select = byId(side), value = String(number);
      if (![...select.options].some(option => option.value === value)) select.add(new Option(value, value));
      select.value = value;
    }
  }

  get address() {
    const parts = { grid: this.painting.address, by: this.basis, symmetry: this.symmetry };
    if (this.basis === OWN_BASIS) parts.rules = byId("toml").value;
    return `#${Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2F", "/")}`).join("&")}`;
  }

  // Follows the address. Missing or invalid parts are as on a fresh page. Letters and clues that the browser kept for this grid return when the
  // page is opened.
  follow(address) {
    const parts = new URLSearchParams(address.slice(1));
    const by = parts.get("by") ?? FIRST_BASIS, known = [...byId("basis").options].some(option => option.value === by);
    const asked = parts.has("grid") ? stateFromAddress(parts.get("grid")) : undefined;
    if (parts.has("rules")) byId("toml").value = parts.get("rules");
    this.basis = known ? by : FIRST_BASIS;
    this.hush();
    if (!known) this.say("rules", `the address asks for ${by}, which is not known here`);
    else if (asked === null) this.say("rules", "the address has no grid that can be read");
    const symmetry = this.choices.symmetries.includes(parts.get("symmetry")) ? parts.get("symmetry") : this.ruledSymmetry();
    const kept = this.#isFollowed || asked === null ? null : this.#kept(asked);
    if (kept) this.say("file", "the letters and clues that this browser kept are back", true);
    const state = kept ?? asked ?? this.fresh(FRESH, FRESH);
    if (!this.#isFollowed) this.painting = new Painting(state);
    this.#isFollowed = true;
    this.begin(state, symmetry);
  }

  // Returns the puzzle that the browser kept, if it has these squares or none are asked for.
  #kept(asked) {
    const kept = keptDraft();
    try {
      // The library reads it like any other.
      if (!kept || (asked && new Painting(asked).rows !== kept.rows)) return null;
      this.core.judge(JSON.stringify(kept), FIRST_BASIS);
      return stateOf(kept);
    } catch {
      return null;
    }
  }
}
