//! Compares the frontier engine, which cannot list its grids, with the backtracking engine, whose grids the validator has judged.

use std::time::Duration;

use crate::prelude::*;
use crate::support::{self};
use proptest::prelude::*;

/// Returns the count, on which both engines must agree.
fn agreed(problem: &Problem) -> u128 {
    as_backtrack(&Frontier, problem)
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
        let rules = Ruleset { symmetry: Symmetry::Rot180, ..with_whites_up_to(1, any) };
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
