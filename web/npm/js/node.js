// The package in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { asking } from "./asking.js";
import { compiledFrom } from "./library.js";
import { functions } from "./questions.js";

let given;

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, the file beside this one is read at the first question. */
export function use(wasm) {
  given = wasm;
}

const compiled = async () => compiledFrom(given ?? await readFile(new URL("./gridcheck.wasm", import.meta.url)));

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

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(asking(compiled, start));
