// The same functions, on the thread that calls them: for a worker of the caller, who ends it to stop a question.
import { answered, load } from "./library.js";
import { functions } from "./questions.js";

let compiled;

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, the file beside this one is fetched. */
export function use(wasm) {
  compiled = wasm instanceof WebAssembly.Module ? Promise.resolve(wasm) : WebAssembly.compile(wasm);
}

async function fetched() {
  const response = await fetch(new URL("./gridcheck.wasm", import.meta.url));
  if (!response.ok) throw new Error(`gridcheck.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function ask(question, signal) {
  compiled ??= fetched().catch(error => { compiled = undefined; throw error; });
  await load(await compiled);
  signal?.throwIfAborted();
  return answered(question);
}

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(ask);
