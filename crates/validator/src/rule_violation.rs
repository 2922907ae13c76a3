//! A broken rule as people are told of it: its code, the word as a solver would name it, and what is the matter.
//!
//! Everything that shows a broken rule, to people or to programs, shows this. So a fault has one name, whoever has found it.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::Violation;
use crate::code::{Code, Diagnostic};
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Word, Words};

/// A broken rule of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleViolation {
    /// The rule, and where it is broken.
    pub violation: Violation,
    /// The word that it is about, if it is about one.
    pub word: Option<Word>,
}

impl RuleViolation {
    /// The violations of a grid, with their words.
    pub fn of<'a>(shape: impl Into<Shape<'a>>, violations: Vec<Violation>) -> Vec<RuleViolation> {
        // Most grids have none, and then nobody needs their words.
        if violations.is_empty() {
            return Vec::new();
        }
        let words = Words::of(shape);
        violations.into_iter().map(|violation| RuleViolation::among(&words, violation)).collect()
    }

    /// A violation of the grid that has these words.
    pub fn among(words: &Words, violation: Violation) -> RuleViolation {
        let word = violation.word().and_then(|place| words.at(place.direction, (place.first.row, place.first.column)));
        RuleViolation { violation, word }
    }

    /// The key, in a rule file, of the rule that is broken.
    pub const fn rule(&self) -> &'static str {
        self.violation.rule()
    }

    /// The rule's code.
    pub fn code(&self) -> &'static Code {
        self.violation.diagnostic().code()
    }

    /// With its code, as in `GC008 17-Across: 3 of 7 letters checked (CUUUCUC), exactly 4 needed`.
    pub fn line(&self) -> String {
        format!("{} {self}", self.code())
    }
}

/// As a solver would say it, without the code.
impl fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, self.word, self.violation.diagnostic())
    }
}

/// What is told of a word, or of the whole grid.
pub fn say(f: &mut fmt::Formatter<'_>, word: Option<Word>, diagnostic: &dyn Diagnostic) -> fmt::Result {
    match word {
        Some(word) => write!(f, "{word}: {diagnostic}"),
        None => write!(f, "{diagnostic}"),
    }
}

/// A JSON object: `code`, `rule` and `message`; where they apply `word` (as in `17-Across`), `direction`, `row`, `column`,
/// `length` and `pattern`; and the further numbers of each rule. All counted from 1.
impl Serialize for RuleViolation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostic = self.violation.diagnostic();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", self.code().name)?;
        map.serialize_entry("rule", self.rule())?;
        if let Some(word) = self.word {
            map.serialize_entry("word", &word.to_string())?;
        }
        map.serialize_entry("message", &diagnostic.to_string())?;
        for (key, value) in diagnostic.fields() {
            map.serialize_entry(key, &value)?;
        }
        map.end()
    }
}
