// Tests the word list: kept in the browser, candidates for an entry, fills, and the reason why there is none.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ORDINARY, dice, gridcheck, opened, painted, root, square, surroundings } from "./support.mjs";

const here = surroundings();

const WORDS = join(root, "fixtures/tour/words.txt");
const SQUARE = "#grid=..../..../..../....&symmetry=none";
const letters = page => page.evaluate(() => [...document.querySelectorAll("#board .square")].map(square => square.dataset.letter || ".").join(""));

async function choose(page, bytes, name = "words.txt") {
  await page.setInputFiles("#list-file", { name, mimeType: "text/plain", buffer: Buffer.from(bytes) });
  await page.waitForFunction(() => document.getElementById("fill-message").textContent !== "");
}

async function fill(page) {
  await page.click("#fill");
  await page.waitForFunction(() => document.getElementById("fill-progress").textContent === "" && document.getElementById("stop-fill").disabled
    && document.getElementById("fill-message").textContent !== "");
  return page.textContent("#fill-message");
}

test("a grid is filled with words of the list, keeps its letters, and undo empties it", async () => {
  const page = await opened(here.chrome, SQUARE);
  assert.equal(await page.isDisabled("#fill"), true);
  await choose(page, readFileSync(WORDS));
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  const known = new Set(readFileSync(WORDS, "utf8").toUpperCase().split(/\s+/));
  for (let i = 0; i < 3; i++) {
    assert.match(await fill(page), /^filled/);
    const found = await letters(page);
    const words = [0, 1, 2, 3].flatMap(n => [found.slice(4 * n, 4 * n + 4), [0, 1, 2, 3].map(r => found[4 * r + n]).join("")]);
    assert.ok(words.every(word => known.has(word)), words.join(" "));
    assert.equal(new Set(words).size, 8);
    await page.click("#undo");
    assert.equal(await letters(page), ".".repeat(16));
  }
  page.quiet();
});

test("a list is kept until it is forgotten, and a bad one is refused in the program's words", async () => {
  const context = await here.chrome.newContext(), again = () => opened({ newContext: () => context }, SQUARE);
  const page = await again();
  await choose(page, readFileSync(WORDS));
  assert.equal(await page.textContent("#fill-message"), "this browser keeps the list");
  const told = await page.textContent("#list-name");
  assert.match(told, /^words\.txt: [\d,]+ words$/);
  await choose(page, "fine\n!!\n", "bad.txt");
  writeFileSync(join(here.folder, "bad.txt"), "fine\n!!\n");
  await page.waitForFunction(() => /bad\.txt/.test(document.getElementById("fill-message").textContent));
  const { stderr } = gridcheck(["fill", "--size", 4, "--words", join(here.folder, "bad.txt")]);
  assert.equal(`gridcheck: ${await page.textContent("#fill-message")}`, stderr.trim().replaceAll(`${here.folder}/`, ""));
  const second = await again();
  assert.equal(await second.textContent("#list-name"), told);
  assert.match(await fill(second), /^filled/);
  await second.click("#forget");
  await second.waitForFunction(() => document.getElementById("list-name").textContent === "no word list");
  const third = await again();
  assert.equal(await third.textContent("#list-name"), "no word list");
  const refusing = await opened(here.chrome, SQUARE);
  await refusing.evaluate(() => { IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); }; });
  await choose(refusing, readFileSync(WORDS));
  assert.match(await refusing.textContent("#fill-message"), /does not keep the list/);
  assert.match(await fill(refusing), /^filled/);
  for (const each of [page, second, third, refusing]) each.quiet();
});

test("candidates are the words that fit and leave words for the crossings", async () => {
  const page = await opened(here.chrome, "#grid=.../.x./...&symmetry=none");
  const list = "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1";
  await choose(page, list);
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  const told = async () => {
    await page.waitForFunction(() => /fit/.test(document.getElementById("candidates-told").textContent));
    return [await page.textContent("#candidates-told"), (await page.locator("#candidates button").allTextContents()).sort()];
  };
  assert.deepEqual(await told(), ["6 words fit, 4 with words for all crossings", ["ABC", "AXA", "AYA", "CDA"]]);
  assert.equal(await page.locator("#candidates button").first().textContent(), "AXA");
  await page.locator("#candidates button", { hasText: "ABC" }).click();
  assert.equal((await letters(page)).slice(0, 3), "ABC");
  await page.keyboard.press("Escape");
  await page.click("#undo");
  assert.equal((await letters(page)).slice(0, 3), "...");
  await page.fill("#min-score", "10");
  await page.waitForFunction(() => document.querySelectorAll("#candidates button").length === 1);
  page.quiet();
});

test("the kept list answers for letters that no word has, and for another lowest score", async () => {
  const page = await opened(here.chrome, "#grid=.../.x./...&symmetry=none");
  await choose(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  const told = text => page.waitForFunction(text => document.getElementById("candidates-told").textContent.startsWith(text), text);
  await told("6 words fit, 4 ");
  await page.fill("#entry-letters", "Ж");
  await told("0 words fit, 0 ");
  await page.fill("#entry-letters", "a");
  await told("3 words fit, 3 ");
  await page.fill("#min-score", "10");
  await told("1 word fits, 1 ");
  await page.fill("#min-score", "");
  await told("3 words fit, 3 ");
  assert.equal(await fill(page).then(text => /^filled|^no fill/.test(text)), true);
  page.quiet();
});

test("the reason why there is no fill is told and marked", async () => {
  const page = await opened(here.chrome, "#grid=.../.x./...&symmetry=none");
  await choose(page, "abc\ndog\ncat");
  const text = await fill(page);
  assert.match(text, /^no fill exists: 1-/);
  assert.ok(await page.locator(".over-excluding").count() > 2);
  writeFileSync(join(here.folder, "grid.txt"), `${await painted(page)}\n`);
  writeFileSync(join(here.folder, "few.txt"), "abc\ndog\ncat\n");
  const { stdout, stderr } = gridcheck(["fill", join(here.folder, "grid.txt"), "--words", join(here.folder, "few.txt"), "--distinct"]);
  assert.ok(`${stdout}${stderr}`.includes(text.replace("no fill exists: ", "")), `${text}: ${stdout}${stderr}`);
  page.quiet();
});

test("open squares are told beside the button, and a fill can be stopped", async () => {
  const page = await opened(here.chrome, "#grid=.o./.../...&symmetry=none");
  await choose(page, "abc\ndog");
  await page.click("#fill");
  await page.waitForFunction(() => /some squares are open/.test(document.getElementById("fill-message").textContent));
  // Words of nine letters that leave the search no short way to a proof.
  const list = Array.from({ length: 20_000 }, (_, i) => [...Array(9)].map((_, k) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(i * 7919 + k * k * 104_729 + Math.floor(i / (k + 3)) * 31) % 26]).join("")).join("\n");
  await page.evaluate(() => { location.hash = `#grid=${Array(9).fill(".".repeat(9)).join("/")}&symmetry=none`; });
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 81);
  await choose(page, list);
  await page.click("#fill");
  await page.waitForFunction(() => !document.getElementById("stop-fill").disabled || document.getElementById("fill-message").textContent !== "");
  if (!await page.isDisabled("#stop-fill")) {
    await page.click("#stop-fill");
    assert.equal(await page.textContent("#fill-progress"), "stopped");
    assert.equal(await letters(page), ".".repeat(81));
  }
  page.quiet();
});

// Returns a list of words of 3 to 15 letters, each with a score. Real lists have letters as unequal as these.
function longList(size) {
  const letters = "EEEEEEAAAAAIIIIOOOOTTTTNNNNRRRRSSSSLLLDDDUUCCMMPPHHGGBBFFYYWWKVXZJQ", roll = dice(41), words = new Set();
  while (words.size < size) words.add(Array.from({ length: 3 + roll(13) }, () => letters[roll(letters.length)]).join(""));
  return [...words].map(word => `${word};${roll(100)}`).join("\n");
}

test("candidates from 300,000 words come at once, because the worker keeps the list", async () => {
  const page = await opened(here.chrome, `#grid=${ORDINARY}`);
  await page.evaluate(() => {
    const send = Worker.prototype.postMessage;
    window.answers = [];
    Worker.prototype.postMessage = function (message, ...more) {
      const start = performance.now();
      if (message.question === "fitting") {
        this.addEventListener("message", () => window.answers.push(performance.now() - start), { once: true });
      }
      if (message.question === "list_size") {
        this.addEventListener("message", () => { window.chosen = performance.now() - start; }, { once: true });
      }
      send.call(this, message, ...more);
    };
  });
  await choose(page, longList(300_000));
  assert.match(await page.textContent("#list-name"), /300,000 words/);
  await page.click("[data-brush='letters']");
  await square(page, 1, 1).click();
  const answered = count => page.waitForFunction(count => window.answers.length === count, count);
  await answered(1);
  for (const [i, letter] of [..."STARE"].entries()) {
    await page.keyboard.type(letter);
    await answered(i + 2);
  }
  const [first, ...times] = await page.evaluate(() => window.answers), middle = times.toSorted((a, b) => a - b)[2];
  console.log(`300,000 words: chosen in ${Math.round(await page.evaluate(() => window.chosen))} ms; candidates in ${Math.round(first)} ms, then ${times.map(Math.round).join(", ")} ms`);
  assert.ok(middle < 150, `${middle} ms`);
  page.quiet();
});
