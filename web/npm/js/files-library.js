// The library that judges, and reads and converts puzzle files.
import { libraryOf } from "./answering.js";
import init, * as core from "./files-core.js";

export const { load, answered, hasStopped } = libraryOf(init, core);
