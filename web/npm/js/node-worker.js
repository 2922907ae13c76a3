// `gridcheck/worker` in Node, whose fetch cannot read files.
import { readFile } from "node:fs/promises";
import { onThisThread } from "./library.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => readFile(new URL("./gridcheck.wasm", import.meta.url)));

export { use };
export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(onThisThread(compiled));
