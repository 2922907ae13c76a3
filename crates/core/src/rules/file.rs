//! Reads rule sets from TOML, with errors that name line and column, and writes them.
//!
//! Every key may be left out. It then takes the value of the built-in set named by `extends` (default `british`).

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use thiserror::Error;
use toml::Spanned;

use super::{BUILTIN, Checking, Limit, NameFault, RulesFault, RulesOnGrid, RulesOnWords, Ruleset, Symmetry, builtin};
use crate::place::line_and_column;
use crate::visible::quoted;

/// The fault in a rule file, and its position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// The text that was found and the text that was expected, in one line.
    pub message: String,
}

/// The file as written, with every key optional.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    extends: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    min_word: Option<Spanned<Whole>>,
    single_cells: Option<Spanned<bool>>,
    checking: Option<Spanned<Checking>>,
    max_unchecked_run: Option<Spanned<Limit>>,
    max_unchecked_run_at_ends: Option<Spanned<Limit>>,
    edges: Option<Spanned<bool>>,
    connected: Option<Spanned<bool>>,
    symmetry: Option<Spanned<Symmetry>>,
    min_white_per_row: Option<Spanned<Whole>>,
    max_word: Option<Spanned<Limit>>,
}

impl File {
    /// Returns the rules of the file. A key that is left out takes the value of `base`.
    fn over(&self, base: Ruleset) -> Ruleset {
        fn or<T: Copy>(written: Option<&Spanned<T>>, base: T) -> T {
            written.map_or(base, |value| *value.get_ref())
        }
        Ruleset {
            name: base.name,
            min_word: or(self.min_word.as_ref(), Whole(base.min_word)).0,
            single_cells: or(self.single_cells.as_ref(), base.single_cells),
            checking: or(self.checking.as_ref(), base.checking),
            max_unchecked_run: or(self.max_unchecked_run.as_ref(), base.max_unchecked_run),
            max_unchecked_run_at_ends: or(self.max_unchecked_run_at_ends.as_ref(), base.max_unchecked_run_at_ends),
            edges: or(self.edges.as_ref(), base.edges),
            connected: or(self.connected.as_ref(), base.connected),
            symmetry: or(self.symmetry.as_ref(), base.symmetry),
            min_white_per_row: or(self.min_white_per_row.as_ref(), Whole(base.min_white_per_row)).0,
            max_word: or(self.max_word.as_ref(), base.max_word),
        }
    }

    /// Reports a value that is out of range. If it is not written, it is inherited from a built-in set, whose values are all in range.
    fn refusal(&self, text: &str, fault: RulesFault) -> RulesError {
        let written = [("min_word", &self.min_word), ("min_white_per_row", &self.min_white_per_row)];
        let value = written.into_iter().find(|&(key, _)| key == fault.key()).and_then(|(_, value)| value.as_ref());
        at(text, value.map_or(0, |value| value.span().start), fault.to_string())
    }
}

impl Ruleset {
    /// Reads a rule file. A set without a name is named after `source`: `source` itself if that is allowed, `source-changed` if a built-in
    /// set has that name and other rules, else `unnamed`.
    ///
    /// # Errors
    /// Returns an error if the file is malformed, a value is out of range, or its name is [not allowed](Ruleset::name_fault).
    ///
    /// ```
    /// let rules = gridcheck_core::rules::Ruleset::from_toml("extends = \"american\"\nmin_word = 4", "house")?;
    /// assert_eq!((rules.name.as_str(), rules.min_word, rules.single_cells), ("house", 4, false));
    /// # Ok::<(), gridcheck_core::rules::RulesError>(())
    /// ```
    pub fn from_toml(text: &str, source: &str) -> Result<Ruleset, RulesError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            // The parser's messages can span several lines.
            at(text, start, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
        })?;
        let base_name = file.extends.as_ref().map_or("british", |name| name.get_ref());
        let base = builtin(base_name).ok_or_else(|| {
            let start = file.extends.as_ref().map_or(0, |name| name.span().start);
            let known = BUILTIN.map(|set| set.name).join(", ");
            let base_name = quoted(base_name);
            at(text, start, format!("extends: no built-in rule set `{base_name}`, expected one of {known}"))
        })?;
        let rules = file.over(base);
        if let Some(fault) = rules.fault() {
            return Err(file.refusal(text, fault));
        }
        let Some(name) = file.name else { return Ok(rules.named_after(source)) };
        let start = name.span().start;
        let rules = Ruleset { name: name.into_inner(), ..rules };
        rules.name_fault().map_or(Ok(rules), |fault| Err(at(text, start, fault.to_string())))
    }

    /// Returns the rule set as a complete TOML file that [`Ruleset::from_toml`] reads back.
    ///
    /// # Panics
    /// Never panics: a flat table of strings, numbers and booleans always has a TOML form.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a rule set is a flat table")
    }

    /// Returns the rule set as a record for the head of a file.
    ///
    /// Later versions may know more rules and must read the record. So a rule that is newer than the first version is left out where it
    /// requires nothing. Files from before that rule then mean the same.
    ///
    /// ```
    /// let record = gridcheck_core::rules::builtin("british").expect("a built-in set").record();
    /// assert!(record.get("min_word").is_some() && record.get("max_word").is_none());
    /// ```
    pub fn record(&self) -> Value {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            self.on_words();
        let RulesOnGrid { edges, connected, symmetry, min_white_per_row } = self.on_grid();
        let mut record = json!({
            "name": self.name,
            "min_word": min_word,
            "single_cells": single_cells,
            "checking": checking,
            "max_unchecked_run": max_unchecked_run,
            "max_unchecked_run_at_ends": max_unchecked_run_at_ends,
            "edges": edges,
            "connected": connected,
            "symmetry": symmetry,
            "min_white_per_row": min_white_per_row,
        });
        if max_word != Limit::Unlimited {
            record["max_word"] = json!(max_word);
        }
        record
    }
}

/// The reason why a rule set in the head of a file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The record has a rule that this version does not know.
    #[error("unknown rule `{0}`: a later version may know it")]
    Unknown(String),
    /// A rule has a value that it cannot have.
    #[error("{0}")]
    Value(String),
    /// The record is no table of rules.
    #[error("expected a table of rules")]
    NoTable,
    /// A value is out of range.
    #[error("{0}")]
    Fault(RulesFault),
    /// The rule set may not have its name.
    #[error(transparent)]
    Name(#[from] NameFault),
}

impl Ruleset {
    /// Reads a record that [`Ruleset::record`] wrote in this version or an earlier one. A rule that is absent requires nothing.
    ///
    /// # Errors
    /// Returns an error if the record is malformed, a value is out of range, or it has a forbidden name, or has an unknown rule. An unknown rule
    /// could exclude grids.
    ///
    /// ```
    /// use gridcheck_core::rules::{Ruleset, builtin};
    ///
    /// let british = builtin("british").expect("a built-in set");
    /// assert_eq!(Ruleset::from_record(&british.record()), Ok(british));
    /// ```
    pub fn from_record(record: &Value) -> Result<Ruleset, RecordError> {
        fn value<T: for<'de> Deserialize<'de>>(record: &Value, key: &str, nothing: T) -> Result<T, RecordError> {
            let Some(value) = record.get(key) else { return Ok(nothing) };
            T::deserialize(value).map_err(|error| RecordError::Value(format!("{key}: {error}")))
        }
        let table = record.as_object().ok_or(RecordError::NoTable)?;
        let nothing = Ruleset::lax();
        let rules = Ruleset {
            name: value(record, "name", "unnamed".to_owned())?,
            min_word: value(record, "min_word", nothing.min_word)?,
            single_cells: value(record, "single_cells", nothing.single_cells)?,
            checking: value(record, "checking", nothing.checking)?,
            max_unchecked_run: value(record, "max_unchecked_run", nothing.max_unchecked_run)?,
            max_unchecked_run_at_ends: value(record, "max_unchecked_run_at_ends", nothing.max_unchecked_run_at_ends)?,
            edges: value(record, "edges", nothing.edges)?,
            connected: value(record, "connected", nothing.connected)?,
            symmetry: value(record, "symmetry", nothing.symmetry)?,
            min_white_per_row: value(record, "min_white_per_row", nothing.min_white_per_row)?,
            max_word: value(record, "max_word", nothing.max_word)?,
        };
        // A complete rule set has every known key.
        let known = serde_json::to_value(&rules).map_err(|error| RecordError::Value(error.to_string()))?;
        if let Some(key) = table.keys().find(|key| known.get(key.as_str()).is_none()) {
            return Err(RecordError::Unknown(key.clone()));
        }
        if let Some(fault) = rules.fault() {
            return Err(RecordError::Fault(fault));
        }
        rules.name_fault().map_or(Ok(rules), |fault| Err(fault.into()))
    }
}

fn at(text: &str, offset: usize, message: String) -> RulesError {
    let (line, column) = line_and_column(text, offset);
    RulesError { line, column, message }
}

/// A whole number from 0. Its error says so in words, where Rust's default error would name a type of Rust.
#[derive(Clone, Copy)]
struct Whole(usize);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;

        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Whole, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Signed(value), &self);
                usize::try_from(value).map(Whole).map_err(|_| unexpected())
            }
        }

        deserializer.deserialize_i64(WholeVisitor)
    }
}

const LIMIT_FORM: &str = "a number or \"unlimited\"";

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Limit::AtMost(most) => serializer.serialize_u64(*most as u64),
            Limit::Unlimited => serializer.serialize_str("unlimited"),
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LimitVisitor;

        impl Visitor<'_> for LimitVisitor {
            type Value = Limit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(LIMIT_FORM)
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Limit, E> {
                usize::try_from(value)
                    .map(Limit::AtMost)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Limit, E> {
                usize::try_from(value)
                    .map(Limit::AtMost)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Limit, E> {
                if value == "unlimited" {
                    Ok(Limit::Unlimited)
                } else {
                    Err(E::invalid_value(de::Unexpected::Str(value), &self))
                }
            }
        }

        deserializer.deserialize_any(LimitVisitor)
    }
}

/// Implements reading of one of a fixed list of names. An unknown name is an error that lists them all.
macro_rules! named_values {
    ($type:ty, $values:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let found = String::deserialize(deserializer)?;
                $values.into_iter().find(|value| value.name() == found).ok_or_else(|| {
                    let known = $values.map(<$type>::name).join(", ");
                    de::Error::custom(format!("unknown value `{}`, expected one of {known}", quoted(&found)))
                })
            }
        }
    };
}

named_values!(Symmetry, Symmetry::ALL);
named_values!(Checking, Checking::ALL);

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Ruleset::from_toml(text, "test").expect_err("this file is wrong").to_string()
    }

    #[test]
    fn every_builtin_survives_toml() {
        for set in &BUILTIN {
            let rules = set.ruleset();
            assert_eq!(Ruleset::from_toml(&rules.to_toml(), "x"), Ok(rules));
        }
    }

    #[test]
    fn a_left_out_key_comes_from_the_extended_set() {
        let rules = Ruleset::from_toml("extends = \"american-loose\"\nmax_unchecked_run = \"unlimited\"\n", "mine");
        let expected = Ruleset {
            name: "mine".to_owned(),
            max_unchecked_run: Limit::Unlimited,
            ..builtin("american-loose").expect("built in")
        };
        assert_eq!(rules, Ok(expected));
        assert_eq!(Ruleset::from_toml("", "british"), Ok(builtin("british").expect("built in")));
    }

    #[test]
    fn errors_name_the_place_and_what_is_allowed() {
        let message = error("min_word = 3\nminword = 4\n");
        assert!(
            message.starts_with("2:1: ") && message.contains("minword") && message.contains("min_word"),
            "{message}"
        );
        let message = error("\nsymmetry = \"rot45\"");
        assert!(message.starts_with("2:12: ") && message.contains("rot45") && message.contains("rot90"), "{message}");
        let message = error("checking = \"half\"");
        assert!(message.contains("ceil-half, either-half"), "{message}");
        let message = error("max_unchecked_run = \"lots\"");
        assert!(message.contains("lots") && message.contains(LIMIT_FORM), "{message}");
        let message = error("max_unchecked_run = -1");
        assert!(message.contains(LIMIT_FORM), "{message}");
        let message = error("max_word = \"long\"");
        assert!(message.starts_with("1:12: ") && message.contains(LIMIT_FORM), "{message}");
        let message = error("min_word = \"three\"");
        assert!(message.starts_with("1:12: ") && message.contains("expected a whole number"), "{message}");
        let message = error("extends = \"welsh\"");
        assert!(
            message.starts_with("1:11: ") && message.contains("welsh") && message.contains("american-loose"),
            "{message}"
        );
        let message = error("edges = maybe");
        assert!(message.starts_with("1:") && !message.contains('\n'), "{message}");
    }

    #[test]
    fn values_out_of_range_are_refused_at_the_value() {
        assert!(error("edges = true\nmin_word = 1").starts_with("2:12: min_word = 1: expected 2 to 64"));
        assert!(error("edges = true\r\n\r\nmin_word = 1").starts_with("3:12: "));
        assert!(error("name = \"two\\nlines\"").starts_with("1:8: name: expected letters (a to z"));
        assert!(error("min_word = 4\nname = \"british\"").starts_with("2:8: calls itself british, and differs from "));
        let named = |source| Ruleset::from_toml("min_word = 4", source).expect("a rule set").name;
        assert_eq!([named("british"), named("a set/7")], ["british-changed", "unnamed"]);
        assert!(error("min_white_per_row = 65").starts_with("1:21: min_white_per_row = 65: expected 0 to 64"));
        assert!(error("min_word = -3").starts_with("1:12: invalid value: integer `-3`, expected a whole number"));
    }
}
