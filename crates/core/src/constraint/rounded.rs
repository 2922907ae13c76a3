//! Rounds the bounds of a constraint for one size to small whole numbers, which cannot overflow where an engine multiplies them.
//!
//! A constraint keeps its bound as it was written. That may be 2^63 or have thirty decimals. For a given size, every such bound has an
//! equivalent small one. A measure is a whole number from 0 to a greatest one, so its bound is rounded inward and limited to just beyond
//! that. A mean length is a quotient of few letters and few words. So the nearest such quotient on the inner side replaces its bound. It is
//! the best rational approximation from one side, found in the Stern–Brocot tree.

use num_rational::Ratio;

use super::{BlackShape, Bounds, Constraint, LengthSet, Measure, Rational, Subject};
use crate::size::Size;

/// A constraint on grids of one size, in numbers that the size allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundedConstraint {
    /// Bounds a measure.
    Measure(Measure, Range),
    /// Bounds the number of words of every single length.
    EachLength {
        /// The lengths, none longer than the longest word of the size.
        lengths: LengthSet,
        /// The bounds for each.
        range: Range,
    },
    /// Bounds the number of black squares of every single row.
    BlacksPerRow(Range),
    /// Bounds the number of different lengths.
    Lengths(Range),
    /// Bounds a quantity of the black squares that lie together.
    Black(BlackShape, Range),
    /// Bounds the number of hinges.
    Hinges(Range),
    /// Bounds the mean length: the letters of all words, divided by the number of words.
    MeanLength {
        /// The least mean, or `None` if every mean is large enough.
        least: Option<Mean>,
        /// The greatest mean, or `None` if every mean is small enough.
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

/// A mean word length, as the quotient of letters and words. A crossed letter counts twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mean {
    /// Number of letters: at most the squares times one more than the letters of the longest possible word.
    pub letters: u32,
    /// Number of words: at least 1, at most the number of squares.
    pub words: u32,
}

/// The result of a constraint that the size alone decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// Every grid of the size is within the bounds.
    Always,
    /// No grid of the size is within the bounds.
    Never,
}

impl RoundedConstraint {
    /// Rounds a constraint for grids of one size. Lengths beyond the size are left out: a problem has such a constraint only if it allows 0.
    pub fn of(constraint: &Constraint, size: Size) -> Self {
        let (squares, longest) = (size.squares() as u32, size.longest_word() as u32);
        let Constraint { subject, bounds } = *constraint;
        let each =
            |lengths: LengthSet| RoundedConstraint::EachLength { lengths, range: Range::within(bounds, squares) };
        match subject {
            // No grid has a word of such a length, and no engine has a place for it.
            Subject::Of(Measure::Length(letters)) if letters > size.longest_word() => each(LengthSet::from_iter([])),
            Subject::Of(measure) => RoundedConstraint::Measure(measure, Range::within(bounds, squares)),
            Subject::EachLength { from, to } => each((from..=to.min(size.longest_word())).collect()),
            Subject::OtherLengths(set) => {
                each((2..=size.longest_word()).filter(|&length| !set.contains(length)).collect())
            }
            Subject::BlacksPerRow => RoundedConstraint::BlacksPerRow(Range::within(bounds, size.columns() as u32)),
            Subject::Lengths => RoundedConstraint::Lengths(Range::within(bounds, longest)),
            Subject::Black(shape) => RoundedConstraint::Black(shape, Range::within(bounds, squares)),
            Subject::Hinges => RoundedConstraint::Hinges(Range::within(bounds, squares)),
            Subject::MeanLength => RoundedConstraint::MeanLength {
                least: bounds.least().and_then(|least| Mean::at_least(least, longest, squares)),
                most: bounds.most().and_then(|most| Mean::at_most(most, longest, squares)),
            },
        }
    }

    /// Returns the decision if the bounds allow every grid of the size that has a word, or none.
    pub fn decided(&self, size: Size) -> Option<Decided> {
        let (squares, longest) = (size.squares() as u32, size.longest_word() as u32);
        let of_range = |Range { least, most }: Range, greatest: u32| {
            if least > most.unwrap_or(greatest) {
                Some(Decided::Never)
            } else {
                (least == 0 && most.is_none()).then_some(Decided::Always)
            }
        };
        match *self {
            RoundedConstraint::EachLength { lengths, .. } if lengths.iter().next().is_none() => Some(Decided::Always),
            RoundedConstraint::Measure(_, range)
            | RoundedConstraint::EachLength { range, .. }
            | RoundedConstraint::Black(_, range)
            | RoundedConstraint::Hinges(range) => of_range(range, squares),
            RoundedConstraint::BlacksPerRow(range) => of_range(range, size.columns() as u32),
            RoundedConstraint::Lengths(range) => of_range(range, longest),
            RoundedConstraint::MeanLength { least: None, most: None } => Some(Decided::Always),
            RoundedConstraint::MeanLength { least, most } => {
                let number = |mean: Mean| Ratio::new(mean.letters, mean.words);
                let least = least.map_or(Ratio::from(MIN), number);
                let most = most.map_or(Ratio::from(longest), number);
                (least > most).then_some(Decided::Never)
            }
        }
    }
}

/// Number of letters of the shortest word.
const MIN: u32 = 2;

impl Range {
    /// Returns the whole numbers from 0 to `greatest` that are within the bounds.
    fn within(bounds: Bounds, greatest: u32) -> Self {
        let beyond = u128::from(greatest) + 1;
        let least = bounds.least().map_or(0, |least| least.ceil().to_integer().min(beyond));
        let most = bounds.most().map(|most| most.floor().to_integer()).filter(|&most| most < u128::from(greatest));
        Range { least: least as u32, most: most.map(|most| most as u32) }
    }
}

impl Mean {
    /// Returns the least possible mean that is not below the bound; `None` if the bound excludes none.
    fn at_least(bound: Rational, longest: u32, squares: u32) -> Option<Self> {
        if bound <= Ratio::from(u128::from(MIN)) {
            return None;
        }
        if bound > Ratio::from(u128::from(longest)) {
            return Some(Mean { letters: longest + 1, words: 1 });
        }
        Some(neighbours(bound, squares).1)
    }

    /// Returns the greatest possible mean that is not above the bound; `None` if the bound excludes none.
    fn at_most(bound: Rational, longest: u32, squares: u32) -> Option<Self> {
        if bound >= Ratio::from(u128::from(longest)) {
            return None;
        }
        if bound < Ratio::from(u128::from(MIN)) {
            return Some(Mean { letters: MIN - 1, words: 1 });
        }
        Some(neighbours(bound, squares).0)
    }
}

/// Returns the two neighbours of `number` among the quotients with at most `most` words. They are the greatest that is not above it and the
/// least that is not below it. The caller ensures that `number` is at most 2^16.
///
/// The loop keeps two neighbours around the number and replaces one by their mediant (Stern, 1858; Brocot, 1861), at most `most` times.
fn neighbours(number: Rational, most: u32) -> (Mean, Mean) {
    if *number.denom() <= u128::from(most) {
        // Both casts fit: the whole part is at most 2^16, the denominator at most `most`.
        let mean = Mean { letters: *number.numer() as u32, words: *number.denom() as u32 };
        return (mean, mean);
    }
    let whole = number.to_integer() as u32;
    let (mut below, mut above) = (Mean { letters: whole, words: 1 }, Mean { letters: whole + 1, words: 1 });
    // The number lies strictly between the two, because its denominator is larger than `most`.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: usize) -> Size {
        Size::square(side).expect("a size")
    }

    fn rounded(constraint: &str, size: usize) -> RoundedConstraint {
        RoundedConstraint::of(&constraint.parse().expect(constraint), square(size))
    }

    /// Compares with all quotients of at most `most` words.
    #[test]
    fn no_quotient_is_between_a_number_and_its_neighbours() {
        for most in [1, 2, 9, 25] {
            for number in [(2, 1), (13, 4), (19, 8), (31, 7), (355, 113), (1001, 500), (1999, 1000), (22, 26)] {
                let number = Ratio::new(number.0, number.1);
                let quotients =
                    || (1..=most).flat_map(|words| (0..=9 * words).map(move |letters| Ratio::new(letters, words)));
                let (below, above) = neighbours(number, most as u32);
                let quotient = |mean: Mean| Ratio::new(u128::from(mean.letters), u128::from(mean.words));
                assert_eq!(Some(quotient(below)), quotients().filter(|&quotient| quotient <= number).max());
                assert_eq!(Some(quotient(above)), quotients().filter(|&quotient| quotient >= number).min());
                assert!(u128::from(below.words.max(above.words)) <= most);
            }
        }
    }

    #[test]
    fn a_mean_is_bounded_between_the_shortest_and_the_longest_word() {
        let mean = |letters, words| Some(Mean { letters, words });
        for (text, least, most) in [
            ("mean-length >= 2", None, None),
            ("mean-length >= 2.1", mean(19, 9), None),
            ("mean-length >= 3", mean(3, 1), None),
            ("mean-length >= 3.1", mean(4, 1), None),
            ("mean-length <= 3", None, None),
            ("mean-length <= 2.99", None, mean(26, 9)),
            ("mean-length <= 2", None, mean(2, 1)),
            ("mean-length <= 1.9", None, mean(1, 1)),
        ] {
            assert_eq!(rounded(text, 3), RoundedConstraint::MeanLength { least, most }, "{text}");
        }
    }

    #[test]
    fn clips_ranges_to_the_values_possible_at_a_size() {
        let range = |least, most| Range { least, most };
        for (text, cut) in [
            ("letters 2.5..7.5", range(3, Some(7))),
            ("letters >= 9", range(9, None)),
            ("letters >= 11", range(10, None)),
            ("letters <= 8", range(0, Some(8))),
            ("letters <= 9", range(0, None)),
        ] {
            assert_eq!(rounded(text, 3), RoundedConstraint::Measure(Measure::Letters, cut), "{text}");
        }
        assert_eq!(rounded("lengths <= 3", 3), RoundedConstraint::Lengths(range(0, None)));
        let each = |lengths: &[usize], range| {
            let lengths = lengths.iter().copied().collect();
            RoundedConstraint::EachLength { lengths, range }
        };
        assert_eq!(rounded("length 2..3 >= 12", 3), each(&[2, 3], range(10, None)));
        assert_eq!(rounded("length 2..7 = 0", 3), each(&[2, 3], range(0, Some(0))));
        assert_eq!(rounded("length 4 = 0", 3), each(&[], range(0, Some(0))));
        assert_eq!(rounded("length except 4/9 = 0", 6), each(&[2, 3, 5, 6], range(0, Some(0))));
        assert_eq!(rounded("blacks-per-row <= 3", 3), RoundedConstraint::BlacksPerRow(range(0, None)));
        assert_eq!(rounded("blacks-per-row 4..9", 3), RoundedConstraint::BlacksPerRow(range(4, None)));
        assert_eq!(rounded("hinges <= 7/2", 3), RoundedConstraint::Hinges(range(0, Some(3))));
        assert_eq!(rounded("hinges 2..18446744073709551616", 3), RoundedConstraint::Hinges(range(2, None)));
        assert_eq!(rounded("hinges >= 5", 3), RoundedConstraint::Hinges(range(5, None)));
    }
}
