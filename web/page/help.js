// @ts-check
// Help with the clue of the selected entry, without a network: anagrams and hidden words from the lists, the letters that are left over, and
// how the answer has been clued in the user's puzzles.
import { Stopped } from "./asking.js";
import { answerOf } from "./clues.js";
import { byId, element } from "./dom.js";
import { ask } from "./load.js";
import { documentOf, nameOf, stateFromText } from "./puzzle.js";
import { keptPuzzles } from "./store.js";

// Milliseconds without a change after which help is looked up, and between two looks whether the worker is free.
const PAUSE = 150, WAIT = 30;

// The clues of each puzzle by their answers, by the id of the puzzle: `{ changed, clues }`.
const clued = new Map();

// Returns the clues that the user's other puzzles have for an answer.
async function cluesFor(answer, without) {
  const found = [];
  for (const { id, name, changed, text } of await keptPuzzles()) {
    if (id === without) continue;
    if (clued.get(id)?.changed !== changed) clued.set(id, { changed, clues: cluesIn(text) });
    for (const clue of clued.get(id).clues.get(answer) ?? []) found.push(`“${clue}” in ${name}`);
  }
  return found;
}

function cluesIn(text) {
  const found = new Map();
  try {
    const state = stateFromText(text);
    if (state.clues.size === 0) return found;
    for (const [row, column, direction, answer] of ask("answers", {}, documentOf(state))) {
      const clue = state.clues.get(nameOf({ row, column, direction }));
      if (clue) found.set(answer, [...found.get(answer) ?? [], clue]);
    }
  } catch {
    // A damaged puzzle helps nobody.
  }
  return found;
}

export function help(session, listed, minScore, keeper) {
  const { lookup } = session, details = byId("clue-help"), letters = byId("help-letters"), answers = byId("help-answers");
  let shown = "", timer = 0;

  const lines = (found, used) => [
    ["Anagrams", found.anagrams.join(", ")],
    ["In two parts", found.parts.map(parts => parts.join(" + ")).join(", ")],
    ["Words inside", found.inside.join(", ")],
    ["Words inside, backwards", found.reversed.join(", ")],
    ["Hidden between", found.hidden.map(([ends, begins]) => `${ends.slice(0, 3).join("/")} ${begins.slice(0, 3).join("/")}`).join(", ")],
    ["Within longer words", found.around.join(", ")],
    ["In my puzzles", used.join("; ")],
  ];
  const leftOver = ({ over, missing, rest }) => [
    ["Left over", over || "nothing"], ["Missing", missing || "nothing"], ["From what is left over", rest.join(", ")],
  ];
  const show = pairs => answers.replaceChildren(...pairs.filter(([, text]) => text !== "").flatMap(([name, text]) => [element("dt", { textContent: name }), element("dd", { textContent: text })]));

  const look = async () => {
    const asked = shown, answer = answerNow();
    await listed.start();
    try {
      // The worker also looks up words, and a question would end that.
      while (lookup.isBusy) await new Promise(resolve => { setTimeout(resolve, WAIT); });
      if (asked !== shown) return;
      const given = letters.value, found = listed.isReady ? await lookup.ask("help", { minScore: minScore(), answer, letters: given }) : null;
      const used = await cluesFor(answer, keeper.id);
      if (asked !== shown) return;
      const pairs = found ? [...given.trim() ? leftOver(found) : [], ...lines(found, used)] : [["In my puzzles", used.join("; ")]];
      show(pairs.some(([, text]) => text !== "") ? pairs : [["Nothing", "is found in the lists or in my puzzles"]]);
    } catch (error) {
      if (!(error instanceof Stopped)) show([["No help", error.message]]);
    }
  };
  const answerNow = () => session.entry ? answerOf(session.puzzle, [session.entry]) : "";
  const update = () => {
    if (!details.open || session.task !== "clues") return;
    const answer = answerNow(), now = answer && JSON.stringify([answer, letters.value, listed.times]);
    byId("help-told").textContent = answer ? `For ${answer}` : "Write all letters of an entry, and choose it, to have help with its clue.";
    if (now === shown) return;
    shown = now;
    clearTimeout(timer);
    if (answer === "") return show([]);
    timer = setTimeout(look, PAUSE);
  };
  details.addEventListener("toggle", update);
  letters.addEventListener("input", update);
  session.onShow.push(update);
}
