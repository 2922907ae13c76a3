// Draws docs/page-*.png again: node pictures.mjs, after build.mjs. The page at 1280 and 390 pixels, light and dark, and with letters and
// clues.
import { join } from "node:path";
import { browser, choose, opened, root, task } from "./tests/support.mjs";

const chrome = await browser();
const save = (page, name) => page.screenshot({ path: join(root, `docs/page-${name}.png`) });

const grid = "xxxxxx...xx/xxxx.x.x.xx/xoooooooooo/ooooooooooo/.....xxx.../.x.xooox.x./...xxx...../ooooooooooo/ooooooooooo/xx.x.x.xxxx/xx...xxxxxx";
for (const colorScheme of ["light", "dark"]) {
  for (const [name, width, height] of [["", 1280, 760], ["-phone", 390, 1500]]) {
    const page = await opened(chrome, `#grid=${grid}`, { colorScheme, viewport: { width, height } });
    await page.click("#complete");
    await page.waitForFunction(() => /completions?/.test(document.getElementById("answer").textContent) && document.getElementById("stop").disabled);
    await save(page, `${colorScheme}${name}`);
  }
}

// A puzzle in work: the last entry across is still empty, and its candidates are shown.
const clues = {
  Across: [[1, "Smooth cloth (5)"], [4, "It is sung (5)"]],
  Down: [[1, "Range (5)"], [2, "Pay for the supper of a friend (5)"], [3, "Antelope of southern Africa (5)"]],
};
const puzzle = [[1, 0, 2, 0, 3], [0, "#", 0, "#", 0], [4, 0, 0, 0, 0], [0, "#", 0, "#", 0], [5, 0, 0, 0, 0]];
const solution = ["SATIN", "C#R#Y", "OPERA", "P#A#L", "     "].map(row => [...row].map(letter => letter === " " ? null : letter));
const words = "scope;80\nstone;70\nsmoke;60\nsatin;70\nopera;90\ntreat;80\ntweet;50\nnyala;40\nextra;90\nelate;60\nentia;10\nestop;30\neaten;70\nentry;80";
const page = await opened(chrome, "", { viewport: { width: 1280, height: 760 } });
await choose(page, "first.ipuz", JSON.stringify({
  version: "http://ipuz.org/v2", kind: ["http://ipuz.org/crossword#1"], title: "A first puzzle", author: "A. Setter",
  dimensions: { width: 5, height: 5 }, puzzle, solution, clues,
}));
await task(page, "letters");
await page.locator("#lists input").uncheck();
await page.setInputFiles("#list-file", { name: "words.txt", mimeType: "text/plain", buffer: Buffer.from(words) });
await page.waitForFunction(() => /words.txt is in use/.test(document.getElementById("said").textContent));
await page.click("#dismiss");
await page.click("[data-place='21']");
await page.waitForFunction(() => document.querySelector("#candidates h3")?.textContent === "5-Across");
await save(page, "letters");
await chrome.close();
