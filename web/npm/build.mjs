// Builds the npm package in dist/npm: node npm/build.mjs, from anywhere. Needs the same as ../build.mjs.
//
// The types of reports are written from the schema of the command's answers. `npm pack` has the last word on the size.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, packaged, root, version, web } from "../wasm.mjs";

const { compile } = await import("json-schema-to-typescript");

// The reports of the package, by the names that they have in the schema.
const REPORTS = {
  validate: "ValidateReport", stats: "StatsReport", complete: "CompleteReport", repair: "RepairReport", count: "CountReport",
  count_by_measures: "DistributionReport", count_extreme: "ExtremeReport",
  count_by_symmetry: "SymmetryReport", grid: "GridReport",
};
const MOST_BYTES = 1_300_000;

const source = join(web, "npm"), out = join(dist, "npm");
packaged(out, "npm", "-Oz");
copyFileSync(join(source, "README.md"), join(out, "README.md"));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
const manifest = JSON.parse(readFileSync(join(source, "package.json")));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

// Writes a part of the schema as the generator understands it: a pair is a list of types, what an object has besides its keys is left out, and
// a named type with a description of its own is part of a list.
const understood = part => {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(understood);
  const { prefixItems, ...rest } = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, understood(value)]));
  if (rest.properties) for (const key of ["anyOf", "oneOf", "allOf", "not", "if", "then", "else"]) delete rest[key];
  if (rest.$ref && rest.description) return { description: rest.description, allOf: [{ $ref: rest.$ref }] };
  return prefixItems ? { ...rest, items: prefixItems } : rest;
};
const $defs = understood(JSON.parse(readFileSync(join(root, "docs/schema/answers.json"))).$defs);
$defs.size.title = "ReportSize";
$defs.rules.title = "RulesName";
for (const [name, title] of Object.entries(REPORTS)) $defs[name].title = title;
const properties = Object.fromEntries(Object.keys(REPORTS).map(name => [name, { $ref: `#/$defs/${name}` }]));
const types = await compile({ title: "Reports", type: "object", additionalProperties: false, properties, $defs }, "Reports",
  { bannerComment: "/* Written from docs/schema/answers.json by web/npm/build.mjs. */", format: false, ignoreMinAndMaxItems: false });
writeFileSync(join(out, "answers.d.ts"), types.replace(/export interface Reports \{[^}]*\}\n/, ""));

const [{ size, files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: out, stdio: ["ignore", "pipe", "ignore"] }));
console.log(`${out}: ${files.length} files, ${size} bytes compressed`);
if (size > MOST_BYTES) {
  console.error(`the package is too large: ${MOST_BYTES} bytes at most, compressed`);
  process.exit(1);
}
