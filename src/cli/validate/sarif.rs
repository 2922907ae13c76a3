//! SARIF 2.1.0 (OASIS 2020), the report format of code scanners: a head, one result per finding, and an end with the rules that fired.

use std::path::Path;

use serde_json::{Value, json};

use crate::ask::json::json_of;
use crate::ask::validate::baseline::FINGERPRINT;
use crate::ask::validate::report::BaselineState;
use crate::formats::source::file_and_choice;
use crate::lint::Diagnostic;
use crate::lint::codes::Code;

/// The text before the first result.
pub(super) const BEGINNING: &str = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":\
                             [{\"columnKind\":\"unicodeCodePoints\",\"results\":[";

/// Returns the text after the last result, with the rules of the results.
pub(super) fn end(fired: &[&'static Code]) -> String {
    let rules = fired.iter().map(|code| {
        json!({
            "id": code.name,
            "shortDescription": { "text": code.title },
            "fullDescription": { "text": format!("{} {}", code.checks, code.matters) },
        })
    });
    let rules: Vec<Value> = rules.collect();
    let driver = json!({ "name": "gridcheck", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!("\n],\"tool\":{{\"driver\":{driver}}}}}]}}")
}

/// Returns a finding at a line of a file, with its fingerprint, as JSON.
pub(super) fn result(file: &str, line: usize, finding: &Diagnostic, print: &str, known: BaselineState) -> String {
    let mut result = json!({
        "ruleId": finding.code.name,
        "level": finding.severity.name(),
        "message": { "text": finding.to_string() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(of_page(file)) },
                // A binary file has no lines.
                "region": { "startLine": line.max(1) },
            },
        }],
        "partialFingerprints": { FINGERPRINT: print },
    });
    match known {
        BaselineState::NoBaseline => {}
        BaselineState::New => result["baselineState"] = json!("new"),
        BaselineState::Known => result["baselineState"] = json!("unchanged"),
    }
    json_of(&result)
}

/// Returns the name of the file, without the number or the id of the puzzle in it.
pub(super) fn of_page(name: &str) -> &str {
    file_and_choice(Path::new(name)).0.to_str().unwrap_or(name)
}

/// Returns the path as a relative reference (RFC 3986): every byte except letters, digits, `-._~` and `/` is percent-encoded.
fn uri(path: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    // A leading `./` would make another path of it for programs that compare texts.
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    path.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_of_a_page_is_in_the_file_of_the_page() {
        assert_eq!(of_page("Cargo.toml#2"), "Cargo.toml");
        assert_eq!(of_page("Cargo.toml#id"), "Cargo.toml");
        assert_eq!(of_page("src/lib.rs"), "src/lib.rs");
    }

    #[test]
    fn a_path_is_percent_encoded() {
        assert_eq!(uri("grids/monday_1.puz"), "grids/monday_1.puz");
        assert_eq!(uri("././grids/a.puz"), "grids/a.puz");
        assert_eq!(uri("::a b#é%\n\u{202e}"), "%3A%3Aa%20b%23%C3%A9%25%0A%E2%80%AE");
    }
}
