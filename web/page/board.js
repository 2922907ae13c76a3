// @ts-check
// The grid on the screen: it draws squares, and reports pointer, touch and keyboard.
//
// Each square is an element, in rows, as the roles grid, row and gridcell require. The board knows no rules and no puzzle: it draws what it
// is given, and remembers nothing but that.

import { barLayer, drawBars, drawEdges } from "./bars.js";

// Milliseconds after which a press is long.
const LONG_PRESS = 550;
// The parts of a pixel in which browsers keep lengths.
const LAYOUT_UNITS = 64;
// The part of a square, from its edge, that belongs to the edge.
const EDGE = 0.3;

export class Board {
  height = 0;
  width = 0;
  #element;
  #squares = [];
  /** @type {any[]} */
  #shown = [];
  #focusable = -1;
  #bars = barLayer();
  #path = "";
  // What is said about edges, below the bars.
  #edges = barLayer();
  #marks = "";
  #on;
  #isDown = false;
  #timer = 0;
  // The touch that may become a tap, if touches scroll.
  /** @type {any} */
  #tap = null;

  // `on.scrolls()` returns true if a swipe scrolls, so that a touch acts at its end. `on.down(place, side)` and `on.move(place)` report a pointer, `on.up()` its end, `on.long(place)` a long press; `side` is "right" or
  // "below" and the place that has the nearest edge there. `on.key(key, event)` returns true if it has handled a key of a square that has
  // the focus, and `on.focus(place)` reports that focus.
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    element.addEventListener("pointerdown", event => this.#press(event));
    element.addEventListener("pointermove", event => {
      if (!this.#isDown) return;
      const place = this.#placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (place < 0) return;
      on.move(place);
    });
    element.addEventListener("contextmenu", event => event.preventDefault());
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        clearTimeout(this.#timer);
        if (this.#tap && end === "pointerup") on.down(...this.#tap);
        this.#tap = null;
        if (this.#isDown) on.up();
        this.#isDown = false;
      });
    }
    element.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (on.key(event.key)) event.preventDefault();
    });
    element.parentElement.append(this.#edges, this.#bars);
    new ResizeObserver(() => this.#fit()).observe(element.closest("#board-inside"));
    element.addEventListener("focusin", event => {
      const place = this.#placeOf(event.target);
      if (place >= 0) on.focus(place);
    });
  }

  // Sets the sizes of squares and lines to whole pixels of the device, so that all lines are equally wide. Letters and numbers have a size in
  // squares: units of CSS for that would make every stroke slower.
  #fit() {
    const ratio = devicePixelRatio, room = Math.floor(this.#element.closest("#board-inside").clientWidth * ratio), line = Math.max(1, Math.round(ratio));
    const cell = Math.floor((room - 4 * line - (this.width - 1) * line) / this.width), box = this.#element.parentElement;
    if (cell <= 0) return;
    // Browsers keep lengths in parts of a pixel, and rounding must not add up from square to square.
    const rounded = pixels => Math.round(pixels / ratio * LAYOUT_UNITS) / LAYOUT_UNITS, gap = rounded(line);
    const tracks = count => Array.from({ length: count }, (_, n) => `${rounded((n + 1) * (cell + line)) - rounded(n * (cell + line)) - gap}px`).join(" ");
    const properties = { "--cell": `${cell / ratio}px`, "--line-width": `${gap}px`, "--column-tracks": tracks(this.width), "--row-tracks": tracks(this.height) };
    for (const [name, value] of Object.entries(properties)) box.style.setProperty(name, value);
    // The first square begins at a whole pixel.
    box.style.left = box.style.top = "0";
    const { left, top } = this.#element.getBoundingClientRect(), beyond = length => (length * ratio - Math.round(length * ratio)) / ratio;
    box.style.left = `${-beyond(left + scrollX)}px`;
    box.style.top = `${-beyond(top + scrollY)}px`;
  }

  // Draws a grid. Each square is `{ names, text, letter, label }`: its classes, the text in its corner, its letters, and its name for a screen
  // reader. `bars` is the path of the bars, `edges` are paths of marks for edges, and `focusable` is the place of the square that Tab reaches, or -1.
  show({ height, width, squares, bars, edges, focusable }) {
    if (this.height !== height || this.width !== width) this.#build(height, width);
    if (bars !== this.#path) {
      drawBars(this.#bars, height, width, bars);
      this.#path = bars;
    }
    const marks = edges.join();
    if (marks !== this.#marks) {
      drawEdges(this.#edges, height, width, edges);
      this.#marks = marks;
    }
    for (let place = 0; place < squares.length; place++) {
      const square = squares[place], shown = this.#shown[place], element = this.#squares[place];
      if (square === shown) continue;
      if (square.names !== shown.names) element.className = square.names;
      // A text that changes costs less than a new one.
      if (square.text !== shown.text) element.firstChild.data = square.text;
      if (square.letter !== shown.letter) element.dataset.letter = square.letter;
      if (square.label !== shown.label) element.setAttribute("aria-label", square.label);
      this.#shown[place] = square;
    }
    if (focusable === this.#focusable) return;
    if (this.#focusable in this.#squares) this.#squares[this.#focusable].tabIndex = -1;
    if (focusable >= 0) this.#squares[focusable].tabIndex = 0;
    this.#focusable = focusable;
  }

  // Scrolls the frame, if the grid is wider than it, so that a square is in sight.
  reveal(place) {
    const frame = this.#element.closest("#board-frame"), hidden = frame.scrollWidth - frame.clientWidth;
    if (hidden <= 1) return;
    const side = frame.scrollWidth / this.width, left = place % this.width * side;
    if (left < frame.scrollLeft + side) frame.scrollLeft = left - side;
    else if (left + 2 * side > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = left + 2 * side - frame.clientWidth;
  }

  focus(place) { this.#squares[place].focus(); }

  #press(event) {
    const place = this.#placeOf(event.target);
    if (place < 0 || event.button > 0) return;
    event.preventDefault();
    this.#isDown = true;
    // By default touch sends all events to the first square.
    event.target.releasePointerCapture?.(event.pointerId);
    const pressed = [place, this.#edgeOf(place, event)];
    if (event.pointerType === "touch" && this.#on.scrolls()) this.#tap = pressed;
    else this.#on.down(...pressed);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#tap = null;
      if (this.#isDown) this.#on.long(place);
    }, LONG_PRESS);
  }

  // Returns the edge next to a pointer, as the square before it and its side; null in the middle of a square, and at the frame.
  #edgeOf(place, { clientX, clientY }) {
    const { left, top, width, height } = this.#squares[place].getBoundingClientRect();
    const x = (clientX - left) / width, y = (clientY - top) / height;
    const column = place % this.width;
    const edges = [
      { distance: 1 - x, place, side: "right" }, { distance: 1 - y, place, side: "below" },
      { distance: x, place: column > 0 ? place - 1 : -1, side: "right" }, { distance: y, place: place - this.width, side: "below" },
    ];
    const [nearest] = edges.sort((a, b) => a.distance - b.distance);
    return nearest.distance < EDGE && nearest.place >= 0 ? nearest : null;
  }

  #build(height, width) {
    Object.assign(this, { height, width });
    const frame = this.#element.closest("#board-frame");
    frame.style.setProperty("--columns", width);
    frame.style.setProperty("--rows", height);
    this.#fit();
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
        square.dataset.place = String(this.#squares.length);
        square.append("");
        this.#squares.push(square);
        row.append(square);
      }
      return row;
    });
    this.#element.replaceChildren(...rows);
    this.#shown = this.#squares.map(() => ({}));
    this.#focusable = -1;
  }

  #placeOf(element) {
    const square = element?.closest?.("[data-place]");
    return square && this.#element.contains(square) ? Number(square.dataset.place) : -1;
  }
}
