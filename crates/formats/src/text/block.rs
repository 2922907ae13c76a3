//! One grid's rows, as they are gathered.
//!
//! Invariant: there are at most 64 rows, all of `width` squares and all spaced alike; at least one once the grid is done.

use super::ReadError;
use super::row::Row;
use gridcheck_core::grid::MAX_SIZE;

/// A grid's rows as read.
#[derive(Debug)]
pub(super) struct Block {
    /// The line of the first row, from 1.
    pub(super) line: usize,
    pub(super) width: usize,
    /// Bit `c` of row `r` is set where the square is white ...
    pub(super) white: Vec<u64>,
    /// ... and where it is open.
    pub(super) open: Vec<u64>,
    /// What is written in each square, row by row, if anything is.
    pub(super) letters: Vec<char>,
    spaced: bool,
    wordy: bool,
}

impl Block {
    /// A grid of this width whose first row, on `line`, is yet to be pushed.
    pub(super) fn new(first: &Row, line: usize) -> Self {
        // Most grids are square.
        let rows = || Vec::with_capacity(first.width);
        Block {
            line,
            width: first.width,
            white: rows(),
            open: rows(),
            letters: Vec::new(),
            spaced: first.spaced,
            wordy: false,
        }
    }

    /// One more row.
    pub(super) fn push(&mut self, row: &Row, line: usize) -> Result<(), ReadError> {
        if self.white.len() == MAX_SIZE {
            let message = format!("row {}: a grid has at most {MAX_SIZE} rows", MAX_SIZE + 1);
            return Err(ReadError::new(line, row.column, message));
        }
        if row.width != self.width {
            let column = row.column_of(row.width.min(self.width));
            let message = format!("a row of length {}, expected {} as in the rows above", row.width, self.width);
            return Err(ReadError::new(line, column, message));
        }
        if row.spaced != self.spaced {
            let (found, expected) = if row.spaced { ("with", "without") } else { ("without", "with") };
            let message = format!("a row {found} spaces between squares, expected one {expected} as in the rows above");
            return Err(ReadError::new(line, row.column + 1, message));
        }
        self.white.push(row.white);
        self.open.push(row.open);
        Ok(())
    }

    /// The same with what is written in its squares.
    pub(super) fn with_letters(self, letters: Vec<char>) -> Self {
        Block { letters, ..self }
    }

    /// Notes that its first row could as well be a heading of one word.
    pub(super) fn may_be_word(&mut self) {
        self.wordy = true;
    }

    /// Whether it is a heading after all: a word that stands by itself.
    pub(super) fn is_word(&self) -> bool {
        self.wordy && self.white.len() == 1
    }
}
