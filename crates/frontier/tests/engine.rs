//! Tests the engine from outside.

use gridcheck_backtrack::Backtrack;
use gridcheck_core::constraint::Measure;
use gridcheck_core::problem::Problem;
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::{Ruleset, Symmetry};
use gridcheck_frontier::Frontier;
use gridcheck_run::{Ability, Engine, Run};
use gridcheck_testing::rules;

/// Returns the problem of this size under a built-in rule set.
fn of(name: &str, size: usize) -> Problem {
    Problem::new(size, rules(name)).expect("a fair size")
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

/// Compares distributions, which use another weight in the same sweep, with those of the backtracking engine.
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
