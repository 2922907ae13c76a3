//! A fault that the harness cannot see is a defect: each rule, turned off in one engine alone, must be caught by a
//! comparison with an engine that keeps it, by 7 × 7 at the latest.

use crate::support::{Altered, Edit, Faulty, Times, rules};
use gridcheck::compare::{Report, compare};
use gridcheck::engine::watch::Unwatched;
use gridcheck::engine::{Ability, Backtrack, ENGINES, Engine};
use gridcheck::grid::Grid;
use gridcheck::problem::Problem;
use gridcheck::rules::{Checking, Limit, Ruleset, Symmetry};

/// Open squares up to which the brute engine is quick enough for these tests.
const BRUTE_SIZE: usize = 5;

/// Compares the faulty engine with a sound one at growing sizes until they disagree.
fn caught(
    sound: &dyn Engine,
    faulty: &Faulty<Edit>,
    rules: &Ruleset,
    sizes: std::ops::RangeInclusive<usize>,
) -> Option<Report> {
    sizes
        .filter_map(|size| {
            let problem = Problem::new(size, rules.clone()).expect("a fair problem");
            if faulty.ability(&problem) != Ability::Able || faulty.engine.name() == "brute" && size > BRUTE_SIZE {
                return None;
            }
            Some(compare(&problem, &[sound, faulty], None, &Unwatched).expect("both engines answer"))
        })
        .find(|report| !report.agree)
}

/// The rules, with a reflection for symmetry if an engine, with its fault, does not know that of the rules; `None` if it does not
/// take such problems at all.
fn taken(faulty: &Faulty<Edit>, rules: &Ruleset) -> Option<Ruleset> {
    let with = |symmetry| Ruleset { symmetry, ..rules.clone() };
    [rules.symmetry, Symmetry::Mirror].map(with).into_iter().find(|rules| {
        let problem = Problem::new(5, rules.clone()).expect("a fair problem");
        !matches!(faulty.ability(&problem), Ability::Unable(_))
    })
}

/// Engines that take every rule, symmetry and minimum: backtrack, exact-cover, sat, brute.
const EVERY_RULE: usize = 4;

/// The rule is turned off by `edit` in each engine in turn, under `rules`.
fn every_engine_is_caught(rule: &str, rules: &Ruleset, edit: Edit) {
    let mut engines = 0;
    for engine in ENGINES {
        let faulty = Faulty { engine, edit };
        let Some(rules) = taken(&faulty, rules) else { continue };
        let report = caught(&Backtrack, &faulty, &rules, 3..=7)
            .unwrap_or_else(|| panic!("{} without {rule} went unnoticed", engine.name()));
        let broken = report
            .differences
            .iter()
            .any(|difference| difference.opinion.violations.iter().any(|violation| violation.rule() == rule));
        assert!(broken, "{} without {rule}: no grid shown breaks that rule", engine.name());
        engines += 1;
    }
    assert!(engines >= EVERY_RULE, "without {rule}: only {engines} engines were tried");
}

fn loose() -> Ruleset {
    Ruleset { checking: Checking::Any, edges: false, ..rules("british") }
}

#[test]
fn min_word() {
    every_engine_is_caught("min_word", &rules("british"), |rules| rules.min_word = 2);
}

#[test]
fn max_word() {
    let at_most_four = Ruleset { max_word: Limit::AtMost(4), ..loose() };
    every_engine_is_caught("max_word", &at_most_four, |rules| rules.max_word = Limit::Unlimited);
}

#[test]
fn single_cells() {
    let every_square_crossed = Ruleset { single_cells: false, ..loose() };
    every_engine_is_caught("single_cells", &every_square_crossed, |rules| rules.single_cells = true);
}

#[test]
fn checking() {
    every_engine_is_caught("checking", &rules("british"), |rules| rules.checking = Checking::Any);
}

#[test]
fn max_unchecked_run() {
    let at_most_one =
        Ruleset { max_unchecked_run: Limit::AtMost(1), max_unchecked_run_at_ends: Limit::Unlimited, ..loose() };
    every_engine_is_caught("max_unchecked_run", &at_most_one, |rules| rules.max_unchecked_run = Limit::Unlimited);
}

#[test]
fn max_unchecked_run_at_ends() {
    let checked_ends = Ruleset { max_unchecked_run_at_ends: Limit::AtMost(0), ..loose() };
    every_engine_is_caught("max_unchecked_run_at_ends", &checked_ends, |rules| {
        rules.max_unchecked_run_at_ends = Limit::Unlimited;
    });
}

#[test]
fn edges() {
    every_engine_is_caught("edges", &rules("american"), |rules| rules.edges = false);
}

#[test]
fn connected() {
    let words_of_two = Ruleset { min_word: 2, ..loose() };
    every_engine_is_caught("connected", &words_of_two, |rules| rules.connected = false);
}

#[test]
fn symmetry() {
    every_engine_is_caught("symmetry", &rules("american-loose"), |rules| rules.symmetry = Symmetry::None);
}

#[test]
fn min_white_per_row() {
    let three = Ruleset { min_white_per_row: 3, ..rules("ho") };
    every_engine_is_caught("min_white_per_row", &three, |rules| rules.min_white_per_row = 0);
}

/// Under the British rules themselves, not under rules made to show the fault.
#[test]
fn british_by_seven() {
    let edits: [(&str, Edit); 8] = [
        ("min_word", |rules| rules.min_word = 2),
        ("checking", |rules| rules.checking = Checking::Any),
        ("max_unchecked_run_at_ends", |rules| rules.max_unchecked_run_at_ends = Limit::Unlimited),
        ("edges", |rules| rules.edges = false),
        ("connected", |rules| rules.connected = false),
        ("symmetry", |rules| rules.symmetry = Symmetry::None),
        ("min_white_per_row", |rules| rules.min_white_per_row = 3),
        ("max_word", |rules| rules.max_word = Limit::AtMost(4)),
    ];
    for (rule, edit) in edits {
        let mut engines = 0;
        for engine in ENGINES.into_iter().filter(|engine| engine.name() != "brute") {
            let faulty = Faulty { engine, edit };
            let Some(rules) = taken(&faulty, &rules("british")) else { continue };
            let report = caught(&Backtrack, &faulty, &rules, 3..=7);
            assert!(report.is_some(), "{} wrong in {rule} went unnoticed", engine.name());
            engines += 1;
        }
        // All but brute, which is not asked here.
        assert!(engines >= EVERY_RULE - 1, "without {rule}: only {engines} engines were tried");
    }
}

/// Whether a grid has a full middle row and column and nothing else.
fn is_cross(grid: &Grid) -> bool {
    grid.one_line() == "##.##/##.##/...../##.##/##.##"
}

/// An engine that gives a grid twice, and one that gives it not at all, have the right set or nearly so; the count and the
/// digest tell.
#[test]
fn repetition_and_omission() {
    let cross = Ruleset { checking: Checking::Any, max_unchecked_run_at_ends: Limit::AtMost(2), ..rules("british") };
    let problem = Problem::new(5, cross).expect("a fair problem");
    let alterations: [(Times, bool); 3] =
        [(|grid| usize::from(!is_cross(grid)), false), (|_| 1, true), (|grid| 1 + usize::from(is_cross(grid)), false)];
    for (i, (times, agree)) in alterations.into_iter().enumerate() {
        let altered = Altered { engine: &Backtrack, times };
        let report = compare(&problem, &[&Backtrack, &altered], None, &Unwatched).expect("both engines answer");
        assert_eq!(report.agree, agree, "alteration {i}");
        assert_eq!(report.differences.len(), usize::from(!agree), "alteration {i}");
    }
}
