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

// Returns true for an object whose entries are all that it holds. JSON drops what a Map, a Set or a Date holds.
const isPlain = value => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // An object of another frame has that frame's prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

function kind(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value !== "object" || isPlain(value) ? typeof value : `an instance of ${value.constructor?.name || "a class"}`;
}

/** The words for kinds of values. */
const WORDS = {
  boolean: "true or false", integer: "a whole number", number: "a number", finite: "a finite number", string: "a string", list: "an array",
  object: "a plain object",
};

/** The kinds of values that JSON has, besides null. */
const JSON_KINDS = [["string"], ["finite"], ["boolean"], ["list"], ["object"]];

/** Maximum number of objects and arrays inside each other. The library reads 128, the request included. */
const MAX_DEPTH = 100;

/** The options that the library does not know as they are here: the name of a file, and given squares, which are text. */
const TEXTS = ["name", "given", "keep"];

// Returns an error that names the option, what is expected and what was found.
function mismatch(name, kinds, found) {
  const words = kinds.map(([one]) => WORDS[one]), last = words.pop();
  return new TypeError(`${name}: expected ${words.length > 0 ? `${words.join(", ")} or ` : ""}${last}, not ${found}`);
}

// Returns the first of the kinds that the value has.
function kindAmong(name, value, kinds) {
  const isOf = ([one]) => one === "integer" ? Number.isInteger(value)
    : one === "finite" ? Number.isFinite(value)
    : one === "list" ? Array.isArray(value)
    : one === "object" ? isPlain(value)
    : typeof value === one;
  const found = kinds.find(isOf);
  if (found === undefined) throw mismatch(name, kinds, typeof value === "number" ? value : kind(value));
  return found;
}

// Throws an error if the value has none of the kinds, or is outside the limits.
function checkOption(name, value, kinds) {
  const [one, least, most] = kindAmong(name, value, kinds);
  if (one === "list") value.forEach(item => checkOption(name, item, [[name === "size" ? "integer" : "string"]]));
  if (one === "object") checkJson(name, value);
  if (typeof value === "number" && (least > value || (most ?? Infinity) < value || !Number.isFinite(value))) {
    const limits = `${(least ?? null) === null ? "" : ` from ${least}`}${(most ?? null) === null ? "" : ` to ${most}`}`;
    throw new RangeError(`${name}: expected ${WORDS[one]}${limits}, not ${value}`);
  }
}

// Throws an error if JSON would change the value or cannot hold it. `parents` are the objects and arrays around the value.
function checkJson(name, value, parents = []) {
  if (value === null) return;
  const [one] = kindAmong(name, value, JSON_KINDS);
  if (one !== "list" && one !== "object") return;
  if (parents.includes(value)) throw mismatch(name, JSON_KINDS, "a value that contains itself");
  if (parents.length === MAX_DEPTH) throw mismatch(name, JSON_KINDS, `a value inside more than ${MAX_DEPTH - 1} others`);
  for (const [key, part] of one === "list" ? value.entries() : Object.entries(value)) {
    // A key that is undefined is left out, as an option is. In an array JSON would make it null.
    if (part !== undefined || one === "list") checkJson(`${name}: ${escaped(key)}`, part, [...parents, value]);
  }
}

// Returns the key in one line.
const escaped = key => JSON.stringify(String(key)).slice(1, -1);

// Checks the kinds of options, of which undefined and null are none. The library names those that it does not know.
function check(command, options) {
  for (const [name, value] of Object.entries(options)) {
    if ((value ?? null) === null) continue;
    if (TEXTS.includes(name)) checkOption(name, value, [["string"]]);
    else if (Object.hasOwn(KINDS[command], name)) checkOption(name, value, KINDS[command][name]);
    else checkJson(escaped(name), value);
  }
}

function sizeOf(input) {
  if (typeof input === "string") return input.length;
  return input?.byteLength ?? 0;
}

// Separates what concerns the call from what concerns the question.
function split(options) {
  kindAmong("options", options, [["object"]]);
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
