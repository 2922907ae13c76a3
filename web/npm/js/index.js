// The package in browsers.
import { asking } from "./asking.js";
import { fetched, listening } from "./browser.js";
import { compiledFrom } from "./library.js";
import { functions } from "./questions.js";

let given;

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, the file beside this one is read at the first question. */
export function use(wasm) {
  given = wasm;
}

const start = hear => listening(new Worker(new URL("./thread.js", import.meta.url), { type: "module" }), hear);

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(asking(() => given === undefined ? fetched() : compiledFrom(given), start));
