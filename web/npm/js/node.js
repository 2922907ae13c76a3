// The package in Node.
import { Worker } from "node:worker_threads";
import { asking } from "./asking.js";
import * as library from "./library.js";
import { listening, read } from "./on-node.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => read(new URL("./gridcheck.wasm", import.meta.url)));
const start = hear => listening(new Worker(new URL("./node-thread.js", import.meta.url)), hear);

export { use };
export const { validate, stats, complete, forced, sample, repair, count } = functions(asking(library, compiled, start));
