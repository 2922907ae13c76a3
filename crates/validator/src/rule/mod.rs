//! Defines the rules of the validator, one per file: the rule's text, its code, its check, and the message about a violation.
//!
//! A check gives its findings as data to the judge's [`Sink`](super::sink::Sink). The checks of rules about single words do not run on a
//! valid grid: the module `word_rules` accepts all its words at once.

pub(super) mod checking;
pub(super) mod connected;
pub(super) mod edges;
pub(super) mod in_word;
pub(super) mod max_word;
pub(super) mod min_white;
pub(super) mod min_word;
mod record;
pub(super) mod single_cells;
pub(super) mod symmetry;
pub(super) mod unchecked_ends;
pub(super) mod unchecked_run;
pub(super) mod white;

use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnWords, Ruleset, Symmetry};

pub use checking::WrongChecking;
pub use connected::{CutOff, Region};
pub use edges::{BlackEdge, Side};
pub use in_word::Isolated;
pub use max_word::LongWord;
pub use min_white::FewWhites;
pub use min_word::ShortWord;
pub use record::Rule;
pub use single_cells::SingleCell;
pub use symmetry::Asymmetry;
pub use unchecked_ends::{End, UncheckedEnd};
pub use unchecked_run::UncheckedRun;
pub use white::NoWhite;

/// Every rule, in the order of the codes.
pub static RULES: [&Rule; 12] = [
    NoWhite::RULE,
    Asymmetry::RULE,
    BlackEdge::RULE,
    FewWhites::RULE,
    Isolated::RULE,
    SingleCell::RULE,
    ShortWord::RULE,
    WrongChecking::RULE,
    UncheckedRun::RULE,
    UncheckedEnd::RULE,
    CutOff::RULE,
    LongWord::RULE,
];

/// The rules that a grid can break under a rule set, in the order of the codes.
pub fn asked(rules: &Ruleset) -> impl Iterator<Item = &'static Rule> {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        rules.on_words();
    let RulesOnGrid { edges, connected, symmetry, min_white_per_row } = rules.on_grid();
    let asked = [
        (NoWhite::RULE, true),
        (Asymmetry::RULE, symmetry != Symmetry::None),
        (BlackEdge::RULE, edges),
        (FewWhites::RULE, min_white_per_row > 0),
        (Isolated::RULE, true),
        (SingleCell::RULE, !single_cells),
        // By definition a word has at least two letters.
        (ShortWord::RULE, min_word > 2),
        (WrongChecking::RULE, checking != Checking::Any),
        (UncheckedRun::RULE, max_unchecked_run != Limit::Unlimited),
        (UncheckedEnd::RULE, max_unchecked_run_at_ends != Limit::Unlimited),
        (CutOff::RULE, connected),
        (LongWord::RULE, max_word != Limit::Unlimited),
    ];
    asked.into_iter().filter(|(_, is_asked)| *is_asked).map(|(rule, _)| rule)
}
