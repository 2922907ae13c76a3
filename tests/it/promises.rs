//! Compares the oldest Rust, Python and Node that the documents promise with those that are tested.
//!
//! Each stands once where its tools read it: `Cargo.toml`, `pyproject.toml`, `web/npm/package.json`. CI takes it from there.

use std::fs;
use std::path::Path;

/// Returns what stands between two texts in a file of the project.
fn between(file: &str, before: &str, after: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file");
    let found = text.split_once(before).and_then(|(_, rest)| rest.split_once(after));
    found.unwrap_or_else(|| panic!("{file}: nothing between {before:?} and {after:?}")).0.to_owned()
}

#[test]
fn the_oldest_rust_is_the_promised_one() {
    let oldest = between("Cargo.toml", "rust-version = \"", "\"");
    for (file, before, after) in [
        ("README.md", "To build it you need only Rust (", " or later)"),
        ("docs/CONTRIBUTING.md", "You need Rust ", " or later"),
        ("Dockerfile", "FROM rust:", "-"),
        (".github/workflows/ci.yml", "{ rust: \"", "\""),
        ("web/Cargo.toml", "rust-version = \"", "\""),
        ("web/glue/Cargo.toml", "rust-version = \"", "\""),
        ("tests/wasm/Cargo.toml", "rust-version = \"", "\""),
    ] {
        assert_eq!(between(file, before, after), oldest, "{file}");
    }
}

#[test]
fn the_oldest_python_is_the_promised_one() {
    let oldest = between("pyproject.toml", "requires-python = \">=", "\"");
    assert_eq!(between("pyproject.toml", "python_version = \"", "\""), oldest);
    assert_eq!(between("python/Cargo.toml", "\"abi3-py", "\""), oldest.replace('.', ""));
    assert_eq!(between("docs/PYTHON.md", "for Python ", " and later"), oldest);
    let pins = between(".ci/requirements/pythons.txt", "--python-version ", " ");
    assert_eq!(pins, oldest, "the pinned packages of the tests");
}

#[test]
fn the_oldest_node_is_the_promised_one() {
    let oldest = between("web/npm/package.json", "\"node\": \">=", "\"");
    assert_eq!(between("docs/JAVASCRIPT.md", "for Node ", " or newer"), oldest);
    assert_eq!(between("web/npm/README.md", "needs Node ", " or a browser"), oldest);
    assert_eq!(between("docs/CONTRIBUTING.md", "| node ", " or newer"), oldest);
    assert_eq!(between("docs/PAGE.md", "| node ", " or newer"), oldest);
}
