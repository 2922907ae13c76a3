// The types of docs/schema/requests.json, written by `cargo run --release -p gridcheck-docs`.

/** The contents of a file. */
export type Input = string | { name: string; text: string } | { name: string; bytes: readonly number[] };

/** The kind of a grid, by the ends of its words. */
export type GridKind = "blocks" | "bars";

/** The allowed numbers of unchecked letters of a word, by its length, as in {"3": "0", "4": "0..1"}. */
export type UncheckedTable = Record<string, string>;

/** The required number of checked letters of a word of k letters. */
export type Checking = "all" | "ceil-half" | "either-half" | "at-least-half" | "any" | UncheckedTable;

/** An upper limit that may be absent. */
export type Limit = number | "unlimited";

/** A subgroup of the square's eight symmetries, up to conjugacy. */
export type Symmetry = "none" | "rot180" | "rot90" | "mirror" | "mirrors" | "diagonal" | "diagonals" | "all";

/** The keys of a rule file with their values. */
export interface RuleKeys {
  /** The name that reports use. */
  name?: string;
  /** The kind of grid: words end at black squares, or at bars. */
  kind?: GridKind;
  /** Every word has at least this many letters (2 to 64). */
  min_word?: number;
  /** `true` if a run of one square may occur. The square then lies in a word the other way. */
  single_cells?: boolean;
  /** The required number of checked letters of a word. */
  checking?: Checking;
  /** The most adjacent unchecked letters anywhere inside a word. */
  max_unchecked_run?: Limit;
  /** The most adjacent unchecked letters at a word's start, and at its end. */
  max_unchecked_run_at_ends?: Limit;
  /** The first and last row and the first and last column each hold a white square. */
  edges?: boolean;
  /** All white squares form one region, neighbours sharing a side. */
  connected?: boolean;
  /** The group of symmetries that leave a grid unchanged. */
  symmetry?: Symmetry;
  /** Every row and every column has at least this many white squares. */
  min_white_per_row?: number;
  /** The most letters that a word may have. */
  max_word?: Limit;
  /** The most black squares side by side in a row or a column. */
  max_black_run?: Limit;
  /** The built-in set that has the rules for absent keys. The default is british. */
  extends?: string;
}

/** A rule set. In JSON it is a text, or the keys of a rule file with their values. A text is the text of a rule file if it has a line end or a `=`, and otherwise a name or a path. */
export type RulesInput = string | RuleKeys;

/** Analyses a partly painted grid: counts the valid grids that complete it, and finds the forced squares. */
export interface CompleteRequest {
  /** Complete this painted grid: # black, . white, ? open, and in a barred grid r, b and + for bars; or a puzzle file. */
  grid: Input;
  /** The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. With a profile, the rule set takes the place of that of the profile. */
  rules?: RulesInput | null;
  /** Ask for grids of a house: one of gridcheck rules `profiles`, or a TOML file. They break no rule of the profile, apart from those that are only noted. With `rules`, that rule set takes the place of the rule set of the house. */
  profile?: string | null;
  /** The conditions, as in "words 28..32" or "length 3 <= 2". */
  where?: string | readonly string[];
  /** Count completions for at most this time, and then, for each square, those in which it is white or has bars, for at most the same time. The default is ten seconds. */
  timeLimit?: number | string;
  /** Use this many threads; the default is one per processor. */
  jobs?: number;
  /** Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has. */
  memory?: number | string;
}

/** The form of written grids. */
export type Format = "text" | "line" | "ipuz" | "jpz" | "exolve" | "puz" | "puz-text" | "xd";

/** Converts a puzzle file, or a list of grids, to another format. */
export interface ConvertRequest {
  /** Convert this file. With `outDir`: these files, and all puzzles and lists in these folders. */
  files?: Input | readonly Input[];
  /** In a folder, read the files that match this pattern, as in '*.puz' or '2026/**\/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp. */
  glob?: string | readonly string[];
  /** Write this format; the default is the ending of `out`, and text on standard output. All but text and line hold one puzzle, with its words numbered. */
  to?: Format | null;
  /** Set the title of the new file. */
  title?: string | null;
  /** Set the author of the new file. */
  author?: string | null;
  /** Set the clues that this text file lists. It has one clue a line, as in "A1. Feline (3)" or "1-Across Feline (3)". Below a line Across or Down the number suffices. "1, 5d" is for two entries. An answer may follow, as in "A1. Feline (3) ~ CAT". Lines that begin with # are remarks. Other clues of the puzzle stay. */
  clues?: Input | null;
  /** Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one. */
  black?: string | null;
  /** With `black`: read only this character as a white square without a letter. */
  white?: string | null;
  /** Read every file in this format where its content does not show the format; text is a list of grids. */
  inputFormat?: string | null;
  /** Write to this file, complete or not at all, in the format of its ending. An input file is not overwritten. */
  out?: string | null;
  /** Replace the input file, in the same format. If anything in it would be lost, nothing is written, and the exit code is 2. */
  inPlace?: boolean;
  /** Replace a file that exists and is not an input. */
  force?: boolean;
  /** Write a file for each one into this folder, with the ending of `to`; files of a folder keep their subfolders. */
  outDir?: string | null;
}

/** One or more sizes, each once, in the order of the text. */
export type Sizes = number | readonly [number, number] | string;

/** Counts the grids that obey the rules. */
export interface CountRequest {
  /** Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15. */
  size?: Sizes | null;
  /** The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. */
  rules?: RulesInput | null;
  /** Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too. */
  given?: Input | null;
  /** Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both. */
  lattice?: number | boolean;
  /** The conditions on the grids. */
  where?: string | readonly string[];
  /** Use this many threads; the default is one per processor. */
  jobs?: number;
  /** The name of the engine to ask; the default is the fastest that can count the grids. */
  engine?: string | null;
  /** Read descriptions of further programs from this TOML file. They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify `prover` (built in: cadical and cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the folder of FILE.toml and then in the current folder. */
  externals?: string | null;
  /** Count the grids in groups: by symmetry; by lengths (how many words of each length); or by measures of `where` with commas between, as in letters,words. With symmetry the groups are Keith's types: A has all eight symmetries of the square, h both mirrors, r the quarter turn, t both diagonals, N the half turn alone. Grids that are images of each other count once. Types that would take too long are left out. */
  by?: string;
  /** Find the largest value of this measure, and the grids that reach it. */
  most?: string;
  /** Find the smallest value of this measure, and the grids that reach it. */
  fewest?: string;
  /** Write the number of grids in each block to a new file, or to standard output if it is -. A block is a part of the problem that an engine counts separately. With `by`, `most` or `fewest`, write the table or the extreme of each block. Engines that count in blocks have different blocks. */
  sums?: string | null;
  /** With `sums`: resume from the file, if it exists. A file that was compressed has to be decompressed first. */
  resume?: boolean;
  /** Count blocks at random for this many seconds, by default 20, and print how long all blocks take, and each of `pieces`. With `sums` the file keeps the counted blocks. */
  estimate?: number | null;
  /** Divide the blocks into this many pieces, the same on every machine. Needs `piece` with `sums`, or `missingIn`, or `estimate`. */
  pieces?: number | null;
  /** With `pieces` and `sums`: count only this piece, numbered from 1. */
  piece?: number | null;
  /** With `pieces`: print the numbers of the pieces that the files *.sums of this folder lack, one per line, and count nothing. A folder that does not exist lacks all. A file of another problem or another number of pieces is refused. */
  missingIn?: string | null;
  /** Count only this block, named as in the first column of a file of sums; with `sums`, compare the result with the file. */
  block?: string | null;
  /** Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has. */
  memory?: number | string;
}

/** Finds the valid grids that change the fewest squares of a grid, or the fewest bars of a barred one. */
export interface RepairRequest {
  /** Repair the grids of this file, or of a puzzle file. */
  file: Input;
  /** The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. With a profile, the rule set takes the place of that of the profile. */
  rules?: RulesInput | null;
  /** The conditions, as in "words 28..32" or "length 3 <= 2". */
  where?: string | readonly string[];
  /** Repair by the rules of a house: one of gridcheck rules `profiles`, a TOML file, or auto for the one with the fewest findings in each grid. With `rules`, that rule set takes the place of the rule set of the house. */
  profile?: string | null;
  /** Keep these squares: a file like the grid, with ? for every square that may change. */
  keep?: Input | null;
  /** Show this many of the nearest grids; the default is one. */
  count?: number | null;
  /** Show all nearest grids. */
  all?: boolean;
  /** Search at most this long for each grid. The default is a minute. */
  timeLimit?: number | string;
  /** Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one. */
  black?: string | null;
  /** With `black`: read only this character as a white square without a letter. */
  white?: string | null;
  /** Read every file in this format where its content does not show the format; text is a list of grids. */
  inputFormat?: string | null;
}

/** Draws grids at random, each equally likely (with a profile: only if wild ones are asked for). */
export interface SampleRequest {
  /** Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15. */
  size?: Sizes | null;
  /** The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. */
  rules?: RulesInput | null;
  /** Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too. */
  given?: Input | null;
  /** Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both. */
  lattice?: number | boolean;
  /** The conditions on the grids. */
  where?: string | readonly string[];
  /** Use this many threads; the default is one per processor. */
  jobs?: number;
  /** Ask for grids of a house: one of gridcheck rules `profiles`, or a TOML file. They break no rule of the profile, apart from those that are only noted. With `rules`, that rule set takes the place of the rule set of the house. */
  profile?: string | null;
  /** With `profile`: draw from all grids that the profile accepts, each equally likely. Without this, random walks draw grids like those that the house prints: small blocks of black squares, few of them along an edge, few words of three letters, or in a barred grid the usual number of words. These are not equally likely. */
  wild?: boolean;
  /** Draw this many grids; the default is one. */
  count?: number | null;
  /** Use this seed; without it, one is picked and printed. */
  seed?: number | null;
  /** Allow a grid to be drawn more than once. */
  withRepetition?: boolean;
  /** Print the grid of this rank instead of random ones. */
  rank?: number | string;
  /** Print the rank of each grid of this file, or of a puzzle file. Without `size`, the first grid gives the size. */
  rankOf?: Input | null;
  /** Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one. */
  black?: string | null;
  /** With `black`: read only this character as a white square without a letter. */
  white?: string | null;
  /** Read every file in this format where its content does not show the format; text is a list of grids. */
  inputFormat?: string | null;
  /** Read the sums of a count of the same problem (count `sums` FILE, with `engine` pinwheel or, for barred grids, corners), which saves counting it again. */
  sums?: string | null;
}

/** Measures grids, valid or not: words, checking, black squares, symmetry. */
export interface StatsRequest {
  /** Measure the grids of these files, or puzzle files, or of all such files in a folder. */
  files?: Input | readonly Input[];
  /** In a folder, read the files that match this pattern, as in '*.puz' or '2026/**\/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp. */
  glob?: string | readonly string[];
  /** The conditions, as in "words 28..32" or "length 3 <= 2". */
  where?: string | readonly string[];
  /** Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one. */
  black?: string | null;
  /** With `black`: read only this character as a white square without a letter. */
  white?: string | null;
  /** Read every file in this format where its content does not show the format; text is a list of grids. */
  inputFormat?: string | null;
}

/** Judges finished grids: reports every broken rule with its place. */
export interface ValidateRequest {
  /** Judge the grids of these files, or puzzle files, or of all such files in a folder. */
  files?: readonly Input[];
  /** In a folder, read the files that match this pattern, as in '*.puz' or '2026/**\/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp. */
  glob?: string | readonly string[];
  /** Judge only files that differ from this revision of their git repository, or that git does not know. */
  changedSince?: string | null;
  /** Succeed also if no grid is judged, as in a repository without puzzles. Otherwise the exit code is then 1, except with `changedSince`. */
  allowEmpty?: boolean;
  /** Judge by this rule set: a built-in one (see gridcheck rules) or a TOML file. The default is that of gridcheck.toml, or british. */
  rules?: RulesInput | null;
  /** Judge by the rules of a house: one of gridcheck rules `profiles`, a TOML file, or auto for the one with the fewest findings in each grid. With `rules`, that rule set takes the place of the rule set of the house. */
  profile?: string | null;
  /** Report only findings of these codes. */
  select?: string | readonly string[];
  /** Report no findings of these codes. */
  ignore?: string | readonly string[];
  /** Take the rules from this file instead of the nearest gridcheck.toml above each file. */
  config?: string | null;
  /** Read no gridcheck.toml. */
  noConfig?: boolean;
  /** Mark the findings that this file has, the output of an earlier run with `format` json or sarif. They do not count for the exit code. */
  baseline?: Input | null;
  /** The conditions, as in "words 28..32" or "length 3 <= 2". */
  where?: string | readonly string[];
  /** Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one. */
  black?: string | null;
  /** With `black`: read only this character as a white square without a letter. */
  white?: string | null;
  /** Read every file in this format where its content does not show the format; text is a list of grids. */
  inputFormat?: string | null;
  /** Report for each grid with an error how many squares a repair changes (see gridcheck repair), within 10 s each. */
  suggest?: boolean;
}
