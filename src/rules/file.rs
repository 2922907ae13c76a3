//! Rule sets as TOML: reading with errors that name line and column, and writing.
//!
//! Every key may be left out; it then takes the value of the built-in set named by `extends` (default `british`).

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use thiserror::Error;

use super::{BUILTIN, Checking, Limit, Ruleset, Symmetry, builtin};

/// What is wrong with a rule file, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What was found and what was expected, in one line.
    pub message: String,
}

/// The file as written: every key optional.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    extends: Option<toml::Spanned<String>>,
    name: Option<toml::Spanned<String>>,
    min_word: Option<usize>,
    single_cells: Option<bool>,
    checking: Option<Checking>,
    max_unchecked_run: Option<Limit>,
    max_unchecked_run_at_ends: Option<Limit>,
    edges: Option<bool>,
    connected: Option<bool>,
    symmetry: Option<Symmetry>,
    min_white_per_row: Option<usize>,
    max_word: Option<Limit>,
}

impl Ruleset {
    /// Reads a rule file. `fallback_name` names the set when the file does not.
    ///
    /// ```
    /// let rules = gridcheck::rules::Ruleset::from_toml("extends = \"american\"\nmin_word = 4", "house")?;
    /// assert_eq!((rules.name.as_str(), rules.min_word, rules.single_cells), ("house", 4, false));
    /// # Ok::<(), gridcheck::rules::RulesError>(())
    /// ```
    pub fn from_toml(text: &str, fallback_name: &str) -> Result<Ruleset, RulesError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            // The parser's messages may run over several lines and name Rust's types; ours do neither.
            let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            at(text, start, message.replace("expected usize", "expected a whole number"))
        })?;
        if let Some(name) = file.name.as_ref().filter(|name| name.get_ref().contains(char::is_control)) {
            return Err(at(text, name.span().start, "name: expected one line of plain text".to_owned()));
        }
        let base_name = file.extends.as_ref().map_or("british", |name| name.get_ref());
        let base = builtin(base_name).ok_or_else(|| {
            let start = file.extends.as_ref().map_or(0, |name| name.span().start);
            let known = BUILTIN.map(|set| set.name).join(", ");
            at(text, start, format!("extends: no built-in rule set `{base_name}`, expected one of {known}"))
        })?;
        let rules = Ruleset {
            name: file.name.map_or_else(|| fallback_name.to_owned(), toml::Spanned::into_inner),
            min_word: file.min_word.unwrap_or(base.min_word),
            single_cells: file.single_cells.unwrap_or(base.single_cells),
            checking: file.checking.unwrap_or(base.checking),
            max_unchecked_run: file.max_unchecked_run.unwrap_or(base.max_unchecked_run),
            max_unchecked_run_at_ends: file.max_unchecked_run_at_ends.unwrap_or(base.max_unchecked_run_at_ends),
            edges: file.edges.unwrap_or(base.edges),
            connected: file.connected.unwrap_or(base.connected),
            symmetry: file.symmetry.unwrap_or(base.symmetry),
            min_white_per_row: file.min_white_per_row.unwrap_or(base.min_white_per_row),
            max_word: file.max_word.unwrap_or(base.max_word),
        };
        match rules.fault() {
            Some(fault) => {
                // The first word of a fault is the key it is about, if it is about one.
                let key = fault.split_whitespace().next().unwrap_or_default();
                let mut lines = text.split_inclusive('\n').scan(0, |offset, line| {
                    let start = *offset;
                    *offset += line.len();
                    Some((start, line))
                });
                let start = lines.find(|(_, line)| line.trim_start().starts_with(key)).map_or(0, |(start, _)| start);
                Err(at(text, start, fault))
            }
            None => Ok(rules),
        }
    }

    /// The rule set as a complete TOML file that [`Ruleset::from_toml`] reads back.
    ///
    /// # Panics
    /// Never: a flat table of strings, numbers and booleans always has a TOML form.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a rule set is a flat table")
    }

    /// The rule set for the head of a file that is to be read by later versions, which may know more rules: a rule that came
    /// after the first version is left out where it asks for nothing, so that what was written before it says the same.
    ///
    /// ```
    /// let record = gridcheck::rules::builtin("british").expect("a built-in set").record();
    /// assert!(record.get("min_word").is_some() && record.get("max_word").is_none());
    /// ```
    pub fn record(&self) -> Value {
        let Ruleset {
            name,
            min_word,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row,
            max_word,
        } = self;
        let mut record = json!({
            "name": name,
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
        if *max_word != Limit::Unlimited {
            record["max_word"] = json!(max_word);
        }
        record
    }
}

fn at(text: &str, offset: usize, message: String) -> RulesError {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    RulesError { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, message }
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

/// Reads one of a fixed list of names; an unknown one is an error that lists them all.
macro_rules! named_values {
    ($type:ty, $values:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let found = String::deserialize(deserializer)?;
                $values.into_iter().find(|value| value.name() == found).ok_or_else(|| {
                    let known = $values.map(<$type>::name).join(", ");
                    de::Error::custom(format!("unknown value `{found}`, expected one of {known}"))
                })
            }
        }
    };
}

named_values!(Symmetry, Symmetry::ALL);
named_values!(
    Checking,
    [Checking::All, Checking::CeilHalf, Checking::EitherHalf, Checking::AtLeastHalf, Checking::Any]
);

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
    fn impossible_sets_are_refused() {
        assert!(error("edges = true\nmin_word = 1").starts_with("2:1: min_word = 1: expected 2 to 64"));
        assert!(error("edges = true\r\n\r\nmin_word = 1").starts_with("3:1: "));
        assert!(error("name = \"two\\nlines\"").starts_with("1:8: name: expected one line"));
        assert!(error("min_white_per_row = 65").contains("expected 0 to 64"));
        // Exactly half checked, and no unchecked letter allowed: no word of 3 or more can do that.
        assert!(error("max_unchecked_run = 0").contains("impossible together"));
        assert!(error("max_word = 3\nmin_word = 4").contains("min_word = 4 and max_word = 3"));
        assert!(error("max_word = 1").contains("impossible together"));
        assert!(Ruleset::from_toml("max_word = 3", "t").is_ok());
        // Of three letters two are checked, and with checked ends no two unchecked ones stand together; of four they do.
        let ends = "max_unchecked_run_at_ends = 0\nmax_unchecked_run = 1\n";
        assert!(Ruleset::from_toml(&format!("{ends}max_word = 4"), "t").is_ok());
        assert!(error(&format!("{ends}min_word = 4\nmax_word = 4")).contains("and max_word = 4"));
        assert!(error("extends = \"american\"\nchecking = \"ceil-half\"").contains("every letter is checked"));
        assert!(Ruleset::from_toml("max_unchecked_run = 0\nchecking = \"any\"", "t").is_ok());
        assert!(Ruleset::from_toml("max_unchecked_run = 1\nmax_unchecked_run_at_ends = 0", "t").is_ok());
    }
}
