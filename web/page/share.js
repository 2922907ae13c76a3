// @ts-check
// "Share": one file that solves the puzzle in any browser, without its solution, or with a checksum of it; and solving it here, to try it.
import { digestOf, solver } from "../solve/solver.js";
import { barsOf } from "./bars.js";
import { all, byId } from "./dom.js";
import { download } from "./download.js";
import { fileName } from "./files.js";
import { solverParts } from "./load.js";
import { linkedEntries, nameOf, WHITE } from "./puzzle.js";

export function share(session) {
  const dialog = byId("share-dialog"), trial = byId("trial-dialog");
  const wantsCheck = () => all("[name=share-what]").find(({ checked }) => checked).value === "checked";
  const isFull = () => [...session.puzzle.squares].every((square, place) => square !== WHITE || session.puzzle.letters[place] !== "");

  byId("share").addEventListener("click", () => {
    session.hush();
    if (session.entries.length === 0) return session.say("A puzzle is shared when no square is open and it has an entry.");
    const missing = session.entries.filter(entry => !session.puzzle.state.clues.has(nameOf(entry))).length;
    byId("share-told").textContent = missing > 0 ? `${missing} of ${session.entries.length} entries have no clue yet.` : "";
    const checked = all("[name=share-what]").find(({ value }) => value === "checked");
    checked.disabled = !isFull();
    if (checked.disabled) all("[name=share-what]")[0].checked = true;
    byId("share-why").textContent = checked.disabled ? "A checksum needs all letters." : "";
    dialog.showModal();
    byId("share-now").focus();
  });
  byId("share-now").addEventListener("click", async () => {
    dialog.close();
    const { state } = session.puzzle;
    try {
      const puzzle = await sharedPuzzle(session, wantsCheck()), name = fileName(state, "html");
      download(name, await fileOf(puzzle, state.about.title || "Crossword"));
      session.say(`Saved as ${name}. It opens in any browser, and does not have the solution.`);
    } catch {
      session.say("This browser cannot make a checksum for a page from a disk. Share the blank puzzle, or use another browser.");
    }
  });
  byId("share-try").addEventListener("click", async () => {
    dialog.close();
    const focus = solver(byId("trial"), await sharedPuzzle(session, wantsCheck()).catch(() => sharedPuzzle(session, false)), null);
    trial.showModal();
    focus();
  });
  byId("close-trial").addEventListener("click", () => trial.close());
  trial.addEventListener("close", () => byId("trial").replaceChildren());
}

// Returns the puzzle as a solver gets it: without letters, notes on answers, and what only the setter knows.
async function sharedPuzzle({ puzzle, judged, entries, cursor }, isChecked) {
  const { width, height, state } = puzzle, { squares, letters, about, clues, links, circles, shading } = state;
  const salt = [...crypto.getRandomValues(new Uint32Array(4))].map(n => n.toString(16)).join("");
  const labelOf = entry => [entry.number, ...linkedEntries(links, nameOf(entry), entries).map(other => other.direction === entry.direction ? other.number : `${other.number} ${other.direction}`)].join(", ");
  return {
    id: salt, title: about.title ?? "", author: [about.author, about.copyright].filter(Boolean).join(" · "), notes: about.notes ?? "", height, width, squares,
    numbers: Object.fromEntries(judged.numbers.map(([r, c, number]) => [r * width + c, number])), circles: [...circles], shading: [...shading], bars: barsOf(state),
    entries: cursor.order.map(entry => ({ label: labelOf(entry), direction: entry.direction, squares: entry.squares, clue: clues.get(nameOf(entry)) ?? `(${entry.squares.length})` })),
    check: isChecked ? { salt, digest: await digestOf(letters.filter((_, place) => squares[place] === WHITE), salt) } : null,
  };
}

const escaped = text => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);

// Returns the file: a page that may run its own script, and ask for nothing.
async function fileOf(puzzle, title) {
  const { script, style, policy } = await solverParts(), data = JSON.stringify(puzzle).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main id="solver"></main>
<noscript><p>This puzzle is a program, which this browser does not run.</p></noscript>
<script type="application/json" id="puzzle">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}
