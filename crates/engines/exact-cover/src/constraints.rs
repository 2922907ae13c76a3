//! Tests constraints on complete grids.
//!
//! A line's runs are the differences between places where its colour changes. Rows and columns are processed in the same way.

use super::hinges::hinges;
use gridcheck_core::constraint::{BlackShape, Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::Grid;

/// The totals of the lines of a grid.
pub(crate) struct GridTotals<'a> {
    grid: &'a Grid,
    squares: u32,
    letters: u32,
    /// Number of runs by length, rows and columns together; runs of one square are no words.
    runs: [u32; 65],
    /// The fewest and the most black squares of a row.
    row_blacks: (u32, u32),
}

impl<'a> GridTotals<'a> {
    pub(crate) fn of(grid: &'a Grid) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let mut totals =
            GridTotals { grid, squares: (height * width) as u32, letters: 0, runs: [0; 65], row_blacks: (u32::MAX, 0) };
        for &row in grid.rows() {
            totals.letters += row.count_ones();
            let blacks = width as u32 - row.count_ones();
            totals.row_blacks = (totals.row_blacks.0.min(blacks), totals.row_blacks.1.max(blacks));
            totals.line(row);
        }
        (0..width).for_each(|c| totals.line(column(grid.rows(), c)));
        totals
    }

    fn line(&mut self, mut line: u64) {
        while line != 0 {
            line >>= line.trailing_zeros();
            let run = line.trailing_ones();
            self.runs[run as usize] += 1;
            line = line.checked_shr(run).unwrap_or(0);
        }
    }

    /// Returns the numbers of words by length.
    fn words(&self) -> impl Iterator<Item = (usize, u32)> {
        self.runs.iter().copied().enumerate().skip(2)
    }

    fn spelled(&self) -> u32 {
        self.words().map(|(length, words)| length as u32 * words).sum()
    }

    /// Returns a measure of the grid. At most one of the two runs through a letter is of one square, because the letter is in a word.
    pub(crate) fn measure(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => self.squares - self.letters,
            Measure::Words => self.words().map(|(_, words)| words).sum(),
            Measure::Checked => self.letters.saturating_sub(self.runs[1]),
            Measure::Unchecked => self.spelled().saturating_sub(2 * self.measure(Measure::Checked)),
            Measure::Length(letters) => self.runs.get(letters).copied().unwrap_or(0),
            Measure::Cheaters => self.blacks_with(|lines| lines.map(gained_words).iter().sum::<i32>() == 0),
            Measure::Elbows => self.blacks_with(|lines| lines.iter().all(BlackInLine::has_black_beside)),
        }
    }

    /// Returns the number of black squares for which this is true. It is called with the row and the column of the square.
    fn blacks_with(&self, is_wanted: impl Fn([BlackInLine; 2]) -> bool) -> u32 {
        let (height, width) = (self.grid.height(), self.grid.width());
        let columns: Vec<u64> = (0..width).map(|c| column(self.grid.rows(), c)).collect();
        let lines = |&(r, c): &(usize, usize)| {
            [
                BlackInLine { line: self.grid.rows()[r], place: c, size: width },
                BlackInLine { line: columns[c], place: r, size: height },
            ]
        };
        let blacks = self.grid.size().positions().filter(|&(r, c)| !self.grid.is_white(r, c));
        blacks.filter(|square| is_wanted(lines(square))).count() as u32
    }

    fn meets(&self, constraint: RoundedConstraint) -> bool {
        let within = |Range { least, most }: Range, value: u32| (least..=most.unwrap_or(u32::MAX)).contains(&value);
        match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, self.measure(measure)),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().all(|length| within(range, self.runs[length]))
            }
            RoundedConstraint::BlacksPerRow(range) => {
                let (fewest, most) = self.row_blacks;
                within(range, fewest) && within(range, most)
            }
            RoundedConstraint::MeanLength { least, most } => {
                least.is_none_or(|mean| self.beyond(mean) >= 0) && most.is_none_or(|mean| self.beyond(mean) <= 0)
            }
            RoundedConstraint::Black(shape, range) => within(range, black_shape(self.grid, shape)),
            RoundedConstraint::Hinges(range) => within(range, hinges(self.grid)),
            RoundedConstraint::Lengths(range) => {
                within(range, self.words().filter(|&(_, words)| words > 0).count() as u32)
            }
        }
    }

    /// Returns the excess of the letters of all words over this mean, times the words of the mean.
    fn beyond(&self, Mean { letters, words }: Mean) -> i64 {
        let excess = |length: usize| i64::from(words) * length as i64 - i64::from(letters);
        self.words().map(|(length, words)| excess(length) * i64::from(words)).sum()
    }
}

/// Returns a column of some rows: the square of the first row in the lowest bit.
fn column(rows: &[u64], c: usize) -> u64 {
    rows.iter().enumerate().map(|(r, row)| (row >> c & 1) << r).sum()
}

/// A black square in a line.
#[derive(Clone, Copy)]
struct BlackInLine {
    /// The white squares of the line.
    line: u64,
    place: usize,
    /// Number of squares in the line.
    size: usize,
}

impl BlackInLine {
    /// Returns the line before the square, its nearest square in the highest bit, and the line after it, its nearest in the lowest.
    fn sides(&self) -> [u64; 2] {
        let before = self.line.checked_shl(64 - self.place as u32).unwrap_or(0);
        [before, self.line.checked_shr(self.place as u32 + 1).unwrap_or(0)]
    }

    fn has_black_beside(&self) -> bool {
        let [before, after] = self.sides();
        let is_last = self.place + 1 == self.size;
        self.place > 0 && before.leading_ones() == 0 || !is_last && after.trailing_ones() == 0
    }
}

/// Returns how many more words the line has if the square is white.
fn gained_words(square: BlackInLine) -> i32 {
    let [before, after] = square.sides();
    let (before, after) = (before.leading_ones(), after.trailing_ones());
    let is_word = |run: u32| i32::from(run > 1);
    is_word(before + 1 + after) - is_word(before) - is_word(after)
}

/// Returns a quantity of the black squares that lie together.
fn black_shape(grid: &Grid, shape: BlackShape) -> u32 {
    let (height, width) = (grid.height(), grid.width());
    let all = u64::MAX >> (64 - width);
    let blacks: Vec<u64> = grid.rows().iter().map(|row| all & !row).collect();
    let column = |c: usize| column(&blacks, c);
    match shape {
        BlackShape::LargestBlock => largest_block(blacks),
        BlackShape::Run => blacks.iter().copied().chain((0..width).map(column)).map(longest_run).max().unwrap_or(0),
        BlackShape::TwoByTwo => {
            let pairs = |row: u64| row & row >> 1;
            blacks.windows(2).map(|rows| (pairs(rows[0]) & pairs(rows[1])).count_ones()).sum()
        }
        BlackShape::EdgeRun => [blacks[0], blacks[height - 1], column(0), column(width - 1)]
            .map(longest_run)
            .into_iter()
            .max()
            .unwrap_or(0),
    }
}

/// Returns the size of the largest block of ones: a black square grows by its neighbours until nothing changes.
fn largest_block(mut left: Vec<u64>) -> u32 {
    let mut largest = 0;
    while let Some(r) = left.iter().position(|&row| row != 0) {
        let mut block = vec![0; left.len()];
        block[r] = left[r] & left[r].wrapping_neg();
        loop {
            let grown: Vec<u64> = (0..block.len())
                .map(|r| {
                    let above = if r > 0 { block[r - 1] } else { 0 };
                    let below = block.get(r + 1).copied().unwrap_or(0);
                    (block[r] | block[r] << 1 | block[r] >> 1 | above | below) & left[r]
                })
                .collect();
            if grown == block {
                break;
            }
            block = grown;
        }
        largest = largest.max(block.iter().map(|row| row.count_ones()).sum());
        left.iter_mut().zip(&block).for_each(|(row, taken)| *row &= !taken);
    }
    largest
}

/// Returns the length of the longest run of ones.
fn longest_run(mut line: u64) -> u32 {
    let mut length = 0;
    while line != 0 {
        line &= line >> 1;
        length += 1;
    }
    length
}

/// Returns `true` if a grid meets every constraint.
pub(crate) fn meets_all(grid: &Grid, constraints: &[RoundedConstraint]) -> bool {
    constraints.is_empty() || {
        let totals = GridTotals::of(grid);
        constraints.iter().all(|&constraint| totals.meets(constraint))
    }
}
