//! Exolve, a text format for puzzles in web pages: read and written.
//!
//! From a line `exolve-begin` to one `exolve-end`, which may stand in a page of HTML. A line `exolve-…:` begins a section. What follows `# ` in a
//! line is a remark. The section `exolve-grid` holds a row a line, spaces between the cells being free. A cell is `.`, black, a letter,
//! white, `0`, white without a letter, or `?`, which is open. Decorators follow it: `|` is a bar at
//! its right, `_` one below, `+` both, `@` a circle; `*` hides from the solver whether the cell is black, `~` passes it over in the numbering;
//! `!` (shown from the start) and `{…}` (marks) do not change the square. With the option `rebus-cells` a cell may have several
//! letters, and cells are parted by spaces; other characters than letters are what `allow-digits` and `allow-chars:…` list, with a `&` before
//! those that mean something else in a grid. The sections `exolve-across` and `exolve-down` hold a clue a line: its number, its text in HTML, the
//! lengths of its answer in brackets, and behind these an annotation. `exolve-colour: COLOUR CELLS` shades cells, the rows counted from below.
//!
//! Source: Exolve's README by Viresh Ratnakar (viresh-ratnakar/exolve, 2019 and on).

mod clue;
mod grid;
mod read;
mod write;

use super::puzzle::Field;

pub(super) use read::{is_meant, read};
pub(super) use write::write;

const BEGIN: &str = "exolve-begin";
const END: &str = "exolve-end";
/// What the name of every section begins with.
const PREFIX: &str = "exolve-";

/// Options that change how the grid is read.
const REBUS_CELLS: &str = "rebus-cells";
const ALLOW_DIGITS: &str = "allow-digits";
const ALLOW_CHARS: &str = "allow-chars:";

/// The colour in which shaded cells are written.
const SHADE: &str = "lightgrey";

/// Characters that mean something else than a letter in a grid.
const SPECIAL: &str = "|_+@!~*.?&{";

/// What is said of a puzzle in one line.
const TEXTS: [(&str, Field); 3] =
    [("exolve-title", Field::Title), ("exolve-setter", Field::Author), ("exolve-copyright", Field::Copyright)];
