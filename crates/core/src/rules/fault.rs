//! Detects rule sets that must be rejected: a value is out of range, or keys contradict each other.
//!
//! A set is rejected for a reason that can be named. Nearly every other set has a grid, and a test builds it. The grid is the white one of
//! 64 × 64 or a lattice, in which every second row and column is white.
//!
//! The test does not cover two cases, both with half of each word checked. In one, rows and columns must be more than half white, up to
//! [`MOST_WHITES`]. In the other, words have 64 letters, which fill the largest grid from side to side.

use std::fmt;

use super::{Checking, Limit, RulesOnGrid, RulesOnWords, Ruleset};
use crate::grid::MAX_SIZE;

/// The fault of a rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesFault {
    /// `min_word` is out of range.
    MinWord(usize),
    /// `min_white_per_row` is out of range.
    MinWhite(usize),
    /// The minimum word length exceeds the maximum.
    NoLength(usize, usize),
    /// Every letter must be checked, but a run of one square may occur, whose letter is unchecked.
    UncheckedSingles,
    /// No run of one square may occur, so every letter is checked. But only half of them may be.
    AllChecked(Checking),
    /// Some letters of every word must be unchecked, but the limits allow too few.
    NoPossibleWord {
        /// The required number of checked letters.
        checking: Checking,
        /// The most adjacent unchecked letters inside a word.
        inside: Limit,
        /// The most adjacent unchecked letters at its ends.
        at_ends: Limit,
        /// The range of possible word lengths.
        lengths: (usize, usize),
    },
    /// The unchecked letters of every word need more black squares beside them than `min_white_per_row` leaves.
    TooWhite(Checking, usize),
}

/// The most white squares that every row can have if half of each word is checked.
///
/// Let W of the h × w squares be white and U of these unchecked. A word of k letters has at least ⌊k/2⌋ unchecked and at most ⌈k/2⌉ ≤
/// 2⌊k/2⌋ checked letters. A checked letter is in two words, so U ≥ W / 2. On either side of an unchecked letter, across its word, is a
/// black square or the edge. A black square has four sides, the edge 2 (h + w), so 2U ≤ 4 (hw − W) + 2 (h + w). With m white squares in
/// every line of the longer side s, 5ms ≤ 5W ≤ 4hw + 2 (h + w) ≤ 4s² + 4s.
const MOST_WHITES: usize = 4 * (MAX_SIZE + 1) / 5;

impl RulesFault {
    /// Returns the fault of `rules`, if they have one.
    pub fn of(rules: &Ruleset) -> Option<RulesFault> {
        let RulesOnWords {
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word,
        } = rules.on_words();
        let RulesOnGrid { edges: _, connected: _, symmetry: _, min_white_per_row } = rules.on_grid();
        let is_half = matches!(checking, Checking::CeilHalf | Checking::EitherHalf);
        let longest = most(max_word, MAX_SIZE);
        if !(2..=MAX_SIZE).contains(&min_word) {
            Some(RulesFault::MinWord(min_word))
        } else if min_white_per_row > MAX_SIZE {
            Some(RulesFault::MinWhite(min_white_per_row))
        } else if longest < min_word {
            Some(RulesFault::NoLength(min_word, longest))
        } else if checking == Checking::All && single_cells {
            Some(RulesFault::UncheckedSingles)
        } else if is_half && !single_cells {
            Some(RulesFault::AllChecked(checking))
        } else if is_half && !(min_word..=longest).any(|length| has_room(length, inside, at_ends)) {
            Some(RulesFault::NoPossibleWord { checking, inside, at_ends, lengths: (min_word, longest) })
        } else if is_half && min_white_per_row > MOST_WHITES {
            Some(RulesFault::TooWhite(checking, min_white_per_row))
        } else {
            None
        }
    }

    /// Returns the keys of a rule file that the fault concerns.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            RulesFault::MinWord(_) => &["min_word"],
            RulesFault::MinWhite(_) => &["min_white_per_row"],
            RulesFault::UncheckedSingles | RulesFault::AllChecked(_) => &["checking", "single_cells"],
            RulesFault::NoLength(..) => &["min_word", "max_word"],
            RulesFault::NoPossibleWord { lengths: (_, MAX_SIZE), .. } => {
                &["checking", "max_unchecked_run", "max_unchecked_run_at_ends"]
            }
            RulesFault::NoPossibleWord { .. } => {
                &["checking", "max_unchecked_run", "max_unchecked_run_at_ends", "min_word", "max_word"]
            }
            RulesFault::TooWhite(..) => &["checking", "min_white_per_row"],
        }
    }

    /// Returns `true` if several keys contradict each other, each of which is valid alone.
    pub const fn is_contradiction(self) -> bool {
        self.keys().len() > 1
    }
}

/// Returns `true` if ⌊k/2⌋ of a word's k letters can be unchecked.
///
/// The best arrangement fills both ends to their limit and separates full inner runs by single checked letters. Fewer unchecked letters are
/// always possible too.
fn has_room(length: usize, inside: Limit, at_ends: Limit) -> bool {
    let inner = most(inside, length);
    let end = most(at_ends, length).min(inner);
    let checked = length.div_ceil(2);
    length - checked <= 2 * end + (checked - 1) * inner
}

/// Returns a limit as a number of at most `all`. `Unlimited` counts as `all`.
fn most(limit: Limit, all: usize) -> usize {
    match limit {
        Limit::AtMost(most) => most.min(all),
        Limit::Unlimited => all,
    }
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::MinWord(least) => {
                write!(f, "min_word = {least}: expected 2 to {MAX_SIZE} (a word is a run of two or more)")
            }
            RulesFault::MinWhite(least) => write!(f, "min_white_per_row = {least}: expected 0 to {MAX_SIZE}"),
            RulesFault::UncheckedSingles => f.write_str(
                "these keys contradict each other: checking = \"all\" and single_cells = true, for single_cells allows a run \
                 of one square, whose letter is not checked",
            ),
            RulesFault::AllChecked(checking) => write!(
                f,
                "these keys contradict each other: checking = \"{}\" and single_cells = false, for without runs of one square every \
                 letter is checked",
                checking.name()
            ),
            RulesFault::NoLength(shortest, longest) => {
                write!(f, "these keys contradict each other: min_word = {shortest} and max_word = {longest}")
            }
            RulesFault::NoPossibleWord { checking, inside, at_ends, lengths: (shortest, longest) } => write!(
                f,
                "these keys contradict each other: checking = \"{}\", max_unchecked_run = {inside} and max_unchecked_run_at_ends = \
                 {at_ends}, for no word of {shortest} to {longest} letters can have so many unchecked",
                checking.name()
            ),
            RulesFault::TooWhite(checking, least) => write!(
                f,
                "these keys contradict each other: checking = \"{}\" and min_white_per_row = {least}, for beside the unchecked letters \
                 are more black squares than that leaves (at most {MOST_WHITES} can be white)",
                checking.name()
            ),
        }
    }
}
