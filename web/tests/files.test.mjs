// Tests files: the page opens and saves every format like the program, as one file and on a server.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync, copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { address, choose, findings, gridcheck, onDisk, opened, painted, root, said, saidWhen, save, server, square, surroundings, task } from "./support.mjs";

const here = surroundings();

test("every file in the formats' folder is opened, or refused in the program's words", async () => {
  const page = await opened(here.chrome), formats = join(root, "fixtures/formats"), seen = { read: 0, refused: 0 };
  for (const name of readdirSync(formats).filter(name => name !== "README.md")) {
    const bytes = readFileSync(join(formats, name));
    const told = await choose(page, name, bytes);
    writeFileSync(join(here.folder, name), bytes);
    const { status, stdout, stderr } = gridcheck(["convert", join(here.folder, name), "--to", "text"]);
    if (status === 0) {
      seen.read += 1;
      assert.match(told, /is open/, name);
      assert.equal(await painted(page), stdout.trim().split("\n\n")[0], name);
    } else if (!/is open/.test(told)) {
      seen.refused += 1;
      assert.equal(`gridcheck: ${told}`, stderr.trim().split("\n").at(-1).replace(`${here.folder}/`, ""), name);
    }
  }
  assert.ok(seen.read > 15, JSON.stringify(seen));
  page.quiet();
});

test("what is no grid is refused in the line that the program has", async () => {
  const page = await opened(here.chrome);
  for (const [name, bytes] of [["letters.txt", "...\n.x.\n..\n"], ["empty.txt", ""], ["half.ipuz", '{"version": "http://ipuz.org/v2"'], ["dots.txt", "...\n..\n"]]) {
    const before = await painted(page), told = await choose(page, name, bytes);
    writeFileSync(join(here.folder, name), bytes);
    const { status, stderr } = gridcheck(["validate", join(here.folder, name)]);
    assert.equal(status, 2, name);
    assert.equal(`gridcheck: ${told}`, stderr.trim().replaceAll(`${here.folder}/`, ""), name);
    assert.equal(await painted(page), before, name);
  }
  page.quiet();
});

test("a file that is dropped is opened", async () => {
  const page = await opened(here.chrome), bytes = [...readFileSync(join(root, "fixtures/formats/ordinary.puz"))];
  await page.evaluate(bytes => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "ordinary.puz"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  }, bytes);
  await saidWhen(page, /is open/);
  assert.equal(await painted(page), gridcheck(["convert", "fixtures/formats/ordinary.puz", "--to", "text"]).stdout.trim());
  page.quiet();
});

const pixels = (page, png) => page.evaluate(async base64 => {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, digest: data.reduce((sum, byte) => (sum * 31 + byte) % 2147483647, 7) };
}, png.toString("base64"));

test("what is saved is what the program writes, ipuz first, under the title", async () => {
  const rows = readFileSync(join(root, "fixtures/tour/slip.txt"), "utf8").trim();
  const page = await opened(here.chrome, `#grid=${address(rows)}`);
  await page.click("#save");
  assert.equal(await page.inputValue("#format"), "ipuz");
  await page.keyboard.press("Escape");
  const formats = await page.locator("#format option").evaluateAll(options => options.map(({ value }) => value));
  assert.ok(formats.length >= 9, formats.join(" "));
  for (const format of formats) {
    const { name, bytes } = await save(page, format), out = join(here.folder, `expected.${format}`);
    assert.match(name, /^Untitled 7 × 7\./);
    const args = ["svg", "png"].includes(format) ? ["draw", "-", "--numbers", "--out", out]
      : ["convert", "-", "--to", format, "--out", out];
    const { status, stderr } = gridcheck(args, rows);
    assert.equal(status, 0, `${format}: ${stderr}`);
    // The two are compressed differently, but have equal pixels.
    if (format === "png") assert.deepEqual(await pixels(page, bytes), await pixels(page, readFileSync(out)));
    else assert.ok(bytes.equals(readFileSync(out)), format);
  }
  await page.fill("#text-title", "A: title / two");
  assert.equal((await save(page, "ipuz")).name, "A title two.ipuz");
  await page.click("[data-brush='?']");
  await square(page, 1, 1).click();
  await page.click("#save");
  assert.equal(await page.inputValue("#format"), "text");
  assert.match(await page.textContent("#losses"), /plain text stores the squares alone/);
  await page.selectOption("#format", "puz");
  assert.match(await page.textContent("#losses"), /^puz: some squares are open/);
  assert.equal(await page.isDisabled("#save-now"), true);
  page.quiet();
});

test("a file with bars and voids is shown, edited around, and saved as the program converts it", async () => {
  const page = await opened(here.chrome), path = join(here.folder, "barred.ipuz"), out = join(here.folder, "barred-expected.ipuz");
  const bar = sides => ({ cell: 0, style: { barred: sides } });
  writeFileSync(path, JSON.stringify({
    version: "http://ipuz.org/v2", kind: ["http://ipuz.org/crossword#1"], title: "Barred", author: "A. Setter", dimensions: { width: 4, height: 4 },
    puzzle: [[1, 2, { cell: 3, style: { barred: "L" } }, null], [4, bar("B"), 0, 5], [6, 0, bar("T"), 0], [null, 0, 0, 0]],
    solution: [["A", "B", "C", null], ["D", "E", "F", "G"], ["H", "I", "J", "K"], [null, "L", "M", "N"]],
  }));
  assert.equal(gridcheck(["convert", path, "--to", "ipuz", "--out", out]).status, 0);
  const expected = readFileSync(out, "utf8");
  assert.match(await choose(page, "barred.ipuz", readFileSync(path)), /^barred\.ipuz is open/);
  assert.equal(await page.locator(".bar-right, .bar-below").count(), 3);
  assert.equal(await painted(page), "..._\n....\n....\n_...");
  assert.equal((await save(page, "ipuz")).bytes.toString(), expected);
  // Voids are painted around, and a bar waits while its square is black.
  await page.selectOption("#symmetry", "none");
  await square(page, 1, 4).click();
  await square(page, 1, 3).click();
  assert.equal(await painted(page), "..#_\n....\n....\n_...");
  assert.equal(await page.locator(".bar-right, .bar-below").count(), 2);
  await square(page, 1, 3).click();
  assert.equal(await page.locator(".bar-right, .bar-below").count(), 3);
  // It is judged, and neither counted nor drawn.
  assert.match(await page.textContent("#verdict"), /error|valid/);
  await page.click("#complete");
  assert.match(await saidWhen(page, /without/), /^Grids without some squares are judged, and not counted/);
  page.quiet();
});

test("bars, circles, shades and voids are drawn by pointer and keyboard, and undone", async () => {
  const page = await opened(here.chrome, "#grid=...../...../...../...../.....&symmetry=rot180");
  await page.click("[data-brush='bar']");
  const { x, y, width, height } = await square(page, 2, 2).boundingBox();
  await page.mouse.click(x + width - 3, y + height / 2);
  assert.equal(await page.locator(".bar-right").count(), 2);
  assert.match(await square(page, 4, 3).getAttribute("class"), /bar-right/);
  await square(page, 1, 1).focus();
  await page.keyboard.press("_");
  assert.match(await square(page, 1, 1).getAttribute("class"), /bar-below/);
  // 1-Down begins below the bar now.
  assert.equal(await square(page, 2, 1).textContent(), "6");
  await page.keyboard.press("o");
  assert.match(await square(page, 1, 1).getAttribute("class"), /circled/);
  await page.keyboard.press("s");
  assert.match(await square(page, 1, 1).getAttribute("class"), /shaded/);
  await page.click("[data-brush='_']");
  await square(page, 1, 5).click();
  assert.equal((await painted(page)).split("\n")[0], "...._");
  assert.equal((await painted(page)).split("\n")[4], "_....");
  const { bytes } = await save(page, "ipuz");
  const ipuz = JSON.parse(bytes.toString());
  assert.equal(ipuz.puzzle[0][4], null);
  for (let i = 0; i < 5; i++) await page.click("#undo");
  assert.equal(await page.locator(".bar-right, .bar-below, .circled, .shaded, .void").count(), 0);
  await page.click("#complete");
  await page.waitForFunction(() => /completion/.test(document.getElementById("answer").textContent));
  page.quiet();
});

test("a file of nine million letters is read without a pause of the page", async () => {
  const page = await opened(here.chrome);
  const row = ".".repeat(21), grid = `${Array(21).fill(row).join("\n")}\n\n`;
  const bytes = Buffer.from(grid.repeat(Math.ceil(9_000_000 / grid.length)));
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver(list => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration); })
      .observe({ type: "longtask" });
  });
  // From a path: the driver of the browser would decode other bytes in the page.
  writeFileSync(join(here.folder, "many.txt"), bytes);
  await page.setInputFiles("#file", join(here.folder, "many.txt"));
  const message = await saidWhen(page, /is open/);
  assert.match(message, /is open.*the first of \d+ grids/);
  const longest = await page.evaluate(() => window.longest);
  console.log(`9 MB of text: the longest task of the page took ${Math.round(longest)} ms`);
  // Reading it here took more than four seconds.
  assert.ok(longest < 1000, `${longest} ms`);
  page.quiet();
});

test("on a server it is the same page", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".txt": "text/plain" };
  const served = createServer((request, response) => {
    const name = request.url.split("?")[0].replace(/\/$/, "/index.html").slice(1);
    if (!readdirSync(server).includes(name)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(name)] }).end(readFileSync(join(server, name)));
  });
  await new Promise(resolve => served.listen(0, "127.0.0.1", resolve));
  try {
    const page = await opened(here.chrome, "#grid=ooooo/ooooo/ooooo/ooooo/ooooo", { address: `http://127.0.0.1:${served.address().port}/` });
    await page.click("#complete");
    await page.waitForFunction(() => /completions/.test(document.getElementById("answer").textContent), null, { timeout: 60_000 });
    const count = gridcheck(["count", "--size", 5]).stdout.trim();
    assert.ok((await page.textContent("#answer")).startsWith(`${count} completions`));
    page.quiet();
    // After the first visit it works without the server.
    await page.evaluate(() => navigator.serviceWorker.ready);
    served.close();
    served.closeAllConnections();
    await page.goto(`${page.url().replace(/#.*/, "")}?again`);
    await page.waitForSelector("html[data-ready]");
    await task(page, "letters");
    await square(page, 1, 1).click();
    await page.waitForFunction(() => document.querySelectorAll("#candidates button").length > 0, null, { timeout: 60_000 });
  } finally {
    served.close();
  }
});

test("a grid of a gallery opens in the page that lies beside it", async () => {
  const rows = readFileSync(join(root, "fixtures/tour/slip.txt"), "utf8").trim(), gallery = join(here.folder, "gallery.html");
  gridcheck(["draw", "-", "--out", gallery], rows);
  const plain = await (await here.chrome.newContext()).newPage();
  await plain.goto(pathToFileURL(gallery).href);
  await plain.locator(".thumb").first().click();
  assert.equal(await plain.locator("#picture").getAttribute("href"), null);
  copyFileSync(onDisk, join(here.folder, "gridcheck.html"));
  gridcheck(["draw", "-", "--open-edge", "--force", "--out", gallery], rows);
  const page = await (await here.chrome.newContext()).newPage();
  await page.goto(pathToFileURL(gallery).href);
  await page.locator(".thumb").first().click();
  await page.locator("#picture").click();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await painted(page), rows);
  assert.ok((await findings(page)).length > 0);
});

test("the program writes the page that it was built with, or says how it is built", () => {
  const out = join(here.folder, "written.html"), { status, stderr } = gridcheck(["page", "--out", out]);
  if (status === 0) assert.ok(readFileSync(out).equals(readFileSync(onDisk)));
  else assert.match(stderr, /^gridcheck: this program was built without the page: .*web\/build\.mjs/);
});

test("a file that is refused is explained without options of a command line", async () => {
  const page = await opened(here.chrome);
  const exolve = "exolve-begin\n  exolve-width: 3\n  exolve-height: 1\n  exolve-grid:\n  CAT\nexolve-end\n", xd = "Title: T\nAuthor: A\n\n\nCAT\n";
  for (const [name, text, expected] of [
    ["a.txt", `${xd}\n\n${exolve}`, /^a\.txt:1:1: its content shows the formats exolve and xd$/],
    ["a.xd", exolve, /^a\.xd:1:1: its ending \.xd means the format xd, but its content shows the format exolve: rename it$/],
    ["a.puz", "..\n.%\n", /^a\.puz:2:.* \(nothing in it shows the format puz, so it was read as plain text\)$/],
    ["a.txt", "01\n10\n", /expected # for black, \. for white/],
    ["a.txt", "01\n10\n\n01\n10\n", /expected # for black, \. for white/],
    ["a.xd", "Title: T\nAuthor: A\n\n\nC.T\n...\nT.C\n\n\nA1. a ~ CAT\n", /^a\.xd/],
    ["a.exolve", exolve.replace("begin\n", "begin\n  exolve-id: a b\n"), /^a\.exolve:2:1: exolve: exolve-id: expected letters from a to z, digits and hyphens, found `a b`$/],
  ]) {
    const told = await choose(page, name, text);
    assert.match(told, expected);
    assert.doesNotMatch(told, /--/, told);
  }
  assert.match(await choose(page, "good.exolve", exolve.replace("begin\n", "begin\n  exolve-id: Monday-7\n")), /^good\.exolve is open/);
  page.quiet();
});
