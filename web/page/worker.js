// @ts-check
// Runs in the worker and answers one question at a time to its end. The page ends the worker to stop it.
import init, * as core from "core";

// Joins word lists. A banned word is in none, and a preferred one has the highest score.
function combined({ lists, banned, preferred }) {
  if (lists.length === 1 && banned.length + preferred.length === 0) return lists[0];
  const out = new Set([...banned, ...preferred]), spelt = line => line.split(";")[0].trim().toUpperCase();
  const lines = lists.flatMap(bytes => new TextDecoder().decode(bytes).split(/\r?\n/));
  const left = out.size === 0 ? lines : lines.filter(line => !out.has(spelt(line)));
  const best = preferred.filter(word => !banned.includes(word)).map(word => `${word};${BEST}`);
  return new TextEncoder().encode([...left, ...best].join("\n"));
}

// The score of a preferred word.
const BEST = 999;

let ready;
self.onmessage = async ({ data: { module, words, id, question, given } }) => {
  if (module) {
    ready = init({ module_or_path: module }).then(() => { if (words) core.keep_list(words.name, combined(words)); });
    return;
  }
  const tell = message => self.postMessage({ id, ...message });
  try {
    await ready;
    const answer = question === "repaired" ? core.repaired(...given, { hear: fewest => tell({ fewest }) }) : core[question](...given);
    tell({ answer: JSON.parse(answer) });
  } catch (error) {
    // When memory runs out, WebAssembly only reports that it stopped.
    tell(error instanceof WebAssembly.RuntimeError
      ? { error: "more memory is needed than a page may have: paint more squares, or ask the command line", broken: true }
      : { error: error.message ?? String(error) });
  }
};
