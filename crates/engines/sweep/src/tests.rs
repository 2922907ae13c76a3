//! The counts of small grids that two unrelated programs found, and each symmetry of the sweep.

use super::*;
use gridcheck_composition::Composition;
use gridcheck_core::constraint::Goal;
use gridcheck_core::rules::builtin;
use gridcheck_testing::prelude::*;

fn count(name: &str, size: usize, symmetry: Symmetry) -> u128 {
    let rules = Ruleset { symmetry, ..builtin(name).expect("built in") };
    Sweeping.count(&Problem::new(size, rules).expect("a fair size"), &Run::new()).expect("a count")
}

#[test]
fn counts_of_small_grids() {
    let half_turn = |name: &str, sizes: std::ops::RangeInclusive<usize>| {
        sizes.map(|size| count(name, size, Symmetry::Rot180)).collect::<Vec<_>>()
    };
    assert_eq!(half_turn("ximenes", 1..=5), [0, 0, 1, 13, 72]);
    assert_eq!(half_turn("ximenes-4", 3..=5), [0, 1, 33]);
    assert_eq!([3, 4].map(|size| count("ximenes", size, Symmetry::None)), [1, 137]);
}

/// Compares numbers, distributions and extremes with the engine that lists.
fn agrees_with_the_list(seeds: std::ops::Range<u64>) {
    let (mut asked, mut some) = (0, 0);
    for seed in seeds {
        let rng = &mut SeededRng::new(seed);
        let problem = random_barred_problem(rng, 24, |problem| first_listed(&Composition, problem, 40));
        if !FACTS.symmetries.contains(&problem.symmetry()) {
            continue;
        }
        let expected = Composition.count(&problem, &Run::new()).expect("a count");
        assert_eq!(Sweeping.count(&problem, &Run::new()), Ok(expected), "seed {seed}: {problem:?}");
        let by = [Measure::Words];
        let distribution = Composition.distribution(&problem, &by, &Run::new());
        assert_eq!(Sweeping.distribution(&problem, &by, &Run::new()), distribution, "seed {seed}: {problem:?}");
        let most = Goal::Most(Measure::Words);
        assert_eq!(Sweeping.extreme(&problem, most, &Run::new()), Composition.extreme(&problem, most, &Run::new()));
        (asked, some) = (asked + 1, some + usize::from(expected > 0));
    }
    assert!(some * 4 > asked, "hardly any problem has a grid: {some} of {asked}");
}

#[test]
fn random_problems_have_the_grids_that_are_listed() {
    agrees_with_the_list(0..400);
}

#[test]
#[ignore = "takes a minute"]
fn many_random_problems_have_the_grids_that_are_listed() {
    agrees_with_the_list(400..10_000);
}

/// Larger grids, with and without the rule that all squares are connected.
#[test]
fn larger_grids_are_counted_as_they_are_listed() {
    for (name, rows, columns, symmetry) in [
        ("ximenes", 6, 6, Symmetry::Rot180),
        ("ximenes", 7, 5, Symmetry::Rot180),
        ("ximenes", 5, 8, Symmetry::Rot180),
        ("ximenes-4", 7, 7, Symmetry::Rot180),
        ("ximenes-4", 5, 6, Symmetry::None),
    ] {
        for connected in [false, true] {
            let rules = Ruleset { symmetry, connected, ..builtin(name).expect("built in") };
            let size = gridcheck_core::size::Size::new(rows, columns).expect("a fair size");
            let problem = Problem::of_size(size, rules).expect("a fair problem");
            let expected = Composition.count(&problem, &Run::new());
            assert_eq!(Sweeping.count(&problem, &Run::new()), expected, "{name} {rows} x {columns} {connected}");
        }
    }
}
