//! Measures barred grids and tests constraints on complete grids.
//!
//! Words are gaps between ends of runs: the difference between two ends is the length of the run between them.

use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::{Grid, full_row};

/// The totals of a barred grid.
pub(crate) struct BarredTotals {
    squares: u32,
    checked: u32,
    /// Squares in one word.
    unchecked: u32,
    /// Number of runs by length, rows and columns together; runs of one square are no words.
    runs: [u32; 65],
}

impl BarredTotals {
    pub(crate) fn of_grid(grid: &Grid) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let right: Vec<u64> = (0..height).map(|r| grid.bars().right(r) | 1 << (width - 1)).collect();
        let mut below: Vec<u64> = (0..height).map(|r| grid.bars().below(r)).collect();
        below[height - 1] = full_row(width);
        BarredTotals::new(width, &right, &below)
    }

    /// Measures the grid whose runs across end at the squares `right`, and whose runs down end at the squares `below`.
    pub(crate) fn new(width: usize, right: &[u64], below: &[u64]) -> Self {
        let full = full_row(width);
        let squares = (width * right.len()) as u32;
        let mut totals = BarredTotals { squares, checked: 0, unchecked: 0, runs: [0; 65] };
        // The row of the last end in each column, plus one.
        let mut ended = [0usize; 64];
        let mut above = full;
        for (r, (&right, &below)) in right.iter().zip(below).enumerate() {
            // A run of one square ends where the run before it ended a square earlier.
            let (across, down) = (right & (right << 1 | 1), above & below);
            totals.checked += (full & !(across | down)).count_ones();
            totals.unchecked += (across ^ down).count_ones();
            let (mut ends, mut start) = (right, 0);
            while ends != 0 {
                let end = ends.trailing_zeros() as usize + 1;
                totals.runs[end - start] += 1;
                start = end;
                ends &= ends - 1;
            }
            let mut ends = below;
            while ends != 0 {
                let c = ends.trailing_zeros() as usize;
                totals.runs[r + 1 - ended[c]] += 1;
                ended[c] = r + 1;
                ends &= ends - 1;
            }
            above = below;
        }
        totals
    }

    /// Returns the numbers of words by length.
    fn words(&self) -> impl Iterator<Item = (usize, u32)> {
        self.runs.iter().copied().enumerate().skip(2)
    }

    /// Returns a measure of the grid, which has no black square.
    pub(crate) fn measure(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Letters => self.squares,
            Measure::Blacks | Measure::Cheaters | Measure::Elbows => 0,
            Measure::Words => self.words().map(|(_, words)| words).sum(),
            Measure::Checked => self.checked,
            Measure::Unchecked => self.unchecked,
            Measure::Length(letters) => self.runs.get(letters).copied().unwrap_or(0),
        }
    }

    /// Returns `true` if the grid meets a constraint.
    pub(crate) fn meet(&self, constraint: RoundedConstraint) -> bool {
        let within = |Range { least, most }: Range, value: u32| least <= value && most.is_none_or(|most| value <= most);
        match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, self.measure(measure)),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().all(|length| within(range, self.runs[length]))
            }
            // All quantities of black squares are 0.
            RoundedConstraint::BlacksPerRow(range) | RoundedConstraint::Black(_, range) => within(range, 0),
            // The engine declines it.
            RoundedConstraint::Hinges(_) => false,
            RoundedConstraint::Lengths(range) => {
                within(range, self.words().map(|(_, words)| u32::from(words > 0)).sum())
            }
            RoundedConstraint::MeanLength { least, most } => {
                let (letters, words) = self.words().fold((0, 0), |(letters, words), (length, number)| {
                    (letters + u64::from(number) * length as u64, words + u64::from(number))
                });
                // Both sides are multiplied by both numbers of words.
                let sides = |mean: Mean| (letters * u64::from(mean.words), words * u64::from(mean.letters));
                least.map(sides).is_none_or(|(ours, bound)| ours >= bound)
                    && most.map(sides).is_none_or(|(ours, bound)| ours <= bound)
            }
        }
    }
}
