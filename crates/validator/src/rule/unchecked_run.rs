//! Checks that no word has too many unchecked letters side by side.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::place::{Pattern, Square, Word};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by too many adjacent unchecked letters inside a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedRun {
    /// The word.
    pub word: Word,
    /// The checking pattern of the word.
    pub pattern: Pattern,
    /// The index of the first unchecked letter of the run, from 0.
    pub letter: usize,
    /// The number of letters in the run.
    pub run: usize,
    /// The most allowed.
    pub allowed: usize,
}

impl UncheckedRun {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "max_unchecked_run",
        code: Code {
            name: "GC009",
            title: "too many adjacent unchecked letters",
            explanation: "Unchecked letters (unches) side by side leave the solver with little to go by. A rule set says how many there \
                          may be.",
        },
    };
}

/// Judges a word.
pub(in super::super) fn judge(
    allowed: usize,
    word: Word,
    pattern: Pattern,
    sink: &mut impl Sink<Violation: From<UncheckedRun>>,
) -> ControlFlow<()> {
    for (letter, run) in pattern.unchecked_runs() {
        if run > allowed {
            sink.report(|| UncheckedRun { word, pattern, letter, run, allowed })?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for UncheckedRun {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        (self.letter..self.letter + self.run).map(|i| self.word.square(i)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UncheckedRun { pattern, letter, run, allowed, .. } = self;
        write!(
            f,
            "{run} unchecked letters side by side from letter {} ({pattern}), at most {allowed} allowed",
            letter + 1
        )
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.word.fields();
        fields.extend([
            ("pattern", json!(self.pattern.to_string())),
            ("letter", json!(self.letter + 1)),
            ("run", json!(self.run)),
            ("allowed", json!(self.allowed)),
        ]);
        fields
    }
}
