//! Defines the rules of the validator, one per file: the rule's text, its code, its check, and the message about a violation.
//!
//! A check gives its findings to the judge's [`Sink`](super::sink::Sink), which may stop it at the first.

pub mod checking;
pub mod connected;
pub mod edges;
pub mod in_word;
pub mod kind;
pub mod max_black_run;
pub mod max_word;
pub mod min_white;
pub mod min_word;
pub mod single_cells;
pub mod symmetry;
pub mod unchecked_ends;
pub mod unchecked_run;
pub mod white;

use super::diagnostic::Code;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry};

/// Returns the codes of the rules that a grid can break under a rule set: in the order of the codes.
pub fn codes_of(rules: &Ruleset) -> impl Iterator<Item = &'static Code> {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        rules.on_words();
    let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
    let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
    let asked = [
        (white::CODE, true),
        (symmetry::CODE, symmetry != Symmetry::None),
        (edges::CODE, edges),
        (min_white::CODE, min_white_per_row > 0),
        (in_word::CODE, true),
        (single_cells::CODE, !single_cells),
        // By definition a word has at least two letters.
        (min_word::CODE, min_word > 2),
        (checking::CODE, checking != Checking::Any),
        (unchecked_run::CODE, max_unchecked_run != Limit::Unlimited),
        (unchecked_ends::CODE, max_unchecked_run_at_ends != Limit::Unlimited),
        (connected::CODE, connected),
        (max_word::CODE, max_word != Limit::Unlimited),
        (max_black_run::CODE, max_black_run != Limit::Unlimited),
        (kind::CODE, true),
    ];
    asked.into_iter().filter(|(_, is_asked)| *is_asked).map(|(code, _)| code)
}
