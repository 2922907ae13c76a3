//! Represents one finding about a grid.

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

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A fact that is worth knowing.
    Note,
    /// A feature of some published grids to which some editors object.
    Warning,
    /// A violation that makes the grid invalid by these rules.
    Error,
}

/// A finding in a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The word that the finding is about, if it is about one.
    pub word: Option<Word>,
    /// The broken rule, or the rule that does not apply.
    pub what: FindingKind,
}

/// The kind of rule that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// A rule that a rule set can express.
    Rule(Violation),
    /// A house rule.
    House(HouseFault),
    /// A house rule that does not apply.
    NotApplicable(NotApplicable),
}

impl Severity {
    /// All severities, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl Finding {
    /// Creates the finding of a broken rule.
    pub fn of_rule(severity: Severity, broken: RuleViolation) -> Self {
        Finding { severity, word: broken.word, what: FindingKind::Rule(broken.violation) }
    }

    /// Creates the finding of a broken house rule.
    pub fn of_house(severity: Severity, fault: HouseFault) -> Self {
        Finding { severity, word: fault.word(), what: FindingKind::House(fault) }
    }

    /// Creates the finding of a house rule that does not apply, which is no fault of the grid.
    pub fn of_not_applicable(not_applicable: NotApplicable) -> Self {
        Finding { severity: Severity::Note, word: None, what: FindingKind::NotApplicable(not_applicable) }
    }

    /// Returns the finding as the rule's file describes it.
    pub fn diagnostic(&self) -> &dyn Diagnostic {
        match &self.what {
            FindingKind::Rule(violation) => violation.diagnostic(),
            FindingKind::House(fault) => fault.diagnostic(),
            FindingKind::NotApplicable(not_applicable) => not_applicable,
        }
    }

    /// Returns the code of the finding.
    pub fn code(&self) -> &'static Code {
        self.diagnostic().code()
    }

    /// Returns the key of the broken rule in a rule file, if a rule set can express the rule.
    pub fn rule(&self) -> Option<&'static str> {
        match &self.what {
            FindingKind::Rule(violation) => Some(violation.rule()),
            FindingKind::House(_) | FindingKind::NotApplicable(_) => None,
        }
    }

    /// Returns the squares of the grid that show the finding.
    pub fn squares<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Square> {
        let shape = shape.into();
        let mut squares = self.diagnostic().squares(shape.grid);
        squares.retain(|square| shape.at((square.row, square.column)) != Colour::Void);
        squares
    }

    /// Returns the finding as JSON for programs: its code, severity and message, and the row and column of each square. Where they exist,
    /// it adds the rule's key in a rule file and the word (as in `17-Across`, left out of the message). The rule adds further fields. All
    /// numbers count from 1.
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

/// Writes the finding with the solver's name of the word: `17-Across: 3 of 7 letters checked (CUUUCUC), at least 4 needed`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, self.word, self.diagnostic())
    }
}
