// The same functions, on the thread that calls them: for a worker of the caller, who ends it to stop a question.
import { fetched } from "./browser.js";
import { answered, compiledFrom, load } from "./library.js";
import { functions } from "./questions.js";

let compiled;

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, the file beside this one is fetched. */
export function use(wasm) {
  compiled = compiledFrom(wasm);
}

async function ask(question, signal, onPart) {
  compiled ??= fetched().catch(error => { compiled = undefined; throw error; });
  await load(await compiled);
  signal?.throwIfAborted();
  return answered(question, onPart);
}

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(ask);
