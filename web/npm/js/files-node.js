// `gridcheck/files` in Node.
import { Worker } from "node:worker_threads";
import { asking } from "./asking.js";
import * as library from "./files-library.js";
import { listening, read } from "./on-node.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => read(new URL("./files.wasm", import.meta.url)));
const start = hear => listening(new Worker(new URL("./files-node-thread.js", import.meta.url)), hear);

export { use };
export const { validate, stats, convert } = functions(asking(library, compiled, start));
