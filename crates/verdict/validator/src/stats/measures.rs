//! Computes the measures of a finished grid that constraints bound, from its words.
//!
//! This is the validator's measurement. The tests compare the measurements of engines with it.

use super::hinges::hinges;
use super::regions::black_shape;
use gridcheck_core::constraint::{Bounds, Constraint, LengthSet, Measure, Rational, Subject};
use gridcheck_core::plural::plural;
use gridcheck_layout::shape::{Colour, Shape, Square};
use gridcheck_layout::words::{Word, Words};

/// The measures of one grid.
#[derive(Debug, Clone)]
pub struct Measures<'a> {
    shape: Shape<'a>,
    squares: usize,
    letters: usize,
    /// The longest side, which no word exceeds.
    longest: usize,
    words: Vec<Word>,
    /// The number of black squares of each row; voids do not count.
    row_blacks: Vec<usize>,
}

impl<'a> Measures<'a> {
    /// Measures a grid, valid or not. Words end at bars, and voids are not squares.
    pub fn of(shape: impl Into<Shape<'a>>) -> Self {
        let shape = shape.into();
        let (height, width) = (shape.grid.height(), shape.grid.width());
        let is_black =
            |square: (usize, usize)| !shape.grid.is_white(square.0, square.1) && !shape.voids.contains(&square);
        let row_blacks = (0..height).map(|r| (0..width).filter(|&c| is_black((r, c))).count()).collect();
        let words = Words::of(shape).words;
        let longest = height.max(width);
        Measures { shape, squares: shape.squares(), letters: shape.grid.whites(), longest, words, row_blacks }
    }

    /// Returns the sum of the lengths of all words, which counts checked letters twice.
    fn spelled(&self) -> usize {
        self.words.iter().map(|word| word.length).sum()
    }

    /// Returns one measure. A white square in no word, which no valid grid has, is a letter and neither checked nor unchecked.
    pub fn get(&self, measure: Measure) -> u32 {
        let checked = || self.words.iter().map(Word::checked_letters).sum::<usize>() / 2;
        let number = match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => self.squares - self.letters,
            Measure::Words => self.words.len(),
            Measure::Checked => checked(),
            Measure::Unchecked => self.spelled() - 2 * checked(),
            Measure::Length(length) => self.words.iter().filter(|word| word.length == length).count(),
            Measure::Cheaters => self.blacks().filter(|&black| self.is_cheater(black)).count(),
            Measure::Elbows => self.blacks().filter(|&black| self.is_elbow(black)).count(),
        };
        number as u32
    }

    fn blacks(&self) -> impl Iterator<Item = Square> {
        self.shape.places().filter(|&square| self.shape.at(square) == Colour::Black)
    }

    /// Returns `true` if the grid has as many words with this black square white.
    fn is_cheater(&self, square: Square) -> bool {
        let is_word = |letters: usize| i32::from(letters > 1);
        let gained = |one: (isize, isize), other: (isize, isize)| {
            let (before, after) = (self.run_beside(square, one), self.run_beside(square, other));
            is_word(before + 1 + after) - is_word(before) - is_word(after)
        };
        gained((0, -1), (0, 1)) + gained((-1, 0), (1, 0)) == 0
    }

    /// Returns the number of white squares in a row beside a square in a direction, up to a bar.
    fn run_beside(&self, mut square: Square, (down, across): (isize, isize)) -> usize {
        let mut run = 0;
        loop {
            let next = square.0.checked_add_signed(down).zip(square.1.checked_add_signed(across));
            let Some(next) = next.filter(|&(r, c)| r < self.shape.height() && c < self.shape.width()) else {
                return run;
            };
            if !self.shape.grid.is_white(next.0, next.1) || self.shape.bars().between(square, next) {
                return run;
            }
            (square, run) = (next, run + 1);
        }
    }

    /// Returns `true` if this black square has black neighbours in its row and in its column.
    fn is_elbow(&self, (r, c): Square) -> bool {
        let is_black = |r: usize, c: usize| {
            r < self.shape.height() && c < self.shape.width() && self.shape.at((r, c)) == Colour::Black
        };
        let across = is_black(r, c.wrapping_sub(1)) || is_black(r, c + 1);
        across && (is_black(r.wrapping_sub(1), c) || is_black(r + 1, c))
    }

    /// Returns the number of different word lengths.
    fn different_lengths(&self) -> u32 {
        let mut lengths: Vec<usize> = self.words.iter().map(|word| word.length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths.len() as u32
    }

    /// Returns `true` if the grid meets a constraint, whose bounds are used as they were written.
    pub fn grant(&self, constraint: Constraint) -> bool {
        let Constraint { subject, bounds } = constraint;
        match subject {
            Subject::Of(measure) => self.is_within(bounds, measure),
            Subject::EachLength { from, to } => self.wrong_length(from..=to, bounds).is_none(),
            Subject::OtherLengths(lengths) => self.wrong_length(self.others(lengths), bounds).is_none(),
            Subject::BlacksPerRow => self.wrong_row(bounds).is_none(),
            Subject::MeanLength => {
                let mean = || Rational::new(self.spelled() as u128, self.words.len() as u128);
                self.words.is_empty() || admits(bounds, mean())
            }
            Subject::Lengths => admits(bounds, u128::from(self.different_lengths()).into()),
            Subject::Black(shape) => admits(bounds, (black_shape(self.shape, shape) as u128).into()),
            Subject::Hinges => admits(bounds, (hinges(&self.words).len() as u128).into()),
        }
    }

    /// Returns the possible lengths of words that are not in the set.
    fn others(&self, lengths: LengthSet) -> impl Iterator<Item = usize> {
        (2..=self.longest).filter(move |&length| !lengths.contains(length))
    }

    /// Returns the first of these lengths that too few or too many words have.
    fn wrong_length(&self, mut lengths: impl Iterator<Item = usize>, bounds: Bounds) -> Option<usize> {
        lengths.find(|&length| !self.is_within(bounds, Measure::Length(length)))
    }

    /// Returns the first row that has too few or too many black squares.
    fn wrong_row(&self, bounds: Bounds) -> Option<usize> {
        self.row_blacks.iter().position(|&blacks| !admits(bounds, (blacks as u128).into()))
    }

    fn is_within(&self, bounds: Bounds, measure: Measure) -> bool {
        admits(bounds, u128::from(self.get(measure)).into())
    }

    /// Describes the grid's value if it does not meet a constraint, as in `it has 32`.
    fn found_instead(&self, constraint: Constraint) -> String {
        let Constraint { subject, bounds } = constraint;
        let of_length = |length: usize| format!("it has {} of length {length}", self.get(Measure::Length(length)));
        match subject {
            Subject::Of(measure) => format!("it has {}", self.get(measure)),
            Subject::EachLength { from, to } => self.wrong_length(from..=to, bounds).map_or(String::new(), of_length),
            Subject::OtherLengths(lengths) => {
                self.wrong_length(self.others(lengths), bounds).map_or(String::new(), of_length)
            }
            Subject::BlacksPerRow => {
                let of_row = |r: usize| format!("row {} has {}", r + 1, self.row_blacks[r]);
                self.wrong_row(bounds).map_or(String::new(), of_row)
            }
            Subject::MeanLength => {
                format!("its {}: {}", plural(self.words.len(), "word"), plural(self.spelled(), "letter"))
            }
            Subject::Lengths => format!("it has {}", self.different_lengths()),
            Subject::Black(shape) => format!("it has {}", black_shape(self.shape, shape)),
            Subject::Hinges => format!("it has {}", hinges(&self.words).len()),
        }
    }
}

/// Returns `true` if a value lies within the bounds.
fn admits(bounds: Bounds, value: Rational) -> bool {
    bounds.least().is_none_or(|least| least <= value) && bounds.most().is_none_or(|most| value <= most)
}

/// Returns the constraints that a grid does not meet, each with the grid's value.
pub fn unsatisfied<'a>(shape: impl Into<Shape<'a>>, constraints: &[Constraint]) -> Vec<(Constraint, String)> {
    if constraints.is_empty() {
        return Vec::new();
    }
    let measures = Measures::of(shape);
    let refused = constraints.iter().filter(|&&constraint| !measures.grant(constraint));
    refused.map(|&constraint| (constraint, measures.found_instead(constraint))).collect()
}

/// Returns `true` if a grid meets every constraint.
pub fn satisfied<'a>(shape: impl Into<Shape<'a>>, constraints: &[Constraint]) -> bool {
    constraints.is_empty() || {
        let measures = Measures::of(shape);
        constraints.iter().all(|&constraint| measures.grant(constraint))
    }
}
