// Tests the making of a whole puzzle: files with letters and clues, letters typed into squares, clues, one history of all, and what the browser
// keeps.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { choose, clue, findings, gridcheck, letters, opened, painted, root, saidWhen, save, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const FORMATS = ["ipuz", "jpz", "exolve", "puz", "puz-text", "xd"];
const LATTICE = "#grid=...../.x.x./...../.x.x./.....";

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
  for (const format of FORMATS) {
    await choose(page, "puzzle.ipuz", readFileSync(path));
    await task(page, "clues");
    assert.equal(await letters(page), "SATINC.R.IOPERAP.A.LEATEL");
    assert.equal(await clue(page, "5-Across").inputValue(), "Past (1,4)");
    assert.equal(await page.inputValue("#text-title"), "All of it");
    const { name, bytes, losses } = await save(page, format);
    assert.equal(name, `All of it.${format === "puz-text" ? "txt" : format}`);
    const out = join(here.folder, `expected.${format}`);
    const { status, stderr } = gridcheck(["convert", path, "--to", format, "--out", out]);
    assert.equal(status, 0, stderr);
    assert.ok(bytes.equals(readFileSync(out)), format);
    const notes = stderr.trim().split("\n").filter(Boolean).map(line => line.replace(/^.*?puzzle\.ipuz: /, "").replace(/^note: /, ""));
    assert.equal(losses, notes.map(note => `${note}.`).join(" "), format);
    // What was saved is opened as it was.
    await choose(page, `again.${format}`, bytes);
    assert.equal(await letters(page), "SATINC.R.IOPERAP.A.LEATEL", format);
    assert.equal(await clue(page, "3-Down").inputValue(), "Hits <the> & bed (5)", format);
    assert.equal(await page.inputValue("#text-author"), "A. Setter", format);
  }
  page.quiet();
});

test("every puzzle in the formats' folder is saved as the program converts it", async () => {
  const page = await opened(here.chrome), formats = join(root, "fixtures/formats");
  // A file without a title is named after itself in the page.
  const untitled = text => text.replace(/^\s*"title": .*\n/m, "");
  let seen = 0;
  for (const name of readdirSync(formats).filter(name => name !== "README.md")) {
    const path = join(formats, name), out = join(here.folder, `${name}.ipuz`);
    if (!/is open/.test(await choose(page, name, readFileSync(path))) || (await painted(page)).includes("?")) continue;
    if (gridcheck(["convert", path, "--to", "ipuz", "--out", out]).status !== 0) continue;
    seen += 1;
    assert.equal(untitled((await save(page, "ipuz")).bytes.toString()), untitled(readFileSync(out, "utf8")), name);
  }
  assert.ok(seen > 12, String(seen));
  page.quiet();
});

test("pictures have letters on request, and the page tells what they lack before they are saved", async () => {
  const page = await opened(here.chrome), path = written(FULL);
  await choose(page, "puzzle.ipuz", readFileSync(path));
  const plain = await save(page, "svg");
  assert.match(plain.losses, /svg cannot store letters: 21 dropped\. svg cannot store clues: 6 dropped\. /);
  assert.doesNotMatch(plain.bytes.toString(), />S</);
  const out = join(here.folder, "letters.svg");
  assert.equal(gridcheck(["draw", path, "--numbers", "--letters", "--circles", "--out", out]).status, 0);
  const lettered = await save(page, "svg", true);
  assert.equal(lettered.bytes.toString(), readFileSync(out, "utf8"));
  assert.doesNotMatch(lettered.losses, /letters/);
  page.quiet();
});

test("letters stay where squares stay white", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("Satin");
  assert.equal(await letters(page), "SATIN" + ".".repeat(20));
  assert.match(await square(page, 1, 5).getAttribute("aria-label"), /white, N, number 3/);
  // A black pair removes the letters of its own squares only.
  await task(page, "grid");
  await page.click("[data-brush='#']");
  await square(page, 1, 2).click();
  assert.equal((await letters(page)).slice(0, 10), "S.TIN.....");
  await page.click("#undo");
  assert.equal((await letters(page)).slice(0, 5), "SATIN");
  page.quiet();
});

test("an open square becomes white by a letter, and a black one stays", async () => {
  const page = await opened(here.chrome, "#grid=ooo/oxo/ooo");
  await task(page, "letters");
  await square(page, 2, 1).click();
  await page.keyboard.type("A");
  assert.equal(await painted(page), "???\n.#.\n???");
  await square(page, 2, 2).click();
  await page.keyboard.type("B");
  assert.equal(await letters(page), "...A.....");
  page.quiet();
});

test("clues are typed, get their length, keep to their entry, and their lengths are checked", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "clues");
  await clue(page, "1-Across").click();
  await page.keyboard.type("Smooth cloth");
  await page.keyboard.press("Enter");
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5)");
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "clue of 4-Across, 5 letters");
  assert.match(await square(page, 3, 1).getAttribute("class"), /here/);
  // The entry of the clue is marked, also in the other tasks that show letters.
  const marked = () => page.evaluate(() => [...document.querySelectorAll(".here, .in-entry")].map(({ dataset }) => Number(dataset.place)));
  for (const other of ["letters", "check", "clues"]) {
    await task(page, other);
    assert.deepEqual(await marked(), [10, 11, 12, 13, 14], other);
  }
  await clue(page, "4-Across").focus();
  await page.keyboard.type("It is sung (4)");
  await page.keyboard.press("Enter");
  // The library checks lengths if at least half of the clues have the right one.
  assert.ok((await findings(page)).some(text => /^4-Across: .* error GC101$/.test(text)), (await findings(page)).join("; "));
  assert.match(await page.textContent("#verdict"), /error/);
  await clue(page, "4-Across").fill("It is sung (5)");
  assert.ok(!(await findings(page)).some(text => text.includes("GC101")));
  // The square before it becomes black: the entry is another number now, and the clue is there still.
  await task(page, "grid");
  await page.selectOption("#symmetry", "none");
  await page.click("[data-brush='#']");
  await square(page, 1, 1).click();
  await task(page, "clues");
  const names = await page.locator("#clues-across li > textarea").evaluateAll(inputs => inputs.map(input => [input.ariaLabel, input.value]));
  assert.deepEqual(names.filter(([, text]) => text), [["clue of 5-Across, 5 letters", "It is sung (5)"]]);
  await page.click("#undo");
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5)");
  page.quiet();
});

test("clues without an entry wait in a tray, from which they are moved or deleted", async () => {
  const page = await opened(here.chrome, `${LATTICE}&symmetry=none`);
  await task(page, "clues");
  await clue(page, "1-Across").fill("Smooth cloth (5)");
  await clue(page, "4-Across").fill("It is sung (5)");
  await task(page, "grid");
  for (const row of [1, 3]) {
    await square(page, row, 1).click();
    assert.match(await square(page, row, 1).getAttribute("class"), /black/);
  }
  await task(page, "clues");
  const tray = page.locator("#orphan-list li");
  assert.deepEqual(await tray.locator("span").allTextContents(), ["Smooth cloth (5)", "It is sung (5)"]);
  assert.ok((await findings(page)).filter(text => text.includes("GC103")).length === 2);
  const to = await tray.first().locator("option").evaluateAll(options => options.find(({ text }) => text.startsWith("6-Across")).value);
  await tray.first().locator("select").selectOption(to);
  assert.equal(await clue(page, "6-Across").inputValue(), "Smooth cloth (5)");
  await tray.first().locator("button").click();
  assert.equal(await page.isVisible("#orphans"), false);
  await page.locator("#message-actions button").click();
  assert.equal(await tray.count(), 1);
  // The entry returns, and so does its clue.
  await task(page, "grid");
  await square(page, 3, 1).click();
  await task(page, "clues");
  assert.equal(await page.isVisible("#orphans"), false);
  assert.ok((await page.locator("#clues-across li > textarea").evaluateAll(inputs => inputs.map(({ value }) => value))).includes("It is sung (5)"));
  page.quiet();
});

test("an entry that stays keeps its field, with the focus and the cursor", async () => {
  const page = await opened(here.chrome, `${LATTICE}&symmetry=none`), field = clue(page, "4-Across");
  await task(page, "clues");
  await field.fill("It is sung (5)");
  await field.evaluate(input => input.setSelectionRange(2, 5));
  const kept = await field.elementHandle();
  const state = () => kept.evaluate(input => [input === document.activeElement, input.selectionStart, input.selectionEnd, input.value]);
  assert.deepEqual(await state(), [true, 2, 5, "It is sung (5)"]);
  // Another entry gets a clue, the title changes, and undo takes both back.
  await page.evaluate(() => document.getElementById("undo").click());
  assert.deepEqual((await state())[0], true);
  assert.equal(await kept.inputValue(), "");
  await page.evaluate(() => document.getElementById("redo").click());
  assert.equal(await kept.inputValue(), "It is sung (5)");
  assert.equal(await kept.evaluate(input => input.isConnected), true);
  page.quiet();
});

test("a note and a link belong to their entry, and the linked entry refers to it", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "clues");
  await clue(page, "1-Across").fill("Smooth cloth");
  await page.click("#show-details");
  await page.fill("#note", "SAT in IN");
  await page.fill("#links", "5-across");
  await page.keyboard.press("Tab");
  assert.equal(await clue(page, "5-Across").inputValue(), "See 1");
  await page.fill("#links", "9-Down");
  await page.keyboard.press("Tab");
  assert.match(await saidWhen(page, /no entry/), /^The grid has no entry 9-down to continue in/);
  await clue(page, "4-Across").click();
  assert.equal(await page.inputValue("#note"), "");
  // They are beside the clue, and stay open.
  assert.match(await page.locator("li", { has: page.locator("#note:visible") }).innerText(), /^4\b/);
  await clue(page, "1-Across").click();
  assert.equal(await page.inputValue("#note"), "SAT in IN");
  assert.equal(await page.inputValue("#links"), "5-Across");
  // A click into the grid is the end of the list.
  await page.fill("#links", "5-across, 3-down");
  await square(page, 3, 2).click();
  assert.equal(await clue(page, "3-Down").inputValue(), "See 1");
  assert.equal(await page.inputValue("#links"), "");
  await page.emulateMedia({ media: "print" });
  await page.waitForFunction(() => document.querySelector(".printed-clues") !== null);
  assert.match(await page.innerText(".printed-clues"), /1, 5, 3 down\s+Smooth cloth/);
  page.quiet();
});

test("an answer has each entry once, each entry is in one answer, and Tab goes through the fields of an entry", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "clues");
  await clue(page, "1-Across").click();
  await page.keyboard.type("Smooth cloth");
  const focused = async key => {
    await page.keyboard.press(key);
    return page.evaluate(() => document.activeElement.id);
  };
  assert.equal(await focused("Tab"), "show-details");
  assert.equal(await focused("Enter"), "note");
  await page.keyboard.type("A note");
  assert.equal(await focused("Tab"), "links");
  await page.keyboard.type("4-Across");
  assert.equal(await focused("Tab"), "clue-2-0-across");
  assert.equal(await clue(page, "4-Across").inputValue(), "See 1");
  const refused = async (name, links) => {
    await clue(page, name).click();
    if (!await page.isVisible("#links")) await page.click("#show-details");
    await page.fill("#links", links);
    await page.keyboard.press("Tab");
    return page.textContent("#said");
  };
  assert.equal(await refused("1-Across", "1-Across"), "1-Across cannot continue in itself.");
  assert.equal(await refused("1-Across", "4-Across, 5-Across, 4-Across"), "4-Across is named twice.");
  assert.equal(await refused("5-Across", "4-Across"), "4-Across belongs to the clue of 1-Across. Take it away there first.");
  assert.equal(await refused("5-Across", "1-Across"), "1-Across continues in other entries itself. Take them away there first.");
  assert.equal(await refused("4-Across", "5-Across"), "This entry belongs to the clue of 1-Across. Take it away there first.");
  await clue(page, "1-Across").click();
  assert.equal(await page.inputValue("#links"), "4-Across");
  page.quiet();
});

test("a stroke that takes an entry from its clue says so, and the clue is on top of the list and counted", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "clues");
  await clue(page, "1-Across").fill("Smooth cloth");
  await task(page, "grid");
  assert.equal(await page.textContent("#tab-clues"), "Clues");
  await square(page, 1, 1).click();
  assert.match(await saidWhen(page, /no entry/), /^The clue “Smooth cloth \(5\)” has no entry now, and waits in Clues\./);
  assert.equal(await page.textContent("#tab-clues"), "Clues 1");
  await task(page, "clues");
  const [tray, about] = [await page.locator("#orphans").boundingBox(), await page.locator("#about").boundingBox()];
  assert.ok(tray.y + tray.height <= about.y, "the tray is above the texts");
  await task(page, "grid");
  await page.click("#undo");
  assert.equal(await page.textContent("#tab-clues"), "Clues");
  await square(page, 1, 1).click();
  await page.click("#message-actions button");
  assert.equal(await page.textContent("#tab-clues"), "Clues");
  page.quiet();
});

test("a clue and the length that is written behind it are one step", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "clues");
  await clue(page, "1-Across").click();
  await page.keyboard.type("Smooth cloth");
  await page.keyboard.press("Tab");
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5)");
  // A field that is only visited does not change.
  await clue(page, "1-Across").click();
  await page.keyboard.press("Tab");
  await page.click("#undo");
  assert.equal(await clue(page, "1-Across").inputValue(), "");
  assert.equal(await page.isDisabled("#undo"), true);
  page.quiet();
});

test("notes and links of clues go to files and come back", async () => {
  const page = await opened(here.chrome, LATTICE), note = "SAT & <IN> # not (1)\nand more";
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("SATIN");
  await task(page, "clues");
  await clue(page, "1-Across").fill("Smooth cloth");
  await page.click("#show-details");
  await page.fill("#note", note);
  await page.fill("#links", "5-across, 2-Down");
  await page.keyboard.press("Tab");
  assert.equal(await clue(page, "1-Across").inputValue(), "Smooth cloth (5,5,5)");
  for (const format of ["ipuz", "exolve"]) {
    const { bytes, losses } = await save(page, format), path = join(here.folder, `noted.${format}`);
    assert.equal(losses, "", format);
    const other = await opened(here.chrome);
    await choose(other, `noted.${format}`, bytes);
    await task(other, "clues");
    await clue(other, "1-Across").click();
    assert.equal(await other.inputValue("#note"), note, format);
    assert.equal(await other.inputValue("#links"), "5-Across, 2-Down", format);
    assert.equal(await clue(other, "5-Across").inputValue(), "See 1", format);
    // What is opened is saved as it was, and the program reads it.
    assert.deepEqual((await save(other, format)).bytes.toString().replace(/^.*title.*\n/m, ""), bytes.toString().replace(/^.*title.*\n/m, ""), format);
    writeFileSync(path, bytes);
    const { status, stderr } = gridcheck(["convert", path, "--to", format === "ipuz" ? "exolve" : "ipuz"]);
    assert.equal(`${status} ${stderr}`, "0 ", format);
    other.quiet();
  }
  assert.match((await save(page, "jpz")).losses, /jpz cannot store annotations of clues: 1 dropped/);
  page.quiet();
});

test("markup of clues and annotations that the page does not show survive while their text stays", async () => {
  const page = await opened(here.chrome), name = "styled.exolve";
  await choose(page, name, ["exolve-begin", "  exolve-title: Styled", "  exolve-width: 3", "  exolve-height: 3", "  exolve-grid:", "    CAT", "    A.O", "    TOE",
    "  exolve-across:", "    1 A <i>feline</i> (3) [CAT] <b>why</b>", "    3 Digit (3)", "  exolve-down:", "    1 Same (3)", "    2 Also (3)", "exolve-end", ""].join("\n"));
  await task(page, "clues");
  assert.equal(await clue(page, "1-Across").inputValue(), "A feline (3)");
  await clue(page, "1-Across").click();
  assert.equal(await page.inputValue("#note"), "[CAT] why");
  await clue(page, "3-Across").fill("Part of a foot (3)");
  assert.match((await save(page, "exolve")).bytes.toString(), /1 A <i>feline<\/i> \(3\) \[CAT\] <b>why<\/b>\n/);
  await clue(page, "1-Across").click();
  await page.fill("#note", "new");
  await clue(page, "1-Across").fill("Pet (3)");
  assert.match((await save(page, "exolve")).bytes.toString(), /1 Pet \(3\) new\n/);
  page.quiet();
});

test("the length behind a clue has the words and hyphens of a list", async () => {
  const page = await opened(here.chrome, "#grid=......../.x.x.x.x/........&symmetry=none");
  await task(page, "letters");
  await page.setInputFiles("#list-file", { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from("ice-cream;50\nin the es;10\ndon't\n") });
  await saidWhen(page, /in use/);
  for (const [row, word] of [[1, "ICECREAM"], [3, "INTHEESX"]]) {
    await square(page, row, 1).click();
    await page.keyboard.type(word);
  }
  // The worker looks at the entry of the cursor, and then at that of the clue.
  await page.waitForFunction(() => !["", "1-Across"].includes(document.getElementById("candidates").dataset.entry ?? ""));
  await task(page, "clues");
  await clue(page, "1-Across").click();
  await page.waitForFunction(() => document.getElementById("candidates").dataset.entry === "1-Across");
  await page.keyboard.type("Cold sweet");
  await page.keyboard.press("Tab");
  assert.equal(await clue(page, "1-Across").inputValue(), "Cold sweet (3-5)");
  const name = await page.locator("#clues-across li > textarea").last().getAttribute("aria-label");
  await page.locator("#clues-across li > textarea").last().click();
  await page.waitForFunction(name => name.startsWith(`clue of ${document.getElementById("candidates").dataset.entry},`), name);
  await page.keyboard.type("Another");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator("#clues-across li > textarea").last().inputValue(), "Another (8)");
  page.quiet();
});

test("what is lost with an entry is told before the file is saved", async () => {
  const page = await opened(here.chrome, `${LATTICE}&symmetry=none`);
  await task(page, "clues");
  await clue(page, "4-Across").fill("It is sung (5)");
  await task(page, "grid");
  await square(page, 3, 1).click();
  assert.match((await save(page, "ipuz")).losses, /left out: clues of words that the grid does not have: 1/);
  page.quiet();
});

test("one history has squares, letters, clues, texts, rules and sizes", async () => {
  const page = await opened(here.chrome, LATTICE), state = async () => [
    await painted(page), await letters(page), await page.inputValue("#basis"),
    await page.locator(".lists li > textarea, #about input, #text-title").evaluateAll(inputs => inputs.map(({ value }) => value).join("|")),
  ].join("\n");
  await task(page, "clues");
  const states = [await state()];
  const steps = [
    async () => { await square(page, 3, 1).click(); await page.keyboard.type("O"); },
    async () => { await clue(page, "1-Across").fill("Cloth (5)"); await page.keyboard.press("Tab"); },
    async () => { await page.fill("#text-author", "A. Setter"); await page.keyboard.press("Tab"); },
    async () => { await task(page, "grid"); await square(page, 2, 3).click(); },
    async () => page.selectOption("#basis", "profile nyt"),
    async () => { await task(page, "grid"); await page.selectOption("#rows", "7"); await page.click("#resize"); },
  ];
  for (const step of steps) {
    await step();
    await task(page, "clues");
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
