//! Published figures as data: who published how many grids there are of a kind, and where.
//!
//! A claims file is JSON; `claims.schema.json` describes it to editors and other programs. Reading a file either
//! succeeds or reports the first fault with its line, its column and its JSON path. A well-written claim may ask for something that
//! cannot be counted here: a size beyond 64, or rules that contradict themselves. This is not a fault: the claim is kept, with the
//! reason. A file can also record a figure that it declares `not_checkable`, such as one about a private list of words; its rules
//! and its quantity are then any line of text.

mod reading;

use serde::Deserialize;
use thiserror::Error;

use super::claimed_size::ClaimedSize;
use super::claimed_value::ClaimedValue;
use super::quantity::Quantity;
use gridcheck_core::constraint::{Constraint, in_words};
use gridcheck_core::problem::Problem;

/// A claims file.
#[derive(Debug, Clone)]
pub struct Claims {
    /// The name of the source in reports.
    pub name: String,
    /// The publication that the figures come from.
    pub source: Publication,
    /// The figures, in the order of the file.
    pub claims: Vec<Claim>,
}

/// A publication.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Publication {
    #[serde(deserialize_with = "reading::line")]
    pub author: String,
    #[serde(deserialize_with = "reading::line")]
    pub title: String,
    #[serde(default, deserialize_with = "reading::present_year")]
    pub year: Option<i64>,
    /// The place where it can be read, such as an address.
    #[serde(rename = "where", deserialize_with = "reading::line")]
    pub where_found: String,
    #[serde(default, deserialize_with = "reading::present_line")]
    pub note: Option<String>,
}

/// One published figure.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Rows and columns, as claimed.
    pub size: ClaimedSize,
    /// The name of the rule set, or its differences from a built-in one.
    pub rules: String,
    /// The name of the quantity, as claimed.
    pub quantity: String,
    /// The figure as printed.
    pub printed: String,
    /// The figure.
    pub value: ClaimedValue,
    /// The place in the source, such as a table.
    pub place: Option<String>,
    /// A note for the reader of the verdict.
    pub note: Option<String>,
    /// The question that the claim answers, or the reason why there is none.
    pub meaning: Result<Meaning, NoQuestion>,
}

/// A reason why a claim answers no question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoQuestion {
    /// The claim asks for something that cannot be counted here.
    NotUnderstood(String),
    /// The claims file declares that the figure cannot be checked.
    NotCheckable(String),
}

/// The question behind a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// Size, rules, given squares and constraints.
    pub problem: Problem,
    /// The quantity of the grids that obey them.
    pub quantity: Quantity,
}

/// The reasons why a claims file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ClaimsError {
    /// It is not JSON.
    #[error(
        "{line}:{column}: not JSON: {message}; a claims file looks like \
         {{\"name\": …, \"source\": {{…}}, \"claims\": [{{\"size\": 7, \"rules\": \"british\", \"quantity\": \"total\", \"value\": \"…\"}}]}}"
    )]
    Syntax { line: usize, column: usize, message: String },
    /// It is JSON but not a claims file.
    #[error(transparent)]
    Form(#[from] Fault),
}

/// One deviation from the schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {path}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// The JSON path, as in `$.claims[3].size`.
    pub path: String,
    /// The found and the expected value, in one line.
    pub message: String,
}

/// The claims files that are compiled into this program.
const BUILTIN_FILES: [&str; 31] = [
    include_str!("../claims/keith-2026.json"),
    include_str!("../claims/ho-2021.json"),
    include_str!("../claims/boettcher-2026.json"),
    include_str!("../claims/kleber-2019-first.json"),
    include_str!("../claims/kleber-2019-corrected.json"),
    include_str!("../claims/kleber-2019-oeis.json"),
    include_str!("../claims/ferry-2019.json"),
    include_str!("../claims/nanogenmo-2021.json"),
    include_str!("../claims/oeis-a325408-a325409.json"),
    include_str!("../claims/7xwords.json"),
    include_str!("../claims/van-beek-ginsberg.json"),
    include_str!("../claims/pratt-2014.json"),
    include_str!("../claims/ferland-2014.json"),
    include_str!("../claims/schnitzer-2024-first.json"),
    include_str!("../claims/schnitzer-2024.json"),
    include_str!("../claims/brodie-2007.json"),
    include_str!("../claims/brodie-2007-rows.json"),
    include_str!("../claims/brodie-2008.json"),
    include_str!("../claims/ravikumar.json"),
    include_str!("../claims/oeis-a034184-a034187.json"),
    include_str!("../claims/howard-2018.json"),
    include_str!("../claims/oeis-a351516.json"),
    include_str!("../claims/crosswordsmith.json"),
    include_str!("../claims/times-2008.json"),
    include_str!("../claims/guardian-2013.json"),
    include_str!("../claims/stackexchange-76561.json"),
    include_str!("../claims/enigma-1466.json"),
    include_str!("../claims/vitez.json"),
    include_str!("../claims/gridcheck-2026.json"),
    include_str!("../claims/gridcheck-2026-bars.json"),
    include_str!("../claims/gridcheck-2026-cheaters.json"),
];

impl Publication {
    /// Returns the year, after a comma; nothing if it is unknown.
    pub fn year_after_comma(&self) -> String {
        self.year.map_or_else(String::new, |year| format!(", {year}"))
    }
}

impl Claims {
    /// Returns the built-in claims, one [`Claims`] for each source.
    ///
    /// # Panics
    /// Never: the built-in files are constants, and a test reads them.
    pub fn builtin() -> Vec<Claims> {
        BUILTIN_FILES.into_iter().map(|text| Claims::from_json(text).expect("a built-in file")).collect()
    }

    /// Reads a claims file.
    ///
    /// # Errors
    /// Fails if the text is not JSON, or if it deviates from the schema.
    pub fn from_json(text: &str) -> Result<Claims, ClaimsError> {
        reading::claims(text)
    }
}

/// Returns the claimed quantity in words, with the constraints and whether squares are given.
pub(super) fn named(quantity: &Quantity, constraints: &[Constraint], are_squares_given: bool) -> String {
    let mut name = quantity.name();
    if !constraints.is_empty() {
        name = format!("{name} with {}", in_words(constraints));
    }
    if are_squares_given { format!("{name}, squares given") } else { name }
}
