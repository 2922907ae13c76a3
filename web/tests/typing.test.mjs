// Tests letters: real keys, the keyboards of phones, and touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { letters, opened, painted, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const LATTICE = "#grid=...../.x.x./...../.x.x./.....";
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

async function typingIn(context = {}) {
  const page = await opened(here.chrome, LATTICE, context);
  if (context.hasTouch) await page.locator("[data-task='letters']").tap();
  else await task(page, "letters");
  return page;
}
const entry = page => page.textContent("#entry-name");
const here_ = page => page.locator(".here").getAttribute("aria-label");

test("letters are typed and turned, and Backspace clears and steps back", async () => {
  const page = await typingIn();
  await square(page, 1, 1).click();
  await page.keyboard.type("Satin");
  assert.equal(await letters(page), "SATIN" + ".".repeat(20));
  // The cursor stays on the last letter; space turns.
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("ial");
  assert.equal(await letters(page), "SATIN" + "....I" + "....A" + "....L" + ".....");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  assert.equal(await letters(page), "SATIN" + "....I" + ".....".repeat(3));
  assert.equal(await entry(page), "3-Down (5)");
  // A second click on the square turns too.
  await square(page, 1, 5).click();
  await square(page, 1, 5).click();
  assert.equal(await entry(page), "1-Across (5)");
  await page.keyboard.press("Delete");
  assert.equal((await letters(page)).slice(0, 5), "SATI.");
  await page.keyboard.press("Control+z");
  assert.equal((await letters(page)).slice(0, 5), "SATIN");
  page.quiet();
});

test("a typed word is one step, and so are the letters that are erased one after the other", async () => {
  const page = await typingIn(), undone = async () => {
    await page.keyboard.press("Control+z");
    return (await letters(page)).slice(0, 15);
  };
  await square(page, 1, 1).click();
  await page.keyboard.type("SATIM");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("IN");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ALOUD");
  assert.equal((await letters(page)).slice(0, 15), "SATIN.....ALOUD");
  assert.equal(await undone(), "SATIN..........");
  assert.equal(await undone(), "SAT............");
  assert.equal(await undone(), "SATIM..........");
  assert.equal(await undone(), "...............");
  assert.equal(await page.isDisabled("#undo"), true);
  page.quiet();
});

test("Tab and Enter go to the next entry, with Shift to the one before, and Tab leaves the grid at its ends", async () => {
  const page = await typingIn();
  await square(page, 1, 1).click();
  const seen = [await entry(page)];
  for (const key of ["Tab", "Enter", "Tab", "Enter", "Tab"]) {
    await page.keyboard.press(key);
    seen.push(await entry(page));
  }
  assert.deepEqual(seen, ["1-Across (5)", "4-Across (5)", "5-Across (5)", "1-Down (5)", "2-Down (5)", "3-Down (5)"]);
  await page.keyboard.press("Shift+Tab");
  assert.equal(await entry(page), "2-Down (5)");
  await page.keyboard.press("Shift+Enter");
  assert.equal(await entry(page), "1-Down (5)");
  // The first empty square of the entry is chosen.
  await square(page, 1, 1).click();
  await page.keyboard.type("SA");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.match(await here_(page), /^row 1, column 3/);
  for (let i = 0; i < 8; i++) await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "typed");
  page.quiet();
});

test("several letters go into one square by a key, and by a long press", async () => {
  const page = await typingIn();
  await square(page, 1, 2).click();
  await page.keyboard.press("Insert");
  await page.keyboard.type("eart");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.keyboard.type("h");
  assert.equal(await square(page, 1, 2).getAttribute("data-letter"), "EAR");
  assert.equal(await square(page, 1, 3).getAttribute("data-letter"), "H");
  // The text is inside its square.
  const fits = await square(page, 1, 2).evaluate(square => square.scrollWidth <= square.clientWidth + 1);
  assert.ok(fits, "the letters are clipped");
  await square(page, 5, 1).click();
  await page.keyboard.press("Insert");
  await page.keyboard.type("nottingham");
  await page.keyboard.press("Enter");
  const [width, inside] = await square(page, 5, 1).evaluate(square => [square.scrollWidth, square.clientWidth]);
  assert.ok(width <= inside + 1, `${width} of ${inside} pixels`);
  const { x, y } = await square(page, 3, 1).boundingBox();
  await page.mouse.move(x + 9, y + 9);
  await page.mouse.down();
  await page.waitForTimeout(700);
  await page.mouse.up();
  await page.keyboard.type("th");
  await page.keyboard.press("Enter");
  assert.equal(await square(page, 3, 1).getAttribute("data-letter"), "TH");
  page.quiet();
});

test("arrows across the entry turn first, and move where no entry crosses", async () => {
  const page = await typingIn();
  await square(page, 1, 1).click();
  await page.keyboard.press("ArrowDown");
  assert.equal(await entry(page), "1-Down (5)");
  assert.match(await here_(page), /^row 1, column 1/);
  await page.keyboard.press("ArrowDown");
  assert.match(await here_(page), /^row 2, column 1/);
  await page.keyboard.press("ArrowRight");
  assert.match(await here_(page), /^row 2, column 2/);
  page.quiet();
});

test("a black square is typed too", async () => {
  const page = await typingIn();
  await square(page, 1, 2).click();
  await page.keyboard.type("#");
  assert.equal((await painted(page)).split("\n")[0], ".#...");
  await page.keyboard.type(".");
  assert.equal((await painted(page)).split("\n")[0], ".....");
  page.quiet();
});

test("a tap focuses the input, so that a phone opens its keyboard, and a second tap turns", async () => {
  const page = await typingIn(PHONE);
  await square(page, 3, 1).tap();
  assert.equal(await page.evaluate(() => document.activeElement.id), "typed");
  const input = await page.locator("#typed").evaluate(input => ({ type: input.type, read: input.readOnly, size: getComputedStyle(input).fontSize }));
  assert.deepEqual(input, { type: "text", read: false, size: "16px" });
  assert.equal(await entry(page), "4-Across (5)");
  await square(page, 3, 1).tap();
  assert.equal(await entry(page), "1-Down (5)");
  // A side of a square is large enough for a finger in a grid of 11, and nothing is wider than the phone.
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  page.quiet();
});

test("a keyboard on the screen that composes words and sends no keys writes letters", async () => {
  const page = await typingIn(PHONE), browser = await page.context().newCDPSession(page);
  await square(page, 1, 1).tap();
  for (const letter of "sat") {
    await browser.send("Input.imeSetComposition", { text: letter, selectionStart: 1, selectionEnd: 1 });
    await browser.send("Input.insertText", { text: letter });
  }
  assert.equal((await letters(page)).slice(0, 3), "SAT");
  // A word that the keyboard proposes, and a paste.
  await page.keyboard.insertText("in");
  assert.equal((await letters(page)).slice(0, 5), "SATIN");
  page.quiet();
});

// Composes a word as a keyboard of a phone does: each text replaces the one before, and the last one is committed.
async function composed(page, texts) {
  const browser = await page.context().newCDPSession(page);
  for (const text of texts.slice(0, -1)) await browser.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await browser.send("Input.insertText", { text: texts.at(-1) });
}

for (const [what, texts, expected, last] of /** @type {[string, string[], string, string][]} */ ([
  ["a word letter by letter", ["A", "AR", "ARE", "ARE"], "ARE..", "row 1, column 4"],
  ["a corrected word", ["t", "te", "teh", "the"], "THE..", "row 1, column 4"],
  ["a word that the keyboard completes, with a blank", ["sa", "sat", "satin "], "SATIN", "row 1, column 5"],
  ["a word of which letters are deleted", ["s", "sa", "sat", "sa", "s", "so", "so"], "SO...", "row 1, column 3"],
  ["a word that is deleted", ["s", "sa", "s", ""], ".....", "row 1, column 1"],
  ["a word longer than its entry, cut again", ["satin", "sating", "satin", "satin"], "SATIN", "row 1, column 5"],
  ["a letter with an accent", ["´", "é", "é"], "É....", "row 1, column 2"],
  ["a syllable of another script", ["k", "か", "かn", "かん", "かん"], "かん...", "row 1, column 3"],
])) {
  test(`a keyboard that composes ${what} writes it once`, async () => {
    const page = await typingIn(PHONE);
    await square(page, 1, 1).tap();
    await composed(page, texts);
    assert.equal((await letters(page)).slice(0, 5), expected);
    assert.equal((await letters(page)).slice(5), ".".repeat(20));
    assert.ok((await here_(page)).startsWith(last), await here_(page));
    page.quiet();
  });
}

test("words that are composed one after the other, in several squares, and in one square are written once", async () => {
  const page = await typingIn(PHONE);
  await square(page, 1, 1).tap();
  await composed(page, ["i", "in", "in"]);
  await composed(page, ["t", "to", "to"]);
  assert.equal((await letters(page)).slice(0, 5), "INTO.");
  // The cursor moves while the keyboard still composes.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "x", selectionStart: 1, selectionEnd: 1 });
  await square(page, 3, 1).tap();
  await browser.send("Input.imeSetComposition", { text: "xy", selectionStart: 2, selectionEnd: 2 });
  await browser.send("Input.insertText", { text: "xy" });
  assert.equal(await letters(page), "INTOX" + "....." + "Y...." + ".....".repeat(2));
  await square(page, 5, 1).tap();
  await page.locator("#rebus").tap();
  await composed(page, ["t", "th", "the", "th", "th"]);
  assert.equal(await square(page, 5, 1).getAttribute("data-letter"), "TH");
  page.quiet();
});

test("blanks of a pasted text do not turn, and its signs paint nothing", async () => {
  const page = await typingIn();
  await square(page, 1, 1).click();
  await page.keyboard.insertText("s a-t # in.");
  assert.equal(await letters(page), "SATIN" + ".".repeat(20));
  assert.equal(await entry(page), "1-Across (5)");
  assert.equal((await painted(page)).split("\n")[0], ".....");
  // A blank alone still turns.
  await page.keyboard.insertText(" ");
  assert.equal(await entry(page), "3-Down (5)");
  page.quiet();
});

test("the entries that cross a locked one can be typed into, and only its squares keep their letters", async () => {
  const page = await typingIn();
  await square(page, 1, 1).click();
  await page.keyboard.type("SATIN");
  await page.click("#lock");
  await square(page, 1, 1).click();
  await page.keyboard.press("ArrowDown");
  assert.equal(await entry(page), "1-Down (5)");
  // The first letter is there already.
  await page.keyboard.type("SCOPE");
  assert.equal(await letters(page), "SATIN" + "C...." + "O...." + "P...." + "E....");
  assert.equal(await page.textContent("#said"), "");
  await square(page, 1, 1).click();
  await page.keyboard.type("X");
  assert.equal(await page.textContent("#said"), "This square keeps its letter: 1-Across is locked. Unlock it in Letters to change it.");
  assert.equal((await letters(page)).slice(0, 5), "SATIN");
  page.quiet();
});
