//! Finds values of rules that are out of range, and reasons why no grid of any size can obey a rule set.
//!
//! A value out of range is refused. A set that no grid can obey is counted like any other: the count is 0, and a note names the reason.
//!
//! Nearly every other set has a grid, and a test builds it. The grid is the white one of 64 × 64 or a lattice, in which every second row
//! and column is white. The test does not cover two cases, both with half of each word checked. In one, rows and columns must be more than
//! half white, up to [`MAX_WHITES`]. In the other, words have 64 letters, which fill the largest grid from side to side.

use std::fmt;

use super::{Checking, GridKind, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset};
use crate::grid::MAX_SIZE;

/// A value of a rule that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesFault {
    /// `min_word` is out of range.
    MinWord(usize),
    /// `min_white_per_row` is out of range.
    MinWhite(usize),
    /// A rule about black squares, for a kind of grid that has none.
    NoBlacks(&'static str),
}

/// The rules about black squares.
pub(super) const ON_BLACKS: [&str; 3] = ["edges", "min_white_per_row", "max_black_run"];

/// The reason why no grid can obey a rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// The minimum word length exceeds the maximum.
    NoLength(usize, usize),
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
const MAX_WHITES: usize = 4 * (MAX_SIZE + 1) / 5;

impl RulesFault {
    /// Returns the fault of `rules`, if they have one.
    pub fn of(rules: &Ruleset) -> Option<RulesFault> {
        let RulesOnWords {
            min_word,
            single_cells: _,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            max_word: _,
        } = rules.on_words();
        let RulesOnLines { min_white_per_row: least, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected: _, symmetry: _ } = rules.on_grid();
        if !(2..=MAX_SIZE).contains(&min_word) {
            return Some(RulesFault::MinWord(min_word));
        }
        if least > MAX_SIZE {
            return Some(RulesFault::MinWhite(least));
        }
        if rules.kind == GridKind::Blocks {
            return None;
        }
        let required = [edges, least > 0, max_black_run != Limit::Unlimited];
        let strange = ON_BLACKS.into_iter().zip(required).find(|(_, is_required)| *is_required);
        strange.map(|(key, _)| RulesFault::NoBlacks(key))
    }

    /// Returns the key of a rule file that the fault concerns.
    pub const fn key(self) -> &'static str {
        match self {
            RulesFault::MinWord(_) => "min_word",
            RulesFault::MinWhite(_) => "min_white_per_row",
            RulesFault::NoBlacks(key) => key,
        }
    }
}

impl Impossible {
    /// Returns the reason why no grid can obey `rules`, if one can be named.
    pub fn of(rules: &Ruleset) -> Option<Impossible> {
        let RulesOnWords {
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word,
        } = rules.on_words();
        let RulesOnLines { min_white_per_row, max_black_run: _ } = rules.on_lines();
        let RulesOnGrid { edges: _, connected: _, symmetry: _ } = rules.on_grid();
        let is_half = matches!(checking, Checking::CeilHalf | Checking::EitherHalf);
        let longest = most(max_word, MAX_SIZE);
        if longest < min_word {
            Some(Impossible::NoLength(min_word, longest))
        } else if is_half && !single_cells {
            Some(Impossible::AllChecked(checking))
        } else if is_half && !(min_word..=longest).any(|length| has_room(length, inside, at_ends)) {
            Some(Impossible::NoPossibleWord { checking, inside, at_ends, lengths: (min_word, longest) })
        } else if is_half && min_white_per_row > MAX_WHITES {
            Some(Impossible::TooWhite(checking, min_white_per_row))
        } else {
            None
        }
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
            RulesFault::NoBlacks(key) => write!(f, "{key}: a grid with kind = \"bars\" has no black squares"),
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no grid of any size obeys these rules: ")?;
        match self {
            Impossible::NoLength(shortest, longest) => write!(f, "min_word = {shortest} exceeds max_word = {longest}"),
            Impossible::AllChecked(checking) => {
                write!(f, "with single_cells = false every letter is checked, which checking = {checking} forbids")
            }
            Impossible::NoPossibleWord { checking, inside, at_ends, lengths: (shortest, longest) } => write!(
                f,
                "checking = {checking} needs more unchecked letters in each word of {shortest} to {longest} letters than \
                 max_unchecked_run = {inside} and max_unchecked_run_at_ends = {at_ends} allow"
            ),
            Impossible::TooWhite(checking, least) => write!(
                f,
                "checking = {checking} needs black squares beside unchecked letters, so at most {MAX_WHITES} squares of each row can be \
                 white, and min_white_per_row = {least}"
            ),
        }
    }
}
