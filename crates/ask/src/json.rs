//! The form of every report: one line of JSON with the version of its shape.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value};

use gridcheck_core::problem::Problem;
use gridcheck_core::serial::RulesName;
use gridcheck_core::size::Size;
use gridcheck_core::visible::hides;

/// The version of the shapes of JSON answers.
pub const SCHEMA: u64 = 2;

/// The version of the shapes. It increases when a key disappears or changes its meaning; a new key does not count.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "schema", extend("const" = SCHEMA)))]
struct Version(u64);

/// An answer, and the version of its shape.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Versioned<'a, T> {
    schema: Version,
    #[serde(flatten)]
    answer: &'a T,
}

/// A report about a problem, with the question and the notes on it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct About<R> {
    size: Size,
    rules: RulesName,
    /// The report.
    #[serde(flatten)]
    pub report: R,
    /// Remarks on the question, a sentence each.
    pub notes: Vec<String>,
    /// The problem.
    #[serde(skip)]
    pub problem: Problem,
}

impl<R: Serialize> About<R> {
    /// Adds the problem to a report.
    pub fn new(problem: &Problem, report: R) -> Self {
        let (size, rules, notes) = (problem.size(), problem.rules().into(), problem.notes());
        About { size, rules, report, notes, problem: problem.clone() }
    }
}

/// Writes an answer as one line of JSON. `docs/schema/answers.json` describes the answers of each command.
///
/// # Errors
/// The output cannot be written.
pub fn write_json(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    let answer = Versioned { schema: Version(SCHEMA), answer };
    answer.serialize(&mut Serializer::with_formatter(&mut *out, Escaped))?;
    writeln!(out)
}

/// Returns a time in words.
#[cfg(feature = "jobs")]
pub fn in_words(time: Duration) -> String {
    indicatif::HumanDuration(time).to_string()
}

/// Returns a time in words.
#[cfg(not(feature = "jobs"))]
pub fn in_words(time: Duration) -> String {
    format!("{} seconds", time.as_secs())
}

/// Returns a value as compact JSON in the same form.
pub fn json_of(value: &Value) -> String {
    let mut json = Vec::new();
    // A value can be written to memory, and its texts are UTF-8.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut json, Escaped));
    String::from_utf8_lossy(&json).into_owned()
}

/// Writes compact JSON in which what is not [visible](gridcheck_core::visible::visible) is escaped. A reader gets the texts as they are.
struct Escaped;

impl Formatter for Escaped {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        const COMMAND: &str = "##[";
        if !fragment.contains(hides) && !fragment.contains(COMMAND) {
            return out.write_all(fragment.as_bytes());
        }
        fragment.char_indices().try_for_each(|(at, character)| {
            if hides(character) || fragment[at..].starts_with(COMMAND) {
                character.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
            } else {
                write!(out, "{character}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_hidden_characters_in_json() {
        let mut written = Vec::new();
        let name = "a\u{202e}b\u{e0001}\u{9b}é\"\n##[x";
        write_json(&mut written, &serde_json::json!({ "name": name })).expect("room");
        let text = String::from_utf8(written).expect("text");
        assert!(text.contains(r#""name":"a\u202eb\udb40\udc01\u009bé\"\n\u0023#[x""#), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["name"], name);
    }
}
