// Tests that the page reports the same about a grid as the program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, choose, dice, findings, json, opened, published, random, said, show, task } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

// Returns the page's texts for findings of the program.
const told = found => found.map(({ code, severity, word, message }) => `${word ? `${word}: ` : ""}${message} ${severity} ${code}`);

async function same(page, rows, by) {
  const [kind, name] = by.split(" ");
  const { findings: found, valid } = json(["validate", "-", kind === "rules" ? "--rules" : "--profile", name], rows);
  await show(page, rows, by);
  assert.deepEqual(await findings(page), told(found), `${by}:\n${rows}`);
  assert.equal(/^valid/.test(await page.textContent("#verdict")), valid, `${by}:\n${rows}`);
  const marked = await page.evaluate(() => [...document.querySelectorAll("#board [data-place]")]
    .filter(square => /mark-error/.test(square.className)).map(square => Number(square.dataset.place)));
  const width = rows.split("\n")[0].length;
  const expected = new Set(found.filter(({ severity }) => severity === "error").flatMap(({ squares }) => squares.map(([row, column]) => (row - 1) * width + column - 1)));
  assert.deepEqual(new Set(marked), expected, `${by}:\n${rows}`);
}

test("published patterns have the program's findings", async () => {
  const page = await opened(chrome);
  const patterns = published();
  for (const rows of patterns) for (const by of ["rules british", "rules american", "profile times"]) await same(page, rows, by);
  console.log(`${patterns.length} patterns`);
  page.quiet();
});

test("random grids have the program's findings", async () => {
  const page = await opened(chrome), roll = dice(17);
  for (let i = 0; i < 60; i++) {
    const by = ["rules british", "rules american-loose", "rules no-pairs", "profile keith", "profile times", "profile nyt"][i % 6];
    await same(page, random(roll, 3 + roll(9), "...#"), by);
  }
  page.quiet();
});

test("measures are those of stats", async () => {
  const page = await opened(chrome), roll = dice(5);
  await page.click("#measures summary");
  for (let i = 0; i < 10; i++) {
    const rows = random(roll, 7 + roll(3), "...#"), stats = json(["stats", "-"], rows);
    await show(page, rows, "rules british");
    const text = await page.textContent("#stats");
    assert.ok(text.startsWith(`words${stats.words}`), `${text}: ${stats.words} words`);
    assert.ok(text.includes(`letters${stats.white}, ${stats.checked} checked, ${stats.unchecked} unchecked`), text);
    const lengths = await page.locator("#lengths tr").evaluateAll(rows => rows.map(row => [row.children[0].textContent, row.children[2].textContent]));
    assert.deepEqual(lengths, stats.lengths.map(({ length, across, down }) => [String(length), `${across} + ${down}`]));
  }
  page.quiet();
});

test("a finding that is chosen shows its squares alone", async () => {
  const page = await opened(chrome, "#grid=.x./.../.x.");
  const all = await page.locator(".mark-error").count();
  await task(page, "check");
  await page.locator("#findings button").last().click();
  const one = await page.locator(".chosen").count();
  assert.ok(one > 0 && one < all, `${one} of ${all}`);
  assert.equal(await page.locator(".mark-error").count(), 0);
  assert.equal(await page.locator("#findings button[aria-pressed=true]").count(), 1);
  page.quiet();
});

test("the rules that were found for one file do not judge the next, and a file that no rules allow is told so", async () => {
  const page = await opened(chrome), rows = text => `${text.replaceAll("/", "\n")}\n`;
  const american = "....#/...../...../...../#....", british = "...../.#.#./...../.#.#./.....";
  assert.match(await choose(page, "one.txt", rows(american)), /^one\.txt is open\. British does not allow this grid, so it is judged by /);
  assert.notEqual(await page.inputValue("#basis"), "rules british");
  // It is valid by British rules, which nobody has turned away from.
  assert.equal(await choose(page, "two.txt", rows(british)), "two.txt is open.");
  assert.equal(await page.inputValue("#basis"), "rules british");
  await choose(page, "one.txt", rows(american));
  assert.match(await choose(page, "three.txt", rows("..#../#####/..#../#####/..#..")), /^three\.txt is open\. No rules that the page knows allow this puzzle\. .* would be the closest\.$/);
  assert.equal(await page.inputValue("#basis"), "rules british");
  await page.click("#message-actions button");
  const closest = await page.inputValue("#basis");
  assert.notEqual(closest, "rules british");
  // What the user has chosen judges the next file too.
  await page.selectOption("#basis", "profile guardian-quick");
  await choose(page, "two.txt", rows(american));
  assert.match(await said(page), /Guardian quick does not allow this grid/);
  await page.click("#message-actions button");
  assert.equal(await page.inputValue("#basis"), "profile guardian-quick");
  page.quiet();
});
