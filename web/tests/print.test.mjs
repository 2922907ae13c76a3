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
