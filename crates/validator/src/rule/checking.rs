//! Checks the number of checked letters of every word.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use serde_json::{Value, json};

use super::super::place::{Pattern, Square, Word};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;
use gridcheck_core::rules::Checking;

/// The violation by a word with the wrong number of checked letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongChecking {
    /// The word.
    pub word: Word,
    /// The checking pattern of the word.
    pub pattern: Pattern,
    /// The allowed numbers of checked letters.
    pub expected: RangeInclusive<usize>,
}

impl WrongChecking {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "checking",
        code: Code {
            name: "GC008",
            title: "the wrong number of checked letters",
            explanation: "A letter is checked when it lies in an across word and in a down word. Checked letters help the solver; \
                          a rule set says how many of each word are needed.",
        },
    };
}

/// Judges a word.
pub(in super::super) fn judge(
    checking: Checking,
    word: Word,
    pattern: Pattern,
    sink: &mut impl Sink<Violation: From<WrongChecking>>,
) -> ControlFlow<()> {
    let expected = expected(checking, word.length);
    if !expected.contains(&pattern.checked()) {
        sink.report(|| WrongChecking { word, pattern, expected })?;
    }
    ControlFlow::Continue(())
}

/// Returns the allowed numbers of checked letters of a word of `length`.
fn expected(checking: Checking, length: usize) -> RangeInclusive<usize> {
    let (low, high) = (length / 2, length.div_ceil(2));
    match checking {
        Checking::All => length..=length,
        Checking::CeilHalf => high..=high,
        Checking::EitherHalf => low..=high,
        Checking::AtLeastHalf => high..=length,
        Checking::Any => 0..=length,
    }
}

impl Diagnostic for WrongChecking {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    /// Returns the unchecked letters, or the checked ones if they are too many.
    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        let too_many = self.pattern.checked() > *self.expected.end();
        let shown = |&i: &usize| self.pattern.is_checked(i) == too_many;
        (0..self.word.length).filter(shown).map(|i| self.word.square(i)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (checked, length, pattern) = (self.pattern.checked(), self.word.length, self.pattern);
        let (fewest, most) = (*self.expected.start(), *self.expected.end());
        write!(f, "{checked} of {length} letters checked ({pattern}), ")?;
        if fewest == most {
            write!(f, "exactly {fewest} needed")
        } else if most == length {
            write!(f, "at least {fewest} needed")
        } else {
            write!(f, "{fewest} or {most} needed")
        }
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.word.fields();
        fields.extend([
            ("pattern", json!(self.pattern.to_string())),
            ("checked", json!(self.pattern.checked())),
            ("expected_least", json!(self.expected.start())),
            ("expected_most", json!(self.expected.end())),
        ]);
        fields
    }
}
