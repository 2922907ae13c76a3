//! Checks that no word exceeds a maximum number of letters.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::place::{Square, Word};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by a word that is too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongWord {
    /// The word.
    pub word: Word,
    /// The greatest length allowed.
    pub allowed: usize,
}

impl LongWord {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "max_word",
        code: Code {
            name: "GC018",
            title: "a word is too long",
            explanation: "The rule set asks for a most number of letters in every word (max_word).",
        },
    };
}

/// Judges a word.
pub(in super::super) fn judge(
    allowed: usize,
    word: Word,
    sink: &mut impl Sink<Violation: From<LongWord>>,
) -> ControlFlow<()> {
    if word.length > allowed {
        sink.report(|| LongWord { word, allowed })?;
    }
    ControlFlow::Continue(())
}

impl Diagnostic for LongWord {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        (0..self.word.length).map(|i| self.word.square(i)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} letters, at most {} allowed", self.word.length, self.allowed)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.word.fields();
        fields.push(("allowed", json!(self.allowed)));
        fields
    }
}
