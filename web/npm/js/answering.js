// What one WebAssembly module of the package answers, on the thread that calls it.

/**
 * Returns the library of a module, whose JavaScript is `core` and its `init`: `load` loads it, `answered` answers a question, and `hasStopped`
 * returns true if it can answer no more on this thread.
 */
export function libraryOf(init, core) {
  let loaded;
  let isBroken = false;

  /** Loads the library from a compiled WebAssembly module. A module that could not be loaded leaves the way free for another one. */
  const load = module => loaded ??= init({ module_or_path: module }).catch(error => {
    loaded = undefined;
    throw error instanceof WebAssembly.LinkError ? new Error(OTHER_MODULE, { cause: error }) : error;
  });

  /** Answers a question. `onPart` receives the report so far. After `load`. */
  function answered({ question, options, file }, onPart = _ => {}) {
    if (isBroken) throw new Error(STOPPED);
    // Outside of the `try`: options that are too long for JSON are a RangeError too, and do not stop WebAssembly.
    const request = JSON.stringify(options);
    try {
      const answer = core[question](request, file, { hear: report => onPart(JSON.parse(report)) });
      return typeof answer === "string" ? JSON.parse(answer) : written(answer);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        // When memory runs out, WebAssembly only reports that it stopped, and it cannot go on.
        isBroken = true;
        throw new Error(STOPPED, { cause: error });
      }
      throw error;
    }
  }

  return { load, answered, hasStopped: () => isBroken };
}

/** Returns a function that answers a question on this thread. `compiled` returns the module. */
export const onThisThread = ({ load, answered }, compiled) => async (question, signal, onPart) => {
  await load(await compiled());
  signal?.throwIfAborted();
  return answered(question, onPart);
};

const OTHER_MODULE = "the WebAssembly given to use() is not the one of this import and this version of gridcheck";
const STOPPED = "the library stopped, probably because the memory was not enough: ask about a smaller size, or the command line";

function written(answer) {
  try {
    return { answers: [answer.bytes], notes: answer.notes };
  } finally {
    answer.free();
  }
}
