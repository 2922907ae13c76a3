//! Checks that no word has too many unchecked letters at its start or at its end.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::place::{Pattern, Square, Word};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by too many unchecked letters at a word's start or end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedEnd {
    /// The word.
    pub word: Word,
    /// The checking pattern of the word.
    pub pattern: Pattern,
    /// The end of the word with these letters.
    pub end: End,
    /// The number of unchecked letters there.
    pub run: usize,
    /// The most allowed.
    pub allowed: usize,
}

/// One of a word's two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The first letters of the word.
    Start,
    /// The last letters of the word.
    End,
}

impl UncheckedEnd {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "max_unchecked_run_at_ends",
        code: Code {
            name: "GC010",
            title: "a word starts or ends with unchecked letters",
            explanation: "More letters than allowed are unchecked at the start or at the end of a word. Starts and ends matter most to a \
                          solver.",
        },
    };

    /// Returns the index of the first unchecked letter, from 0.
    const fn letter(&self) -> usize {
        match self.end {
            End::Start => 0,
            End::End => self.word.length - self.run,
        }
    }
}

/// Judges a word.
pub(in super::super) fn judge(
    allowed: usize,
    word: Word,
    pattern: Pattern,
    sink: &mut impl Sink<Violation: From<UncheckedEnd>>,
) -> ControlFlow<()> {
    for (letter, run) in pattern.unchecked_runs() {
        if letter == 0 && run > allowed {
            sink.report(|| UncheckedEnd { word, pattern, end: End::Start, run, allowed })?;
        }
        if letter + run == word.length && run > allowed {
            sink.report(|| UncheckedEnd { word, pattern, end: End::End, run, allowed })?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for UncheckedEnd {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        (self.letter()..self.letter() + self.run).map(|i| self.word.square(i)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UncheckedEnd { pattern, end, run, allowed, .. } = self;
        let does = match end {
            End::Start => "starts",
            End::End => "ends",
        };
        let plural = if *run == 1 { "" } else { "s" };
        write!(f, "{does} with {run} unchecked letter{plural} ({pattern}), at most {allowed} allowed")
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.word.fields();
        fields.extend([
            ("pattern", json!(self.pattern.to_string())),
            ("letter", json!(self.letter() + 1)),
            ("run", json!(self.run)),
            ("allowed", json!(self.allowed)),
        ]);
        fields
    }
}
