//! Known findings: those of an earlier run, by their fingerprints.
//!
//! A fingerprint is a hash of a finding's file, the grid's number in it, its code, its message and its squares. It does not depend on the
//! line, so a finding stays known when lines are added above its grid. When the word of a finding changes, the finding is new.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{anyhow, bail};
use serde_json::Value;

use super::super::args::read_text;
use super::super::output::SCHEMA;
use crate::lint::Diagnostic;

/// The key of a fingerprint in SARIF. A change of its definition takes the next number.
pub const FINGERPRINT: &str = "gridcheck/v1";

/// The versions of the shapes of JSON answers in which findings have the shape of today.
const SCHEMAS: RangeInclusive<u64> = 1..=SCHEMA;

/// The fingerprints of known findings.
pub struct Baseline(HashSet<String>);

impl Baseline {
    /// Reads the findings of an earlier run, as JSON or SARIF.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = std::fs::File::open(path).map_err(|error| anyhow!("{name}: {error}"))?;
        let text = read_text(file, &name, MOST_BYTES)?;
        let mut known = HashSet::new();
        if let Ok(sarif) = serde_json::from_str::<Value>(&text)
            && let Some(runs) = sarif["runs"].as_array()
        {
            for result in runs.iter().filter_map(|run| run["results"].as_array()).flatten() {
                let print = result["partialFingerprints"][FINGERPRINT].as_str();
                let missing = || anyhow!("{name}: a result has no fingerprint {FINGERPRINT}: {AGAIN}");
                known.insert(print.ok_or_else(missing)?.to_owned());
            }
            return Ok(Baseline(known));
        }
        for (number, line) in (1..).zip(text.lines()) {
            let expected = || anyhow!("{name}:{number}:1: expected the output of --format json or sarif");
            let grid: Value = serde_json::from_str(line).map_err(|_| expected())?;
            let file = grid["file"].as_str().ok_or_else(expected)?;
            if !grid["schema"].as_u64().is_some_and(|schema| SCHEMAS.contains(&schema)) {
                let (first, last) = (SCHEMAS.start(), SCHEMAS.end());
                bail!("{name}:{number}:1: not an answer of the versions {first} to {last} (the key schema): {AGAIN}");
            }
            for finding in grid["findings"].as_array().ok_or_else(expected)? {
                let text = |key: &str| finding[key].as_str().ok_or_else(expected);
                let squares = finding["squares"].as_array().ok_or_else(expected)?;
                let squares = squares.iter().map(|square| [0, 1].map(|i| square[i].as_u64().unwrap_or_default()));
                known.insert(hash(file, grid["index"].as_u64(), (text("code")?, text("message")?), squares));
            }
        }
        Ok(Baseline(known))
    }

    /// Returns `true` if a finding with this fingerprint is known.
    pub fn knows(&self, fingerprint: &str) -> bool {
        self.0.contains(fingerprint)
    }
}

/// The advice for a baseline of another version.
const AGAIN: &str = "save the findings again with this version of gridcheck";
const MOST_BYTES: u64 = 1 << 30;

/// Returns the fingerprint of a finding in a grid. The grid's number counts from 0; a finding about a whole file has none.
pub fn fingerprint(file: &str, index: Option<usize>, finding: &Diagnostic) -> String {
    let squares = finding.squares.iter().map(|square| [square.row as u64 + 1, square.column as u64 + 1]);
    hash(file, index.map(|index| index as u64 + 1), (finding.code.name, &finding.message), squares)
}

fn hash(
    file: &str,
    index: Option<u64>,
    (code, message): (&str, &str),
    squares: impl Iterator<Item = [u64; 2]>,
) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Linter;
    use crate::lint::profile::Profile;

    fn results_of(key: &str, prints: &HashSet<String>) -> String {
        let result = |print| serde_json::json!({ "partialFingerprints": { key: print } });
        let results: Vec<Value> = prints.iter().map(result).collect();
        serde_json::to_string_pretty(&serde_json::json!({ "runs": [{ "results": results }] })).expect("JSON")
    }

    #[test]
    fn a_finding_is_known_by_its_json_and_its_sarif() {
        let linter = Linter::by_profile(Profile::named("nyt").expect("a profile"));
        let grid: crate::grid::Grid = "#../.../..#/...".parse().expect("a grid");
        let findings = linter.findings(&grid);
        assert!(findings.len() > 2);
        let prints: HashSet<String> = findings.iter().map(|finding| fingerprint("./a.txt", Some(2), finding)).collect();
        assert_eq!(prints.len(), findings.len(), "they differ");
        let json: Vec<Value> = findings.iter().map(Diagnostic::as_json).collect();
        let lines = serde_json::json!({ "schema": SCHEMA, "file": "a.txt", "index": 3, "findings": json }).to_string();
        let file = |text: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("base");
            std::fs::write(&path, text).expect("room");
            Baseline::read(&path).map(|Baseline(known)| known)
        };
        assert_eq!(file(&lines).expect("JSON"), prints);
        assert_eq!(file(&lines.replace("\"schema\":2", "\"schema\":1")).expect("an earlier version"), prints);
        assert_eq!(file(&results_of(FINGERPRINT, &prints)).expect("SARIF"), prints);
        let old = results_of("gridcheck/v0", &prints);
        let error = file(&old).expect_err("another version").to_string();
        assert!(error.contains("base: a result has no fingerprint gridcheck/v1: save "), "{error}");
        let error = file(&lines.replace("\"schema\":2", "\"schema\":3")).expect_err("another version").to_string();
        assert!(error.contains("base:1:1: not an answer of the versions 1 to 2 "), "{error}");
        let error = file("{\"schema\": 1, \"file\": \"a\", \"findings\": []}\n{}\n").expect_err("no grid").to_string();
        assert!(error.ends_with("base:2:1: expected the output of --format json or sarif"), "{error}");
    }
}
