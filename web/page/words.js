// @ts-check
// The task Letters: its parts, the selected entry, and the statistics of the letters.
import { candidates } from "./candidates.js";
import { byId } from "./dom.js";
import { fill } from "./fill.js";
import { lists } from "./lists.js";
import { nameOf, WHITE } from "./puzzle.js";

export async function words(session) {
  const minScore = () => byId("min-score").value === "" ? null : Number(byId("min-score").value);
  const listed = lists(session, () => {
    session.spellings.clear();
    session.showSquares();
  });
  candidates(session, listed, minScore);
  fill(session, listed, minScore);

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
    if (session.task !== "letters") return;
    byId("entry-name").textContent = entry ? `${entry.name} (${entry.squares.length})` : session.entries.length ? "Choose a square" : "Letters";
    const isLocked = entry !== null && session.puzzle.state.locked.has(nameOf(entry));
    byId("lock").disabled = !entry;
    byId("lock").setAttribute("aria-pressed", String(isLocked));
    byId("lock").textContent = isLocked ? "Unlock this entry" : "Lock this entry";
    byId("rebus").setAttribute("aria-pressed", String(session.isRebus));
    showStatistics();
  });
  await listed.shown;
  return { listed, minScore };
}
