// Builds the npm package in dist/npm: node npm/build.mjs, from anywhere. Needs the same as ../build.mjs.
//
// A program loads one of the two WebAssembly modules, so each has a limit.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { dist, packaged, root, version, web } from "../wasm.mjs";

/** Maximum size of a WebAssembly module, compressed as servers send it. */
const MAX_BYTES = 1_200_000;

/** The modules, each with its feature of the crate. */
const PARTS = { gridcheck: "count", files: "files" };

const source = join(web, "npm"), out = join(dist, "npm");
packaged(out, "npm", "-Oz", PARTS);
copyFileSync(join(source, "README.md"), join(out, "README.md"));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
writeFileSync(join(out, "THIRD-PARTY.txt"), execFileSync("python3", [join(root, ".ci/notices.py"), "gridcheck-web", Object.values(PARTS).join(",")], { maxBuffer: 1 << 26 }));
const manifest = JSON.parse(readFileSync(join(source, "package.json")));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

const [{ size, files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: out, stdio: ["ignore", "pipe", "ignore"] }));
console.log(`${out}: ${files.length} files, ${size} bytes compressed`);
for (const name of Object.keys(PARTS)) {
  const bytes = gzipSync(readFileSync(join(out, `${name}.wasm`)), { level: 9 }).length;
  console.log(`${name}.wasm: ${bytes} bytes compressed`);
  if (bytes > MAX_BYTES) {
    console.error(`${name}.wasm is too large: ${MAX_BYTES} bytes at most, compressed`);
    process.exitCode = 1;
  }
}
