//! Splits a rule set into the rules about words and the rules about the grid: a reader takes apart only the half that it needs.
//!
//! A new rule must be put into a half here. Then the compiler names every reader of this half.

use super::{Checking, Limit, Ruleset, Symmetry};

/// The rules about single words and runs.
#[derive(Debug, Clone, Copy)]
pub struct RulesOnWords {
    /// [`Ruleset::min_word`].
    pub min_word: usize,
    /// [`Ruleset::single_cells`].
    pub single_cells: bool,
    /// [`Ruleset::checking`].
    pub checking: Checking,
    /// [`Ruleset::max_unchecked_run`].
    pub max_unchecked_run: Limit,
    /// [`Ruleset::max_unchecked_run_at_ends`].
    pub max_unchecked_run_at_ends: Limit,
    /// [`Ruleset::max_word`].
    pub max_word: Limit,
}

/// The rules about lines and the whole grid.
#[derive(Debug, Clone, Copy)]
pub struct RulesOnGrid {
    /// [`Ruleset::edges`].
    pub edges: bool,
    /// [`Ruleset::connected`].
    pub connected: bool,
    /// [`Ruleset::symmetry`].
    pub symmetry: Symmetry,
    /// [`Ruleset::min_white_per_row`].
    pub min_white_per_row: usize,
    /// [`Ruleset::max_black_run`].
    pub max_black_run: Limit,
}

impl Ruleset {
    /// Returns the rules about words.
    pub const fn on_words(&self) -> RulesOnWords {
        self.halves().0
    }

    /// Returns the rules about the grid.
    pub const fn on_grid(&self) -> RulesOnGrid {
        self.halves().1
    }

    const fn halves(&self) -> (RulesOnWords, RulesOnGrid) {
        let &Ruleset {
            name: _,
            min_word,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row,
            max_word,
            max_black_run,
        } = self;
        let on_words =
            RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word };
        (on_words, RulesOnGrid { edges, connected, symmetry, min_white_per_row, max_black_run })
    }
}
