//! Presents a broken rule to people: its code, the solver's name of the word, and the fault.
//!
//! All output of a broken rule, for people or for programs, uses this form. So a fault has one name, independent of its finder.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::Violation;
use crate::code::{Code, Diagnostic};
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Word, Words};

/// A broken rule of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleViolation {
    /// The broken rule and its place.
    pub violation: Violation,
    /// The word that the violation is about, if it is about one.
    pub word: Option<Word>,
}

impl RuleViolation {
    /// Combines the violations of a grid with their words.
    pub fn of<'a>(shape: impl Into<Shape<'a>>, violations: Vec<Violation>) -> Vec<RuleViolation> {
        // Most grids have no violations. Then the words are not needed.
        if violations.is_empty() {
            return Vec::new();
        }
        let words = Words::of(shape);
        violations.into_iter().map(|violation| RuleViolation::among(&words, violation)).collect()
    }

    /// Combines a violation with its word among the words of the grid.
    pub fn among(words: &Words, violation: Violation) -> RuleViolation {
        let word = violation.word().and_then(|place| words.at(place.direction, (place.first.row, place.first.column)));
        RuleViolation { violation, word }
    }

    /// Returns the key of the broken rule in a rule file.
    pub const fn rule(&self) -> &'static str {
        self.violation.rule()
    }

    /// Returns the code of the rule.
    pub fn code(&self) -> &'static Code {
        self.violation.diagnostic().code()
    }

    /// Returns the text with its code, as in `GC008 17-Across: 3 of 7 letters checked (CUUUCUC), exactly 4 needed`.
    pub fn line(&self) -> String {
        format!("{} {self}", self.code())
    }
}

/// Writes the violation without the code, with the solver's name of the word.
impl fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, self.word, self.violation.diagnostic())
    }
}

/// Writes a diagnostic of a word, or of the whole grid.
///
/// # Errors
/// Fails if the formatter fails.
pub fn say(f: &mut fmt::Formatter<'_>, word: Option<Word>, diagnostic: &dyn Diagnostic) -> fmt::Result {
    match word {
        Some(word) => write!(f, "{word}: {diagnostic}"),
        None => write!(f, "{diagnostic}"),
    }
}

/// Writes a JSON object: `code`, `rule` and `message`, and the further numbers of each rule. Where they apply, it also has `word` (as in
/// `17-Across`), `direction`, `row`, `column`, `length` and `pattern`. All numbers count from 1.
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
