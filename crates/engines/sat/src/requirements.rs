//! Groups the rule data by the clauses that encode them.

use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnWords, Ruleset};

/// The requirements of the formula and of the cuts for a grid, except symmetry, which the [`orbits`](super::orbits) guarantee.
#[derive(Clone, Copy)]
pub(super) struct Requirements {
    /// The rules for runs.
    pub(super) words: RunRules,
    /// The rule for the number of checked letters of a word.
    pub(super) checking: Checking,
    /// The rules for white squares.
    pub(super) whites: WhiteRules,
    /// `true` if the white squares must form one region.
    pub(super) connected: bool,
}

#[derive(Clone, Copy)]
pub(super) struct RunRules {
    /// Minimum number of letters of a word.
    pub(super) shortest: usize,
    /// Maximum number of letters of a word.
    pub(super) longest: Limit,
    /// `true` if a run of one square may occur.
    pub(super) single_cells: bool,
    /// The rule for unchecked letters.
    pub(super) unchecked: Unchecked,
}

/// The places where unchecked letters may stand.
#[derive(Clone, Copy)]
pub(super) enum Unchecked {
    /// No unchecked letters.
    Nowhere,
    /// Maximum numbers of adjacent unchecked letters inside a word and at its ends.
    AtMost {
        /// Anywhere inside a word.
        inside: Limit,
        /// At its start and at its end.
        at_ends: Limit,
    },
}

/// The lines that must contain white squares.
#[derive(Clone, Copy)]
pub(super) struct WhiteRules {
    /// Minimum number of white squares of every line. It is at least 1 if the edges must contain a white square and the grid is connected.
    pub(super) in_every_line: usize,
    /// `true` if the outer lines must contain a white square.
    pub(super) at_edges: bool,
}

impl Requirements {
    /// Returns the requirements of a rule set.
    pub(super) fn of(rules: &Ruleset) -> Self {
        // Each of these rules treats a grid and its images alike: the restriction to first images relies on it.
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word: longest,
        } = rules.on_words();
        let RulesOnGrid { edges, connected, symmetry: _, min_white_per_row } = rules.on_grid();
        let unchecked = if checking == Checking::All || inside == Limit::AtMost(0) {
            Unchecked::Nowhere
        } else {
            Unchecked::AtMost { inside, at_ends }
        };
        let in_every_line = min_white_per_row.max(usize::from(edges && connected));
        Requirements {
            words: RunRules { shortest, longest, single_cells, unchecked },
            checking,
            whites: WhiteRules { in_every_line, at_edges: edges },
            connected,
        }
    }
}
