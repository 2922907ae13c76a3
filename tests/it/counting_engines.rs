//! Compares the engines that count without listing with the backtracking engine, whose grids the validator has judged.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::prelude::*;
use gridcheck::constraint::Distribution;
use proptest::prelude::*;

/// Returns the problem of a rule set under a symmetry.
fn with(set: &Ruleset, symmetry: Symmetry, size: usize) -> Problem {
    problem(size, Ruleset { symmetry, ..set.clone() })
}

/// Compares an engine under all built-in rule sets. Returns the number of problems with grids.
fn on_built_in_sets(engine: &dyn Engine, symmetry: Symmetry, sizes: &[usize]) -> usize {
    let problems = BUILTIN.iter().flat_map(|set| sizes.iter().map(|&size| with(&set.ruleset(), symmetry, size)));
    problems.filter(|problem| as_backtrack(engine, problem) > 0).count()
}

/// Returns the largest size at which the backtracking engine is quick.
fn largest(symmetry: Symmetry) -> usize {
    match symmetry {
        Symmetry::None => 5,
        Symmetry::Mirror | Symmetry::Diagonal => 8,
        Symmetry::Mirrors | Symmetry::Diagonals => 11,
        Symmetry::Rot180 | Symmetry::Rot90 | Symmetry::All => 13,
    }
}

#[test]
fn built_in_rule_sets() {
    let some = on_built_in_sets(&Window, Symmetry::Rot180, &[3, 5, 7, 9]);
    assert!(some > 3 * BUILTIN.len(), "hardly any problem had a grid: {some}");
    on_built_in_sets(&Frontier, Symmetry::Rot180, &[3, 4, 5, 6, 7, 8, 9]);
    let mut some = 0;
    for &symmetry in Kaleidoscope.facts().symmetries {
        let sizes: Vec<usize> = (3..=largest(symmetry)).collect();
        some += on_built_in_sets(&Kaleidoscope, symmetry, &sizes);
    }
    assert!(some > 100, "hardly any problem had a grid: {some}");
}

/// The largest size at which two counting engines are quick.
#[test]
fn eleven_by_eleven() {
    for problem in built_in_problems(11..=11) {
        assert_eq!(count(&Window, &problem), count(&Pinwheel, &problem), "{problem:?}");
    }
}

#[test]
#[ignore = "seconds in release"]
fn frontier_at_eleven() {
    on_built_in_sets(&Frontier, Symmetry::Rot180, &[11]);
}

/// The largest sizes in requests and papers, as far as a listing engine can follow.
#[test]
#[ignore = "minutes in release"]
fn thirteen_by_thirteen() {
    for name in ["british", "american", "ho"] {
        let problem = problem(13, rules(name));
        assert_eq!(count(&Window, &problem), count(&Pinwheel, &problem), "{name}");
    }
    for set in [rules("british"), rules("american")] {
        for symmetry in [Symmetry::Mirrors, Symmetry::Diagonals, Symmetry::All] {
            as_backtrack(&Kaleidoscope, &with(&set, symmetry, 13));
        }
    }
    assert_eq!(count(&Frontier, &problem(13, british())), 162_468_835_136);
}

/// Compares a distribution and its extremes by two unrelated engines: one represents polynomials by their values, the other by their terms.
#[test]
fn distributions_and_extremes() {
    let open = Ruleset { connected: false, edges: false, ..british() };
    for set in BUILTIN.iter().map(Builtin::ruleset).chain([open]) {
        let sizes: RangeInclusive<usize> = if set.name == "british" { 5..=9 } else { 5..=7 };
        for (size, measure) in sizes.step_by(2).flat_map(|size| Measure::PLAIN.map(|measure| (size, measure))) {
            let problem = problem(size, set.clone());
            let [ours, theirs]: [Distribution; 2] = [&Window as &dyn Engine, &Pinwheel]
                .map(|engine| engine.distribution(&problem, &[measure], &Run::new()).expect("a distribution"));
            assert_eq!(ours, theirs, "{measure}: {problem:?}");
            for goal in [Goal::Most(measure), Goal::Fewest(measure)] {
                let extreme = Window.extreme(&problem, goal, &Run::new());
                assert_eq!(extreme, Ok(theirs.extreme(goal)), "{goal:?}: {problem:?}");
            }
        }
    }
}

/// All combinations of the rules about rows and columns with white squares, with almost no word rule. There are many regions,
/// rows and columns that begin black, and an all-black grid.
#[test]
fn regions_and_black_lines() {
    for bits in 0..16 {
        let (edges, connected) = (bits & 1 == 1, bits & 2 == 2);
        let base = Ruleset { symmetry: Symmetry::Rot180, min_word: 2 + bits / 8, ..lax() };
        let rules = Ruleset { edges, connected, min_white_per_row: bits / 4 % 2, ..base };
        for size in 3..=6 {
            as_backtrack(&Frontier, &problem(size, rules.clone()));
        }
    }
}

#[test]
fn a_stopped_count_ends_soon() {
    assert_eq!(Frontier.count(&problem(13, british()), &stopped()), Err(EngineError::Stopped));
    stops_soon(&Frontier, &problem(13, british()), Duration::from_millis(1500));
    stops_soon(&Window, &problem(15, british()), Duration::from_millis(500));
    stops_soon(&Kaleidoscope, &with(&british(), Symmetry::Mirror, 13), Duration::from_millis(300));
}

#[test]
fn tells_its_progress() {
    let run = Run::new();
    let count = Frontier.count(&problem(7, british()), &run);
    let (done, pieces, found) = run.progress();
    assert!(done > 10 && done == pieces, "{done} of {pieces}");
    assert_eq!(count, Ok(found));
}

/// Compares an engine on random rules, under a symmetry, with some squares given.
fn on_random_rules(engine: &dyn Engine, set: Ruleset, symmetry: Symmetry, size: usize, fixed: &[(usize, usize, bool)]) {
    let rules = Ruleset { symmetry, ..with_whites_up_to(1, set) };
    let fixed: Vec<_> = fixed.iter().map(|&(r, c, white)| (r % size, c % size, white)).collect();
    let problem = with_squares(&problem(size, rules), &fixed);
    assert_eq!(why_unable(engine, &problem), None);
    as_backtrack(engine, &problem);
}

fn some_squares() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0usize..8, 0usize..8, any::<bool>()), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn window_under_random_rules(set in rulesets(), size in prop::sample::select(vec![3usize, 5, 7]), fixed in some_squares()) {
        on_random_rules(&Window, set, Symmetry::Rot180, size, &fixed);
    }

    #[test]
    fn kaleidoscope_under_random_rules(
        set in rulesets(), pick in any::<prop::sample::Index>(), size in 3usize..9, fixed in some_squares(),
    ) {
        let symmetry = *pick.get(Kaleidoscope.facts().symmetries);
        // Random rules can allow nearly every grid, and 8 x 8 squares with one mirror take the backtracking engine a minute then.
        let size = size.min(if symmetry.group().len() == 2 { 7 } else { largest(symmetry) });
        on_random_rules(&Kaleidoscope, set, symmetry, size, &fixed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Every rule set with the half turn, with up to two thirds of the squares given, in runs of one colour.
    #[test]
    fn frontier_under_random_rules(any in rulesets(), size in 3usize..=7, share in 0usize..3, seed in any::<u64>()) {
        let mut rng = SeededRng::new(seed);
        // Without givens a loose rule set at 7 × 7 has millions of grids for the other engine to list.
        let fewest = if size == 7 { 4 } else { 0 };
        let number = (size * size * share / 12).max(fewest);
        let given: Vec<_> = (0..number).map(|_| (rng.below(size), rng.below(size), rng.below(3) > 0)).collect();
        on_random_rules(&Frontier, any, Symmetry::Rot180, size, &given);
    }
}
