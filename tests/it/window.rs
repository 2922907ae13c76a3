//! Compares the window engine, which cannot list its grids, with the backtracking engine, whose grids the validator has judged.

use std::time::Duration;

use crate::prelude::*;
use crate::support::{self};
use gridcheck::constraint::Distribution;
use proptest::prelude::*;

/// Returns the count, on which both engines must agree.
fn agreed(problem: &Problem) -> u128 {
    as_backtrack(&Window, problem)
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

/// The largest size at which two counting engines are quick.
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

/// Returns a distribution, whose extremes must match, by two unrelated engines: one represents polynomials by their values, the
/// other by their terms.
fn sorted(problem: &Problem, measure: Measure) -> Distribution {
    let [ours, theirs] = [&Window as &dyn Engine, &Pinwheel]
        .map(|engine| engine.distribution(problem, &[measure], &Run::new()).expect("a distribution"));
    assert_eq!(ours, theirs, "{measure}: {problem:?}");
    for goal in [Goal::Most(measure), Goal::Fewest(measure)] {
        let extreme = Window.extreme(problem, goal, &Run::new());
        assert_eq!(extreme, Ok(theirs.extreme(goal)), "{goal:?}: {problem:?}");
    }
    ours
}

#[test]
fn distributions_and_extremes() {
    let open = Ruleset { connected: false, edges: false, ..rules("british") };
    for set in BUILTIN.iter().map(Builtin::ruleset).chain([open]) {
        for size in if set.name == "british" { 5..=9 } else { 5..=7 }.step_by(2) {
            let problem = Problem::new(size, set.clone()).expect("a fair problem");
            for measure in Measure::PLAIN {
                sorted(&problem, measure);
            }
        }
    }
}

#[test]
fn stops_soon() {
    support::stops_soon(
        &Window,
        &Problem::new(15, rules("british")).expect("a fair problem"),
        Duration::from_millis(500),
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_rules_and_givens(
        set in rulesets(),
        size in prop::sample::select(vec![3usize, 5, 7]),
        fixed in prop::collection::vec((0usize..7, 0usize..7, any::<bool>()), 0..4),
    ) {
        let rules = Ruleset { symmetry: Symmetry::Rot180, ..with_whites_up_to(1, set) };
        let fixed: Vec<_> = fixed.into_iter().map(|(r, c, white)| (r % size, c % size, white)).collect();
        let problem = with_squares(&Problem::new(size, rules).expect("fair"), &fixed);
        prop_assert_eq!(why_unable(&Window, &problem), None);
        agreed(&problem);
    }
}
