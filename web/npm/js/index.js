// The package in browsers.
import { asking } from "./asking.js";
import { fetched, listening } from "./browser.js";
import { functions } from "./questions.js";

const start = hear => listening(new Worker(new URL("./thread.js", import.meta.url), { type: "module" }), hear);

export const { validate, stats, complete, forced, sample, repair, convert, count } = functions(asking(fetched, start));
