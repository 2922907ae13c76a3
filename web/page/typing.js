// @ts-check
// Letters from keyboards, also those on the screens of phones.
//
// One input, which nobody sees, has the focus while letters are typed, and lies over the current square. `beforeinput` is the one way in:
// keyboards of phones send no keys. The input always has the same text, so that there is something to delete. While a keyboard composes a
// word its events cannot be prevented; then the letters are taken from the input after it has changed.
import { BLACK, OPEN, WHITE } from "./puzzle.js";
import { byId } from "./dom.js";

// A text without meaning, before the caret.
const GROUND = "· ";
const PAINTS = { ".": WHITE, "#": BLACK, "?": OPEN };
const DELETES = { deleteContentBackward: -1, deleteWordBackward: -1, deleteSoftLineBackward: -1, deleteContentForward: 0 };

export function typing(session) {
  const input = byId("typed"), { cursor } = session;
  let isComposing = false;

  const settle = () => {
    if (input.value !== GROUND) input.value = GROUND;
    input.setSelectionRange(GROUND.length, GROUND.length);
  };

  const refuses = place => {
    if (!session.isLocked(place)) return false;
    session.say(session.whyLocked(place));
    return true;
  };

  // Writes a letter, or adds it to the square if several are typed.
  const write = letter => {
    const { puzzle } = session, place = cursor.at;
    const capital = letter.toUpperCase(), text = capital.length === letter.length ? capital : letter;
    // The letter that a locked square has already is no change.
    if ((session.isRebus || puzzle.letters[place] !== text) && refuses(place)) return;
    const isChanged = puzzle.write(place, session.isRebus ? puzzle.letters[place] + text : text);
    if (!session.isRebus) cursor.advance(1);
    session.moved(isChanged);
    session.endStroke();
  };

  const erase = by => {
    const { puzzle } = session;
    if (by < 0 && !puzzle.letters[cursor.at]) cursor.advance(-1);
    if (refuses(cursor.at)) return;
    const before = puzzle.letters[cursor.at];
    session.moved(puzzle.write(cursor.at, session.isRebus && by < 0 ? [...before].slice(0, -1).join("") : ""));
    session.endStroke();
  };

  const leaveRebus = () => session.setRebus(false);

  const enter = by => {
    if (session.isRebus) {
      leaveRebus();
      cursor.advance(1);
      return session.moved(false);
    }
    const next = cursor.neighbour(by) ?? cursor.order.at(by > 0 ? 0 : -1);
    if (next) cursor.goTo(next);
    session.moved(false);
  };

  // Takes what is typed: a single character, or words, of which only the letters count.
  const take = text => {
    if (text === " ") {
      cursor.turn();
      session.moved(false);
    } else if (text in PAINTS) {
      session.paint(cursor.at, PAINTS[text]);
      session.endStroke();
    } else for (const letter of text) if (/^[\p{L}\p{N}]$/u.test(letter)) write(letter);
  };

  input.addEventListener("beforeinput", event => {
    const { inputType: type, data } = event;
    if (type === "insertCompositionText") return;
    event.preventDefault();
    if (type === "insertLineBreak") enter(1);
    else if (type in DELETES) erase(DELETES[type]);
    else if (type.startsWith("insert")) take(data ?? event.dataTransfer?.getData("text/plain") ?? "");
    settle();
  });
  // What could not be prevented.
  input.addEventListener("input", () => {
    const text = input.value.replace(GROUND, "");
    if (text.length < input.value.length) take(text);
    else erase(-1);
    settle();
  });
  for (const [name, value] of [["compositionstart", true], ["compositionend", false]]) {
    input.addEventListener(name, () => {
      isComposing = Boolean(value);
      settle();
    });
  }
  input.addEventListener("focus", settle);
  input.addEventListener("keydown", event => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing) return;
    if (key === "Enter") enter(shiftKey ? -1 : 1);
    else if (key === "Tab") {
      // Beyond the first and the last entry, Tab leaves the grid.
      const next = cursor.neighbour(shiftKey ? -1 : 1);
      leaveRebus();
      if (!next) return;
      cursor.goTo(next);
      session.moved(false);
    } else if (key === "Insert") session.setRebus(!session.isRebus);
    else if (key === "Escape") {
      if (!session.isRebus) return;
      leaveRebus();
    } else if (key === "Delete") erase(0);
    else {
      if (!cursor.arrow(key, true)) return;
      leaveRebus();
      session.moved(false);
    }
    event.preventDefault();
  });
}
