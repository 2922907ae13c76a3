// The grid on the screen: it handles pointer, touch and keyboard, and shows squares with letters, numbers and marks.
//
// Each square is an element, in rows, as the roles grid, row and gridcell require. One square at a time can be reached by Tab, and the arrows
// move on. The board knows no rules: it shows what it is given, and reports what was done.
import { BLACK, OPEN, WHITE } from "./painting.js";

const NAMES = { [WHITE]: "white", [BLACK]: "black", [OPEN]: "open" };
const MARKS = { error: "an error", warning: "a warning", note: "a note" };

export class Board {
  #element;
  #squares = [];
  #at = 0;
  #brush = null;
  #on;

  // `on.stroke(place, colour)` paints, `on.end()` ends a stroke; `on.brush(colour)` returns the colour that paints over a square, or null if
  // a click selects it. `on.select(place, again)` reports the square that is reached, and if it had the focus before. `on.key(place, key)` returns
  // true if it has handled a key.
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    element.addEventListener("pointerdown", event => this.#press(event));
    element.addEventListener("pointermove", event => {
      if (this.#brush === null) return;
      const place = this.#placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (place >= 0 && this.#colour(place) !== this.#brush) on.stroke(place, this.#brush);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        if (this.#brush !== null) on.end();
        this.#brush = null;
      });
    }
    element.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (on.key(this.#at, event.key) || this.#pressKey(event.key)) event.preventDefault();
    });
    element.addEventListener("focusin", event => {
      const place = this.#placeOf(event.target);
      if (place >= 0 && place !== this.#at) this.#move(place);
    });
  }

  // `numbers`, `marks` (the worst severity at a square), `overlay` and `signs` (further classes) are keyed by square; missing ones are not
  // shown.
  show({ height, width, squares, letters }, { numbers, marks, overlay, signs }) {
    if (this.height !== height || this.width !== width) this.#build(height, width);
    for (let place = 0; place < squares.length; place++) {
      const element = this.#squares[place], colour = squares[place], mark = marks.get(place), over = overlay.get(place), letter = letters[place];
      const names = ["square", NAMES[colour], mark && `mark-${mark}`, over && `over-${over.kind}`, letter.length > 1 && "several", signs.get(place)]
        .filter(Boolean).join(" ");
      if (element.className !== names) element.className = names;
      const text = over?.text ?? String(numbers.get(place) ?? "");
      if (element.textContent !== text) element.textContent = text;
      if (element.dataset.letter !== letter) element.dataset.letter = letter;
      const label = [
        `row ${Math.floor(place / width) + 1}, column ${place % width + 1}: ${NAMES[colour]}`, letter,
        numbers.has(place) && `number ${numbers.get(place)}`, mark && `part of ${MARKS[mark]}`, over?.label,
      ].filter(Boolean).join(", ");
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  get at() { return this.#at; }

  focus() { this.#squares[this.#at].focus(); }

  // Moves to a square without the keyboard.
  moveTo(place) { if (place !== this.#at) this.#move(place); }

  #press(event) {
    const place = this.#placeOf(event.target);
    if (place < 0 || event.button > 0) return;
    event.preventDefault();
    const brush = this.#on.brush(this.#colour(place)), again = document.activeElement === this.#squares[place];
    this.#move(place);
    if (brush === null) {
      this.focus();
      this.#on.select(place, again);
      return;
    }
    this.#on.select(place, false);
    // A field that is typed in keeps the focus, and its text is a step before the stroke.
    this.#on.end();
    this.#brush = brush;
    // By default touch sends all events to the first square.
    event.target.releasePointerCapture?.(event.pointerId);
    this.#on.stroke(place, brush);
  }

  #pressKey(key) {
    const { width } = this, place = this.#at, column = place % width, brush = this.#on.brush(this.#colour(place));
    const painted = { ...brush && { " ": brush, Enter: brush }, ".": WHITE, "#": BLACK, "?": OPEN };
    const next = {
      ArrowLeft: column > 0 ? place - 1 : place, ArrowRight: column + 1 < width ? place + 1 : place,
      ArrowUp: place - width, ArrowDown: place + width,
      Home: place - column, End: place - column + width - 1,
    };
    if (key in painted) {
      this.#on.stroke(place, painted[key]);
      this.#on.end();
    } else if (key in next) {
      if (next[key] in this.#squares) this.#move(next[key]);
      this.focus();
      this.#on.select(this.#at, false);
    } else return false;
    return true;
  }

  #build(height, width) {
    Object.assign(this, { height, width });
    this.#element.style.setProperty("--columns", width);
    this.#element.setAttribute("aria-rowcount", height);
    this.#element.setAttribute("aria-colcount", width);
    this.#squares = [];
    const rows = Array.from({ length: height }, () => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (let column = 0; column < width; column++) {
        const square = document.createElement("div");
        square.setAttribute("role", "gridcell");
        square.tabIndex = -1;
        square.dataset.place = this.#squares.length;
        this.#squares.push(square);
        row.append(square);
      }
      return row;
    });
    this.#element.replaceChildren(...rows);
    this.#at = 0;
    this.#squares[0].tabIndex = 0;
  }

  #move(place) {
    this.#squares[this.#at].tabIndex = -1;
    this.#at = place;
    this.#squares[place].tabIndex = 0;
  }

  #placeOf(element) {
    const square = element?.closest?.("[data-place]");
    return square && this.#element.contains(square) ? Number(square.dataset.place) : -1;
  }

  #colour(place) {
    return Object.keys(NAMES).find(colour => this.#squares[place].classList.contains(NAMES[colour]));
  }
}
