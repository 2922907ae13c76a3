// Tests that the page reports the same about a grid as the program, at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ORDINARY, browser, dice, findings, json, opened, published, random, show, task } from "./support.mjs";

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

// Returns the milliseconds of strokes in order: by the clock what the page takes, and that with the style and the layout of the browser;
// then the processor time of the page's scripts, which other programs on the machine hardly change.
// `slower` is how many times slower the browser makes the processor.
async function strokes(page, side, count, slower = 1) {
  const roll = dice(3), times = [], browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await browser.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await browser.send("Performance.getMetrics");
    return metrics.filter(({ name }) => ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"].includes(name)).reduce((sum, { value }) => sum + value * 1000, 0);
  };
  for (let i = 0; i < count; i++) {
    const before = await spent(), time = await page.evaluate(place => {
      const element = document.querySelector(`[data-place="${place}"]`), { left, top } = element.getBoundingClientRect();
      const start = performance.now();
      const event = { bubbles: true, cancelable: true, pointerId: 1, clientX: left + 5, clientY: top + 5 };
      element.dispatchEvent(new PointerEvent("pointerdown", event));
      const judged = performance.now() - start;
      // The browser needs the layout to answer.
      document.body.getBoundingClientRect();
      const shown = performance.now() - start;
      element.dispatchEvent(new PointerEvent("pointerup", event));
      return { judged, shown };
    }, roll(side * side));
    times.push({ ...time, thread: await spent() - before });
  }
  return ["judged", "shown", "thread"].map(name => times.map(time => time[name]).sort((a, b) => a - b));
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
const inWords = times => `${times[0].toFixed(1)} ms at best, ${at(times, 0.5).toFixed(1)} ms in the middle, ${at(times, 0.99).toFixed(1)} ms at the 99th percentile`;

// Writes a letter into each white square, and a clue for each entry.
async function fillAll(page) {
  await task(page, "clues");
  const written = await page.evaluate(() => [...document.querySelectorAll(".lists li > textarea")].map((input, i) => {
    input.value = `A clue with some words of its own, number ${i} (5)`;
    input.dispatchEvent(new Event("input"));
    input.dispatchEvent(new Event("change"));
  }).length);
  assert.ok(written > 20, `${written} clues`);
  await page.locator("#board .white").first().click();
  const entries = await page.locator(".lists li > textarea").count();
  for (let i = 0; i < entries; i++) {
    await page.keyboard.insertText("ABCDEFGHIJKLMNOPQRSTU");
    await page.keyboard.press("Enter");
  }
  await task(page, "grid");
}

const lattice = side => Array.from({ length: side }, (_, r) => (r % 2 ? ".x".repeat(side) : ".".repeat(side)).slice(0, side)).join("/");

for (const [name, grid, side] of [["at 15 x 15", ORDINARY, 15], ["at 21 x 21", lattice(21), 21]]) {
  test(`a stroke ${name} with letters and clues takes at most 16 ms, and 33 ms at the 99th percentile`, async () => {
    const page = await opened(chrome, `#grid=${grid}&symmetry=rot180`);
    await fillAll(page);
    const [judged, shown, thread] = await strokes(page, side, 100);
    console.log(`a stroke ${name} with letters and clues: judged and drawn in ${inWords(judged)}; with layout ${inWords(shown)}; processor time of the main thread ${inWords(thread)}`);
    assert.ok(at(thread, 0.5) < 16, `${at(thread, 0.5)} ms`);
    assert.ok(at(thread, 0.99) < 33, `${at(thread, 0.99)} ms`);
    page.quiet();
  });
}

test("a stroke at 15 x 15 with letters and clues takes less than 50 ms on a processor of a quarter of the speed", async () => {
  const page = await opened(chrome, `#grid=${ORDINARY}&symmetry=rot180`);
  await fillAll(page);
  const [, shown, thread] = await strokes(page, 15, 60, 4);
  console.log(`a stroke at 15 x 15 on a processor of a quarter of the speed: with layout ${inWords(shown)}; processor time of the main thread ${inWords(thread)}`);
  assert.ok(at(thread, 0.5) < 50, `${at(thread, 0.5)} ms`);
  page.quiet();
});
