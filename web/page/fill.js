// @ts-check
// The fill of the grid, or of a part of it, and the locks of entries.
import { button, byId } from "./dom.js";
import { nameOf, WHITE } from "./puzzle.js";
import { seed, work } from "./questions.js";

// Milliseconds for the reason why there is no fill, and for a fill of the whole grid if only a part is wanted.
const REASON_LIMIT = 20_000, WHOLE_LIMIT = 3000;

export function fill(session, listed, minScore) {
  // The squares that a fill may write: all, or those of the selected entry, or those of the entries that cross it too.
  const partOf = () => {
    const part = byId("fill-part").value, { entry, entries } = session;
    if (part === "all" || !entry) return null;
    const own = new Set(entry.squares);
    const taken = part === "entry" ? [entry] : entries.filter(({ squares }) => squares.some(place => own.has(place)));
    return [...new Set(taken.flatMap(({ squares }) => squares))];
  };

  // Returns `true` if every square that a fill may write has its letter.
  const isFull = part => {
    const { squares, letters } = session.puzzle, places = part ?? [...squares].map((_, place) => place);
    return session.entries.length > 0 && places.every(place => squares[place] !== WHITE || letters[place] !== "");
  };

  // Returns the answer of the worker, or `null` after this time.
  const within = async (limit, asked) => {
    let timer = 0;
    const late = new Promise(resolve => { timer = setTimeout(resolve, limit, null); });
    const answer = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
    if (answer === null) {
      asked.catch(() => {});
      session.asking.stop();
    }
    return answer;
  };

  const clear = () => {
    const part = partOf(), { puzzle } = session;
    const gone = puzzle.letters.map((letter, place) => [place, session.isLocked(place) || (part && !part.includes(place)) ? letter : ""]);
    if (!puzzle.writeAll(new Map(gone))) return;
    session.changed();
    session.endStroke();
    session.say("The letters are cleared.", button("Undo", () => session.step(true)));
  };
  byId("clear-letters").addEventListener("click", clear);

  byId("fill").addEventListener("click", () => {
    const part = partOf();
    if (isFull(part)) {
      const what = part ? "These squares are full" : "The grid is full";
      return session.say(`${what}, so there is nothing to fill. Clear letters first to have other ones.`, button("Clear letters", clear));
    }
    return work(session, "fill-progress", "filling…", async now => {
      await listed.start();
      const { asking, puzzle } = session, { document } = puzzle, options = { minScore: minScore(), part };
      const fill = part => asking.ask("filled", { ...options, part, seed: seed() }, document);
      // A part is filled so that the rest can be filled too, if that is possible.
      const whole = part && await within(WHOLE_LIMIT, fill(null));
      const { letters } = whole?.letters ? whole : await fill(part);
      if (letters) {
        puzzle.writeAll(new Map(letters.map((letter, place) => [place, part && !part.includes(place) ? puzzle.letters[place] : letter])));
        session.changed();
        session.endStroke();
        const other = button("Another", () => {
          session.step(true);
          byId("fill").click();
        });
        const late = `A fill of the rest was not found within ${WHOLE_LIMIT / 1000} s.`;
        const rest = whole === null ? late : whole.letters ? "The rest of the grid can be filled too." : "The rest of the grid has no fill.";
        return session.say(part ? `Filled. ${rest}` : "Filled, no word twice.", other);
      }
      session.say("No fill exists with these letters and words.");
      now("looking for the reason…");
      const reason = await within(REASON_LIMIT, asking.ask("unfillable", options, document));
      if (!reason) {
        return session.say(`No fill exists with these letters and words. The reason was not found within ${REASON_LIMIT / 1000} s.`);
      }
      session.overlay = new Map(reason.squares.map(([r, c]) => [r * puzzle.width + c, { kind: "excluding", label: "part of the conflict" }]));
      session.showSquares();
      session.say(`No fill exists: ${reason.why}`);
    });
  });

  byId("lock").addEventListener("click", () => {
    const { entry, puzzle } = session;
    if (!entry) return;
    const name = nameOf(entry);
    if (puzzle.lock([name], !puzzle.state.locked.has(name))) session.changed();
    session.endStroke();
  });
}
