// The functions of the package: they check and convert arguments, and `ask` puts the question.

/** Maximum size of a file, in bytes. */
const MAX_BYTES = 64 << 20;

/** The names of the questions about a file and about a size. */
const OF_FILE = ["validate", "stats", "complete", "forced", "repair", "convert"], OF_SIZE = ["count", "sample"];

/** The questions about a file that are requests of the library. */
const REQUESTS = ["complete", "convert", "repair", "stats", "validate"];

/** The greatest seed that is picked, so that a user can type it again. */
const EASY = 1_000_000;

// Returns a copy of the bytes, which may be handed to a worker.
function bytes(input) {
  const file = typeof input === "string" ? new TextEncoder().encode(input)
    : input instanceof ArrayBuffer ? new Uint8Array(input.slice(0))
    : ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength).slice() : null;
  if (file === null) throw new TypeError(`input: expected a string or bytes, not ${kind(input)}`);
  return file;
}

const kind = value => value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;

function sizeOf(input) {
  if (typeof input === "string") return input.length;
  return input?.byteLength ?? 0;
}

// Separates what concerns the call from what concerns the question.
function split(options) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`options: expected an object, not ${kind(options)}`);
  }
  const { signal, onNote, onPart, ...question } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("signal: expected an AbortSignal");
  for (const [name, listener] of Object.entries({ onNote, onPart })) {
    if (listener !== undefined && typeof listener !== "function") throw new TypeError(`${name}: expected a function`);
  }
  return { signal, onNote, onPart, question };
}

// Returns the options as the library names them. A text of given squares is the content of a file: there are no paths here.
function request(options) {
  const named = Object.entries(options).map(([name, value]) => [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), value]);
  const asked = Object.fromEntries(named);
  for (const name of ["given", "keep"]) {
    if (typeof asked[name] === "string") asked[name] = { name, text: asked[name] };
  }
  return asked;
}

// Returns what the question answers: one object for each grid, or one object.
const SHAPES = {
  validate: answers => answers, stats: answers => answers, repair: answers => answers, sample: answers => answers,
  complete: ([answer]) => answer, forced: ([answer]) => answer, count: ([answer]) => answer, convert: ([answer]) => answer,
};

/**
 * Makes the functions. `ask` answers `{ question, file, options }`, ends its work when the signal is aborted, and calls `onPart` with the report
 * so far.
 */
export function functions(ask) {
  async function answer(name, of, options = {}) {
    const { signal, onNote, onPart, question } = split(options);
    let asked = question;
    signal?.throwIfAborted();
    // The forced squares are known before anything is counted.
    if (name === "forced") asked.timeLimit = 0;
    let file;
    if (OF_FILE.includes(name)) {
      if (sizeOf(of) > MAX_BYTES) throw new Error(`${asked.name ?? "grid"}: larger than a file can be here (${MAX_BYTES} bytes)`);
      file = bytes(of);
    } else {
      if (name === "sample") asked.seed ??= Math.floor(Math.random() * EASY);
      asked = request({ ...asked, size: of });
    }
    const command = name === "forced" ? "complete" : name;
    if (REQUESTS.includes(command)) asked = request(asked);
    const { answers, notes } = await ask({ question: command, file, options: asked }, signal, onPart);
    if (onNote) notes.forEach(note => onNote(note));
    return SHAPES[name](answers);
  }
  return Object.fromEntries([...OF_FILE, ...OF_SIZE].map(name => [name, (of, options) => answer(name, of, options)]));
}
