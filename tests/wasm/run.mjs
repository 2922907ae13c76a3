// Asks the WebAssembly module and the program the same questions, and requires equal answers.
// node run.mjs MODULE.wasm PROGRAM, from the root of the project.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [wasm, program] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(wasm));
// The module imports no clock, no random numbers and no files, so the host provides nothing.
assert.deepEqual(WebAssembly.Module.imports(module), []);
const { exports: core } = await WebAssembly.instantiate(module, {});

const ask = (line, rest = "") => {
  core.clear();
  for (const byte of Buffer.concat([Buffer.from(line + "\n"), Buffer.from(rest)])) core.put(byte);
  const length = core.ask();
  return Buffer.from(Uint8Array.from({ length }, (_, place) => core.take(place))).toString();
};
const gridcheck = (args, input = "") => spawnSync(program, args.map(String), { input, encoding: "utf8" });
const text = (...args) => gridcheck(args).stdout;
const json = (args, input) => JSON.parse(gridcheck([...args, "--format", "json"], input).stdout);
let questions = 0;
const same = (answer, expected, what) => {
  assert.equal(answer, expected, what);
  questions += 1;
};

const folder = mkdtempSync(join(tmpdir(), "gridcheck-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
// Returns a built-in rule set, or one with another symmetry, as a file.
const rulesFor = (rules) => {
  const [name, symmetry] = rules.split("/");
  if (!symmetry) return name;
  const file = join(folder, `${name}-${symmetry}.toml`);
  writeFileSync(file, `extends = "${name}"\nsymmetry = "${symmetry}"\n`);
  return file;
};
for (const [rules, size] of [
  ["british", 7], ["american", 6], ["american", 7], ["no-pairs", 9], ["british", 11],
  ["british/mirrors", 7], ["american/diagonal", 6], ["british/diagonals", 9],
]) {
  for (const engine of ask("engines").split(" ")) {
    // Brute force suits only small grids, and listing only small numbers of grids.
    if (size > 7 && (engine === "brute" || engine === "sat") || size > 9 && !["pinwheel", "frontier"].includes(engine)) continue;
    const answer = ask(`count ${engine} ${size} ${rules}`);
    const counted = gridcheck(["count", "--size", size, "--rules", rulesFor(rules), "--engine", engine]);
    if (counted.status === 0) same(answer, counted.stdout.trim(), `${engine} ${size} ${rules}`);
    else assert.match(answer, /^error: .* cannot do this: /, `${engine} ${size} ${rules}`);
    console.log(`${rules} ${size} x ${size}: ${engine}: ${answer} here and there`);
  }
}
const listed = text("list", "--size", 7, "--format", "line");
same(ask("list 7 british"), listed, "list");

const compared = json(["compare", "--size", 7]);
const sets = compared.parties.map(({ name, count, digest }) => `${name} ${count} ${digest ?? null}`);
same(ask("compare 7 british"), [...sets, compared.agree].join("\n"), "compare");

const spots = json(["compare", "--size", 9, "--spot-checks", 3, "--seed", 1]);
same(ask("spot-checks 9 british 3 1"), `${spots.compared} ${spots.grids} ${spots.agree}`, "spot checks");

const grids = [...listed.trim().split("\n").slice(0, 20), "..#/.../#..", "...../.###./.....", "....#/....#/##.##/#..../#...."];
const lines = (answer) => answer.split("\n").filter((line) => line !== "");
for (const grid of grids) {
  const said = (args) => json(["validate", "-", ...args], grid).findings;
  const told = (args) => said(args).map(({ severity, word, message }) =>
    word ? `${severity} ${word}: ${message}` : `${severity} ${message}`);
  assert.deepEqual(lines(ask("validate american", grid)), told(["--rules", "american"]), grid);
  assert.deepEqual(lines(ask("lint times", grid)), told(["--profile", "times"]), grid);
  const { words, white, symmetry, hinges } = json(["stats", "-"], grid);
  same(ask("measure", grid), `${words} ${white} ${symmetry} ${hinges.length}`, grid);
}

for (const name of ["begun", "corner", "stuck"]) {
  const painting = readFileSync(`fixtures/tour/${name}.txt`, "utf8");
  const { completions, forced, white, exclusion } = json(["complete", "-"], painting);
  const places = exclusion?.squares.map(({ row, column }) => `(${row - 1}, ${column - 1})`).join(", ");
  const whites = white?.map((row) => `[${row.join(", ")}]`).join(", ");
  const expected = exclusion ? `[${places}] ${exclusion.smallest}` : `${completions} ${forced.join("/")} [${whites}]`;
  same(ask("complete british", painting), expected, name);
}
const slip = readFileSync("fixtures/tour/slip.txt", "utf8").trim();
const { changes, grids: mended } = json(["repair", "-", "--all"], slip);
same(ask("repair british", slip), [changes, ...mended.map(({ rows }) => rows.join("/"))].join(" "), "repair");

const formats = "fixtures/formats";
for (const name of readdirSync(formats).filter((name) => name !== "README.md")) {
  const read = gridcheck(["convert", `${formats}/${name}`, "--to", "line"]);
  const answer = ask("read", readFileSync(`${formats}/${name}`));
  if (read.status === 0) same(answer, read.stdout.trim(), name);
  else assert.match(answer, /^error: /, name);
  for (const format of ["ipuz", "jpz", "exolve"]) {
    const written = gridcheck(["convert", `${formats}/${name}`, "--to", format]);
    const puzzle = ask(`convert ${format}`, readFileSync(`${formats}/${name}`));
    if (written.status === 0) same(puzzle, written.stdout, `${name} to ${format}`);
  }
}

assert.match(ask("draw", grids[0]), /^<svg[^]*<\/svg>\n$/);
assert.match(ask("certify 5 british"), /^error: /);
console.log(`${questions} questions, and the same answers`);
