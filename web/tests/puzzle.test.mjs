// Tests the making of a whole puzzle: files with letters and clues, letters typed into squares, clues, one history of all, and what the browser
// keeps.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findings, gridcheck, opened, painted, root, square, surroundings } from "./support.mjs";

const here = surroundings();

const FORMATS = ["ipuz", "jpz", "exolve", "puz", "puz-text", "xd"];
const LATTICE = "#grid=...../.x.x./...../.x.x./.....";

async function choose(page, name, bytes) {
  await page.evaluate(() => { document.getElementById("file-message").textContent = ""; });
  await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForFunction(() => document.getElementById("file-message").textContent !== "");
}

async function save(page, format) {
  await page.selectOption("#format", format);
  const once = async timeout => (await Promise.all([page.waitForEvent("download", { timeout }), page.click("#save")]))[0];
  // On a busy machine the browser has once lost a download. A person would press the button again.
  const download = await once(10_000).catch(error => {
    console.log(`${error.name}: ${format} is saved a second time`);
    return once(30_000);
  });
  return readFileSync(await download.path());
}

const letters = page => page.evaluate(() => [...document.querySelectorAll("#board .square")].map(square => square.dataset.letter || ".").join(""));
const clue = (page, name) => page.getByLabel(`clue of ${name},`);

// Opens a puzzle of the program in ipuz, which holds everything.
function written(puzzle) {
  const path = join(here.folder, "puzzle.ipuz");
  writeFileSync(path, JSON.stringify(puzzle));
  return path;
}
const FULL = {
  version: "http://ipuz.org/v2", kind: ["http://ipuz.org/crossword#1"], title: "All of it", author: "A. Setter", editor: "An Editor",
  publisher: "A Paper", copyright: "© 2026", date: "2026-11-26", notes: "First\nSecond", dimensions: { width: 5, height: 5 },
  puzzle: [[{ cell: 1, style: { shapebg: "circle" } }, 0, 2, 0, 3], [0, "#", 0, "#", 0], [{ cell: 4, style: { highlight: true } }, 0, 0, 0, 0], [0, "#", 0, "#", 0], [5, 0, 0, 0, 0]],
  solution: [["S", "A", "T", "I", "N"], ["C", "#", "R", "#", "I"], ["O", "P", "E", "R", "A"], ["P", "#", "A", "#", "L"], ["E", "A", "T", "E", "L"]],
  clues: { Across: [[1, "Smooth cloth (5)"], [4, "It is sung (5)"], [5, "Past (1,4)"]], Down: [[1, "Range (5)"], [2, "Deal with (5)"], [3, "Hits &lt;the&gt; &amp; bed (5)"]] },
};

test("a whole puzzle survives opening and saving in every format, and the page tells what a format drops", async () => {
  const page = await opened(here.chrome), path = written(FULL);
  await choose(page, "puzzle.ipuz", readFileSync(path));
  assert.equal(await letters(page), "SATINC.R.IOPERAP.A.LEATEL");
  assert.equal(await clue(page, "5-Across").inputValue(), "Past (1,4)");
  assert.equal(await page.inputValue("#text-title"), "All of it");
  for (const format of FORMATS) {
    const bytes = await save(page, format), told = (await page.textContent("#file-message")).split("; ").slice(1);
    const out = join(here.folder, `expected.${format}`);
    const { status, stderr } = gridcheck(["convert", path, "--to", format, "--out", out]);
    assert.equal(status, 0, stderr);
    assert.ok(bytes.equals(readFileSync(out)), format);
    const notes = stderr.trim().split("\n").filter(Boolean).map(line => line.replace(/^.*?puzzle\.ipuz: /, "").replace(/^note: /, ""));
    assert.deepEqual(told, notes, format);
    // What was saved is opened as it was.
    await choose(page, `again.${format}`, bytes);
    assert.equal(await letters(page), "SATINC.R.IOPERAP.A.LEATEL", format);
    assert.equal(await clue(page, "3-Down").inputValue(), "Hits <the> & bed (5)", format);
    assert.equal(await page.inputValue("#text-author"), "A. Setter", format);
    await page.click("#undo");
    assert.equal(await page.inputValue("#text-editor"), "An Editor");
  }
  page.quiet();
});

test("every puzzle in the formats' folder is saved as the program converts it", async () => {
  const page = await opened(here.chrome), formats = join(root, "fixtures/formats");
  let seen = 0;
  for (const name of readdirSync(formats).filter(name => !["README.md", "zipped.jpz"].includes(name))) {
    const path = join(formats, name), out = join(here.folder, `${name}.ipuz`);
    await choose(page, name, readFileSync(path));
    if (!/is open/.test(await page.textContent("#file-message")) || (await painted(page)).includes("?")) continue;
    if (gridcheck(["convert", path, "--to", "ipuz", "--out", out]).status !== 0) continue;
    seen += 1;
    assert.equal((await save(page, "ipuz")).toString(), readFileSync(out, "utf8"), name);
  }
  assert.ok(seen > 12, String(seen));
  page.quiet();
});

test("pictures have letters on request, and the page tells what they lack", async () => {
  const page = await opened(here.chrome), path = written(FULL);
  await choose(page, "puzzle.ipuz", readFileSync(path));
  const plain = (await save(page, "svg")).toString();
  assert.match(await page.textContent("#file-message"), /svg cannot store letters: 21 dropped; svg cannot store clues: 6 dropped; /);
  assert.doesNotMatch(plain, />S</);
  await page.check("#with-letters");
  const out = join(here.folder, "letters.svg");
  assert.equal(gridcheck(["draw", path, "--numbers", "--letters", "--circles", "--out", out]).status, 0);
  assert.equal((await save(page, "svg")).toString(), readFileSync(out, "utf8"));
  assert.doesNotMatch(await page.textContent("#file-message"), /letters/);
  page.quiet();
});

test("letters are typed, turn, go back, and stay where squares stay white", async () => {
  const page = await opened(here.chrome, LATTICE);
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  await page.keyboard.type("Satin");
  assert.equal(await letters(page), "SATIN" + ".".repeat(20));
  // The cursor stays on the last letter; space turns the direction.
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("ial");
  assert.equal(await letters(page), "SATIN" + "....I" + "....A" + "....L" + ".....");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  assert.equal(await letters(page), "SATIN" + "....I" + ".....".repeat(3));
  assert.match(await square(page, 1, 5).getAttribute("aria-label"), /white, N, number 3/);
  assert.match(await page.textContent("#entry-name"), /3-Down \(5\)/);
  // A second click on the square turns the direction too.
  await square(page, 1, 5).click();
  await square(page, 1, 5).click();
  assert.match(await page.textContent("#entry-name"), /1-Across \(5\)/);
  // The field below the grid writes a whole entry.
  await page.fill("#entry-letters", "no.se");
  assert.equal((await letters(page)).slice(0, 5), "NO.SE");
  // A black pair removes the letters of its own squares only.
  await page.click("[data-brush='#']");
  await square(page, 1, 2).click();
  assert.equal((await letters(page)).slice(0, 10), "N..SE....I");
  for (let i = 0; i < 2; i++) await page.click("#undo");
  assert.equal((await letters(page)).slice(0, 5), "SATIN");
  page.quiet();
});

test("an open square becomes white by a letter, and a black one stays", async () => {
  const page = await opened(here.chrome, "#grid=ooo/oxo/ooo");
  await page.click("[data-brush='letters']");
  await square(page, 2, 1).click();
  await page.keyboard.type("A");
  assert.equal(await painted(page), "???\n.#.\n???");
  await square(page, 2, 2).click();
  await page.keyboard.type("B");
  assert.equal(await letters(page), "...A.....");
  page.quiet();
});

test("clues are typed beside the grid, keep to their entry, and their lengths are checked", async () => {
  const page = await opened(here.chrome, LATTICE);
  // The library checks lengths if at least half of the clues have the right one.
  await clue(page, "1-Across").fill("Smooth cloth (5)");
  await clue(page, "4-Across").fill("It is sung (4)");
  assert.ok((await findings(page)).some(text => /^GC101 error 4-Across/.test(text)), (await findings(page)).join("; "));
  assert.match(await page.textContent("#verdict"), /error/);
  await clue(page, "4-Across").fill("It is sung (5)");
  await page.fill("#text-title", "A title");
  assert.ok(!(await findings(page)).some(text => text.includes("GC101")));
  // The square before it becomes black: the entry is another number now, and the clue is there still.
  await page.selectOption("#symmetry", "none");
  await page.click("[data-brush='#']");
  await square(page, 1, 1).click();
  const names = await page.locator("#clues-across input").evaluateAll(inputs => inputs.map(input => [input.ariaLabel, input.value]));
  assert.deepEqual(names.filter(([, text]) => text), [["clue of 5-Across, 5 letters", "It is sung (5)"]]);
  assert.ok((await findings(page)).some(text => text.includes("GC103")));
  await page.click("#undo");
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5)");
  await page.click("#redo");
  // An entry that is gone is told, and its clue returns with it.
  await square(page, 3, 1).click();
  const gone = async () => (await findings(page)).filter(text => text.includes("GC103")).length;
  assert.equal(await gone(), 2);
  await page.click("[data-brush='.']");
  await square(page, 3, 1).click();
  await square(page, 1, 1).click();
  assert.equal(await gone(), 0);
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5)");
  page.quiet();
});

test("an entry that stays keeps its field, with the focus and the cursor", async () => {
  const page = await opened(here.chrome, LATTICE), field = clue(page, "4-Across");
  await page.selectOption("#symmetry", "none");
  await page.click("[data-brush='#']");
  await field.fill("It is sung (5)");
  const kept = await field.elementHandle();
  await kept.evaluate(input => input.setSelectionRange(2, 5));
  // Other entries get other numbers, come and go.
  await square(page, 1, 2).click();
  assert.deepEqual(await page.locator("#clues-across input").evaluateAll(inputs => inputs.map(({ ariaLabel }) => ariaLabel)),
    ["clue of 2-Across, 3 letters", "clue of 4-Across, 5 letters", "clue of 5-Across, 5 letters"]);
  const state = () => kept.evaluate(input => [input === document.activeElement, input.selectionStart, input.selectionEnd, input.value]);
  assert.deepEqual(await state(), [true, 2, 5, "It is sung (5)"]);
  await square(page, 1, 1).click();
  assert.deepEqual(await state(), [true, 2, 5, "It is sung (5)"]);
  assert.match(await kept.getAttribute("aria-label"), /^clue of \d+-Across, 5 letters$/);
  // The strokes and the text are three steps.
  for (let i = 0; i < 2; i++) await page.click("#undo");
  assert.equal(await painted(page), ".....\n.#.#.\n.....\n.#.#.\n.....");
  assert.equal(await kept.inputValue(), "It is sung (5)");
  await page.click("#undo");
  assert.equal(await kept.inputValue(), "");
  // A file that is dropped replaces the text of a field that has the focus.
  await kept.focus();
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "puzzle.ipuz"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  }, readFileSync(written(FULL), "utf8"));
  await page.waitForFunction(() => /is open/.test(document.getElementById("file-message").textContent));
  assert.equal(await kept.inputValue(), "It is sung (5)");
  page.quiet();
});

test("what is lost with an entry is told when the file is saved", async () => {
  const page = await opened(here.chrome, LATTICE);
  await page.selectOption("#symmetry", "none");
  await clue(page, "4-Across").fill("It is sung (5)");
  await page.click("[data-brush='#']");
  await square(page, 3, 1).click();
  await save(page, "ipuz");
  assert.match(await page.textContent("#file-message"), /left out: clues of words that the grid does not have: 1/);
  page.quiet();
});

test("one history has squares, letters, clues, texts, sizes and files", async () => {
  const page = await opened(here.chrome, LATTICE), state = async () => [
    await painted(page), await letters(page), await page.locator("#texts input").evaluateAll(inputs => inputs.map(({ value }) => value).join("|")),
  ].join("\n");
  const states = [await state()];
  const steps = [
    async () => { await page.click("[data-brush='letters']"); await square(page, 3, 1).click(); await page.keyboard.type("O"); },
    async () => { await clue(page, "1-Across").fill("Cloth (5)"); await page.keyboard.press("Tab"); },
    async () => { await page.fill("#text-author", "A. Setter"); await page.keyboard.press("Tab"); },
    async () => { await page.click("[data-brush='turn']"); await square(page, 2, 3).click(); },
    async () => page.selectOption("#rows", "7"),
    async () => choose(page, "puzzle.ipuz", readFileSync(written(FULL))),
    async () => page.click("#clear-letters"),
  ];
  for (const step of steps) {
    await step();
    states.push(await state());
  }
  assert.equal(new Set(states).size, states.length);
  for (const before of states.slice(0, -1).reverse()) {
    await page.click("#undo");
    assert.equal(await state(), before);
  }
  assert.equal(await page.isDisabled("#undo"), true);
  for (const after of states.slice(1)) {
    await page.click("#redo");
    assert.equal(await state(), after);
  }
  page.quiet();
});

test("the browser keeps letters and clues for the same grid, and the page says if it does not", async () => {
  const context = await here.chrome.newContext();
  const page = await opened({ newContext: () => context }, LATTICE);
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  await page.keyboard.type("SATIN");
  await clue(page, "1-Across").fill("Cloth (5)");
  await page.evaluate(() => new Promise(done => setTimeout(done)));
  const again = await opened({ newContext: () => context }, "");
  assert.equal((await letters(again)).slice(0, 5), "SATIN");
  assert.equal(await clue(again, "1-Across").inputValue(), "Cloth (5)");
  assert.match(await again.textContent("#file-message"), /kept are back/);
  const other = await opened({ newContext: () => context }, "#grid=.../.../...");
  assert.equal(await letters(other), ".........");
  const refusing = await opened(here.chrome, LATTICE);
  await refusing.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("refused", "SecurityError"); }; });
  await clue(refusing, "1-Across").fill("Cloth (5)");
  await refusing.waitForFunction(() => /keeps nothing/.test(document.getElementById("file-message").textContent));
  for (const each of [page, again, other, refusing]) each.quiet();
});
