// Tests that the page works with a screen reader, a keyboard, or low vision: axe finds no fault, light and dark, wide and narrow.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ORDINARY, browser, opened, root, task } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`no fault, ${colorScheme}, ${width} pixels`, async () => {
      const page = await opened(chrome, "#grid=..o../.x.x./o...o/.x.x./..o..&by=profile+times", { colorScheme, viewport: { width, height: 900 } });
      await page.click("#complete");
      await page.waitForFunction(() => document.getElementById("answer").textContent !== "");
      await check(page);
    });
    test(`no fault with letters and clues, ${colorScheme}, ${width} pixels`, async () => {
      const page = await opened(chrome, `#grid=${ORDINARY}`, { colorScheme, viewport: { width, height: 900 } });
      await task(page, "clues");
      await page.getByLabel("clue of 1-Across,").fill("The first clue (7)");
      await page.click("[data-place='0']");
      await page.keyboard.type("CAPTA");
      await check(page);
      await task(page, "letters");
      await page.waitForFunction(() => document.querySelectorAll("#candidates button").length > 0, null, { timeout: 60_000 });
      await check(page);
      await task(page, "check");
      await check(page);
      if (width === 390) return;
      await task(page, "clues");
      await page.click("#clue-help summary");
      await check(page);
      for (const [button, dialog] of [["#new", "#new-dialog"], ["#puzzles", "#puzzles-dialog"], ["#save", "#save-dialog"], ["#share", "#share-dialog"], ["#print", "#print-dialog"], ["#help", "#help-dialog"]]) {
        await page.click(button);
        await page.waitForSelector(`${dialog}[open]`);
        await check(page);
        await page.keyboard.press("Escape");
      }
    });
  }
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`no fault in the file for solvers, and in the page where it is tried, ${colorScheme}, ${width} pixels`, async () => {
      const page = await opened(chrome, `#grid=${ORDINARY}`, { colorScheme, viewport: { width, height: 900 } });
      await page.fill("#text-title", "A puzzle");
      await page.click("#share");
      await page.click("#share-try");
      await page.waitForSelector("#trial-dialog[open] .solver-board");
      await page.keyboard.type("captain");
      await check(page);
      await page.click("#close-trial");
      await page.click("#share");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share-now")]);
      const solver = await (await chrome.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true })).newPage(), path = `${await download.path()}.html`;
      await download.saveAs(path);
      await solver.goto(pathToFileURL(path).href);
      await solver.keyboard.press("Tab");
      await check(solver);
      if (process.env.SHOTS) await solver.screenshot({ path: `${process.env.SHOTS}/solver-${colorScheme}-${width}.png` });
    });
  }
}

// Fails if axe finds a fault.
async function check(page) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  assert.ok(passes.length > 15);
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))]), []);
}
