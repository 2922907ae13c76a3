// `gridcheck/files`: the functions about files of any format that the command reads.
import type { Input, OfFile, StatsOptions, ValidateOptions } from "./index.js";
import type { StatsReport, ValidateReport } from "./answers.js";
import type { Format } from "./requests.js";

export type * from "./answers.js";
export type { By, Call, Input, OfFile, RuleKeys, Rules, StatsOptions, ValidateOptions } from "./index.js";
export type { Format };

export interface ConvertOptions extends OfFile {
  to: Format;
}

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, `files.wasm` beside the package is read at the first question. */
export function use(wasm: WebAssembly.Module | BufferSource): void;
/** Judges every grid of a file: all broken rules with their squares. */
export function validate(input: Input, options?: ValidateOptions): Promise<ValidateReport[]>;
/** Measures every grid of a file: words, checking, black squares, symmetry. */
export function stats(input: Input, options?: StatsOptions): Promise<StatsReport[]>;
/** Converts a file to another format. What the format cannot store is a note. */
export function convert(input: Input, options: ConvertOptions): Promise<Uint8Array>;
