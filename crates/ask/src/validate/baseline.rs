//! Known findings: those of an earlier run, by their fingerprints.
//!
//! A fingerprint is a hash of a finding's file, the grid's number in it, its code, its message and its squares. It does not depend on the
//! line, so a finding stays known when lines are added above its grid. When the word of a finding changes, the finding is new.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use gridcheck_lint::Diagnostic;

use super::report::BaselineState;
use crate::failure::Failure;
use crate::host::Host;
use crate::input::Input;
use crate::json::SCHEMA;

/// The key of a fingerprint in SARIF. A change of its definition takes the next number.
pub const FINGERPRINT: &str = "gridcheck/v1";

/// The versions of the shapes of JSON answers in which findings have the shape of today.
const SCHEMAS: RangeInclusive<u64> = 1..=SCHEMA;

/// The fingerprints of known findings.
pub struct Baseline(HashSet<String>);

impl Baseline {
    /// Reads the findings of an earlier run, as JSON or SARIF.
    ///
    /// # Errors
    /// The input cannot be read, or has another form or version.
    pub fn read(input: &Input, host: &dyn Host) -> Result<Self, Failure> {
        let name = input.name();
        let text = input.text(host, MAX_BYTES)?;
        let mut known = HashSet::new();
        if let Ok(sarif) = serde_json::from_str::<Value>(&text)
            && let Some(runs) = sarif["runs"].as_array()
        {
            for result in runs.iter().filter_map(|run| run["results"].as_array()).flatten() {
                let print = result["partialFingerprints"][FINGERPRINT].as_str();
                let missing =
                    || Failure::unusable(format!("{name}: a result has no fingerprint {FINGERPRINT}: {AGAIN}"));
                known.insert(print.ok_or_else(missing)?.to_owned());
            }
            return Ok(Baseline(known));
        }
        for (number, line) in (1..).zip(text.lines()) {
            let at = |what: &str| Failure::unusable(format!("{name}:{number}:1: {what}"));
            let expected = || at("expected the output of --format json or sarif");
            let grid: Value = serde_json::from_str(line).map_err(|_| expected())?;
            let file = grid["file"].as_str().ok_or_else(expected)?;
            if !grid["schema"].as_u64().is_some_and(|schema| SCHEMAS.contains(&schema)) {
                let (first, last) = (SCHEMAS.start(), SCHEMAS.end());
                return Err(at(&format!("not an answer of the versions {first} to {last} (the key schema): {AGAIN}")));
            }
            for finding in grid["findings"].as_array().ok_or_else(expected)? {
                let text = |key: &str| finding[key].as_str().ok_or_else(expected);
                let squares = finding["squares"].as_array().ok_or_else(expected)?;
                let squares = squares.iter().map(|square| [0, 1].map(|i| square[i].as_u64().unwrap_or_default()));
                known.insert(hash(file, grid["index"].as_u64(), text("code")?, text("message")?, squares));
            }
        }
        Ok(Baseline(known))
    }

    /// Returns the relation of a finding in a grid to the known ones. The grid's number counts from 0.
    pub fn state(&self, file: &str, index: usize, finding: &Diagnostic) -> BaselineState {
        let is_known = self.0.contains(&fingerprint(file, Some(index), finding));
        if is_known { BaselineState::Known } else { BaselineState::New }
    }
}

/// The advice for a baseline of another version.
const AGAIN: &str = "save the findings again with this version of gridcheck";
const MAX_BYTES: u64 = 1 << 30;

/// Returns the fingerprint of a finding in a grid. The grid's number counts from 0; a finding about a whole file has none.
pub fn fingerprint(file: &str, index: Option<usize>, finding: &Diagnostic) -> String {
    let squares = finding.squares.iter().map(|square| [square.row as u64 + 1, square.column as u64 + 1]);
    hash(file, index.map(|index| index as u64 + 1), finding.code.name, &finding.message, squares)
}

fn hash(file: &str, index: Option<u64>, code: &str, message: &str, squares: impl Iterator<Item = [u64; 2]>) -> String {
    // The same file may be named from here with or without a leading `./`.
    let file = file.strip_prefix("./").unwrap_or(file);
    let mut hasher = blake3::Hasher::new();
    for part in [file, &index.unwrap_or_default().to_string(), code, message] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    for number in squares.flatten() {
        hasher.update(&number.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
