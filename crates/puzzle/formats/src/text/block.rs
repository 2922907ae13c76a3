//! The rows of one grid, while they are collected.
//!
//! Invariant: there are at most 64 rows, all with `width` squares and the same spacing. A finished grid has at least one row.

use super::super::fault::Fault;
use super::row::Row;
use gridcheck_core::grid::{Bars, MAX_SIZE};

#[derive(Debug)]
pub(super) struct Block {
    /// The line of the first row, from 1.
    pub(super) line: usize,
    /// `true` if each row has a line.
    pub(super) rows_are_lines: bool,
    pub(super) width: usize,
    /// White squares: bit `c` of row `r`.
    pub(super) white: Vec<u64>,
    /// Open squares: bit `c` of row `r`.
    pub(super) open: Vec<u64>,
    /// The bars, in a barred grid.
    pub(super) bars: Bars,
    /// The letters of the squares, row by row, or empty if there are none.
    pub(super) letters: Vec<char>,
    spaced: bool,
    /// `true` if the first row may also be a heading of one word.
    pub(super) may_be_heading: bool,
}

impl Block {
    pub(super) fn new(first: &Row, line: usize) -> Self {
        // Most grids are square.
        let rows = || Vec::with_capacity(first.width);
        Block {
            line,
            rows_are_lines: false,
            width: first.width,
            white: rows(),
            open: rows(),
            bars: Bars::default(),
            letters: Vec::new(),
            spaced: first.spaced,
            may_be_heading: false,
        }
    }

    /// Returns a whole grid of white and open squares with bars.
    pub(super) fn barred(line: usize, width: usize, [white, open]: [Vec<u64>; 2], bars: Bars) -> Self {
        let letters = Vec::new();
        Block { line, rows_are_lines: false, width, white, open, bars, letters, spaced: false, may_be_heading: false }
    }

    pub(super) fn push(&mut self, row: &Row, line: usize) -> Result<(), Fault> {
        if self.white.len() == MAX_SIZE {
            let message = format!("row {}: a grid has at most {MAX_SIZE} rows", MAX_SIZE + 1);
            return Err(Fault::at(line, row.column, message));
        }
        if row.width != self.width {
            let column = row.column_of(row.width.min(self.width));
            let message = format!("a row of length {}, expected {} as in the rows above", row.width, self.width);
            return Err(Fault::at(line, column, message));
        }
        if row.spaced != self.spaced {
            let (found, expected) = if row.spaced { ("with", "without") } else { ("without", "with") };
            let message = format!("a row {found} spaces between squares, expected one {expected} as in the rows above");
            return Err(Fault::at(line, row.column + 1, message));
        }
        self.rows_are_lines = line > self.line;
        self.white.push(row.white);
        self.open.push(row.open);
        Ok(())
    }

    /// Returns `true` if the block is a heading: a single row that may be a word.
    pub(super) fn is_word(&self) -> bool {
        self.may_be_heading && self.white.len() == 1
    }
}
