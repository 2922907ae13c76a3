//! Reads claims files.
//!
//! The rules and the quantity of a claim are kept as they are spelled, until it is known that the claim can be checked.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_path_to_error::{Path, Segment};

use super::super::claimed_size::ClaimedSize;
use super::super::claimed_value::ClaimedValue;
use super::super::quantity::Quantity;
use super::{Claim, Claims, ClaimsError, Fault, Meaning, NoQuestion, Publication, named};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::place::{line_and_column, offset_of};
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{Ruleset, builtin, no_builtin};
use gridcheck_core::visible::{hides, quoted, shortened};

/// Most characters of a message, which can quote a text of the file.
const MAX_MESSAGE: usize = 1000;

/// A claims file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct WrittenFile<'a> {
    #[serde(rename = "$schema", default, deserialize_with = "present")]
    _schema: Option<String>,
    #[serde(deserialize_with = "line")]
    name: String,
    source: Object<Publication>,
    #[serde(borrow)]
    claims: Vec<Object<WrittenClaim<'a>>>,
}

/// A claim as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct WrittenClaim<'a> {
    size: ClaimedSize,
    #[serde(borrow)]
    rules: &'a RawValue,
    #[serde(borrow)]
    quantity: &'a RawValue,
    #[serde(deserialize_with = "figure")]
    value: (String, ClaimedValue),
    #[serde(default, deserialize_with = "givens")]
    given: Option<Givens>,
    #[serde(rename = "where", default, deserialize_with = "present_line")]
    place: Option<String>,
    #[serde(default, deserialize_with = "present_line")]
    note: Option<String>,
    #[serde(default, deserialize_with = "present_line")]
    not_checkable: Option<String>,
}

/// The rules of a claim as they are written.
enum WrittenRules<'a> {
    BuiltIn(Box<Ruleset>),
    Keys(BTreeMap<String, &'a RawValue>),
}

/// A value that is written as an object. A derived reader would also take a list of its fields.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// One line of text.
#[derive(Deserialize)]
struct Line(#[serde(deserialize_with = "line")] String);

/// A value in the text of a file.
struct Part<'a> {
    text: &'a str,
    spelled: &'a str,
    path: String,
}

/// Reads a claims file.
pub(super) fn claims(text: &str) -> Result<Claims, ClaimsError> {
    let Object(file) = Part { text, spelled: text, path: "$".to_owned() }.read::<Object<WrittenFile>>()?;
    let claims = file.claims.into_iter().enumerate();
    let claims = claims.map(|(i, Object(claim))| claim.understood(text, &format!("$.claims[{i}]")));
    Ok(Claims { name: file.name, source: file.source.0, claims: claims.collect::<Result<_, _>>()? })
}

impl<'a> WrittenClaim<'a> {
    /// Finds the question that the claim answers.
    fn understood(self, text: &'a str, path: &str) -> Result<Claim, ClaimsError> {
        let WrittenClaim { size, rules, quantity, value: (printed, value), given, place, note, not_checkable } = self;
        let part = |spelled: &'a RawValue, key| Part { text, spelled: spelled.get(), path: member(path, key) };
        let (rules, quantity) = (part(rules, "rules"), part(quantity, "quantity"));
        let Line(words) = quantity.read()?;
        let (rules, quantity, meaning) = if let Some(why) = not_checkable {
            let Line(rules) = rules.read()?;
            (rules, words, Err(NoQuestion::NotCheckable(why)))
        } else {
            let (rules, ruleset) = rules.rules()?;
            let (quantity, constraints) =
                Quantity::with_constraints(&words).map_err(|error| quantity.fault(error.to_string()))?;
            let words = named(&quantity, &constraints, given.is_some());
            let meaning = meaning(size, ruleset, quantity, constraints, given).map_err(NoQuestion::NotUnderstood);
            (rules, words, meaning)
        };
        Ok(Claim { size, rules, quantity, printed, value, place, note, meaning })
    }
}

impl<'a> Part<'a> {
    /// Reads the value.
    fn read<T: Deserialize<'a>>(&self) -> Result<T, ClaimsError> {
        let mut json = serde_json::Deserializer::from_str(self.spelled);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = extended(&self.path, error.path());
            self.rejected(path, &error.into_inner())
        })?;
        json.end().map_err(|error| self.rejected(self.path.clone(), &error))?;
        Ok(value)
    }

    /// Reads a rule set, and returns its name or its differences from a built-in one.
    fn rules(&self) -> Result<(String, Ruleset), ClaimsError> {
        let keys = match self.read()? {
            WrittenRules::BuiltIn(ruleset) => return Ok((ruleset.name.clone(), *ruleset)),
            WrittenRules::Keys(keys) => keys,
        };
        let part = |key: &str, spelled: &'a RawValue| Part {
            text: self.text,
            spelled: spelled.get(),
            path: member(&self.path, key),
        };
        let table = keys.iter().map(|(key, value)| Ok((key.clone(), part(key, value).read()?)));
        let table = table.collect::<Result<_, ClaimsError>>()?;
        let ruleset = Ruleset::from_table(&table, "").map_err(|fault| match keys.get(&fault.key) {
            Some(value) => part(&fault.key, value).fault(fault.message),
            None => self.fault(fault.message),
        })?;
        Ok((ruleset.described(), ruleset))
    }

    /// Returns the fault that the value is not as expected.
    fn fault(&self, message: String) -> ClaimsError {
        let (line, column) = line_and_column(self.text, offset_of(self.text, self.spelled));
        Fault { line, column, path: self.path.clone(), message }.into()
    }

    /// Returns the fault that the reader of JSON has found, at the place where it stopped.
    fn rejected(&self, path: String, error: &serde_json::Error) -> ClaimsError {
        let (line, column) = (error.line(), error.column());
        let lines = self.spelled.split_inclusive('\n').take(line.saturating_sub(1));
        let offset = lines.map(str::len).sum::<usize>() + column.saturating_sub(1);
        let text = error.to_string();
        let message = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let message = shortened(message, MAX_MESSAGE).into_owned();
        // The reader counts bytes, and can stop within a character.
        let mut at = (offset_of(self.text, self.spelled) + offset).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let (line, column) = line_and_column(self.text, at);
        if error.is_data() {
            Fault { line, column, path, message }.into()
        } else {
            ClaimsError::Syntax { line, column, message }
        }
    }
}

/// Reads a text by a function, and refuses one for which the function returns `None`.
struct TextVisitor<T> {
    expected: &'static str,
    read: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text)
            .ok_or_else(|| E::invalid_value(Unexpected::Other(&format!("string \"{}\"", quoted(text))), &self))
    }
}

/// Reads one line of text.
pub(super) fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_str(TextVisitor {
        expected: "one line of text",
        read: |text| (!text.is_empty() && !text.contains(hides)).then(|| text.to_owned()),
    })
}

/// Reads one line of text for a key that can be absent.
pub(super) fn present_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    line(deserializer).map(Some)
}

/// Reads a value for a key that can be absent, but not `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads a year. Its error says so in words, where Rust's default error would name a type of Rust.
pub(super) fn present_year<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    struct YearVisitor;

    impl Visitor<'_> for YearVisitor {
        type Value = i64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number")
        }

        fn visit_i64<E: de::Error>(self, year: i64) -> Result<i64, E> {
            Ok(year)
        }

        fn visit_u64<E: de::Error>(self, year: u64) -> Result<i64, E> {
            i64::try_from(year).map_err(|_| E::invalid_value(Unexpected::Unsigned(year), &self))
        }
    }

    deserializer.deserialize_i64(YearVisitor).map(Some)
}

/// Reads a figure, and returns it as printed with its value.
fn figure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(String, ClaimedValue), D::Error> {
    deserializer.deserialize_str(TextVisitor {
        expected: "a number as a text, as in \"1234\", \"1,234\" or \"10^8 to 10^9\"",
        read: |printed| Some((printed.to_owned(), ClaimedValue::parse(printed)?)),
    })
}

/// Reads the squares that are given.
fn givens<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Givens>, D::Error> {
    let rows = Vec::<String>::deserialize(deserializer)?;
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let givens = Givens::of_rows(&rows);
    givens.map(Some).ok_or_else(|| de::Error::custom("expected rows of #, . and ?, all of one length"))
}

/// Reads the name of a built-in set, or the keys of a rule file, each once.
impl<'de> Deserialize<'de> for WrittenRules<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RulesVisitor;

        impl<'de> Visitor<'de> for RulesVisitor {
            type Value = WrittenRules<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a built-in rule set, or an object with the keys of a rule file")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                builtin(name)
                    .map(|rules| WrittenRules::BuiltIn(Box::new(rules)))
                    .ok_or_else(|| E::custom(no_builtin(name)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut keys = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if keys.contains_key(&key) {
                        return Err(de::Error::custom(format!("duplicate key `{}`", quoted(&key))));
                    }
                    keys.insert(key, value);
                }
                Ok(WrittenRules::Keys(keys))
            }
        }

        deserializer.deserialize_any(RulesVisitor)
    }
}

/// Returns the path of a value below `path`.
fn extended(path: &str, below: &Path) -> String {
    below.iter().fold(path.to_owned(), |path, segment| match segment {
        Segment::Seq { index } => format!("{path}[{index}]"),
        Segment::Map { key } | Segment::Enum { variant: key } => member(&path, key),
        Segment::Unknown => path,
    })
}

/// Returns the path of an object's member. A key that is not a plain word is quoted.
fn member(path: &str, key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let key = quoted(key);
    if is_plain { format!("{path}.{key}") } else { format!("{path}[\"{key}\"]") }
}

/// Returns the question behind a claim, or the reason why there is none.
fn meaning(
    size: ClaimedSize,
    ruleset: Ruleset,
    quantity: Quantity,
    constraints: Vec<Constraint>,
    givens: Option<Givens>,
) -> Result<Meaning, String> {
    let valid = size.size().map_err(|_| format!("size {size}: expected 1 to {MAX_SIZE} rows and columns"))?;
    quantity.demand(valid, &ruleset).map_err(|undefined| undefined.to_string())?;
    let problem = Problem::of_size(valid, ruleset).and_then(|problem| problem.with_constraints(constraints));
    let problem = problem.and_then(|problem| match givens {
        Some(givens) => problem.with_givens(givens),
        None => Ok(problem),
    });
    let problem = problem.map_err(|error| error.to_string())?;
    Ok(Meaning { problem, quantity })
}
