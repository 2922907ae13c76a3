//! Writes the files that are made from the types of requests and reports: JSON Schemas, and types for TypeScript and Python.
//!
//! `cargo run --release -p gridcheck-docs` writes them. With `--check` it writes nothing, and names each file that differs.

mod kinds;
mod python;
mod schema;
mod shape;
mod typescript;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use schema::{answers, requests};
use serde_json::Value;

/// The command that writes the files.
const COMMAND: &str = "cargo run --release -p gridcheck-docs";

/// Returns the files that are made from the types, each with its path in the repository.
fn files() -> [(&'static str, String); 6] {
    let (requests, answers) = (requests(), answers());
    [
        ("docs/schema/requests.json", json(&requests)),
        ("docs/schema/answers.json", json(&answers)),
        ("web/npm/js/requests.d.ts", typescript::requests(&requests)),
        ("web/npm/js/kinds.js", typescript::kinds_of_options(&requests)),
        ("web/npm/js/answers.d.ts", typescript::reports(&answers)),
        ("python/gridcheck/_types.py", python::types(&requests, &answers)),
    ]
}

/// Returns a schema as the text of a file.
fn json(schema: &Value) -> String {
    format!("{schema:#}\n")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_check = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: {COMMAND} [-- --check]");
            return ExitCode::from(2);
        }
    };
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut differs = false;
    for (path, text) in files() {
        let place = repository.join(path);
        if fs::read_to_string(&place).is_ok_and(|found| found == text) {
            continue;
        }
        differs = true;
        if is_check {
            eprintln!("{path} differs from what the types give: run {COMMAND}");
        } else if let Err(error) = write(&place, &text) {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        } else {
            println!("{path}");
        }
    }
    if is_check && differs { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Writes a file. It may be in a folder that does not exist yet.
fn write(place: &Path, text: &str) -> io::Result<()> {
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(place, text)
}
