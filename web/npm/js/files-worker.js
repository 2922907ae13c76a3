// The functions of `gridcheck/files`, on the thread that calls them: for a worker of the caller, who ends it to stop a question.
import { onThisThread } from "./answering.js";
import { fetched } from "./browser.js";
import * as library from "./files-library.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => fetched(new URL("./files.wasm", import.meta.url)));

export { use };
export const { validate, stats, convert } = functions(onThisThread(library, compiled));
