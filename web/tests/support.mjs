// Runs the page in a headless Chromium, and the program beside it. CHROME names the browser, GRIDCHECK the program, PAGE the page.
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

// Returns the text of each page of a PDF.
export async function textsOf(pdf) {
  const library = await PDFiumLibrary.init(), document = await library.loadDocument(pdf);
  const texts = [...document.pages()].map(page => page.getText());
  document.destroy();
  library.destroy();
  return texts;
}

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const onDisk = process.env.PAGE ?? join(root, "web/dist/gridcheck.html");
export const server = join(dirname(onDisk), "server");
const program = process.env.GRIDCHECK ?? join(root, "target/release/gridcheck");
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const gridcheck = (args, input = "") => spawnSync(program, args.map(String), { input, encoding: "utf8", cwd: root });
export const json = (args, input) => {
  const { stdout, stderr } = gridcheck([...args, "--format", "json"], input);
  return stdout.trim() === "" ? assert.fail(stderr) : JSON.parse(stdout);
};

function executable() {
  const path = process.env.CHROME ?? browsers.find(existsSync);
  assert.ok(path, "there is no Chromium: set CHROME");
  return path;
}

// Tests in a container run as root, to which Chromium gives no sandbox; the page is trusted.
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];

export const browser = () => chromium.launch({ executablePath: executable(), args: ARGUMENTS });

// Starts a browser with a profile on the disk. `kill()` ends all its processes at once; it is called after the test too.
export async function mortal(test, profile) {
  const child = spawn(executable(), [...ARGUMENTS, "--headless=new", "--remote-debugging-port=0", "--no-first-run", `--user-data-dir=${profile}`], { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    let told = "";
    child.stderr.on("data", data => {
      const found = (told += data).match(/ws:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error(told)));
  });
  const chrome = await chromium.connectOverCDP(address, { timeout: 120_000 }), ended = new Promise(resolve => { child.on("exit", resolve); });
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-/** @type {number} */ (child.pid), "SIGKILL");
    await ended;
  };
  test.after(kill);
  return { context: chrome.contexts()[0], kill };
}

// An ordinary grid of 15 x 15 with 32 words of 5, 7 and 9 letters, as in an address.
export const ORDINARY = ".......x......./.x.x.x.x.x.x.x./.....x........./.x.x.x.x.x.x.x./.........x...../.xxx.x.x.xxx.x./.......x......./xx.x.xxxxx.x.xx/.......x......./.x.xxx.x.x.xxx./.....x........./.x.x.x.x.x.x.x./.........x...../.x.x.x.x.x.x.x./.......x.......";

// Starts a browser and makes a folder for the tests of one file; both are gone after the tests.
export function surroundings() {
  const here = {};
  before(async () => {
    here.chrome = await browser();
    here.folder = mkdtempSync(join(tmpdir(), "gridcheck-page-"));
  });
  after(async () => {
    await here.chrome.close();
    rmSync(here.folder, { recursive: true });
  });
  return here;
}

// Opens a page and waits until it is ready. Any network request or complaint of the page fails the test that calls `quiet`.
export async function opened(browser, hash = "", { address = pathToFileURL(onDisk).href, ...context } = {}) {
  const page = await (await browser.newContext(context)).newPage();
  // A page that starts in a second takes more than the default of 30 s while other programs have the processor.
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("request", request => {
    const url = request.url();
    if (!url.startsWith("blob:") && !url.startsWith("data:") && !url.startsWith(address.replace(/[^/]*$/, ""))) faults.push(`asked for ${url}`);
  });
  page.on("pageerror", error => faults.push(String(error)));
  page.on("console", message => { if (message.type() === "error") faults.push(message.text()); });
  await page.goto(address + hash);
  await page.waitForSelector("html[data-ready]");
  page.quiet = () => assert.deepEqual(faults, []);
  return page;
}

// Converts rows of the program's text to the page's address.
export const address = rows => rows.trim().replaceAll("\n", "/").replaceAll("#", "x").replaceAll("?", "o");

export const square = (page, row, column) => page.locator(`[role=row]:nth-child(${row}) > [role=gridcell]:nth-child(${column})`);

// Returns the painting as the program writes it.
export const painted = page => page.evaluate(() => [...document.querySelectorAll("#board [role=row]")].map(row =>
  [...row.children].map(square => ["white", "black", "open", "void"].find(name => square.classList.contains(name)))
    .map(name => ({ white: ".", black: "#", open: "?", void: "_" })[name]).join("")).join("\n"));

// Returns the letters in the grid, row by row, without those that the page only proposes.
export const letters = page => page.evaluate(() => [...document.querySelectorAll("#board .square")]
  .map(square => square.classList.contains("forced") ? "." : square.dataset.letter || ".").join(""));

export const task = (page, name) => page.click(`[data-task="${name}"]`);

// Returns the message of the page.
export const said = page => page.textContent("#said");
export const saidWhen = async (page, pattern) => {
  await page.waitForFunction(source => new RegExp(source).test(document.getElementById("said").textContent), pattern.source, { timeout: 60_000 });
  return said(page);
};

export const clue = (page, name) => page.getByLabel(`clue of ${name},`);

// Returns the findings in the program's order: the page shows errors first, and many with one code together.
export async function findings(page) {
  const before = await page.evaluate(() => document.body.dataset.task);
  await task(page, "check");
  const found = await page.locator("#findings button").evaluateAll(buttons =>
    buttons.sort((one, other) => one.dataset.finding - other.dataset.finding).map(({ textContent }) => textContent));
  await task(page, before);
  return found;
}

// Opens a file, and returns the message about it.
export async function choose(page, name, bytes) {
  await page.evaluate(() => { document.getElementById("said").textContent = ""; });
  await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForFunction(() => !/^(Reading .*)?$/.test(document.getElementById("said").textContent));
  return said(page);
}

// Saves the puzzle in a format, and returns the file's name and contents, and what the page says is lost.
export async function save(page, format, withLetters = false) {
  await page.click("#save");
  await page.selectOption("#format", format);
  await page.setChecked("#with-letters", withLetters);
  const losses = await page.textContent("#losses");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-now")]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()), losses };
}

// Waits until the browser has kept the last change.
export const kept = page => page.waitForFunction(() => {
  const { textContent, ariaBusy } = document.getElementById("kept");
  return textContent === "saved" && ariaBusy !== "true";
});

// Shows a grid in an open page by changing its address.
export async function show(page, rows, by) {
  // The page takes the grid when the event comes, and what is asked before that is given up.
  await page.evaluate(hash => new Promise(taken => {
    const before = location.href;
    location.hash = hash;
    if (location.href === before) taken();
    else addEventListener("hashchange", () => setTimeout(taken), { once: true });
  }), `#grid=${address(rows)}&by=${encodeURIComponent(by)}`);
  await page.waitForFunction(rows => [...document.querySelectorAll("#board [role=row]")].length === rows, rows.trim().split("\n").length);
  await page.waitForFunction(by => document.getElementById("basis").value === by, by);
}

// Returns a generator of a fixed sequence: a linear congruential generator (Knuth's MMIX constants, 1999), high bits.
export function dice(seed) {
  let state = BigInt(seed);
  return below => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(below));
  };
}

// Draws a grid of random squares with the half turn; with a third of them open, if requested.
export function random(roll, size, squares = ".") {
  const all = Array.from({ length: size * size }, () => squares[roll(squares.length)]);
  for (let i = 0; i < all.length; i++) all[all.length - 1 - i] = all[i];
  return Array.from({ length: size }, (_, r) => all.slice(r * size, (r + 1) * size).join("")).join("\n");
}

// Other people's patterns, which may lie beside the project.
export function published() {
  const folder = join(root, "../shared/grids");
  if (!existsSync(folder)) {
    assert.ok(!process.env.GRIDCHECK_SHARED_MUST_EXIST, `${folder} is not there`);
    console.log("skipped: no published patterns beside the project");
    return [];
  }
  return ["american", "british"].flatMap(kind => readdirSync(join(folder, kind)).sort().map(name => join(folder, kind, name)))
    .filter(file => file.endsWith(".txt")).map(file => readFileSync(file, "utf8").trim());
}
