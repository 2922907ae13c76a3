// Tests that the page judges and draws a stroke at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ORDINARY, browser, dice, opened, task } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

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
