// Uses of the package that must have types, and wrong uses that must be errors.
import { complete, count, forced, repair, sample, stats, validate, type ValidateReport } from "gridcheck";
import { convert, use as useFiles, validate as validateFile } from "gridcheck/files";
import { stats as statsHere } from "gridcheck/files/worker";
import { count as countHere, use } from "gridcheck/worker";

const signal = AbortSignal.timeout(1000);
const reports: ValidateReport[] = await validate("...", { profile: "times", signal, onNote: note => console.log(note.length) });
const valid: boolean | null = reports[0]!.valid;
const [row, column]: [number, number] = reports[0]!.findings[0]!.squares[0]!;
const severity: "error" | "warning" | "note" = reports[0]!.findings[0]!.severity;
const mean: number | null = (await stats(new Uint8Array(3)))[0]!.mean_length;
const completions: string | null = (await complete("???", { rules: { min_word: 4, extends: "american" } })).completions;
repair("...", { onPart: ({ fewest }) => console.log(fewest?.toFixed()) });
const rows: string[] | null = (await forced("???")).forced;
const changed: [number, number][] = (await repair("...", { all: true }))[0]!.grids[0]!.changed;
const rank: string | undefined = (await sample([13, 15], { lattice: 1, seed: 7 }))[0]!.rank;
const number: bigint = BigInt((await count("13x15", { where: ["words <= 14"] })).count);
const distribution: string = (await count(9, { by: "words" })).grids[0]!.grids;
const primitive: string | null = (await count(9, { by: "symmetry" })).primitive;
const most: number | null = (await count(9, { most: "words" })).value;
const bytes: Uint8Array = await convert(new ArrayBuffer(3), { to: "ipuz", name: "monday.puz" });
use(new Uint8Array(8));
useFiles(new Uint8Array(8));
const files: ValidateReport[] = await validateFile(new ArrayBuffer(3), { profile: "times" });
await countHere(7);
await statsHere(new Uint8Array(3));

// @ts-expect-error a number is no file
validate(5);
// @ts-expect-error either rules or a profile
validate("...", { rules: "british", profile: "times" });
// @ts-expect-error there is no such option
validate("...", { profil: "times" });
// @ts-expect-error the format is missing
convert("...");
// @ts-expect-error there is no such format
convert("...", { to: "doc" });
// @ts-expect-error a count is text
const wrong: number = (await count(9)).count;
// @ts-expect-error measures cannot be combined with an extreme
count(9, { by: "words", most: "words" });

export { bytes, changed, column, completions, distribution, files, mean, most, number, primitive, rank, row, rows, severity, valid, wrong };
