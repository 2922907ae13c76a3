//! Checks that every word has a minimum number of letters.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::place::{Square, Word};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by a word that is too short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortWord {
    /// The word.
    pub word: Word,
    /// The least length allowed.
    pub needed: usize,
}

impl ShortWord {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "min_word",
        code: Code {
            name: "GC007",
            title: "a word is too short",
            explanation: "The rule set asks for a least number of letters in every word (min_word). Very short words are hard to clue well.",
        },
    };
}

/// Judges a word.
pub(in super::super) fn judge(
    needed: usize,
    word: Word,
    sink: &mut impl Sink<Violation: From<ShortWord>>,
) -> ControlFlow<()> {
    if word.length < needed {
        sink.report(|| ShortWord { word, needed })?;
    }
    ControlFlow::Continue(())
}

impl Diagnostic for ShortWord {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        (0..self.word.length).map(|i| self.word.square(i)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} letters, at least {} needed", self.word.length, self.needed)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.word.fields();
        fields.push(("needed", json!(self.needed)));
        fields
    }
}
