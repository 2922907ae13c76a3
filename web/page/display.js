// @ts-check
// What each square shows: its classes, the text in its corner, its letters, and its name for a screen reader.
import { BLACK, OPEN, VOID, WHITE } from "./puzzle.js";

const NAMES = { [WHITE]: "white", [BLACK]: "black", [OPEN]: "open", [VOID]: "no square" };
const CLASSES = { ...NAMES, [VOID]: "void" };

// Returns the squares of a finding, as places.
export const placesOf = (finding, width) => finding.squares.map(([row, column]) => (row - 1) * width + column - 1);

// The squares as they were shown last, with all that their look depends on.
let last = /** @type {{ key: string, shown: any }[]} */ ([]);

// Returns the squares of the puzzle as the board shows them. A square that looks as before is the same object.
export function squaresOf(session) {
  const { puzzle, judged, cursor, overlay, prospects, chosen, lockedPlaces } = session;
  const { width, height, state: { squares, letters, circles, shading, bars } } = puzzle;
  const numbers = new Map(judged.numbers.map(([r, c, number]) => [r * width + c, number]));
  const wrong = new Set(judged.findings.filter(({ severity }) => severity === "error").flatMap(finding => placesOf(finding, width)));
  const marked = new Set(judged.findings[chosen] ? placesOf(judged.findings[chosen], width) : []);
  const entry = session.isPainting ? null : session.entry, inEntry = new Set(entry?.squares);
  const barred = bars.right.size + bars.below.size > 0;
  const before = last;
  last = Array.from(squares, (square, place) => {
    const over = overlay.get(place), number = numbers.get(place), letter = letters[place], isWhite = square === WHITE, mark = isWhite || square === BLACK;
    const isDead = isWhite && prospects.dead.has(place), forced = isWhite && letter === "" ? prospects.forced.get(place) : undefined;
    const isWrong = wrong.has(place), isLocked = lockedPlaces.has(place), has = places => places.has(place) ? 1 : 0;
    const key = `${width} ${square}${letter} ${number} ${forced} ${over?.kind} ${over?.text} ${over?.label} ${has(marked)}${isWrong}${chosen < 0}${has(circles)}${has(shading)}${has(inEntry)}${place === cursor.at}${session.isPainting}${isDead}${isLocked}${barred && `${has(bars.right)}${has(bars.below)}${squares[place + 1]}${squares[place + width]}`}`;
    if (before[place]?.key === key) return before[place];
    let names = `square ${CLASSES[square]}`;
    if (marked.has(place)) names += " chosen";
    else if (mark && chosen < 0 && isWrong) names += " mark-error";
    if (over) names += ` over-${over.kind}`;
    if (letter.length > 1) names += letter.length > 3 ? " several many" : " several";
    if (isWhite && circles.has(place)) names += ` circled digits${String(number ?? "").length}`;
    if (isWhite && shading.has(place)) names += " shaded";
    if (inEntry.has(place)) names += place === cursor.at ? " here" : " in-entry";
    else if (!session.isPainting && place === cursor.at) names += " here";
    if (isDead) names += " dead";
    if (forced) names += " forced";
    if (barred) {
      if (bars.right.has(place) && squares[place + 1] !== BLACK && square !== BLACK) names += " bar-right";
      if (bars.below.has(place) && squares[place + width] !== BLACK && square !== BLACK) names += " bar-below";
    }
    let label = `row ${Math.floor(place / width) + 1}, column ${place % width + 1}: ${NAMES[square]}`;
    if (letter) label += `, ${letter}`;
    if (number !== undefined) label += `, number ${number}`;
    if (isWrong) label += ", part of an error";
    if (isDead) label += ", no word fits here";
    if (forced) label += `, only ${forced} fits`;
    if (over?.label) label += `, ${over.label}`;
    if (barred && bars.right.has(place)) label += ", bar at the right";
    if (barred && bars.below.has(place)) label += ", bar below";
    if (circles.has(place)) label += ", circle";
    if (isLocked) label += ", locked";
    return { key, shown: { names, text: over?.text ?? (number === undefined ? "" : String(number)), letter: letter || forced || "", label } };
  });
  return last.map(({ shown }) => shown);
}
