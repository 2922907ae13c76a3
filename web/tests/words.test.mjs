// Tests the word list: kept in the browser, candidates for an entry, fills, and the reason why there is none.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ORDINARY, dice, gridcheck, letters, opened, painted, root, said, saidWhen, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const WORDS = join(root, "fixtures/tour/words.txt");
const SQUARE = "#grid=..../..../..../....&symmetry=none";
const CORNER = "#grid=.../.x./...&symmetry=none";

// Adds a list, and uses no other one.
async function list(page, bytes, name = "words.txt") {
  await task(page, "letters");
  await page.locator("#lists li", { hasText: "English words" }).locator("input").uncheck();
  await page.setInputFiles("#list-file", { name, mimeType: "text/plain", buffer: Buffer.from(bytes) });
  return saidWhen(page, /./);
}

async function fill(page) {
  await page.evaluate(() => { document.getElementById("said").textContent = ""; });
  await page.click("#fill");
  await page.waitForFunction(() => document.getElementById("fill-progress").textContent === "" && document.getElementById("stop-fill").disabled
    && document.getElementById("said").textContent !== "", null, { timeout: 60_000 });
  return said(page);
}

const wordsIn = found => [0, 1, 2, 3].flatMap(n => [found.slice(4 * n, 4 * n + 4), [0, 1, 2, 3].map(r => found[4 * r + n]).join("")]);

test("a grid is filled with words of the list, keeps its letters, and undo empties it", async () => {
  const page = await opened(here.chrome, SQUARE);
  assert.match(await list(page, readFileSync(WORDS)), /^words\.txt is in use, and this browser keeps it/);
  await square(page, 1, 1).click();
  const known = new Set(readFileSync(WORDS, "utf8").toUpperCase().split(/\s+/));
  for (let i = 0; i < 3; i++) {
    assert.match(await fill(page), /^Filled/);
    const words = wordsIn(await letters(page));
    assert.ok(words.every(word => known.has(word)), words.join(" "));
    assert.equal(new Set(words).size, 8);
    await page.click("#undo");
    assert.equal(await letters(page), ".".repeat(16));
  }
  page.quiet();
});

test("the page has English words, with common ones first", async () => {
  const page = await opened(here.chrome, `#grid=${ORDINARY}`);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("S");
  await page.waitForFunction(() => document.querySelectorAll("#candidates .words").length > 0, null, { timeout: 60_000 });
  assert.match(await page.textContent("#lists"), /English words: 1\d\d,\d\d\d words/);
  const scores = await page.locator("#candidates [data-direction='across'] button").evaluateAll(buttons => buttons.map(({ title }) => Number(title.match(/score (\d+)/)[1])));
  assert.ok(scores.length > 20 && scores[0] > 60, scores.join(" "));
  assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
  const start = Date.now();
  assert.match(await fill(page), /^Filled/);
  console.log(`a 15 x 15 with 32 entries is filled with English words in ${Date.now() - start} ms`);
  assert.doesNotMatch(await letters(page).then(found => found.replaceAll(".", "")), /[^A-Z]/);
  page.quiet();
});

test("lists are kept until they are removed, and a bad one is refused in the program's words", async () => {
  const context = await here.chrome.newContext(), again = () => opened({ newContext: () => context }, SQUARE);
  const page = await again();
  await list(page, readFileSync(WORDS));
  const told = (await page.textContent("#lists")).match(/words\.txt: [\d,]+ words/)[0];
  await page.click("#dismiss");
  await list(page, "fine\n!!\n", "bad.txt");
  writeFileSync(join(here.folder, "bad.txt"), "fine\n!!\n");
  const { stderr } = gridcheck(["fill", "--size", 4, "--strict-list", "--words", join(here.folder, "bad.txt")]);
  assert.equal(`gridcheck: ${await saidWhen(page, /bad\.txt/)}`, stderr.trim().replaceAll(`${here.folder}/`, ""));
  assert.doesNotMatch(await page.textContent("#lists"), /bad/);
  const second = await again();
  await task(second, "letters");
  await square(second, 1, 1).click();
  await second.waitForFunction(told => document.getElementById("lists").textContent.includes(told), told, { timeout: 60_000 });
  assert.equal(await second.locator("#lists li", { hasText: "English" }).locator("input").isChecked(), false);
  assert.match(await fill(second), /^Filled/);
  await second.getByLabel("Remove words.txt").click();
  await saidWhen(second, /removed/);
  const third = await again();
  assert.doesNotMatch(await third.textContent("#lists"), /words\.txt/);
  const refusing = await opened(here.chrome, SQUARE);
  await refusing.evaluate(() => { IDBObjectStore.prototype.put = () => { throw new DOMException("refused", "QuotaExceededError"); }; });
  assert.match(await list(refusing, readFileSync(WORDS)), /does not keep it/);
  assert.match(await fill(refusing), /^Filled/);
  for (const each of [page, second, third, refusing]) each.quiet();
});

test("a list that is refused is never shown, also while other words are read", async () => {
  const page = await opened(here.chrome, SQUARE);
  await task(page, "letters");
  // The English words, which the page reads when a square is chosen first, come after the list was read.
  await page.evaluate(() => {
    const lists = document.getElementById("lists"), { arrayBuffer: words } = Response.prototype, { arrayBuffer: list } = Blob.prototype;
    window.shown = [];
    new MutationObserver(() => window.shown.push(lists.textContent)).observe(lists, { childList: true });
    const isRead = new Promise(resolve => {
      Blob.prototype.arrayBuffer = function () { return list.call(this).finally(() => setTimeout(resolve)); };
    });
    Response.prototype.arrayBuffer = async function () {
      window.isReading = true;
      await isRead;
      return words.call(this);
    };
  });
  await square(page, 1, 1).click();
  await page.waitForFunction(() => window.isReading);
  await page.setInputFiles("#list-file", { name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("fine\n!!\n") });
  await saidWhen(page, /bad\.txt/);
  const shown = await page.evaluate(() => window.shown);
  assert.notEqual(shown.length, 0);
  assert.doesNotMatch(shown.join(" "), /bad/);
  assert.match(await page.textContent("#lists"), /English words/);
  page.quiet();
});

// Waits for the words of an entry, and returns what is said about them and the words.
async function candidates(page, direction, pattern = /fit/) {
  const group = `#candidates [data-direction="${direction}"]`;
  await page.waitForFunction(([group, source]) => new RegExp(source).test(document.querySelector(`${group} p`)?.textContent ?? ""), [group, pattern.source], { timeout: 60_000 });
  return [await page.textContent(`${group} p`), await page.locator(`${group} button`).evaluateAll(buttons => buttons.map(({ firstChild }) => firstChild.textContent))];
}

test("candidates fit, leave words for the crossings, and are listed for both directions", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await square(page, 1, 1).click();
  const [told, words] = await candidates(page, "across");
  assert.equal(told, "6 words fit, 4 with words for all crossings.");
  assert.deepEqual(words.toSorted(), ["ABC", "AXA", "AYA", "CDA"]);
  assert.equal(words[0], "AXA");
  assert.deepEqual((await candidates(page, "down"))[1].toSorted(), ["ABC", "AXA", "AYA", "CDA"]);
  // AXA leaves three words in both crossings.
  assert.match(await page.locator("#candidates [data-direction='across'] button", { hasText: "AXA" }).getAttribute("title"), /score 50; each crossing keeps at least 3 words/);
  await page.locator("#candidates [data-direction='across'] button", { hasText: "ABC" }).click();
  assert.equal((await letters(page)).slice(0, 3), "ABC");
  await page.click("#undo");
  assert.equal((await letters(page)).slice(0, 3), "...");
  await page.fill("#min-score", "10");
  await candidates(page, "across", /^1 word fits/);
  page.quiet();
});

test("banned words are not used, and preferred ones come first", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await page.fill("#banned", "axa");
  await page.fill("#preferred", "aya aza aba");
  await page.keyboard.press("Tab");
  await square(page, 1, 1).click();
  const [, words] = await candidates(page, "across", /^7 words fit/);
  assert.ok(!words.includes("AXA"), words.join(" "));
  assert.deepEqual(words.slice(0, 3).toSorted(), ["ABA", "AYA", "AZA"]);
  // What is no word is named, and the others count.
  await page.fill("#preferred", "r2d2 aza");
  await page.keyboard.press("Tab");
  assert.equal(await saidWhen(page, /left out/), "r2d2 is left out: a word has letters only.");
  assert.equal((await candidates(page, "across", /^6 words fit/))[1][0], "AZA");
  page.quiet();
});

test("without a list no words are shown, and the page says so", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc\nxyz");
  await square(page, 1, 1).click();
  await candidates(page, "across", /^2 words fit/);
  await page.locator("#lists li", { hasText: "words.txt" }).locator("input").uncheck();
  await page.waitForFunction(() => document.getElementById("candidates-told").textContent === "No word list is in use.");
  assert.equal(await page.locator("#candidates button, .square.dead, .square.forced").count(), 0);
  assert.equal(await page.isDisabled("#fill"), true);
  await page.locator("#lists li", { hasText: "words.txt" }).locator("input").check();
  await candidates(page, "across", /^2 words fit/);
  page.quiet();
});

test("squares where no word fits are marked while letters are typed, and letters that are forced are shown", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "cat\ncot\ncab\ntoe\nbee");
  await square(page, 1, 1).click();
  await page.keyboard.type("C");
  await page.waitForFunction(() => document.querySelectorAll(".square.forced").length > 0);
  // The words across and down that end there are TOE or BEE.
  assert.equal(await square(page, 3, 3).getAttribute("data-letter"), "E");
  // The entry that is typed in may become a phrase, so it is no alarm.
  await page.keyboard.type("X");
  await page.waitForFunction(() => /phrase/.test(document.getElementById("answer-told").textContent));
  assert.equal(await page.locator(".square.dead").count(), 0);
  assert.equal(await page.textContent("#candidates-told"), "");
  // No word down ends in X, which is one: X is written where two words cross.
  await page.keyboard.type("X");
  await page.waitForFunction(() => document.querySelectorAll(".square.dead").length > 0);
  assert.match(await square(page, 2, 3).getAttribute("aria-label"), /no word fits here/);
  assert.match(await page.textContent("#candidates-told"), /^No word fits in the marked squares/);
  page.quiet();
});

test("a locked entry keeps its letters, and a part of the grid is filled alone", async () => {
  const page = await opened(here.chrome, SQUARE);
  await list(page, readFileSync(WORDS));
  await square(page, 1, 1).click();
  await page.selectOption("#fill-part", "entry");
  assert.match(await fill(page), /^Filled/);
  const filled = await letters(page);
  assert.match(filled, /^[A-Z]{4}\.{12}$/);
  await page.click("#lock");
  await square(page, 1, 2).click();
  await page.keyboard.type("X");
  assert.match(await saidWhen(page, /locked/), /^This entry is locked/);
  assert.equal(await letters(page), filled);
  await page.selectOption("#fill-part", "all");
  assert.match(await fill(page), /^Filled/);
  assert.equal((await letters(page)).slice(0, 4), filled.slice(0, 4));
  await page.click("#clear-letters");
  assert.equal(await letters(page), filled);
  await page.click("#lock");
  await page.click("#clear-letters");
  assert.equal(await letters(page), ".".repeat(16));
  page.quiet();
});

test("a fill of a part changes no other square, and needs no words elsewhere", async () => {
  const page = await opened(here.chrome, "#grid=.../.../...&symmetry=none");
  // No three words across and down exist, but the first row and what crosses it have words.
  await list(page, "cat\ncow\nape\ntin");
  await square(page, 1, 1).click();
  assert.match(await fill(page), /^No fill exists/);
  await page.selectOption("#fill-part", "entry");
  assert.equal(await fill(page), "Filled. The rest of the grid has no fill.");
  // The words that cross it are possible: COW would leave none for O.
  assert.equal(await letters(page), "CAT......");
  page.quiet();
});

test("a fill respects squares of several letters", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "heart\nhat\ntot\ntat\nabc\nhit");
  await square(page, 1, 2).click();
  await page.keyboard.press("Insert");
  await page.keyboard.type("ear");
  await page.keyboard.press("Enter");
  await square(page, 1, 1).click();
  const [, words] = await candidates(page, "across", /^1 word fits/);
  assert.deepEqual(words, ["HEART"]);
  assert.match(await fill(page), /^Filled/);
  const text = (row, column) => square(page, row, column).getAttribute("data-letter");
  assert.deepEqual(await Promise.all([text(1, 1), text(1, 2), text(1, 3)]), ["H", "EAR", "T"]);
  const down = (await Promise.all([text(1, 1), text(2, 1), text(3, 1)])).join("");
  assert.ok(["HAT", "HIT"].includes(down), down);
  await page.click("#undo");
  // A word from the list takes the square too.
  await square(page, 1, 1).click();
  await candidates(page, "across", /^1 word fits/);
  await page.locator("#candidates [data-direction='across'] button").click();
  assert.deepEqual(await Promise.all([text(1, 1), text(1, 2), text(1, 3)]), ["H", "EAR", "T"]);
  page.quiet();
});

test("the letters are counted", async () => {
  const page = await opened(here.chrome, CORNER);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("AAB");
  assert.match(await page.textContent("#letter-statistics"), /^A 2, B 1\. Not used: C D .* Z\.$/);
  page.quiet();
});

test("the kept list answers for letters that no word has, and for another lowest score", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await square(page, 1, 1).click();
  await candidates(page, "across", /^6 words fit, 4 /);
  await page.keyboard.type("Ж");
  await candidates(page, "across", /^0 words fit, 0 /);
  await square(page, 1, 1).click();
  await page.keyboard.type("a");
  await candidates(page, "across", /^3 words fit, 3 /);
  await page.fill("#min-score", "10");
  await candidates(page, "across", /^1 word fits, 1 /);
  await page.fill("#min-score", "");
  await candidates(page, "across", /^3 words fit, 3 /);
  // Only one fill exists without a word twice, and its mirror image.
  const told = await fill(page), found = await letters(page);
  writeFileSync(join(here.folder, "begun.txt"), "A..\n.#.\n...\n");
  writeFileSync(join(here.folder, "six.txt"), "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1\n");
  const { status } = gridcheck(["fill", join(here.folder, "begun.txt"), "--black", "#", "--distinct", "--words", join(here.folder, "six.txt")]);
  assert.equal(status, 0);
  assert.match(told, /^Filled/);
  const filled = [found.slice(0, 3), found.slice(6), found[0] + found[3] + found[6], found[2] + found[5] + found[8]];
  assert.deepEqual(filled.toSorted(), ["ABC", "AXA", "AYA", "CDA"]);
  page.quiet();
});

test("the reason why there is no fill is told and marked", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc\ndog\ncat");
  const text = await fill(page);
  assert.match(text, /^No fill exists: 1-/);
  assert.ok(await page.locator(".over-excluding").count() > 2);
  writeFileSync(join(here.folder, "grid.txt"), `${await painted(page)}\n`);
  writeFileSync(join(here.folder, "few.txt"), "abc\ndog\ncat\n");
  const { stdout, stderr } = gridcheck(["fill", join(here.folder, "grid.txt"), "--words", join(here.folder, "few.txt"), "--distinct"]);
  assert.ok(`${stdout}${stderr}`.includes(text.replace("No fill exists: ", "")), `${text}: ${stdout}${stderr}`);
  page.quiet();
});

test("that no fill exists is told before the reason is known, and the search for the reason can be stopped", async () => {
  // The entries of a lattice are long, and few words have such a score.
  const lattice = Array.from({ length: 15 }, (_, r) => (r % 2 ? ".x".repeat(15) : ".".repeat(15)).slice(0, 15)).join("/");
  const page = await opened(here.chrome, `#grid=${lattice}`);
  await task(page, "letters");
  await page.waitForFunction(() => /English words: 1/.test(document.getElementById("lists").textContent));
  await page.fill("#min-score", "80");
  const start = Date.now();
  await page.click("#fill");
  assert.equal(await saidWhen(page, /^No fill/), "No fill exists with these letters and words.");
  console.log(`that a 15 x 15 has no fill is told in ${Date.now() - start} ms`);
  assert.match(await page.textContent("#fill-progress"), /^looking for the reason/);
  await page.click("#stop-fill");
  assert.equal(await page.textContent("#fill-progress"), "stopped");
  assert.equal(await said(page), "No fill exists with these letters and words.");
  assert.equal(await letters(page), ".".repeat(225));
  page.quiet();
});

test("open squares are told where the eye is, and a fill can be stopped", async () => {
  const page = await opened(here.chrome, "#grid=.o./.../...&symmetry=none");
  await list(page, "abc\ndog");
  await page.click("#dismiss");
  await page.click("#fill");
  await saidWhen(page, /some squares are open/);
  // A square of eight English words across and eight down takes hours.
  await page.evaluate(() => { location.hash = `#grid=${Array(8).fill(".".repeat(8)).join("/")}&symmetry=none`; });
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 64);
  await page.locator("#lists li", { hasText: "English words" }).locator("input").check();
  await page.locator("#lists li", { hasText: "words.txt" }).locator("input").uncheck();
  await page.waitForFunction(() => /English words: 1/.test(document.getElementById("lists").textContent));
  await page.click("#fill");
  await page.waitForFunction(() => !document.getElementById("stop-fill").disabled);
  await page.waitForTimeout(1000);
  assert.equal(await page.isDisabled("#stop-fill"), false, "the search has not ended");
  await page.click("#stop-fill");
  assert.equal(await page.textContent("#fill-progress"), "stopped");
  assert.equal(await page.isDisabled("#stop-fill"), true);
  assert.equal(await letters(page), ".".repeat(64));
  // The page is ready for the next question: a part is filled without the rest.
  await square(page, 1, 1).click();
  await page.selectOption("#fill-part", "entry");
  assert.equal(await fill(page), "Filled. A fill of the rest was not found within 3 s.");
  assert.match(await letters(page), /^[A-Z]{8}\.{56}$/);
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
      window.questions = (window.questions ?? 0) + 1;
      if (message.question === "here") {
        this.addEventListener("message", () => window.answers.push(performance.now() - start), { once: true });
      }
      if (message.question === "words") {
        this.addEventListener("message", () => { window.chosen = performance.now() - start; }, { once: true });
      }
      send.call(this, message, ...more);
    };
  });
  await list(page, longList(300_000));
  assert.match(await page.textContent("#lists"), /300,000 words/);
  await square(page, 1, 1).click();
  const answered = count => page.waitForFunction(count => window.answers.length >= count, count);
  await answered(1);
  const before = await page.evaluate(() => window.questions);
  for (const [i, letter] of [..."STARE"].entries()) {
    await page.keyboard.type(letter);
    await answered(i + 2);
    await page.waitForTimeout(200);
  }
  // A letter asks one question. One from before the letters may be late.
  const asked = await page.evaluate(() => window.questions) - before;
  assert.ok(asked >= 5 && asked <= 7, `${asked} questions`);
  const [first, ...times] = await page.evaluate(() => window.answers), middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  console.log(`300,000 words: chosen in ${Math.round(await page.evaluate(() => window.chosen))} ms; candidates in ${Math.round(first)} ms, then ${times.map(Math.round).join(", ")} ms`);
  assert.ok(middle < 150, `${middle} ms`);
  page.quiet();
});

// Waits for a text in an element.
const shows = (page, id, pattern) => page.waitForFunction(([id, source]) => new RegExp(source).test(document.getElementById(id).textContent), [id, pattern.source], { timeout: 60_000 });
const choicesOf = (page, direction) => page.locator(`#candidates [data-direction="${direction}"] .choices button`);

test("a list of words has no end: more come as it is scrolled", async () => {
  const page = await opened(here.chrome, "#grid=...../xxxxx/.....&symmetry=none");
  const words = Array.from({ length: 700 }, (_, i) => `${[...String(i).padStart(4, "0")].map(digit => "ABCDEFGHIJ"[Number(digit)]).join("")}A;${700 - i}`);
  await list(page, words.join("\n"));
  await square(page, 1, 1).click();
  const [told] = await candidates(page, "across", /^700 words fit/), leaving = Number(told.match(/, (\d+) with/)?.[1]), choices = choicesOf(page, "across");
  assert.ok(leaving > 300, told);
  const first = await choices.count();
  assert.ok(first > 60 && first < 400, `${first}`);
  const seen = await choices.first().textContent();
  while (await choices.count() < leaving) {
    const before = await choices.count();
    await choices.last().scrollIntoViewIfNeeded();
    await page.mouse.move(...await page.locator("#candidates [data-direction='across'] .choices").boundingBox().then(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
    await page.mouse.wheel(0, 4000);
    await page.waitForFunction(before => document.querySelectorAll("#candidates [data-direction='across'] .choices button").length > before, before);
  }
  assert.equal(await choices.count(), leaving);
  assert.equal(new Set(await choices.allTextContents()).size, leaving, "no word twice");
  assert.equal(await choices.first().textContent(), seen);
  // The last one is written as the first one is.
  const last = await choices.last().evaluate(choice => choice.firstChild.data);
  await choices.last().click();
  assert.equal((await letters(page)).slice(0, 5), last);
  page.quiet();
});

test("a pattern chooses among the words", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await square(page, 1, 1).click();
  await candidates(page, "across", /^6 words fit, 4 /);
  for (const [pattern, expected] of [["a?a", ["AXA", "AYA"]], ["A.A -x", ["AYA"]], ["*a", ["AXA", "AYA", "CDA"]], ["d", ["CDA"]], ["a*a", ["AXA", "AYA"]], ["?*b*", ["ABC"]], ["-x -y", ["ABC", "CDA"]], ["***c", ["ABC"]], ["a?", []], ["zz", []]]) {
    await page.fill("#word-pattern", pattern);
    const [, words] = await candidates(page, "across", new RegExp(`, ${expected.length} of them shown`));
    assert.deepEqual(words.toSorted(), expected, pattern);
  }
  await page.fill("#word-pattern", "");
  assert.equal((await candidates(page, "across", /crossings\.$/))[1].length, 4);
  page.quiet();
});

test("a click on a word prefers it, never uses it, or writes and locks it, and the choices stay after a reload", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "abc;1\nbcd;1\ncda;1\naxa;50\naya;1\nefg;1");
  await square(page, 1, 1).click();
  await candidates(page, "across", /^6 words fit, 4 /);
  await page.click("[data-click=preferred]");
  await choicesOf(page, "across").filter({ hasText: "CDA" }).click();
  await page.waitForFunction(() => document.querySelector("#candidates .choices button")?.firstChild?.data === "CDA");
  assert.equal(await page.inputValue("#preferred"), "CDA");
  await page.click("[data-click=banned]");
  await choicesOf(page, "across").filter({ hasText: "AXA" }).click();
  assert.equal(await said(page), "AXA is never used now.");
  await candidates(page, "across", /^5 words fit/);
  assert.equal(await page.inputValue("#banned"), "AXA");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await candidates(page, "across", /^6 words fit/);
  await choicesOf(page, "across").filter({ hasText: "ABC" }).click();
  await candidates(page, "across", /^5 words fit/);
  assert.equal(await letters(page), ".".repeat(9));
  await page.click("[data-click=lock]");
  await choicesOf(page, "across").filter({ hasText: "AYA" }).click();
  assert.equal((await letters(page)).slice(0, 3), "AYA");
  assert.equal(await page.textContent("#lock"), "Unlock this entry");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual([await page.inputValue("#banned"), await page.inputValue("#preferred")], ["ABC", "CDA"]);
  page.quiet();
});

test("an answer that no list has is no alarm, and is added as a phrase on request", async () => {
  const page = await opened(here.chrome, CORNER);
  await list(page, "cat\ncot\ncab\ntoe\nbee\nqed");
  await square(page, 1, 1).click();
  await page.keyboard.type("CAR");
  // The cursor stays in the last square.
  await shows(page, "answer-told", /^CAR is not in your lists\.$/);
  assert.equal(await page.inputValue("#new-word"), "CAR");
  await page.fill("#new-word", "!");
  await page.click("#add-word");
  assert.match(await said(page), /^! is not added/);
  await page.fill("#new-word", "ca r");
  await page.focus("#new-word");
  await page.keyboard.press("Enter");
  await saidWhen(page, /My words/);
  await shows(page, "answer-told", /^$/);
  assert.equal(await page.isVisible("#add-answer"), false);
  assert.match(await page.textContent("#lists"), /My words/);
  // Its spelling gives the length of a clue.
  await task(page, "clues");
  await page.getByLabel("clue of 1-Across,").fill("A phrase");
  await page.keyboard.press("Tab");
  assert.equal(await page.getByLabel("clue of 1-Across,").inputValue(), "A phrase (2,1)");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await task(page, "letters");
  assert.match(await page.textContent("#lists"), /My words/);
  page.quiet();
});

test("a fill of a full grid says so, and clears the letters on request", async () => {
  const page = await opened(here.chrome, SQUARE);
  await list(page, readFileSync(WORDS));
  await square(page, 1, 1).click();
  assert.match(await fill(page), /^Filled/);
  const filled = await letters(page);
  assert.match(await fill(page), /^The grid is full, so there is nothing to fill/);
  assert.equal(await letters(page), filled);
  await page.selectOption("#fill-part", "entry");
  assert.match(await fill(page), /^These squares are full/);
  await page.getByRole("button", { name: "Clear letters" }).first().click();
  assert.equal((await letters(page)).slice(0, 4), "....");
  assert.match(await fill(page), /^Filled/);
  page.quiet();
});

test("a word list that is dropped on the page is offered as a list", async () => {
  const page = await opened(here.chrome, CORNER);
  const drop = (name, text) => page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);
  await drop("mine.txt", "abc;1\nice cream;90\n# a remark\nbcd;1\n");
  assert.match(await saidWhen(page, /word list/), /^mine\.txt looks like a word list/);
  await page.getByRole("button", { name: "Add it to the word lists" }).click();
  assert.match(await saidWhen(page, /in use/), /^mine\.txt is in use/);
  assert.match(await page.textContent("#lists"), /mine\.txt/);
  // A grid is a grid, and what is neither is refused.
  await drop("grid.txt", "..#\n...\n#..\n");
  assert.match(await saidWhen(page, /^grid\.txt is open/), /^grid/);
  await drop("neither.txt", "one two\n3 % 4\n");
  assert.doesNotMatch(await saidWhen(page, /neither\.txt:/), /word list/);
  page.quiet();
});
