//! Across Lite, text: the form in which puzzles are typed in, read and written.
//!
//! The first line is `<ACROSS PUZZLE>` or `<ACROSS PUZZLE V2>`, and a line in angle brackets begins a section. `<SIZE>` holds
//! the size as columns, `x`, rows; `<GRID>` a row a line. Black is `.`, or `:` in a diagramless puzzle; nothing else tells
//! the kinds apart, so a grid with both is refused. White is a letter or a digit, in version 2 also one of `@#$%&+?`, or a mark that
//! `<REBUS>` lists as `mark:letters:letter`; if it has the flag `MARK;`, a small letter is in a circle. A grid that is X throughout has no letters. `<ACROSS>` and
//! `<DOWN>` have a clue a line, in the order of their numbers.
//!
//! Source: "Across Lite Text Format", versions 1 and 2 (Literate Software Systems), as kept in alexdej/puzpy,
//! `AcrossTextFormat.md`.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// What the first line begins with.
pub(super) const FIRST: &str = "<ACROSS PUZZLE";
/// What follows that in version 2.
const VERSION_2: &str = "V2";

/// White squares besides letters and digits, in version 2.
const SYMBOLS: &str = "@#$%&+?";
/// Stands for every letter of a solution that is not told.
const UNTOLD: char = 'X';
/// The flag that makes circles of small letters.
const MARK: &str = "MARK";
