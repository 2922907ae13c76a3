//! The window engine, which cannot show its grids, against the backtracking engine, whose grids the validator has seen.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::{rules, rulesets};
use gridcheck::engine::{Ability, Backtrack, Engine, EngineError, Pinwheel, Run, Window};
use gridcheck::problem::{Givens, Problem};
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use proptest::prelude::*;

/// The count, in which both engines must agree.
fn agreed(problem: &Problem) -> u128 {
    let count = Backtrack.count(problem, &Run::new()).expect("a count");
    assert_eq!(Window.count(problem, &Run::new()), Ok(count), "{problem:?}");
    count
}

#[test]
fn built_in_rule_sets() {
    let mut some = 0;
    for set in &BUILTIN {
        for size in [3, 5, 7, 9] {
            some += usize::from(agreed(&Problem::new(size, set.ruleset()).expect("a fair problem")) > 0);
        }
    }
    assert!(some > 3 * BUILTIN.len(), "hardly any problem had a grid: {some}");
}

/// As large as two counting engines take a moment.
#[test]
fn eleven_by_eleven() {
    for set in &BUILTIN {
        let problem = Problem::new(11, set.ruleset()).expect("a fair problem");
        assert_eq!(Window.count(&problem, &Run::new()), Pinwheel.count(&problem, &Run::new()), "{problem:?}");
    }
}

#[test]
#[ignore = "seconds in release"]
fn thirteen_by_thirteen() {
    for rule_set in ["british", "american", "ho"] {
        let problem = Problem::new(13, rules(rule_set)).expect("a fair problem");
        assert_eq!(Window.count(&problem, &Run::new()), Pinwheel.count(&problem, &Run::new()), "{rule_set}");
    }
}

/// Every square, given white and given black: what it divides is the whole.
#[test]
fn a_given_square_divides_the_grids() {
    for set in [rules("british"), Ruleset { connected: false, ..rules("either-half") }] {
        let problem = Problem::new(7, set).expect("a fair problem");
        let all = agreed(&problem);
        for square in 0..49 {
            let with = |white| {
                let mut givens = Givens::open(7, 7);
                givens.fix(square / 7, square % 7, white);
                agreed(&problem.clone().with_givens(givens).expect("givens of that size"))
            };
            assert_eq!(with(false) + with(true), all, "square {square}");
        }
    }
}

#[test]
fn stops_soon() {
    let problem = Problem::new(15, rules("british")).expect("a fair problem");
    let run = Run::new();
    let start = thread::scope(|scope| {
        let counting = scope.spawn(|| Window.count(&problem, &run));
        thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        run.stop();
        assert_eq!(counting.join().expect("no panic"), Err(EngineError::Stopped));
        start
    });
    assert!(start.elapsed() < Duration::from_secs(6), "it went on for {:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_rules_and_givens(
        set in rulesets(),
        size in prop::sample::select(vec![3usize, 5, 7]),
        fixed in prop::collection::vec((0usize..7, 0usize..7, any::<bool>()), 0..4),
    ) {
        let rules = Ruleset { symmetry: Symmetry::Rot180, min_white_per_row: set.min_white_per_row.min(1), ..set };
        prop_assume!(rules.fault().is_none());
        let mut givens = Givens::open(size, size);
        for (r, c, white) in fixed {
            givens.fix(r % size, c % size, white);
        }
        let problem = Problem::new(size, rules).expect("fair").with_givens(givens).expect("of that size");
        prop_assert_ne!(matches!(Window.ability(&problem), Ability::Unable(_)), true);
        agreed(&problem);
    }
}
