// The types of docs/schema/answers.json, written by `cargo run --release -p gridcheck-docs`.

/** The version of the shapes. It increases when a key disappears or changes its meaning; a new key does not count. */
export type Schema = 2;

/** The name of a built-in rule set. Any other set is spelled out: NAME (BUILT-IN, key = value, ...), without NAME if it has none. */
export type RulesName = string;

/** The severity of a finding. */
export type Severity = "note" | "warning" | "error";

/** Row and column, from 1. */
export type Square = [number, number];

/** The two directions of words. */
export type Direction = "across" | "down";

/** A region: its first square and its size. */
export interface Region {
  row: number;
  column: number;
  size: number;
}

/** A finding, with further fields of its rule. */
export interface Finding {
  code: string;
  severity: Severity;
  rule?: string;
  word?: string;
  message: string;
  /** The line of the clue that the finding is about, in formats with lines. */
  file_line?: number;
  squares: Square[];
  direction?: Direction;
  row?: number;
  column?: number;
  length?: number;
  pattern?: string;
  letter?: number;
  run?: number;
  checked?: number;
  unchecked?: number;
  expected_least?: number;
  expected_most?: number;
  needed?: number;
  allowed?: number | string;
  found?: number;
  /** A side of the grid. */
  side?: "top" | "bottom" | "left" | "right";
  line?: number;
  regions?: number;
  cut_off?: Region[];
  symmetry?: string;
  transform?: string;
  colour?: string;
  image_row?: number;
  image_column?: number;
  image_colour?: string;
  bar_between?: Square[];
  images?: Square[];
  height?: number;
  width?: number;
  black?: number;
  words?: number;
  wanted?: number;
  expected?: number[];
  applicable?: boolean;
  voids?: number;
  /** With `--baseline`: `true` if the earlier run has the finding. */
  known?: boolean;
}

/** The result of `--suggest`. */
export interface Suggestion {
  changes: number | null;
  fewest: number | null;
}

/** gridcheck validate, a line for each grid. A file that cannot be read has a line without index and rules, and the finding GC000. */
export interface ValidateReport {
  schema: Schema;
  file: string;
  index: number | null;
  line: number;
  profile?: string;
  rules?: RulesName;
  /** Null if not all rules are checked. */
  valid: boolean | null;
  findings: Finding[];
  repair?: Suggestion;
}

/** A subgroup of the square's eight symmetries, up to conjugacy. */
export type Symmetry = "none" | "rot180" | "rot90" | "mirror" | "mirrors" | "diagonal" | "diagonals" | "all";

/** The words of one length. */
export interface LengthRow {
  /** Number of words across. */
  across: number;
  /** Number of words down. */
  down: number;
  /** Number of words with fewer than half of their letters checked. */
  under_half: number;
  /** Number of words with more letters checked than half, rounded up. */
  over_half: number;
  /** The fewest checked letters of a word. */
  fewest_checked: number;
  /** The most checked letters of a word. */
  most_checked: number;
  /** Number of checked letters of all the words together. */
  checked: number;
  length: number;
}

/** A clue for several words. */
export interface Link {
  /** The words, by their names, as in `1-Across`. An answer that turns has only its first word here. */
  words: string[];
  /** The length of its answer. */
  length: number;
}

/** gridcheck stats, a line for each grid. */
export interface StatsReport {
  schema: Schema;
  /** The file's name. */
  file: string;
  /** The grid's number in its file, from 1. */
  index: number;
  /** The line of its first row, from 1. */
  line: number;
  /** Number of rows. */
  height: number;
  /** Number of columns. */
  width: number;
  /** Number of white squares. */
  white: number;
  /** Number of black squares. */
  black: number;
  /** Number of words. */
  words: number;
  /** The mean length of a word; null if there is no word. */
  mean_length: number | null;
  /** Number of white squares that are letters of two words. */
  checked: number;
  /** Number of white squares that are letters of one word. */
  unchecked: number;
  /** Number of white squares in no word. */
  isolated: number;
  /** Number of words with exactly two unchecked letters side by side as their longest run. */
  double_unches: number;
  /** Number of words with three or more unchecked letters side by side. */
  triple_unches: number;
  /** Number of words that begin or end with two or more unchecked letters. */
  unches_at_ends: number;
  /** The symmetries that leave the grid unchanged. */
  symmetry: Symmetry;
  /** Keith's letter for the symmetry, if he has one. */
  keiths_type: string | null;
  /** Number of regions of white squares. */
  regions: number;
  /** The checked squares whose loss would separate connected words, in reading order. They are the bridges of the graph whose nodes are words and whose edges are checked squares. */
  hinges: Square[];
  /** Number of squares in the largest region of black squares. */
  largest_black_block: number;
  /** The most black squares side by side along an edge. */
  longest_black_edge: number;
  /** Black squares that could be white without changing the number of words. */
  cheaters: number;
  /** `true` if Keith counts the grid: a square of odd size, without bars or voids, that obeys the British rules. */
  in_keiths_count: boolean;
  /** `true` if the grid is a valid American grid, in the same sense. */
  is_american: boolean;
  /** The words by their length. */
  lengths: LengthRow[];
  /** Number of bars between white squares. */
  bars: number;
  /** Number of places of the rectangle without a square. */
  voids: number;
  /** The clues for several words of a puzzle file. Left out if there are none. */
  links?: Link[];
}

/** The number of rows of a square, or rows x columns of any other size. A claim states the size that its source prints. */
export type ReportSize = number | string;

/** A whole number as text, because it may exceed the numbers of a reader. */
export type Digits = string;

/** The rows of a grid: # black, . white, ? open, or letters of a fill. */
export type Rows = string[];

/** A square and its colour. */
export interface ColouredSquare {
  row: number;
  column: number;
  colour: "white" | "black";
  /** `true` if a square of a barred grid has a bar at its right, and `true` if it has one below it. */
  bars?: [boolean, boolean] | null;
}

/** An edge of a barred grid. */
export interface ForcedEdge {
  row: number;
  column: number;
  /** The side of a square at which an edge is. */
  side: "right" | "below";
  /** `true` if there is a bar. */
  bar: boolean;
}

/** Painted squares that exclude every grid. */
export interface Exclusion {
  squares: ColouredSquare[];
  smallest: boolean;
}

/** gridcheck complete. */
export interface CompleteReport {
  schema: Schema;
  file: string;
  size: ReportSize;
  rules: RulesName;
  open: number;
  completions: Digits | null;
  engine: string | null;
  not_counted: string | null;
  forced: Rows | null;
  forced_squares: ColouredSquare[];
  /** The edges of a barred grid that are not painted, and have a bar in every completion or in none. */
  forced_edges: ForcedEdge[];
  white: Digits[][] | null;
  /** For each square of a barred grid, the number of completions with a bar at its right, and of those with a bar below it. */
  bars: [Digits, Digits][][] | null;
  white_not_counted: string | null;
  exclusion: Exclusion | null;
  notes: string[];
  profile: string | null;
  /** Demands of the profile that were not held. */
  not_held: string | null;
}

/** A nearest valid grid. */
export interface Nearest {
  rows: Rows;
  /** The squares that change colour, or whose bars at the right or below change. */
  changed: Square[];
  findings: string[];
}

/** gridcheck repair, a line for each grid of the file. */
export interface RepairReport {
  schema: Schema;
  file: string;
  index: number;
  line: number;
  profile?: string;
  rules?: RulesName;
  changes: number | null;
  fewest: number | null;
  all: boolean | null;
  grids: Nearest[];
}

/** gridcheck count. */
export interface CountReport {
  schema: Schema;
  size: ReportSize;
  rules: RulesName;
  where: string[];
  engine: string;
  /** The number. */
  count: Digits;
  seconds: number;
  /** Remarks on the question, a sentence each. */
  notes: string[];
}

/** The number of grids with these values. */
export interface DistributionRow {
  values: number[];
  grids: Digits;
}

/** gridcheck count --by with measures or lengths. */
export interface DistributionReport {
  schema: Schema;
  size: ReportSize;
  rules: RulesName;
  where: string[];
  engine: string;
  by: string[];
  grids: DistributionRow[];
  /** The number of all grids; null if it does not fit in 128 bits. */
  count: Digits | null;
  seconds: number;
  /** Remarks on the question, a sentence each. */
  notes: string[];
}

/** gridcheck count --most or --fewest. */
export interface ExtremeReport {
  schema: Schema;
  size: ReportSize;
  rules: RulesName;
  where: string[];
  engine: string;
  goal: string;
  /** The extreme; null if there is no grid. */
  value: number | null;
  grids: Digits;
  seconds: number;
  /** Remarks on the question, a sentence each. */
  notes: string[];
}

/** The grids of one type. */
export interface TypeCount {
  type: string;
  symmetry: string;
  /** Number of classes that they form. */
  primitive: Digits;
  /** Number of grids in each class that obey the rules, including their symmetry. */
  multiplicity: Digits;
  /** Number of grids of this type. */
  grids: Digits;
  /** The engines whose counts were used. */
  engines: string[];
}

/** The type that was not counted, and the reason. */
export interface ExcludedType {
  type: string;
  symmetry: string;
  why: string;
}

/** gridcheck count --by symmetry. */
export interface SymmetryReport {
  schema: Schema;
  size: ReportSize;
  rules: RulesName;
  /** The types, the most symmetrical first. */
  types: TypeCount[];
  /** The number of all grids; null if the scope excludes some. */
  total: Digits | null;
  left_out: ExcludedType | null;
  primitive: Digits | null;
  seconds: number;
  /** Remarks on the question, a sentence each. */
  notes: string[];
}

/** gridcheck list and gridcheck sample, a line for each grid; sample adds the rank. */
export interface GridReport {
  schema: Schema;
  /** Its rank, if that is known. */
  rank?: Digits;
  /** The grid. */
  rows: Rows;
}
