//! Represents a finding in a grid, and the code by which people select, ignore and look it up.
//!
//! The validator and the house rules of `gridcheck-lint` make diagnostics, and all output for people and programs is made from them. The code
//! of a rule is in the file of the rule, beside its check and its message. A code keeps its meaning for ever. The code of a removed rule is
//! not reused.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::place::{Square, Word};
use gridcheck_core::visible::visible;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;

/// A code and its meaning, from which `gridcheck rules --explain` is made.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, as in `GC008`.
    pub name: &'static str,
    /// The key of the rule in a rule file, if a rule set can express the rule; `white` and `in_word` for the two rules that always hold.
    pub key: Option<&'static str>,
    /// A short title for a table.
    pub title: &'static str,
    /// The requirement that a grid meets or breaks.
    pub checks: &'static str,
    /// The reason for the rule, and the remedy.
    pub matters: &'static str,
    /// A grid that breaks the rule.
    pub example: Example,
}

/// A small grid that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Example {
    /// The rules by which the grid is judged.
    pub setting: Setting,
    /// The rows of the grid, joined by `/`.
    pub rows: &'static str,
}

/// The rules by which an example is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Any rules: the rule always holds.
    Always,
    /// The value of the rule's key in a rule file, beside keys that require nothing.
    Value(&'static str),
    /// The profile of that name.
    Profile(&'static str),
    /// Any profile. The example is a piece of a puzzle, in place of the rows of a grid.
    Puzzle,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
pub enum Severity {
    /// A fact that is worth knowing.
    Note,
    /// A feature of some published grids to which some editors object.
    Warning,
    /// A violation that makes the grid invalid by these rules.
    Error,
}

/// A finding in a grid: a broken rule, or a house rule that does not apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code of the rule.
    pub code: &'static Code,
    /// The severity; a violation of a rule set is an error.
    pub severity: Severity,
    /// The word that the finding is about, if it is about one.
    pub word: Option<Word>,
    /// The name of that word for people, as in `17-Across`. The judge knows no clue numbers; [`named`] adds it.
    pub name: Option<String>,
    /// The fault on one line, without the name of the word. Rows and columns count from 1.
    pub message: String,
    /// The squares that show the finding.
    pub squares: Vec<Square>,
    /// The line of the file that has the fault, from 1, if it is another than that of the grid.
    pub line_of_file: Option<usize>,
    /// The fault as numbers and names for programs. Places count from 1.
    pub fields: Vec<(&'static str, Value)>,
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

impl Diagnostic {
    /// Creates an error about the whole grid, or about the squares. The message is made visible, because it may quote a file.
    pub fn new(
        code: &'static Code,
        message: String,
        squares: Vec<Square>,
        fields: impl Into<Vec<(&'static str, Value)>>,
    ) -> Self {
        let fields = fields.into();
        let shown = match visible(&message) {
            Cow::Borrowed(_) => None,
            Cow::Owned(shown) => Some(shown),
        };
        Diagnostic {
            code,
            severity: Severity::Error,
            word: None,
            name: None,
            message: shown.unwrap_or(message),
            squares,
            line_of_file: None,
            fields,
        }
    }

    /// Creates an error about some letters of a word. The fields of the word come before `fields`.
    pub fn of_word<const N: usize>(
        code: &'static Code,
        word: Word,
        message: String,
        letters: impl Iterator<Item = usize>,
        fields: [(&'static str, Value); N],
    ) -> Self {
        let squares = letters.map(|letter| word.square(letter)).collect();
        let fields: Vec<_> = word.fields().into_iter().chain(fields).collect();
        Diagnostic { word: Some(word), ..Diagnostic::new(code, message, squares, fields) }
    }

    /// Returns the diagnostic with the solver's name of its word, among the words of the grid.
    #[must_use]
    pub fn named(self, words: &Words) -> Self {
        let word = self.word.and_then(|word| words.at(word.direction, (word.first.row, word.first.column)));
        Diagnostic { name: word.map(|word| word.to_string()), ..self }
    }

    /// Returns the key of the broken rule in a rule file, if a rule set can express the rule.
    pub const fn rule(&self) -> Option<&'static str> {
        self.code.key
    }

    /// Returns the text with its code, as in `GC008 17-Across: 3 of 7 letters checked (CUUUCUC), exactly 4 needed`.
    pub fn line(&self) -> String {
        format!("{} {self}", self.code)
    }

    /// Returns the finding as JSON for programs: its code, severity and message, and the row and column of each square. Where they exist,
    /// it adds the rule's key in a rule file and the word (as in `17-Across`, left out of the message). The rule adds further fields. All
    /// numbers count from 1.
    pub fn as_json(&self) -> Value {
        let squares: Vec<[usize; 2]> = self.squares.iter().map(|square| [square.row + 1, square.column + 1]).collect();
        self.object(Some(json!(self.severity.name())), Some(json!(squares)))
    }

    fn object(&self, severity: Option<Value>, squares: Option<Value>) -> Value {
        let fields = [("code", json!(self.code.name))]
            .into_iter()
            .chain(severity.map(|severity| ("severity", severity)))
            .chain(self.rule().map(|rule| ("rule", json!(rule))))
            .chain(self.name.as_ref().map(|name| ("word", json!(name))))
            .chain([("message", json!(self.message))])
            .chain(self.line_of_file.map(|line| ("file_line", json!(line))))
            .chain(squares.map(|squares| ("squares", squares)))
            .chain(self.fields.iter().cloned());
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
    }
}

/// Returns the diagnostics of a grid with the solver's names of their words.
pub fn named<'a>(shape: impl Into<Shape<'a>>, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Most grids have no violations. Then the words are not needed.
    if found.is_empty() {
        return found;
    }
    let words = Words::of(shape);
    found.into_iter().map(|diagnostic| diagnostic.named(&words)).collect()
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Writes the finding without the code: `17-Across: 3 of 7 letters checked (CUUUCUC), at least 4 needed`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Writes a violation among others as a JSON object: what [`Diagnostic::as_json`] returns, without severity and squares.
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.object(None, None).serialize(serializer)
    }
}
