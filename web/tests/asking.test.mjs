// Tests long tasks: completions, forced squares, draws and repairs equal the program's, can be stopped, and block nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, dice, gridcheck, json, opened, painted, random, root, saidWhen, show, square } from "./support.mjs";

let chrome;
before(async () => { chrome = await browser(); });
after(() => chrome.close());

const answered = page => page.waitForFunction(() =>
  document.getElementById("progress").textContent === "" && document.getElementById("stop").disabled, null, { timeout: 60_000 });
async function ask(page, button) {
  await page.click(button);
  await answered(page);
  return page.locator("#answer").innerText();
}

test("completions are those that the program counts, and the forced squares too", async () => {
  const page = await opened(chrome), roll = dice(23);
  const tour = ["begun", "corner", "stuck"].map(name => readFileSync(join(root, `fixtures/tour/${name}.txt`), "utf8"));
  const rectangle = ".....\n.?.?.\n....?\n";
  const paintings = [...tour, rectangle, ...Array.from({ length: 12 }, (_, i) => random(roll, 5 + 2 * (i % 2), "..?????#"))];
  const seen = { some: 0, none: 0, forced: 0 };
  for (const rows of paintings) {
    const { completions, forced_squares: forced, exclusion } = json(["complete", "-"], rows);
    await show(page, rows, "rules british");
    const text = await ask(page, "#complete");
    const expected = `${Number(completions).toLocaleString("en")} completion${completions === "1" ? "" : "s"}`;
    assert.equal(text.split("\n")[0], expected, rows);
    const over = kind => page.evaluate(kind => [...document.querySelectorAll(`.over-${kind}`)].map(square => Number(square.dataset.place)), kind);
    const width = rows.indexOf("\n");
    const places = squares => squares.map(({ row, column }) => (row - 1) * width + column - 1);
    if (exclusion) {
      seen.none += 1;
      assert.deepEqual(await over("excluding"), places(exclusion.squares), rows);
    } else {
      seen.some += 1;
      seen.forced += forced.length;
      for (const colour of ["white", "black"]) {
        assert.deepEqual(await over(colour), places(forced.filter(square => square.colour === colour)), rows);
      }
    }
    // This checks by another method, without a solver.
    const size = `${rows.trim().split("\n").length}x${width}`;
    const counted = gridcheck(["count", "--size", size, "--given", "-"], rows);
    assert.equal(completions, counted.stdout.trim(), rows);
  }
  assert.ok(seen.some > 3 && seen.none > 1 && seen.forced > 3, JSON.stringify(seen));
  page.quiet();
});

test("shares are the program's", async () => {
  const page = await opened(chrome), rows = readFileSync(join(root, "fixtures/tour/begun.txt"), "utf8");
  const { completions, white } = json(["complete", "-"], rows);
  await show(page, rows, "rules british");
  await ask(page, "#complete");
  const labels = await page.evaluate(() => [...document.querySelectorAll(".over-share")].map(square => [square.dataset.place, square.ariaLabel]));
  assert.ok(labels.length > 0);
  for (const [place, label] of labels) {
    const number = white[Math.floor(place / 7)][place % 7];
    assert.ok(label.endsWith(`white in ${number} of ${completions}`), label);
  }
  page.quiet();
});

test("a draw without wishes in a few open squares is uniform, keeps what is painted, and can be taken back", async () => {
  const page = await opened(chrome), rows = "..?????\n.#?????\n???????\n???????\n???????\n?????#.\n?????..";
  const seen = new Set();
  await page.uncheck("#no-blocks");
  for (let i = 0; i < 4; i++) {
    await show(page, rows, "rules british");
    assert.match(await ask(page, "#draw"), /^1 grid drawn from [\d,]+ grids/);
    const drawn = await painted(page);
    assert.equal(gridcheck(["validate", "-"], drawn).status, 0, drawn);
    [...rows].forEach((square, i) => { if (square !== "?") assert.equal(drawn[i], square, drawn); });
    seen.add(drawn);
    await page.click("#undo");
    assert.equal(await painted(page), rows);
  }
  assert.ok(seen.size > 1, "four draws, and all the same");
  const count = gridcheck(["count", "--size", 7, "--given", "-"], rows).stdout.trim();
  const text = await ask(page, "#draw");
  assert.ok(text.startsWith(`1 grid drawn from ${Number(count).toLocaleString("en")} grids, seed `), `${text}: ${count}`);
  page.quiet();
});

test("repairs are the program's, and are shown before they are taken", async () => {
  const page = await opened(chrome), rows = readFileSync(join(root, "fixtures/tour/slip.txt"), "utf8").trim();
  const { changes, grids } = json(["repair", "-", "--all"], rows);
  await show(page, rows, "rules british");
  const text = await ask(page, "#repair");
  assert.ok(text.startsWith(`${changes} square`), text);
  const found = [];
  for (let i = 0; i < Math.min(8, grids.length); i++) {
    await page.locator("#answer button").nth(i).click();
    found.push(await painted(page));
    assert.match(await page.textContent("#verdict"), /^valid/);
    await page.click("#undo");
    if (i + 1 < grids.length) await ask(page, "#repair");
  }
  const all = grids.map(({ rows }) => rows.join("\n"));
  if (all.length <= 8) assert.deepEqual(found.sort(), all.sort());
  else found.forEach(grid => assert.ok(all.includes(grid), grid));
  page.quiet();
});

test("a repair of a painting with open squares is refused", async () => {
  const page = await opened(chrome, "#grid=.o./.../...&symmetry=none");
  await page.click("#repair");
  assert.equal(await saidWhen(page, /./), "A repair starts from a whole grid: paint the open squares first.");
  page.quiet();
});

test("a long count can be stopped, and the page is painted on meanwhile", async () => {
  const page = await opened(chrome, `#grid=${Array(15).fill("o".repeat(15)).join("/")}`);
  await page.click("#complete");
  await page.waitForFunction(() => document.getElementById("progress").textContent.startsWith("counting"), null, { timeout: 60_000 });
  assert.equal(await page.isDisabled("#stop"), false);
  let start = Date.now();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.ok(Date.now() - start < 1000, `two frames took ${Date.now() - start} ms`);
  start = Date.now();
  await page.click("#stop");
  await page.waitForFunction(() => document.getElementById("progress").textContent === "stopped");
  assert.ok(Date.now() - start < 2000, `stopped after ${Date.now() - start} ms`);
  // A stroke stops it as well, and no answer about an earlier painting is shown.
  await page.click("#complete");
  await square(page, 1, 1).click();
  assert.equal((await painted(page)).slice(0, 2), ".?");
  assert.equal(await page.isDisabled("#stop"), true);
  assert.equal(await page.textContent("#answer"), "");
  await show(page, ".......\n.#.#.#.\n...????\n.#?#?#.\n????...\n.#.#.#.\n.....?.", "rules british");
  assert.match(await ask(page, "#complete"), /completions?\n/);
  page.quiet();
});

// Returns the number of squares of the largest connected block of black squares.
function largestBlock(rows) {
  const lines = rows.split("\n"), seen = new Set();
  const size = (r, c) => {
    const key = `${r} ${c}`;
    if (lines[r]?.[c] !== "#" || seen.has(key)) return 0;
    seen.add(key);
    return 1 + size(r - 1, c) + size(r + 1, c) + size(r, c - 1) + size(r, c + 1);
  };
  return Math.max(...lines.flatMap((line, r) => [...line].map((_, c) => size(r, c))));
}

test("a grid is drawn for an open 15 x 15 in at most 3 s, obeys the wishes, and the page says that some grids are more likely", async () => {
  const page = await opened(chrome, `#grid=${Array(15).fill("o".repeat(15)).join("/")}`), times = [], seen = new Set();
  await page.fill("#words-least", "28");
  await page.fill("#words-most", "78");
  for (const by of ["rules british", "rules american", "profile times"]) {
    await show(page, Array(15).fill("?".repeat(15)).join("\n"), by);
    const start = Date.now();
    assert.match(await ask(page, "#draw"), /^A random valid grid\. Some grids are more likely than others/);
    times.push(Date.now() - start);
    const drawn = await painted(page);
    seen.add(drawn);
    const [kind, name] = by.split(" ");
    assert.equal(gridcheck(["validate", "-", `--${kind === "rules" ? "rules" : "profile"}`, name], drawn).status, 0, drawn);
    const { words } = json(["stats", "-"], drawn);
    assert.ok(words >= 28 && words <= 78, `${words} words`);
    assert.ok(largestBlock(drawn) <= 4, drawn);
    await page.click("#answer button");
    await answered(page);
    assert.notEqual(await painted(page), drawn);
    for (let i = 0; i < 3; i++) if (!(await painted(page)).includes("?")) await page.click("#undo");
    assert.equal(await painted(page), Array(15).fill("?".repeat(15)).join("\n"));
  }
  console.log(`an open 15 x 15 is drawn in ${times.join(", ")} ms`);
  assert.ok(Math.max(...times) < 3000, times.join(", "));
  assert.equal(seen.size, 3);
  page.quiet();
});

test("a draw can be made again, each grid equally likely", async () => {
  const rows = Array(11).fill("?".repeat(11)).join("\n");
  const page = await opened(chrome, `#grid=${rows.replaceAll("\n", "/").replaceAll("?", "o")}`);
  assert.match(await ask(page, "#draw"), /^A random valid grid/);
  await page.locator("#answer button", { hasText: "equal chances" }).click();
  await answered(page);
  assert.match(await page.innerText("#answer"), /^1 grid drawn from [\d,]+ grids, seed \d+: each is as likely as any other/);
  assert.equal(gridcheck(["validate", "-"], await painted(page)).status, 0);
  page.quiet();
});

test("a grid without open squares is not drawn, and wishes that no grid has are refused", async () => {
  const page = await opened(chrome);
  await page.click("#draw");
  assert.match(await saidWhen(page, /open/), /^No square is open, so there is nothing to draw/);
  await show(page, Array(5).fill("?????").join("\n"), "rules british");
  await page.fill("#words-least", "50");
  await page.click("#draw");
  assert.equal(await saidWhen(page, /words|wishes/), "No grid obeys the rules and your wishes with these squares.");
  assert.equal(await painted(page), Array(5).fill("?????").join("\n"));
  await page.fill("#words-least", "");
  assert.match(await ask(page, "#draw"), /grid/);
  assert.doesNotMatch(await painted(page), /\?/);
  page.quiet();
});
