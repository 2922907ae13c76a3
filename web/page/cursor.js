// @ts-check
// The square and the direction in which letters are typed, and the entry there.
import { BLACK, VOID } from "./puzzle.js";

export class Cursor {
  at = 0;
  direction = "across";
  #session;

  constructor(session) { this.#session = session; }

  // The entry of the current square: in the current direction, if there is one.
  get entry() {
    const here = this.entriesHere;
    return here.find(({ direction }) => direction === this.direction) ?? here[0] ?? null;
  }

  get entriesHere() { return this.#session.entries.filter(({ squares }) => squares.includes(this.at)); }

  turn() { this.direction = this.direction === "across" ? "down" : "across"; }

  // Goes to an entry: to its first empty square, or else its first one.
  goTo(entry) {
    const { letters } = this.#session.puzzle;
    this.direction = entry.direction;
    this.at = entry.squares.find(place => letters[place] === "") ?? entry.squares[0];
  }

  // The entries in the order of the list of clues: across before down.
  get order() { return ["across", "down"].flatMap(direction => this.#session.entries.filter(entry => entry.direction === direction)); }

  // Returns the entry after the current one, or before it; null beyond the last one.
  neighbour(by) {
    const { order, entry } = this;
    if (entry) return order[order.indexOf(entry) + by] ?? null;
    return by > 0 ? order.find(({ squares }) => squares[0] > this.at) ?? order[0] ?? null : null;
  }

  // Moves on in the current direction, unless the entry ends there.
  advance(by) {
    const { entry } = this;
    if (entry) {
      this.direction = entry.direction;
      this.at = entry.squares[entry.squares.indexOf(this.at) + by] ?? this.at;
      return;
    }
    // Before the squares are finished there are no entries.
    const { width, squares } = this.#session.puzzle, isAcross = this.direction === "across";
    const next = this.at + by * (isAcross ? 1 : width);
    const isInside = isAcross ? Math.floor(next / width) === Math.floor(this.at / width) : next >= 0 && next < squares.length;
    if (isInside && squares[next] !== BLACK && squares[next] !== VOID) this.at = next;
  }

  // Moves by an arrow key, over every square. `turns` is true if an arrow across the current direction only turns.
  arrow(key, turns) {
    const { width, squares } = this.#session.puzzle, place = this.at, column = place % width;
    const next = {
      ArrowLeft: column > 0 ? place - 1 : place, ArrowRight: column + 1 < width ? place + 1 : place,
      ArrowUp: place - width, ArrowDown: place + width,
      Home: place - column, End: place - column + width - 1,
    }[key];
    if (next === undefined) return false;
    const direction = { ArrowLeft: "across", ArrowRight: "across", ArrowUp: "down", ArrowDown: "down" }[key];
    if (turns && direction && direction !== this.direction) {
      const crosses = this.entriesHere.some(entry => entry.direction === direction);
      this.direction = direction;
      if (crosses) return true;
    }
    if (next >= 0 && next < squares.length) this.at = next;
    return true;
  }

  // Keeps the place inside a grid of another size.
  fit() { this.at = Math.min(this.at, this.#session.puzzle.squares.length - 1); }
}
