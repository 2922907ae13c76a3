// Asks the npm package in Node: the questions of the table that the command is asked too, files, wrong arguments, and questions that are given up.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { gridcheck as program, root } from "./support.mjs";

const place = process.env.PACKAGE ?? join(root, "web/dist/npm");
// The package as a user has it: a folder in node_modules.
const home = mkdtempSync(join(tmpdir(), "gridcheck-package-"));
after(() => rmSync(home, { recursive: true }));
mkdirSync(join(home, "node_modules"));
symlinkSync(place, join(home, "node_modules/gridcheck"));
const [gridcheck, puzzles] = await Promise.all(["node.js", "files-node.js"].map(name => import(pathToFileURL(join(place, name)))));

const VALID = ".....\n.#.#.\n.....\n.#.#.\n.....\n";
// A question that takes longer than any test.
const LONG = signal => gridcheck.count(19, { engine: "backtrack", signal });

// The options that the package takes. The command has more.
const OPTIONS = {
  count: ["size", "rules", "where", "given", "lattice", "engine", "by", "most", "fewest"],
  sample: ["size", "rules", "profile", "where", "given", "lattice", "count", "seed"],
  validate: ["input", "rules", "profile", "where", "select", "ignore"],
  complete: ["input", "rules", "profile", "where"],
  repair: ["input", "rules", "profile", "where", "count", "all"],
  stats: ["input", "where"],
};
const isAsked = ({ ask, answer, error, ...options }) => ask in OPTIONS && Object.keys(options).every(name => OPTIONS[ask].includes(name))
  && (options.input === undefined || Array.isArray(options.input)) && !options.engine?.startsWith("external:");

function put({ ask, answer, error, size, input, ...options }) {
  for (const [name, lines] of Object.entries(options)) if (name === "given") options[name] = lines.join("\n");
  if (typeof options.select === "string") options.select = [options.select];
  return gridcheck[ask](input === undefined ? size : input.join("\n"), options);
}

// Returns true if the value has all that is expected.
function has(value, expected) {
  if (Array.isArray(expected)) return value?.length === expected.length && expected.every((part, i) => has(value[i], part));
  if (typeof expected === "object" && expected !== null) return Object.entries(expected).every(([key, part]) => has(value?.[key], part));
  return value === expected;
}

// Returns the part of the command's error that does not concern its command line.
function withoutOption(error) {
  const [, rest] = error.match(/^invalid value '.*?' for '.*?': (.*?)(?: \(see gridcheck .*\))?$/s) ?? [null, error];
  // Rules that are values have no place in a file.
  return rest.replace(/, as in 13, .*$/, "").replace(/^rules\.toml:\d+:\d+: /, "");
}

test("answers the questions of the table as the command does", async () => {
  const questions = JSON.parse(readFileSync(join(root, "fixtures/questions.json"), "utf8")).filter(isAsked);
  assert.ok(questions.length >= 35, `${questions.length} questions`);
  for (const question of questions) {
    const outcome = await put(question).catch(error => error);
    if (question.error === undefined) {
      const answers = Array.isArray(outcome) ? outcome : [outcome];
      assert.ok(has(answers, question.answer), `${JSON.stringify(question)}\n${JSON.stringify(answers)}${outcome.message ?? ""}`);
    } else {
      assert.ok(outcome instanceof Error, `${JSON.stringify(question)}\n${JSON.stringify(outcome)}`);
      assert.ok(!outcome.message.includes("\n"), outcome.message);
      // The package says in other words which numbers it expects.
      if (!/expected a whole number from 0|expected whole numbers|is not in /.test(question.error)) assert.ok(outcome.message.includes(withoutOption(question.error)), `${outcome.message}\n${question.error}`);
    }
  }
});

// A page has several puzzles.
const files = readdirSync(join(root, "fixtures/formats")).filter(name => !["README.md", "page.html"].includes(name)).map(name => `fixtures/formats/${name}`);
const lines = text => text.trim().split("\n").filter(line => line !== "").map(line => JSON.parse(line));

test("a puzzle names the import that reads it, and grids as text have the same reports from both", async () => {
  let refused = 0;
  for (const name of files) {
    const bytes = readFileSync(join(root, name)), [here, there] = await Promise.all([gridcheck, puzzles].map(from => from.stats(bytes, { name }).catch(error => error)));
    if (!(there instanceof Error) && here instanceof Error) {
      assert.match(here.message, new RegExp(`^${name}: a puzzle of the format [a-z-]+, which the import gridcheck/files reads, and converts to text$`));
      refused++;
    } else {
      assert.deepEqual(here.message ?? here, there.message ?? there, name);
    }
  }
  assert.ok(refused >= 15, `${refused} puzzles`);
  const refusal = (name, format) => ({ message: `${name}: a puzzle of the format ${format}, which the import gridcheck/files reads, and converts to text` });
  const zipped = readFileSync(join(root, "fixtures/formats/zipped.jpz")), text = readFileSync(join(root, "fixtures/formats/plain.xd"), "utf8");
  for (const ask of ["validate", "stats", "complete", "forced", "repair"]) await assert.rejects(gridcheck[ask](zipped), refusal("grid", "jpz"));
  for (const ask of ["count", "sample"]) await assert.rejects(gridcheck[ask](5, { given: text }), refusal("given", "xd"));
  await assert.rejects(gridcheck.repair(VALID, { keep: text }), refusal("keep", "xd"));
  const grids = `${VALID}\n...\n.#.\n..#\n`;
  assert.deepEqual(await puzzles.validate(grids, { profile: "times" }), await gridcheck.validate(grids, { profile: "times" }));
});

test("judges, measures and converts files as the command does", async () => {
  let read = 0;
  for (const name of files) {
    const bytes = readFileSync(join(root, name));
    for (const [ask, options, args] of [
      ["validate", { rules: "american" }, ["--rules", "american", "--no-config"]], ["validate", { profile: "times" }, ["--profile", "times", "--no-config"]],
      ["validate", { profile: "auto" }, ["--profile", "auto", "--no-config"]], ["stats", {}, []],
    ]) {
      const { stdout, stderr } = program([ask, name, ...args, "--format", "json"]);
      const outcome = await puzzles[ask](bytes, { ...options, name }).catch(error => error);
      if (outcome instanceof Error) assert.equal(`gridcheck: ${outcome.message}\n`, stderr, name);
      else assert.deepEqual(outcome, lines(stdout), name);
      read += !(outcome instanceof Error);
    }
    for (const to of ["text", "ipuz", "exolve"]) {
      const notes = [];
      const { stdout, stderr } = program(["convert", name, "--to", to]);
      const outcome = await puzzles.convert(bytes, { to, name, onNote: note => notes.push(note) }).catch(error => error);
      if (outcome instanceof Error) {
        assert.equal(`gridcheck: ${outcome.message}\n`, stderr, name);
      } else {
        assert.equal(new TextDecoder().decode(outcome), stdout, `${name} to ${to}`);
        assert.deepEqual(notes.map(note => `gridcheck: note: ${note}`), stderr.split("\n").filter(line => line !== ""), `${name} to ${to}`);
      }
    }
  }
  assert.ok(read >= 60, `${read} reports`);
});

test("a long list is judged in a worker, as the command judges it", async () => {
  const list = program(["list", "--size", "7", "--format", "line"]).stdout.repeat(10);
  assert.ok(list.length > 1 << 18);
  const expected = lines(program(["validate", "-", "--format", "json"], list).stdout);
  assert.ok(expected.length === 6500 && expected.every(({ valid }) => valid));
  for (const from of [gridcheck, puzzles]) assert.deepEqual(await from.validate(list, { name: "standard input" }), expected);
});

test("forced squares are those of the completions", async () => {
  const begun = "?????\n?????\n??.??\n?????\n#????";
  const [complete, forced] = await Promise.all([gridcheck.complete(begun), gridcheck.forced(begun)]);
  assert.deepEqual(forced.forced, complete.forced);
  assert.deepEqual(forced.forced_squares, complete.forced_squares);
  const none = await gridcheck.forced("#.#\n...\n...");
  assert.equal(none.completions, "0");
  assert.ok(none.exclusion.squares.length > 0);
});

test("grids are counted by their symmetry and by all lengths as the command counts them", async () => {
  for (const by of ["symmetry", "lengths"]) {
    const { seconds, ...report } = await gridcheck.count(7, { by, rules: "american" });
    const { seconds: other, ...expected } = JSON.parse(program(["count", "--size", 7, "--by", by, "--rules", "american", "--format", "json"]).stdout);
    assert.deepEqual(withoutEngines(report), withoutEngines(expected), by);
  }
});

// Returns a report without the names of the engines, which are others if there are more threads.
const withoutEngines = report => JSON.parse(JSON.stringify(report, (key, value) => key.startsWith("engine") ? undefined : value));

test("the report so far reaches the caller: the forced squares first, then the number, and bounds of a repair", async () => {
  const parts = [], onPart = part => parts.push(part), begun = "?????\n?????\n??.??\n?????\n#????";
  const report = await gridcheck.complete(begun, { onPart });
  assert.deepEqual(parts.map(({ completions, white }) => [completions, white]), [[null, null], [report.completions, null]]);
  for (const part of parts) {
    assert.deepEqual(Object.keys(part), Object.keys(report));
    assert.deepEqual(part.forced_squares, report.forced_squares);
  }
  parts.length = 0;
  const [{ changes }] = await gridcheck.repair(".#...\n.....\n#...#\n.....\n...#.", { onPart });
  assert.ok(changes > 1 && parts.length > 0, `${changes} changes, ${parts.length} parts`);
  parts.forEach(({ fewest, grids }, i) => assert.ok(fewest <= changes && fewest >= (parts[i - 1]?.fewest ?? 0) && grids.length === 0, JSON.stringify(parts)));
  await assert.rejects(gridcheck.complete(begun, { onPart: 5 }), { name: "TypeError", message: "onPart: expected a function" });
});

test("a time limit ends the counting and is named", async () => {
  const { completions, not_counted, forced } = await gridcheck.complete(`${"?".repeat(15)}\n`.repeat(15), { timeLimit: 0.5 });
  assert.equal(completions, null);
  assert.equal(not_counted, "not in 0.5 s");
  assert.equal(forced.length, 15);
});

test("times are measured", async () => {
  const { seconds } = await gridcheck.count(9, { engine: "backtrack" });
  assert.ok(seconds > 0 && seconds < 600, String(seconds));
});

test("notes reach the caller", async () => {
  const notes = [];
  const onNote = note => notes.push(note);
  const [{ rank }] = await gridcheck.sample(7, { onNote });
  const seed = Number(notes.join("; ").match(/seed (\d+)$/)[1]);
  assert.deepEqual((await gridcheck.sample(7, { seed }))[0].rank, rank);
});

const JSON_VALUE = "expected a string, a finite number, true or false, an array or a plain object";
class Rules { min_word = 9; }
const cyclic = { min_word: 3 };
cyclic.inner = [{ cyclic }];
// Returns an array inside so many others.
const nested = depth => depth === 0 ? [] : [nested(depth - 1)];

const wrong = [
  [() => gridcheck.validate(5), TypeError, "input: expected a string or bytes, not number"],
  [() => gridcheck.validate(null), TypeError, "input: expected a string or bytes, not null"],
  [() => gridcheck.validate(["...", "..."]), TypeError, "input: expected a string or bytes, not an array"],
  [() => gridcheck.validate(), TypeError, "input: expected a string or bytes, not undefined"],
  [() => gridcheck.stats(VALID, "british"), TypeError, "options: expected a plain object, not string"],
  [() => gridcheck.stats(VALID, { signal: true }), TypeError, "signal: expected an AbortSignal"],
  [() => gridcheck.stats(VALID, { onNote: true }), TypeError, "onNote: expected a function"],
  [() => gridcheck.validate(""), Error, "grid:1:1: "],
  [() => gridcheck.validate(new Uint8Array([255, 254, 0])), Error, "grid:1:1: "],
  [() => gridcheck.validate(new Uint8Array((64 << 20) + 1), { name: "huge" }), Error, "huge: larger than a file can be here (67108864 bytes)"],
  [() => gridcheck.validate(VALID, { profil: "times" }), Error, "options: unknown field `profil`"],
  [() => gridcheck.validate(VALID, { profile: "tims" }), Error, "no profile `tims` and no such file, expected auto or one of keith, times"],
  [() => gridcheck.validate(VALID, { select: ["GC012"] }), Error, "GC012 (one square joins two parts of the grid) is selected, but not checked by the rules british; checked by times"],
  [() => gridcheck.repair(VALID, { profile: "auto", rules: "ho" }), Error, "rules cannot be combined with profile auto"],
  [() => gridcheck.validate(VALID, { rules: 7 }), TypeError, "rules: expected a string or a plain object, not 7"],
  [() => gridcheck.validate(VALID, { rules: { min_word: 4n } }), TypeError, `rules: min_word: ${JSON_VALUE}, not bigint`],
  [() => gridcheck.validate(VALID, { select: 8 }), TypeError, "select: expected a string or an array, not 8"],
  [() => gridcheck.validate(VALID, { select: [8] }), TypeError, "select: expected a string, not 8"],
  [() => gridcheck.validate(VALID, { name: 5 }), TypeError, "name: expected a string, not 5"],
  [() => gridcheck.validate(VALID, { rules: "times" }), Error, "`times` is a profile, not a rule set"],
  [() => gridcheck.complete(VALID, { profile: "auto" }), Error, "profile auto is chosen for a finished grid"],
  [() => gridcheck.complete(VALID, { timeLimit: -1 }), RangeError, "timeLimit: expected a number from 0, not -1"],
  [() => gridcheck.complete(VALID, { timeLimit: NaN }), RangeError, "timeLimit: expected a number from 0, not NaN"],
  [() => gridcheck.complete(VALID, { where: ["wrods = 3"] }), Error, "no measure `wrods`"],
  [() => gridcheck.repair("...\n...\n...", { keep: "...\n.#.\n..." }), Error, "keep: row 2, column 2 is black, in grid it is white"],
  [() => puzzles.convert(VALID, {}), Error, "options: missing field `to`"],
  [() => puzzles.convert(`${VALID}\n${VALID}`, { to: "ipuz" }), Error, "grid: 2 grids, and a file of the format ipuz holds one"],
  [() => gridcheck.count(5, new Map([["rules", "ho"]])), TypeError, "options: expected a plain object, not an instance of Map"],
  [() => gridcheck.count(5, { rules: new Map([["min_word", 9]]) }), TypeError, "rules: expected a string or a plain object, not an instance of Map"],
  [() => gridcheck.count(5, { rules: new Rules() }), TypeError, "rules: expected a string or a plain object, not an instance of Rules"],
  [() => gridcheck.count(5, { rules: Object.create({ min_word: 9 }) }), TypeError, "rules: expected a string or a plain object, not an instance of Object"],
  [() => gridcheck.count(5, { rules: { checking: new Set(["all"]) } }), TypeError, `rules: checking: ${JSON_VALUE}, not an instance of Set`],
  [() => gridcheck.count(5, { rules: { min_word: NaN } }), TypeError, `rules: min_word: ${JSON_VALUE}, not NaN`],
  [() => gridcheck.count(5, { rules: { max_word: -Infinity } }), TypeError, `rules: max_word: ${JSON_VALUE}, not -Infinity`],
  [() => gridcheck.count(5, { rules: { checking: ["all", undefined] } }), TypeError, `rules: checking: 1: ${JSON_VALUE}, not undefined`],
  [() => gridcheck.count(5, { rules: { "min\nword": NaN } }), TypeError, `rules: min\\nword: ${JSON_VALUE}, not NaN`],
  [() => gridcheck.count(5, { rules: cyclic }), TypeError, `rules: inner: 0: cyclic: ${JSON_VALUE}, not a value that contains itself`],
  [() => gridcheck.validate(VALID, { other: cyclic }), TypeError, `other: inner: 0: cyclic: ${JSON_VALUE}, not a value that contains itself`],
  [() => gridcheck.count(5, { rules: { checking: nested(2000) } }), TypeError, `: 0: ${JSON_VALUE}, not a value inside more than 99 others`],
  [() => gridcheck.count(5, { rules: { __proto__: null, min_wrod: 4 } }), Error, "min_wrod"],
  [() => gridcheck.count(5, { rules: { toString: "5" } }), Error, "toString"],
  [() => gridcheck.count(5, { constructor: 5 }), Error, "unknown field `constructor`"],
  [() => gridcheck.count(5, { toString: "5" }), Error, "unknown field `to_string`"],
  [() => gridcheck.count("nine"), Error, "size: expected whole numbers from 1 to 64"],
  [() => gridcheck.count(65), RangeError, "size: expected a whole number from 1 to 64, not 65"],
  [() => gridcheck.count(9.5), TypeError, "size: expected a whole number, an array or a string, not 9.5"],
  [() => gridcheck.count({}), TypeError, "size: expected a whole number, an array or a string, not object"],
  [() => gridcheck.count(true), TypeError, "size: expected a whole number, an array or a string, not boolean"],
  [() => gridcheck.count(9n), TypeError, "size: expected a whole number, an array or a string, not bigint"],
  [() => gridcheck.count(), TypeError, "size: expected a whole number, an array or a string, not undefined"],
  [() => gridcheck.count([5, "5"]), TypeError, "size: expected a whole number, not string"],
  [() => gridcheck.count(5, { where: { words: 9 } }), TypeError, "where: expected a string or an array, not object"],
  [() => gridcheck.count(5, { lattice: "yes" }), TypeError, "lattice: expected a whole number or true or false, not string"],
  [() => gridcheck.count(5, { lattice: 5 }), RangeError, "lattice: expected a whole number from 1 to 4, not 5"],
  [() => gridcheck.count(5, { by: "words", most: "words" }), Error, "by cannot be combined with most"],
  [() => gridcheck.sample(7, { seed: 0.5 }), TypeError, "seed: expected a whole number, not 0.5"],
  [() => gridcheck.sample(7, { count: -1 }), RangeError, "count: expected a whole number from 0, not -1"],
];

test("wrong arguments are errors of one line", async () => {
  for (const [ask, type, line] of wrong) {
    const error = await ask().then(answer => assert.fail(`${ask}: ${JSON.stringify(answer)}`), error => error);
    assert.ok(error instanceof type, `${ask}: ${error.stack}`);
    assert.ok(error.message.includes(line) && !error.message.includes("\n"), `${ask}: ${error.message}`);
  }
  // The same thread answers on.
  assert.equal((await gridcheck.validate(VALID))[0].valid, true);
});

test("the WebAssembly can be given, and nothing is read before a question", async () => {
  const moved = join(home, "moved");
  mkdirSync(moved);
  for (const name of readdirSync(place).filter(name => /\.js(on)?$/.test(name))) copyFileSync(join(place, name), join(moved, name));
  for (const entry of ["node.js", "node-worker.js"]) {
    const { count, use, validate } = await import(pathToFileURL(join(moved, entry)));
    await assert.rejects(count(5), { code: "ENOENT" });
    // What is loaded serves both entries.
    if (entry === "node.js") {
      use(readFileSync(join(place, "files.wasm")));
      await assert.rejects(validate(VALID), /not the one of this import/);
      await assert.rejects(count(5), /not the one of this import/);
    }
    use(readFileSync(join(place, "gridcheck.wasm")));
    assert.equal((await count(5)).count, "17", entry);
    assert.equal((await validate(VALID))[0].valid, true, entry);
  }
  for (const entry of ["files-node.js", "files-node-worker.js"]) {
    const { convert, use } = await import(pathToFileURL(join(moved, entry)));
    await assert.rejects(convert(VALID, { to: "line" }), { code: "ENOENT" });
    if (entry === "files-node.js") {
      use(readFileSync(join(place, "gridcheck.wasm")));
      await assert.rejects(convert(VALID, { to: "line" }), /not the one of this import/);
    }
    use(await WebAssembly.compile(readFileSync(join(place, "files.wasm"))));
    assert.equal(new TextDecoder().decode(await convert(VALID, { to: "line" })), "...../.#.#./...../.#.#./.....\n", entry);
  }
});

test("a signal that was aborted before rejects with its reason", async () => {
  const reason = new Error("enough");
  for (const ask of [signal => gridcheck.validate(VALID, { signal }), LONG, signal => puzzles.convert(VALID, { to: "ipuz", signal })]) {
    await assert.rejects(ask(AbortSignal.abort(reason)), error => error === reason);
    await assert.rejects(ask(AbortSignal.abort()), { name: "AbortError" });
  }
});

test("a signal that is aborted in the middle ends the work, and the next question is answered", async () => {
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController(), start = performance.now();
    const long = LONG(stop.signal);
    setTimeout(() => stop.abort(), 300);
    await assert.rejects(long, { name: "AbortError" });
    assert.ok(performance.now() - start < 20_000);
    assert.equal((await gridcheck.count(7)).count, "650");
  }
  await assert.rejects(LONG(AbortSignal.timeout(200)), { name: "TimeoutError" });
  assert.equal((await gridcheck.count(5)).count, "17");
});

test("questions are answered side by side, and one is given up alone", async () => {
  const stop = new AbortController();
  const long = LONG(stop.signal);
  const counts = await Promise.all([5, 7, 9].map(size => gridcheck.count(size).then(({ count }) => count)));
  assert.deepEqual(counts, ["17", "650", "68956"]);
  stop.abort();
  await assert.rejects(long, { name: "AbortError" });
});

test("the bytes of the caller stay as they are", async () => {
  const bytes = new TextEncoder().encode("?????\n?????\n??.??\n?????\n#????");
  const view = new Uint8Array(bytes.buffer, 0, bytes.length);
  assert.deepEqual((await gridcheck.complete(view)).completions, "6");
  assert.equal(bytes.length, 29);
  assert.deepEqual((await gridcheck.complete(bytes.buffer)).completions, "6");
});

test("a program that imports the package ends when it has its answers", () => {
  const code = 'import { count, validate } from "gridcheck"; console.log((await count(7)).count, (await validate("...\\n.#.\\n..."))[0].valid);';
  writeFileSync(join(home, "program.mjs"), code);
  const { stdout, stderr, status } = spawnSync(process.execPath, ["program.mjs"], { cwd: home, encoding: "utf8", timeout: 120_000 });
  assert.deepEqual({ stdout, stderr, status }, { stdout: "650 true\n", stderr: "", status: 0 });
});

test("the caller's own worker asks on its thread", async () => {
  writeFileSync(join(home, "own.mjs"), `import { parentPort } from "node:worker_threads"; import { count } from "gridcheck/worker";
    parentPort.postMessage((await count(7)).count); count(19, { engine: "backtrack" });`);
  const worker = new Worker(join(home, "own.mjs"));
  const count = await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  assert.equal(count, "650");
  await worker.terminate();
});

test("the README's program runs", () => {
  const readme = readFileSync(join(place, "README.md"), "utf8");
  const [, code, output] = readme.match(/^```js\n(import.*?)^```\n\n^```text\n(.*?)^```/ms);
  writeFileSync(join(home, "readme.mjs"), code);
  const { stdout, stderr } = spawnSync(process.execPath, ["readme.mjs"], { cwd: home, encoding: "utf8", timeout: 120_000 });
  assert.equal(stdout, output, stderr);
});

test("the package carries the licences of what is compiled into it", () => {
  const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: place, stdio: ["ignore", "pipe", "ignore"] }));
  for (const name of ["LICENSE", "THIRD-PARTY.txt", "gridcheck.wasm", "files.wasm"]) assert.ok(files.some(({ path }) => path === name), name);
  const notices = readFileSync(join(place, "THIRD-PARTY.txt"), "utf8");
  for (const crate of ["varisat", "quick-xml", "wasm-bindgen"]) assert.match(notices, new RegExp(`^${crate} [0-9.]+: .*(MIT|Apache)`, "m"));
  assert.ok(notices.includes("Permission is hereby granted") && !notices.includes("DejaVu"));
  // A licence in a folder of a crate.
  assert.match(notices, /Copyright \(c\) 2001, Dr Martin Porter/);
});

test("the types are right for the package, and wrong uses are errors", () => {
  symlinkSync(join(root, "web/tests/types"), join(home, "types"));
  execFileSync(join(root, "web/node_modules/.bin/tsc"), ["--project", join(home, "types"), "--preserveSymlinks"], { stdio: "pipe" });
});
