// Tests the printed page: the black squares are there, and the controls are not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, opened } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

for (const colorScheme of ["light", "dark"]) {
  test(`black squares print, and no controls, ${colorScheme}`, async () => {
    const page = await opened(chrome, "#grid=..../.xx./..../....&symmetry=none", { colorScheme });
    await page.emulateMedia({ media: "print", colorScheme });
    const styles = await page.evaluate(() => [...document.querySelectorAll("#board .square")].map(square => {
      const { backgroundColor, printColorAdjust } = getComputedStyle(square);
      return `${backgroundColor} ${printColorAdjust}`;
    }));
    const white = "rgb(255, 255, 255) exact", black = "rgb(0, 0, 0) exact";
    assert.deepEqual(styles, styles.map((_, place) => [5, 6].includes(place) ? black : white));
    for (const control of ["header", "#undo", "#save", "#hint", "#findings", "#complete"]) {
      assert.equal(await page.isVisible(control), false, control);
    }
    assert.equal(await page.isVisible("#board"), true);
    page.quiet();
  });
}

test("a printed puzzle has title and clues, and letters only on request", async () => {
  const page = await opened(chrome, "#grid=..../.xx./.xx./....&symmetry=none");
  await page.fill("#text-title", "A title");
  await page.getByLabel("clue of 1-Across,").fill("A clue (4)");
  await page.click("[data-brush='letters']");
  await page.locator("#board .square").first().click();
  await page.keyboard.type("A");
  const letter = () => page.evaluate(() => getComputedStyle(document.querySelector("#board .square"), "::before").display);
  await page.emulateMedia({ media: "print" });
  await page.waitForFunction(() => document.getElementById("printed-title").textContent !== "");
  assert.equal(await page.innerText("#printed-title"), "A title");
  assert.match(await page.innerText("#printed"), /1 A clue \(4\)/);
  for (const control of ["#texts", "#entry-panel", "#words", "[role=toolbar]"]) assert.equal(await page.isVisible(control), false, control);
  assert.equal(await letter(), "none");
  await page.emulateMedia({ media: "screen" });
  assert.equal(await page.isVisible("#printed"), false);
  await page.check("#with-letters");
  await page.emulateMedia({ media: "print" });
  assert.notEqual(await letter(), "none");
  // Chromium's PDF has one page.
  const pdf = (await page.pdf()).toString("latin1");
  assert.equal((pdf.match(/\/Type\s*\/Page\b/g) ?? []).length, 1);
  page.quiet();
});
