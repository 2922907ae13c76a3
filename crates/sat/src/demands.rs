//! The rule data, sorted by the clauses that they become.

use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// What the formula, and the cuts beside it, ask of a grid, apart from symmetry, which the [`orbits`](super::orbits) see to.
#[derive(Clone, Copy)]
pub(super) struct Demands {
    /// What runs may look like.
    pub(super) words: Words,
    /// How many letters of a word are checked.
    pub(super) checking: Checking,
    /// Where white squares must be.
    pub(super) whites: Whites,
    /// Whether the white squares form one region.
    pub(super) connected: bool,
}

/// What a run may look like.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The fewest letters of a word.
    pub(super) shortest: usize,
    /// The most.
    pub(super) longest: Limit,
    /// Whether a run of one square may occur.
    pub(super) single_cells: bool,
    /// The unchecked letters.
    pub(super) unchecked: Unchecked,
}

/// Where unchecked letters may stand.
#[derive(Clone, Copy)]
pub(super) enum Unchecked {
    /// Nowhere.
    Nowhere,
    /// So many together inside a word, and so many at its ends.
    AtMost {
        /// Anywhere inside a word.
        inside: Limit,
        /// At its start and at its end.
        at_ends: Limit,
    },
}

/// Where white squares must be.
#[derive(Clone, Copy)]
pub(super) struct Whites {
    /// Every line has at least so many; where the edges must hold one and the grid is connected, so must every line between.
    pub(super) in_every_line: usize,
    /// The outer lines hold one.
    pub(super) at_edges: bool,
}

impl Demands {
    /// What a rule set asks.
    pub(super) fn of(rules: &Ruleset) -> Self {
        let Ruleset {
            name: _,
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges,
            connected,
            symmetry: _,
            min_white_per_row,
            max_word: longest,
        } = *rules;
        let unchecked = if checking == Checking::All || inside == Limit::AtMost(0) {
            Unchecked::Nowhere
        } else {
            Unchecked::AtMost { inside, at_ends }
        };
        let in_every_line = min_white_per_row.max(usize::from(edges && connected));
        Demands {
            words: Words { shortest, longest, single_cells, unchecked },
            checking,
            whites: Whites { in_every_line, at_edges: edges },
            connected,
        }
    }
}
