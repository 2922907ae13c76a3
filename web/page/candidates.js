// @ts-check
// The words for the entries of the current square, and what is still possible in the grid.
import { Stopped } from "./asking.js";
import { answerOf } from "./clues.js";
import { all, button, byId, element, number, plural } from "./dom.js";
import { linkedEntries, nameOf } from "./puzzle.js";

// Milliseconds without a change after which words are looked up, and until a worker that is busy is asked again.
const PAUSE = 120, WAIT = 30;
// Words that are shown at first, and that come when a list is scrolled to its end, in pixels before it.
const PAGE = 80, BEFORE_END = 120;

// What a click on a word does.
const WRITE = "write", LOCK = "lock", PREFER = "preferred", BAN = "banned";

const NONE = () => ({ dead: new Set(), forced: new Map() });

// `minScore()` is the lowest score, or null.
export function candidates(session, listed, minScore) {
  const { lookup } = session, box = byId("candidates"), pattern = byId("word-pattern");
  let wanted = "", timer = 0, count = PAGE, click = WRITE, isLooking = false;
  // What is shown: for which question, without the number of words, and the lists with that number.
  let shown = { of: "", lists: /** @type {any[]} */ ([]) };

  const write = (entry, text) => {
    const rest = [...text], { letters } = session.puzzle;
    // A square of several letters has its letters of the word already.
    const written = entry.squares.map(place => [place, rest.splice(0, Math.max(1, [...letters[place]].length)).join("")]);
    const locked = written.find(([place, letter]) => letter !== letters[place] && session.isLocked(place));
    if (locked) return session.say(session.whyLocked(locked[0]));
    let isChanged = session.puzzle.writeAll(new Map(written));
    if (click === LOCK) isChanged = session.puzzle.lock([nameOf(entry)], true) || isChanged;
    if (isChanged) session.changed();
    session.endStroke();
    byId("typed").focus({ preventScroll: true });
  };
  const choose = (entry, word) => {
    if (click === WRITE || click === LOCK) return write(entry, word);
    listed.put(click, word);
    session.say(click === BAN ? `${word} is never used now.` : `${word} comes first now.`, button("Undo", () => {
      listed.take(click, word);
      session.hush();
    }));
  };

  const choiceOf = (entry, [word, score, fewest]) => {
    const keeps = fewest === null ? "no crossing is open" : `each crossing keeps at least ${plural(fewest, "word")}`;
    const choice = button(word, () => choose(entry, word), { title: `score ${score}; ${keeps}` });
    if (fewest !== null) choice.append(element("small", { textContent: ` ${fewest}` }));
    return choice;
  };
  const toldOf = found => {
    const told = `${plural(found.fitting, "word")} ${found.fitting === 1 ? "fits" : "fit"}, ${number(found.leaving)} with words for all crossings`;
    return `${told}${found.matching < found.leaving ? `, ${number(found.matching)} of them shown` : ""}.`;
  };
  const groupOf = (entry, found) => {
    const list = element("div", { className: "choices" }, ...found.words.map(word => choiceOf(entry, word)));
    const more = () => {
      // A list that is not shown has no height.
      if (list.clientHeight === 0 || found.matching <= count || list.scrollTop + list.clientHeight < list.scrollHeight - BEFORE_END) return;
      count += PAGE;
      session.showSquares();
    };
    list.addEventListener("scroll", more);
    const group = element("div", { className: "words" }, element("h3", { textContent: entry.name }), element("p", { className: "faint", textContent: toldOf(found) }), list);
    group.dataset.direction = entry.direction;
    return { entry, group, list, more, number: found.words.length };
  };
  const show = (of, here, groups) => {
    if (of === shown.of) {
      // Only words at the ends are new.
      for (const [i, each] of shown.lists.entries()) {
        each.list.append(...groups[i].words.slice(each.number).map(word => choiceOf(each.entry, word)));
        each.number = groups[i].words.length;
        each.more();
      }
      return;
    }
    shown = { of, lists: here.flatMap((entry, i) => groups[i] ? [groupOf(entry, groups[i])] : []) };
    box.replaceChildren(...shown.lists.map(({ group }) => group));
    // A wide list may have room for more.
    for (const { more } of shown.lists) more();
  };

  // Says that no list has the letters of the entry that is typed in: it may be a phrase, which can be added.
  const tellAnswer = (entry, found) => {
    const { letters } = session.puzzle, answer = entry ? answerOf(session.puzzle, [entry]) : "";
    const isBegun = entry?.squares.some(place => letters[place]), isUnknown = found?.fitting === 0 && isBegun;
    byId("answer-told").textContent = !isUnknown ? "" : answer ? `${answer} is not in your lists.` : "No word of your lists has these letters. It may be a phrase of your own.";
    byId("add-answer").hidden = !isUnknown || answer === "";
    if (byId("new-word").dataset.answer === answer) return;
    byId("new-word").dataset.answer = answer;
    byId("new-word").value = answer;
  };
  byId("add-word").addEventListener("click", async () => {
    const word = byId("new-word").value.trim();
    await listed.add(word);
    byId("typed").focus({ preventScroll: true });
  });
  byId("new-word").addEventListener("keydown", event => {
    if (event.key === "Enter") byId("add-word").click();
  });

  // Looks up the words for the entries of the current square, and what is possible in the whole grid, in one question. While an answer is
  // awaited, only the last question is remembered.
  const look = async () => {
    timer = 0;
    await listed.start();
    if (listed.isEmpty) {
      clear("No word list is in use.");
      session.prospects = NONE();
      return session.showSquares();
    }
    // The look that goes on remembers what is wanted now.
    if (isLooking || !listed.isReady || session.isPainting) return;
    if (lookup.isBusy) {
      timer = setTimeout(look, WAIT);
      return;
    }
    const asked = wanted, of = ofNow(), { entry, puzzle, puzzle: { document } } = session;
    const here = entry ? [entry, ...session.cursor.entriesHere.filter(other => other !== entry)] : [];
    // How the lists write the answers of these entries, and of those that continue them.
    const linked = entry => linkedEntries(puzzle.state.links, nameOf(entry), session.entries);
    const answers = [...new Set(here.flatMap(entry => [answerOf(puzzle, [entry]), answerOf(puzzle, [entry, ...linked(entry)])]))]
      .filter(answer => answer !== "" && !session.spellings.has(answer));
    isLooking = true;
    let found = { groups: /** @type {any[]} */ ([]), dead: [], forced: [], spellings: [] }, fault = "";
    try {
      const entries = here.map(({ row, column, direction }) => ({ row, column, direction }));
      found = await lookup.ask("here", { minScore: minScore(), pattern: pattern.value, count, entries, answers }, document);
      answers.forEach((answer, i) => session.spellings.set(answer, found.spellings[i]));
      if (wanted === asked) session.prospects = { dead: new Set(found.dead), forced: new Map(found.forced) };
    } catch (error) {
      if (error instanceof Stopped) return;
      fault = error.message;
    } finally {
      isLooking = false;
    }
    if (wanted !== asked) return look();
    byId("candidates-told").textContent = fault || (found.dead.length > 0 ? "No word fits in the marked squares: no fill exists." : "");
    show(of, fault ? [] : here, found.groups);
    tellAnswer(entry, found.groups[0]);
    box.dataset.entry = entry?.name ?? "";
    // Only the marks are new.
    session.showSquares();
  };
  const clear = told => {
    shown = { of: "", lists: [] };
    box.replaceChildren();
    byId("candidates-told").textContent = told;
    tellAnswer(null, null);
  };

  const ofNow = () => JSON.stringify([session.cursor.at, session.entry && nameOf(session.entry), session.puzzle.document, byId("min-score").value, pattern.value, listed.times]);
  for (const id of ["min-score", "word-pattern"]) byId(id).addEventListener("input", () => session.showSquares());
  for (const choice of all("[data-click]")) {
    choice.addEventListener("click", () => {
      click = choice.dataset.click;
      showClick();
    });
  }
  const showClick = () => { for (const choice of all("[data-click]")) choice.setAttribute("aria-pressed", String(choice.dataset.click === click)); };
  showClick();

  session.onShow.push(entry => {
    if (session.isPainting) return;
    if (session.entries.length === 0) return clear(session.judged.open > 0 ? "Words appear when no square is open." : "");
    const of = ofNow();
    if (of !== shown.of && !wanted.startsWith(of)) count = PAGE;
    const now = `${of} ${count}`;
    if (now === wanted) return;
    const isOther = !wanted.startsWith(of);
    wanted = now;
    // The words of another entry are gone at once.
    if (box.dataset.entry !== (entry?.name ?? "")) {
      box.replaceChildren();
      shown = { of: "", lists: [] };
    }
    clearTimeout(timer);
    timer = setTimeout(look, isOther ? PAUSE : 0);
  });
  return { again: () => { wanted = ""; } };
}
