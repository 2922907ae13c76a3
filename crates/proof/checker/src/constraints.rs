//! Decides constraints on a finished grid, for the certificate checker alone.
//!
//! The checker shares the text of a constraint with the engines and nothing else. It reads the bounds as they were written, finds the words
//! square by square, and compares by multiplying numbers of arbitrary size.

use num_bigint::BigUint;

use gridcheck_core::constraint::{Bounds, Constraint, Measure, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;

/// Returns the first constraint that the grid does not meet, and the grid's value, as in `it has 32`.
pub(super) fn first_unmet(grid: &Grid, constraints: &[Constraint]) -> Option<(Constraint, String)> {
    if constraints.is_empty() {
        return None;
    }
    let found = Inventory::of(grid);
    constraints.iter().find_map(|&constraint| found.instead(constraint).map(|instead| (constraint, instead)))
}

/// The words and the letters of a grid.
struct Inventory<'g> {
    grid: &'g Grid,
    /// The number of words that hold each square; `None` if the square is black.
    words_at: Vec<Option<u8>>,
    /// The number of letters of each word.
    lengths: Vec<usize>,
    /// Number of columns.
    width: usize,
}

impl<'g> Inventory<'g> {
    fn of(grid: &'g Grid) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let rows = (0..height).map(|r| (0..width).map(|c| r * width + c).collect::<Vec<_>>());
        let columns = (0..width).map(|c| (0..height).map(|r| r * width + c).collect::<Vec<_>>());
        let lines: Vec<Vec<usize>> = rows.chain(columns).collect();
        let is_white = |square: usize| grid.is_white(square / width, square % width);
        let mut words_at: Vec<Option<u8>> = (0..height * width).map(|square| is_white(square).then_some(0)).collect();
        let mut lengths = Vec::new();
        for word in lines.iter().flat_map(|line| line.split(|&square| !is_white(square))).filter(|run| run.len() > 1) {
            lengths.push(word.len());
            for &square in word {
                words_at[square] = words_at[square].map(|words| words + 1);
            }
        }
        Inventory { grid, words_at, lengths, width }
    }

    fn squares_in(&self, words: Option<u8>) -> usize {
        self.words_at.iter().filter(|&&at| at == words).count()
    }

    fn number(&self, measure: Measure) -> usize {
        match measure {
            Measure::Letters => self.words_at.len() - self.squares_in(None),
            Measure::Blacks => self.squares_in(None),
            Measure::Words => self.lengths.len(),
            Measure::Checked => self.squares_in(Some(2)),
            Measure::Unchecked => self.squares_in(Some(1)),
            Measure::Length(letters) => self.lengths.iter().filter(|&&length| length == letters).count(),
            Measure::Cheaters => self.blacks().filter(|&black| self.is_cheater(black)).count(),
            Measure::Elbows => self.blacks().filter(|&black| self.is_elbow(black)).count(),
        }
    }

    /// Returns the black squares, numbered row by row.
    fn blacks(&self) -> impl Iterator<Item = usize> {
        (0..self.words_at.len()).filter(|&square| self.words_at[square].is_none())
    }

    fn is_cheater(&self, black: usize) -> bool {
        let mut changed = self.grid.clone();
        changed.set_white(black / self.width, black % self.width, true);
        Inventory::of(&changed).lengths.len() == self.lengths.len()
    }

    fn is_elbow(&self, black: usize) -> bool {
        let column = black % self.width;
        let is_black = |square: Option<usize>| square.and_then(|square| self.words_at.get(square)) == Some(&None);
        let left = (column > 0).then(|| black - 1);
        let right = (column + 1 < self.width).then(|| black + 1);
        let across = is_black(left) || is_black(right);
        across && (is_black(black.checked_sub(self.width)) || is_black(Some(black + self.width)))
    }

    /// Returns the grid's value as text if the grid does not meet the constraint.
    fn instead(&self, Constraint { subject, bounds }: Constraint) -> Option<String> {
        let unless = |within: bool, instead: String| (!within).then_some(instead);
        let of_length = |length: usize| {
            let number = self.number(Measure::Length(length));
            unless(is_within(bounds, number, 1), format!("it has {number} of length {length}"))
        };
        match subject {
            Subject::Of(measure) => {
                let number = self.number(measure);
                unless(is_within(bounds, number, 1), format!("it has {number}"))
            }
            Subject::EachLength { from, to } => (from..=to).find_map(of_length),
            Subject::OtherLengths(lengths) => {
                let longest = self.width.max(self.words_at.len() / self.width);
                (2..=longest).filter(|&length| !lengths.contains(length)).find_map(of_length)
            }
            Subject::BlacksPerRow => (1..).zip(self.words_at.chunks(self.width)).find_map(|(row, squares)| {
                let blacks = squares.iter().filter(|square| square.is_none()).count();
                unless(is_within(bounds, blacks, 1), format!("row {row} has {blacks}"))
            }),
            Subject::MeanLength => {
                let (letters, words) = (self.lengths.iter().sum(), self.lengths.len());
                let within = words == 0 || is_within(bounds, letters, words);
                unless(within, format!("its {}: {}", plural(words, "word"), plural(letters, "letter")))
            }
            Subject::Lengths => {
                let most = self.lengths.iter().max().copied().unwrap_or(0);
                let different = (2..=most).filter(|length| self.lengths.contains(length)).count();
                unless(is_within(bounds, different, 1), format!("it has {different}"))
            }
            // No certificate is made for them, so none is accepted.
            Subject::Black(_) | Subject::Hinges => Some("no certificate can hold it".to_owned()),
        }
    }
}

/// Returns `true` if `numerator` / `denominator` is within the bounds.
fn is_within(bounds: Bounds, numerator: usize, denominator: usize) -> bool {
    let ours = |part: &u128| BigUint::from(*part) * numerator;
    let theirs = |part: &u128| BigUint::from(*part) * denominator;
    bounds.least().is_none_or(|least| ours(least.denom()) >= theirs(least.numer()))
        && bounds.most().is_none_or(|most| ours(most.denom()) <= theirs(most.numer()))
}
