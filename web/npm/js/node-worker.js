// `gridcheck/worker` in Node, whose fetch cannot read files.
import { onThisThread } from "./answering.js";
import * as library from "./library.js";
import { read } from "./on-node.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => read(new URL("./gridcheck.wasm", import.meta.url)));

export { use };
export const { validate, stats, complete, forced, sample, repair, count } = functions(onThisThread(library, compiled));
