//! The engine `pinwheel` against `backtrack`, which lists, and its long counts through the program.

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::support::{rules, rulesets};
use gridcheck::engine::listing::InOrder;
use gridcheck::engine::{Ability, Backtrack, Engine, Lister, Pinwheel, Run};
use gridcheck::grid::{Grid, Transform};
use gridcheck::problem::Problem;
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use proptest::prelude::*;

/// Both engines' counts. The grids with quarter turns are picked out of those with half turns.
fn counts(size: usize, rules: Ruleset) -> (u128, u128) {
    let problem = Problem::new(size, rules).expect("a fair problem");
    let pinwheel = Pinwheel.count(&problem, &Run::new()).expect("the engine answers");
    if problem.rules().symmetry == Symmetry::Rot180 {
        return (pinwheel, Backtrack.count(&problem, &Run::new()).expect("the engine answers"));
    }
    let half = Ruleset { symmetry: Symmetry::Rot180, ..problem.rules().clone() };
    let half = problem.with_rules(half).expect("a fair problem");
    let mut turning = 0;
    let collector = InOrder::new(|grid: &Grid| {
        turning += u128::from(grid.transformed(Transform::Rot90) == *grid);
        ControlFlow::Continue(())
    });
    Backtrack.list(&half, &Run::new(), &collector).expect("the engine answers");
    drop(collector);
    (pinwheel, turning)
}

#[test]
fn built_in_rule_sets_under_both_turns() {
    for set in &BUILTIN {
        for symmetry in [Symmetry::Rot180, Symmetry::Rot90] {
            for size in 3..=9 {
                let (pinwheel, backtrack) = counts(size, Ruleset { symmetry, ..set.ruleset() });
                assert_eq!(pinwheel, backtrack, "{} {size} {symmetry:?}", set.name);
            }
        }
    }
}

#[test]
#[ignore = "seconds in release"]
fn eleven_by_eleven() {
    for set in &BUILTIN {
        for symmetry in [Symmetry::Rot180, Symmetry::Rot90] {
            let (pinwheel, backtrack) = counts(11, Ruleset { symmetry, ..set.ruleset() });
            assert_eq!(pinwheel, backtrack, "{} {symmetry:?}", set.name);
        }
    }
}

/// Published by Keith (2026); backtracking took him 84 days.
#[test]
#[ignore = "seconds in release"]
fn thirteen_by_thirteen() {
    let problem = Problem::new(13, rules("british")).expect("a fair problem");
    assert_eq!(Pinwheel.count(&problem, &Run::new()), Ok(162_468_835_136));
    let problem = Problem::new(13, rules("american")).expect("a fair problem");
    assert_eq!(Pinwheel.count(&problem, &Run::new()), Ok(40_575_832_476));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_rule_sets(rules in rulesets(), size in 3usize..=7, quarter in prop::bool::weighted(0.3)) {
        let symmetry = if quarter { Symmetry::Rot90 } else { Symmetry::Rot180 };
        let rules = Ruleset { symmetry, min_white_per_row: rules.min_white_per_row.min(1), ..rules };
        // Under the loosest of rules there are too many 7 × 7 grids to count them one by one for each case.
        prop_assume!(size < 7 || rules.min_word > 2 && (rules.connected || !quarter));
        let (pinwheel, backtrack) = counts(size, rules);
        prop_assert_eq!(pinwheel, backtrack);
    }
}

#[test]
fn what_it_cannot_do_it_declines() {
    let why = |problem: Problem| match Pinwheel.ability(&problem) {
        Ability::Unable(why) => why,
        other => panic!("{other:?}"),
    };
    let british = |size| Problem::new(size, rules("british")).expect("a fair problem");
    let with = |rules| Problem::new(7, rules).expect("a fair problem");
    assert_eq!(
        why(with(Ruleset { symmetry: Symmetry::Mirror, ..rules("british") })),
        "symmetry mirror, only rot180 and rot90"
    );
    assert_eq!(why(with(Ruleset { min_white_per_row: 2, ..rules("british") })), "min_white_per_row = 2, at most 1");
    assert_eq!(why(british(25)), "size 25, at most 23");
    assert!(matches!(Pinwheel.ability(&british(17)), Ability::Slow(_)));
    assert_eq!(Pinwheel.ability(&british(15)), Ability::Able);
}

/// The issue's own words: kill -9 in the middle of a run, followed by --resume, gives the same number.
#[test]
fn a_killed_count_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("sums.txt");
    let file = crate::program::text(&path);
    let size = "12";
    let whole = crate::program::run(&["count", "--size", size]);
    assert_eq!(whole.code, 0, "{}", whole.err);

    let mut child = crate::program::start(&["count", "--size", size, "--jobs", "1", "--sums", file]);
    let start = Instant::now();
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while lines() < 100 {
        assert!(start.elapsed() < crate::program::HANGS, "no block is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    // On Unix this is SIGKILL.
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    let before = fs::read_to_string(&path).expect("the file is there");
    assert!(!before.contains("total"), "it was over before it was killed");

    let fresh = crate::program::run(&["count", "--size", size, "--sums", file]);
    assert_eq!(fresh.code, 2);
    assert!(fresh.err.contains("there is such a file already"), "{}", fresh.err);

    let resumed = crate::program::run(&["count", "--size", size, "--sums", file, "--resume"]);
    assert_eq!((resumed.code, &resumed.out), (0, &whole.out), "{}", resumed.err);
    assert!(resumed.err.contains("blocks were counted before"), "{}", resumed.err);
    let after = fs::read_to_string(&path).expect("the file is there");
    assert!(after.lines().last().is_some_and(|line| line.starts_with(&format!("total {}", whole.out.trim()))));
}

#[test]
fn a_block_is_held_against_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("sums.txt");
    let file = crate::program::text(&path);
    assert_eq!(crate::program::run(&["count", "--size", "9", "--sums", file]).out, "68956\n");
    let text = fs::read_to_string(&path).expect("the file is there");
    let blocks = text.lines().filter(|line| line.contains(':') && !line.starts_with('{'));
    let line = blocks.max_by_key(|line| line.split(' ').nth(1).map(str::len)).expect("a block");
    let [block, grids, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };

    let alone = crate::program::run(&["count", "--size", "9", "--block", block]);
    assert_eq!((alone.code, alone.out, alone.err.as_str()), (0, format!("{grids}\n"), ""));
    let beside = crate::program::run(&["count", "--size", "9", "--block", block, "--sums", file]);
    assert_eq!(beside.code, 0);
    assert!(beside.err.ends_with(&format!("has {grids} for this block: the same\n")), "{}", beside.err);

    let first = text.lines().next().expect("a first line");
    let unfinished = format!("{first}\n");
    fs::write(&path, &unfinished).expect("it can be written");
    let beside = crate::program::run(&["count", "--size", "9", "--block", block, "--sums", file]);
    assert_eq!((beside.code, beside.out), (0, format!("{grids}\n")));
    assert!(beside.err.ends_with("does not have this block yet\n"), "{}", beside.err);

    // A sum that is wrong though its check is right.
    let wrong = format!("{block} 1{grids}");
    let check = blake3::hash(format!("{first}\n{wrong}").as_bytes()).to_hex();
    fs::write(&path, format!("{unfinished}{wrong} {}\n", &check[..8])).expect("it can be written");
    let beside = crate::program::run(&["count", "--size", "9", "--block", block, "--sums", file]);
    assert_eq!((beside.code, beside.out), (1, format!("{grids}\n")));
    assert!(beside.err.ends_with(&format!("has 1{grids} for this block: NOT the same\n")), "{}", beside.err);

    let damaged = text.replacen(&format!("{block} {grids}"), &format!("{block} 1{grids}"), 1);
    fs::write(&path, damaged).expect("it can be written");
    let refused = crate::program::refused(&["count", "--size", "9", "--sums", file, "--resume"]);
    assert!(refused.contains("damaged: the line does not agree with its check"), "{refused}");
}

#[test]
fn bad_use_is_refused_in_a_line() {
    for (args, expected) in [
        (
            &["count", "--size", "9", "--block", "nonsense"][..],
            "is no block of size 9, expected a name like black:oooo:oooo",
        ),
        (&["count", "--size", "8", "--block", "black:oooo:oooo"], "expected a name like even:oooo:oooo"),
        (&["count", "--size", "9", "--resume"], "--sums"),
        (&["count", "--size", "9", "--sums", "x", "--engine", "sat"], "engine sat does not count in blocks"),
        (&["count", "--size", "9", "--sums", "no/such/folder/x"], "no/such/folder/x: "),
    ] {
        let said = crate::program::refused(args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}
