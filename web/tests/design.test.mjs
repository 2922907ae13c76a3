// Tests what a glance at the page shows: both columns, even lines, clues in sight, one main button, pictures, and what to do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDINARY, kept, letters, opened, saidWhen, square, surroundings, task } from "./support.mjs";

const here = surroundings();

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();

for (const [width, height] of [[1440, 900], [1280, 720]]) {
  test(`at ${width} x ${height} the commands are one row, and grid and panel share the width`, async () => {
    const page = await opened(here.chrome, `#grid=${ORDINARY}`, { viewport: { width, height } });
    const [header, painting, panel, board] = await Promise.all(["header", "#painting", "#panel-grid", "#board"].map(selector => boxOf(page, selector)));
    assert.ok(header.height < 60, `${header.height} pixels`);
    assert.ok(painting.x < 25 && panel.x + panel.width > width - 25, "nothing is left beside them");
    assert.ok(panel.x - painting.x - painting.width < 25 && board.width > painting.width - 40, "nothing is left between them");
    assert.ok(board.y + board.height <= height, "the whole grid is in sight");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    page.quiet();
  });
}

test("at 1440 x 900 at least 20 of 32 clues are in sight, Across and Down side by side", async () => {
  const page = await opened(here.chrome, `#grid=${ORDINARY}`, { viewport: { width: 1440, height: 900 } });
  await task(page, "clues");
  await page.evaluate(() => [...document.querySelectorAll(".lists li > textarea")].forEach((field, i) => {
    field.value = `Clue ${i} is of the usual length of cryptic ones (7)`;
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
  }));
  const seen = await page.evaluate(() => {
    const { bottom } = document.getElementById("panels").getBoundingClientRect();
    return [...document.querySelectorAll(".lists li > textarea")].filter(field => field.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight)).length;
  });
  console.log(`${seen} of 32 clues are in sight at 1440 x 900`);
  assert.ok(seen >= 20, `${seen} clues`);
  const [across, down] = [await boxOf(page, "#clues-across"), await boxOf(page, "#clues-down")];
  assert.ok(down.x >= across.x + across.width && Math.abs(across.y - down.y) < 2);
  page.quiet();
});

for (const deviceScaleFactor of [1, 1.25, 1.5, 2, 3]) {
  for (const [side, width] of [[15, 1440], [13, 1111], [21, 1003]]) {
    test(`at ${deviceScaleFactor} pixels a point all lines of a grid of ${side} x ${side} are equally wide, ${width} points`, async () => {
      const page = await opened(here.chrome, `#grid=${Array(side).fill(".".repeat(side)).join("/")}`, { deviceScaleFactor, viewport: { width, height: 900 } });
      const widths = await page.evaluate(() => {
        const row = [...document.querySelectorAll("#board [role=row]")].map(({ firstElementChild }) => firstElementChild.getBoundingClientRect());
        const squares = [...document.querySelector("#board [role=row]").children].map(square => square.getBoundingClientRect());
        const round = n => Math.round(n * devicePixelRatio);
        const lines = (list, from, to) => list.slice(1).map((box, i) => round(box[from]) - round(list[i][to]));
        const sizes = (list, from, to) => list.map(box => round(box[to]) - round(box[from]));
        return { lines: [...new Set([...lines(squares, "left", "right"), ...lines(row, "top", "bottom")])], sizes: [...new Set([...sizes(squares, "left", "right"), ...sizes(row, "top", "bottom")])] };
      });
      assert.equal(widths.lines.length, 1, JSON.stringify(widths));
      assert.equal(widths.sizes.length, 1, JSON.stringify(widths));
      assert.ok(widths.lines[0] >= 1);
      page.quiet();
    });
  }
}

test("each task has one main button, and each brush a picture and a name in a named group", async () => {
  const page = await opened(here.chrome, `#grid=${ORDINARY}`);
  for (const [name, id] of [["grid", "draw"], ["letters", "fill"], ["clues", "next-clue"], ["check", "next-finding"]]) {
    await task(page, name);
    assert.deepEqual(await page.locator(`#panel-${name} button.main`).evaluateAll(buttons => buttons.map(({ id }) => id)), [id]);
  }
  await task(page, "grid");
  const brushes = await page.locator("[data-brush]").evaluateAll(brushes => brushes.map(brush => [brush.textContent, brush.querySelector(".icon") !== null, brush.closest("[role=group]").getAttribute("aria-label")]));
  assert.equal(brushes.length, 9);
  for (const [name, hasIcon, group] of brushes) assert.ok(name !== "" && hasIcon && group, name);
  assert.deepEqual([...new Set(brushes.map(([, , group]) => group))], ["Colour", "Bars", "Marks", "Places"]);
  for (const id of ["picture-draw", "picture-complete"]) assert.equal(await page.locator(`#${id} svg`).count(), 2, id);
  page.quiet();
});

test("a letter that is typed in the task Grid says where letters go, and goes there", async () => {
  const page = await opened(here.chrome, "#grid=...../.x.x./...../.x.x./.....");
  await square(page, 1, 1).focus();
  await page.keyboard.type("c");
  assert.match(await saidWhen(page, /Letters/), /^The task Grid paints squares/);
  assert.equal(await letters(page), ".".repeat(25));
  await page.getByRole("button", { name: "Type letters" }).click();
  await page.keyboard.type("cat");
  assert.equal((await letters(page)).slice(0, 3), "CAT");
  page.quiet();
});

test("the next empty clue, and the next finding, are one click away", async () => {
  const page = await opened(here.chrome, "#grid=...../.x.x./...../.x.x./.....&by=rules+british");
  await task(page, "clues");
  await page.getByLabel("clue of 1-Across,").fill("One");
  await page.click("#next-clue");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "clue of 4-Across, 5 letters");
  await task(page, "grid");
  await square(page, 1, 3).click();
  await task(page, "check");
  await page.click("#next-finding");
  assert.equal(await page.locator("#findings [aria-pressed=true]").count(), 1);
  const first = await page.locator("#findings [aria-pressed=true]").textContent();
  await page.click("#next-finding");
  assert.notEqual(await page.locator("#findings [aria-pressed=true]").textContent(), first);
  page.quiet();
});

test("puzzles and versions are shown with a small picture and the number of their letters", async () => {
  const page = await opened(here.chrome, "#grid=...../.x.x./...../.x.x./.....");
  await task(page, "letters");
  await square(page, 1, 1).click();
  await page.keyboard.type("CAT");
  await kept(page);
  await page.click("#puzzles");
  await page.waitForSelector("#puzzles-dialog[open]");
  assert.match(await page.textContent("#puzzle-list li"), /letters 3 of 21/);
  assert.match(await page.textContent("#revision-list li"), /letters [123] of 21/);
  assert.equal(await page.locator("#puzzle-list li svg path").count(), 2);
  page.quiet();
});
