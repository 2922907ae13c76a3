// Tests the first minutes of a stranger: from an empty page to a printed puzzle, by what the page shows; and that rules follow a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDINARY, choose, clue, findings, gridcheck, json, letters, opened, painted, saidWhen, square, surroundings, task, textsOf } from "./support.mjs";

const here = surroundings();

test("New, a lattice, a painted pair, letters and a clue, a print: without a message of an error", async () => {
  const page = await opened(here.chrome);
  for (const name of ["New", "Open", "Save", "Print"]) assert.equal(await page.getByRole("button", { name, exact: true }).isVisible(), true, name);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByLabel("Style").selectOption({ label: "British lattice" });
  await page.getByRole("button", { name: "Start empty" }).click();
  assert.match(await page.textContent("#verdict"), /^valid/);
  await square(page, 1, 8).click();
  assert.equal((await painted(page)).split("\n")[14], ".......#.......");
  await page.getByRole("tab", { name: "Letters" }).click();
  await square(page, 1, 1).click();
  await page.keyboard.type("CAPTAIN");
  assert.equal((await letters(page)).slice(0, 7), "CAPTAIN");
  await page.getByRole("tab", { name: "Clues" }).click();
  await clue(page, "1-Across").fill("Head of a team");
  await page.keyboard.press("Enter");
  assert.equal(await clue(page, "1-Across").inputValue(), "Head of a team (7)");
  assert.equal(await page.textContent("#said"), "");
  await page.evaluate(() => { window.print = () => { window.printed = true; }; });
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.getByRole("button", { name: "Print", exact: true }).last().click();
  assert.equal(await page.evaluate(() => window.printed), true);
  // The paper has the grid without its letters, and the clue.
  const [text, ...more] = await textsOf(await page.pdf({ format: "A4" }));
  assert.match(text.replace(/\s+/g, " "), /^Across 1 Head of a team \(7\) 1 2 3/);
  assert.doesNotMatch(text, /C\s*A\s*P\s*T/);
  assert.deepEqual(more, []);
  page.quiet();
});

test("what is missing is a quiet line of progress, and no finding", async () => {
  const page = await opened(here.chrome, `#grid=${ORDINARY}`);
  const before = await findings(page);
  assert.equal(await page.textContent("#unfinished"), "");
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("LETTERS");
  await task(page, "clues");
  for (const name of ["1-Across", "9-Across", "10-Across"]) await clue(page, name).fill(`Something for ${name} (7)`);
  assert.match(await page.textContent("#unfinished"), /^letters 7 of \d+ · clues 3 of 32$/);
  assert.ok(!(await findings(page)).some(text => /GC104|GC109|GC111|GC114/.test(text)), (await findings(page)).join("; "));
  assert.deepEqual((await findings(page)).filter(text => !/GC10[12]/.test(text)), before);
  assert.equal(await page.locator(".mark-error").count(), 0);
  page.quiet();
});

test("an American file is judged by rules that accept it, and one click judges by the others", async () => {
  const page = await opened(here.chrome), british = ORDINARY.replaceAll("/", "\n").replaceAll("x", "#");
  assert.equal(await page.inputValue("#basis"), "rules british");
  const rows = ["....#....", ".........", ".........", "...#.....", "#.......#", ".....#...", ".........", ".........", "....#...."].join("\n");
  const message = await choose(page, "american.txt", `${rows}\n`);
  assert.match(message, /^american\.txt is open\. British does not allow this grid, so it is judged by (New York Times|American)/);
  assert.match(await page.textContent("#verdict"), /^valid/);
  assert.match(await page.textContent("#rules-sentence"), /^(New York Times|American): ./);
  await page.locator("#message-actions button").click();
  assert.equal(await page.inputValue("#basis"), "rules british");
  assert.match(await page.textContent("#verdict"), /errors?$/);
  // A grid that the rules accept keeps them, and nothing is said about rules.
  await choose(page, "british.txt", `${british}\n`);
  assert.equal(await saidWhen(page, /is open/), "british.txt is open.");
  assert.equal(await page.inputValue("#basis"), "rules british");
  assert.match(await page.textContent("#verdict"), /^valid/);
  assert.equal(await page.locator("#message-actions button").count(), 0);
  page.quiet();
});

test("the draw of the dialog New obeys the style, the size and the wishes, and gives another", async () => {
  const page = await opened(here.chrome);
  const drawn = async before => {
    await page.waitForFunction(before => /random valid grid/.test(document.getElementById("said").textContent) && !document.querySelector("#board .open")
      && document.getElementById("board").innerHTML !== before, before, { timeout: 60_000 });
    return painted(page);
  };
  const board = () => page.evaluate(() => document.getElementById("board").innerHTML);
  for (const [style, rules, least, most] of [["lattice", "british", 26, 30], ["open", "british", 20, 24], ["american", "american", 40, 46]]) {
    await page.click("#new");
    await page.selectOption("#new-style", style);
    await page.selectOption("#new-rows", "13");
    await page.selectOption("#new-columns", "11");
    await page.fill("#new-least", String(least));
    await page.fill("#new-most", String(most));
    let before = await board();
    await page.click("#new-draw");
    const grids = [await drawn(before)];
    before = await board();
    await page.locator("#message-actions button", { hasText: "Another" }).click();
    grids.push(await drawn(before));
    for (const grid of grids) {
      const rows = grid.split("\n");
      assert.deepEqual([rows.length, rows[0].length], [13, 11], style);
      assert.equal(gridcheck(["validate", "-", "--rules", rules], grid).status, 0, grid);
      const { words } = json(["stats", "-"], grid);
      assert.ok(words >= least && words <= most, `${words} words:\n${grid}`);
      if (style === "lattice") for (const r of [1, 3, 5, 7, 9, 11]) assert.match(rows[r], /^(.#)+.$/, grid);
    }
    assert.notEqual(grids[0], grids[1], style);
    assert.equal(await page.inputValue("#basis"), `rules ${rules}`);
    assert.match(await page.textContent("#verdict"), /^valid/);
  }
  page.quiet();
});

test("help names the version and the licence of the words", async () => {
  const page = await opened(here.chrome);
  await page.click("#help");
  assert.match(await page.textContent("#version"), /^\d+\.\d+\.\d+$/);
  await page.click("#show-licence");
  await page.waitForFunction(() => /Permission to use, copy, modify/.test(document.getElementById("licence").textContent));
  page.quiet();
});

test("Enter in a field of a dialog is its main button", async () => {
  const page = await opened(here.chrome);
  await page.click("#new");
  await page.locator("#new-least").focus();
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.getElementById("new-dialog").open);
  assert.match(await page.textContent("#verdict"), /^valid/);
  assert.equal((await painted(page)).split("\n")[1], ".#.#.#.#.#.#.#.", "a lattice has begun");
  assert.equal(await page.inputValue("#words-least"), "30", "the wish waits for a draw");
  await page.click("#save");
  await page.locator("#format").focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.match(download.suggestedFilename(), /\.ipuz$/);
  await page.evaluate(() => { window.print = () => { window.printed = true; }; });
  await page.click("#print");
  await page.locator("[name=print-what]").first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => window.printed), true);
  page.quiet();
});
