// The state of the page: the painting, the rules that judge it, and the overlay. Each change goes through `show`, which judges, draws and
// writes the address.
//
// Invariant: the overlay and the worker's question belong to the current painting: every change drops the overlay and stops the worker.
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { BLACK, Painting, WHITE } from "./painting.js";
import { marks, showFindings, showStats, verdict } from "./report.js";

export const byId = id => document.getElementById(id);

const FRESH = 15;
export const FIRST_BASIS = "rules british";
export const OWN_BASIS = "toml";

export class Session {
  // The overlay of the squares, by place: `{ kind, text, label }`, see page.css.
  overlay = new Map();
  basis = FIRST_BASIS;
  brush = "turn";
  #chosen = -1;
  #late = null;

  constructor({ core, makeWorker, module }) {
    this.core = core;
    this.asking = new Asking(makeWorker, module);
    this.choices = JSON.parse(core.choices());
    this.painting = new Painting(FRESH, FRESH);
    this.board = new Board(byId("board"), {
      brush: colour => this.brush === "turn" ? (colour === WHITE ? BLACK : WHITE) : this.brush,
      stroke: (place, colour) => { if (this.painting.paint(place, colour)) this.changed(); },
      // The painting is already judged and shown; now a stroke can be undone.
      end: () => { this.painting.endStroke(); this.#showControls(); },
    });
  }

  // The name of the rules for the library.
  get named() {
    return this.basis === OWN_BASIS ? `${OWN_BASIS}\n${byId("toml").value}` : this.basis;
  }

  get symmetry() { return byId("symmetry").value; }

  // Replaces the grid by one of any size.
  begin({ height, width, squares } = { height: FRESH, width: FRESH }, symmetry = this.symmetry) {
    this.painting = new Painting(height, width, squares);
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

  // The library determines which squares are painted together. Squares that cannot be tied stay single.
  tie(symmetry) {
    const { painting } = this;
    try {
      painting.tie(this.core.ties(painting.height, painting.width, symmetry));
      byId("symmetry").value = symmetry;
    } catch (error) {
      this.say(error.message);
      painting.tie(null);
      byId("symmetry").value = "none";
    }
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
  }

  say(text, good = false) {
    byId("message").textContent = text;
    byId("message").className = good ? "good" : "";
  }

  show() {
    const start = performance.now();
    let judged = { findings: [], numbers: [] }, told = { text: "not judged", kind: "invalid" };
    try {
      judged = JSON.parse(this.core.judge(this.painting.rows, this.named));
      told = verdict(judged);
      showStats(byId("stats"), byId("lengths"), judged);
    } catch (error) {
      this.say(error.message);
    }
    byId("verdict").textContent = told.text;
    byId("verdict").className = told.kind;
    this.#showSquares(judged);
    this.#showControls();
    this.#writeAddress();
    document.documentElement.dataset.stroke = (performance.now() - start).toFixed(2);
  }

  // This takes a browser longer than all of the above, so it is done once, after the painting is shown.
  #writeAddress() {
    this.#late ??= setTimeout(() => {
      this.#late = null;
      history.replaceState(null, "", this.address);
    });
  }

  #showSquares({ findings, numbers }) {
    const { width } = this.painting;
    const at = new Map(numbers.map(([r, c, number]) => [r * width + c, number]));
    this.board.show(this.painting, { numbers: at, marks: marks(findings, this.#chosen, width), overlay: this.overlay });
    showFindings(byId("findings"), findings, this.#chosen, i => {
      this.#chosen = this.#chosen === i ? -1 : i;
      this.#showSquares({ findings, numbers });
      byId("findings").querySelectorAll("button")[i].focus();
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

  // Follows the address. Missing or invalid parts are as on a fresh page.
  follow(address) {
    const parts = new URLSearchParams(address.slice(1));
    const by = parts.get("by") ?? FIRST_BASIS, known = [...byId("basis").options].some(option => option.value === by);
    const painting = parts.has("grid") ? Painting.fromAddress(parts.get("grid")) : undefined;
    if (parts.has("rules")) byId("toml").value = parts.get("rules");
    this.basis = known ? by : FIRST_BASIS;
    this.say(!known ? `the address asks for ${by}, which is not known here`
      : painting === null ? "the address has no grid that can be read" : "");
    const symmetry = parts.get("symmetry");
    const fresh = new Painting(FRESH, FRESH);
    this.begin(painting ?? { height: FRESH, width: FRESH, squares: fresh.lattice }, this.choices.symmetries.includes(symmetry) ? symmetry : this.ruledSymmetry());
  }
}
