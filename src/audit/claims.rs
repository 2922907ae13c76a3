//! Published figures as data: who said where that how many grids of which kind there are.
//!
//! A claims file is JSON; `fixtures/claims.schema.json` describes it to editors and other programs. Reading one either
//! succeeds or reports every fault with its JSON path. A claim that has the right form and still means nothing here (an
//! unknown quantity, a size that no grid has) is no fault: it is kept, with the reason why it is not understood.

use num_bigint::BigUint;
use serde_json::{Map, Value};
use thiserror::Error;

use super::quantity::Quantity;
use crate::problem::Problem;
use crate::rules::{BUILTIN, Ruleset, builtin};

/// A claims file.
#[derive(Debug, Clone)]
pub struct Claims {
    /// What reports call the source.
    pub name: String,
    /// Where the figures come from.
    pub source: Source,
    /// The figures, in the order of the file.
    pub claims: Vec<Claim>,
}

/// A publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Who wrote it.
    pub author: String,
    /// Its title.
    pub title: String,
    /// When it was published.
    pub year: i64,
    /// Where it can be read.
    pub where_found: String,
    /// What a reader of the verdicts should know.
    pub note: Option<String>,
}

/// One published figure.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Rows and columns, as claimed.
    pub size: i64,
    /// The rule set's name, or what it changes in a built-in one.
    pub rules: String,
    /// What was counted, as claimed.
    pub quantity: String,
    /// The figure as printed.
    pub printed: String,
    /// The figure.
    pub value: BigUint,
    /// Where in the source.
    pub place: Option<String>,
    /// What a reader of the verdict should know.
    pub note: Option<String>,
    /// The question that the claim answers, or why there is none.
    pub meaning: Result<Meaning, String>,
}

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// Size and rules.
    pub problem: Problem,
    /// What is counted of the grids that obey them.
    pub quantity: Quantity,
}

/// What is wrong with a claims file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClaimsError {
    /// It is not JSON.
    #[error("{line}:{column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was found and expected.
        message: String,
    },
    /// It is not a claims file; one entry or more.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Form(Vec<Fault>),
}

/// One thing that is not as the schema asks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path}: {message}")]
pub struct Fault {
    /// Where, as in `$.claims[3].size`.
    pub path: String,
    /// What was found and expected, in one line.
    pub message: String,
}

/// The claims that come with this program.
const BUILTIN_FILES: [&str; 5] = [
    include_str!("../../fixtures/claims/keith-2026.json"),
    include_str!("../../fixtures/claims/ho-2021.json"),
    include_str!("../../fixtures/claims/kleber-2019-first.json"),
    include_str!("../../fixtures/claims/kleber-2019-corrected.json"),
    include_str!("../../fixtures/claims/ferry-2019.json"),
];

impl Claims {
    /// The built-in claims, a file a source.
    ///
    /// # Panics
    /// Never: the built-in files are constants, and a test reads them.
    pub fn builtin() -> Vec<Claims> {
        BUILTIN_FILES.into_iter().map(|text| Claims::from_json(text).expect("a built-in file")).collect()
    }

    /// Reads a claims file.
    pub fn from_json(text: &str) -> Result<Claims, ClaimsError> {
        let file: Value = serde_json::from_str(text).map_err(|error| ClaimsError::Syntax {
            line: error.line(),
            column: error.column(),
            message: error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
        })?;
        let mut reader = Reader { faults: Vec::new() };
        let claims = reader.file(&file);
        // Whatever is missing has been reported.
        claims.filter(|_| reader.faults.is_empty()).ok_or(ClaimsError::Form(reader.faults))
    }
}

/// Reads values and collects faults. A method returns `None` when it has reported why, or the key is absent; an absent key
/// that is required was reported with its object.
struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn fault<T>(&mut self, path: &str, message: impl Into<String>) -> Option<T> {
        self.faults.push(Fault { path: path.to_owned(), message: message.into() });
        None
    }

    fn file(&mut self, file: &Value) -> Option<Claims> {
        let file = self.object("$", file, &["name", "source", "claims"], &["$schema"])?;
        if file.get("$schema").is_some_and(|schema| !schema.is_string()) {
            self.fault::<()>("$.$schema", "expected a text");
        }
        let name = self.line("$", file, "name");
        let source = file.get("source").and_then(|source| self.source("$.source", source));
        let claims = match file.get("claims") {
            Some(Value::Array(claims)) => {
                Some(claims.iter().enumerate().map(|(i, claim)| self.claim(&format!("$.claims[{i}]"), claim)).collect())
            }
            Some(_) => self.fault("$.claims", "expected an array"),
            None => None,
        };
        // An array of options is complete when each of its members is.
        let claims: Option<Vec<Claim>> = claims.and_then(|claims: Vec<_>| claims.into_iter().collect());
        Some(Claims { name: name?, source: source?, claims: claims? })
    }

    fn source(&mut self, path: &str, source: &Value) -> Option<Source> {
        let source = self.object(path, source, &["author", "title", "year", "where"], &["note"])?;
        let author = self.line(path, source, "author");
        let title = self.line(path, source, "title");
        let year = self.integer(path, source, "year");
        let where_found = self.line(path, source, "where");
        let note = self.line(path, source, "note");
        Some(Source { author: author?, title: title?, year: year?, where_found: where_found?, note })
    }

    fn claim(&mut self, path: &str, claim: &Value) -> Option<Claim> {
        let claim = self.object(path, claim, &["size", "rules", "quantity", "value"], &["where", "note"])?;
        let size = self.integer(path, claim, "size");
        let rules = claim.get("rules").and_then(|rules| self.rules(&format!("{path}.rules"), rules));
        let quantity = self.line(path, claim, "quantity");
        let printed = self.value(path, claim);
        let place = self.line(path, claim, "where");
        let note = self.line(path, claim, "note");
        let (size, (rules, ruleset), quantity, (printed, value)) = (size?, rules?, quantity?, printed?);
        let meaning = meaning(size, ruleset, &quantity);
        Some(Claim { size, rules, quantity, printed, value, place, note, meaning })
    }

    /// An object that has all the `required` keys and no others but the `optional`.
    fn object<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
        required: &[&str],
        optional: &[&str],
    ) -> Option<&'a Map<String, Value>> {
        let Some(object) = value.as_object() else { return self.fault(path, "expected an object") };
        for key in required.iter().filter(|key| !object.contains_key(**key)) {
            self.fault::<()>(path, format!("{key} is missing"));
        }
        for key in object.keys().filter(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str())) {
            let known = [required, optional].concat().join(", ");
            self.fault::<()>(&member(path, key), format!("unknown key, expected one of {known}"));
        }
        Some(object)
    }

    fn line(&mut self, path: &str, object: &Map<String, Value>, key: &str) -> Option<String> {
        let text = object.get(key)?.as_str().filter(|text| !text.is_empty() && !text.contains(char::is_control));
        match text {
            Some(text) => Some(text.to_owned()),
            None => self.fault(&member(path, key), "expected one line of text"),
        }
    }

    fn integer(&mut self, path: &str, object: &Map<String, Value>, key: &str) -> Option<i64> {
        match object.get(key)?.as_i64() {
            Some(integer) => Some(integer),
            None => self.fault(&member(path, key), "expected a whole number"),
        }
    }

    /// The figure as printed, and what it says.
    fn value(&mut self, path: &str, claim: &Map<String, Value>) -> Option<(String, BigUint)> {
        let printed = claim.get("value")?;
        match printed.as_str().and_then(|printed| Some((printed.to_owned(), parse_figure(printed)?))) {
            Some(figure) => Some(figure),
            None => self.fault(&member(path, "value"), "expected a number as a text, as in \"1234\" or \"1,234\""),
        }
    }

    /// A rule set and what to call it; an inner `Err` says why no grid could obey it.
    fn rules(&mut self, path: &str, rules: &Value) -> Option<(String, Result<Ruleset, String>)> {
        match rules {
            Value::String(name) => {
                let Some(ruleset) = builtin(name) else {
                    let known = BUILTIN.map(|set| set.name).join(", ");
                    return self.fault(path, format!("no built-in rule set `{name}`, expected one of {known}"));
                };
                Some((name.clone(), Ok(ruleset)))
            }
            Value::Object(keys) => self.inline_rules(path, keys),
            _ => {
                self.fault(path, "expected the name of a built-in rule set, or an object with the keys of a rule file")
            }
        }
    }

    /// The keys of a rule file as JSON. They are written as a rule file, a key a line, and read by what reads rule files.
    fn inline_rules(&mut self, path: &str, keys: &Map<String, Value>) -> Option<(String, Result<Ruleset, String>)> {
        let mut lines: Vec<(&str, String)> = Vec::new();
        let faults_before = self.faults.len();
        for (key, value) in keys {
            let literal = match value {
                Value::String(text) => toml::Value::String(text.clone()).to_string(),
                Value::Bool(yes) => yes.to_string(),
                Value::Number(number) if number.is_i64() => number.to_string(),
                _ => {
                    self.fault::<()>(&member(path, key), "expected a text, a whole number, true or false");
                    continue;
                }
            };
            lines.push((key, format!("{} = {literal}\n", toml::Value::String(key.clone()))));
        }
        let label = label(keys);
        // Each round takes away the key that the reader finds fault with, so that all faults are found.
        loop {
            let text: String = lines.iter().map(|(_, line)| line.as_str()).collect();
            let error = match Ruleset::from_toml(&text, &label) {
                Ok(ruleset) if self.faults.len() == faults_before => return Some((ruleset.name.clone(), Ok(ruleset))),
                Ok(_) => return None,
                Err(error) => error,
            };
            // That keys contradict each other is no fault in the form of any one of them.
            if error.message.starts_with("impossible together") {
                return (self.faults.len() == faults_before).then_some((label, Err(error.message)));
            }
            let (key, _) = lines.remove(error.line - 1);
            self.fault::<()>(&member(path, key), error.message);
        }
    }
}

/// The path of an object's member. A key that is not a plain word is quoted.
fn member(path: &str, key: &str) -> String {
    if !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
        format!("{path}.{key}")
    } else {
        format!("{path}[{key:?}]")
    }
}

/// What to call a rule set that has no name: the set it extends, and what it changes.
fn label(keys: &Map<String, Value>) -> String {
    let base = keys.get("extends").and_then(Value::as_str).unwrap_or("british");
    let changes = keys.iter().filter(|(key, _)| !["extends", "name"].contains(&key.as_str()));
    let changes =
        changes.map(|(key, value)| format!(", {key} = {}", value.as_str().map_or(value.to_string(), str::to_owned)));
    format!("{base}{}", changes.collect::<String>())
}

/// The number that a figure prints: digits, with or without a comma before each three.
fn parse_figure(printed: &str) -> Option<BigUint> {
    let groups: Vec<&str> = printed.split(',').collect();
    let are_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let (first, rest) = groups.split_first()?;
    let in_threes = rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    if first.is_empty() || !are_digits || !in_threes {
        return None;
    }
    groups.concat().parse().ok()
}

/// The question behind a claim, or why there is none.
fn meaning(size: i64, ruleset: Result<Ruleset, String>, quantity: &str) -> Result<Meaning, String> {
    let quantity = Quantity::named(quantity)?;
    let ruleset = ruleset?;
    quantity.demand(&ruleset)?;
    // A size below 0 is as impossible as 0 is.
    let problem = Problem::new(usize::try_from(size).unwrap_or(0), ruleset).map_err(|error| match error {
        crate::problem::ProblemError::Size(_) => {
            format!("size {size}: expected {} to {}", crate::problem::MIN_SIZE, crate::grid::MAX_SIZE)
        }
        other => other.to_string(),
    })?;
    Ok(Meaning { problem, quantity })
}
