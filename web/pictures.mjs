// Draws docs/page-*.png again: node pictures.mjs, after build.mjs. The page at 1280 and 390 pixels, light and dark.
import { join } from "node:path";
import { browser, opened, root } from "./tests/support.mjs";

const chrome = await browser();
const grid = "xxxxxx...xx/xxxx.x.x.xx/xoooooooooo/ooooooooooo/.....xxx.../.x.xooox.x./...xxx...../ooooooooooo/ooooooooooo/xx.x.x.xxxx/xx...xxxxxx";
for (const colorScheme of ["light", "dark"]) {
  for (const [name, width, height] of [["", 1280, 760], ["-phone", 390, 1500]]) {
    const page = await opened(chrome, `#grid=${grid}`, { colorScheme, viewport: { width, height } });
    await page.click("#complete");
    await page.waitForFunction(() => /completions?/.test(document.getElementById("answer").textContent) && document.getElementById("stop").disabled);
    await page.screenshot({ path: join(root, `docs/page-${colorScheme}${name}.png`) });
  }
}
await chrome.close();
