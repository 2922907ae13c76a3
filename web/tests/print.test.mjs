// Tests the printed page: title, grid and clues on one page of A4 and of Letter, and no controls.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ORDINARY, browser, opened, square, task } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

// Opens a puzzle of 15 x 15 with title, author, letters, and 32 clues, some of two lines.
async function puzzle(context = {}) {
  const page = await opened(chrome, `#grid=${ORDINARY}`, context);
  await page.fill("#text-title", "A printed title");
  await task(page, "clues");
  await page.fill("#text-author", "A. Setter");
  const fields = page.locator(".lists textarea");
  assert.equal(await fields.count(), 32);
  await page.evaluate(() => [...document.querySelectorAll(".lists textarea")].forEach((field, i) => {
    field.value = `Clue ${i} of the usual length of clues in a newspaper, ${i % 3 ? "with some more words that need a second line " : ""}(7)`;
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
  }));
  await square(page, 1, 1).click();
  await page.keyboard.type("LETTERS");
  return page;
}

const print = async (page, what) => {
  await page.evaluate(what => { document.querySelector(`[name=print-what][value=${what}]`).checked = true; }, what);
  await page.emulateMedia({ media: "print" });
  await page.waitForFunction(() => document.querySelector("#paper .sheet") !== null);
};
const pages = pdf => (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
const MARGIN = { top: "10mm", bottom: "10mm", left: "10mm", right: "10mm" };

for (const format of ["A4", "Letter"]) {
  test(`a puzzle of 15 x 15 with 32 clues fits on one page of ${format} with margins of 10 mm`, async () => {
    const page = await puzzle();
    await print(page, "blank");
    const pdf = await page.pdf({ format, margin: MARGIN, printBackground: false });
    assert.equal(pages(pdf), 1);
    await print(page, "both");
    await page.emulateMedia({ media: "screen" });
    await print(page, "both");
    assert.equal(pages(await page.pdf({ format, margin: MARGIN })), 2);
    page.quiet();
  });
}

test("the title stands above the grid, and the clues below it in two columns", async () => {
  const page = await puzzle();
  await page.setViewportSize({ width: 718, height: 1047 });
  await print(page, "blank");
  const box = selector => page.locator(selector).first().boundingBox();
  const [title, grid, clues] = [await box("#paper h1"), await box("#paper .printed-grid"), await box("#paper .printed-clues")];
  assert.ok(title.y + title.height <= grid.y && grid.y + grid.height <= clues.y);
  const lefts = await page.locator(".printed-clues p").evaluateAll(clues => new Set(clues.map(clue => Math.round(clue.getBoundingClientRect().left))).size);
  assert.equal(lefts, 2);
  assert.equal(await page.innerText("#paper h1"), "A printed title");
  assert.match(await page.innerText("#paper .printed-clues"), /1\s+Clue 0 of the usual length/);
  page.quiet();
});

for (const colorScheme of ["light", "dark"]) {
  test(`black squares print, and no controls, ${colorScheme}`, async () => {
    const page = await opened(chrome, "#grid=..../.xx./..../....&symmetry=none", { colorScheme });
    await page.emulateMedia({ media: "print", colorScheme });
    await page.waitForFunction(() => document.querySelectorAll("#paper .cell").length === 16);
    const styles = await page.evaluate(() => [...document.querySelectorAll("#paper .cell")].map(square => {
      const { backgroundColor, printColorAdjust } = getComputedStyle(square);
      return `${backgroundColor} ${printColorAdjust}`;
    }));
    const white = "rgb(255, 255, 255) exact", black = "rgb(0, 0, 0) exact";
    assert.deepEqual(styles, styles.map((_, place) => [5, 6].includes(place) ? black : white));
    for (const control of ["header", "main", "#undo", "#save", "#board", "#complete"]) assert.equal(await page.isVisible(control), false, control);
    page.quiet();
  });
}

test("letters print only with the solution", async () => {
  const page = await puzzle();
  const letters = () => page.locator("#paper .sheet").evaluateAll(sheets => sheets.map(sheet =>
    [...sheet.querySelectorAll(".cell")].map(cell => cell.dataset.letter).join("")));
  await print(page, "blank");
  assert.deepEqual(await letters(), [""]);
  for (const [what, expected] of [["solution", ["LETTERS"]], ["both", ["", "LETTERS"]]]) {
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => document.getElementById("paper").replaceChildren());
    await print(page, what);
    assert.deepEqual(await letters(), expected, what);
  }
  assert.equal(await page.isVisible("#paper .printed-clues"), true);
  await page.emulateMedia({ media: "screen" });
  assert.equal(await page.isVisible("#paper"), false);
  page.quiet();
});
