//! Finds constraints that no grid can meet under any rules, before any counting.
//!
//! Equations relate the measures. Letters and blacks add up to all squares, checked and unchecked letters to all letters, the words of
//! every length to all words. Each measure has an interval of possible values, and the equations narrow the intervals until nothing changes
//! (interval propagation: Davis, 1987). An empty interval shows a contradiction. A single constraint without a grid is not a
//! contradiction: the answer is 0.

use thiserror::Error;

use crate::size::Size;

use super::{BlackShape, Bounds, Constraint, Mean, Measure, Range, Rational, RoundedConstraint, Subject};

/// The reason why constraints cannot be imposed on grids of some size.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConstraintFault {
    /// Words are required of a length that exceeds the size: no word has that many letters.
    #[error("{constraint}: a word has 2 to {} letters at size {size}", .size.longest_word())]
    Length {
        /// The constraint.
        constraint: Box<Constraint>,
        /// The size.
        size: Size,
    },
    /// Two or more contradict each other.
    #[error("no grid of size {size} could have all of: {constraints}")]
    Contradiction {
        /// A smallest contradictory part of the constraints.
        constraints: String,
        /// The size.
        size: Size,
    },
}

impl ConstraintFault {
    /// Returns the fault of these constraints for grids of this size, if they have one.
    pub fn of(constraints: &[Constraint], size: Size) -> Option<Self> {
        let longest = size.longest_word();
        // Every grid has 0 words of such a length, so bounds that allow 0 exclude nothing.
        let needs_one = |bounds: Bounds| bounds.least().is_some_and(|least| least > Rational::from(0));
        let needs_too_long = |&&Constraint { subject, bounds }: &&Constraint| match subject {
            Subject::Of(Measure::Length(letters)) => letters > longest && needs_one(bounds),
            Subject::EachLength { to, .. } => to > longest && needs_one(bounds),
            // The lengths that are not excepted are those of the size.
            Subject::Of(_)
            | Subject::OtherLengths(_)
            | Subject::BlacksPerRow
            | Subject::MeanLength
            | Subject::Lengths
            | Subject::Black(_)
            | Subject::Hinges => false,
        };
        if let Some(&constraint) = constraints.iter().find(needs_too_long) {
            return Some(ConstraintFault::Length { constraint: Box::new(constraint), size });
        }
        if Intervals::of(constraints, size).is_some() {
            return None;
        }
        // Remove every constraint without which the rest is still contradictory. The constraints left are all needed.
        let mut left = constraints.to_vec();
        let mut at = 0;
        while at < left.len() {
            let constraint = left.remove(at);
            if Intervals::of(&left, size).is_some() {
                left.insert(at, constraint);
                at += 1;
            }
        }
        (left.len() > 1).then(|| ConstraintFault::Contradiction { constraints: super::in_words(&left), size })
    }
}

/// The possible values of a number, from `least` to `most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Interval {
    least: i64,
    most: i64,
}

impl Interval {
    fn narrow(&mut self, least: i64, most: i64) {
        self.least = self.least.max(least);
        self.most = self.most.min(most);
    }

    fn within(&mut self, Range { least, most }: Range) {
        self.narrow(least.into(), most.map_or(i64::MAX, i64::from));
    }
}

/// The possible values of the measures of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Intervals {
    letters: Interval,
    blacks: Interval,
    checked: Interval,
    unchecked: Interval,
    words: Interval,
    /// The number of different word lengths.
    different: Interval,
    /// The sum of the lengths of all words, which counts checked letters twice.
    spelled: Interval,
    /// The number of words of each length, from 2 letters.
    lengths: Vec<Interval>,
}

impl Intervals {
    /// Returns the narrowed intervals, or `None` if no grid can meet all the constraints.
    fn of(constraints: &[Constraint], size: Size) -> Option<Self> {
        let (squares, longest) = (size.squares() as i64, size.longest_word());
        let up_to = |most| Interval { least: 0, most };
        let mut intervals = Intervals {
            letters: up_to(squares),
            blacks: up_to(squares),
            checked: up_to(squares),
            unchecked: up_to(squares),
            words: up_to(squares),
            different: up_to(longest as i64 - 1),
            spelled: up_to(2 * squares),
            lengths: vec![up_to(squares); longest - 1],
        };
        loop {
            let before = intervals.clone();
            for constraint in constraints {
                intervals.constrain(RoundedConstraint::of(constraint, size), size);
            }
            intervals.relate(squares);
            if !intervals.all().all(|range| range.least <= range.most) {
                return None;
            }
            if intervals == before {
                return Some(intervals);
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &Interval> {
        let Intervals { letters, blacks, checked, unchecked, words, different, spelled, lengths } = self;
        [letters, blacks, checked, unchecked, words, different, spelled].into_iter().chain(lengths)
    }

    fn constrain(&mut self, constraint: RoundedConstraint, size: Size) {
        match constraint {
            RoundedConstraint::Measure(Measure::Letters, range) => self.letters.within(range),
            RoundedConstraint::Measure(Measure::Blacks, range) => self.blacks.within(range),
            RoundedConstraint::Measure(Measure::Words, range) => self.words.within(range),
            RoundedConstraint::Measure(Measure::Checked, range) => self.checked.within(range),
            RoundedConstraint::Measure(Measure::Unchecked, range) => self.unchecked.within(range),
            // Each of them is a black square.
            RoundedConstraint::Measure(Measure::Cheaters | Measure::Elbows, Range { least, .. }) => {
                self.blacks.within(Range { least, most: None });
            }
            RoundedConstraint::Measure(Measure::Length(letters), range) => self.lengths[letters - 2].within(range),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().for_each(|letters| self.lengths[letters - 2].within(range));
            }
            RoundedConstraint::BlacksPerRow(Range { least, most }) => {
                let rows = size.rows() as u32;
                self.blacks.within(Range { least: rows * least, most: most.map(|most| rows * most) });
            }
            RoundedConstraint::Lengths(range) => self.different.within(range),
            // Each of them is a checked letter.
            RoundedConstraint::Hinges(Range { least, .. }) => self.checked.within(Range { least, most: None }),
            // The grid needs this number of black squares. An area of two by two needs four.
            RoundedConstraint::Black(shape, Range { least, .. }) => {
                let needed = match shape {
                    BlackShape::LargestBlock | BlackShape::Run | BlackShape::EdgeRun => least,
                    BlackShape::TwoByTwo => 4 * least.min(1),
                };
                self.blacks.within(Range { least: needed, most: None });
            }
            RoundedConstraint::MeanLength { least, most } => {
                // words · a ≤ b · spelled, where a / b is the least mean
                if let Some((letters, words)) = least.map(quotient) {
                    self.spelled.narrow(div_ceil(letters * self.words.least, words), i64::MAX);
                    self.words.narrow(0, (words * self.spelled.most).div_euclid(letters));
                }
                if let Some((letters, words)) = most.map(quotient) {
                    self.spelled.narrow(0, (letters * self.words.most).div_euclid(words));
                    self.words.narrow(div_ceil(words * self.spelled.least, letters), i64::MAX);
                }
            }
        }
    }

    /// Narrows the intervals by the equations between the measures.
    fn relate(&mut self, squares: i64) {
        sum(&mut [(&mut self.letters, 1), (&mut self.blacks, 1)], Interval { least: squares, most: squares });
        let (letters, words, spelled) = (self.letters, self.words, self.spelled);
        self.letters = sum(&mut [(&mut self.checked, 1), (&mut self.unchecked, 1)], letters);
        self.spelled = sum(&mut [(&mut self.checked, 2), (&mut self.unchecked, 1)], spelled);
        let mut counted: Vec<(&mut Interval, i64)> = self.lengths.iter_mut().map(|words| (words, 1)).collect();
        self.words = sum(&mut counted, words);
        let mut spelling: Vec<(&mut Interval, i64)> = self.lengths.iter_mut().zip(2..).collect();
        self.spelled = sum(&mut spelling, self.spelled);
        let some = self.lengths.iter().filter(|words| words.least > 0).count() as i64;
        let possible = self.lengths.iter().filter(|words| words.most > 0).count() as i64;
        self.different.narrow(some, possible.min(self.words.most));
        self.words.narrow(self.different.least, i64::MAX);
    }
}

/// Narrows the terms of a sum that lies in `total`, and returns the narrowed total.
fn sum(terms: &mut [(&mut Interval, i64)], mut total: Interval) -> Interval {
    let least: i64 = terms.iter().map(|(term, factor)| term.least * factor).sum();
    let most: i64 = terms.iter().map(|(term, factor)| term.most * factor).sum();
    total.narrow(least, most);
    for (term, factor) in terms {
        let (others_least, others_most) = (least - term.least * *factor, most - term.most * *factor);
        term.narrow(div_ceil(total.least - others_most, *factor), (total.most - others_least).div_euclid(*factor));
    }
    total
}

fn quotient(Mean { letters, words }: Mean) -> (i64, i64) {
    (letters.into(), words.into())
}

fn div_ceil(number: i64, by: i64) -> i64 {
    -(-number).div_euclid(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(constraints: &[&str], size: usize) -> Option<String> {
        let constraints: Vec<Constraint> =
            constraints.iter().map(|constraint| constraint.parse().expect(constraint)).collect();
        ConstraintFault::of(&constraints, Size::square(size).expect("a size")).map(|fault| fault.to_string())
    }

    fn intervals(constraints: &[&str], size: usize) -> Intervals {
        let constraints: Vec<Constraint> =
            constraints.iter().map(|constraint| constraint.parse().expect(constraint)).collect();
        Intervals::of(&constraints, Size::square(size).expect("a size")).expect("no contradiction")
    }

    /// Tests each bound just where it begins to contradict, and just before.
    #[test]
    fn the_last_possible_value_is_possible() {
        let contradicts = |constraints: &[&str]| fault(constraints, 7).is_some();
        for (possible, impossible) in [
            (&["length 7 = 1"][..], &["length 8 = 1"][..]),
            (&["length 8 = 0"], &["length 8 >= 0.1"]),
            (&["length 3..7 = 1"], &["length 3..8 = 1"]),
            (&["lengths >= 4", "words <= 4"], &["lengths >= 5", "words <= 4"]),
            (&["length 3..7 = 0", "lengths >= 1"], &["length 3..7 = 0", "lengths >= 2"]),
            (&["lengths <= 1", "length 3 >= 1"], &["lengths <= 1", "length 3 >= 1", "length 4 >= 1"]),
            (&["mean-length = 7", "words = 14"], &["mean-length = 7", "words = 15"]),
            (&["letters = 49", "blacks = 0"], &["letters = 49", "blacks = 1"]),
            (&["letters = 40", "cheaters >= 9"], &["letters = 40", "cheaters >= 10"]),
            (&["blacks <= 5", "elbows = 5"], &["blacks <= 5", "elbows = 6"]),
            (&["checked = 1", "hinges = 1"], &["checked = 1", "hinges = 2"]),
            (&["blacks-per-row >= 2", "letters >= 35"], &["blacks-per-row >= 2", "letters >= 36"]),
            (&["blacks-per-row <= 2", "letters <= 35"], &["blacks-per-row <= 2", "letters <= 34"]),
            (&["length except 5/8 = 0", "length 5 = 1"], &["length except 5/8 = 0", "length 6 = 1"]),
            (
                &["mean-length >= 6", "words >= 4", "letters <= 12"],
                &["mean-length >= 6", "words >= 4", "letters <= 11"],
            ),
        ] {
            assert!(!contradicts(possible), "{possible:?}");
            assert!(contradicts(impossible), "{impossible:?}");
        }
    }

    #[test]
    fn a_mean_bounds_the_words_and_their_letters() {
        let Intervals { words, spelled, lengths, .. } =
            intervals(&["mean-length >= 13/2", "words >= 3", "letters <= 14"], 7);
        assert_eq!((words, spelled), (Interval { least: 3, most: 5 }, Interval { least: 20, most: 36 }));
        assert_eq!(lengths[5], Interval { least: 0, most: 5 });
        let Intervals { words, spelled, .. } = intervals(&["mean-length <= 7/2", "words <= 9", "unchecked >= 8"], 7);
        assert_eq!((words, spelled), (Interval { least: 3, most: 9 }, Interval { least: 8, most: 31 }));
        let Intervals { lengths, .. } = intervals(&["length 3..7 = 1"], 7);
        assert!(lengths[1..].iter().all(|&words| words == Interval { least: 1, most: 1 }));
        assert_eq!(lengths[0].least, 0);
        let Intervals { lengths, .. } = intervals(&["length 5..7 = 1"], 7);
        assert_eq!([lengths[2].least, lengths[3].least, lengths[5].least], [0, 1, 1]);
        let Intervals { lengths, different, .. } = intervals(&["length 4 = 2"], 7);
        assert_eq!((lengths[2], different.least), (Interval { least: 2, most: 2 }, 1));
    }

    #[test]
    fn a_sum_narrows_its_terms_and_they_narrow_it() {
        let range = |least, most| Interval { least, most };
        for (one, two, total, narrowed) in [
            (range(1, 10), range(0, 10), range(17, 25), [range(1, 10), range(0, 7), range(17, 25)]),
            (range(1, 4), range(1, 3), range(15, 40), [range(3, 4), range(3, 3), range(15, 17)]),
            (range(1, 4), range(1, 3), range(0, 9), [range(1, 3), range(1, 2), range(5, 9)]),
        ] {
            let (mut one, mut two) = (one, two);
            let total = sum(&mut [(&mut one, 2), (&mut two, 3)], total);
            assert_eq!([one, two, total], narrowed);
        }
    }
}
