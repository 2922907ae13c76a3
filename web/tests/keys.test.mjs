// Tests the keys for the whole page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { letters, opened, said, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const LATTICE = "#grid=...../.x.x./...../.x.x./.....";
const focused = page => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.place);

test("keys choose the tasks, and the grid has the focus then", async () => {
  const page = await opened(here.chrome, LATTICE);
  for (const [key, name, focus] of [["2", "letters", "typed"], ["3", "clues", "typed"], ["4", "check", "typed"], ["1", "grid", "0"]]) {
    await page.keyboard.press(`Alt+Digit${key}`);
    assert.equal(await page.evaluate(() => document.body.dataset.task), name);
    assert.equal(await focused(page), focus);
  }
  await page.click("#help");
  const help = await page.innerText("#help-dialog");
  for (const key of ["Alt+1", "F6", "Escape", "Ctrl+S"]) assert.ok(help.includes(key), key);
  page.quiet();
});

test("Escape leaves the grid, and F6 goes round the regions", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.press("Insert");
  // The first Escape ends the several letters of a square.
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "typed");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "tab-letters");
  const seen = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("F6");
    seen.push(await focused(page));
  }
  assert.deepEqual(seen, ["typed", "lock", "tab-letters", "typed"]);
  await page.keyboard.press("Shift+F6");
  assert.equal(await focused(page), "tab-letters");
  await task(page, "grid");
  await square(page, 2, 1).focus();
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "tab-grid");
  page.quiet();
});

test("Ctrl+S saves a file, and what cannot be saved so opens the dialog", async () => {
  const page = await opened(here.chrome, LATTICE);
  await page.fill("#text-title", "By key");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  assert.equal(download.suggestedFilename(), "By key.ipuz");
  assert.match(readFileSync(await download.path(), "utf8"), /By key/);
  assert.match(await said(page), /^Saved as By key\.ipuz\./);
  assert.equal(await page.isVisible("#save-dialog"), false);
  page.quiet();
});

test("after a dialog that the pointer has opened, letters go into the grid", async () => {
  const page = await opened(here.chrome, LATTICE);
  await task(page, "letters");
  await square(page, 1, 1).click();
  for (const [button, letter] of [["#save", "a"], ["#help", "b"], ["#puzzles", "c"], ["#print", "d"], ["#new", "e"]]) {
    await page.click(button);
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
    assert.equal(await focused(page), "typed", button);
    await page.keyboard.type(letter);
  }
  assert.equal((await letters(page)).slice(0, 5), "ABCDE");
  // By key, the focus is where it was.
  await page.focus("#help");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#help-dialog[open]");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "help");
  page.quiet();
});
