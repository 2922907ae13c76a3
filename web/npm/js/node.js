// The package in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { asking } from "./asking.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => readFile(new URL("./gridcheck.wasm", import.meta.url)));

function start(hear) {
  const worker = new Worker(new URL("./node-thread.js", import.meta.url));
  worker.on("message", hear);
  worker.on("error", error => hear({ error, isBroken: true }));
  return {
    post(message, transfer) {
      worker.ref();
      worker.postMessage(message, transfer);
    },
    // A worker that waits does not keep the program from ending.
    rest: () => worker.unref(),
    end: () => void worker.terminate(),
  };
}

export { use };
export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(asking(compiled, start));
