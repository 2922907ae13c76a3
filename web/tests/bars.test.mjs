// Tests puzzles with bars: they begin, are judged by rules for bars, and their bars are a layer that moves nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, opened, painted, said, saidWhen, save, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const verdict = page => page.textContent("#verdict");
const wrong = page => page.locator("#board .mark-error").count();

// Begins a puzzle with bars by the keys of the dialog.
async function begun(page, size = 12) {
  await page.click("#new");
  await page.selectOption("#new-style", "barred");
  if (size !== 12) for (const side of ["#new-rows", "#new-columns"]) await page.selectOption(side, String(size));
  await page.focus("#new-empty");
  await page.keyboard.press("Enter");
  await page.waitForFunction(size => document.querySelectorAll("#board .square").length === size * size, size);
}

// Clicks near the right edge of a square.
async function barRight(page, row, column) {
  const { x, y, width, height } = await square(page, row, column).boundingBox();
  await page.mouse.click(x + width - 3, y + height / 2);
}

for (const size of [12, 13]) {
  test(`a barred puzzle of ${size} x ${size} begins white, with the brush for bars and nothing red`, async () => {
    const page = await opened(here.chrome);
    await page.click("#new");
    assert.equal(await page.isVisible("#new-draw"), true);
    await page.keyboard.press("Escape");
    await begun(page, size);
    assert.equal(await painted(page), Array(size).fill(".".repeat(size)).join("\n"));
    assert.equal(await page.inputValue("#basis"), "rules ximenes");
    assert.equal(await page.getAttribute("[data-brush=bar]", "aria-pressed"), "true");
    assert.equal(await verdict(page), "no bar yet");
    assert.equal(await wrong(page), 0);
    for (const basis of ["rules ximenes-4", "profile azed", "profile listener", "profile mephisto"]) {
      await page.selectOption("#basis", basis);
      assert.equal(await verdict(page), "no bar yet", basis);
      assert.equal(await page.locator("#findings .error").count(), 0, basis);
    }
    // It is judged from the first bar on.
    await barRight(page, 1, 4);
    assert.notEqual(await verdict(page), "no bar yet");
    await page.click("#undo");
    assert.equal(await verdict(page), "no bar yet");
    page.quiet();
  });
}

test("the dialog New offers no draw for bars, and brings it back", async () => {
  const page = await opened(here.chrome);
  await page.click("#new");
  await page.selectOption("#new-style", "barred");
  assert.deepEqual([await page.isVisible("#new-draw"), await page.isVisible("#new-wishes"), await page.inputValue("#new-rows")], [false, false, "12"]);
  await page.selectOption("#new-style", "american");
  assert.deepEqual([await page.isVisible("#new-draw"), await page.isVisible("#new-wishes"), await page.inputValue("#new-rows")], [true, true, "15"]);
  page.quiet();
});

test("the first bar in a white grid chooses rules for bars, undo takes both back, and a click goes back to the rules before", async () => {
  const page = await opened(here.chrome, "#grid=...../...../...../...../.....&symmetry=rot180");
  await page.click("[data-brush=bar]");
  await barRight(page, 1, 3);
  assert.equal(await page.inputValue("#basis"), "rules ximenes");
  assert.equal(await said(page), "A grid with bars is judged by Ximenes.");
  await page.click("#undo");
  assert.equal(await page.inputValue("#basis"), "rules british");
  assert.equal(await page.locator(".bar-right").count(), 0);
  await barRight(page, 1, 3);
  await page.getByRole("button", { name: "Judge by British" }).click();
  assert.equal(await page.inputValue("#basis"), "rules british");
  assert.match(await verdict(page), /error/);
  // The user's choice stays.
  await barRight(page, 2, 2);
  assert.equal(await page.inputValue("#basis"), "rules british");
  page.quiet();
});

test("a bar beside black squares keeps the rules, and a profile for bars stays with the next bar", async () => {
  const page = await opened(here.chrome, "#grid=...../.x.x./...../.x.x./.....&symmetry=none");
  await page.click("[data-brush=bar]");
  await barRight(page, 1, 3);
  assert.equal(await page.inputValue("#basis"), "rules british");
  await begun(page);
  await page.selectOption("#basis", "profile azed");
  await barRight(page, 1, 4);
  assert.equal(await page.inputValue("#basis"), "profile azed");
  page.quiet();
});

test("a bar moves no letter and no number, and lies over the line", async () => {
  const page = await opened(here.chrome, "#grid=...../...../...../...../.....&symmetry=none");
  await task(page, "letters");
  await square(page, 2, 2).click();
  await page.keyboard.type("WW");
  const letter = (row, column) => square(page, row, column).evaluate(element => {
    const { width, height, left, top } = getComputedStyle(element, "::before"), { clientWidth, clientHeight } = element;
    return [width, height, left, top, clientWidth, clientHeight].join(" ");
  });
  const before = [await letter(2, 2), await letter(2, 3)];
  await task(page, "grid");
  await page.click("[data-brush=bar]");
  await barRight(page, 2, 2);
  assert.deepEqual([await letter(2, 2), await letter(2, 3)], before);
  const [bar, one, other] = [await page.locator("#board-box .bars path").boundingBox(), await square(page, 2, 2).boundingBox(), await square(page, 2, 3).boundingBox()];
  const middle = (one.x + one.width + other.x) / 2;
  assert.ok(Math.abs(bar.x + bar.width / 2 - middle) < 1, `${JSON.stringify(bar)} around ${middle}`);
  assert.ok(Math.abs(bar.y + bar.height / 2 - (one.y + one.height / 2)) < 1);
  // Across a black square it is not drawn.
  await page.click("[data-brush='#']");
  await square(page, 2, 2).click();
  assert.equal(await page.getAttribute("#board-box .bars path", "d"), "");
  page.quiet();
});

test("a barred puzzle is saved, opened again, and judged by rules for bars", async () => {
  const page = await opened(here.chrome);
  await begun(page);
  await barRight(page, 1, 4);
  await barRight(page, 3, 5);
  const { bytes } = await save(page, "ipuz");
  const other = await opened(here.chrome);
  await choose(other, "bars.ipuz", bytes);
  assert.match(await saidWhen(other, /open/), /bars\.ipuz is open/);
  assert.equal(await other.locator(".bar-right").count(), 4);
  assert.match(await other.inputValue("#basis"), /^(rules ximenes|profile (azed|listener|mephisto))/);
  other.quiet();
  page.quiet();
});

test("a text with bars is opened with them", async () => {
  const page = await opened(here.chrome);
  for (const [text, right, below] of [["..r.\n.b..\n.r..\n....\n", 2, 1], ["+...\n....\n....\n....\n", 1, 1], ["?r..\n....\n.b..\n....\n", 1, 1]]) {
    await choose(page, "bars.txt", text);
    assert.equal(await painted(page), text.trim().replace(/[rb+]/g, "."));
    assert.deepEqual([await page.locator(".bar-right").count(), await page.locator(".bar-below").count()], [right, below], text);
  }
  page.quiet();
});
