// Tests that a browser that is killed loses at most the last second, and nothing that the page calls saved. KILLS is the number of kills.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { dice, letters, mortal, opened, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const KILLS = Number(process.env.KILLS ?? 4);
// Milliseconds from a letter to its keeping, at most.
const LIMIT = 1000;
const WHITE = `#grid=${Array(15).fill(".".repeat(15)).join("/")}&symmetry=none`;

const written = async page => (await letters(page)).replaceAll(".", "").length;

test("a kill while letters are typed loses at most a second, and no letter that is called saved", async test => {
  const roll = dice(11), lost = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const profile = join(here.folder, `profile${kill}`), first = await mortal(test, profile);
    const page = await opened({ newContext: async () => first.context }, WHITE);
    await task(page, "letters");
    await square(page, 1, 1).click();
    // The time of each letter, and the number of letters of which the page has said that they are saved.
    await page.evaluate(() => {
      window.typed = [];
      window.saved = 0;
      const kept = document.getElementById("kept");
      new MutationObserver(() => { if (kept.textContent === "saved") window.saved = window.typed.length; }).observe(kept, { childList: true });
      document.getElementById("typed").addEventListener("beforeinput", () => window.typed.push(Date.now()), { capture: true });
    });
    const end = Date.now() + 1500 + roll(4000);
    let known = { typed: [], saved: 0, now: 0 };
    const watch = async () => {
      known = await page.evaluate(() => ({ typed: window.typed, saved: window.saved, now: Date.now() }));
    };
    for (let i = 0; i < 220 && Date.now() < end; i++) {
      await page.keyboard.type("ABCDEFGHIJKLMNO"[i % 15]);
      if (i % 15 === 14) await page.keyboard.press("Enter");
      if (i % 3 === 0) await watch();
      await page.waitForTimeout(20 + roll(60));
    }
    await watch();
    await first.kill();
    const second = await mortal(test, profile), again = await opened({ newContext: async () => second.context });
    const found = await written(again), old = known.typed.filter(time => time < known.now - LIMIT).length;
    lost.push(known.typed.length - found);
    console.log(`kill ${kill + 1}: ${known.typed.length} typed, ${known.saved} called saved, ${found} found`);
    assert.ok(found >= known.saved, `${found} letters of ${known.saved} that were called saved`);
    assert.ok(found >= old, `${found} letters of ${old} that were older than a second`);
    await second.kill();
  }
  console.log(`letters lost by ${KILLS} kills: ${lost.join(", ")}`);
});
