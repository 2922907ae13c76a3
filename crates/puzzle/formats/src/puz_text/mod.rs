//! Across Lite, text: the form in which puzzles are typed in, read and written.
//!
//! The first line is `<ACROSS PUZZLE>` or `<ACROSS PUZZLE V2>`. A line in angle brackets begins a section:
//! - `<SIZE>` holds the columns, `x`, and the rows.
//! - `<GRID>` holds one row a line. Black is `.`, or `:` in a diagramless puzzle. Nothing else distinguishes these kinds, so a grid with
//!   both is rejected. White is a letter or a digit, in version 2 also one of `@#$%&+?`, or a mark in `<REBUS>`. A grid of X only has no
//!   letters.
//! - `<REBUS>` lists marks as `mark:letters:letter`. With the flag `MARK;`, a small letter is in a circle.
//! - `<ACROSS>` and `<DOWN>` have one clue a line, in the order of their numbers.
//!
//! Source: "Across Lite Text Format", versions 1 and 2 (Literate Software Systems), as kept in alexdej/puzpy, `AcrossTextFormat.md`.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The start of the first line.
pub(super) const FIRST: &str = "<ACROSS PUZZLE";
/// The rest of the first line in version 2.
const VERSION_2: &str = "V2";

/// White squares besides letters and digits, in version 2.
const SYMBOLS: &str = "@#$%&+?";
/// The letter of every square of an unknown solution.
const UNTOLD: char = 'X';
/// Returns the letter that stands for several in programs without support for such squares.
fn short_of(letters: &str) -> String {
    letters.chars().next().filter(char::is_ascii_alphanumeric).unwrap_or(UNTOLD).to_string()
}

/// The flag that makes circles of small letters.
const MARK: &str = "MARK";
