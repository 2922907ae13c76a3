//! Runs the programs of `examples/`.

use std::path::Path;
use std::process::{Command, Output};

/// Runs an example. `cargo test` builds them all beside the program.
fn run(name: &str, arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_gridcheck")).parent().expect("a folder").join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not there: cargo build --examples makes it", program.display());
    Command::new(program).args(arguments).output().expect("the example starts")
}

/// Returns the output of a successful run.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn count() {
    assert_eq!(printed("count", &["7"]), "650 7 × 7 grids obey the rules british, counts window\n");
    assert!(printed("count", &["7", "american"]).starts_with("312 7 × 7 grids"));
    assert!(!run("count", &["65"]).status.success() && !run("count", &[]).status.success());
}

#[test]
fn validate() {
    assert!(printed("validate", &[".../.#./..."]).ends_with("\nvalid by the rules british\n"));
    let american = printed("validate", &[".../.#./...", "american"]);
    assert!(
        american.contains("GC008: 3-Across: ") && american.ends_with("\nnot valid by the rules american\n"),
        "{american}"
    );
    assert!(!run("validate", &["..x"]).status.success());
}

#[test]
fn compare() {
    let agreed = printed("compare", &[]);
    let lines: Vec<&str> = agreed.lines().collect();
    let [backtrack, sat, verdict] = lines[..] else { panic!("{agreed}") };
    assert!(backtrack.starts_with("backtrack: 650 grids, digest "));
    assert_eq!(backtrack.trim_start_matches("backtrack"), sat.trim_start_matches("sat"));
    assert_eq!(verdict, "they agree");
}

#[test]
fn puzzle() {
    let ordinary = printed("puzzle", &["fixtures/formats/ordinary.puz"]);
    assert!(ordinary.contains(" (puz, ") && ordinary.contains(" words, "), "{ordinary}");
    let output = run("puzzle", &["Cargo.toml"]);
    assert!(!output.status.success() && output.stdout.is_empty());
}
