// Tests the printed page: title, grid and clues on one page of A4 and of Letter, no controls, and the pixels of the paper.
import { PDFiumLibrary } from "@hyzyla/pdfium";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ORDINARY, browser, opened, square, task, textsOf } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

// Opens a puzzle of 15 x 15 with title, author, letters, and 32 clues, some of two lines.
async function puzzle(context = {}) {
  const page = await opened(chrome, `#grid=${ORDINARY}`, context);
  await page.fill("#text-title", "A printed title");
  await task(page, "clues");
  await page.fill("#text-author", "A. Setter");
  const fields = page.locator(".lists li > textarea");
  assert.equal(await fields.count(), 32);
  await page.evaluate(() => [...document.querySelectorAll(".lists li > textarea")].forEach((field, i) => {
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
    const text = (await textsOf(pdf))[0].replace(/\s+/g, " ");
    assert.match(text, /^A printed title A\. Setter Across 1 /);
    for (let i = 0; i < 32; i++) assert.ok(text.includes(`Clue ${i} of the usual length`), `clue ${i}`);
    await print(page, "both");
    await page.emulateMedia({ media: "screen" });
    await print(page, "both");
    assert.equal(pages(await page.pdf({ format, margin: MARGIN })), 2);
    page.quiet();
  });
}

const line = (columns, rows, black = (_, __) => false) => Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => black(r, c) ? "x" : ".").join("")).join("/");
// 76 words: blocks in the middle of the rows and columns that are in the middle.
const AMERICAN = ["....x.....x....", "....x.....x....", "....x.....x....", ".......x.......", "xxx...x.....xxx", ".....x...x.....",
  "....x.....x....", "...x.......x...", "....x.....x....", ".....x...x.....", "xxx.....x...xxx", ".......x.......", "....x.....x....", "....x.....x....", "....x.....x...."].join("/");

// Writes clues of the usual length of clues in a newspaper of this kind for all entries, and returns their number.
async function clued(page, text) {
  await page.fill("#text-title", "A printed title");
  await task(page, "clues");
  await page.fill("#text-author", "A. Setter");
  return page.evaluate(text => [...document.querySelectorAll(".lists li > textarea")].map((field, i) => {
    field.value = text.replace("#", String(i));
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
  }).length, text);
}

const CRYPTIC = "Clue # is of the usual length of cryptic ones in a newspaper (7)", QUICK = "Clue #, a short one";
for (const [name, grid, text, fewest, most, sheets, least, mostSide] of /** @type {[string, string, string, number, number, number, number, number][]} */ ([
  ["15 x 15", ORDINARY, CRYPTIC, 32, 32, 1, 8, 8.5],
  ["American 15 x 15", AMERICAN, QUICK, 70, 80, 1, 6, 8.5],
  ["21 x 21", line(21, 21, (r, c) => r % 2 === 1 && c % 2 === 1), CRYPTIC, 22, 22, 1, 6, 8.5],
  ["21 x 21 with many clues", line(21, 21, (r, c) => (r + c) % 7 === 3), QUICK, 100, 160, 2, 6, 8.5],
  ["25 x 5", line(5, 25), QUICK, 30, 30, 1, 6, 8.5],
  ["5 x 25", line(25, 5), QUICK, 30, 30, 1, 7, 8.5],
])) {
  for (const format of ["A4", "Letter"]) {
    test(`a puzzle of ${name} fills ${sheets === 1 ? "its page" : "two pages"} of ${format}`, async () => {
      const page = await opened(chrome, `#grid=${grid}&by=american&symmetry=none`), number = await clued(page, text);
      assert.ok(number >= fewest && number <= most, `${number} clues`);
      await print(page, "blank");
      const { side, columns, font } = await page.evaluate(() => {
        const grid = document.querySelector(".printed-grid");
        return { side: parseFloat(grid.style.getPropertyValue("--side")), columns: getComputedStyle(document.querySelector(".printed-clues")).columnCount, font: parseFloat(getComputedStyle(document.querySelector(".printed-clues p")).fontSize) * 0.75 };
      });
      const square = side / grid.split("/")[0].length;
      const pdf = await page.pdf({ format, margin: MARGIN, printBackground: false });
      if (process.env.PAPERS) writeFileSync(`${process.env.PAPERS}/${name.replaceAll(" ", "-")}-${format}.pdf`, pdf);
      console.log(`paper ${name} ${format}: ${pages(pdf)} pages, squares of ${square.toFixed(2)} mm, ${number} clues in ${columns} columns of ${font.toFixed(1)} pt`);
      assert.equal(pages(pdf), sheets);
      assert.ok(square >= least && square <= mostSide + 0.01, `squares of ${square} mm`);
      assert.equal(columns, number >= 50 ? "3" : "2");
      const printed = (await textsOf(pdf)).join(" ").replace(/\s+/g, " ");
      for (let i = 0; i < number; i++) assert.ok(printed.includes(`Clue ${i}${text[6]}`), `clue ${i}`);
      page.quiet();
    });
  }
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

// Draws the only page of a PDF, on which nothing but a grid of `side` squares is printed. Returns a function of a rectangle in squares: how dark
// its pixels are, from 0 to 1, and the rectangle of those that are nearly black.
async function paperOf(pdf, side) {
  const library = await PDFiumLibrary.init(), document = await library.loadDocument(pdf);
  assert.equal(document.getPageCount(), 1);
  const { width, height, data } = await document.getPage(0).render({ scale: 4, render: "bitmap" });
  document.destroy();
  library.destroy();
  const darkness = (x, y) => 1 - data[4 * (y * width + x)] / 255, isInk = (x, y) => darkness(x, y) > 0.7;
  const look = (left, top, right, bottom) => {
    const ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    let sum = 0, number = 0;
    for (let y = Math.floor(top); y < bottom; y++) {
      for (let x = Math.floor(left); x < right; x++) {
        sum += darkness(x, y);
        number += 1;
        if (!isInk(x, y)) continue;
        Object.assign(ink, { left: Math.min(ink.left, x), top: Math.min(ink.top, y), right: Math.max(ink.right, x), bottom: Math.max(ink.bottom, y) });
      }
    }
    return { dark: sum / number, ink };
  };
  const { ink: frame } = look(0, 0, width, height), square = (frame.right - frame.left) / side;
  assert.ok(Math.abs(frame.bottom - frame.top - square * side) < 4, "the grid is the only ink on the page");
  return (row, column, { left = 0, top = 0, right = 1, bottom = 1 } = {}) => {
    const at = (first, n, part) => first + (n - 1 + part) * square;
    const { dark, ink } = look(at(frame.left, column, left), at(frame.top, row, top), at(frame.left, column, right), at(frame.top, row, bottom));
    return { dark, width: (ink.right - ink.left) / square, height: (ink.bottom - ink.top) / square };
  };
}

test("bars, circles, shaded squares and squares of several letters are on the paper", async () => {
  const page = await opened(chrome, "#grid=...../.x.x./...../.x.x./.....&symmetry=none");
  await page.click("[data-brush='bar']");
  const { x, y, width, height } = await square(page, 1, 2).boundingBox();
  await page.mouse.click(x + width - 2, y + height / 2);
  await page.mouse.click(x - width / 2, y + height - 2);
  await page.click("[data-brush='circles']");
  await square(page, 5, 2).click();
  await square(page, 1, 3).click();
  await page.click("[data-brush='shading']");
  await square(page, 5, 5).click();
  await task(page, "letters");
  await square(page, 3, 2).click();
  for (const [text, key] of [["heart", "Insert"], ["w", ""], ["th", "Insert"]]) {
    if (key) await page.keyboard.press(key);
    await page.keyboard.type(text);
    if (key) await page.keyboard.press("Enter");
  }
  // Large squares show more.
  await page.evaluate(() => {
    const large = new CSSStyleSheet();
    large.replaceSync(".printed-grid { --side: 108mm !important; }");
    document.adoptedStyleSheets = [large];
  });
  await print(page, "solution");
  const look = await paperOf(await page.pdf({ format: "A4", margin: MARGIN }), 5);
  assert.ok(look(2, 2, { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 }).dark > 0.99, "black");
  assert.ok(look(3, 5, { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 }).dark < 0.01, "white");
  const shade = look(5, 5, { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 }).dark;
  assert.ok(shade > 0.1 && shade < 0.4, `shade ${shade}`);
  // A bar covers the edge, and no other edge is as thick.
  const right = { left: 0.94, top: 0.2, right: 0.98, bottom: 0.8 }, below = { left: 0.2, top: 0.94, right: 0.8, bottom: 0.98 };
  assert.ok(look(1, 2, right).dark > 0.9 && look(1, 1, below).dark > 0.9, "bars");
  assert.ok(look(1, 1, right).dark < 0.2 && look(3, 1, below).dark < 0.2, "no bars");
  // A circle touches the middle of all sides of its square, and not the corners.
  for (const part of [{ left: 0.02, right: 0.1, top: 0.4, bottom: 0.6 }, { left: 0.91, right: 0.985, top: 0.4, bottom: 0.6 }, { left: 0.4, right: 0.6, top: 0.03, bottom: 0.1 }]) {
    assert.ok(look(5, 2, part).dark > 0.15, `a circle: ${look(5, 2, part).dark}`);
    assert.ok(look(5, 4, part).dark < 0.12, `no circle: ${look(5, 4, part).dark}`);
  }
  assert.ok(look(5, 2, { left: 0.85, right: 0.95, top: 0.85, bottom: 0.95 }).dark < 0.05, "the corner");
  // It stops before the number.
  const underNumber = { left: 0.04, top: 0.285, right: 0.2, bottom: 0.31 };
  assert.ok(look(1, 3, underNumber).dark < 0.01 && look(5, 2, underNumber).dark > 0.05, "the number");
  // The letters of one square are smaller, and lie inside it.
  const inside = { left: 0.03, top: 0.05, right: 0.96, bottom: 0.95 };
  const [heart, single, two] = [2, 3, 4].map(column => look(3, column, inside));
  for (const { dark, width } of [heart, single, two]) assert.ok(dark > 0.01 && width < 0.9 && width > 0.2, JSON.stringify([heart, single, two]));
  assert.ok(heart.height < two.height && two.height < 0.75 * single.height, JSON.stringify([heart, single, two]));
  page.quiet();
});
