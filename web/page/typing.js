// @ts-check
// Letters from keyboards, also those on the screens of phones.
//
// One input, which nobody sees, has the focus while letters are typed, and lies over the current square. `beforeinput` is the one way in:
// keyboards of phones send no keys. Between two letters the input always has the same text, so that there is something to delete. While a
// keyboard composes a word its events cannot be prevented, and each has the whole word so far, which may be corrected too. Then the grid
// follows the word in the input: only the letters behind the last common one are taken back and written.
import { BLACK, OPEN, WHITE } from "./puzzle.js";
import { byId } from "./dom.js";

// A text without meaning, before the caret.
const GROUND = "· ";
const IS_LETTER = /^[\p{L}\p{N}]$/u;
const PAINTS = { ".": WHITE, "#": BLACK, "?": OPEN };
const DELETES = { deleteContentBackward: -1, deleteWordBackward: -1, deleteSoftLineBackward: -1, deleteContentForward: 0 };

export function typing(session) {
  const input = byId("typed"), { cursor } = session;
  let isComposing = false;
  // Where the next letter of a word goes, and whether letters are written or erased. What is typed on there is part of the same step.
  let run = "";
  // The characters of the word in the input that the grid has: each with its square, or -1, and what the square had before.
  /** @type {{ character: string, place: number, before: string }[]} */
  let followed = [];

  const settle = () => {
    followed = [];
    if (input.value !== GROUND) input.value = GROUND;
    input.setSelectionRange(GROUND.length, GROUND.length);
  };

  const here = kind => `${kind} ${cursor.at} ${cursor.direction}`;
  const begin = kind => { if (run !== here(kind)) session.endStroke(); };
  const endRun = () => {
    run = "";
    session.endStroke();
  };

  const refuses = place => {
    if (!session.isLocked(place)) return false;
    session.say(session.whyLocked(place));
    return true;
  };

  // Writes a letter, or adds it to the square if several are typed. Returns its square, or -1 if that is locked.
  const write = letter => {
    const { puzzle } = session, place = cursor.at;
    const capital = letter.toUpperCase(), text = capital.length === letter.length ? capital : letter;
    // The letter that a locked square has already is no change.
    if ((session.isRebus || puzzle.letters[place] !== text) && refuses(place)) return -1;
    begin("write");
    const isChanged = puzzle.write(place, session.isRebus ? puzzle.letters[place] + text : text);
    if (!session.isRebus) cursor.advance(1);
    run = here("write");
    session.moved(isChanged);
    return place;
  };

  // Makes the grid follow the word in the input.
  const follow = word => {
    const characters = [...word];
    let same = 0;
    while (same < followed.length && followed[same].character === characters[same]) same++;
    while (followed.length > same) takeBack(/** @type {any} */ (followed.pop()));
    for (const character of characters.slice(same)) {
      const { letters } = session.puzzle, { at } = cursor;
      // Behind the end of an entry the last square is written again.
      const before = session.isRebus || followed.some(({ place }) => place === at) ? letters[at] : "";
      followed.push({ character, place: IS_LETTER.test(character) ? write(character) : -1, before });
    }
  };

  const takeBack = ({ place, before }) => {
    if (place < 0) return;
    cursor.at = place;
    run = here("write");
    session.moved(!session.isLocked(place) && session.puzzle.write(place, before));
  };

  const erase = by => {
    const { puzzle } = session;
    begin("erase");
    if (by < 0 && !puzzle.letters[cursor.at]) cursor.advance(-1);
    if (refuses(cursor.at)) return;
    const before = puzzle.letters[cursor.at];
    run = here("erase");
    session.moved(puzzle.write(cursor.at, session.isRebus && by < 0 ? [...before].slice(0, -1).join("") : ""));
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
    } else for (const letter of text) if (IS_LETTER.test(letter)) write(letter);
  };

  input.addEventListener("beforeinput", event => {
    const { inputType: type, data } = event;
    if (isComposing || type === "insertCompositionText") return;
    event.preventDefault();
    if (type === "insertLineBreak") enter(1);
    else if (type in DELETES) erase(DELETES[type]);
    else if (type.startsWith("insert")) take(data ?? event.dataTransfer?.getData("text/plain") ?? "");
    settle();
  });
  // What could not be prevented.
  const read = () => {
    if (input.value.startsWith(GROUND)) follow(input.value.slice(GROUND.length));
    else erase(-1);
  };
  input.addEventListener("input", () => {
    read();
    if (!isComposing) settle();
  });
  input.addEventListener("compositionstart", () => { isComposing = true; });
  input.addEventListener("compositionend", () => {
    read();
    isComposing = false;
    settle();
  });
  input.addEventListener("focus", settle);
  input.addEventListener("blur", endRun);
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
