//! Compares the frontier engine, which cannot list its grids, with the backtracking engine, whose grids the validator has judged.

use std::time::Duration;

use crate::support::{self, as_backtrack, lax, rules, rulesets, with_squares};
use gridcheck::constraint::Measure;
use gridcheck::engine::{Ability, Backtrack, Engine, EngineError, Frontier, Run};
use gridcheck::problem::{Givens, Problem};
use gridcheck::rng::SeededRng;
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use proptest::prelude::*;

/// Returns the count, on which both engines must agree.
fn agreed(problem: &Problem) -> u128 {
    as_backtrack(&Frontier, problem)
}

/// Returns the problem of this size under a built-in rule set.
fn of(name: &str, size: usize) -> Problem {
    Problem::new(size, rules(name)).expect("a fair size")
}

#[test]
fn built_in_rule_sets() {
    for set in &BUILTIN {
        for size in 3..=9 {
            agreed(&Problem::new(size, set.ruleset()).expect("a fair problem"));
        }
    }
}

/// All combinations of the rules about rows and columns with white squares, with almost no word rule. There are many regions,
/// rows and columns that begin black, and an all-black grid.
#[test]
fn regions_and_black_lines() {
    for (edges, connected, least) in [false, true].into_iter().flat_map(|edges| {
        [false, true].into_iter().flat_map(move |connected| [0, 1].map(move |least| (edges, connected, least)))
    }) {
        for min_word in [2, 3] {
            let base = Ruleset { symmetry: Symmetry::Rot180, min_word, ..lax() };
            let rules = Ruleset { edges, connected, min_white_per_row: least, ..base };
            for size in 3..=6 {
                agreed(&Problem::new(size, rules.clone()).expect("a fair problem"));
            }
        }
    }
}

/// Givens that contradict each other under the half turn leave no grid; those that agree count once.
#[test]
fn givens_are_turned() {
    let problem = Problem::new(7, rules("british")).expect("a fair problem");
    let with = |fixed: &[(usize, usize, bool)]| agreed(&with_squares(&problem, fixed));
    assert_eq!(with(&[(0, 1, true), (6, 5, false)]), 0);
    assert_eq!(with(&[(0, 1, true)]), with(&[(6, 5, true)]));
    assert_eq!(with(&[(0, 1, true)]) + with(&[(0, 1, false)]), 650);
    assert_eq!(with(&[(3, 1, true)]) + with(&[(3, 1, false)]), 650);
}

#[test]
fn stops_soon() {
    let problem = Problem::new(13, rules("british")).expect("a fair problem");
    let stopped = Run::new();
    stopped.stop();
    assert_eq!(Frontier.count(&problem, &stopped), Err(EngineError::Stopped));

    support::stops_soon(&Frontier, &problem, Duration::from_millis(1500));
}

#[test]
fn tells_its_progress() {
    let run = Run::new();
    let count = Frontier.count(&Problem::new(7, rules("british")).expect("a fair problem"), &run);
    let (done, pieces, found) = run.progress();
    assert!(done > 10 && done == pieces, "{done} of {pieces}");
    assert_eq!(count, Ok(found));
}

#[test]
#[ignore = "seconds in release"]
fn eleven_by_eleven() {
    for set in &BUILTIN {
        agreed(&Problem::new(11, set.ruleset()).expect("a fair problem"));
    }
}

#[test]
#[ignore = "minutes in release"]
fn thirteen_by_thirteen() {
    let problem = Problem::new(13, rules("british")).expect("a fair problem");
    assert_eq!(Frontier.count(&problem, &Run::new()), Ok(162_468_835_136));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Every rule set with the half turn, with up to two thirds of the squares given, in runs of one colour.
    #[test]
    fn random_rules_and_givens(any in rulesets(), size in 3usize..=7, share in 0usize..3, seed in any::<u64>()) {
        let rules = Ruleset {
            symmetry: Symmetry::Rot180,
            min_white_per_row: any.min_white_per_row.min(1),
            ..any
        };
        let mut rng = SeededRng::new(seed);
        let mut givens = Givens::open(size, size);
        // Without givens a loose rule set at 7 × 7 has millions of grids for the other engine to list.
        let fewest = if size == 7 { 4 } else { 0 };
        for _ in 0..(size * size * share / 12).max(fewest) {
            givens.fix(rng.below(size), rng.below(size), rng.below(3) > 0);
        }
        let problem = Problem::new(size, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
        agreed(&problem);
    }
}

#[test]
fn reports_unsupported_problems() {
    let british = rules("british");
    let why = |problem: &Problem| gridcheck_testing::why_unable(&Frontier, "frontier", problem);
    let turned = Ruleset { symmetry: Symmetry::Rot90, ..british.clone() };
    assert_eq!(why(&Problem::new(7, turned).expect("fair")), "symmetry rot90, only rot180");
    let full = Ruleset { min_white_per_row: 2, ..british };
    assert_eq!(why(&Problem::new(7, full).expect("fair")), "min_white_per_row = 2, at most 1");
    assert_eq!(why(&of("british", 17)), "size 17, at most 15");
}

#[test]
fn reports_slow_problems() {
    assert_eq!(Frontier.ability(&of("british", 13)), Ability::Able);
    assert_eq!(Frontier.ability(&of("american", 15)), Ability::Able);
    let fifteen = of("british", 15);
    assert_eq!(Frontier.ability(&fifteen), Ability::Slow("113 open squares, reasonable up to 85".to_owned()));
    // The last row is the image of the first: giving both closes no more squares than giving one.
    let both = fifteen.with_row(0, 0b111).with_row(14, 0b111 << 12);
    assert_eq!(Frontier.ability(&both), Ability::Slow("98 open squares, reasonable up to 85".to_owned()));
    assert_eq!(Frontier.ability(&both.with_row(1, 0b111)), Ability::Able);
    let pairs = Ruleset { min_word: 2, ..rules("british") };
    let pairs = Problem::new(12, pairs).expect("a fair problem");
    assert_eq!(Frontier.ability(&pairs), Ability::Slow("72 open squares, reasonable up to 61".to_owned()));
}

#[test]
fn distributions_agree_with_the_listed_grids() {
    let loose = Ruleset { connected: false, ..rules("american") };
    let loose = Problem::new(7, loose).expect("a fair problem");
    let given = of("american", 8).with_row(0, 0b111);
    for problem in [of("british", 5), of("british", 6), of("british", 7), of("american", 7), given, loose] {
        for by in [
            &[Measure::Letters][..],
            &[Measure::Words, Measure::Blacks],
            &[Measure::Unchecked],
            &[Measure::Checked, Measure::Words, Measure::Unchecked],
        ] {
            let listed = Backtrack.distribution(&problem, by, &Run::new());
            assert!(listed.as_ref().is_ok_and(|listed| !listed.grids.is_empty()), "{problem:?}");
            assert_eq!(Frontier.distribution(&problem, by, &Run::new()), listed, "{problem:?} {by:?}");
        }
    }
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let mut rng = SeededRng::new(34);
    let some = gridcheck_testing::agrees_on_rectangles(&Frontier, 1500, &mut rng);
    assert!(some > 300, "{some} say something");
}
