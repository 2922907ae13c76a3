//! One thing to be said about a grid.

use std::fmt;

use serde_json::{Map, Value, json};

use super::codes::Code;
use super::house::HouseFault;
use super::not_applicable::NotApplicable;
use gridcheck_layout::shape::{Colour, Shape};
use gridcheck_layout::words::Word;
use gridcheck_validator::code::Diagnostic;
use gridcheck_validator::rule_violation::{RuleViolation, say};
use gridcheck_validator::{Square, Violation};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Published grids do it, and some editors mind.
    Warning,
    /// The grid is not valid by these rules.
    Error,
}

/// Something found in a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// The word it is about, if it is about one.
    pub word: Option<Word>,
    /// What it is.
    pub what: FindingKind,
}

/// What a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// A rule that a rule set can spell.
    Rule(Violation),
    /// A house rule.
    House(HouseFault),
    /// A house rule of which nothing can be said here.
    NotApplicable(NotApplicable),
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl Finding {
    /// A broken rule.
    pub fn of_rule(severity: Severity, broken: RuleViolation) -> Self {
        Finding { severity, word: broken.word, what: FindingKind::Rule(broken.violation) }
    }

    /// A broken house rule.
    pub fn of_house(severity: Severity, fault: HouseFault) -> Self {
        Finding { severity, word: fault.word(), what: FindingKind::House(fault) }
    }

    /// A house rule that cannot be meant, which is no fault of the grid's.
    pub fn of_unmeant(not_applicable: NotApplicable) -> Self {
        Finding { severity: Severity::Note, word: None, what: FindingKind::NotApplicable(not_applicable) }
    }

    /// What the rule's own file has to say of it.
    pub fn diagnostic(&self) -> &dyn Diagnostic {
        match &self.what {
            FindingKind::Rule(violation) => violation.diagnostic(),
            FindingKind::House(fault) => fault.diagnostic(),
            FindingKind::NotApplicable(not_applicable) => not_applicable,
        }
    }

    /// Its code.
    pub fn code(&self) -> &'static Code {
        self.diagnostic().code()
    }

    /// The key, in a rule file, of the rule that is broken, where a rule set can spell it.
    pub fn rule(&self) -> Option<&'static str> {
        match &self.what {
            FindingKind::Rule(violation) => Some(violation.rule()),
            FindingKind::House(_) | FindingKind::NotApplicable(_) => None,
        }
    }

    /// The squares of the grid that show it.
    pub fn squares<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Square> {
        let shape = shape.into();
        let mut squares = self.diagnostic().squares(shape.grid);
        squares.retain(|square| shape.at((square.row, square.column)) != Colour::Void);
        squares
    }

    /// As programs are told of it: its code and severity, the key of the rule in a rule file and the word (as in `17-Across`) where there
    /// is one, the message without the word, the row and column of each square, and what the rule itself has to tell. All counted from 1.
    pub fn as_json<'a>(&self, shape: impl Into<Shape<'a>>) -> Value {
        let squares: Vec<[usize; 2]> =
            self.squares(shape).iter().map(|square| [square.row + 1, square.column + 1]).collect();
        let diagnostic = self.diagnostic();
        let fields = [("code", json!(self.code().name)), ("severity", json!(self.severity.name()))]
            .into_iter()
            .chain(self.rule().map(|rule| ("rule", json!(rule))))
            .chain(self.word.map(|word| ("word", json!(word.to_string()))))
            .chain([("message", json!(diagnostic.to_string())), ("squares", json!(squares))])
            .chain(diagnostic.fields());
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
    }
}

/// As a solver would say it: `17-Across: 3 of 7 letters checked (CUUUCUC), at least 4 needed`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, self.word, self.diagnostic())
    }
}
