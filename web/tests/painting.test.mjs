// Tests painting: pointer, keyboard, touch; symmetry, open squares, undo; the address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, clue, findings, kept, letters, opened, painted, said, saidWhen, square, task } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

const white = n => Array(n).fill(".".repeat(n)).join("\n");
const WHITE = `#grid=${white(15).replaceAll("\n", "/")}`;

test("a stroke paints both squares of a pair, shows what is wrong, and is taken back", async () => {
  const page = await opened(chrome, WHITE);
  assert.equal(await painted(page), white(15));
  const before = await findings(page);
  await square(page, 1, 2).click();
  let rows = (await painted(page)).split("\n");
  assert.equal(rows[0], ".#.............");
  assert.equal(rows[14], ".............#.");
  const after = await findings(page);
  assert.notDeepEqual(after, before);
  assert.ok(after.some(text => text.includes("2-Across: 13 of 13 letters checked")), after.join("; "));
  assert.match(await page.textContent("#verdict"), /errors$/);
  assert.match(await square(page, 1, 3).getAttribute("class"), /mark-error/);
  await page.click("#undo");
  assert.equal(await painted(page), white(15));
  assert.deepEqual(await findings(page), before);
  await page.click("#redo");
  assert.equal((await painted(page)).split("\n")[0], ".#.............");
  await page.keyboard.press("Control+z");
  assert.equal(await painted(page), white(15));
  await page.keyboard.press("Control+Shift+z");
  rows = (await painted(page)).split("\n");
  assert.equal(rows[14], ".............#.");
  page.quiet();
});

test("a drag is one stroke", async () => {
  const page = await opened(chrome, WHITE);
  const [from, to] = [await square(page, 3, 2).boundingBox(), await square(page, 3, 6).boundingBox()];
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 20 });
  await page.mouse.up();
  const rows = (await painted(page)).split("\n");
  assert.equal(rows[2], ".#####.........");
  assert.equal(rows[12], ".........#####.");
  await page.click("#undo");
  assert.equal(await painted(page), white(15));
  page.quiet();
});

for (const [what, context] of [["desktop", { viewport: { width: 1280, height: 800 } }], ["telephone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]]) {
  test(`a message does not move the grid under the pointer, ${what}`, async () => {
    const page = await opened(chrome, WHITE, context), place = () => page.locator("#board").boundingBox(), before = await place();
    await page.click("[data-brush='bar']");
    await square(page, 3, 3).click();
    assert.match(await saidWhen(page, /./), /^Click near the edge/);
    assert.deepEqual(await place(), before);
    await page.click("#dismiss");
    assert.deepEqual(await place(), before);
    // In another task its hint stands there.
    await square(page, 3, 3).click();
    await saidWhen(page, /^Click near the edge/);
    assert.equal(await page.isVisible("#hint"), false);
    await page.click("[data-task='letters']");
    assert.equal(await page.isVisible("#hint"), true);
    assert.match(await page.textContent("#hint"), /^(Click|Tap) a square and type/);
    page.quiet();
  });
}

test("the keyboard reaches every square and paints it", async () => {
  const page = await opened(chrome, WHITE);
  await square(page, 1, 1).focus();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", " "]) await page.keyboard.press(key);
  assert.equal((await painted(page)).split("\n")[1], "..#............");
  for (const key of ["ArrowLeft", "?", "End", "#", "Home", "#", "."]) await page.keyboard.press(key);
  assert.equal((await painted(page)).split("\n")[1], ".?#...........#");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^row 2, column 1: white/);
  // Only Tab leaves the grid.
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^row 1, column 1/);
  page.quiet();
});

test("a finger paints too", async () => {
  const page = await opened(chrome, WHITE, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await square(page, 4, 4).tap();
  assert.equal((await painted(page)).split("\n")[3], "...#...........");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "the page is wider than the phone");
  page.quiet();
});

test("what is painted together is chosen, and the rules choose it at first", async () => {
  const page = await opened(chrome, WHITE);
  for (const [symmetry, rows] of [["none", [1]], ["mirror", [1]], ["mirrors", [1, 15]], ["rot90", [1, 2, 14, 15]], ["all", [1, 2, 14, 15]]]) {
    await page.click("#all-white");
    await page.selectOption("#symmetry", symmetry);
    await square(page, 1, 2).click();
    const found = (await painted(page)).split("\n").flatMap((row, r) => row.includes("#") ? [r + 1] : []);
    assert.deepEqual(found, rows, symmetry);
  }
  await page.selectOption("#basis", "rules american");
  assert.equal(await page.inputValue("#symmetry"), "rot180");
  page.quiet();
});

test("brushes, and all squares at once", async () => {
  const page = await opened(chrome, "#grid=.../.../...&symmetry=none");
  await page.click("[data-brush='?']");
  await square(page, 2, 2).click();
  assert.equal(await painted(page), "...\n.?.\n...");
  await page.click("[data-brush='#']");
  await square(page, 1, 1).click();
  await square(page, 1, 1).click();
  assert.equal(await painted(page), "#..\n.?.\n...");
  await page.click("#all-open");
  assert.equal(await painted(page), "???\n???\n???");
  await page.click("#undo");
  assert.equal(await painted(page), "#..\n.?.\n...");
  page.quiet();
});

test("the address leads back to the puzzle, and a link to a grid and its rules", async () => {
  const page = await opened(chrome, WHITE, { viewport: { width: 1280, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
  await page.selectOption("#rows", "7");
  await page.click("#resize");
  await page.selectOption("#basis", "profile times");
  await page.click("[data-brush='?']");
  await square(page, 2, 2).click();
  const rows = await painted(page);
  await kept(page);
  assert.match(page.url(), /#puzzle=\w+$/);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await painted(page), rows);
  assert.equal(await page.inputValue("#basis"), "profile times");
  await page.click("#save");
  await page.click("#link");
  await saidWhen(page, /link is copied/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await opened(chrome, new URL(link).hash);
  assert.equal(await painted(other), rows);
  assert.equal(await other.inputValue("#basis"), "profile times");
  const own = await opened(chrome, `#grid=.../.../...&by=toml&rules=${encodeURIComponent("extends = \"british\"\nmin_word = 4\n")}`);
  assert.ok((await findings(own)).some(text => text.includes("at least 4")), (await findings(own)).join("; "));
  for (const each of [page, other, own]) each.quiet();
});

test("an address or rules that cannot be read are told in one line", async () => {
  for (const [hash, told] of [
    ["#grid=..y/.../...", "The address has no grid that can be read."],
    ["#grid=../.../...", "The address has no grid that can be read."],
    ["#by=profile+nobody", "The address asks for the rules profile nobody, which are not known here."],
    ["#puzzle=nothing", "This browser does not have the puzzle of this address. My puzzles has those that it keeps."],
  ]) {
    const page = await opened(chrome, hash);
    assert.equal(await said(page), told);
    page.quiet();
  }
  const page = await opened(chrome, `#grid=.../.../...&by=toml&rules=${encodeURIComponent("extends = \"british\"\nmin_wrd = 4\n")}`);
  assert.match(await page.textContent("#rules-sentence"), /^rules\.toml:2:1: .*min_wrd/);
  assert.equal(await page.textContent("#verdict"), "not judged");
  page.quiet();
});

test("a fresh page has a valid grid and no errors", async () => {
  const page = await opened(chrome);
  assert.match(await page.textContent("#verdict"), /^valid/);
  assert.equal(await page.locator(".mark-error").count(), 0);
  assert.equal((await painted(page)).split("\n")[1], ".#.#.#.#.#.#.#.");
  page.quiet();
});

test("a fresh grid of another size is fresh, and undo brings the old one back", async () => {
  const page = await opened(chrome);
  const lattice = (height, width) => Array.from({ length: height }, (_, r) => (r % 2 ? ".#".repeat(width) : ".".repeat(width)).slice(0, width)).join("\n");
  assert.equal(await page.isDisabled("#resize"), true);
  const resize = async (rows, columns) => {
    await page.selectOption("#rows", String(rows));
    await page.selectOption("#columns", String(columns));
    await page.click("#resize");
  };
  await resize(5, 7);
  assert.equal(await painted(page), lattice(5, 7));
  assert.match(await page.textContent("#verdict"), /^valid/);
  assert.match(await said(page), /Undo brings the old size back/);
  // No lattice of an even size has the symmetry of the rules, so all squares are open.
  await resize(5, 8);
  assert.equal(await painted(page), Array(5).fill("????????").join("\n"));
  assert.equal(await page.locator(".mark-error").count(), 0);
  for (let i = 0; i < 2; i++) await page.click("#undo");
  assert.equal(await painted(page), lattice(15, 15));
  assert.equal(await page.inputValue("#rows"), "15");
  // Squares are tied at the size that is back.
  await square(page, 1, 2).click();
  assert.equal((await painted(page)).split("\n")[14], ".............#.");
  page.quiet();
});

test("a grid is cut or extended by a button, and keeps its letters, marks and clues", async () => {
  const page = await opened(chrome, "#grid=..../..../....&symmetry=none");
  await page.click("[data-brush='circles']");
  await square(page, 2, 2).click();
  await page.click("[data-brush='bar']");
  const { x, y, width, height } = await square(page, 3, 1).boundingBox();
  await page.mouse.click(x + width - 4, y + height / 2);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("CATO");
  await task(page, "clues");
  await clue(page, "2-Down").fill("A clue");
  await clue(page, "4-Down").fill("A lost one");
  await task(page, "grid");
  const before = await painted(page);
  await page.selectOption("#columns", "3");
  assert.equal(await painted(page), before, "a choice changes nothing");
  await page.click("#resize");
  assert.equal(await painted(page), "...\n...\n...");
  assert.match(await said(page), /1 letter is cut off/);
  assert.equal(await letters(page), "CAT......");
  assert.equal(await page.locator(".circled").count(), 1);
  await task(page, "clues");
  assert.match(await clue(page, "2-Down").inputValue(), /^A clue/);
  assert.match(await page.textContent("#orphan-list"), /A lost one/);
  await task(page, "grid");
  await page.selectOption("#columns", "5");
  await page.selectOption("#rows", "4");
  await page.click("#resize");
  assert.equal(await painted(page), Array(4).fill(".....").join("\n"));
  assert.equal(await letters(page), `CAT${".".repeat(17)}`);
  assert.match(await square(page, 3, 1).getAttribute("class"), /bar-right/);
  assert.match(await square(page, 2, 2).getAttribute("class"), /circled/);
  await page.click("#message-actions button");
  await page.click("#undo");
  assert.equal(await letters(page), "CATO........");
  await task(page, "clues");
  assert.equal(await page.isVisible("#orphans"), false);
  page.quiet();
});

test("the lattice is one stroke", async () => {
  const page = await opened(chrome, `#grid=${Array(5).fill(".......").join("/")}`);
  await page.click("#lattice");
  assert.equal(await painted(page), ".......\n.#.#.#.\n.......\n.#.#.#.\n.......");
  assert.match(await page.textContent("#verdict"), /^valid/);
  await page.click("#undo");
  assert.equal(await painted(page), Array(5).fill(".......").join("\n"));
  page.quiet();
});
