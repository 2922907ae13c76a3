//! Checks constraints during the search: the totals of the placed rows, and bounds for the rows to come.
//!
//! The letters and across words of a row are known at once. A down word is known when both of its ends are among the placed rows. An upper
//! bound on letters or words, or on words of a length, ends a branch as soon as the placed rows exceed it. A lower bound ends it as soon as
//! the rows to come cannot reach it (branch and bound: Land and Doig, 1960). Down words are counted in a whole grid too. The words that
//! begin in a row are found for all columns at once, and only their squares are visited.

use super::hinges::hinges;
use super::pattern::MAX_SIZE;
use super::symmetry::{each_row, rows_of_level};
use gridcheck_core::constraint::{BlackShape, Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::Grid;
use gridcheck_core::size::Size;

/// The totals of some rows of a grid.
#[derive(Clone, Copy)]
pub(crate) struct Totals {
    letters: u32,
    /// Number of letters in both an across word and a down word; 0 while down words are not known.
    checked: u32,
    /// Number of words by length.
    words: [u16; MAX_SIZE + 1],
}

impl Default for Totals {
    fn default() -> Self {
        Totals { letters: 0, checked: 0, words: [0; MAX_SIZE + 1] }
    }
}

impl Totals {
    /// Adds `copies` of a row, with its across words.
    fn row(&mut self, row: u32, copies: u32) {
        self.letters += copies * row.count_ones();
        let mut starts = row & !(row << 1) & (row >> 1);
        while starts != 0 {
            let length = (row >> starts.trailing_zeros()).trailing_ones();
            self.words[length as usize] += copies as u16;
            starts &= starts - 1;
        }
    }

    /// Returns the totals of all rows of a grid.
    fn whole(rows: &[u32]) -> Self {
        let mut totals = Totals::default();
        let at = |r: usize| white(rows, r);
        for (r, &row) in rows.iter().enumerate() {
            totals.row(row, 1);
            let (above, below) = (at(r.wrapping_sub(1)), at(r + 1));
            totals.checked += (row & (above | below) & (row << 1 | row >> 1)).count_ones();
            let mut starts = row & !above & below;
            while starts != 0 {
                let bit = starts & starts.wrapping_neg();
                let length = rows[r..].iter().take_while(|&&row| row & bit != 0).count();
                totals.words[length] += 1;
                starts &= starts - 1;
            }
        }
        totals
    }

    fn number_of_words(&self) -> u32 {
        self.words.iter().map(|&words| u32::from(words)).sum()
    }

    fn spelled(&self) -> u32 {
        self.words.iter().zip(0..).map(|(&words, length)| u32::from(words) * length).sum()
    }

    fn different(&self) -> u32 {
        self.words.iter().filter(|&&words| words > 0).count() as u32
    }

    fn of_length(&self, length: usize) -> u32 {
        self.words.get(length).map_or(0, |&words| words.into())
    }

    /// Returns a measure of a grid of these rows, whose totals these are.
    fn measure(&self, measure: Measure, rows: &[u32], width: usize) -> u32 {
        match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => (rows.len() * width) as u32 - self.letters,
            Measure::Words => self.number_of_words(),
            Measure::Checked => self.checked,
            Measure::Unchecked => self.letters - self.checked,
            Measure::Length(length) => self.of_length(length),
            Measure::Cheaters => (0..rows.len()).map(|r| cheaters(rows, r, width)).sum(),
            Measure::Elbows => (0..rows.len()).map(|r| elbows(rows, r, width)).sum(),
        }
    }
}

/// Returns the white squares of a row; none beyond these rows.
fn white(rows: &[u32], r: usize) -> u32 {
    rows.get(r).copied().unwrap_or(0)
}

/// Returns the black squares of a row; none beyond these rows.
fn black(rows: &[u32], r: usize, width: usize) -> u32 {
    rows.get(r).map_or(0, |row| !row & u32::MAX >> (u32::BITS as usize - width))
}

/// Returns the number of cheaters of a row. Beyond these rows there is no square.
fn cheaters(rows: &[u32], r: usize, width: usize) -> u32 {
    // The squares beside each: one is white, or two in a row are.
    let side = |near: u32, next: u32| (near, near & next);
    let at = |r: usize| white(rows, r);
    let (row, above, below) = (at(r), at(r.wrapping_sub(1)), at(r + 1));
    let (more, fewer) = change_of_words(side(row << 1, row << 2), side(row >> 1, row >> 2));
    let (more_down, fewer_down) = change_of_words(side(above, at(r.wrapping_sub(2))), side(below, at(r + 2)));
    let same = !(more | fewer | more_down | fewer_down);
    (black(rows, r, width) & (same | more & fewer_down | fewer & more_down)).count_ones()
}

/// Returns the number of elbows of a row. Beyond these rows there is no square.
fn elbows(rows: &[u32], r: usize, width: usize) -> u32 {
    let at = |r: usize| black(rows, r, width);
    (at(r) & (at(r) << 1 | at(r) >> 1) & (at(r.wrapping_sub(1)) | at(r + 1))).count_ones()
}

/// Returns the squares of a row that would make one word more in a line if they were white, and those that would make one fewer. Each side
/// is given as the squares that have a white square there, and those that have two.
fn change_of_words(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
    ((one.0 | other.0) & !one.1 & !other.1, one.1 & other.1)
}

/// Checks the constraints on the grids that a search finds.
pub(crate) struct ConstraintCheck {
    size: Size,
    half_turn: bool,
    constraints: Vec<RoundedConstraint>,
    /// `true` if lengths of words matter.
    by_length: bool,
}

impl ConstraintCheck {
    /// Returns `None` if there is no constraint.
    pub(crate) fn new(constraints: &[RoundedConstraint], size: Size, half_turn: bool) -> Option<Self> {
        let of_length = |constraint: &RoundedConstraint| match constraint {
            RoundedConstraint::Measure(Measure::Length(_), _)
            | RoundedConstraint::EachLength { .. }
            | RoundedConstraint::Lengths(_) => true,
            RoundedConstraint::Measure(..)
            | RoundedConstraint::BlacksPerRow(_)
            | RoundedConstraint::Black(..)
            | RoundedConstraint::Hinges(_)
            | RoundedConstraint::MeanLength { .. } => false,
        };
        let by_length = constraints.iter().any(of_length);
        let constraints = constraints.to_vec();
        (!constraints.is_empty()).then_some(ConstraintCheck { size, half_turn, constraints, by_length })
    }

    /// Returns the totals of the rows up to level `k`: those before it, the row of level `k` and its image.
    pub(crate) fn after(&self, before: Totals, k: usize, row: u32) -> Totals {
        let (_, image) = rows_of_level(self.size.rows(), self.half_turn, k);
        let mut after = before;
        after.row(row, 1 + u32::from(image.is_some()));
        after
    }

    /// Adds the down words that end on both sides among the placed rows, if lengths matter.
    fn add_words_down(&self, totals: &mut Totals, levels: &[u32]) {
        if !self.by_length {
            return;
        }
        let mut rows = [0; MAX_SIZE];
        let first = self.first_of(levels);
        let placed = self.place(levels, &mut rows);
        let rows = &rows[first..first + placed];
        for (r, &row) in rows.iter().enumerate() {
            // The row above the first placed row is unknown, unless it is outside the grid.
            let above = if r > 0 {
                rows[r - 1]
            } else if first > 0 {
                u32::MAX
            } else {
                0
            };
            let mut starts = row & !above;
            while starts != 0 {
                let bit = starts & starts.wrapping_neg();
                let length = rows[r..].iter().take_while(|&&row| row & bit != 0).count();
                if r + length < placed && length > 1 {
                    totals.words[length] += 1;
                }
                starts &= starts - 1;
            }
        }
    }

    /// Adds up a number of each placed row, except of rows that have a row within two of them that is still to come.
    fn decided(&self, levels: &[u32], of_row: fn(&[u32], usize, usize) -> u32) -> u32 {
        let mut rows = [0; MAX_SIZE];
        let first = self.first_of(levels);
        let end = first + self.place(levels, &mut rows);
        let from = if first == 0 { 0 } else { first + 2 };
        let to = if end == self.size.rows() { end } else { end.saturating_sub(2) };
        // Rows that are still to come are not read.
        (from..to).map(|r| of_row(&rows[..end], r, self.size.columns())).sum()
    }

    /// Returns the first row of the grid that these levels fill.
    fn first_of(&self, levels: &[u32]) -> usize {
        rows_of_level(self.size.rows(), self.half_turn, if self.half_turn { levels.len() - 1 } else { 0 }).0
    }

    /// Puts the rows of the first levels at their positions in the grid, and returns their number.
    fn place(&self, levels: &[u32], rows: &mut [u32; MAX_SIZE]) -> usize {
        let mut placed = 0;
        each_row(self.size, self.half_turn, levels, |r, row| {
            rows[r] = row as u32;
            placed += 1;
        });
        placed
    }

    /// Returns `true` if a grid that has these rows, and `rows_to_come` others, may still meet all constraints.
    pub(crate) fn may_meet(&self, mut so_far: Totals, levels: &[u32], rows_to_come: usize) -> bool {
        self.add_words_down(&mut so_far, levels);
        let (height, width) = (self.size.rows() as u32, self.size.columns() as u32);
        let to_come = rows_to_come as u32;
        let (across, placed) = (so_far.number_of_words(), height - to_come);
        self.constraints.iter().all(|&constraint| {
            // Compares the range with the interval from the current total to the greatest possible one.
            let within =
                |range: Range, least: u32, most: u32| most >= range.least && range.most.is_none_or(|b| least <= b);
            // A line of n squares has at most (n + 1) / 3 words.
            let most_words = across + to_come * ((width + 1) / 3) + width * ((height + 1) / 3);
            match constraint {
                RoundedConstraint::Measure(Measure::Letters, range) => {
                    within(range, so_far.letters, so_far.letters + to_come * width)
                }
                RoundedConstraint::Measure(Measure::Blacks, range) => {
                    let blacks = placed * width - so_far.letters;
                    within(range, blacks, blacks + to_come * width)
                }
                RoundedConstraint::Measure(Measure::Words, range) => within(range, across, most_words),
                // Every placed letter can be either.
                RoundedConstraint::Measure(Measure::Checked | Measure::Unchecked, range) => {
                    within(range, 0, so_far.letters + to_come * width)
                }
                RoundedConstraint::Measure(Measure::Cheaters, range) => {
                    within(range, self.decided(levels, cheaters), u32::MAX)
                }
                RoundedConstraint::Measure(Measure::Elbows, range) => {
                    within(range, self.decided(levels, elbows), u32::MAX)
                }
                RoundedConstraint::Measure(Measure::Length(length), range) => {
                    within(range, so_far.of_length(length), u32::MAX)
                }
                RoundedConstraint::EachLength { lengths, range } => {
                    lengths.iter().all(|length| within(range, so_far.of_length(length), u32::MAX))
                }
                // The image of a row has as many black squares as the row.
                RoundedConstraint::BlacksPerRow(range) => levels.last().is_none_or(|&row| {
                    let blacks = width - row.count_ones();
                    within(range, blacks, blacks)
                }),
                RoundedConstraint::Lengths(range) => within(range, so_far.different(), height.max(width)),
                RoundedConstraint::Black(BlackShape::Run, Range { most: Some(most), .. }) => {
                    let mut rows = [0; MAX_SIZE];
                    let first = self.first_of(levels);
                    let placed = self.place(levels, &mut rows);
                    black_shape(&rows[first..first + placed], self.size.columns(), BlackShape::Run) <= most
                }
                RoundedConstraint::MeanLength { .. } | RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => {
                    true
                }
            }
        })
    }

    /// Returns `true` if the grid of these rows, a level each, meets all constraints.
    pub(crate) fn meets(&self, levels: &[u32]) -> bool {
        let mut rows = [0; MAX_SIZE];
        self.place(levels, &mut rows);
        let (rows, width) = (&rows[..self.size.rows()], self.size.columns());
        let totals = Totals::whole(rows);
        let within = |range: Range, value: u32| range.least <= value && range.most.is_none_or(|most| value <= most);
        self.constraints.iter().all(|&constraint| match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, totals.measure(measure, rows, width)),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().all(|length| within(range, totals.of_length(length)))
            }
            RoundedConstraint::BlacksPerRow(range) => {
                levels.iter().all(|row| within(range, self.size.columns() as u32 - row.count_ones()))
            }
            RoundedConstraint::MeanLength { least, most } => {
                let (spelled, words) = (u64::from(totals.spelled()), u64::from(totals.number_of_words()));
                // The letters of all words, and the number that this mean requires, with a common denominator.
                let both = |mean: Mean| (spelled * u64::from(mean.words), words * u64::from(mean.letters));
                least.map(both).is_none_or(|(spelled, least)| spelled >= least)
                    && most.map(both).is_none_or(|(spelled, most)| spelled <= most)
            }
            RoundedConstraint::Lengths(range) => within(range, totals.different()),
            RoundedConstraint::Black(shape, range) => within(range, black_shape(rows, width, shape)),
            RoundedConstraint::Hinges(range) => within(range, hinges(rows, width)),
        })
    }
}

/// Returns a measure of a valid grid.
pub(crate) fn measure(grid: &Grid, measure: Measure) -> u32 {
    let rows: Vec<u32> = grid.rows().iter().map(|&row| row as u32).collect();
    Totals::whole(&rows).measure(measure, &rows, grid.width())
}

/// Returns a quantity of the black squares that lie together, in rows of white squares.
fn black_shape(rows: &[u32], width: usize, shape: BlackShape) -> u32 {
    let is_black = |r: usize, c: usize| rows[r] >> c & 1 == 0;
    let (mut run, mut edge, mut squares) = (0, 0, 0);
    // The lengths of the runs that end in the row above, by column.
    let mut down = vec![0; width];
    for r in 0..rows.len() {
        let mut across = 0;
        for (c, down) in down.iter_mut().enumerate() {
            across = if is_black(r, c) { across + 1 } else { 0 };
            squares += u32::from(across > 1 && r > 0 && is_black(r - 1, c - 1) && is_black(r - 1, c));
            *down = if is_black(r, c) { *down + 1 } else { 0 };
            run = run.max(across).max(*down);
            if r == 0 || r + 1 == rows.len() {
                edge = edge.max(across);
            }
            if c == 0 || c + 1 == width {
                edge = edge.max(*down);
            }
        }
    }
    match shape {
        BlackShape::LargestBlock => {
            largest_block(rows.len() * width, width, |square| is_black(square / width, square % width))
        }
        BlackShape::Run => run,
        BlackShape::TwoByTwo => squares,
        BlackShape::EdgeRun => edge,
    }
}

/// Returns the size of the largest block, by joining the sets of neighbours (union-find).
fn largest_block(squares: usize, width: usize, is_black: impl Fn(usize) -> bool) -> u32 {
    let mut parents: Vec<usize> = (0..squares).collect();
    let root = |parents: &[usize], mut square: usize| {
        while parents[square] != square {
            square = parents[square];
        }
        square
    };
    for square in (0..squares).filter(|&square| is_black(square)) {
        let left = (square % width > 0).then(|| square - 1);
        for other in [left, square.checked_sub(width)].into_iter().flatten().filter(|&other| is_black(other)) {
            let (one, other) = (root(&parents, square), root(&parents, other));
            parents[one.max(other)] = one.min(other);
        }
    }
    let mut sizes = vec![0; squares];
    for square in (0..squares).filter(|&square| is_black(square)) {
        sizes[root(&parents, square)] += 1;
    }
    sizes.into_iter().max().unwrap_or(0)
}
