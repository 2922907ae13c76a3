// The package in browsers.
import { asking } from "./asking.js";
import { fetched, listening } from "./browser.js";
import * as library from "./library.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

// Bundlers find the files by these addresses, so each is written out.
const { use, compiled } = wasm(() => fetched(new URL("./gridcheck.wasm", import.meta.url)));
const start = hear => listening(new Worker(new URL("./thread.js", import.meta.url), { type: "module" }), hear);

export { use };
export const { validate, stats, complete, forced, sample, repair, count } = functions(asking(library, compiled, start));
