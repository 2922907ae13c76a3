//! Applies the word rule to runs that are read letter by letter.

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// The letters of a run that have been read so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Start {
    length: u8,
    unchecked: u8,
    /// The unchecked letters at the end.
    trailing: u8,
}

/// A run without a letter.
const EMPTY: Start = Start { length: 0, unchecked: 0, trailing: 0 };

/// The rules for one run.
pub(crate) struct WordRule {
    /// `true` if a run of one square may occur.
    pub(crate) single_cells: bool,
    shortest: usize,
    longest: usize,
    checking: Checking,
    inside: usize,
    at_ends: usize,
}

impl Start {
    /// Returns `true` if all letters are unchecked.
    fn is_opening(self) -> bool {
        self.trailing == self.length
    }
}

impl WordRule {
    pub(crate) fn of(rules: &Ruleset) -> Self {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let most = |limit| match limit {
            Limit::AtMost(most) => most,
            Limit::Unlimited => usize::MAX,
        };
        let inside = most(max_unchecked_run);
        WordRule {
            single_cells,
            shortest: min_word,
            longest: most(max_word),
            checking,
            inside,
            at_ends: most(max_unchecked_run_at_ends).min(inside),
        }
    }

    /// Returns the run with one more letter, the first of a run if there is none yet; `None` if no word begins so.
    pub(crate) fn grown(&self, start: Option<Start>, is_checked: bool) -> Option<Start> {
        let Start { length, unchecked, trailing } = start.unwrap_or(EMPTY);
        let grown = Start {
            length: length + 1,
            unchecked: unchecked + u8::from(!is_checked),
            trailing: if is_checked { 0 } else { trailing + 1 },
        };
        let most = if grown.is_opening() { self.at_ends } else { self.inside };
        (usize::from(grown.trailing) <= most && usize::from(grown.length) <= self.longest).then_some(grown)
    }

    /// Returns `true` if the run is a word.
    pub(crate) fn is_word(&self, run: Start) -> bool {
        self.joins(run, EMPTY)
    }

    /// Returns `true` if one run, followed by another read backwards, is a word.
    pub(crate) fn joins(&self, one: Start, other: Start) -> bool {
        let length = usize::from(one.length + other.length);
        let unchecked = usize::from(one.unchecked + other.unchecked);
        let joint = usize::from(one.trailing + other.trailing);
        let at_end = one.is_opening() || other.is_opening();
        let checked = length - unchecked;
        length > 1
            && (self.shortest..=self.longest).contains(&length)
            && joint <= if at_end { self.at_ends } else { self.inside }
            && match self.checking {
                Checking::All => unchecked == 0,
                Checking::CeilHalf => unchecked == length / 2,
                Checking::EitherHalf => unchecked.abs_diff(checked) < 2,
                Checking::AtLeastHalf => unchecked <= checked,
                Checking::Any => true,
                Checking::ByLength(table) => table.unchecked(length).is_some_and(|range| range.contains(&unchecked)),
            }
    }
}
