// The package in browsers.
import { asking } from "./asking.js";
import { functions } from "./questions.js";

async function compiled() {
  const response = await fetch(new URL("./gridcheck.wasm", import.meta.url));
  if (!response.ok) throw new Error(`gridcheck.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function start(hear) {
  const worker = new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = event => {
    event.preventDefault();
    hear({ error: new Error(event.message || "the worker did not start"), isBroken: true });
  };
  return { post: (message, transfer) => worker.postMessage(message, transfer), rest() {}, end: () => worker.terminate() };
}

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(asking(compiled, start));
