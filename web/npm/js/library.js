// The library that judges and counts, and reads grids as text.
import { libraryOf } from "./answering.js";
import init, * as core from "./core.js";

export const { load, answered, hasStopped } = libraryOf(init, core);
