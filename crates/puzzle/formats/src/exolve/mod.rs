//! Exolve, a text format for puzzles in web pages: read and written.
//!
//! A puzzle extends from a line `exolve-begin` to a line `exolve-end`, and may be part of an HTML page. A line `exolve-…:` begins a
//! section. A text after `# ` in a line is a remark.
//!
//! The section `exolve-grid` holds one row a line. Spaces between cells are optional. A cell is `.` for black, a letter for white, `0` for
//! white without a letter. `?` is the same, as in drafts, and
//! open where a partial grid is asked for. Decorators follow it:
//!
//! | decorator | meaning |
//! |---|---|
//! | `\|` | a bar at its right |
//! | `_` | a bar below |
//! | `+` | both bars |
//! | `@` | a circle |
//! | `*` | the solver does not see the colour of the cell |
//! | `~` | the numbering skips the cell |
//! | `!`, `{…}` | a letter that is shown from the start, and a mark; both are ignored |
//!
//! With the option `rebus-cells` a cell may have several letters, and spaces separate cells. Letters other than alphabetic characters are
//! listed in `allow-digits` and `allow-chars:…`. A `&` precedes those with a special meaning in a grid.
//!
//! The sections `exolve-across` and `exolve-down` hold one clue a line: its number, its text in HTML, the lengths of its answer in brackets,
//! and an annotation. A `,`, `&`, `/` or `and` joins the numbers of a clue for several entries. `exolve-colour: COLOUR CELLS` shades cells; its rows are counted from below.
//!
//! Source: Exolve's README by Viresh Ratnakar (viresh-ratnakar/exolve, 2019 and on).

mod clue;
mod grid;
mod page;
mod read;
mod write;

use super::puzzle::Field;

pub(super) use clue::{Label, labels};
pub(super) use page::{Page, recognises};
pub(super) use read::{read, read_puzzle};
pub(super) use write::write;

const BEGIN: &str = "exolve-begin";
const END: &str = "exolve-end";
/// The prefix of the name of every section.
const PREFIX: &str = "exolve-";
const ID: &str = "exolve-id";

const OPTION: &str = "exolve-option";

/// Options that change how the grid is read.
const REBUS_CELLS: &str = "rebus-cells";
const ALLOW_DIGITS: &str = "allow-digits";
const ALLOW_CHARS: &str = "allow-chars:";

/// The colour in which shaded cells are written.
const SHADE: &str = "lightgrey";

/// Characters with a special meaning in a grid.
const SPECIAL: &str = "|_+@!~*.?&{";

/// The descriptions of a puzzle that take one line.
const TEXTS: [(&str, Field); 3] =
    [("exolve-title", Field::Title), ("exolve-setter", Field::Author), ("exolve-copyright", Field::Copyright)];
