// @ts-check
// The words for the selected square, what is still possible in the grid, and the fill.
import { Stopped } from "./asking.js";
import { answerOf } from "./clues.js";
import { button, byId, element, plural } from "./dom.js";
import { lists } from "./lists.js";
import { linkedEntries, nameOf, WHITE } from "./puzzle.js";
import { seed, work } from "./questions.js";

// Milliseconds without a change after which words are looked up.
const PAUSE = 120;
// Words that are shown for one entry.
const MAX_SHOWN = 60;
// Milliseconds for the reason why there is no fill, and for a fill of the whole grid if only a part is wanted.
const REASON_LIMIT = 20_000, WHOLE_LIMIT = 3000;

export async function words(session) {
  const { lookup } = session;
  let wanted = "", timer = 0;

  const minScore = () => byId("min-score").value === "" ? null : Number(byId("min-score").value);
  const listed = await lists(session, () => {
    wanted = "";
    session.spellings.clear();
    session.showSquares();
  });
  byId("min-score").addEventListener("input", () => session.showSquares());

  const write = (entry, text) => {
    const rest = [...text], { letters } = session.puzzle;
    // A square of several letters has its letters of the word already.
    const written = entry.squares.map(place => [place, rest.splice(0, Math.max(1, [...letters[place]].length)).join("")]);
    const locked = written.find(([place, letter]) => letter !== letters[place] && session.isLocked(place));
    if (locked) return session.say(session.whyLocked(locked[0]));
    if (session.puzzle.writeAll(new Map(written))) session.changed();
    session.endStroke();
    byId("typed").focus({ preventScroll: true });
  };

  // The squares that a fill may write: all, or those of the selected entry, or those of the entries that cross it too.
  const partOf = () => {
    const part = byId("fill-part").value, { entry, entries } = session;
    if (part === "all" || !entry) return null;
    const own = new Set(entry.squares);
    const taken = part === "entry" ? [entry] : entries.filter(({ squares }) => squares.some(place => own.has(place)));
    return [...new Set(taken.flatMap(({ squares }) => squares))];
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

  byId("fill").addEventListener("click", () => work(session, "fill-progress", "filling…", async now => {
    await listed.start();
    const { asking, puzzle } = session, part = partOf(), { document } = puzzle, options = { minScore: minScore(), part };
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
  }));
  byId("clear-letters").addEventListener("click", () => {
    const part = partOf(), { puzzle } = session;
    const gone = puzzle.letters.map((letter, place) => [place, session.isLocked(place) || (part && !part.includes(place)) ? letter : ""]);
    if (!puzzle.writeAll(new Map(gone))) return;
    session.changed();
    session.endStroke();
    session.say("The letters are cleared.", button("Undo", () => session.step(true)));
  });
  byId("lock").addEventListener("click", () => {
    const { entry, puzzle } = session;
    if (!entry) return;
    const name = nameOf(entry);
    if (puzzle.lock([name], !puzzle.state.locked.has(name))) session.changed();
    session.endStroke();
  });

  const groupOf = (entry, found) => {
    const told = `${plural(found.fitting, "word")} ${found.fitting === 1 ? "fits" : "fit"}, ${found.leaving.toLocaleString("en")} with words for all crossings`;
    const shown = found.words.slice(0, MAX_SHOWN).map(([word, score, fewest]) => {
      const keeps = fewest === null ? "no crossing is open" : `each crossing keeps at least ${plural(fewest, "word")}`;
      const choice = button(word, () => write(entry, word), { title: `score ${score}; ${keeps}` });
      if (fewest !== null) choice.append(element("small", { textContent: ` ${fewest}` }));
      return choice;
    });
    const group = element("div", { className: "words" }, element("h3", { textContent: entry.name }), element("p", { className: "faint", textContent: `${told}.` }),
      element("div", { className: "choices" }, ...shown));
    group.dataset.direction = entry.direction;
    return group;
  };

  // Looks up how the lists write the answers of these entries, and of those that continue them.
  const spell = async entries => {
    const { links } = session.puzzle.state;
    const linked = entry => linkedEntries(links, nameOf(entry), session.entries);
    for (const answer of new Set(entries.flatMap(entry => [answerOf(session, [entry]), answerOf(session, [entry, ...linked(entry)])]))) {
      if (answer === "" || session.spellings.has(answer)) continue;
      session.spellings.set(answer, await lookup.ask("spelling", { answer }));
    }
  };

  // Looks up the words for the entries of the current square, and what is possible in the whole grid. While an answer is awaited, only the
  // last question is remembered.
  const look = async () => {
    timer = 0;
    await listed.start();
    if (listed.isEmpty) {
      byId("candidates").replaceChildren();
      byId("candidates-told").textContent = "No word list is in use.";
      session.prospects = { dead: new Set(), forced: new Map() };
      return session.showSquares();
    }
    if (lookup.isBusy || !listed.isReady || session.isPainting) return;
    const asked = wanted, { entry, puzzle: { document } } = session, options = { minScore: minScore() };
    const here = entry ? [entry, ...session.cursor.entriesHere.filter(other => other !== entry)] : [];
    const groups = [];
    let fault = "";
    try {
      const { dead, forced } = await lookup.ask("prospects", options, document);
      await spell(here);
      for (const each of here) {
        const { row, column, direction } = each;
        groups.push(groupOf(each, await lookup.ask("fitting", { ...options, row, column, direction }, document)));
      }
      if (wanted === asked) session.prospects = { dead: new Set(dead), forced: new Map(forced) };
    } catch (error) {
      if (error instanceof Stopped) return;
      fault = error.message;
    }
    if (wanted !== asked) return look();
    byId("candidates-told").textContent = fault || (session.prospects.dead.size > 0 ? "No word fits in the marked squares: no fill exists." : "");
    byId("candidates").replaceChildren(...groups);
    byId("candidates").dataset.entry = entry?.name ?? "";
    // Only the marks are new.
    session.showSquares();
  };

  const showStatistics = () => {
    const { letters, squares } = session.puzzle, counts = new Map();
    letters.forEach((letter, place) => {
      if (letter && squares[place] === WHITE) for (const each of letter) counts.set(each, (counts.get(each) ?? 0) + 1);
    });
    const missing = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter(letter => !counts.has(letter)).join(" ");
    const text = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([letter, n]) => `${letter} ${n}`).join(", ");
    byId("letter-statistics").textContent = text === "" ? "No letter is written yet." : `${text}. ${missing === "" ? "Every letter of the alphabet is used." : `Not used: ${missing}.`}`;
  };

  session.onShow.push(entry => {
    if (session.isPainting) return;
    if (session.task === "letters") {
      byId("entry-name").textContent = entry ? `${entry.name} (${entry.squares.length})` : session.entries.length ? "Choose a square" : "Letters";
      const isLocked = entry !== null && session.puzzle.state.locked.has(nameOf(entry));
      byId("lock").disabled = !entry;
      byId("lock").setAttribute("aria-pressed", String(isLocked));
      byId("lock").textContent = isLocked ? "Unlock this entry" : "Lock this entry";
      byId("rebus").setAttribute("aria-pressed", String(session.isRebus));
      showStatistics();
    }
    if (session.entries.length === 0) {
      byId("candidates").replaceChildren();
      byId("candidates-told").textContent = session.judged.open > 0 ? "Words appear when no square is open." : "";
      return;
    }
    const now = JSON.stringify([session.cursor.at, entry && nameOf(entry), session.puzzle.document, byId("min-score").value]);
    if (now === wanted) return;
    wanted = now;
    // The words of another entry are gone at once.
    if (byId("candidates").dataset.entry !== (entry?.name ?? "")) byId("candidates").replaceChildren();
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
}
