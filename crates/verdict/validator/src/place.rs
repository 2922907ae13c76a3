//! Represents places in a grid: squares, words, and the checked letters of a word.
//!
//! Invariant: every number here counts from 0, as [`Grid`](gridcheck_core::grid::Grid) does. Text for people and programs counts from 1:
//! `Display` and [`fields`](Square::fields) add the 1.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::full_row;

pub use gridcheck_layout::words::Direction;

/// The place of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
}

/// The place of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// The direction of the word.
    pub direction: Direction,
    /// Its first square.
    pub first: Square,
    /// Its number of letters.
    pub length: usize,
}

/// The checking pattern of a word: the set of its checked letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    length: usize,
    checked: u64,
}

impl Square {
    /// Returns the square at `place` along `line`: a row of an across word, a column of a down word.
    pub(super) const fn on(direction: Direction, line: usize, place: usize) -> Square {
        match direction {
            Direction::Across => Square { row: line, column: place },
            Direction::Down => Square { row: place, column: line },
        }
    }

    /// Returns `row` and `column`, from 1.
    pub fn fields(self) -> Vec<(&'static str, Value)> {
        vec![("row", json!(self.row + 1)), ("column", json!(self.column + 1))]
    }
}

impl Word {
    /// Returns the square of letter `i`, from 0.
    pub const fn square(&self, i: usize) -> Square {
        match self.direction {
            Direction::Across => Square { row: self.first.row, column: self.first.column + i },
            Direction::Down => Square { row: self.first.row + i, column: self.first.column },
        }
    }

    /// Returns the direction, the first square and the length.
    pub(super) fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = vec![("direction", json!(self.direction))];
        fields.extend(self.first.fields());
        fields.push(("length", json!(self.length)));
        fields
    }
}

impl Pattern {
    /// Creates a pattern of `length` letters, bit i of `checked` set when letter i is checked.
    pub(super) const fn new(length: usize, checked: u64) -> Self {
        Pattern { length, checked: checked & full_row(length) }
    }

    /// Returns the number of checked letters.
    pub const fn checked(self) -> usize {
        self.checked.count_ones() as usize
    }

    /// Returns `true` if letter `i`, from 0, is checked.
    pub const fn is_checked(self, i: usize) -> bool {
        self.checked >> i & 1 == 1
    }

    /// Returns the runs of more than `allowed` unchecked letters: the first letter, from 0, and the number of letters of each.
    pub fn unchecked_runs_over(self, allowed: usize) -> impl Iterator<Item = (usize, usize)> {
        let unchecked = !self.checked & full_row(self.length);
        // Each step takes the last letter from every run. Most words have no such run, so soon nothing is left.
        let (mut long, mut steps) = (unchecked, 0);
        while long != 0 && steps < allowed {
            (long, steps) = (long & long >> 1, steps + 1);
        }
        let mut rest = if long == 0 { 0 } else { unchecked };
        let next = move || {
            let first = rest.trailing_zeros() as usize;
            let run = (rest != 0).then(|| (rest >> first).trailing_ones() as usize)?;
            rest &= !(full_row(run) << first);
            Some((first, run))
        };
        std::iter::from_fn(next).filter(move |&(_, run)| run > allowed)
    }
}

/// Writes the letters C (checked) and U (unchecked).
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.length).try_for_each(|i| f.write_str(if self.is_checked(i) { "C" } else { "U" }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}
