//! The rules as a strip needs them: what a whole down word must obey, and what an across word must obey letter by letter.
//!
//! A word across grows by one letter a column, so its rules are kept as a small state, [`RowState`]. Lengths are counted up to the last
//! one that makes a difference. The balance of a word (checked letters minus unchecked ones) is not part of that state: it may have
//! no bound, and [`balance`](super::balance) deals with it.

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnWords, Ruleset, Symmetry, UnsupportedRule};

/// The demands of a rule set on a strip.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of the set")]
pub(crate) struct Demands {
    shortest: u8,
    longest: Option<u8>,
    singles: bool,
    every_letter: bool,
    /// The balances that a finished word may have, if its checked letters are counted.
    balance: Option<Balances>,
    inside: Option<u8>,
    /// The most unchecked letters at an end: never more than `inside`.
    at_ends: Option<u8>,
    edges: bool,
    pub(crate) connected: bool,
    least_white: u8,
}

/// The balances that a finished word may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Balances {
    pub(crate) least: i8,
    /// `None` means that there is no upper limit.
    pub(crate) most: Option<i8>,
}

impl Balances {
    /// Returns `true` if a finished word may have this balance.
    pub(crate) fn contains(self, balance: i16) -> bool {
        balance >= i16::from(self.least) && self.most.is_none_or(|most| balance <= i16::from(most))
    }
}

/// One row of a column, and the across run that its square belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct RowState {
    /// The letters of the run so far, up to the last number that makes a difference; 0 for a black square.
    pub(crate) length: u8,
    /// The unchecked letters at the end of the run so far.
    pub(crate) unchecked: u8,
    /// `true` if these are all letters of the run.
    pub(crate) opening: bool,
    /// The label of the square's region.
    pub(crate) region: u8,
    /// The white squares of the row so far, up to the number that the row needs.
    pub(crate) whites: u8,
}

impl Demands {
    /// Takes a rule set apart. Returns its symmetry too, which does not concern single words.
    ///
    /// # Errors
    /// Returns a rule that strips do not support.
    pub(crate) fn of(asked: &Ruleset) -> Result<(Demands, Symmetry), UnsupportedRule> {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            asked.on_words();
        let RulesOnGrid { edges, connected, symmetry } = asked.on_grid();
        let least_white = asked.on_lines().whites_up_to(MAX_SIZE)? as u8;
        let number = |limit| match limit {
            Limit::AtMost(most) => Some(most.min(100) as u8),
            Limit::Unlimited => None,
        };
        let balance = match checking {
            Checking::All | Checking::Any => None,
            Checking::CeilHalf => Some(Balances { least: 0, most: Some(1) }),
            Checking::EitherHalf => Some(Balances { least: -1, most: Some(1) }),
            Checking::AtLeastHalf => Some(Balances { least: 0, most: None }),
            Checking::ByLength(_) => return Err(UnsupportedRule::CheckingByLength),
        };
        let inside = number(max_unchecked_run);
        let demands = Demands {
            shortest: min_word as u8,
            longest: number(max_word),
            singles: single_cells,
            every_letter: checking == Checking::All,
            balance,
            inside,
            at_ends: number(max_unchecked_run_at_ends).into_iter().chain(inside).min(),
            edges,
            connected,
            least_white,
        };
        Ok((demands, symmetry))
    }

    /// Returns the balances that a finished word may have, if the rules count checked letters.
    pub(crate) fn balance(&self) -> Option<Balances> {
        self.balance
    }

    /// Returns how many white squares a row of a strip of that height needs.
    pub(crate) fn whites_of_row(&self, row: usize, height: usize) -> u8 {
        let is_edge = row == 0 || row + 1 == height;
        self.least_white.max(u8::from(self.edges && is_edge))
    }

    /// Returns `true` if a column may hold these white squares, as far as their number goes.
    pub(crate) fn has_enough_white(&self, column: u32, is_outer: bool) -> bool {
        column.count_ones() >= u32::from(self.least_white.max(u8::from(self.edges && is_outer)))
    }

    /// Judges the down runs of a column. Its squares in `across` lie in across words.
    pub(crate) fn column_is_good(&self, column: u32, across: u32) -> bool {
        let mut rest = column;
        while rest != 0 {
            let first = rest.trailing_zeros();
            let length = (rest >> first).trailing_ones();
            let squares = ((1_u32 << length) - 1) << first;
            if !self.run_is_good(length as u8, (across & squares) >> first) {
                return false;
            }
            rest &= !squares;
        }
        true
    }

    /// Judges a down run whose letters are checked where `checked` has a bit.
    fn run_is_good(&self, length: u8, checked: u32) -> bool {
        if length == 1 {
            // Its square must lie in a word the other way.
            return self.singles && checked != 0;
        }
        if length < self.shortest || self.longest.is_some_and(|longest| length > longest) {
            return false;
        }
        let (number, letters) = (checked.count_ones() as i16, i16::from(length));
        if self.every_letter && number < letters {
            return false;
        }
        if self.balance.is_some_and(|balances| !balances.contains(2 * number - letters)) {
            return false;
        }
        let mut unchecked = 0;
        let mut most_inside = 0;
        for letter in 0..length {
            unchecked = if checked >> letter & 1 == 1 { 0 } else { unchecked + 1 };
            most_inside = most_inside.max(unchecked);
        }
        // The start of a word without any checked letter is the whole word.
        let start = (checked.trailing_zeros() as u8).min(length);
        within(most_inside, self.inside) && within(start.max(unchecked), self.at_ends)
    }

    /// Returns the row with one more letter in its run, or `None` if the run cannot become a word any more.
    pub(crate) fn extended(&self, row: RowState, is_checked: bool) -> Option<RowState> {
        let length = row.length + 1;
        if self.longest.is_some_and(|longest| length > longest) {
            return None;
        }
        if length == 1 {
            let unchecked = u8::from(!is_checked);
            return Some(RowState { length, unchecked, opening: !is_checked, ..row });
        }
        if self.every_letter && !(is_checked && row.unchecked == 0) {
            return None;
        }
        let opening = row.opening && !is_checked;
        let unchecked = if is_checked { 0 } else { row.unchecked + 1 };
        // A run of one letter was no word yet, so its letter is judged now.
        if (row.opening && !within(row.unchecked, self.at_ends))
            || (opening && !within(unchecked, self.at_ends))
            || !within(row.unchecked.max(unchecked), self.inside)
        {
            return None;
        }
        let most = self.longest.unwrap_or_else(|| self.shortest.max(2));
        let told_apart = self.inside.or(self.at_ends.map(|most| most + 1)).unwrap_or(0);
        Some(RowState {
            length: length.min(most),
            unchecked: unchecked.min(told_apart),
            opening: opening && self.inside != self.at_ends,
            ..row
        })
    }

    /// Returns `true` if the across run may end here, its balance aside.
    pub(crate) fn may_end(&self, row: RowState) -> bool {
        match row.length {
            0 => true,
            1 => self.singles,
            length => length >= self.shortest && within(row.unchecked, self.at_ends),
        }
    }

    /// Joins a run with another one that is read from the other side, and judges the word that they make, its balance aside.
    pub(crate) fn joined_is_good(&self, left: RowState, right: RowState) -> bool {
        let length = left.length + right.length;
        let unchecked = left.unchecked + right.unchecked;
        if self.every_letter && unchecked > 0 {
            return false;
        }
        let is_at_end = left.opening || right.opening;
        // A run that opens with more unchecked letters than an end may have was refused when it became a word.
        let limit = if is_at_end { self.at_ends } else { self.inside };
        length >= self.shortest
            && self.longest.is_none_or(|longest| length <= longest)
            && within(unchecked, self.inside)
            && within(unchecked, limit)
    }
}

fn within(number: u8, limit: Option<u8>) -> bool {
    limit.is_none_or(|limit| number <= limit)
}
