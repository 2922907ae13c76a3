// Asks the npm package in Chromium, as a page with a strict policy imports it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, root } from "./support.mjs";

const place = process.env.PACKAGE ?? join(root, "web/dist/npm");
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const TYPES = { js: "text/javascript", html: "text/html", wasm: "application/octet-stream" };

let chrome, server, address;
before(async () => {
  chrome = await browser();
  server = createServer((request, response) => {
    const name = request.url.slice(1);
    const type = TYPES[name.split(".").pop()] ?? TYPES.html;
    let content = "<!doctype html><title>package</title>";
    try {
      if (name.startsWith("package/")) content = readFileSync(join(place, name.slice(8)));
      if (name === "own.js") content = 'import { count } from "/package/worker.js"; onmessage = async ({ data }) => postMessage((await count(data)).count);';
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": type, "content-security-policy": POLICY }).end(content);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  await chrome.close();
  server.close();
});

async function opened() {
  const page = await chrome.newPage();
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("pageerror", error => faults.push(String(error)));
  await page.goto(address);
  page.quiet = () => assert.deepEqual(faults, []);
  return page;
}

test("answers at once and in a worker, and gives up", async () => {
  const page = await opened();
  const answers = await page.evaluate(async () => {
    const [gridcheck, files] = await Promise.all([import("/package/index.js"), import("/package/files.js")]);
    const [{ valid }] = await gridcheck.validate("...\n.#.\n...");
    const puzzle = await files.convert("...\n.#.\n...", { to: "ipuz" });
    const [{ words }] = await files.stats(puzzle);
    const long = (await files.validate("...\n.#.\n...\n\n".repeat(30_000))).length;
    const before = await gridcheck.count(7, { signal: AbortSignal.abort() }).catch(error => error.name);
    const stop = new AbortController();
    const stopped = gridcheck.count(19, { engine: "backtrack", signal: stop.signal }).catch(error => error.name);
    setTimeout(() => stop.abort(), 300);
    const middle = await stopped;
    const { count } = await gridcheck.count(7);
    const wrong = await gridcheck.complete("??\n???").catch(error => `${error instanceof Error}: ${error.message}`);
    return { valid, words, long, before, middle, count, wrong };
  });
  assert.deepEqual(answers, {
    valid: true, words: 4, long: 30_000, before: "AbortError", middle: "AbortError", count: "650", wrong: "true: grid:2:3: a row of length 3, expected 2 as in the rows above",
  });
  page.quiet();
});

test("a worker of the page asks on its own thread", async () => {
  const page = await opened();
  const count = await page.evaluate(() => new Promise((resolve, reject) => {
    const worker = new Worker("/own.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(7);
  }));
  assert.equal(count, "650");
  page.quiet();
});

test("WebAssembly that cannot be loaded is an error, and is asked for again", async () => {
  const page = await opened();
  let isThere = false;
  await page.route("**/gridcheck.wasm", route => isThere ? route.continue() : route.fulfill({ status: 404, body: "" }));
  const ask = () => page.evaluate(async () => {
    const { count } = await import("/package/index.js");
    return count(5).then(({ count }) => count, error => error.message);
  });
  assert.match(await ask(), /^gridcheck\.wasm: 404/);
  isThere = true;
  assert.equal(await ask(), "17");
});
