//! What is asked of grids beyond how many they are, and the weights that answer it.
//!
//! The rows of the upper half are whole rows of the grid, so a row and its neighbours say how many letters it adds, how many of them
//! are checked, and how many words begin in it: across where a white square has black before it and white behind, down where it
//! has black above it and white below. The lower half is the upper one turned: there words end where these begin, so the image
//! of a row adds as many ends, and half of beginnings and ends are words.

use std::collections::BTreeMap;

use super::rows::Row;
use super::weight::{RowInPlace, Weight};
use crate::wish::{Distribution, Goal, Kind, Measure, Subject, Wish};

/// What wishes may be about: all that is told row by row.
pub const KINDS: [Kind; 6] =
    [Kind::Letters, Kind::Blacks, Kind::Words, Kind::Checked, Kind::Unchecked, Kind::MeanLength];

/// Which of the three are kept apart; what is not asked for counts as 0, so that more ways are alike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    letters: bool,
    checked: bool,
    words: bool,
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

/// Letters, checked letters, and beginnings and ends of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Had {
    letters: u16,
    checked: u16,
    ends: u16,
}

impl Asked {
    /// What these measures and wishes need; `Err` is one that is not told row by row.
    pub fn of(by: &[Measure], wishes: &[Wish]) -> Result<Self, String> {
        let mut asked = Asked::default();
        by.iter().try_for_each(|&measure| asked.add(measure))?;
        for wish in wishes {
            match wish.subject {
                Subject::Of(measure) => asked.add(measure)?,
                Subject::MeanLength => asked = Asked { letters: true, checked: true, words: true, ..asked },
                Subject::EachLength { .. } | Subject::Lengths => return Err(format!("the wish {wish}")),
            }
        }
        Ok(asked)
    }

    /// The same for the extreme of a measure. Black squares are those that are no letters.
    pub fn for_goal(goal: Goal) -> Result<Self, String> {
        let fewest = matches!(goal, Goal::Fewest(_)) != (goal.measure() == Measure::Blacks);
        let end = if fewest { End::Fewest } else { End::Most };
        Ok(Asked { end, ..Asked::of(&[goal.measure()], &[])? })
    }

    /// What a row adds to the one measure that is asked for.
    pub fn worth(self, row: RowInPlace) -> i32 {
        let Had { letters, checked, ends } = self.of_row(row);
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
            // Not asked for: see `Asked::add`.
            Measure::Length(_) => 0,
        }
    }

    fn add(&mut self, measure: Measure) -> Result<(), String> {
        match measure {
            Measure::Letters | Measure::Blacks => self.letters = true,
            Measure::Words => self.words = true,
            Measure::Checked => self.checked = true,
            Measure::Unchecked => (self.letters, self.checked) = (true, true),
            Measure::Length(_) => return Err(format!("grids by {measure}")),
        }
        Ok(())
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
        }
    }
}

impl Had {
    fn with(self, other: Had) -> Self {
        Had {
            letters: self.letters + other.letters,
            checked: self.checked + other.checked,
            ends: self.ends + other.ends,
        }
    }

    fn measure(self, measure: Measure, squares: u32) -> u32 {
        let Had { letters, checked, ends } = self;
        match measure {
            Measure::Letters => letters.into(),
            Measure::Blacks => squares - u32::from(letters),
            Measure::Words => (ends / 2).into(),
            Measure::Checked => checked.into(),
            Measure::Unchecked => (letters - checked).into(),
            // Not asked for: see `Asked::add`.
            Measure::Length(_) => 0,
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
            // Not asked for: see `Asked::of`.
            Subject::EachLength { .. } | Subject::Lengths => false,
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

    fn one() -> Self {
        Sorted(BTreeMap::from([(Had::default(), 1)]))
    }

    fn row(asked: Asked, row: RowInPlace) -> Had {
        asked.of_row(row)
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
