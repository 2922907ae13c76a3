// Tests that the page reports the same about a grid as the program, at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ORDINARY, browser, dice, findings, json, opened, published, random, show, square } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

// Returns the page's texts for findings of the program.
const told = found => found.map(({ code, severity, word, message }) => `${code} ${severity} ${word ? `${word}: ` : ""}${message}`);

async function same(page, rows, by) {
  const [kind, name] = by.split(" ");
  const { findings: found, valid } = json(["validate", "-", kind === "rules" ? "--rules" : "--profile", name], rows);
  await show(page, rows, by);
  assert.deepEqual(await findings(page), told(found), `${by}:\n${rows}`);
  assert.equal(/^valid/.test(await page.textContent("#verdict")), valid, `${by}:\n${rows}`);
  const marked = await page.evaluate(() => [...document.querySelectorAll("#board [data-place]")]
    .filter(square => /mark-/.test(square.className)).map(square => Number(square.dataset.place)));
  const width = rows.split("\n")[0].length;
  const expected = new Set(found.flatMap(({ squares }) => squares.map(([row, column]) => (row - 1) * width + column - 1)));
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
  await page.locator("#findings button").last().click();
  const one = await page.locator(".mark-error").count();
  assert.ok(one > 0 && one < all, `${one} of ${all}`);
  assert.equal(await page.locator("#findings button[aria-pressed=true]").count(), 1);
  page.quiet();
});

// Returns the milliseconds of 40 strokes in order: by the clock what the page takes, and that with the style and the layout of the browser;
// then the processor time of the page's scripts, which other programs on the machine hardly change.
async function strokes(page) {
  const roll = dice(3), times = [], browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await browser.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value * 1000;
  for (let i = 0; i < 40; i++) {
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
    }, roll(225));
    times.push({ ...time, script: await spent() - before });
  }
  return ["judged", "shown", "script"].map(name => times.map(time => time[name]).sort((a, b) => a - b));
}

const inWords = times => `${times[0].toFixed(1)} ms at best, ${times[times.length / 2].toFixed(1)} ms in the middle, ${times.at(-1).toFixed(1)} ms at worst`;

for (const clued of [false, true]) {
  test(`a stroke at 15 x 15 ${clued ? "with clues" : "without clues"} is judged and drawn within 16 ms`, async () => {
    const page = await opened(chrome, `#grid=${ORDINARY}`);
    if (clued) {
      const written = await page.evaluate(() => [...document.querySelectorAll("#texts .lists input")].map((input, i) => {
        input.value = `A clue with some words of its own, number ${i}`;
        input.dispatchEvent(new Event("input"));
        input.dispatchEvent(new Event("change"));
      }).length);
      assert.ok(written > 25, `${written} clues`);
    }
    const [judged, shown, script] = await strokes(page);
    console.log(`a stroke at 15 x 15 ${clued ? "with" : "without"} clues: judged and drawn in ${inWords(judged)}; with layout ${inWords(shown)}; processor time of the scripts ${inWords(script)}`);
    assert.ok(script[script.length / 2] < 16, `${script[script.length / 2]} ms`);
    page.quiet();
  });
}
