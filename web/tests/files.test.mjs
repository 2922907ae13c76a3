// Tests files: the page opens and saves every format like the program, as one file and on a server.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync, copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { address, findings, gridcheck, onDisk, opened, painted, root, server, square, surroundings } from "./support.mjs";

const here = surroundings();

async function choose(page, name, bytes) {
  await page.evaluate(() => { document.getElementById("file-message").textContent = ""; });
  await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForFunction(() => document.getElementById("file-message").textContent !== "");
  return page.textContent("#file-message");
}

test("every file in the formats' folder is opened, or refused in the program's words", async () => {
  const page = await opened(here.chrome), formats = join(root, "fixtures/formats"), seen = { read: 0, refused: 0 };
  for (const name of readdirSync(formats).filter(name => name !== "README.md")) {
    // The page reads no archives.
    if (name === "zipped.jpz") continue;
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
  await page.waitForFunction(() => /is open/.test(document.getElementById("file-message").textContent));
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

test("what is saved is what the program writes", async () => {
  const rows = readFileSync(join(root, "fixtures/tour/slip.txt"), "utf8").trim();
  const page = await opened(here.chrome, `#grid=${address(rows)}`);
  const formats = await page.locator("#format option").evaluateAll(options => options.map(({ value }) => value));
  assert.ok(formats.length >= 9, formats.join(" "));
  for (const format of formats) {
    await page.selectOption("#format", format);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    const bytes = readFileSync(await download.path()), out = join(here.folder, `expected.${format}`);
    const args = ["svg", "png"].includes(format) ? ["draw", "-", "--numbers", "--out", out]
      : ["convert", "-", "--to", format === "txt" ? "text" : format, "--out", out];
    const { status, stderr } = gridcheck(args, rows);
    assert.equal(status, 0, `${format}: ${stderr}`);
    // The two are compressed differently, but have equal pixels.
    if (format === "png") assert.deepEqual(await pixels(page, bytes), await pixels(page, readFileSync(out)));
    else assert.ok(bytes.equals(readFileSync(out)), format);
  }
  await page.click("[data-brush='?']");
  await square(page, 1, 1).click();
  await page.selectOption("#format", "puz");
  await page.click("#save");
  assert.match(await page.textContent("#file-message"), /^puz: some squares are open/);
  page.quiet();
});

test("on a server it is the same page", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
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
