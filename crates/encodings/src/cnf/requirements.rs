//! The rule data, grouped by the parts of the formula.

use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry};

/// Everything that the formula states.
pub(super) struct Requirements {
    /// Limits on the words and on the black squares along a line.
    pub words: WordLimits,
    /// The required number of checked letters of a word.
    pub checking: Checking,
    /// The required number of white squares of a line.
    pub whites: WhiteMinimum,
    /// `true` if all white squares must be connected.
    pub connected: bool,
    /// The symmetry that makes squares equal.
    pub symmetry: Symmetry,
}

/// The limits on the words and on the black squares along a line.
pub(super) struct WordLimits {
    /// Minimum number of letters of a word.
    pub shortest: usize,
    /// Maximum number of letters of a word.
    pub longest: Limit,
    /// `true` if every white square lies in two words: no letter is unchecked and no run has one square.
    pub all_checked: bool,
    /// Maximum number of adjacent unchecked letters inside a word.
    pub inside: Limit,
    /// Maximum number of adjacent unchecked letters at a word's start and at its end.
    pub at_ends: Limit,
    /// Maximum number of adjacent black squares.
    pub black_run: Limit,
}

/// The required numbers of white squares of a line.
#[derive(Clone, Copy)]
pub(super) struct WhiteMinimum {
    /// Minimum number of white squares in every line.
    pub least: usize,
    /// `true` if each outer line needs a white square.
    pub edges: bool,
    /// `true` if all white squares must be connected. With `edges`, every line between then needs one too.
    pub connected: bool,
}

impl Requirements {
    /// Returns the requirements of a rule set.
    pub(super) fn of(rules: &Ruleset) -> Self {
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word: longest,
        } = rules.on_words();
        let RulesOnLines { min_white_per_row: least, max_black_run: black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
        // A run of one square lies in a word the other way and is an unchecked letter of it.
        let all_checked = !single_cells || checking == Checking::All || inside == Limit::AtMost(0);
        Requirements {
            words: WordLimits { shortest, longest, all_checked, inside, at_ends, black_run },
            checking,
            whites: WhiteMinimum { least, edges, connected },
            connected,
            symmetry,
        }
    }
}
