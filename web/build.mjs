// Builds the page: node build.mjs, from anywhere. Needs cargo, and the packages of package.json (`npm ci` in this folder).
//
// The library is compiled to WebAssembly, wasm-opt makes that smaller and faster, and esbuild joins the modules of page/. The result is in
// dist/: gridcheck.html, one file that opens from a disk, and server/, the same as files for a web server.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url)), root = dirname(web), dist = join(web, "dist"), server = join(dist, "server");
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
const cargo = (...args) => run("cargo", args);
const { target_directory: target } = JSON.parse(
  execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1", "--locked"], { cwd: root, maxBuffer: 1 << 26 }));

cargo("build", "--locked", "--release", "--package", "gridcheck-web", "--target", "wasm32-unknown-unknown");
rmSync(dist, { recursive: true, force: true });
mkdirSync(server, { recursive: true });
const glue = join(target, "page");
cargo("run", "--locked", "--quiet", "--profile", "glue", "--package", "gridcheck-glue", "--",
  join(target, "wasm32-unknown-unknown/release/gridcheck_web.wasm"), glue);
const wasm = join(server, "gridcheck.wasm");
run(join(web, "node_modules/.bin/wasm-opt"), ["-O2", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
  "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue", join(glue, "core_bg.wasm"), "-o", wasm]);

const joined = async (file, format, inside) => {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [join(web, "page", file)], bundle: true, minify: true, write: false, format, target: "es2022", charset: "utf8",
    alias: { core: join(glue, "core.js") }, define: { INSIDE: String(inside) }, logOverride: { "empty-import-meta": "silent" },
  });
  return text;
};
const style = readFileSync(join(root, "crates/puzzle/draw/src/style.css"), "utf8") + readFileSync(join(web, "page/page.css"), "utf8");
const page = (parts) => Object.entries(parts).reduce(
  (text, [name, part]) => text.replace(`{{${name}}}`, () => part), readFileSync(join(web, "page/index.html"), "utf8"));
// A script element must not contain its own end tag.
const script = (attributes, text) => `<script ${attributes}>${text.replaceAll("</script", "<\\/script")}</script>`;

const worker = await joined("worker.js", "iife", true);
const one = join(dist, "gridcheck.html");
writeFileSync(one, page({
  policy: "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:",
  style: `<style>\n${style}</style>`,
  script: [
    script(`type="text/plain" id="core"`, gzipSync(readFileSync(wasm), { level: 9 }).toString("base64")),
    script(`type="text/plain" id="worker"`, worker),
    script(`type="module"`, await joined("main.js", "esm", true)),
  ].join("\n"),
}));

writeFileSync(join(server, "style.css"), style);
writeFileSync(join(server, "page.js"), await joined("main.js", "esm", false));
writeFileSync(join(server, "worker.js"), worker);
writeFileSync(join(server, "index.html"), page({
  policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
  style: `<link rel="stylesheet" href="style.css">`,
  script: `<script type="module" src="page.js"></script>`,
}));

const bytes = statSync(one).size, packed = gzipSync(readFileSync(one), { level: 9 }).length;
console.log(`${one}: ${bytes} bytes, ${packed} compressed`);
if (bytes >= 5_000_000 || packed >= 2_000_000) {
  console.error("the page is too large: 5,000,000 bytes at most, 2,000,000 compressed");
  process.exit(1);
}
