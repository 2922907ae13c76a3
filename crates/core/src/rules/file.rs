//! Reads rule sets from TOML, with errors that name line and column, and writes them; and the same for records in the heads of files.
//!
//! Both are read a key at a time, over a complete set: in a file a key that is left out has the value of the built-in set named by `extends`
//! (default `british`), and in a record it requires nothing. The keys are the fields of [`Ruleset`].

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use thiserror::Error;
use toml::Spanned;

use super::fault::ON_BLACKS;
use super::{
    BARRED, BUILTIN, Checking, GridKind, Limit, NameFault, RulesFault, Ruleset, Symmetry, UncheckedTable, all_builtin,
    builtin,
};
use crate::place::{line_and_column, toml_fault};
use crate::visible::quoted;

/// The fault in a file of rules, or of a profile with rules, and its position.
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

/// The keys of a rule file with their values, and the places of both in the text.
pub type WrittenRules = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// The fault in the keys of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct TableError {
    /// The key.
    pub key: String,
    /// `true` if no rule has the key; otherwise its value is wrong.
    pub is_unknown: bool,
    /// The text that was found and the text that was expected, in one line.
    pub message: String,
}

/// The key of a rule file that names a built-in set.
const EXTENDS: &str = "extends";
const NAME: &str = "name";
const KIND: &str = "kind";

/// The keys of the first version of records.
const FIRST: [&str; 10] = [
    NAME,
    "min_word",
    "single_cells",
    "checking",
    "max_unchecked_run",
    "max_unchecked_run_at_ends",
    "edges",
    "connected",
    "symmetry",
    "min_white_per_row",
];

/// The reason why a rule cannot be set.
enum SetError {
    /// No rule has this key.
    Unknown,
    /// The rule cannot have the value.
    Value(String),
}

impl Ruleset {
    /// Returns the rules by their keys.
    pub(super) fn table(&self) -> Map<String, Value> {
        match json!(self) {
            Value::Object(table) => table,
            _ => Map::new(),
        }
    }

    /// Sets the rule of this key.
    fn set(&mut self, key: &str, value: Value) -> Result<(), SetError> {
        let mut table = self.table();
        *table.get_mut(key).ok_or(SetError::Unknown)? = value;
        *self = serde_json::from_value(Value::Object(table)).map_err(|error| SetError::Value(error.to_string()))?;
        Ok(())
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
        let at = |fault| RulesError::at(text, fault);
        let written: WrittenRules = toml::from_str(text).map_err(|error| at(toml_fault(&error)))?;
        Ruleset::from_written(&written, None, source).map_err(at)
    }

    /// Reads the keys of a rule file, which may be part of another file. If they name no set by `extends`, absent keys have the values of
    /// `base`, or else those of [`Ruleset::from_table`].
    ///
    /// # Errors
    /// As for [`Ruleset::from_table`], with the byte offset of the fault before its message.
    pub fn from_written(
        written: &WrittenRules,
        base: Option<&Ruleset>,
        source: &str,
    ) -> Result<Ruleset, (usize, String)> {
        let mut in_order: Vec<_> = written.iter().collect();
        in_order.sort_by_key(|(key, _)| key.span().start);
        let table: Map<String, Value> =
            in_order.iter().map(|(key, value)| (key.get_ref().clone(), json!(value.get_ref()))).collect();
        let rules = match base.filter(|_| !table.contains_key(EXTENDS)) {
            Some(base) => base.clone().changed(&table, source),
            None => Ruleset::from_table(&table, source),
        };
        rules.map_err(|fault| {
            let entry = in_order.iter().find(|(key, _)| *key.get_ref() == fault.key);
            let start_of = |(key, value): &(&Spanned<String>, &Spanned<toml::Value>)| {
                if fault.is_unknown { key.span().start } else { value.span().start }
            };
            // A value that is not written is inherited from a set whose values are all in range.
            (entry.map_or(0, start_of), fault.message)
        })
    }

    /// Reads the keys of a rule file with their values, in their order. `source` names the set as in [`Ruleset::from_toml`].
    ///
    /// # Errors
    /// Returns an error if no rule has a key, a value is out of range, or the name is [not allowed](Ruleset::name_fault).
    pub fn from_table(table: &Map<String, Value>, source: &str) -> Result<Ruleset, TableError> {
        let fault = |key: &str, message| TableError { key: key.to_owned(), is_unknown: false, message };
        let base = match table.get(EXTENDS) {
            None if table.get(KIND) == Some(&GridKind::Bars.name().into()) => BARRED[0].name,
            None => BUILTIN[0].name,
            Some(base) => base.as_str().ok_or_else(|| fault(EXTENDS, format!("{EXTENDS}: expected a name")))?,
        };
        let rules = builtin(base).ok_or_else(|| fault(EXTENDS, format!("{EXTENDS}: {}", no_builtin(base))))?;
        rules.changed(table, source)
    }

    /// Returns these rules with the values of a table, which [`Ruleset::from_table`] describes; a built-in set that it names has been taken.
    fn changed(self, table: &Map<String, Value>, source: &str) -> Result<Ruleset, TableError> {
        let fault = |key: &str, message| TableError { key: key.to_owned(), is_unknown: false, message };
        let mut rules = self;
        for (key, value) in table.iter().filter(|(key, _)| *key != EXTENDS) {
            rules.set(key, value.clone()).map_err(|error| match error {
                SetError::Unknown => {
                    let known: Vec<String> = rules.table().into_iter().map(|(key, _)| key).collect();
                    let (name, known) = (quoted(key), known.join(", "));
                    let message = format!("no rule `{name}`, expected one of {EXTENDS}, {known}");
                    TableError { is_unknown: true, ..fault(key, message) }
                }
                SetError::Value(message) => fault(key, message),
            })?;
        }
        let written = ON_BLACKS.into_iter().find(|key| rules.kind == GridKind::Bars && table.contains_key(*key));
        if let Some(found) = written.map(RulesFault::NoBlacks).or_else(|| rules.fault()) {
            return Err(fault(found.key(), found.to_string()));
        }
        if !table.contains_key(NAME) {
            return Ok(rules.named_after(source));
        }
        rules.name_fault().map_or(Ok(rules), |found| Err(fault(NAME, found.to_string())))
    }

    /// Returns the rule set as a complete TOML file that [`Ruleset::from_toml`] reads back.
    ///
    /// # Panics
    /// Never panics: strings, numbers, booleans and a table of strings always have a TOML form.
    pub fn to_toml(&self) -> String {
        let mut table = self.table();
        // Versions from before barred grids read a file of rules for blocks.
        table.retain(|key, _| match self.kind {
            GridKind::Blocks => key != KIND,
            GridKind::Bars => !ON_BLACKS.contains(&key.as_str()),
        });
        toml::to_string(&table).expect("a rule set is a table of values and a table")
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
        let (mut record, nothing) = (self.table(), Ruleset::lax().table());
        record.retain(|key, value| FIRST.contains(&key.as_str()) || nothing.get(key) != Some(value));
        Value::Object(record)
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
    /// The record is not a table of rules.
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
    /// Returns an error if the record is malformed, a value is out of range, the name is forbidden, or a rule is unknown. An unknown rule
    /// could exclude grids.
    ///
    /// ```
    /// use gridcheck_core::rules::{Ruleset, builtin};
    ///
    /// let british = builtin("british").expect("a built-in set");
    /// assert_eq!(Ruleset::from_record(&british.record()), Ok(british));
    /// ```
    pub fn from_record(record: &Value) -> Result<Ruleset, RecordError> {
        let mut rules = Ruleset { name: "unnamed".to_owned(), ..Ruleset::lax() };
        for (key, value) in record.as_object().ok_or(RecordError::NoTable)? {
            rules.set(key, value.clone()).map_err(|error| match error {
                SetError::Unknown => RecordError::Unknown(key.clone()),
                SetError::Value(message) => RecordError::Value(format!("{key}: {message}")),
            })?;
        }
        if let Some(fault) = rules.fault() {
            return Err(RecordError::Fault(fault));
        }
        rules.name_fault().map_or(Ok(rules), |fault| Err(fault.into()))
    }
}

/// Returns the message that no built-in set has this name.
pub fn no_builtin(name: &str) -> String {
    let known = all_builtin().map(|set| set.name).collect::<Vec<_>>().join(", ");
    format!("no built-in rule set `{}`, expected one of {known}", quoted(name))
}

impl RulesError {
    /// Returns a fault of a text, which has the byte offset and the message.
    pub fn at(text: &str, (offset, message): (usize, String)) -> Self {
        let (line, column) = line_and_column(text, offset);
        RulesError { line, column, message }
    }
}

/// Reads a whole number from 0. Its error says so in words, where Rust's default error would name a type of Rust.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    struct WholeVisitor;

    impl Visitor<'_> for WholeVisitor {
        type Value = usize;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 0")
        }

        fn visit_i64<E: de::Error>(self, value: i64) -> Result<usize, E> {
            usize::try_from(value).map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
        }

        fn visit_u64<E: de::Error>(self, value: u64) -> Result<usize, E> {
            usize::try_from(value).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
        }
    }

    deserializer.deserialize_u64(WholeVisitor)
}

const LIMIT_FORM: &str = "a whole number from 0 or \"unlimited\"";

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
named_values!(GridKind, GridKind::ALL);

impl<'de> Deserialize<'de> for Checking {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = match Value::deserialize(deserializer)? {
            Value::Object(table) => {
                // A number may be written without quotation marks.
                let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let texts = table.into_iter().map(|(length, value)| (length, text(value))).collect();
                return UncheckedTable::of_texts(&texts).map(Checking::ByLength).map_err(de::Error::custom);
            }
            Value::String(name) => name,
            other => {
                let found = other.to_string();
                return Err(de::Error::custom(format!("`{}`, expected a name or a table by length", quoted(&found))));
            }
        };
        Checking::NAMED.into_iter().find(|way| way.name() == Some(&name)).ok_or_else(|| {
            let known: Vec<&str> = Checking::NAMED.into_iter().filter_map(Checking::name).collect();
            let (name, known) = (quoted(&name), known.join(", "));
            de::Error::custom(format!("unknown value `{name}`, expected one of {known}, or a table by length"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_survives_toml() {
        for set in all_builtin() {
            let rules = set.ruleset();
            assert_eq!(Ruleset::from_toml(&rules.to_toml(), "x"), Ok(rules));
        }
    }

    #[test]
    fn barred_rules_are_read_by_length() {
        let read = |text: &str| Ruleset::from_toml(text, "mine");
        let rules = read("kind = \"bars\"\nmin_word = 4\n").expect("rules");
        assert_eq!(rules, Ruleset { name: "mine".to_owned(), ..builtin("ximenes-4").expect("built in") });
        let table = read("checking = { 3 = 0, 4 = \"0..1\" }").expect("rules").checking;
        assert_eq!(table, Checking::ByLength(UncheckedTable::empty().with(3, 0, 0).with(4, 0, 1)));
        assert_eq!(table.to_string(), "{ 3 = \"0\", 4 = \"0..1\" }");
        for (text, said) in [
            ("kind = \"bars\"\nedges = false", "2:9: edges: a grid with kind = \"bars\" has no black squares"),
            ("extends = \"british\"\nkind = \"bars\"", "1:1: edges: a grid with kind = \"bars\" has no black squares"),
            ("kind = \"dots\"", "1:8: unknown value `dots`, expected one of blocks, bars"),
            ("checking = {}", "1:12: an empty table, expected the unchecked letters of words by length"),
            ("checking = { 65 = 1 }", "1:12: words of `65` letters: expected a length from 2 to 64"),
            (
                "checking = { 4 = \"0..5\" }",
                "1:12: words of `4` letters: `0..5`, expected unchecked letters as in \"1\" or \"0..1\", at most 4",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), said);
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
}
