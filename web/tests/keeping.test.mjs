// Tests that no work is lost: puzzles in the browser, their history and versions, the list of them, and two tabs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, clue, kept, letters, opened, painted, said, saidWhen, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const SMALL = "#grid=.../.../...&symmetry=none";
// Opens pages in one browser profile.
async function profile() {
  const context = await here.chrome.newContext();
  return { context, page: (hash = "") => opened({ newContext: () => context }, hash) };
}
const names = page => page.locator("#puzzle-list .name").allTextContents();
// Waits until the list has these puzzles, in any order. While one is renamed, and until the browser has answered, its name is not there.
const listed = (page, expected) => page.waitForFunction(expected => JSON.stringify([...document.querySelectorAll("#puzzle-list .name")].map(({ textContent }) => textContent).sort()) === expected, JSON.stringify(expected.toSorted()));
// Presses a button in the list, and returns what the list says then.
async function toldBy(page, act) {
  await page.evaluate(() => document.getElementById("puzzles-said").replaceChildren());
  await act();
  await page.waitForFunction(() => document.getElementById("puzzles-said").textContent !== "");
  return page.textContent("#puzzles-said");
}
async function shelf(page) {
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open] li");
}

test("a painted grid without letters is kept, and after a reload a step can be undone and redone", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await square(page, 1, 1).click();
  await square(page, 2, 2).click();
  await kept(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await painted(page), "#..\n.#.\n...");
  await page.click("#undo");
  assert.equal(await painted(page), "#..\n...\n...");
  await page.click("#undo");
  assert.equal(await painted(page), "...\n...\n...");
  await kept(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  for (let i = 0; i < 2; i++) await page.click("#redo");
  assert.equal(await painted(page), "#..\n.#.\n...");
  page.quiet();
});

test("a page without an address opens the last puzzle, and one that was only looked at is not kept", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("CAT");
  await kept(page);
  const looked = await open("#grid=..../..../..../....");
  await page.close();
  const again = await open();
  assert.equal((await letters(again)).slice(0, 3), "CAT");
  await shelf(again);
  assert.deepEqual(await names(again), ["Untitled 3 × 3"]);
  for (const each of [looked, again]) each.quiet();
});

test("a second puzzle does not replace the first, and both are in the list", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "First");
  await kept(page);
  const first = page.url();
  await page.click("#new");
  await page.selectOption("#new-rows", "5");
  await page.click("#new-empty");
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 75);
  await page.fill("#text-title", "Second");
  await kept(page);
  assert.notEqual(page.url(), first);
  await shelf(page);
  assert.deepEqual(await names(page), ["Second", "First"]);
  await page.locator(".name", { hasText: "First" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 9);
  assert.equal(page.url(), first);
  assert.equal(await page.inputValue("#text-title"), "First");
  page.quiet();
});

test("what is typed while New writes the last change is kept in the old puzzle", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "First");
  await kept(page);
  await page.click("#new");
  await page.selectOption("#new-rows", "5");
  await page.evaluate(() => {
    const title = /** @type {HTMLInputElement} */ (document.getElementById("text-title"));
    const type = text => {
      title.value = text;
      title.dispatchEvent(new Event("input", { bubbles: true }));
    };
    document.getElementById("new-dialog").addEventListener("close", () => type("Typed late"));
    type("Typed before");
    document.getElementById("new-empty").click();
  });
  await page.waitForFunction(() => document.querySelectorAll("#board .square").length === 75);
  await shelf(page);
  assert.deepEqual(await names(page), ["Typed late"]);
  page.quiet();
});

test("puzzles are copied, renamed, deleted and brought back", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "Mine");
  await kept(page);
  await shelf(page);
  const wait = expected => listed(page, expected);
  await page.getByLabel("Duplicate Mine", { exact: true }).click();
  await wait(["Mine", "Mine (copy)"]);
  await page.getByLabel("Rename Mine (copy)", { exact: true }).click();
  await page.keyboard.type("Yours");
  await page.keyboard.press("Enter");
  await wait(["Mine", "Yours"]);
  await page.getByLabel("Delete Yours").click();
  await wait(["Mine"]);
  await page.locator("#puzzles-said button").click();
  await wait(["Mine", "Yours"]);
  // The current one is deleted, and another grid is shown.
  await page.getByLabel("Delete Mine").click();
  await wait(["Yours"]);
  assert.equal(await page.inputValue("#text-title"), "");
  await page.locator("#puzzles-said button").click();
  await wait(["Mine", "Yours"]);
  await page.locator(".name", { hasText: "Mine" }).click();
  await page.waitForFunction(() => document.getElementById("text-title").value === "Mine");
  page.quiet();
});

test("after a reload all steps can be undone, and redone", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  const strokes = 90;
  for (let i = 0; i < strokes; i++) await page.click(`[data-place="${i % 9}"]`);
  const last = await painted(page), undo = async (page, button, times) => {
    for (let i = 0; i < times; i++) await page.evaluate(id => document.getElementById(id).click(), button);
  };
  await undo(page, "undo", 5);
  await kept(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await undo(page, "redo", 5);
  assert.equal(await painted(page), last);
  await undo(page, "undo", strokes);
  assert.equal(await painted(page), "...\n...\n...");
  assert.equal(await page.isDisabled("#undo"), true);
  // A stroke after some undone ones ends the redo, also in the browser's store.
  await undo(page, "redo", 3);
  await page.click('[data-place="8"]');
  await kept(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await painted(page), "###\n...\n..#");
  assert.equal(await page.isDisabled("#redo"), true);
  await undo(page, "undo", 4);
  assert.equal(await page.isDisabled("#undo"), true);
  page.quiet();
});

test("a history that an earlier version of the page kept is still there, and a damaged step ends it", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await square(page, 1, 1).click();
  await kept(page);
  const state = rows => JSON.stringify({ document: { rows, clues: [], letters: [] }, beside: { rules: { basis: "rules british", toml: "", symmetry: "none" } } });
  await page.evaluate(record => new Promise(resolve => {
    const request = indexedDB.open("gridcheck");
    request.onsuccess = () => {
      const writing = request.result.transaction("puzzles", "readwrite");
      writing.objectStore("puzzles").put(record);
      writing.oncomplete = resolve;
    };
  }), { id: "old", name: "Old", changed: 1, text: state("###\n...\n..."), past: ["{", state("#..\n...\n..."), state("##.\n...\n...")], future: [] });
  const old = await open("#puzzle=old");
  assert.equal(await painted(old), "###\n...\n...");
  for (const expected of ["##.", "#..", "#.."]) {
    if (await old.isEnabled("#undo")) await old.click("#undo");
    assert.equal((await painted(old)).split("\n")[0], expected);
  }
  await kept(old);
  await old.reload();
  await old.waitForSelector("html[data-ready]");
  for (let i = 0; i < 2; i++) await old.click("#redo");
  assert.equal((await painted(old)).split("\n")[0], "###");
  for (const each of [page, old]) each.quiet();
});

test("a deleted puzzle stays in the bin for 30 days, with its letters, versions and steps", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "Mine");
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("CAT");
  await kept(page);
  const url = page.url();
  await shelf(page);
  await page.getByLabel("Delete Mine").click();
  await listed(page, []);
  const DAY = 24 * 60 * 60 * 1000, age = days => page.evaluate(deleted => new Promise(resolve => {
    const request = indexedDB.open("gridcheck");
    request.onsuccess = () => {
      const store = request.result.transaction("puzzles", "readwrite").objectStore("puzzles"), all = store.getAll();
      all.onsuccess = () => {
        for (const puzzle of all.result) if (puzzle.deleted) store.put({ ...puzzle, deleted });
        store.transaction.oncomplete = resolve;
      };
    };
  }), Date.now() - days * DAY);
  await age(29);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await shelf(page);
  await page.click("#bin summary");
  await page.getByLabel("Restore Mine").click();
  await listed(page, ["Mine"]);
  await page.waitForSelector("#bin", { state: "hidden" });
  await page.locator(".name", { hasText: "Mine" }).click();
  await page.waitForFunction(() => document.getElementById("text-title").value === "Mine");
  assert.equal(page.url(), url);
  assert.equal((await letters(page)).slice(0, 3), "CAT");
  await page.click("#undo");
  assert.equal((await letters(page)).slice(0, 3), "...");
  await kept(page);
  await shelf(page);
  assert.ok(await page.locator("#revision-list button").count() > 0);
  await page.getByLabel("Delete Mine").click();
  await listed(page, []);
  await age(31);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open] li");
  assert.equal(await page.isVisible("#bin"), false);
  page.quiet();
});

test("all puzzles are exported as one file, which another browser opens", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "Mine");
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("CAT");
  await kept(page);
  await shelf(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-all")]);
  const other = await (await profile()).page();
  assert.match(await choose(other, download.suggestedFilename(), readFileSync(await download.path())), /^1 puzzle of .* is in My puzzles now/);
  await shelf(other);
  await other.locator(".name", { hasText: "Mine" }).click();
  await other.waitForFunction(() => document.getElementById("text-title").value === "Mine");
  assert.equal((await letters(other)).slice(0, 3), "CAT");
  // Once more, it doubles nothing.
  assert.match(await choose(other, download.suggestedFilename(), readFileSync(await download.path())), /^1 puzzle of .* is in My puzzles already\.$/);
  await shelf(other);
  assert.deepEqual(await names(other), ["Mine"]);
  for (const each of [page, other]) each.quiet();
});

test("an earlier version is restored as a step", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await square(page, 1, 1).click();
  await kept(page);
  await square(page, 2, 2).click();
  await kept(page);
  await shelf(page);
  const restore = page.locator("#revision-list button");
  assert.equal(await restore.count(), 1, "one version a minute");
  await restore.click();
  assert.equal(await painted(page), "#..\n...\n...");
  assert.match(await said(page), /is back\. Undo takes that back/);
  await page.click("#undo");
  assert.equal(await painted(page), "#..\n.#.\n...");
  page.quiet();
});

// Opens a puzzle in two tabs. The second may not write.
async function twoTabs() {
  const { page: open } = await profile(), first = await open(SMALL);
  await square(first, 1, 1).click();
  await kept(first);
  const second = await open(new URL(first.url()).hash);
  assert.match(await saidWhen(second, /another tab/), /open in another tab, so nothing is saved here/);
  return { open, first, second };
}

test("a second tab of a puzzle says so, writes nothing, and can take over", async () => {
  const { first, second } = await twoTabs();
  assert.equal(await second.textContent("#kept"), "open in another tab");
  await square(first, 2, 2).click();
  await kept(first);
  await second.locator("#message-actions button").click();
  await kept(second);
  // It shows what the first tab has written.
  assert.equal(await painted(second), "#..\n.#.\n...");
  await saidWhen(first, /another tab/);
  await square(second, 3, 3).click();
  await kept(second);
  await first.click("#take-over");
  await kept(first);
  assert.equal(await painted(first), "#..\n.#.\n..#");
  for (const each of [first, second]) each.quiet();
});

test("changes in a tab that may not write become a copy, if the other tab has changed the puzzle too", async () => {
  const { first, second } = await twoTabs(), url = first.url();
  await square(second, 3, 3).click();
  // The message keeps no button that is older than the change.
  assert.equal(await second.locator("#message-actions button").count(), 0);
  await second.waitForTimeout(500);
  assert.equal(await second.textContent("#kept"), "open in another tab");
  await square(first, 2, 2).click();
  await kept(first);
  await second.click("#take-over");
  assert.match(await saidWhen(second, /copy/), /^The other tab has changed Untitled 3 × 3 too\. What you changed here is now a puzzle of its own, Untitled 3 × 3 \(copy\)/);
  await kept(second);
  assert.equal(await painted(second), "#..\n...\n..#");
  assert.notEqual(second.url(), url);
  await shelf(second);
  assert.deepEqual((await names(second)).sort(), ["Untitled 3 × 3", "Untitled 3 × 3 (copy)"]);
  // The first tab goes on.
  await square(first, 1, 3).click();
  await kept(first);
  assert.equal(await painted(first), "#.#\n.#.\n...");
  for (const each of [first, second]) each.quiet();
});

test("a tab writes nothing before it knows whether another one edits the puzzle", async () => {
  const { page: open } = await profile(), first = await open(SMALL);
  await square(first, 1, 1).click();
  await kept(first);
  const second = await first.context().newPage();
  // It paints as soon as the puzzle is shown.
  await second.addInitScript(() => {
    const look = setInterval(() => {
      const square = document.querySelector("#board [data-place='8']");
      if (!location.hash.startsWith("#puzzle=") || !document.querySelector("#board [data-place='0'].black") || !square) return;
      clearInterval(look);
      window.isEarly = !document.documentElement.dataset.ready && document.getElementById("kept").textContent === "";
      const { left, top } = square.getBoundingClientRect(), at = { bubbles: true, cancelable: true, pointerId: 1, clientX: left + 5, clientY: top + 5 };
      square.dispatchEvent(new PointerEvent("pointerdown", at));
      square.dispatchEvent(new PointerEvent("pointerup", at));
    }, 5);
  });
  second.setDefaultTimeout(120_000);
  await second.goto(first.url());
  await saidWhen(second, /another tab/);
  assert.equal(await second.evaluate(() => window.isEarly), true);
  assert.equal(await painted(second), "#..\n...\n..#");
  await second.waitForTimeout(500);
  const third = await open(new URL(first.url()).hash);
  assert.equal(await painted(third), "#..\n...\n...");
  for (const each of [first, third]) each.quiet();
});

test("changes in a tab that may not write are kept when it takes over a puzzle that has stayed as it was", async () => {
  const { first, second } = await twoTabs();
  await square(second, 3, 3).click();
  await second.click("#take-over");
  await kept(second);
  assert.equal(await painted(second), "#..\n...\n..#");
  await saidWhen(first, /another tab/);
  await first.close();
  await second.reload();
  await second.waitForSelector("html[data-ready]");
  assert.equal(await painted(second), "#..\n...\n..#");
  assert.equal(await second.textContent("#kept"), "saved", "the page before the reload has the lock no more");
  for (const each of [first, second]) each.quiet();
});

test("a browser that answers late does not make a new puzzle one of another tab", async () => {
  const { context, page: open } = await profile();
  await context.addInitScript(() => {
    const { locks } = navigator, request = locks.request.bind(locks);
    // The first request waits until the page gives it up.
    /** @type {any} */ (locks).request = (_, { signal }) => {
      /** @type {any} */ (locks).request = (name, options, held) => request(name, options, lock => {
        window.isHeld = true;
        return held(lock);
      });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
  });
  const page = await open(SMALL);
  await page.evaluate(() => {
    window.told = [];
    const kept = document.getElementById("kept");
    new MutationObserver(() => window.told.push(kept.textContent)).observe(kept, { childList: true });
  });
  await square(page, 1, 1).click();
  await page.waitForFunction(() => window.isHeld);
  await kept(page);
  assert.deepEqual(await page.evaluate(() => [...new Set(window.told)]), ["saving…", "saved"]);
  page.quiet();
});

test("a tab that may not write takes over when the other one is closed", async () => {
  const { open, first, second } = await twoTabs(), third = await open(new URL(first.url()).hash);
  await square(first, 2, 2).click();
  await kept(first);
  // While the first tab is there, nothing changes.
  await second.waitForTimeout(7000);
  assert.equal(await second.textContent("#kept"), "open in another tab");
  await first.close();
  // One of the two takes over, with what the first tab has written; the other one goes on waiting.
  const isSaved = page => page.waitForFunction(() => document.getElementById("kept").textContent === "saved").then(() => page);
  const heir = await Promise.any([isSaved(second), isSaved(third)]), other = heir === second ? third : second;
  assert.match(await saidWhen(heir, /closed/), /^The other tab is closed\. Changes are saved here again\./);
  assert.equal(await painted(heir), "#..\n.#.\n...");
  await square(heir, 3, 3).click();
  await kept(heir);
  assert.equal(await other.textContent("#kept"), "open in another tab");
  for (const each of [second, third]) each.quiet();
});

test("a puzzle that was deleted in the other tab is not kept again without a change", async () => {
  const { first, second } = await twoTabs();
  await shelf(first);
  await first.getByLabel("Delete Untitled 3 × 3").click();
  await first.waitForFunction(() => !document.querySelector("#puzzle-list .name"));
  await first.close();
  assert.match(await saidWhen(second, /deleted/), /^This puzzle was deleted in the other tab\./);
  await second.waitForTimeout(500);
  await second.click("#puzzles");
  await second.waitForSelector("#puzzles-dialog[open]");
  assert.deepEqual(await names(second), []);
  await second.keyboard.press("Escape");
  await square(second, 2, 2).click();
  await kept(second);
  assert.equal(await painted(second), "#..\n.#.\n...");
  second.quiet();
});

test("a puzzle that another tab edits is neither deleted nor renamed", async () => {
  const { open, first, second } = await twoTabs(), third = await open("#grid=..../..../..../....");
  for (const page of [second, third]) {
    await shelf(page);
    const told = "Untitled 3 × 3 is open in another tab. Close it there first.", pressed = what => page.getByLabel(`${what} Untitled 3 × 3`).click();
    assert.equal(await toldBy(page, () => pressed("Delete")), told);
    await pressed("Rename");
    assert.equal(await toldBy(page, async () => {
      await page.keyboard.type("Other");
      await page.keyboard.press("Enter");
    }), told);
    await listed(page, ["Untitled 3 × 3"]);
  }
  for (const each of [second, third]) each.quiet();
  // The second tab would take over.
  await Promise.all([first.close(), second.close()]);
  // A lock outlives its tab by a moment: until it is gone, the answer is the same as before.
  let told = "";
  for (let left = 100; left > 0 && !/in the bin/.test(told); left--) told = await toldBy(third, () => third.getByLabel("Delete Untitled 3 × 3").click());
  assert.match(told, /^Untitled 3 × 3 is in the bin/);
  await listed(third, []);
  third.quiet();
});

// Opens the page in a browser that another page has prepared: `prepare` runs before the page.
async function withStore(prepare) {
  const context = await here.chrome.newContext();
  await context.addInitScript(prepare);
  return opened({ newContext: () => context }, SMALL);
}

for (const [what, prepare, told] of [
  ["is held by an earlier version of the page", () => {
    indexedDB.open = () => {
      const request = new EventTarget();
      setTimeout(() => request.dispatchEvent(Object.assign(new Event("blocked"), { oldVersion: 1, newVersion: 2 })), 10);
      return /** @type {any} */ (request);
    };
  }, /^Another tab has an earlier version of the page, so nothing is kept here\./],
  ["does not answer", () => { indexedDB.open = () => /** @type {any} */ (new EventTarget()); }, /^This browser keeps nothing for the page\./],
  ["is refused", () => { indexedDB.open = () => { throw new DOMException("refused", "SecurityError"); }; }, /^This browser keeps nothing for the page\./],
  ["is of a later version", () => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => open("gridcheck", 1);
    open("gridcheck", 9);
  }, /^A later version of the page has been used in this browser/],
]) {
  test(`the page works in memory, and says why, if its store ${what}`, async () => {
    const page = await withStore(prepare);
    assert.match(await saidWhen(page, /./), told);
    assert.match(await said(page), /Save the puzzle as a file before you leave\.$/);
    await square(page, 1, 1).click();
    await task(page, "letters");
    await square(page, 1, 2).click();
    await page.keyboard.type("AT");
    await page.waitForFunction(() => document.getElementById("kept").textContent === "not saved");
    assert.equal(await letters(page), ".AT......");
    await page.click("#puzzles");
    await page.waitForSelector("#puzzles-dialog[open] li");
    assert.match(await page.textContent("#puzzle-list"), told);
    await page.keyboard.press("Escape");
    await page.click("#undo");
    assert.equal(await letters(page), ".........");
    page.quiet();
  });
}

test("a later version of the page may open the store while this one is open", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await square(page, 1, 1).click();
  await kept(page);
  const isOpened = await page.evaluate(() => new Promise(resolve => {
    const request = indexedDB.open("gridcheck", 9);
    request.onsuccess = () => resolve(true);
    request.onblocked = () => resolve(false);
  }));
  assert.equal(isOpened, true);
  await square(page, 2, 2).click();
  assert.match(await saidWhen(page, /later/), /^A later version of the page has been used in this browser/);
  page.quiet();
});

test("the last change before the page is left is kept", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await task(page, "clues");
  await clue(page, "1-Across").click();
  await page.keyboard.type("Feline");
  await page.goto("about:blank");
  const again = await open();
  await task(again, "clues");
  assert.match(await clue(again, "1-Across").inputValue(), /^Feline/);
  again.quiet();
});

test("the page says that the storage is full, and deletes earlier versions on request", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await square(page, 1, 1).click();
  await kept(page);
  // There is room again when the versions are gone.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype, { clear } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => { throw new DOMException("refused", "QuotaExceededError"); };
    IDBObjectStore.prototype.clear = function () {
      IDBObjectStore.prototype.put = put;
      return clear.call(this);
    };
  });
  await square(page, 2, 2).click();
  assert.match(await saidWhen(page, /full/), /^The storage of the browser is full\. Save the puzzle as a file/);
  assert.equal(await page.textContent("#kept"), "not saved");
  await page.click("#message-actions button");
  await saidWhen(page, /are deleted, and this one is saved/);
  await kept(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await painted(page), "#..\n.#.\n...");
  page.quiet();
});

test("a damaged puzzle in the store is named, and does not stop the page", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await page.fill("#text-title", "Broken");
  await kept(page);
  const url = page.url();
  await page.evaluate(() => new Promise(resolve => {
    const request = indexedDB.open("gridcheck");
    request.onsuccess = () => {
      const store = request.result.transaction("puzzles", "readwrite").objectStore("puzzles"), all = store.getAll();
      all.onsuccess = () => {
        for (const puzzle of all.result) store.put({ ...puzzle, text: "{" });
        store.transaction.oncomplete = resolve;
      };
    };
  }));
  for (const address of ["", new URL(url).hash]) {
    const again = await open(address);
    assert.match(await said(again), /^Broken is damaged in the store of the browser/);
    await square(again, 1, 1).click();
    again.quiet();
  }
});

test("an opened file is in My puzzles at once, and a damaged export is refused whole", async () => {
  const { page: open } = await profile(), page = await open(SMALL);
  await choose(page, "mine.txt", "...\n.#.\n...\n");
  await kept(page);
  await shelf(page);
  assert.deepEqual(await names(page), ["mine"]);
  await page.keyboard.press("Escape");
  for (const damaged of ['{"gridcheck-puzzles":1,"puzzles":[null]}', '{"gridcheck-puzzles":1,"puz', '{"gridcheck-puzzles":1}']) {
    assert.equal(await choose(page, "all.json", damaged), "all.json is damaged: it is no complete export of puzzles. Nothing is added.");
  }
  page.quiet();
});

test("the draft of an earlier version of the page is still there", async () => {
  const { context, page: open } = await profile();
  await context.addInitScript(() => {
    // At each load: a browser that is busy forgets late that it was removed.
    localStorage.setItem("gridcheck.draft", JSON.stringify({ rows: "...\n.#.\n...", letters: ["C", "A", "T", "", "", "", "", "", ""], clues: [], about: { title: "Old" } }));
  });
  const page = await open();
  for (const _ of ["first", "again"]) {
    assert.equal(await page.inputValue("#text-title"), "Old");
    assert.equal((await letters(page)).slice(0, 3), "CAT");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
  }
  assert.equal(await page.evaluate(() => localStorage.getItem("gridcheck.draft")), null);
  await shelf(page);
  assert.deepEqual(await names(page), ["Old"]);
  page.quiet();
});

test("a damaged draft of an earlier version does not stop the page", async () => {
  const { context, page: open } = await profile();
  await context.addInitScript(() => localStorage.setItem("gridcheck.draft", "{}"));
  for (const address of ["", SMALL]) {
    const page = await open(address);
    await square(page, 1, 1).click();
    assert.equal((await painted(page))[0], "#");
    page.quiet();
  }
});

test("a new puzzle in a tab that may not write the old one is kept", async () => {
  const { page: open } = await profile(), first = await open(SMALL);
  await square(first, 1, 1).click();
  await kept(first);
  const second = await open(new URL(first.url()).hash);
  await saidWhen(second, /another tab/);
  await second.evaluate(() => { location.hash = "#grid=..../..../..../....&by=british"; });
  await second.waitForFunction(() => document.querySelectorAll("#board [role=row]").length === 4);
  await square(second, 2, 2).click();
  await kept(second);
  await second.reload();
  await second.waitForSelector("html[data-ready]");
  assert.equal((await painted(second)).split("\n").length, 4);
  second.quiet();
});
