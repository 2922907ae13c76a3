//! The action for GitHub, step by step as it runs there, without GitHub.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What a step printed on standard output and wrote for the steps after it, and its exit code.
fn step(name: &str, variables: &[(&str, &str)]) -> (String, String, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = folder.path().join("output");
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("action").join(name));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("GITHUB_OUTPUT", &told).envs(variables.iter().copied());
    let output = command.output().expect("there is a bash");
    let printed = String::from_utf8(output.stdout).expect("text");
    let told = fs::read_to_string(&told).unwrap_or_default();
    (printed, told, output.status.code().expect("it ends by itself"))
}

#[test]
fn findings_become_a_file_and_a_verdict() {
    let program = env!("CARGO_BIN_EXE_gridcheck");
    let (_, told, code) = step("install", &[("PROGRAM", program)]);
    assert_eq!((told, code), (format!("program={program}\n"), 0));

    let folder = tempfile::tempdir().expect("a temporary folder");
    let sarif = folder.path().join("findings.sarif");
    let sarif = sarif.to_str().expect("a plain name");
    let always = [("PROGRAM", program), ("SARIF", sarif)];
    let validate = |extra: &[(&str, &str)]| step("validate", &[&always[..], extra].concat());
    let results = || {
        let text = fs::read_to_string(sarif).expect("the findings");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        json["runs"][0]["results"].as_array().expect("results").len()
    };

    let (printed, told, code) = validate(&[("FILES", "fixtures/tour/lattice.txt")]);
    assert_eq!((told.as_str(), code, results()), ("valid=true\n", 0, 0));
    assert!(printed.contains("1 valid, 0 invalid"), "{printed}");

    // A pattern, a rule set, and arguments with blanks between them; and the step itself does not fail.
    let (printed, told, code) = validate(&[
        ("FILES", "fixtures/tour/l*.txt fixtures/tour/sl*.txt"),
        ("RULES", "american"),
        ("ARGUMENTS", "--no-drawing --ignore GC008"),
    ]);
    assert_eq!((told.as_str(), code), ("valid=false\n", 0), "{printed}");
    assert!(results() > 0 && printed.contains(" the rules american") && !printed.contains("GC008"), "{printed}");

    let (printed, told, code) = validate(&[("FILES", "fixtures/formats/ordinary.puz"), ("PROFILE", "nyt")]);
    assert_eq!((told.as_str(), code), ("valid=false\n", 0), "{printed}");
    assert!(printed.contains("by the profile nyt"), "{printed}");
}

#[test]
fn what_cannot_be_judged_fails_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sarif = folder.path().join("findings.sarif");
    let always = [("PROGRAM", env!("CARGO_BIN_EXE_gridcheck")), ("SARIF", sarif.to_str().expect("a plain name"))];
    for files in ["no/such/*.puz", "fixtures/cli/bad/ragged.txt"] {
        let (printed, told, code) = step("validate", &[&always[..], &[("FILES", files)]].concat());
        assert_eq!((printed.as_str(), told.as_str(), code), ("", "", 2), "{files}");
        assert!(!sarif.exists(), "half a file of findings for {files}");
    }
    let (_, told, code) = step("install", &[("PROGRAM", "no-such-gridcheck")]);
    assert_eq!((told.as_str(), code), ("", 2));
}
