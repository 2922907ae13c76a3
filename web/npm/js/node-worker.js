// `gridcheck/worker` in Node, whose fetch cannot read files.
import { readFileSync } from "node:fs";
import { use } from "./worker.js";

use(readFileSync(new URL("./gridcheck.wasm", import.meta.url)));
export * from "./worker.js";
