//! The program extracted from the proofs, `gridcheck-proved`, beside this one: as a referee of the validator, as an engine, as a list.
//! Its transfer matrix is compared with its search, and every small pattern is judged by both programs.
//!
//! It is looked for in `proofs/build` (`make -C proofs program` makes it) and on the path; without it these tests are skipped with a note, or
//! fail if `GRIDCHECK_PROVED_MUST_EXIST` is set.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::prelude::*;
use gridcheck::validator::is_valid;

use crate::program::{HANGS, Said, gridcheck};

/// If this variable is set, these tests fail without the program.
const PROVED_MUST_EXIST: &str = "GRIDCHECK_PROVED_MUST_EXIST";

/// Returns the program, or `None` with a note that it is missing.
fn program() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/build/gridcheck-proved");
    let found = if built.exists() { Some(built) } else { which::which("gridcheck-proved").ok() };
    if found.is_none() {
        assert!(
            std::env::var_os(PROVED_MUST_EXIST).is_none(),
            "there is no gridcheck-proved, and {PROVED_MUST_EXIST} is set: make -C proofs program makes it"
        );
        eprintln!("skipped: there is no gridcheck-proved; make -C proofs program makes it");
    }
    found
}

/// Returns the lines that the program prints on these arguments and this input.
fn lines(program: &Path, args: &[&str], input: String) -> Vec<String> {
    let mut command = assert_cmd::Command::new(program);
    let output = command.args(args).write_stdin(input).timeout(HANGS).output().expect("the program starts");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// Draws a grid of the size: an arbitrary one, or one with the symmetry of the rules, or a valid one with a few squares changed.
fn grid(rng: &mut SeededRng, size: usize, rules: &Ruleset, valid: &[Grid]) -> Grid {
    let near = !valid.is_empty() && !rng.one_in(4);
    let mut grid = if near { valid[rng.below(valid.len())].clone() } else { Grid::black(size, size) };
    if !near {
        let white = 1 + rng.below(8);
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            grid.set_white(r, c, rng.below(8) < white);
        }
    }
    let changes = if near { rng.below(3) } else { 0 };
    for _ in 0..changes {
        let (r, c) = (rng.below(size), rng.below(size));
        let white = !grid.is_white(r, c);
        grid.set_white(r, c, white);
        // A change that keeps the half turn tries the other rules.
        if rules.symmetry == Symmetry::Rot180 && !rng.one_in(4) {
            grid.set_white(size - 1 - r, size - 1 - c, white);
        }
    }
    grid
}

/// Judges random grids under random rules by the proved decision and by the validator; reports how many were valid.
fn referee(program: &Path, seed: u64, rounds: usize, grids: usize) -> usize {
    let mut rng = SeededRng::new(seed);
    let (mut input, mut asked) = (String::new(), Vec::new());
    for round in 0..rounds {
        let size = 1 + rng.below(9);
        let rules = if rng.one_in(4) {
            BUILTIN[rng.below(BUILTIN.len())].ruleset()
        } else {
            let symmetry = rng.of(&Symmetry::ALL);
            rng.rules(symmetry)
        };
        // Valid grids to change: the first of a size that is searched at once. Some rules without symmetry allow millions.
        let few = Problem::new(size, rules.clone()).ok().filter(|_| (3..=6).contains(&size));
        let valid =
            few.filter(|_| round % 2 == 0).map_or(Vec::new(), |problem| first_listed(&Backtrack, &problem, 500));
        writeln!(input, "rules {}", rules.record()).expect("memory takes all");
        for _ in 0..grids {
            let grid = grid(&mut rng, size, &rules, &valid);
            input += &(grid.one_line() + "\n");
            asked.push((grid, rules.clone()));
        }
    }
    let verdicts = lines(program, &["referee"], input);
    assert_eq!(verdicts.len(), asked.len());
    let mut valid = 0;
    for (verdict, (grid, rules)) in verdicts.iter().zip(asked) {
        let ours = is_valid(&grid, &rules);
        assert_eq!(verdict == "valid", ours, "{} under {}: proved {verdict}", grid.one_line(), rules.record());
        valid += usize::from(ours);
    }
    valid
}

#[test]
fn the_proved_decision_and_the_validator_agree() {
    let Some(program) = program() else { return };
    let valid = referee(&program, 1, 200, 100);
    assert!(valid > 1000, "only {valid} of 20,000 grids were valid");
}

/// `GRIDCHECK_REFEREE_SEED` draws other grids.
#[test]
#[ignore = "minutes in release: a million grids"]
fn the_proved_decision_and_the_validator_agree_on_a_million_grids() {
    let Some(program) = program() else { return };
    let seed = std::env::var("GRIDCHECK_REFEREE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2);
    let valid: usize = (0..100).map(|part| referee(&program, seed * 1000 + part, 100, 100)).sum();
    assert!(valid > 50_000, "only {valid} grids were valid");
}

/// Judges every pattern of these sizes by the proved decision and by the validator.
fn every_pattern(program: &Path, sizes: &[usize], sets: &[Ruleset]) {
    for &size in sizes {
        let grid = |pattern: usize| {
            let mut grid = Grid::black(size, size);
            for square in 0..size * size {
                grid.set_white(square / size, square % size, pattern >> square & 1 == 1);
            }
            grid
        };
        let grids: Vec<Grid> = (0..1 << (size * size)).map(grid).collect();
        let patterns: String = grids.iter().map(|grid| grid.one_line() + "\n").collect();
        for rules in sets {
            let verdicts = lines(program, &["referee"], format!("rules {}\n{patterns}", rules.record()));
            assert_eq!(verdicts.len(), grids.len());
            for (verdict, grid) in verdicts.iter().zip(&grids) {
                assert_eq!(verdict == "valid", is_valid(grid, rules), "{} under {}", grid.one_line(), rules.record());
            }
        }
    }
}

/// Returns the built-in rule sets and this many random ones.
fn sets(seed: u64, random: usize) -> Vec<Ruleset> {
    let mut rng = SeededRng::new(seed);
    let random = (0..random).map(|_| {
        let symmetry = rng.of(&Symmetry::ALL);
        rng.rules(symmetry)
    });
    BUILTIN.iter().map(Builtin::ruleset).chain(random).collect()
}

#[test]
fn every_pattern_has_the_same_verdict() {
    let Some(program) = program() else { return };
    every_pattern(&program, &[1, 2, 3], &sets(3, 200));
    every_pattern(&program, &[4], &sets(4, 3));
}

#[test]
#[ignore = "a minute in release: 14 million verdicts"]
fn every_pattern_of_4_x_4_has_the_same_verdict() {
    let Some(program) = program() else { return };
    every_pattern(&program, &[4], &sets(5, 200));
}

/// The table to read: which of the 65,536 patterns of 4 × 4 are British.
#[test]
fn british_grids_of_4_x_4_equal_the_fixture() {
    let Some(program) = program() else { return };
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/proved/british-4.txt"));
    let table: BTreeSet<String> = table.expect("a fixture").lines().map(str::to_owned).collect();
    assert_eq!(proved_list(&program, "british", 4), table);
    let problem = Problem::new(4, BUILTIN[0].ruleset()).expect("a fair problem");
    assert_eq!(BUILTIN[0].name, "british");
    let ours: BTreeSet<String> = listed(&Backtrack, &problem).iter().map(Grid::one_line).collect();
    assert_eq!(ours, table);
}

/// Returns what `gridcheck-proved count` prints.
fn counted(program: &Path, options: &[&str], rules: &Ruleset, size: usize) -> String {
    let (rules, size) = (rules.record().to_string(), size.to_string());
    lines(program, &[&["count"], options, &[&rules, &size]].concat(), String::new()).concat()
}

/// Counts by the fastest engine of this program, if the rules and the size are a fair problem.
fn by_engine(rules: &Ruleset, size: usize) -> Option<u128> {
    let problem = Problem::new(size, rules.clone()).ok()?;
    let engine = ENGINES.fastest(&problem, &SumKind::Plain).expect("an engine that can");
    Some(engine.count(&Run::new()).expect("a count"))
}

/// Counts by the proved transfer matrix, by the proved search and by an engine of this program.
fn three_counts(program: &Path, rules: &Ruleset, size: usize) {
    let by_transfer = counted(program, &[], rules, size);
    let case = format!("size {size} under {}", rules.record());
    assert_eq!(by_transfer, counted(program, &["--search"], rules, size), "{case}");
    let Some(ours) = by_engine(rules, size) else { return };
    assert_eq!(by_transfer, ours.to_string(), "{case}");
}

/// Compares the counts under the built-in rules and random ones with the half turn.
fn counts_agree(program: &Path, seed: u64, random: usize, builtin_to: usize, random_to: usize) {
    for set in &BUILTIN {
        (1..=builtin_to).for_each(|size| three_counts(program, &set.ruleset(), size));
    }
    let mut rng = SeededRng::new(seed);
    for _ in 0..random {
        let rules = rng.rules(Symmetry::Rot180);
        let size = 3 + rng.below(random_to - 2);
        three_counts(program, &rules, size);
    }
}

#[test]
fn the_transfer_matrix_and_the_search_agree() {
    let Some(program) = program() else { return };
    counts_agree(&program, 6, 60, 7, 5);
}

/// `GRIDCHECK_REFEREE_SEED` draws other rules.
#[test]
#[ignore = "minutes in release"]
fn the_transfer_matrix_and_the_search_agree_on_larger_grids() {
    let Some(program) = program() else { return };
    let seed = std::env::var("GRIDCHECK_REFEREE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    counts_agree(&program, seed, 300, 9, 6);
    // The search visits every grid, so larger sizes need rules that allow few. An engine says at once which do.
    let mut rng = SeededRng::new(seed + 1);
    for size in 7..=9 {
        let few = |rules: &Ruleset| by_engine(rules, size).is_some_and(|grids| (1..=3_000).contains(&grids));
        let sets = std::iter::repeat_with(|| rng.rules(Symmetry::Rot180)).filter(few);
        sets.take(4).for_each(|rules| three_counts(&program, &rules, size));
    }
}

/// Runs this program with the proved one on its path.
fn beside(program: &Path, args: &[&str]) -> Said {
    let folder = program.parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("a path");
    gridcheck(args).env("PATH", path).output().expect("the program starts").into()
}

#[test]
fn the_proved_program_agrees_with_other_engines_in_compare() {
    let Some(program) = program() else { return };
    for (size, rules) in [("5", "british"), ("7", "british"), ("7", "american"), ("5", "either-half")] {
        let args = ["compare", "--size", size, "--rules", rules, "--engines", "backtrack,window,external:proved"];
        let compared = beside(&program, &args);
        assert_eq!(compared.code, 0, "{}{}", compared.out, compared.err);
        assert!(compared.out.contains("external:proved"), "{}", compared.out);
    }
    let unable = beside(&program, &["count", "--size", "5", "--where", "words = 6", "--engine", "external:proved"]);
    assert!(unable.code == 2 && unable.err.contains("words = 6"), "{}", unable.err);
}

#[test]
#[ignore = "a minute in release"]
fn the_proved_program_agrees_with_pinwheel_at_nine() {
    let Some(program) = program() else { return };
    for rules in ["british", "american"] {
        let args = ["compare", "--size", "9", "--rules", rules, "--engines", "pinwheel,external:proved"];
        assert_eq!(beside(&program, &args).code, 0);
    }
}

/// Returns the grids that the proved program lists.
fn proved_list(program: &Path, rules: &str, size: usize) -> BTreeSet<String> {
    let list = lines(program, &["list", rules, &size.to_string()], String::new());
    let set: BTreeSet<String> = list.iter().cloned().collect();
    assert_eq!(set.len(), list.len(), "a grid comes twice");
    set
}

fn lists_agree(program: &Path, sizes: &[usize]) {
    for set in &BUILTIN {
        for &size in sizes {
            let problem = Problem::new(size, set.ruleset()).expect("a fair problem");
            let ours: BTreeSet<String> = listed(&Backtrack, &problem).iter().map(Grid::one_line).collect();
            assert_eq!(proved_list(program, set.name, size), ours, "{} {size}", set.name);
        }
    }
}

#[test]
fn the_proved_program_lists_the_same_grids() {
    let Some(program) = program() else { return };
    lists_agree(&program, &[3, 4, 5, 6, 7]);
}

#[test]
#[ignore = "a minute in release"]
fn the_proved_program_lists_the_same_grids_at_nine() {
    let Some(program) = program() else { return };
    lists_agree(&program, &[8, 9]);
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    let Some(program) = program() else { return };
    for (args, input) in [
        (&["count", "brittish", "7"][..], ""),
        (&["count", "british", "0"], ""),
        (&["count", "british", "-3"], ""),
        (&["count", "british"], ""),
        (&["validate", "british"], "...\n..\n...\n"),
        (&["validate", "british"], "..x\n...\n...\n"),
        (&["validate", "no/such/file.toml"], ""),
        (&["referee"], ".../.../...\n"),
    ] {
        let ended = assert_cmd::Command::new(&program).args(args).write_stdin(input).output().expect("it runs");
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{args:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    }
}

/// Without the program, an engine says so in one line with the way to get it.
#[test]
fn a_missing_program_is_named() {
    let args = ["count", "--size", "5", "--engine", "external:proved"];
    let missing: Said = gridcheck(&args).env("PATH", "").output().expect("the program starts").into();
    assert!(missing.code == 2 && missing.err.contains("make -C proofs"), "{}", missing.err);
}

#[test]
fn the_proved_program_is_a_witness_of_a_certificate() {
    let Some(program) = program() else { return };
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("british-7");
    let place = place.to_str().expect("a plain name");
    let made = beside(&program, &["certify", "--size", "7", "--out", place, "--witness", "external:proved"]);
    let says = "the external program external:proved, which received the rules and the size and no clauses (no more is known of it here), \
                counts 650 grids too";
    assert!(made.code == 0 && made.out.contains(says), "{}{}", made.out, made.err);
    let checked = beside(&program, &["check", place, "--witness", "external:proved"]);
    assert!(checked.code == 0 && checked.out.contains(says), "{}{}", checked.out, checked.err);
}
