//! Rule sets that are refused, and why: a value out of range, or keys that contradict each other.
//!
//! A set is refused for what can be named. Nearly every other has a grid, and a test makes it: the grid of 64 × 64 without
//! a black square, or a lattice, in which every second row and every second column is white. Only where half of each word is to
//! be checked are two corners left where it may have none: rows and columns of which more than half is to be white, up to
//! [`MOST_WHITES`], and words of 64 letters, which fill the largest grid from side to side.

use std::fmt;

use super::{Checking, Limit, Ruleset};
use crate::grid::MAX_SIZE;

/// What is wrong with a rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesFault {
    /// `min_word` is out of range.
    MinWord(usize),
    /// `min_white_per_row` is out of range.
    MinWhite(usize),
    /// The longest words are to be shorter than the shortest.
    NoLength(usize, usize),
    /// Every letter is to be checked, and a run of one square may occur, whose letter is not.
    UncheckedSingles,
    /// No run of one square may occur, so every letter is checked, and half of them are to be.
    AllChecked(Checking),
    /// Some letters of every word are to be unchecked, and the limits leave room for too few.
    NoPossibleWord {
        /// How many are checked.
        checking: Checking,
        /// The most unchecked letters side by side inside a word.
        inside: Limit,
        /// The most at its ends.
        at_ends: Limit,
        /// The lengths that a word may have.
        lengths: (usize, usize),
    },
    /// The unchecked letters of every word need more black squares beside them than are left.
    TooWhite(Checking, usize),
}

/// The most white squares that every row can have where half of each word is checked.
///
/// Of h × w squares W are white, U of them unchecked. A word of k letters has at least ⌊k/2⌋ unchecked and at most ⌈k/2⌉ ≤ 2⌊k/2⌋
/// checked ones, and a checked letter is in two words, so U ≥ W / 2. On either side of an unchecked letter, across its word, is
/// a black square or the edge; a black square has four sides, the edge 2 (h + w). So 2U ≤ 4 (hw − W) + 2 (h + w), and with m
/// white squares in every line of the longer side s, 5ms ≤ 5W ≤ 4hw + 2 (h + w) ≤ 4s² + 4s.
const MOST_WHITES: usize = 4 * (MAX_SIZE + 1) / 5;

impl RulesFault {
    /// What is wrong with `rules`, if anything.
    pub fn of(rules: &Ruleset) -> Option<RulesFault> {
        let Ruleset {
            name: _,
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges: _,
            connected: _,
            symmetry: _,
            min_white_per_row,
            max_word,
        } = *rules;
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

    /// The keys, in a rule file, that it is about.
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

    /// Whether several keys contradict each other, each of which is good by itself.
    pub const fn is_contradiction(self) -> bool {
        self.keys().len() > 1
    }
}

/// Whether ⌊k/2⌋ of a word's k letters can be unchecked.
///
/// The best one can do is to fill both ends to their limit and part every inner run by a single checked letter; fewer unchecked
/// letters than that are always possible too.
fn has_room(length: usize, inside: Limit, at_ends: Limit) -> bool {
    let inner = most(inside, length);
    let end = most(at_ends, length).min(inner);
    let checked = length.div_ceil(2);
    length - checked <= 2 * end + (checked - 1) * inner
}

/// A limit as a number, no greater than `all`, which stands for none.
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
