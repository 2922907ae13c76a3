// The functions of the package: they check and convert arguments, and `ask` puts the question.
import { KINDS } from "./kinds.js";

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

/** The words for kinds of values. */
const WORDS = { boolean: "true or false", integer: "a whole number", number: "a number", string: "a string", list: "an array", object: "an object" };

/** The options that the library does not know as they are here: the name of a file, and given squares, which are text. */
const TEXTS = ["name", "given", "keep"];

// Throws an error that names the option, what is expected and what was found.
function checkOption(name, value, kinds) {
  const isOf = ([one]) => one === "integer" ? Number.isInteger(value)
    : one === "list" ? Array.isArray(value)
    : one === "object" ? typeof value === "object" && value !== null && !Array.isArray(value)
    : typeof value === one;
  const found = kinds.find(isOf);
  if (found === undefined) {
    const words = kinds.map(([one]) => WORDS[one]), last = words.pop();
    const given = typeof value === "number" ? value : kind(value);
    throw new TypeError(`${name}: expected ${words.length > 0 ? `${words.join(", ")} or ` : ""}${last}, not ${given}`);
  }
  const [one, least, most] = found;
  if (one === "list") value.forEach(item => checkOption(name, item, [[name === "size" ? "integer" : "string"]]));
  if (one === "object") checkKeys(name, value);
  if (least > value || (most ?? Infinity) < value || one === "number" && !Number.isFinite(value)) {
    const limits = `${(least ?? null) === null ? "" : ` from ${least}`}${(most ?? null) === null ? "" : ` to ${most}`}`;
    throw new RangeError(`${name}: expected ${WORDS[one]}${limits}, not ${value}`);
  }
}

// Throws an error if JSON cannot have a value in an object.
function checkKeys(name, object) {
  for (const [key, value] of Object.entries(object)) {
    if (["bigint", "function", "symbol"].includes(typeof value)) throw new TypeError(`${name}: ${key}: expected a value of JSON, not ${kind(value)}`);
    if (typeof value === "object" && value !== null) checkKeys(`${name}: ${key}`, value);
  }
}

// Checks the kinds of options, of which undefined and null are none. The library names those that it does not know.
function check(command, options) {
  for (const [name, value] of Object.entries(options)) {
    const kinds = TEXTS.includes(name) ? [["string"]] : KINDS[command][name];
    if (kinds !== undefined && (value ?? null) !== null) checkOption(name, value, kinds);
  }
}

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
    const command = name === "forced" ? "complete" : name;
    if (OF_SIZE.includes(name)) checkOption("size", of, KINDS[name].size);
    check(command, asked);
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
    if (REQUESTS.includes(command)) asked = request(asked);
    const { answers, notes } = await ask({ question: command, file, options: asked }, signal, onPart);
    if (onNote) notes.forEach(note => onNote(note));
    return SHAPES[name](answers);
  }
  return Object.fromEntries([...OF_FILE, ...OF_SIZE].map(name => [name, (of, options) => answer(name, of, options)]));
}
