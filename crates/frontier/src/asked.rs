//! What is asked of grids beyond how many they are, and what a row, and a word that ends, adds to it.
//!
//! The rows of the upper half are whole rows of the grid, so a row and its neighbours say how many letters it adds, how many of them
//! are checked, and how many words begin in it: across where a white square has black before it and white behind, down where it
//! has black above it and white below. The lower half is the upper one turned: there words end where these begin, so the image
//! of a row adds as many ends, and half of beginnings and ends are words.
//!
//! Words of single lengths are another matter: across they are runs of the row, but down only the starts of a state know how long a word is that
//! ends. So the states keep lengths apart, as far as they are asked for, and a word is told where it ends
//! ([`Asked::ending`]).

use super::placed::{Down, RowInPlace};
use super::rows::{Row, columns, runs};
use gridcheck_core::constraint::{Goal, Mean, Measure, Range, RoundedConstraint};

/// Which are kept apart: 1 for those, and 0 for what is not asked for and counts as nothing, so that more ways are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    letters: u16,
    checked: u16,
    words: u16,
    /// The letters of all words, checked ones twice; less `mean` for every word, where a mean length is asked for exactly and words
    /// are not: then no more has to be known than whether all words together are too long or too short.
    spelled: i32,
    mean: i32,
    /// The lengths of which words are counted, a bit each.
    lengths: u16,
    /// Which end is wanted, where the best are.
    end: End,
    /// More than this no grid that is wanted has: ways that have more are let go.
    most: Had,
}

/// Nothing is asked for, and nothing bounded.
impl Default for Asked {
    fn default() -> Self {
        let most = Had { letters: u16::MAX, checked: u16::MAX, ends: u16::MAX, spelled: i32::MAX, lengths: u128::MAX };
        Asked { letters: 0, checked: 0, words: 0, spelled: 0, mean: 0, lengths: 0, end: End::default(), most }
    }
}

/// An end of what there can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Most,
    Fewest,
}

/// Letters, checked letters, beginnings and ends of words, letters of all words twice over; and the words of each length, a byte each,
/// the shortest lowest.
///
/// Invariant: no byte overflows, since no grid of 15 columns has 256 words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Had {
    letters: u16,
    checked: u16,
    ends: u16,
    spelled: i32,
    lengths: u128,
}

/// No line has as many squares, and no word as many letters.
const LENGTHS: usize = u16::BITS as usize;

impl Asked {
    /// Returns what these measures and constraints need.
    pub fn of(by: &[Measure], constraints: &[RoundedConstraint]) -> Self {
        let mut asked = Asked::default();
        for &measure in by {
            asked.add(measure);
        }
        for &constraint in constraints {
            match constraint {
                RoundedConstraint::Measure(measure, range) => {
                    asked.add(measure);
                    asked.bound(measure, range);
                }
                RoundedConstraint::MeanLength { .. } => asked.spelled = 1,
                RoundedConstraint::EachLength { from, to, range } => {
                    for measure in (from..=to).map(Measure::Length) {
                        asked.add(measure);
                        asked.bound(measure, range);
                    }
                }
                RoundedConstraint::Lengths(_) => (2..LENGTHS).for_each(|length| asked.add(Measure::Length(length))),
            }
        }
        let means: Vec<&RoundedConstraint> = constraints
            .iter()
            .filter(|constraint| matches!(constraint, RoundedConstraint::MeanLength { .. }))
            .collect();
        match means[..] {
            [] => {}
            [&RoundedConstraint::MeanLength { least: Some(mean), most }]
                if asked.words == 0 && most == Some(mean) && mean.words == 1 =>
            {
                asked.mean = mean.letters as i32;
            }
            _ => {
                asked.words = 1;
                // So many words of such a mean length have no more letters.
                let ends = u64::from(asked.most.ends);
                let spelled = |mean: Mean| ends * u64::from(mean.letters) / u64::from(mean.words);
                let most = means.iter().filter_map(|constraint| match constraint {
                    RoundedConstraint::MeanLength { most, .. } => most.map(spelled),
                    RoundedConstraint::Measure(..)
                    | RoundedConstraint::EachLength { .. }
                    | RoundedConstraint::Lengths(_) => None,
                });
                asked.most.spelled = most.min().and_then(|most| i32::try_from(most).ok()).unwrap_or(i32::MAX);
            }
        }
        asked
    }

    /// Bounds a measure that only grows, row by row.
    fn bound(&mut self, measure: Measure, range: Range) {
        let Some(most) = range.most else { return };
        let narrow = |bound: &mut u16, most: u32| *bound = (*bound).min(most.try_into().unwrap_or(u16::MAX));
        match measure {
            Measure::Letters => narrow(&mut self.most.letters, most),
            Measure::Checked => narrow(&mut self.most.checked, most),
            Measure::Words => narrow(&mut self.most.ends, 2 * most),
            Measure::Length(length) => self.most.bound_length(length, most),
            Measure::Blacks | Measure::Unchecked => {}
        }
    }

    /// Below which length words have to be told apart in lines of `size` squares: the longest that is asked for, and one more for all that are longer.
    pub fn told(self, size: usize) -> usize {
        match self.lengths {
            0 => 0,
            lengths => size.min((u16::BITS - lengths.leading_zeros()) as usize),
        }
    }

    /// The same for the extreme of a measure. Black squares are those that are no letters.
    pub fn for_goal(goal: Goal) -> Self {
        let fewest = matches!(goal, Goal::Fewest(_)) != (goal.measure() == Measure::Blacks);
        let end = if fewest { End::Fewest } else { End::Most };
        Asked { end, ..Asked::of(&[goal.measure()], &[]) }
    }

    /// What a row adds to the one measure that is asked for.
    pub fn worth(self, row: RowInPlace) -> i32 {
        let Had { letters, checked, ends, spelled: _, lengths: _ } = self.of_row(row);
        let [letters, checked, ends] = [letters, checked, ends].map(i32::from);
        let worth = if self.letters == 1 { letters - checked } else { checked + ends };
        match self.end {
            End::Most => worth,
            End::Fewest => -worth,
        }
    }

    /// The measure of which so much was told.
    pub fn read(goal: Goal, had: i32, squares: u32) -> u32 {
        let had = had.unsigned_abs();
        match goal.measure() {
            Measure::Letters | Measure::Checked | Measure::Unchecked => had,
            Measure::Blacks => squares - had,
            Measure::Words => had / 2,
            // Not found in this way: see `Frontier::extreme`.
            Measure::Length(_) => 0,
        }
    }

    fn add(&mut self, measure: Measure) {
        match measure {
            Measure::Letters | Measure::Blacks => self.letters = 1,
            Measure::Words => self.words = 1,
            Measure::Checked => self.checked = 1,
            Measure::Unchecked => (self.letters, self.checked) = (1, 1),
            // Of longer words there are none.
            Measure::Length(length) => self.lengths |= if length < LENGTHS { 1 << length } else { 0 },
        }
    }

    /// So many words of a length, if it is asked for.
    fn words(self, length: usize, words: u16) -> u128 {
        if length > 1 && length < LENGTHS && self.lengths >> length & 1 == 1 {
            u128::from(words) << (8 * length)
        } else {
            0
        }
    }

    /// What a row adds, with its image if it has one.
    pub fn of_row(self, RowInPlace { row, above, below, is_middle }: RowInPlace) -> Had {
        let (left, right) = (row << 1 & row, row >> 1 & row);
        let number = |row: Row| row.count_ones() as u16;
        let ends = number(left ^ right) + number(row & (above ^ below));
        let copies = if is_middle { 1 } else { 2 };
        let checked = (left | right) & (above | below);
        Had {
            letters: copies * self.letters * number(row),
            checked: copies * self.checked * number(checked),
            ends: copies * self.words * ends,
            spelled: i32::from(copies)
                * self.spelled
                * (2 * i32::from(number(row) + number(checked)) - self.mean * i32::from(ends)),
            lengths: if self.lengths == 0 {
                0
            } else {
                runs(row).map(|(start, end)| self.words(end - start, copies)).sum()
            },
        }
    }
}

impl Asked {
    /// What words that end in these columns add, by the lengths of starts, four bits a column.
    pub fn ending(self, lengths: u64, Down { ended, joined, between, size }: Down) -> Had {
        if self.lengths == 0 {
            return Had::default();
        }
        let of = |c: usize| (lengths >> (4 * c) & 0xf) as usize;
        let ended = columns(ended).map(|c| self.words(of(c), 2));
        let joined = columns(joined).map(|c| self.words(of(c) + between + of(size - 1 - c), 1));
        Had { lengths: ended.chain(joined).sum(), ..Had::default() }
    }

    /// What ways may have at most, so that they can still lead to a grid that is wanted.
    pub fn most(&self) -> Had {
        self.most
    }

    /// Returns `true` if a grid that has this meets a constraint.
    pub fn meets(self, had: Had, constraint: RoundedConstraint, squares: u32) -> bool {
        let within = |Range { least, most }: Range, value: u32| value >= least && most.is_none_or(|most| value <= most);
        match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, had.measure(measure, squares)),
            RoundedConstraint::MeanLength { .. } if self.mean > 0 => had.spelled == 0,
            RoundedConstraint::MeanLength { least, most } => {
                // What all words have beyond this mean, times the words of the mean; both are counted twice.
                let beyond = |mean: Mean| {
                    i64::from(had.spelled) * i64::from(mean.words) - i64::from(had.ends) * i64::from(mean.letters)
                };
                least.is_none_or(|mean| beyond(mean) >= 0) && most.is_none_or(|mean| beyond(mean) <= 0)
            }
            RoundedConstraint::EachLength { from, to, range } => {
                (from..=to).all(|length| within(range, had.of_length(length)))
            }
            RoundedConstraint::Lengths(range) => {
                within(range, (2..LENGTHS).filter(|&length| had.of_length(length) > 0).count() as u32)
            }
        }
    }
}

impl Had {
    /// With what another has.
    pub fn with(self, other: Had) -> Self {
        Had {
            letters: self.letters + other.letters,
            checked: self.checked + other.checked,
            ends: self.ends + other.ends,
            spelled: self.spelled + other.spelled,
            lengths: self.lengths + other.lengths,
        }
    }

    fn bound_length(&mut self, length: usize, most: u32) {
        if length < LENGTHS {
            let bound = most.min(self.of_length(length));
            self.lengths = self.lengths & !(0xff << (8 * length)) | u128::from(bound) << (8 * length);
        }
    }

    /// Whether there is no more of anything.
    #[inline]
    pub fn is_within(&self, most: &Had) -> bool {
        self.letters <= most.letters
            && self.checked <= most.checked
            && self.ends <= most.ends
            && self.spelled <= most.spelled
            && (most.lengths == u128::MAX
                || self.lengths.to_le_bytes().iter().zip(most.lengths.to_le_bytes()).all(|(&had, most)| had <= most))
    }

    fn of_length(self, length: usize) -> u32 {
        if length < LENGTHS { u32::from((self.lengths >> (8 * length)) as u8) } else { 0 }
    }

    /// The measure of a grid that has this.
    pub fn measure(self, measure: Measure, squares: u32) -> u32 {
        let Had { letters, checked, ends, spelled: _, lengths: _ } = self;
        match measure {
            Measure::Letters => letters.into(),
            Measure::Blacks => squares - u32::from(letters),
            Measure::Words => (ends / 2).into(),
            Measure::Checked => checked.into(),
            Measure::Unchecked => (letters - checked).into(),
            Measure::Length(length) => self.of_length(length),
        }
    }
}
