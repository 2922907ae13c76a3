// Answers questions on the thread that calls it.
import init, * as core from "./core.js";

let loaded;
let isBroken = false;

/** Loads the library from a compiled WebAssembly module. */
export const load = module => loaded ??= init({ module_or_path: module });

/** Answers a question. After `load`. */
export function answered({ question, file, options }) {
  if (isBroken) throw new Error(STOPPED);
  try {
    const text = JSON.stringify(options);
    if (question === "convert") return converted(core.convert(file, text));
    return JSON.parse(file === undefined ? core[question](text) : core[question](file, text));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      // When memory runs out, WebAssembly only reports that it stopped, and it cannot go on.
      isBroken = true;
      throw new Error(STOPPED, { cause: error });
    }
    throw error;
  }
}

/** Returns `true` if the library on this thread has stopped. */
export const hasStopped = () => isBroken;

const STOPPED = "the library stopped, probably because the memory was not enough: ask about a smaller size, or the command line";

function converted(answer) {
  try {
    return { answers: [answer.bytes], notes: answer.notes };
  } finally {
    answer.free();
  }
}
