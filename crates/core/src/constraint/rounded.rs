//! Constraints for one size: the bounds of a constraint as small whole numbers, which cannot overflow where an engine multiplies them.
//!
//! A constraint keeps the bound that somebody wrote. It may be 2^63 or have thirty decimals. For a size, every such bound has an equal
//! one that is small. A measure is a whole number from 0 to a greatest one, so its bound is rounded inward and cut off just
//! beyond that. A mean length is a quotient of few letters and few words, so its bound is replaced by the nearest such quotient
//! on the inner side (the best rational approximation from one side, found in the Stern–Brocot tree).

use num_rational::Ratio;

use super::{Bounds, Constraint, Measure, Rational, Subject};

/// A constraint on grids of one size, in numbers that the size allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundedConstraint {
    /// Bounds a measure.
    Measure(Measure, Range),
    /// Bounds the number of words of every single length.
    EachLength {
        /// The shortest length.
        from: usize,
        /// The longest length, included.
        to: usize,
        /// The bounds for each.
        range: Range,
    },
    /// Bounds the number of different lengths.
    Lengths(Range),
    /// Bounds the letters of all words, divided by the words.
    MeanLength {
        /// The least mean, if not every mean is large enough.
        least: Option<Mean>,
        /// The greatest mean, if not every mean is small enough.
        most: Option<Mean>,
    },
}

/// The values from `least` to `most`, both included. It is empty if `least` is greater than `most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least value, at most one more than any grid of the size has.
    pub least: u32,
    /// The greatest value; `None` if no grid of the size has more.
    pub most: Option<u32>,
}

/// A mean word length, as the quotient of letters and words; a crossed letter counts twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mean {
    /// The letters: at most (n + 1) · n² in a grid of n rows.
    pub letters: u32,
    /// The words: at least 1, at most n².
    pub words: u32,
}

/// What the bounds of a constraint decide without looking at a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// Every grid of the size is within them.
    Always,
    /// No grid of the size is.
    Never,
}

impl RoundedConstraint {
    /// Returns the constraint that a constraint is for grids of `size` rows and columns.
    pub fn of(constraint: &Constraint, size: usize) -> Self {
        let squares = (size * size) as u32;
        let Constraint { subject, bounds } = *constraint;
        match subject {
            Subject::Of(measure) => RoundedConstraint::Measure(measure, Range::within(bounds, squares)),
            Subject::EachLength { from, to } => {
                RoundedConstraint::EachLength { from, to, range: Range::within(bounds, squares) }
            }
            Subject::Lengths => RoundedConstraint::Lengths(Range::within(bounds, size as u32)),
            Subject::MeanLength => RoundedConstraint::MeanLength {
                least: bounds.least().and_then(|least| Mean::at_least(least, size as u32)),
                most: bounds.most().and_then(|most| Mean::at_most(most, size as u32)),
            },
        }
    }

    /// Returns what the bounds decide for every grid of `size` rows and columns that has a word, if they do.
    pub fn decided(&self, size: usize) -> Option<Decided> {
        let squares = (size * size) as u32;
        let of_range = |Range { least, most }: Range, greatest: u32| {
            if least > most.unwrap_or(greatest) {
                Some(Decided::Never)
            } else {
                (least == 0 && most.is_none()).then_some(Decided::Always)
            }
        };
        match *self {
            RoundedConstraint::Measure(_, range) | RoundedConstraint::EachLength { range, .. } => {
                of_range(range, squares)
            }
            RoundedConstraint::Lengths(range) => of_range(range, size as u32),
            RoundedConstraint::MeanLength { least: None, most: None } => Some(Decided::Always),
            RoundedConstraint::MeanLength { least, most } => {
                let number = |mean: Mean| Ratio::new(mean.letters, mean.words);
                let least = least.map_or(Ratio::from(SHORTEST), number);
                let most = most.map_or(Ratio::from(size as u32), number);
                (least > most).then_some(Decided::Never)
            }
        }
    }
}

/// The letters of the shortest word.
const SHORTEST: u32 = 2;

impl Range {
    /// Returns the whole numbers within the bounds, of those from 0 to `greatest`.
    fn within(bounds: Bounds, greatest: u32) -> Self {
        let beyond = u128::from(greatest) + 1;
        let least = bounds.least().map_or(0, |least| least.ceil().to_integer().min(beyond));
        let most = bounds.most().map(|most| most.floor().to_integer()).filter(|&most| most < u128::from(greatest));
        Range { least: least as u32, most: most.map(|most| most as u32) }
    }
}

impl Mean {
    /// Returns the least mean that a grid can have and that is not below the bound; `None` if the bound excludes none.
    fn at_least(bound: Rational, size: u32) -> Option<Self> {
        if bound <= Ratio::from(u128::from(SHORTEST)) {
            return None;
        }
        if bound > Ratio::from(u128::from(size)) {
            return Some(Mean { letters: size + 1, words: 1 });
        }
        Some(neighbours(bound, size * size).1)
    }

    /// Returns the greatest mean that a grid can have and that is not above the bound; `None` if the bound excludes none.
    fn at_most(bound: Rational, size: u32) -> Option<Self> {
        if bound >= Ratio::from(u128::from(size)) {
            return None;
        }
        if bound < Ratio::from(u128::from(SHORTEST)) {
            return Some(Mean { letters: SHORTEST - 1, words: 1 });
        }
        Some(neighbours(bound, size * size).0)
    }
}

/// Returns the greatest quotient that is not above `number` and the least that is not below it, of those with at most `most`
/// words. `number` is at most 2^16.
///
/// The walk keeps two neighbours around the number and replaces one by their mediant (Stern, 1858; Brocot, 1861), at most
/// `most` times.
fn neighbours(number: Rational, most: u32) -> (Mean, Mean) {
    if *number.denom() <= u128::from(most) {
        // Both fit: the whole part is at most 2^16, the denominator at most `most`.
        let mean = Mean { letters: *number.numer() as u32, words: *number.denom() as u32 };
        return (mean, mean);
    }
    let whole = number.to_integer() as u32;
    let (mut below, mut above) = (Mean { letters: whole, words: 1 }, Mean { letters: whole + 1, words: 1 });
    // The number is between the two and equal to neither, since its denominator is larger than `most`.
    loop {
        let mediant = Mean { letters: below.letters + above.letters, words: below.words + above.words };
        if mediant.words > most {
            return (below, above);
        }
        if Ratio::new(u128::from(mediant.letters), u128::from(mediant.words)) < number {
            below = mediant;
        } else {
            above = mediant;
        }
    }
}
