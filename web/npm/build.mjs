// Builds the npm package in dist/npm: node npm/build.mjs, from anywhere. Needs the same as ../build.mjs.
//
// `npm pack` has the last word on the size.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, packaged, root, version, web } from "../wasm.mjs";

const MOST_BYTES = 1_420_000;

const source = join(web, "npm"), out = join(dist, "npm");
packaged(out, "npm", "-Oz");
copyFileSync(join(source, "README.md"), join(out, "README.md"));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
const manifest = JSON.parse(readFileSync(join(source, "package.json")));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

const [{ size, files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: out, stdio: ["ignore", "pipe", "ignore"] }));
console.log(`${out}: ${files.length} files, ${size} bytes compressed`);
if (size > MOST_BYTES) {
  console.error(`the package is too large: ${MOST_BYTES} bytes at most, compressed`);
  process.exit(1);
}
