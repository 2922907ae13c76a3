//! The rule data, sorted by what the formula says of them where.

use gridcheck_core::rules::{Checking, Limit, Ruleset, Symmetry};

/// Everything that the formula says.
pub(super) struct Demands {
    /// What may stand along a line.
    pub words: Words,
    /// How many letters of a word are checked.
    pub checking: Checking,
    /// How many squares of a line are white.
    pub whites: Whites,
    /// Whether all white squares hang together.
    pub connected: bool,
    /// Which squares are equal.
    pub symmetry: Symmetry,
}

/// What may stand along a line.
pub(super) struct Words {
    /// The fewest letters of a word.
    pub shortest: usize,
    /// The most.
    pub longest: Limit,
    /// Whether every white square lies in two words, so that no letter is unchecked and no run has one square.
    pub all_checked: bool,
    /// The most unchecked letters together.
    pub inside: Limit,
    /// The same at a word's start and at its end.
    pub at_ends: Limit,
}

/// How many squares of a line are white.
#[derive(Clone, Copy)]
pub(super) struct Whites {
    /// At least so many in every line.
    pub least: usize,
    /// At least one in the outer lines.
    pub edges: bool,
    /// At least one in every line between, if in the outer ones.
    pub connected: bool,
}

impl Demands {
    /// What a rule set asks.
    pub fn of(rules: &Ruleset) -> Self {
        let Ruleset {
            name: _,
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row: least,
            max_word: longest,
        } = *rules;
        // A run of one square lies in a word the other way and is an unchecked letter of it.
        let all_checked = !single_cells || checking == Checking::All || inside == Limit::AtMost(0);
        Demands {
            words: Words { shortest, longest, all_checked, inside, at_ends },
            checking,
            whites: Whites { least, edges, connected },
            connected,
            symmetry,
        }
    }
}
