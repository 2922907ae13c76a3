// What the page and the package share: the crate becomes WebAssembly, with the JavaScript that wasm-bindgen writes for it, beside the JavaScript
// of the package.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const web = dirname(fileURLToPath(import.meta.url)), root = dirname(web), dist = join(web, "dist");

// What must be there first, and the command that brings it.
const needs = (isThere, what, command) => {
  if (isThere) return;
  console.error(`build.mjs needs ${what}: ${command}`);
  process.exit(2);
};
const output = (command, args) => {
  try { return execFileSync(command, args, { stdio: ["ignore", "pipe", "ignore"] }).toString(); } catch { return null; }
};
const oldest = JSON.parse(readFileSync(join(web, "npm/package.json"), "utf8")).engines.node.replace(">=", "");
needs(Number(process.versions.node.split(".")[0]) >= Number(oldest), `node ${oldest} or newer`, "see https://nodejs.org");
needs(output("cargo", ["--version"]) !== null, "cargo", "see https://rustup.rs");
const library = output("rustc", ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
needs(library !== null && existsSync(library.trim()), "the Rust target wasm32-unknown-unknown", "rustup target add wasm32-unknown-unknown");
needs(existsSync(join(web, "node_modules/esbuild")), "the packages of web/package.json", "npm ci --prefix web");
export const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
const cargo = (...args) => run("cargo", args);
const { target_directory: target, packages } = JSON.parse(
  execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1", "--locked"], { cwd: root, maxBuffer: 1 << 26 }));
export const { version } = packages.find(({ name }) => name === "gridcheck");

export const digestOf = content => createHash("sha256").update(content).digest("hex").slice(0, 16);

// What WebAssembly may use: every browser of the last three years has it.
const FEATURES = ["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext", "--enable-mutable-globals",
  "--enable-reference-types", "--enable-multivalue"];

// Makes a folder with the JavaScript of the package and WebAssembly, by this profile of cargo, optimised so. `parts` are the names of the
// WebAssembly modules, each with the feature of the crate that it has.
export function packaged(out, profile, optimise, parts) {
  rmSync(out, { recursive: true, force: true });
  cpSync(join(web, "npm/js"), out, { recursive: true });
  for (const [name, feature] of Object.entries(parts)) {
    cargo("build", "--locked", "--profile", profile, "--package", "gridcheck-web", "--target", "wasm32-unknown-unknown", "--features", feature);
    const folder = join(target, "gridcheck-web", profile, feature);
    mkdirSync(folder, { recursive: true });
    cargo("run", "--locked", "--quiet", "--profile", "glue", "--package", "gridcheck-glue", "--",
      join(target, "wasm32-unknown-unknown", profile, "gridcheck_web.wasm"), folder);
    // The optimiser takes minutes, so its result is kept for these contents.
    const built = join(folder, "core_bg.wasm"), wasm = join(folder, `optimised-${digestOf(readFileSync(built))}.wasm`);
    if (!existsSync(wasm)) run(join(web, "node_modules/.bin/wasm-opt"), [optimise, ...FEATURES, built, "-o", wasm]);
    copyFileSync(join(folder, "core.js"), join(out, name === "gridcheck" ? "core.js" : `${name}-core.js`));
    copyFileSync(wasm, join(out, `${name}.wasm`));
  }
}
