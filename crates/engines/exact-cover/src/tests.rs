//! Tests the whole engine: against published counts, against a test of every pattern, and as part of a run.

use super::*;
use gridcheck_testing::prelude::*;
use gridcheck_testing::{self as testing};

fn count(problem: &Problem) -> u128 {
    ExactCover.count(problem, &Run::new()).expect("the run is not stopped")
}

/// Returns the number of grids, after a check that the engine and the brute-force engine agree.
fn agree(problem: &Problem) -> usize {
    testing::agree(&ExactCover, problem).len()
}

/// Fixes squares until at most `open` orbits are left. Follows a grid with the symmetry where the colours allow it.
fn drawn_givens(rng: &mut SeededRng, size: Size, symmetry: Symmetry, open: usize) -> Givens {
    let mut givens = Givens::open(size.rows(), size.columns());
    let firsts = size.positions().filter(|&square| symmetry.orbit(size, square)[0] == square);
    let mut squares: Vec<(usize, usize)> = firsts.collect();
    while squares.len() > open {
        let (r, c) = squares.swap_remove(rng.below(squares.len()));
        // More squares are white than black, because otherwise hardly any problem would have a grid.
        givens.fix(r, c, !rng.one_in(3));
    }
    givens
}

#[test]
fn order_does_not_depend_on_threads() {
    for rules in [british(), Ruleset { symmetry: Symmetry::None, min_word: 4, ..british() }] {
        testing::same_order_on_threads(&ExactCover, &problem(7, rules));
    }
}

#[test]
fn a_run_can_be_stopped_from_both_ends() {
    testing::stops_from_both_ends(&ExactCover, &problem(7, british()));
}

#[test]
fn built_in_sets_agree_with_every_pattern() {
    for set in &BUILTIN {
        for size in 3..=5 {
            agree(&problem(size, set.ruleset()));
        }
        for (size, symmetry) in (3..=4).flat_map(|size| Symmetry::ALL.map(|symmetry| (size, symmetry))) {
            agree(&problem(size, Ruleset { symmetry, ..set.ruleset() }));
        }
    }
    assert!(agree(&problem(6, british())) > 0);
}

#[test]
fn random_rule_sets_agree_with_every_pattern() {
    let mut rng = SeededRng::new(1);
    let mut with_grids = 0;
    for _ in 0..900 {
        let symmetry = rng.of(&Symmetry::ALL);
        let size = 3 + rng.below(if symmetry == Symmetry::None { 2 } else { 3 });
        with_grids += usize::from(agree(&problem(size, rng.rules(symmetry))) > 0);
    }
    assert!(with_grids > 300, "{with_grids} say something");
}

#[test]
fn random_givens_agree_with_every_pattern() {
    let mut rng = SeededRng::new(2);
    let mut with_grids = 0;
    for _ in 0..1200 {
        let symmetry = rng.of(&Symmetry::ALL);
        let size = Size::square(3 + rng.below(6)).expect("a small size");
        let givens = drawn_givens(&mut rng, size, symmetry, 12);
        let given = problem(size.rows(), rng.rules(symmetry)).with_givens(givens).expect("givens of that size");
        with_grids += usize::from(agree(&given) > 0);
    }
    assert!(with_grids > 180, "{with_grids} say something");
}

/// Constraints that many, few or no small grids meet.
const CONSTRAINTS: [&str; 18] = [
    "letters <= 9",
    "blacks >= 6",
    "words >= 3",
    "words 2..4",
    "checked >= 2",
    "unchecked <= 3",
    "length 2 <= 2",
    "length 2..4 >= 1",
    "length except 2/4 = 0",
    "lengths >= 2",
    "mean-length >= 5/2",
    "mean-length <= 3",
    "mean-length = 3",
    "blacks-per-row <= 1",
    "largest-block 2..4",
    "black-run <= 2",
    "black-edge <= 1",
    "square-blocks 1..2",
];

#[test]
fn random_constraints_agree_with_every_pattern() {
    let mut rng = SeededRng::new(3);
    for constraint in CONSTRAINTS {
        let (mut met, mut unmet) = (0, 0);
        for _ in 0..30 {
            let symmetry = rng.of(&[Symmetry::None, Symmetry::Rot180, Symmetry::Diagonal]);
            let size = if symmetry == Symmetry::None { 4 } else { 4 + rng.below(2) };
            let open = problem(size, rng.rules(symmetry));
            let constraint = constraint.parse().expect("a constraint");
            let grids = agree(&open.clone().with_constraints(vec![constraint]).expect("a fair bound"));
            met += grids;
            unmet += agree(&open) - grids;
        }
        assert!(met > 0 && unmet > 0, "{constraint} is met by {met} grids and not by {unmet}");
    }
}

#[test]
fn a_large_grid_given_but_for_a_few_squares() {
    let size = 64;
    for (row, column) in [(5, 5), (20, 30), (31, 31), (0, 63)] {
        let pair = [(row, column), (size - 1 - row, size - 1 - column)];
        let mut givens = Givens::open(size, size);
        for square in (0..size * size).map(|i| (i / size, i % size)).filter(|square| !pair.contains(square)) {
            givens.fix(square.0, square.1, true);
        }
        let american = problem(size, builtin("american").expect("built in")).with_givens(givens).expect("64 x 64");
        assert!(is_able(&ExactCover, &american));
        assert_eq!(count(&american), 2, "white or black at {pair:?}");
    }
}

#[test]
fn reports_slow_and_unsupported_problems() {
    let slow = |size| why_slow(&ExactCover, &problem(size, british()));
    assert_eq!(slow(9), None);
    let why = slow(11).expect("11 x 11 has tens of millions");
    assert!(why.starts_with("61 open squares, about 2^2") && why.ends_with("reasonable up to 2^24"), "{why}");
    assert_eq!(slow(13).as_deref(), Some("85 open squares, reasonable up to 64"));
    let free = Ruleset { min_word: 2, checking: Checking::Any, max_unchecked_run: Limit::Unlimited, ..british() };
    for (size, rules) in [(21, british()), (64, british()), (64, free)] {
        let why = why_unable(&ExactCover, &problem(size, rules));
        assert_eq!(why.as_deref(), Some("rows and columns can be filled in more than 1000000 ways"), "{size}");
    }
    let large = problem(64, british());
    let why = "rows and columns can be filled in more than 1000000 ways".to_owned();
    let counted = ExactCover.count(&large, &Run::new());
    assert_eq!(counted, Err(EngineError::Declined(Declined { engine: "exact-cover", why })));
    // A rule set that no grid of this size can obey is supported, and has no grids.
    let long = problem(5, Ruleset { min_word: 6, ..british() });
    assert_eq!((is_able(&ExactCover, &long), count(&long)), (true, 0));
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let mut rng = SeededRng::new(34);
    let some = testing::agrees_on_rectangles(&ExactCover, 1500, &mut rng);
    assert!(some > 300, "{some} say something");
}
