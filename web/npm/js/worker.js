// The same functions, on the thread that calls them: for a worker of the caller, who ends it to stop a question.
import { onThisThread } from "./answering.js";
import { fetched } from "./browser.js";
import * as library from "./library.js";
import { functions } from "./questions.js";
import { wasm } from "./webassembly.js";

const { use, compiled } = wasm(() => fetched(new URL("./gridcheck.wasm", import.meta.url)));

export { use };
export const { validate, stats, complete, forced, sample, repair, count } = functions(onThisThread(library, compiled));
