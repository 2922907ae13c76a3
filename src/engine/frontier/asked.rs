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

/// Which are kept apart: 1 for those, and 0 for what is not asked for and counts as nothing, so that more ways are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    letters: u16,
    checked: u16,
    words: u16,
    /// The letters of all words, checked ones twice.
    spelled: u16,
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
        let most = Had { letters: u16::MAX, checked: u16::MAX, ends: u16::MAX, spelled: u16::MAX, lengths: u128::MAX };
        Asked { letters: 0, checked: 0, words: 0, spelled: 0, lengths: 0, end: End::default(), most }
    }
}

/// An end of what there can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Most,
    Fewest,
}

/// Letters, checked letters, beginnings and ends of words, letters of all words; and the words of each length, a byte each, the shortest lowest.
///
/// Invariant: no byte overflows, since no grid of 15 columns has 256 words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Had {
    letters: u16,
    checked: u16,
    ends: u16,
    spelled: u16,
    lengths: u128,
}

/// No line has as many squares, and no word as many letters.
const LENGTHS: usize = u16::BITS as usize;

impl Asked {
    /// What these measures and wishes need.
    pub fn of(by: &[Measure], wishes: &[Wish]) -> Self {
        let mut asked = Asked::default();
        for &measure in by {
            asked.add(measure);
        }
        for wish in wishes {
            match wish.subject {
                Subject::Of(measure) => asked.add(measure),
                Subject::MeanLength => (asked.spelled, asked.words) = (1, 1),
                Subject::EachLength { from, to } => (from..=to).for_each(|length| asked.add(Measure::Length(length))),
                Subject::Lengths => (2..LENGTHS).for_each(|length| asked.add(Measure::Length(length))),
            }
            if let Some(most) = wish.bounds.most() {
                asked.bound(wish.subject, most);
            }
        }
        // So many words of such a mean length have no more letters.
        for wish in wishes.iter().filter(|wish| wish.subject == Subject::MeanLength) {
            let words = u32::from(asked.most.ends / 2);
            let spelled =
                wish.bounds.most().and_then(|mean| words.checked_mul(mean)).and_then(|most| most.try_into().ok());
            asked.most.spelled = asked.most.spelled.min(spelled.unwrap_or(u16::MAX));
        }
        asked
    }

    /// Of what only grows, row by row, there may be so much.
    fn bound(&mut self, subject: Subject, most: u32) {
        let narrow = |bound: &mut u16, most: u32| *bound = (*bound).min(most.try_into().unwrap_or(u16::MAX));
        match subject {
            Subject::Of(Measure::Letters) => narrow(&mut self.most.letters, most),
            Subject::Of(Measure::Checked) => narrow(&mut self.most.checked, most),
            Subject::Of(Measure::Words) => narrow(&mut self.most.ends, most.saturating_mul(2)),
            Subject::Of(Measure::Length(length)) => self.most.bound_length(length, most),
            Subject::EachLength { from, to } => (from..=to).for_each(|length| self.most.bound_length(length, most)),
            Subject::Of(Measure::Blacks | Measure::Unchecked) | Subject::MeanLength | Subject::Lengths => {}
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
            spelled: copies * self.spelled * (number(row) + number(checked)),
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
    fn is_within(&self, most: &Had) -> bool {
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

    fn measure(self, measure: Measure, squares: u32) -> u32 {
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

    fn grants(self, Wish { subject, bounds }: Wish, squares: u32) -> bool {
        match subject {
            Subject::Of(measure) => bounds.admit(self.measure(measure, squares)),
            Subject::MeanLength => {
                let (spelled, words) = (u32::from(self.spelled), u32::from(self.ends / 2));
                let too_short = spelled < words * bounds.least();
                let too_long = bounds.most().is_some_and(|most| spelled > words * most);
                !too_short && !too_long
            }
            Subject::EachLength { from, to } => (from..=to).all(|length| bounds.admit(self.of_length(length))),
            Subject::Lengths => bounds.admit((2..LENGTHS).filter(|&length| self.of_length(length) > 0).count() as u32),
        }
    }
}

/// What a row adds to a way, and what the way may have then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    had: Had,
    most: Had,
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
    type Factor = Added;
    /// Four bits a column: no start has more than 15 letters.
    type Lengths = u64;

    fn one() -> Self {
        Sorted(BTreeMap::from([(Had::default(), 1)]))
    }

    fn row(asked: Asked, row: RowInPlace) -> Added {
        Added { had: asked.of_row(row), most: asked.most }
    }

    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> u64 {
        starts.fold(0, |lengths, (c, length)| lengths | (length as u64) << (4 * c))
    }

    fn ending(factor: &Added, asked: Asked, lengths: u64, down: Down) -> Added {
        if asked.lengths == 0 {
            return *factor;
        }
        let of = |c: usize| (lengths >> (4 * c) & 0xf) as usize;
        let Down { ended, joined, between, size } = down;
        let ended = columns(ended).map(|c| asked.words(of(c), 2));
        let joined = columns(joined).map(|c| asked.words(of(c) + between + of(size - 1 - c), 1));
        let lengths = factor.had.lengths + ended.chain(joined).sum::<u128>();
        Added { had: Had { lengths, ..factor.had }, ..*factor }
    }

    fn with(&self, Added { had: row, most }: &Added) -> Option<Self> {
        let more = self.0.iter().map(|(had, &ways)| (had.with(*row), ways));
        Some(Sorted(more.filter(|(had, _)| had.is_within(most)).collect()))
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
