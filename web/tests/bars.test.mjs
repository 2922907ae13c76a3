// Tests puzzles with bars: they begin, are judged by rules for bars, and their bars are a layer that moves nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, gridcheck, json, opened, painted, said, saidWhen, save, square, surroundings, task } from "./support.mjs";

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

test("the dialog New draws a barred grid, which has no wish for black blocks", async () => {
  const page = await opened(here.chrome);
  await page.click("#new");
  await page.selectOption("#new-style", "barred");
  assert.deepEqual([await page.isVisible("#new-draw"), await page.isVisible("#new-no-blocks"), await page.inputValue("#new-rows")], [true, false, "12"]);
  await page.selectOption("#new-style", "american");
  assert.deepEqual([await page.isVisible("#new-draw"), await page.isVisible("#new-no-blocks"), await page.inputValue("#new-rows")], [true, true, "15"]);
  await page.selectOption("#new-style", "barred");
  await page.focus("#new-draw");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .bar-right").length > 0, null, { timeout: 120_000 });
  assert.equal(await painted(page), Array(12).fill(".".repeat(12)).join("\n"));
  assert.equal(await verdict(page), "valid");
  page.quiet();
});

// Returns the rows that the program reads: "r", "b" and "+" white squares with bars, "|" and "=" open ones.
const rows = page => page.evaluate(() => [...document.querySelectorAll("#board [role=row]")].map(row => [...row.children].map(({ classList: has }) => {
  const bars = (has.contains("bar-right") ? 1 : 0) + (has.contains("bar-below") ? 2 : 0);
  return (has.contains("open") ? "?|=+" : ".rb+")[bars];
}).join("")).join("\n"));

// Opens all squares of a barred 6 x 6 grid, and draws two bars by keys.
async function halfOpen(page) {
  await begun(page, 6);
  await page.click("#all-open");
  await square(page, 1, 3).focus();
  await page.keyboard.press("|");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft", "_"]) await page.keyboard.press(key);
}

test("completions of a barred grid are those that the program counts, with the given bars and open edges, and forced edges are drawn", async () => {
  const page = await opened(here.chrome);
  await halfOpen(page);
  const asked = await rows(page);
  assert.equal(asked, "??|???\n??????\n?=??=?\n??????\n??????\n??|???");
  await page.focus("#complete");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /completion/.test(document.getElementById("answer").textContent) && document.getElementById("progress").textContent === "", null, { timeout: 120_000 });
  const { completions, forced_edges: forced, bars } = json(["complete", "-", "--rules", "ximenes"], asked);
  assert.equal(gridcheck(["count", "--size", 6, "--rules", "ximenes", "--given", "-"], asked).stdout.trim(), completions);
  assert.ok(Number(completions) > 1);
  const answer = await page.innerText("#answer");
  assert.ok(answer.startsWith(`${completions} completion`), answer);
  const withBar = forced.filter(({ bar }) => bar);
  assert.ok(forced.length > withBar.length && answer.includes(`${forced.length} forced edges: ${withBar.length} with a bar`), answer);
  // Each forced edge has a mark, and a name for a screen reader.
  const marks = name => page.locator(`#board-box .bars .edge-${name}`).evaluateAll(paths => paths.flatMap(path => path.getAttribute("d").split("M").slice(1)));
  assert.deepEqual((await marks("none")).length, forced.length - withBar.length);
  assert.deepEqual((await marks("bar")).length, withBar.length);
  const some = bars.flat(2).filter(number => number !== "0" && number !== completions).length;
  assert.equal((await marks("some")).length, some);
  for (const { row, column, side, bar } of forced) {
    const label = await square(page, row, column).getAttribute("aria-label");
    assert.ok(label.includes(`${bar ? "always" : "never"} a bar ${side === "right" ? "at the right" : "below"}`), label);
  }
  // A change drops the marks.
  await square(page, 3, 3).focus();
  await page.keyboard.press("|");
  assert.equal(await page.locator("#board-box .bars [class^=edge-]").count(), 0);
  page.quiet();
});

test("a drawn barred grid is valid and keeps the bars, another one follows, and undo opens the edges again", async () => {
  const page = await opened(here.chrome);
  await halfOpen(page);
  const asked = await rows(page);
  await page.focus("#draw");
  await page.keyboard.press("Enter");
  for (const next of ["Another", "Draw with equal chances", null]) {
    await page.waitForFunction(() => document.querySelectorAll("#board .open").length === 0 && document.getElementById("answer").textContent !== "", null, { timeout: 120_000 });
    assert.equal(await verdict(page), "valid");
    const grid = await rows(page);
    assert.match(grid, /^..[r+]...\n......\n.[b+]/);
    assert.equal(gridcheck(["validate", "-", "--rules", "ximenes"], grid).status, 0, grid);
    if (next) await page.locator("#answer").getByRole("button", { name: next }).click();
  }
  await page.click("#undo");
  assert.equal(await rows(page), asked);
  page.quiet();
});

test("a white barred grid has nothing to complete, and contradicting bars are marked", async () => {
  const page = await opened(here.chrome);
  await begun(page, 5);
  for (const id of ["#complete", "#draw"]) {
    await page.click(id);
    assert.match(await saidWhen(page, /open/), /^No square is open, so no edge is/);
  }
  // The letter in the corner would be in no word.
  await page.click("#all-open");
  await square(page, 1, 2).focus();
  await page.keyboard.press("|");
  await square(page, 1, 4).focus();
  await page.keyboard.press("|");
  await page.click("#complete");
  await page.waitForFunction(() => /exclude/.test(document.getElementById("answer").textContent), null, { timeout: 120_000 });
  assert.match(await page.innerText("#answer"), /^0 completions/);
  assert.ok(await page.locator(".over-excluding").count() > 0);
  page.quiet();
});

test("a barred grid with an error is repaired by its bars", async () => {
  const page = await opened(here.chrome);
  await choose(page, "bars.txt", gridcheck(["sample", "--size", 6, "--rules", "ximenes", "--seed", 1]).stdout);
  await page.selectOption("#basis", "rules ximenes");
  const before = await rows(page);
  await square(page, 3, 2).focus();
  await page.keyboard.press("|");
  assert.match(await verdict(page), /error/);
  await page.click("#repair");
  await page.waitForFunction(() => /change/.test(document.getElementById("answer").textContent) && document.querySelector("#answer button"), null, { timeout: 120_000 });
  const { changes } = json(["repair", "-", "--rules", "ximenes"], await rows(page));
  assert.ok((await page.innerText("#answer")).startsWith(`${changes} bar`));
  await page.getByRole("button", { name: "Take 1" }).click();
  assert.equal(await verdict(page), "valid");
  assert.notEqual(before, "");
  page.quiet();
});

test("a text with given bars between open squares is opened with them", async () => {
  const page = await opened(here.chrome);
  await choose(page, "given.txt", "?|??\n?r=?\n=???\n????\n");
  assert.equal(await rows(page), "?|??\n?r=?\n=???\n????");
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
  const [bar, one, other] = [await page.locator("#board-box .bars:last-child path").boundingBox(), await square(page, 2, 2).boundingBox(), await square(page, 2, 3).boundingBox()];
  const middle = (one.x + one.width + other.x) / 2;
  assert.ok(Math.abs(bar.x + bar.width / 2 - middle) < 1, `${JSON.stringify(bar)} around ${middle}`);
  assert.ok(Math.abs(bar.y + bar.height / 2 - (one.y + one.height / 2)) < 1);
  // Across a black square it is not drawn.
  await page.click("[data-brush='#']");
  await square(page, 2, 2).click();
  assert.equal(await page.getAttribute("#board-box .bars:last-child path", "d"), "");
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
