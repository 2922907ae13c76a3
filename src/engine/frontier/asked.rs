//! What is asked of grids beyond how many they are, and the weights that answer it.
//!
//! The rows of the upper half are whole rows of the grid, so a row and its neighbours say how many letters it adds, how many of them
//! are checked, and how many words begin in it: across where a white square has black before it and white behind, down where it
//! has black above it and white below. The lower half is the upper one turned: there words end where these begin, so the image
//! of a row adds as many ends, and half of beginnings and ends are words.
//!
//! Words of single lengths are another matter: across they are runs of the row, but down only the starts of a state know how long a word is that
//! ends. So the states keep lengths apart, as far as they are asked for, and a word is told where it ends
//! ([`Weight::ending`]).

use std::collections::BTreeMap;

use super::rows::{Row, columns, runs};
use super::weight::{Down, RowInPlace, Weight};
use crate::wish::{Distribution, Goal, Measure, Subject, Wish};

/// Which are kept apart; what is not asked for counts as 0, so that more ways are alike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    letters: bool,
    checked: bool,
    words: bool,
    /// The lengths of which words are counted, a bit each.
    lengths: u16,
    /// Which end is wanted, where the best are.
    end: End,
}

/// An end of what there can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Most,
    Fewest,
}

/// Letters, checked letters, beginnings and ends of words; and the words of each length, a byte each, the shortest lowest.
///
/// Invariant: no byte overflows, since no grid of 15 columns has 256 words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Had {
    letters: u16,
    checked: u16,
    ends: u16,
    lengths: u128,
}

/// No line has as many squares, and no word as many letters.
const LENGTHS: usize = u16::BITS as usize;

impl Asked {
    /// What these measures and wishes need.
    pub fn of(by: &[Measure], wishes: &[Wish]) -> Self {
        let mut asked = Asked::default();
        by.iter().for_each(|&measure| asked.add(measure));
        for wish in wishes {
            match wish.subject {
                Subject::Of(measure) => asked.add(measure),
                Subject::MeanLength => asked = Asked { letters: true, checked: true, words: true, ..asked },
                Subject::EachLength { from, to } => (from..=to).for_each(|length| asked.add(Measure::Length(length))),
                Subject::Lengths => (2..LENGTHS).for_each(|length| asked.add(Measure::Length(length))),
            }
        }
        asked
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
        let Had { letters, checked, ends, lengths: _ } = self.of_row(row);
        let [letters, checked, ends] = [letters, checked, ends].map(i32::from);
        let worth = if self.letters { letters - checked } else { checked + ends };
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
            Measure::Letters | Measure::Blacks => self.letters = true,
            Measure::Words => self.words = true,
            Measure::Checked => self.checked = true,
            Measure::Unchecked => (self.letters, self.checked) = (true, true),
            // Of longer words there are none.
            Measure::Length(length) => self.lengths |= if length < LENGTHS { 1 << length } else { 0 },
        }
    }

    /// So many words of a length, if it is asked for.
    fn words(self, length: usize, words: u16) -> u128 {
        if length > 1 && length < LENGTHS && self.lengths >> length & 1 == 1 { u128::from(words) << (8 * length) } else { 0 }
    }

    /// What a row adds, with its image if it has one.
    pub fn of_row(self, RowInPlace { row, above, below, is_middle }: RowInPlace) -> Had {
        let (left, right) = (row << 1 & row, row >> 1 & row);
        let number = |asked: bool, row: Row| if asked { row.count_ones() as u16 } else { 0 };
        let ends = [left ^ right, row & (above ^ below)].map(|ends| number(self.words, ends));
        let copies = if is_middle { 1 } else { 2 };
        Had {
            letters: copies * number(self.letters, row),
            checked: copies * number(self.checked, (left | right) & (above | below)),
            ends: copies * (ends[0] + ends[1]),
            lengths: if self.lengths == 0 {
                0
            } else {
                runs(row).map(|(start, end)| self.words(end - start, copies)).sum()
            },
        }
    }
}

impl Had {
    fn with(self, other: Had) -> Self {
        Had {
            letters: self.letters + other.letters,
            checked: self.checked + other.checked,
            ends: self.ends + other.ends,
            lengths: self.lengths + other.lengths,
        }
    }

    fn of_length(self, length: usize) -> u32 {
        if length < LENGTHS { (self.lengths >> (8 * length)) as u8 as u32 } else { 0 }
    }

    fn measure(self, measure: Measure, squares: u32) -> u32 {
        let Had { letters, checked, ends, lengths: _ } = self;
        match measure {
            Measure::Letters => letters.into(),
            Measure::Blacks => squares - u32::from(letters),
            Measure::Words => (ends / 2).into(),
            Measure::Checked => checked.into(),
            Measure::Unchecked => (letters - checked).into(),
            Measure::Length(length) => self.of_length(length),
        }
    }

    fn grants(self, Wish { subject, bounds }: Wish, squares: u32) -> bool {
        match subject {
            Subject::Of(measure) => bounds.admit(self.measure(measure, squares)),
            Subject::MeanLength => {
                let (spelled, words) = (u32::from(self.letters + self.checked), u32::from(self.ends / 2));
                let too_short = spelled < words * bounds.least();
                let too_long = bounds.most().is_some_and(|most| spelled > words * most);
                !too_short && !too_long
            }
            Subject::EachLength { from, to } => (from..=to).all(|length| bounds.admit(self.of_length(length))),
            Subject::Lengths => bounds.admit((2..LENGTHS).filter(|&length| self.of_length(length) > 0).count() as u32),
        }
    }
}

/// How many ways there are by what they have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sorted(BTreeMap<Had, u64>);

impl Sorted {
    /// The grids among them that grant the wishes, sorted by these measures; `None` if they are too many.
    pub fn distribution(&self, by: &[Measure], wishes: &[Wish], squares: u32) -> Option<Distribution> {
        let mut distribution = Distribution::empty(by);
        for (had, &grids) in &self.0 {
            if wishes.iter().all(|&wish| had.grants(wish, squares)) {
                let values = by.iter().map(|&measure| had.measure(measure, squares)).collect();
                distribution.add(values, grids.into())?;
            }
        }
        Some(distribution)
    }

    /// Takes away one way that has nothing.
    pub fn without_black(&mut self) {
        let black = Had::default();
        if let Some(ways) = self.0.get_mut(&black) {
            *ways -= 1;
        }
        self.0.retain(|_, ways| *ways > 0);
    }
}

impl Weight for Sorted {
    type Factor = Had;
    /// Four bits a column: no start has more than 15 letters.
    type Lengths = u64;

    fn one() -> Self {
        Sorted(BTreeMap::from([(Had::default(), 1)]))
    }

    fn row(asked: Asked, row: RowInPlace) -> Had {
        asked.of_row(row)
    }

    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> u64 {
        starts.fold(0, |lengths, (c, length)| lengths | (length as u64) << (4 * c))
    }

    fn ending(factor: &Had, asked: Asked, lengths: u64, down: Down) -> Had {
        if asked.lengths == 0 {
            return *factor;
        }
        let of = |c: usize| (lengths >> (4 * c) & 0xf) as usize;
        let Down { ended, joined, between, size } = down;
        let ended = columns(ended).map(|c| asked.words(of(c), 2));
        let joined = columns(joined).map(|c| asked.words(of(c) + between + of(size - 1 - c), 1));
        Had { lengths: factor.lengths + ended.chain(joined).sum::<u128>(), ..*factor }
    }

    fn with(&self, row: &Had) -> Option<Self> {
        Some(Sorted(self.0.iter().map(|(had, &ways)| (had.with(*row), ways)).collect()))
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        for (had, ways) in &other.0 {
            let sum = self.0.entry(*had).or_insert(0);
            *sum = sum.checked_add(*ways)?;
        }
        Some(())
    }

    fn seen(&self) -> u64 {
        self.0.values().fold(0, |seen, ways| seen.saturating_add(*ways))
    }
}
