// Tests the file for solvers, by keys and touches; and the search and the comparison in My puzzles; and the help with clues.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { clue, kept, opened, said, saidWhen, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const GRID = "#grid=.../.x./...&symmetry=none", ROWS = ["CAT", "A#O", "BEE"];

// Makes a puzzle with all letters, a title and two clues.
async function made(page) {
  await page.fill("#text-title", "A <b> puzzle");
  await task(page, "letters");
  for (const [row, letters] of ROWS.entries()) {
    for (const [column, letter] of [...letters].entries()) {
      if (letter === "#") continue;
      await square(page, row + 1, column + 1).click();
      await page.keyboard.type(letter);
    }
  }
  await task(page, "clues");
  await clue(page, "1-Across").fill("Pet </script> (3)");
  await clue(page, "1-Down").fill("Taxi (3)");
}

// Saves the file for solvers, and returns its contents.
async function shared(page, what) {
  await page.click("#share");
  await page.check(`[name=share-what][value=${what}]`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share-now")]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

// Opens a file for solvers. Any request and any complaint fails the test that calls `quiet`.
async function solving(text, name, context = {}) {
  const path = join(here.folder, name), faults = [];
  writeFileSync(path, text);
  const page = await (await here.chrome.newContext(context)).newPage();
  page.on("request", request => { if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) faults.push(request.url()); });
  page.on("pageerror", error => faults.push(String(error)));
  page.on("console", message => { if (message.type() === "error") faults.push(message.text()); });
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector(".solver-board");
  page.quiet = () => assert.deepEqual(faults, []);
  return page;
}

const cell = (page, row, column) => page.locator(`.solver-row:nth-child(${row}) > .solver-square:nth-child(${column})`);
const written = page => page.locator(".solver-square").evaluateAll(cells => cells.map(cell => cell.classList.contains("white") ? cell.dataset.letter || "." : "#").join(""));
const told = (page, pattern) => page.waitForFunction(source => new RegExp(source).test(document.querySelector(".solver-said").textContent), pattern.source);

test("a shared file has no letter of the solution, and is solved by keys", async () => {
  const page = await opened(here.chrome, GRID);
  await made(page);
  const { name, text } = await shared(page, "blank");
  assert.equal(name, "A b puzzle.html");
  assert.match(await said(page), /^Saved as A b puzzle\.html\./);
  const data = JSON.parse(text.match(/id="puzzle">(.*?)<\/script>/)[1]);
  assert.equal(data.check, null);
  assert.ok(!JSON.stringify(data).includes("letters") && !/CAT|BEE|TOE|CAB/.test(text), "no letters");
  const solver = await solving(text, "blank.html");
  assert.equal(await solver.textContent("h1"), "A <b> puzzle");
  assert.equal(await solver.locator(".solver-commands button", { hasText: "Check" }).count(), 0);
  await cell(solver, 1, 1).click();
  assert.equal(await solver.textContent(".solver-current"), "1 across: Pet </script> (3)");
  await solver.keyboard.type("cat");
  await solver.keyboard.press("Tab");
  assert.match(await solver.textContent(".solver-current"), /^3 across: \(3\)/);
  await solver.keyboard.type("be");
  await solver.keyboard.press("Backspace");
  await solver.keyboard.press("ArrowUp");
  assert.equal(await written(solver), "CAT.#.B..");
  assert.equal(await solver.locator("li.done").count(), 1);
  // Its letters are kept. The browser may write them a little later.
  await solver.waitForTimeout(1000);
  await solver.reload();
  await solver.waitForSelector(".solver-board");
  assert.equal(await written(solver), "CAT.#.B..");
  await solver.click("text=Clear all letters");
  assert.equal(await written(solver), "....#....");
  solver.quiet();
  page.quiet();
});

test("a checksum tells if all letters are right, and hides them", async () => {
  const page = await opened(here.chrome, GRID);
  await made(page);
  const { text } = await shared(page, "checked");
  assert.ok(!/CAT|BEE|TOE|CAB/.test(text), "no letters");
  const solver = await solving(text, "checked.html");
  await cell(solver, 1, 1).click();
  await solver.keyboard.type("cat");
  assert.equal(await solver.locator(".solver-commands button", { hasText: "Check" }).isDisabled(), true);
  await cell(solver, 3, 1).click();
  if (!/across/.test(await solver.textContent(".solver-current"))) await solver.keyboard.press("Space");
  await solver.keyboard.type("bee");
  await cell(solver, 2, 1).click();
  await solver.keyboard.type("a");
  await cell(solver, 2, 3).click();
  await solver.keyboard.type("x");
  await told(solver, /^Some letters are not right\.$/);
  await cell(solver, 2, 3).click();
  await solver.keyboard.type("o");
  await told(solver, /^All letters are right\.$/);
  solver.quiet();
  page.quiet();
});

test("a shared file is solved by touches on a telephone, and fits it", async () => {
  const page = await opened(here.chrome, GRID);
  await made(page);
  const { text } = await shared(page, "checked");
  const solver = await solving(text, "phone.html", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await cell(solver, 1, 1).tap();
  // Keyboards of phones send text, and no keys.
  await solver.keyboard.insertText("c");
  await solver.keyboard.insertText("a");
  assert.equal((await written(solver)).slice(0, 3), "CA.");
  await cell(solver, 1, 1).tap();
  await cell(solver, 1, 1).tap();
  assert.match(await solver.textContent(".solver-current"), /down/);
  await solver.locator(".solver-clues button").first().tap();
  assert.match(await solver.textContent(".solver-current"), /^1 across/);
  assert.equal(await solver.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  solver.quiet();
  page.quiet();
});

test("a puzzle is tried in the page, which keeps its letters", async () => {
  const page = await opened(here.chrome, GRID);
  await made(page);
  await page.click("#share");
  await page.click("#share-try");
  await page.waitForSelector("#trial-dialog[open] .solver-board");
  assert.equal(await written(page), "....#....");
  await cell(page, 1, 1).click();
  await page.keyboard.type("dog");
  assert.equal(await written(page), "DOG.#....");
  await page.click("#close-trial");
  await page.waitForFunction(() => document.getElementById("trial").childElementCount === 0);
  assert.equal(await square(page, 1, 1).getAttribute("data-letter"), "C");
  page.quiet();
});

test("open squares are not shared, and a checksum needs all letters", async () => {
  const page = await opened(here.chrome, "#grid=.o./.x./...&symmetry=none");
  await page.click("#share");
  assert.match(await saidWhen(page, /shared/), /no square is open/);
  await page.evaluate(hash => { location.hash = hash; }, GRID);
  await page.waitForFunction(() => document.querySelectorAll("#board .open").length === 0);
  await page.click("#share");
  assert.equal(await page.isDisabled("[name=share-what][value=checked]"), true);
  assert.match(await page.textContent("#share-told"), /^4 of 4 entries have no clue/);
  page.quiet();
});

test("bars, circles and linked clues are in a shared file", async () => {
  const page = await opened(here.chrome, "#grid=..../..../..../....&symmetry=none");
  await page.click("[data-brush=bar]");
  const { x, y, width, height } = await square(page, 1, 2).boundingBox();
  await page.mouse.click(x + width - 3, y + height / 2);
  await page.click("[data-brush=circles]");
  await square(page, 2, 2).click();
  const { text } = await shared(page, "blank"), solver = await solving(text, "bars.html");
  assert.equal(await solver.locator(".solver-bars path").getAttribute("d"), "M2 0v1");
  assert.equal(await solver.locator(".circled").count(), 1);
  solver.quiet();
  page.quiet();
});

test("My puzzles is searched by title, tag, clue and answer", async () => {
  const page = await opened(here.chrome, GRID);
  await made(page);
  await task(page, "clues");
  await page.click("#panel-clues > details:not(#clue-help) summary");
  await page.fill("#text-notes", "#easy");
  await kept(page);
  await page.click("#new");
  await page.click("#new-empty");
  await page.waitForFunction(() => document.getElementById("text-title").value === "");
  await page.fill("#text-title", "Another");
  await kept(page);
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open]");
  const names = () => page.locator("#puzzle-list .name").allTextContents();
  assert.equal((await names()).length, 2);
  for (const [text, expected] of [["another", ["Another"]], ["#easy", ["A <b> puzzle"]], ["taxi", ["A <b> puzzle"]], ["cab puzzle", ["A <b> puzzle"]], ["toe", ["A <b> puzzle"]], ["", ["Another", "A <b> puzzle"]], ["zebra", []]]) {
    await page.fill("#puzzle-search", text);
    await page.waitForFunction(count => document.querySelectorAll("#puzzle-list .name").length === count, expected.length);
    assert.deepEqual(await names(), expected, text);
  }
  assert.match(await page.textContent("#puzzle-list"), /No puzzle has these words/);
  page.quiet();
});

test("two versions of a puzzle are compared", async () => {
  const page = await opened(here.chrome, GRID);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("c");
  await kept(page);
  await page.keyboard.type("at");
  await task(page, "clues");
  await clue(page, "1-Across").fill("Pet (3)");
  await page.keyboard.press("Tab");
  await kept(page);
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open]");
  assert.equal(await page.locator("#compare-from option").count(), 2);
  await page.click("#compare");
  assert.match(await page.textContent("#comparison"), /2 letters changed: ·→A ·→T.*1-Across: new, “Pet \(3\)”/);
  assert.equal(await page.locator("#comparison .small-changed").count(), 1);
  await page.selectOption("#compare-from", "1");
  await page.click("#compare");
  assert.match(await page.textContent("#comparison"), /^They have the same/);
  // Marks and bars differ too.
  await page.click("#close-puzzles");
  await task(page, "grid");
  await square(page, 1, 1).focus();
  await page.keyboard.press("o");
  await page.keyboard.press("|");
  await kept(page);
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open]");
  await page.click("#compare");
  assert.match(await page.textContent("#comparison"), /1 bar added or removed.*1 circle added or removed/);
  assert.equal(await page.locator("#puzzle-list .small-bars").count(), 1);
  page.quiet();
});

// Waits for help of one kind.
const helped = async (page, kind) => {
  await page.waitForFunction(kind => [...document.querySelectorAll("#help-answers dt")].some(({ textContent }) => textContent === kind), kind, { timeout: 60_000 });
  return page.locator("#help-answers dt", { hasText: new RegExp(`^${kind}$`) }).locator("xpath=following-sibling::dd[1]").textContent();
};

test("help with a clue has anagrams, hidden words, what is left over, and earlier clues of the answer", async () => {
  const page = await opened(here.chrome, "#grid=...../.x.x./...../.x.x./.....&symmetry=none");
  const write = async text => {
    await task(page, "letters");
    await square(page, 1, 1).click();
    await page.keyboard.type(text);
    await task(page, "clues");
    await square(page, 1, 1).click();
  };
  await write("HEART");
  await clue(page, "1-Across").fill("It beats (5)");
  await kept(page);
  await page.click("#clue-help summary");
  await page.waitForFunction(() => document.getElementById("help-told").textContent === "For HEART");
  const anagrams = (await helped(page, "Anagrams")).split(", ");
  assert.ok(anagrams.includes("EARTH") && anagrams.includes("HATER") && !anagrams.includes("HEART"), anagrams.join(" "));
  assert.match(await helped(page, "Words inside"), /HEAR.*ART|ART.*HEAR/);
  assert.match(await helped(page, "In two parts"), /HE \+ ART/);
  assert.match(await helped(page, "Within longer words"), /SWEETHEART/);
  assert.match(await helped(page, "Hidden between"), /[A-Z]/);
  await page.fill("#help-letters", "cart horse");
  assert.equal(await helped(page, "Left over"), "CORS");
  assert.equal(await helped(page, "Missing"), "nothing");
  assert.match(await helped(page, "From what is left over"), /ORCS/);
  await page.fill("#help-letters", "tear");
  await page.waitForFunction(() => /^H$/.test(document.querySelector("#help-answers dd:nth-of-type(2)").textContent));
  await page.fill("#help-letters", "");
  // Another puzzle with the answer knows the clue.
  await page.fill("#text-title", "First");
  await kept(page);
  await page.click("#new");
  await page.selectOption("#new-rows", "5");
  await page.selectOption("#new-columns", "5");
  await page.click("#new-empty");
  await page.waitForFunction(() => document.getElementById("text-title").value === "");
  await write("HEART");
  assert.match(await helped(page, "In my puzzles"), /“It beats \(5\)” in First/);
  page.quiet();
});
