// Tests the page on a telephone in portrait, by touches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDINARY, letters, opened, painted, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 2, viewport: { width: 390, height: 844 } };
const phone = () => opened(here.chrome, `#grid=${ORDINARY}`, PHONE);

// Swipes with a finger from the middle of a square. The finger rests at the end: otherwise the browser may take the swipe for a fling, and the
// next tap only ends that.
async function swipe(page, row, column, dx, dy) {
  const browser = await page.context().newCDPSession(page), box = await square(page, row, column).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let i = 1; i <= 10; i++) await browser.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + dx * i / 10, y: y + dy * i / 10 }] });
  await page.waitForTimeout(200);
  await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForTimeout(300);
}
const scrolled = page => page.evaluate(() => scrollY);
const current = page => page.locator(".here").getAttribute("data-place");

test("a swipe over the grid scrolls while letters are typed, and paints while squares are painted", async () => {
  const page = await phone();
  const before = await painted(page);
  await swipe(page, 5, 7, 0, -120);
  assert.equal(await scrolled(page), 0);
  assert.notEqual(await painted(page), before);
  await page.locator("#tab-letters").tap();
  await square(page, 1, 2).tap();
  assert.equal(await current(page), "1");
  await swipe(page, 9, 5, 0, -120);
  assert.ok(await scrolled(page) > 60, `${await scrolled(page)} pixels`);
  assert.equal(await current(page), "1", "a swipe is no tap");
  await swipe(page, 9, 5, -90, 0);
  assert.ok(await page.evaluate(() => document.getElementById("board-frame").scrollLeft) > 40);
  // The brush Move paints nothing.
  await page.locator("#tab-grid").tap();
  await page.locator("[data-brush=move]").tap();
  const painting = await painted(page), left = await page.evaluate(() => document.getElementById("board-frame").scrollLeft);
  await swipe(page, 9, 9, 90, 0);
  assert.equal(await painted(page), painting);
  assert.ok(await page.evaluate(() => document.getElementById("board-frame").scrollLeft) < left);
  page.quiet();
});

test("squares have 32 pixels, the header is low, the tasks are at the bottom, and no field makes a phone zoom", async () => {
  const page = await phone();
  for (const name of ["grid", "letters", "clues", "check"]) {
    await page.locator(`#tab-${name}`).tap();
    const [cell, header, tabs] = await Promise.all(["#board .square", "header", "#tasks"].map(selector => page.locator(selector).first().boundingBox()));
    assert.ok(cell.width >= 32, `${name}: ${cell.width} pixels`);
    assert.ok(header.height <= 130, `${name}: ${header.height} pixels`);
    assert.ok(tabs.y + tabs.height > 840 && tabs.y + tabs.height <= 844, `${name}: the tasks end at ${tabs.y + tabs.height}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, name);
    const small = await page.evaluate(() => [...document.querySelectorAll("input:not([type=file], [type=checkbox]), select, textarea")]
      .filter(field => field.getClientRects().length > 0 && parseFloat(getComputedStyle(field).fontSize) < 16).map(({ id }) => id));
    assert.deepEqual(small, [], name);
    assert.match(await page.textContent("#hint"), /\bTap\b/);
  }
  page.quiet();
});

test("the square that is typed into stays in sight in a grid that is wider than the phone", async () => {
  const page = await phone();
  await page.locator("#tab-letters").tap();
  await square(page, 15, 1).tap();
  for (let i = 0; i < 14; i++) await page.keyboard.press("ArrowRight");
  const { x, width } = await page.locator(".here").boundingBox();
  assert.ok(x >= 0 && x + width <= 390, `from ${x} to ${x + width}`);
  page.quiet();
});

test("the strip below the grid has words for the entry, and its clue, and stands above a keyboard", async () => {
  const page = await phone();
  await page.locator("#tab-letters").tap();
  await square(page, 1, 1).tap();
  await page.waitForFunction(() => document.querySelectorAll("#strip-words button").length > 3, null, { timeout: 60_000 });
  const [strip, board] = await Promise.all(["#strip", "#board"].map(selector => page.locator(selector).boundingBox()));
  assert.ok(strip.y >= board.y + board.height && strip.y < board.y + board.height + 20, "it is below the grid");
  const word = await page.locator("#strip-words button").first().evaluate(button => button.firstChild.data);
  await page.locator("#strip-words button").first().tap();
  assert.equal((await letters(page)).slice(0, 7), word);
  await page.locator("#tab-clues").tap();
  await square(page, 1, 1).tap();
  assert.equal(await page.textContent("#strip-name"), "1-Across (7)");
  await page.locator("#strip-clue").tap();
  await page.keyboard.type("A word");
  // The browser says that a keyboard covers the lower part.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, "height", { value: 500, configurable: true });
    visualViewport.dispatchEvent(new Event("resize"));
  });
  const above = await page.locator("#strip").boundingBox();
  assert.ok(above.y + above.height <= 500 && above.y + above.height > 480, `it ends at ${above.y + above.height}`);
  assert.equal(await page.isVisible("#tasks"), false);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, "height", { value: 844, configurable: true });
    visualViewport.dispatchEvent(new Event("resize"));
  });
  await square(page, 1, 1).tap();
  assert.match(await page.textContent("#strip-name"), /^1-Down/);
  assert.equal(await page.inputValue("#strip-clue"), "");
  await square(page, 1, 2).tap();
  assert.equal(await page.inputValue("#strip-clue"), "A word (7)");
  await page.locator("#undo").tap();
  assert.equal(await page.inputValue("#strip-clue"), "");
  page.quiet();
});
