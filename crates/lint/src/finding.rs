//! One thing to be said about a grid.

use std::fmt;

use serde_json::{Map, Value, json};

use super::codes::Code;
use super::house::HouseFault;
use super::unmeant::Unmeant;
use gridcheck_layout::shape::{Colour, Shape};
use gridcheck_layout::words::Word;
use gridcheck_validator::broken::{Broken, say};
use gridcheck_validator::code::Told;
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
    pub what: What,
}

/// What a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A rule that a rule set can spell.
    Rule(Violation),
    /// A house rule.
    House(HouseFault),
    /// A house rule of which nothing can be said here.
    Unmeant(Unmeant),
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
    pub fn of_rule(severity: Severity, broken: Broken) -> Self {
        Finding { severity, word: broken.word, what: What::Rule(broken.violation) }
    }

    /// A broken house rule.
    pub fn of_house(severity: Severity, fault: HouseFault) -> Self {
        Finding { severity, word: fault.word(), what: What::House(fault) }
    }

    /// A house rule that cannot be meant, which is no fault of the grid's.
    pub fn of_unmeant(unmeant: Unmeant) -> Self {
        Finding { severity: Severity::Note, word: None, what: What::Unmeant(unmeant) }
    }

    /// What the rule's own file has to say of it.
    pub fn told(&self) -> &dyn Told {
        match &self.what {
            What::Rule(violation) => violation.told(),
            What::House(fault) => fault.told(),
            What::Unmeant(unmeant) => unmeant,
        }
    }

    /// Its code.
    pub fn code(&self) -> &'static Code {
        self.told().code()
    }

    /// The key, in a rule file, of the rule that is broken, where a rule set can spell it.
    pub fn rule(&self) -> Option<&'static str> {
        match &self.what {
            What::Rule(violation) => Some(violation.rule()),
            What::House(_) | What::Unmeant(_) => None,
        }
    }

    /// The squares of the grid that show it.
    pub fn squares<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Square> {
        let shape = shape.into();
        let mut squares = self.told().squares(shape.grid);
        squares.retain(|square| shape.at((square.row, square.column)) != Colour::Void);
        squares
    }

    /// As programs are told of it: its code and severity, the key of the rule in a rule file and the word (as in `17-Across`) where there
    /// is one, the message without the word, the row and column of each square, and what the rule itself has to tell. All counted from 1.
    pub fn as_json<'a>(&self, shape: impl Into<Shape<'a>>) -> Value {
        let squares: Vec<[usize; 2]> =
            self.squares(shape).iter().map(|square| [square.row + 1, square.column + 1]).collect();
        let told = self.told();
        let fields = [("code", json!(self.code().name)), ("severity", json!(self.severity.name()))]
            .into_iter()
            .chain(self.rule().map(|rule| ("rule", json!(rule))))
            .chain(self.word.map(|word| ("word", json!(word.to_string()))))
            .chain([("message", json!(told.to_string())), ("squares", json!(squares))])
            .chain(told.fields());
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
    }
}

/// As a solver would say it: `17-Across: 3 of 7 letters checked (CUUUCUC), at least 4 needed`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, self.word, self.told())
    }
}
