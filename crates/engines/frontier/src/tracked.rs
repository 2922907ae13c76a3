//! Selects the measures that a weight tracks, and computes the contributions of a row and of an ending word.
//!
//! The rows of the upper half are whole rows of the grid. A row and its neighbours therefore determine its number of letters, the number of
//! checked letters and the number of words that begin in it. An across word begins where a white square has black before it and white after
//! it. A down word begins where a white square has black above it and white below. The lower half is the upper half turned, and words end
//! there where words begin here. So the image of a row adds as many ends, and the number of words is half the number of beginnings and
//! ends.
//!
//! The numbers of words of single lengths need more. Across words are runs of the row, but only the starts of a state determine the length
//! of a down word that ends. The states therefore distinguish lengths as far as the selection requires it, and a word is counted where it
//! ends ([`TrackedMeasures::ending`]).

use std::ops::Add;

use super::rows::{DownWords, Row, RowInPlace, columns, runs};
use gridcheck_core::constraint::{Goal, Mean, Measure, Range, RoundedConstraint};
use gridcheck_weight::Limit;

/// The measures to track: 1 for a tracked one, 0 for one that counts as nothing, so that more ways are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TrackedMeasures {
    letters: u16,
    checked: u16,
    words: u16,
    cheaters: u16,
    elbows: u16,
    /// 1 if the letters of all words are tracked, where checked letters count twice. If the mean length is fixed exactly and words are not
    /// tracked, `mean` is subtracted for every word. The sum then only has to tell if all words together are too long or too short.
    spelled: i32,
    mean: i32,
    /// The lengths for which words are counted, a bit each.
    lengths: u16,
    /// The end of the range that an extreme seeks.
    end: End,
    /// The maximum totals of a wanted grid; ways that exceed them are dropped.
    most: Totals,
}

/// Tracks nothing and bounds nothing.
impl Default for TrackedMeasures {
    fn default() -> Self {
        let most = Totals {
            letters: u16::MAX,
            checked: u16::MAX,
            ends: u16::MAX,
            cheaters: u16::MAX,
            elbows: u16::MAX,
            spelled: i32::MAX,
            lengths: u128::MAX,
        };
        TrackedMeasures {
            letters: 0,
            checked: 0,
            words: 0,
            cheaters: 0,
            elbows: 0,
            spelled: 0,
            mean: 0,
            lengths: 0,
            end: End::default(),
            most,
        }
    }
}

/// An end of the range of values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum End {
    #[default]
    Most,
    Fewest,
}

/// The totals of a way: letters, checked letters, beginnings and ends of words, black squares of two kinds, twice the letters of all words,
/// and the number of words of each length. The numbers by length take a byte each, the shortest length in the lowest byte.
///
/// Invariant: no byte overflows, because no grid has 256 words where lengths are tracked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Totals {
    letters: u16,
    checked: u16,
    ends: u16,
    cheaters: u16,
    elbows: u16,
    spelled: i32,
    lengths: u128,
}

/// Exceeds the number of letters of every word whose length is tracked.
const LENGTHS: usize = u16::BITS as usize;

impl TrackedMeasures {
    /// Returns the selection that these measures and constraints need.
    pub(crate) fn of(by: &[Measure], constraints: &[RoundedConstraint]) -> Self {
        let mut tracked = TrackedMeasures::default();
        for &measure in by {
            tracked.add(measure);
        }
        for &constraint in constraints {
            match constraint {
                RoundedConstraint::Measure(measure, range) => {
                    tracked.add(measure);
                    tracked.bound(measure, range);
                }
                RoundedConstraint::MeanLength { .. } => tracked.spelled = 1,
                RoundedConstraint::EachLength { lengths, range } => {
                    for measure in lengths.iter().map(Measure::Length) {
                        tracked.add(measure);
                        tracked.bound(measure, range);
                    }
                }
                // The board admits only rows that meet it.
                // The engine declines black shapes and hinges.
                RoundedConstraint::BlacksPerRow(_) | RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => {}
                RoundedConstraint::Lengths(_) => (2..LENGTHS).for_each(|length| tracked.add(Measure::Length(length))),
            }
        }
        let means: Vec<&RoundedConstraint> = constraints
            .iter()
            .filter(|constraint| matches!(constraint, RoundedConstraint::MeanLength { .. }))
            .collect();
        match means[..] {
            [] => {}
            [&RoundedConstraint::MeanLength { least: Some(mean), most }]
                if tracked.words == 0 && most == Some(mean) && mean.words == 1 =>
            {
                tracked.mean = mean.letters as i32;
            }
            _ => {
                tracked.words = 1;
                // The bounds on words and on the mean length bound the letters.
                let ends = u64::from(tracked.most.ends);
                let spelled = |mean: Mean| ends * u64::from(mean.letters) / u64::from(mean.words);
                let most = means.iter().filter_map(|constraint| match constraint {
                    RoundedConstraint::MeanLength { most, .. } => most.map(spelled),
                    RoundedConstraint::Measure(..)
                    | RoundedConstraint::EachLength { .. }
                    | RoundedConstraint::BlacksPerRow(_)
                    | RoundedConstraint::Black(..)
                    | RoundedConstraint::Hinges(_)
                    | RoundedConstraint::Lengths(_) => None,
                });
                tracked.most.spelled = most.min().and_then(|most| i32::try_from(most).ok()).unwrap_or(i32::MAX);
            }
        }
        tracked
    }

    /// Sets an upper bound for a measure that never decreases from row to row.
    fn bound(&mut self, measure: Measure, range: Range) {
        let Some(most) = range.most else { return };
        let narrow = |bound: &mut u16, most: u32| *bound = (*bound).min(most.try_into().unwrap_or(u16::MAX));
        match measure {
            Measure::Letters => narrow(&mut self.most.letters, most),
            Measure::Checked => narrow(&mut self.most.checked, most),
            Measure::Words => narrow(&mut self.most.ends, 2 * most),
            Measure::Cheaters => narrow(&mut self.most.cheaters, most),
            Measure::Elbows => narrow(&mut self.most.elbows, most),
            Measure::Length(length) => self.most.bound_length(length, most),
            Measure::Blacks | Measure::Unchecked => {}
        }
    }

    /// Returns the length below which word lengths must be distinguished in lines of `size` squares. It is the longest tracked length; one
    /// more value stands for all longer words.
    pub(crate) fn length_limit(self, size: usize) -> usize {
        match self.lengths {
            0 => 0,
            lengths => size.min((u16::BITS - lengths.leading_zeros()) as usize),
        }
    }

    /// Returns the selection for the extreme of a measure. The number of black squares is that of all squares less the letters.
    pub(crate) fn for_goal(goal: Goal) -> Self {
        let fewest = matches!(goal, Goal::Fewest(_)) != (goal.measure() == Measure::Blacks);
        let end = if fewest { End::Fewest } else { End::Most };
        TrackedMeasures { end, ..TrackedMeasures::of(&[goal.measure()], &[]) }
    }

    /// Returns the contribution of a row to the one measure that is tracked.
    pub(crate) fn worth(self, row: RowInPlace) -> i64 {
        let Totals { letters, checked, ends, cheaters, elbows, spelled: _, lengths: _ } = self.of_row(row);
        let [letters, others] = [letters, checked + ends + cheaters + elbows].map(i64::from);
        let worth = if self.letters == 1 { letters - i64::from(checked) } else { others };
        match self.end {
            End::Most => worth,
            End::Fewest => -worth,
        }
    }

    /// Converts a tracked value to the value of the goal's measure.
    pub(crate) fn read(goal: Goal, value: i64, squares: u32) -> u32 {
        let value = value.unsigned_abs() as u32;
        match goal.measure() {
            Measure::Letters | Measure::Checked | Measure::Unchecked | Measure::Cheaters | Measure::Elbows => value,
            Measure::Blacks => squares - value,
            Measure::Words => value / 2,
            // `Frontier::extreme` does not use this weight for lengths.
            Measure::Length(_) => 0,
        }
    }

    fn add(&mut self, measure: Measure) {
        match measure {
            Measure::Letters | Measure::Blacks => self.letters = 1,
            Measure::Words => self.words = 1,
            Measure::Cheaters => self.cheaters = 1,
            Measure::Elbows => self.elbows = 1,
            Measure::Checked => self.checked = 1,
            Measure::Unchecked => (self.letters, self.checked) = (1, 1),
            // There are no longer words.
            Measure::Length(length) => self.lengths |= if length < LENGTHS { 1 << length } else { 0 },
        }
    }

    /// Returns the total for this number of words of a length; 0 if the length is not tracked.
    fn words(self, length: usize, words: u16) -> u128 {
        if length > 1 && length < LENGTHS && self.lengths >> length & 1 == 1 {
            u128::from(words) << (8 * length)
        } else {
            0
        }
    }

    /// Returns the black squares of a row whose contribution depends on the squares above and below them.
    pub(crate) fn blacks_that_ask(self, row: Row, squares: Row) -> Row {
        let black = squares & !row;
        let asks_as_cheater = black & !(row << 1 & row >> 1);
        let asks_as_elbow = black & (black << 1 | black >> 1);
        (if self.cheaters == 1 { asks_as_cheater } else { 0 }) | if self.elbows == 1 { asks_as_elbow } else { 0 }
    }

    /// Returns `true` if a row between its neighbours already exceeds what a wanted grid can have.
    pub(crate) fn refuse(self, place: RowInPlace) -> bool {
        self.is_bounded() && self.most.is_passed(self.of_row(place))
    }

    /// Returns `true` if a wanted grid has a maximum of some measure that depends on the squares beside black ones.
    fn is_bounded(self) -> bool {
        (self.most.cheaters, self.most.elbows) != (u16::MAX, u16::MAX)
    }

    /// Returns `true` if the grid without a white square exceeds what a wanted grid can have.
    pub(crate) fn refuse_black_grid(self, size: [usize; 2]) -> bool {
        self.most.is_passed(self.of_black_grid(size))
    }

    /// Returns the totals of the grid without a white square.
    pub(crate) fn of_black_grid(self, [height, width]: [usize; 2]) -> Totals {
        let squares = (height * width) as u16;
        let elbows = if height > 1 && width > 1 { squares } else { 0 };
        Totals { cheaters: self.cheaters * squares, elbows: self.elbows * elbows, ..Totals::default() }
    }

    /// Returns the contribution of a row, together with its image if it has one.
    pub(crate) fn of_row(self, place: RowInPlace) -> Totals {
        let RowInPlace { row, squares, above, below, is_first, is_middle } = place;
        let (left, right) = (row << 1 & row, row >> 1 & row);
        let number = |row: Row| row.count_ones() as u16;
        let ends = number(left ^ right) + number(row & (above ^ below));
        let copies = if is_middle { 1 } else { 2 };
        let checked = (left | right) & (above | below);
        // The rules require that every letter is checked. So a white neighbour of a black square is in a word on that side.
        let black = squares & !row;
        let cheaters = black & !(row << 1 & row >> 1) & !(above & below);
        let black_over = if is_first { 0 } else { !above };
        let elbows = black & (black << 1 | black >> 1) & (black_over | !below);
        Totals {
            cheaters: copies * self.cheaters * number(cheaters),
            elbows: copies * self.elbows * number(elbows),
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

impl TrackedMeasures {
    /// Returns the contribution of the words that end in these columns; `lengths` holds the lengths of starts, four bits a column.
    pub(crate) fn ending(self, lengths: u64, DownWords { ended, joined, between, size }: DownWords) -> Totals {
        if self.lengths == 0 {
            return Totals::default();
        }
        let of = |c: usize| (lengths >> (4 * c) & 0xf) as usize;
        let ended = columns(ended).map(|c| self.words(of(c), 2));
        let joined = columns(joined).map(|c| self.words(of(c) + between + of(size - 1 - c), 1));
        Totals { lengths: ended.chain(joined).sum(), ..Totals::default() }
    }

    /// Returns the maximum totals of ways that can still lead to a wanted grid.
    pub(crate) fn most(&self) -> Totals {
        self.most
    }

    /// Returns `true` if a grid with these totals meets a constraint.
    pub(crate) fn meets(self, totals: Totals, constraint: RoundedConstraint, squares: u32) -> bool {
        let within = |Range { least, most }: Range, value: u32| value >= least && most.is_none_or(|most| value <= most);
        match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, totals.measure(measure, squares)),
            RoundedConstraint::MeanLength { .. } if self.mean > 0 => totals.spelled == 0,
            RoundedConstraint::MeanLength { least, most } => {
                // The excess of all letters over this mean, times the words of the mean; both are counted twice.
                let beyond = |mean: Mean| {
                    i64::from(totals.spelled) * i64::from(mean.words) - i64::from(totals.ends) * i64::from(mean.letters)
                };
                least.is_none_or(|mean| beyond(mean) >= 0) && most.is_none_or(|mean| beyond(mean) <= 0)
            }
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().all(|length| within(range, totals.of_length(length)))
            }
            RoundedConstraint::BlacksPerRow(_) => true,
            RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => false,
            RoundedConstraint::Lengths(range) => {
                within(range, (2..LENGTHS).filter(|&length| totals.of_length(length) > 0).count() as u32)
            }
        }
    }
}

impl Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        Totals {
            letters: self.letters + other.letters,
            checked: self.checked + other.checked,
            ends: self.ends + other.ends,
            cheaters: self.cheaters + other.cheaters,
            elbows: self.elbows + other.elbows,
            spelled: self.spelled + other.spelled,
            lengths: self.lengths + other.lengths,
        }
    }
}

/// Limits each total to a maximum.
impl Limit for Totals {
    type Exponent = Totals;

    #[inline]
    fn is_passed(self, totals: Totals) -> bool {
        totals.letters > self.letters
            || totals.checked > self.checked
            || totals.ends > self.ends
            || totals.cheaters > self.cheaters
            || totals.elbows > self.elbows
            || totals.spelled > self.spelled
            || self.lengths != u128::MAX
                && totals
                    .lengths
                    .to_le_bytes()
                    .iter()
                    .zip(self.lengths.to_le_bytes())
                    .any(|(&totals, most)| totals > most)
    }
}

impl Totals {
    fn bound_length(&mut self, length: usize, most: u32) {
        if length < LENGTHS {
            let bound = most.min(self.of_length(length));
            self.lengths = self.lengths & !(0xff << (8 * length)) | u128::from(bound) << (8 * length);
        }
    }

    fn of_length(self, length: usize) -> u32 {
        if length < LENGTHS { u32::from((self.lengths >> (8 * length)) as u8) } else { 0 }
    }

    /// Returns the measure of a grid with these totals.
    pub(crate) fn measure(self, measure: Measure, squares: u32) -> u32 {
        let Totals { letters, checked, ends, cheaters, elbows, spelled: _, lengths: _ } = self;
        match measure {
            Measure::Cheaters => cheaters.into(),
            Measure::Elbows => elbows.into(),
            Measure::Letters => letters.into(),
            Measure::Blacks => squares - u32::from(letters),
            Measure::Words => (ends / 2).into(),
            Measure::Checked => checked.into(),
            Measure::Unchecked => (letters - checked).into(),
            Measure::Length(length) => self.of_length(length),
        }
    }
}
