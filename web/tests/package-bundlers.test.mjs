// Joins an app with each bundler, as the README of the package says, and runs the result in Chromium: it counts and judges grids on both of its
// threads and in a worker of its own, and judges a puzzle. It reads nothing before the first question, and no file of the package if it is given
// the bytes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build as esbuild } from "esbuild";
import { build as viteBuild, createServer as viteServer } from "vite";
import webpack from "webpack";
import { browser, root } from "./support.mjs";

const place = process.env.PACKAGE ?? join(root, "web/dist/npm");
const readme = readFileSync(join(root, "web/npm/README.md"), "utf8");
const TYPES = { js: "text/javascript", mjs: "text/javascript", html: "text/html", wasm: "application/wasm" };

// Returns the code under a heading of the README.
const recipe = heading => readme.match(new RegExp(`^### ${heading}\\n.*?^\`\`\`\\w+\\n(.*?)^\`\`\``, "ms"))?.[1] ?? assert.fail(`no recipe for ${heading}`);

const APP = `import { count, use, validate } from "gridcheck";
import { convert, stats, validate as validateFile } from "gridcheck/files";
globalThis.askFile = async () => {
  const [{ words }] = await stats(await convert("...\\n.#.\\n...", { to: "puz" }));
  return [words, (await validateFile("...\\n.#.\\n...\\n\\n".repeat(30_000))).length];
};
globalThis.ask = async given => {
  if (given) use(await (await fetch(given)).arrayBuffer());
  const [{ valid }] = await validate("...\\n.#.\\n...");
  return [valid, (await count(7)).count];
};
globalThis.askOwn = () => new Promise((resolve, reject) => {
  const worker = new Worker(new URL("./own.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message || "the worker did not start"));
});
`;
const OWN = 'import { count } from "gridcheck/worker";\ncount(7).then(({ count }) => postMessage(count));\n';
const INDEX = script => `<!doctype html><title>app</title><link rel="icon" href="data:,">${script}`;

let chrome;
const folders = [], servers = [];
before(async () => { chrome = await browser(); });
after(async () => {
  await chrome.close();
  for (const close of servers) await close();
  folders.forEach(folder => rmSync(folder, { recursive: true }));
});

// Makes a folder with the app and the installed package.
function project(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "gridcheck-app-"));
  folders.push(folder);
  cpSync(place, join(folder, "node_modules/gridcheck"), { recursive: true });
  for (const [name, content] of Object.entries({ "app.js": APP, "own.js": OWN, "package.json": '{ "type": "module" }', ...files })) writeFileSync(join(folder, name), content);
  return folder;
}

// Starts a web server for a folder, and returns its address.
async function served(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost"), name = pathname === "/" ? "index.html" : pathname.slice(1);
    let content;
    try {
      content = readFileSync(join(folder, name));
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] }).end(content);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  servers.push(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

// Runs the app at an address: twice, because the bytes are given before the first question.
async function run(address) {
  const open = async () => {
    const page = await chrome.newPage(), requests = [], faults = [];
    page.setDefaultTimeout(60_000);
    page.on("request", request => requests.push(new URL(request.url()).pathname));
    page.on("response", response => { if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`); });
    page.on("pageerror", error => faults.push(String(error)));
    await page.route("**/given", route => route.fulfill({ body: readFileSync(join(place, "gridcheck.wasm")) }));
    await page.goto(address);
    await page.waitForFunction("globalThis.askOwn");
    return { page, faults, read: () => requests.filter(name => name.endsWith(".wasm")) };
  };
  const alone = await open();
  assert.deepEqual([...alone.read(), ...alone.page.workers()], [], "before a question");
  assert.deepEqual(await alone.page.evaluate("ask()"), [true, "650"]);
  assert.equal(alone.read().length, 1);
  assert.equal(await alone.page.evaluate("askOwn()"), "650");
  assert.deepEqual(await alone.page.evaluate("askFile()"), [4, 30_000]);
  assert.deepEqual(alone.faults, []);
  const given = await open();
  assert.deepEqual(await given.page.evaluate('ask("/given")'), [true, "650"]);
  assert.deepEqual(given.read(), [], "though the bytes were given");
  assert.deepEqual(given.faults, []);
  await Promise.all([alone.page.close(), given.page.close()]);
}

test("a script without a bundler", async () => {
  const own = OWN.replace("gridcheck/worker", "/node_modules/gridcheck/worker.js");
  await run(await served(project({ "index.html": INDEX(recipe("Without a bundler")), "own.js": own })));
});

test("esbuild", async () => {
  const folder = project({ "build.js": recipe("esbuild") });
  symlinkSync(join(root, "web/node_modules/esbuild"), join(folder, "node_modules/esbuild"));
  const { status, stderr } = spawnSync(process.execPath, ["build.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  // The app's own worker is one more entry.
  await esbuild({ entryPoints: [join(folder, "own.js")], bundle: true, format: "esm", outdir: join(folder, "dist"), logLevel: "error" });
  writeFileSync(join(folder, "dist/index.html"), INDEX('<script type="module" src="app.js"></script>'));
  await run(await served(join(folder, "dist")));
});

test("Vite, as it is built", async () => {
  const folder = project({ "index.html": INDEX('<script type="module" src="/app.js"></script>') });
  await viteBuild({ root: folder, configFile: false, logLevel: "error" });
  await run(await served(join(folder, "dist")));
});

test("Vite, while it is developed", async () => {
  const folder = project({ "index.html": INDEX('<script type="module" src="/app.js"></script>') });
  // Otherwise Vite meets the package in the app's worker late, and loads the page again.
  const optimizeDeps = { entries: ["index.html", "own.js"] };
  const server = await viteServer({ root: folder, configFile: false, logLevel: "error", optimizeDeps, server: { host: "127.0.0.1", port: 0 } });
  servers.push(() => server.close());
  await server.listen();
  await run(`http://127.0.0.1:${server.httpServer.address().port}/`);
});

test("webpack", async () => {
  const folder = project(), path = join(folder, "dist");
  const stats = await new Promise((resolve, reject) => webpack(
    { context: folder, mode: "production", entry: "./app.js", output: { path } }, (error, stats) => error ? reject(error) : resolve(stats)));
  assert.ok(!stats.hasErrors(), stats.toString());
  writeFileSync(join(path, "index.html"), INDEX('<script src="main.js"></script>'));
  await run(await served(path));
});

test("in Node, a bundle that leaves the package out", async () => {
  const folder = project({ "program.js": 'import { count } from "gridcheck";\nconsole.log((await count(7)).count);\n' });
  await esbuild({ absWorkingDir: folder, entryPoints: ["program.js"], bundle: true, platform: "node", format: "esm", external: ["gridcheck"], outdir: "dist", logLevel: "error" });
  const { stdout, stderr } = spawnSync(process.execPath, ["dist/program.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(stdout, "650\n", stderr);
});
