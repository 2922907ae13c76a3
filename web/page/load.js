// @ts-check
// Loads the library and the English words. In the file that opens from a disk everything is inside; on a server the files lie beside the page.
// build.mjs sets `INSIDE`.
import { listening } from "gridcheck/browser.js";
import { answered, load as loaded } from "gridcheck/library.js";
import { byId } from "./dom.js";

// Returns the compiled WebAssembly.
export async function load() {
  const module = await WebAssembly.compile(await part("core", "gridcheck.wasm"));
  await loaded(module);
  return module;
}

// Asks a short question of the page at once. After `load`.
export const ask = (question, options = {}, file = undefined) => answered({ question, options, file }).answers[0];

// Returns the words of the list that the page has, with scores.
export const englishWords = async () => new Uint8Array(await part("words", "words.txt"));

export const licence = async () => new TextDecoder().decode(await part("licence", "licence.txt"));

// Returns the script and the style of a shared file, and the policy that names them.
export const solverParts = async () => JSON.parse(new TextDecoder().decode(await part("solver", "solver.txt")));

// Starts a worker, as the package asks for.
export const start = hear => listening(makeWorker(), hear);

function makeWorker() {
  if (!INSIDE) return new Worker("worker.js");
  const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

const part = async (id, file) => INSIDE ? unpacked(byId(`part-${id}`).textContent) : (await fetch(file)).arrayBuffer();

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
