//! Tests the independence of the crates. Cargo enforces it: a crate can only use the crates that it depends on, so these tests read
//! `cargo metadata`. Rules within one crate are tested by `crates/testing/tests/sources.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::prelude::*;
use gridcheck::engine::are_unrelated;
use gridcheck::external::Programs;

/// The answer of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None` for a dependency of the crate, other than of its tests or its build script.
    kind: Option<String>,
}

static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"]);
    let output = cargo.arg(project("Cargo.toml")).output().expect("Cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the form of version 1")
});

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the Rust files below `place`, except tests.
pub fn sources(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        let in_tests = place.parent().is_some_and(|folder| folder.ends_with("tests"));
        let is_test = in_tests || place.ends_with("tests.rs") || place.ends_with("testing.rs");
        let is_source = place.extension().is_some_and(|extension| extension == "rs") && !is_test;
        return if is_source { vec![place.to_owned()] } else { Vec::new() };
    }
    let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    entries.flat_map(|entry| sources(&entry.expect("a readable folder").path())).collect()
}

/// Returns the packages in `crates`, by their names without `gridcheck-`.
fn packages() -> impl Iterator<Item = (&'static str, &'static Package)> {
    let inside = METADATA.packages.iter().filter(|package| package.manifest_path.starts_with(project("crates")));
    inside.map(|package| (package.name.trim_start_matches("gridcheck-"), package))
}

/// Returns the dependencies of a crate, for any system: its parts of gridcheck, without `gridcheck-`, and the rest.
fn dependencies(name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (_, package) = packages().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("no crate {name}"));
    let listed = package.dependencies.iter().filter(|dependency| dependency.kind.is_none());
    let (ours, others): (BTreeSet<&str>, _) =
        listed.map(|dependency| dependency.name.as_str()).partition(|name| name.starts_with("gridcheck-"));
    let ours = ours.into_iter().map(|name| name.trim_start_matches("gridcheck-").to_owned()).collect();
    (ours, others.into_iter().map(str::to_owned).collect())
}

/// Returns the folders of the crates beside the program, by their names without `gridcheck-`.
pub fn crates() -> BTreeMap<String, PathBuf> {
    let folder = |package: &Package| package.manifest_path.parent().expect("a folder").to_owned();
    packages().map(|(name, package)| (name.to_owned(), folder(package))).collect()
}

/// Returns the crates of engines.
fn engines() -> Vec<String> {
    let mut crates = crates();
    let engines = project("crates/engines");
    crates.retain(|name, folder| folder.starts_with(&engines) && name != "registry");
    crates.into_keys().collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// An engine may use the grid, the problem, the rule data (`core`) and what an engine is (`engine`), and nothing else of this project.
/// So a change to files of sums, pieces or merging (`sums`) compiles no engine.
#[test]
fn engines_depend_on_the_data_and_the_traits_alone() {
    let mut registered: Vec<String> = ENGINES.iter().map(|engine| engine.name().to_owned()).collect();
    registered.push("external".to_owned());
    registered.sort();
    assert_eq!(engines(), registered, "the crates with an engine are those of the list");
    for engine in engines() {
        let (ours, others) = dependencies(&engine);
        let may: &[&str] = match engine.as_str() {
            // These solve exported problems.
            "sat" => &["core", "encodings", "engine"],
            // And write files for their programs.
            "external" => &["core", "encodings", "engine", "files"],
            // And the adapter of its solver.
            "exact-cover" => &["core", "dlx", "encodings", "engine"],
            // Arithmetic that judges nothing.
            "frontier" | "pinwheel" | "sweep" | "window" => &["core", "engine", "weight"],
            _ => &["core", "engine"],
        };
        assert_eq!(ours, set(may), "{engine}");
        let solvers: BTreeSet<&str> =
            ["varisat", "dlx-rs"].into_iter().filter(|&solver| others.contains(solver)).collect();
        match engine.as_str() {
            "sat" => assert_eq!(solvers, ["varisat"].into()),
            _ => assert!(solvers.is_empty(), "{engine} uses {solvers:?}"),
        }
    }
}

/// The adapter of a solver and the weights know neither grids nor rules.
#[test]
fn helpers_of_engines_depend_on_no_crate_of_this_project() {
    assert_eq!(dependencies("dlx"), (set(&[]), set(&["dlx-rs", "thiserror"])));
    assert_eq!(dependencies("weight"), (set(&[]), set(&["foldhash"])));
}

/// The traits of engines rest on the data alone. Files of sums are above the traits, and know no engine.
#[test]
fn traits_depend_on_the_data_and_sums_on_the_traits() {
    assert_eq!(dependencies("engine").0, set(&["core"]));
    assert_eq!(dependencies("files").0, set(&["core"]));
    assert_eq!(dependencies("sums").0, set(&["core", "engine", "files"]));
}

/// Only the list of engines, and tests, depend on engines. What doors offer includes other people's programs.
#[test]
fn no_other_crate_names_an_engine() {
    let engines = engines();
    for name in crates().keys().filter(|name| !["registry", "testing"].contains(&name.as_str())) {
        let mut known: Vec<String> = dependencies(name).0.into_iter().filter(|one| engines.contains(one)).collect();
        known.retain(|one| name != "ask" || one != "external");
        assert!(known.is_empty(), "{name} depends on {known:?}");
    }
}

/// The trust base of a certificate: its checker consists only of what docs/TRUST.md names.
#[test]
fn the_checker_depends_on_no_solver_and_no_translation() {
    let (ours, others) = dependencies("checker");
    assert_eq!(ours, set(&["core", "engine", "validator"]));
    // No program has `schemars`: it describes the report, for a test.
    assert_eq!(others, set(&["num-bigint", "rayon", "schemars", "serde", "serde_json", "sha2", "thiserror"]));
    let trust = fs::read_to_string(project("docs/TRUST.md")).expect("a page");
    for name in ours.iter().map(|name| format!("gridcheck-{name}")).chain(others) {
        assert!(trust.contains(&format!("`{name}`")), "docs/TRUST.md does not name {name}");
    }
}

/// Crates that describe or judge a grid, or translate a problem, depend on no engine and on no traits of engines.
#[test]
fn crates_of_data_and_judges_do_not_depend_on_engines() {
    for (name, may) in [
        ("core", &[][..]),
        ("layout", &["core"]),
        ("validator", &["core", "layout"]),
        ("lint", &["core", "formats", "layout", "validator"]),
        ("encodings", &["core"]),
        ("formats", &["core", "layout"]),
        ("draw", &["core", "layout"]),
    ] {
        assert_eq!(dependencies(name).0, set(may), "{name}");
    }
}

/// The crate of strips reads the rules itself and uses no engine.
#[test]
fn strips_depend_on_the_data_and_the_traits_alone() {
    let (ours, others) = dependencies("recurrence");
    assert_eq!(ours, set(&["core", "engine"]));
    assert_eq!(others, set(&["foldhash", "num-bigint", "schemars", "serde", "thiserror"]));
}

/// A re-enacted program judges independently.
#[test]
fn programs_depend_on_the_data_and_the_traits_alone() {
    assert_eq!(dependencies("programs").0, set(&["core", "engine"]));
}

#[test]
fn finds_dependencies_on_one_system() {
    assert!(dependencies("sat").1.contains("varisat") && dependencies("external").1.contains("rustix"));
}

#[test]
fn programs_that_are_fed_the_same_are_one_witness() {
    let programs = Programs::builtin();
    let program = |name: &str| programs.engine(name).expect("built in") as &dyn Engine;
    let [clingo, python] = ["external:clingo", "external:clingo-python"].map(program);
    let [ganak, toulbar2] = ["external:ganak", "external:toulbar2"].map(program);
    assert!(!are_unrelated(clingo, python) && !are_unrelated(ganak, toulbar2));
    assert!(are_unrelated(clingo, ganak) && are_unrelated(python, toulbar2));
    for (engine, other) in ENGINES.into_iter().flat_map(|engine| ENGINES.into_iter().map(move |other| (engine, other)))
    {
        assert_eq!(are_unrelated(engine, other), engine.name() != other.name(), "{} {}", engine.name(), other.name());
    }
    for engine in ENGINES {
        assert!(are_unrelated(engine, clingo) && are_unrelated(python, engine), "{}", engine.name());
        // What `sat` solves is what these programs read.
        let solves_clauses = engine.name() == "sat";
        assert_eq!(are_unrelated(ganak, engine), !solves_clauses, "{}", engine.name());
        assert_eq!(are_unrelated(engine, toulbar2), !solves_clauses, "{}", engine.name());
    }
}

#[test]
fn an_engine_takes_the_symmetries_that_it_says() {
    for symmetry in Symmetry::ALL {
        let rules = Ruleset { symmetry, ..builtin("british").expect("built in") };
        let problem = Problem::new(5, rules).expect("a fair problem");
        for engine in ENGINES.of_kind(&problem) {
            let unable = engine.prepare(&problem, &SumKind::Plain).is_err();
            let takes = engine.facts().symmetries.contains(&symmetry);
            assert_eq!(unable, !takes, "{} {}", engine.name(), symmetry.name());
            assert_eq!(engine.facts().check(&problem).is_ok(), takes);
        }
    }
}
