//! A fault that the tests cannot detect is a defect. If a rule is turned off in one engine, a comparison with another engine must
//! detect it, by 7 × 7 at the latest.

use gridcheck_compare::{Report, compare};
use gridcheck_registry::{Backtrack, ENGINES};
use gridcheck_testing::faulty::{Altered, Edit, Faulty, Times};
use gridcheck_testing::prelude::*;

/// Largest size at which the brute engine is fast enough for these tests.
const BRUTE_SIZE: usize = 5;

/// Squares from 3 × 3 to 7 × 7.
const SQUARES: [(usize, usize); 5] = [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7)];

/// Rectangles, of odd sides too.
const RECTANGLES: [(usize, usize); 8] = [(3, 5), (5, 3), (4, 5), (3, 7), (6, 5), (5, 7), (7, 5), (7, 9)];

/// Compares the faulty engine with a sound one at growing sizes until they disagree.
fn caught(
    sound: &dyn Engine,
    faulty: &Faulty<Edit>,
    rules: &Ruleset,
    sizes: impl IntoIterator<Item = (usize, usize)>,
) -> Option<Report> {
    let sizes = sizes.into_iter().filter_map(|(rows, columns)| Size::new(rows, columns).ok());
    sizes
        .filter_map(|size| {
            let problem = Problem::of_size(size, rules.clone()).expect("a fair problem");
            let is_slow = faulty.engine.name() == "brute" && size.squares() > BRUTE_SIZE * BRUTE_SIZE;
            if is_slow || !is_able(faulty, &problem) {
                return None;
            }
            Some(compare(&problem, &[sound, faulty], None, &Unwatched).expect("both engines answer"))
        })
        .find(|report| !report.agree)
}

/// Returns the rules that the faulty engine accepts. The symmetry becomes a reflection if the engine does not support that of the
/// rules. Returns `None` if it supports no such problems.
fn taken(faulty: &Faulty<Edit>, rules: &Ruleset) -> Option<Ruleset> {
    let with = |symmetry| Ruleset { symmetry, ..rules.clone() };
    [rules.symmetry, Symmetry::Mirror].map(with).into_iter().find(|rules| {
        let problem = Problem::new(5, rules.clone()).expect("a fair problem");
        faulty.prepare(&problem, &SumKind::Plain).is_ok()
    })
}

/// Number of engines that support every rule, symmetry and minimum: backtrack, exact-cover, sat, brute.
const EVERY_RULE: usize = 4;

/// Turns the rule off with `edit` in each engine in turn, under `rules`.
fn every_engine_is_caught(rule: &str, rules: &Ruleset, edit: Edit) {
    let mut engines = 0;
    for engine in ENGINES {
        let faulty = Faulty { engine, edit };
        let Some(rules) = taken(&faulty, rules) else { continue };
        let report = caught(&Backtrack, &faulty, &rules, SQUARES)
            .unwrap_or_else(|| panic!("{} without {rule} went unnoticed", engine.name()));
        let broken = report
            .differences
            .iter()
            .any(|difference| difference.opinion.violations.iter().any(|violation| violation.rule() == Some(rule)));
        assert!(broken, "{} without {rule}: no grid shown breaks that rule", engine.name());
        engines += 1;
    }
    assert!(engines >= EVERY_RULE, "without {rule}: only {engines} engines were tried");
}

fn loose() -> Ruleset {
    Ruleset { checking: Checking::Any, edges: false, ..rules("british") }
}

/// Each rule is turned off in each engine, under rules where some grid breaks only this one.
#[test]
fn every_rule_off_in_every_engine_is_caught() {
    let unlimited = Limit::Unlimited;
    let one_inside = Ruleset { max_unchecked_run: Limit::AtMost(1), max_unchecked_run_at_ends: unlimited, ..loose() };
    let cases: [(&str, Ruleset, Edit); 11] = [
        ("min_word", rules("british"), |rules| rules.min_word = 2),
        ("max_word", Ruleset { max_word: Limit::AtMost(4), ..loose() }, |rules| rules.max_word = Limit::Unlimited),
        ("single_cells", Ruleset { single_cells: false, ..loose() }, |rules| rules.single_cells = true),
        ("checking", rules("british"), |rules| rules.checking = Checking::Any),
        ("max_unchecked_run", one_inside, |rules| rules.max_unchecked_run = Limit::Unlimited),
        ("max_unchecked_run_at_ends", Ruleset { max_unchecked_run_at_ends: Limit::AtMost(0), ..loose() }, |rules| {
            rules.max_unchecked_run_at_ends = Limit::Unlimited;
        }),
        ("edges", rules("american"), |rules| rules.edges = false),
        ("connected", Ruleset { min_word: 2, ..loose() }, |rules| rules.connected = false),
        ("symmetry", rules("american-loose"), |rules| rules.symmetry = Symmetry::None),
        ("min_white_per_row", Ruleset { min_white_per_row: 3, ..rules("ho") }, |rules| rules.min_white_per_row = 0),
        ("max_black_run", Ruleset { max_black_run: Limit::AtMost(2), ..loose() }, |rules| {
            rules.max_black_run = Limit::Unlimited;
        }),
    ];
    for (rule, rules, edit) in cases {
        every_engine_is_caught(rule, &rules, edit);
    }
}

/// An engine supports a rule about lines, or declines it with the rule and its value.
#[test]
fn a_declined_rule_is_named() {
    declined_as(|rules| rules.min_white_per_row = 2, "min_white_per_row = 2, at most 1");
    declined_as(|rules| rules.max_black_run = Limit::AtMost(2), "max_black_run = 2, only unlimited");
}

/// Requires that every engine but those that support every rule declines the rules after the edit, for this reason.
fn declined_as(edit: Edit, reason: &str) {
    let engines = || ENGINES.into_iter().filter(|engine| engine.facts().kinds.contains(&GridKind::Blocks));
    let reasons = engines().filter_map(|engine| {
        let mut rules = Ruleset { symmetry: engine.facts().symmetries[0], ..rules("british") };
        edit(&mut rules);
        why_unable(engine, &Problem::new(5, rules).expect("a fair problem"))
    });
    assert_eq!(reasons.collect::<Vec<_>>(), vec![reason; engines().count() - EVERY_RULE]);
}

/// The British rules themselves suffice to show each fault, on squares and on rectangles.
#[test]
fn british_by_seven() {
    british_is_enough(SQUARES);
}

#[test]
fn british_rectangles() {
    british_is_enough(RECTANGLES);
}

fn british_is_enough<const N: usize>(sizes: [(usize, usize); N]) {
    let edits: [(&str, Edit); 9] = [
        ("min_word", |rules| rules.min_word = 2),
        ("checking", |rules| rules.checking = Checking::Any),
        ("max_unchecked_run_at_ends", |rules| rules.max_unchecked_run_at_ends = Limit::Unlimited),
        ("edges", |rules| rules.edges = false),
        ("connected", |rules| rules.connected = false),
        ("symmetry", |rules| rules.symmetry = Symmetry::None),
        ("min_white_per_row", |rules| rules.min_white_per_row = 3),
        ("max_word", |rules| rules.max_word = Limit::AtMost(4)),
        ("max_black_run", |rules| rules.max_black_run = Limit::AtMost(2)),
    ];
    for (rule, edit) in edits {
        let mut engines = 0;
        for engine in ENGINES.into_iter().filter(|engine| engine.name() != "brute") {
            let faulty = Faulty { engine, edit };
            let Some(rules) = taken(&faulty, &rules("british")) else { continue };
            let takes = |(rows, columns): (usize, usize)| {
                let size = Size::new(rows, columns).expect("a fair size");
                let problem = Problem::of_size(size, rules.clone()).expect("a fair problem");
                is_able(&faulty, &problem)
            };
            if !sizes.into_iter().any(takes) {
                continue;
            }
            let report = caught(&Backtrack, &faulty, &rules, sizes);
            assert!(report.is_some(), "{} wrong in {rule} went unnoticed", engine.name());
            engines += 1;
        }
        // All except brute, which this test leaves out.
        assert!(engines >= EVERY_RULE - 1, "without {rule}: only {engines} engines were tried");
    }
}

/// Returns `true` if exactly the middle row and column of a grid are white.
fn is_cross(grid: &Grid) -> bool {
    grid.one_line() == "##.##/##.##/...../##.##/##.##"
}

/// An engine that repeats a grid, or omits one, has almost the right set; the count and the digest detect it.
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
