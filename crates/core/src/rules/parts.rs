//! Splits a rule set into the rules about words, about lines and about the whole grid: a reader takes apart only the part that it needs.
//!
//! A new rule must be put into a part here. Then the compiler names every reader of this part. A reader that declines new rules about
//! lines calls [`RulesOnLines::whites_up_to`] instead of taking them apart, and need not change.

use thiserror::Error;

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

/// The rules about each row and each column, whatever words are in it. An engine may decline them.
#[derive(Debug, Clone, Copy)]
pub struct RulesOnLines {
    /// [`Ruleset::min_white_per_row`].
    pub min_white_per_row: usize,
    /// [`Ruleset::max_black_run`].
    pub max_black_run: Limit,
}

/// The rules about the grid as a whole.
#[derive(Debug, Clone, Copy)]
pub struct RulesOnGrid {
    /// [`Ruleset::edges`].
    pub edges: bool,
    /// [`Ruleset::connected`].
    pub connected: bool,
    /// [`Ruleset::symmetry`].
    pub symmetry: Symmetry,
}

/// A rule that a reader declines, its value, and the value that is supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UnsupportedRule {
    /// Lines need more white squares than the reader can require.
    #[error("min_white_per_row = {least}, at most {most}")]
    MinWhitePerRow {
        /// The value of the rule.
        least: usize,
        /// The largest value that is supported.
        most: usize,
    },
    /// Runs of black squares are limited.
    #[error("max_black_run = {0}, only unlimited")]
    MaxBlackRun(Limit),
    /// The checked letters of words follow a table.
    #[error("checking as a table by length, only as a name")]
    CheckingByLength,
}

impl RulesOnWords {
    /// Returns `checking`, for a reader that forwards the rules about words to a program that knows no table.
    ///
    /// # Errors
    /// Returns an error if it is a table.
    pub fn named_checking(self) -> Result<Checking, UnsupportedRule> {
        match self.checking {
            Checking::ByLength(_) => Err(UnsupportedRule::CheckingByLength),
            named => Ok(named),
        }
    }
}

impl RulesOnLines {
    /// Returns `min_white_per_row`, for a reader that supports it up to `most` and declines all other rules about lines.
    ///
    /// # Errors
    /// Returns a rule that requires more.
    pub fn whites_up_to(self, most: usize) -> Result<usize, UnsupportedRule> {
        let RulesOnLines { min_white_per_row: least, max_black_run } = self;
        if least > most {
            return Err(UnsupportedRule::MinWhitePerRow { least, most });
        }
        if max_black_run != Limit::Unlimited {
            return Err(UnsupportedRule::MaxBlackRun(max_black_run));
        }
        Ok(least)
    }
}

impl Ruleset {
    /// Returns the rules about words.
    pub const fn on_words(&self) -> RulesOnWords {
        self.parts().0
    }

    /// Returns the rules about rows and columns.
    pub const fn on_lines(&self) -> RulesOnLines {
        self.parts().1
    }

    /// Returns the rules about the grid.
    pub const fn on_grid(&self) -> RulesOnGrid {
        self.parts().2
    }

    const fn parts(&self) -> (RulesOnWords, RulesOnLines, RulesOnGrid) {
        let &Ruleset {
            name: _,
            // Engines state in their facts which kinds they support.
            kind: _,
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
        (on_words, RulesOnLines { min_white_per_row, max_black_run }, RulesOnGrid { edges, connected, symmetry })
    }
}
