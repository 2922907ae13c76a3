// The reports, and the options of requests, are written from the types of the library.
import type {
  CompleteReport, CountReport, DistributionReport, ExtremeReport, GridReport, RepairReport, StatsReport, SymmetryReport, ValidateReport,
} from "./answers.js";
import type { CompleteRequest, CountRequest, RepairRequest, RuleKeys, SampleRequest, StatsRequest, ValidateRequest } from "./requests.js";

export type * from "./answers.js";
export type { RuleKeys };

/** The contents of a file: text or bytes. Here they are grids as text, and in `gridcheck/files` any of the formats that the command reads. At most 64 MiB. */
export type Input = string | ArrayBuffer | ArrayBufferView;

/** The number of rows and columns, 1 to 64: of a square, of both, or as text, as in `"13x15"`. */
export type Size = number | readonly [rows: number, columns: number] | string;

/** A rule set: the name of a built-in one, the text of a rule file (with a line end in it), or its keys. The default is `british`. */
export type Rules = string | RuleKeys;

/** What concerns the call. */
export interface Call {
  /** Stops the work, and rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Receives each sentence that the command writes to standard error: how the file was read, what was left out. */
  onNote?: (note: string) => void;
}

/** What concerns a file. */
export interface OfFile extends Call {
  /** The name of the file in reports and errors. The default is `grid`. */
  name?: string;
}

/** Either rules or the profile of a house. */
export type By = { rules?: Rules; profile?: undefined } | { rules?: undefined; profile?: string };

export type ValidateOptions = OfFile & By & Pick<ValidateRequest, "where" | "select" | "ignore">;
export type StatsOptions = OfFile & Pick<StatsRequest, "where">;
export type ForcedOptions = OfFile & By & Pick<CompleteRequest, "where">;
export type CompleteOptions = ForcedOptions & Pick<CompleteRequest, "timeLimit"> & {
  /** Receives the report so far: first with the forced squares, then with the number of completions too. */
  onPart?: (report: CompleteReport) => void;
};
export type RepairOptions = OfFile & By & Pick<RepairRequest, "where" | "count" | "all" | "timeLimit"> & {
  /** Receives the report so far, whose `fewest` is a lower bound on the number of changed squares. */
  onPart?: (report: RepairReport) => void;
  /** Squares that stay: rows of `#`, `.` and `?` (may change), with line ends between them. */
  keep?: string;
};
/** Which grids of a size. */
export type Which = Pick<CountRequest, "where" | "lattice"> & {
  /** Given squares: rows of `#`, `.` and `?` (open), with line ends between them. */
  given?: string;
};
/** `seed` is a whole number below 2^53. Without it, one is picked, and a note names it. */
export type SampleOptions = Call & Which & By & Pick<SampleRequest, "count" | "seed" | "withRepetition" | "wild">;
export type CountOptions = Call & Which & Pick<CountRequest, "engine"> & { rules?: Rules };

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, the file beside the package is read at the first question. */
export function use(wasm: WebAssembly.Module | BufferSource): void;
/** Judges every grid of a file: all broken rules with their squares. */
export function validate(input: Input, options?: ValidateOptions): Promise<ValidateReport[]>;
/** Measures every grid of a file: words, checking, black squares, symmetry. */
export function stats(input: Input, options?: StatsOptions): Promise<StatsReport[]>;
/** Analyses a partly painted grid (`?` is open): counts the valid grids that complete it, and finds the forced squares. */
export function complete(input: Input, options?: CompleteOptions): Promise<CompleteReport>;
/** As `complete`, but only the forced squares are found, and nothing is counted for longer than a moment. */
export function forced(input: Input, options?: ForcedOptions): Promise<CompleteReport>;
/** Finds for each grid of a file the valid grids that change the fewest squares. */
export function repair(input: Input, options?: RepairOptions): Promise<RepairReport[]>;
/**
 * Draws grids at random, each equally likely and with its rank: its number among all grids of the rules, from 0. With a profile, grids as the
 * house prints them are drawn by random walks, without ranks.
 */
export function sample(size: Size, options?: SampleOptions): Promise<GridReport[]>;
/** Counts the grids by their symmetry, and those that are essentially different. */
export function count(size: Size, options: CountOptions & { by: "symmetry"; most?: undefined; fewest?: undefined }): Promise<SymmetryReport>;
/** Counts the grids in groups, by one or more measures, as in `"letters,words"`, or by the lengths of all words (`"lengths"`). */
export function count(size: Size, options: CountOptions & { by: string; most?: undefined; fewest?: undefined }): Promise<DistributionReport>;
/** Finds the largest or smallest value of a measure, and counts the grids that have it. */
export function count(
  size: Size, options: CountOptions & ({ most: string; fewest?: undefined } | { fewest: string; most?: undefined }) & { by?: undefined },
): Promise<ExtremeReport>;
/** Counts the grids that obey the rules. The number is text of decimal digits, because it may exceed a number of JavaScript. */
export function count(size: Size, options?: CountOptions & { by?: undefined; most?: undefined; fewest?: undefined }): Promise<CountReport>;
