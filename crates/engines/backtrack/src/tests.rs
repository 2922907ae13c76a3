//! Tests the whole engine: against published counts, against a test of every pattern, and as part of a run.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::*;
use gridcheck_testing::prelude::*;
use gridcheck_testing::{self as testing};

fn given(size: usize, rules: Ruleset, givens: Givens) -> Problem {
    problem(size, rules).with_givens(givens).expect("givens of that size")
}

fn count(problem: &Problem) -> u128 {
    Backtrack.count(problem, &Run::new()).expect("the run is not stopped")
}

/// Returns the number of grids, after a check that the engine and the brute-force engine agree.
fn agree(problem: &Problem) -> usize {
    testing::agree(&Backtrack, problem).len()
}

fn drawn_symmetry(rng: &mut SeededRng) -> Symmetry {
    rng.of(&[Symmetry::None, Symmetry::Rot180])
}

/// Returns the colours of `grid` as givens, except for at most `open` orbits under the symmetry. The images under the group `alike` are
/// opened too.
fn drawn_givens(rng: &mut SeededRng, grid: &Grid, symmetry: Symmetry, open: usize, alike: &[Transform]) -> Givens {
    let n = grid.height();
    let mut opened = BTreeSet::new();
    for _ in 0..open {
        let square = (rng.below(n), rng.below(n));
        let turned = |image: &Transform| {
            let square = image.square(n, n, square);
            symmetry.group().iter().map(move |turn| turn.square(n, n, square))
        };
        let images: BTreeSet<_> = alike.iter().flat_map(turned).collect();
        if opened.len() + images.len() <= open * symmetry.group().len() {
            opened.extend(images);
        }
    }
    let mut givens = Givens::open(n, n);
    for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        if !opened.contains(&(r, c)) {
            givens.fix(r, c, grid.is_white(r, c));
        }
    }
    givens
}

/// Returns a random pattern with about two white squares in three, unchanged under the symmetry's group and `alike`.
fn drawn_grid(rng: &mut SeededRng, size: usize, symmetry: Symmetry, alike: &[Transform]) -> Grid {
    let mut grid = Grid::black(size, size);
    for square in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
        let white = !rng.one_in(3);
        for image in alike {
            for turn in symmetry.group() {
                let (r, c) = turn.square(size, size, image.square(size, size, square));
                grid.set_white(r, c, white);
            }
        }
    }
    grid
}

/// Groups under which givens may be symmetric, so that a count finds only some of the grids.
const ALIKE: [&[Transform]; 4] = [
    &[Transform::Identity],
    &[Transform::Identity, Transform::MirrorLeftRight],
    &[Transform::Identity, Transform::MainDiagonal],
    &Transform::ALL,
];

/// Returns a grid with every other row white, and with every other column white in the rows between. At even sizes it is valid British
/// except for its symmetry.
fn lattice(size: usize) -> Grid {
    let rows: Vec<u64> = (0..size).map(|r| if r % 2 == 0 { u64::MAX } else { 0x5555_5555_5555_5555 }).collect();
    Grid::from_rows(size, &rows).expect("a fair size")
}

#[test]
fn order_does_not_depend_on_threads() {
    let mut givens = Givens::open(7, 7);
    givens.fix(0, 0, false);
    givens.fix(3, 2, true);
    for problem in [
        problem(9, british()),
        problem(8, testing::rules("american")),
        given(7, Ruleset { symmetry: Symmetry::None, min_word: 4, ..british() }, givens),
    ] {
        assert_eq!(testing::same_order_on_threads(&Backtrack, &problem).len() as u128, count(&problem));
    }
}

#[test]
fn a_run_can_be_stopped_from_both_ends_and_soon() {
    testing::stops_from_both_ends(&Backtrack, &problem(9, british()));
    for symmetry in [Symmetry::None, Symmetry::Rot180] {
        let long = problem(13, Ruleset { symmetry, ..british() });
        testing::stops_soon(&Backtrack, &long, Duration::from_millis(200));
    }
}

#[test]
fn built_in_sets_agree_with_every_pattern() {
    for set in &BUILTIN {
        for size in 3..=6 {
            agree(&problem(size, set.ruleset()));
        }
        for size in 3..=4 {
            agree(&problem(size, Ruleset { symmetry: Symmetry::None, ..set.ruleset() }));
        }
    }
}

/// Checks that a count skips images and a list does not.
#[test]
fn built_in_sets_are_counted_as_they_are_listed() {
    for set in &BUILTIN {
        for size in 7..=9 {
            let open = problem(size, set.ruleset());
            assert_eq!(count(&open), listed(&Backtrack, &open).len() as u128, "{} {size}", set.name);
        }
    }
}

#[test]
fn random_rule_sets_agree_with_every_pattern() {
    let mut rng = SeededRng::new(1);
    let mut with_grids = 0;
    for _ in 0..600 {
        let symmetry = drawn_symmetry(&mut rng);
        let size = if symmetry == Symmetry::None { 3 + rng.below(2) } else { 3 + rng.below(3) };
        with_grids += usize::from(agree(&problem(size, rng.rules(symmetry))) > 0);
    }
    assert!(with_grids > 300, "{with_grids} say something");
}

#[test]
fn random_givens_agree_with_every_pattern() {
    let mut rng = SeededRng::new(2);
    let mut with_grids = [0; ALIKE.len()];
    for round in 0..2000 {
        let symmetry = drawn_symmetry(&mut rng);
        let size = 3 + rng.below(9);
        let rules = rng.rules(symmetry);
        let alike = rng.below(ALIKE.len());
        let grid = match round % 3 {
            0 => drawn_grid(&mut rng, size, symmetry, ALIKE[alike]),
            1 if size % 2 == 1 || symmetry == Symmetry::None => lattice(size),
            _ => Grid::from_rows(size, &vec![u64::MAX; size]).expect("a fair size"),
        };
        let givens = drawn_givens(&mut rng, &grid, symmetry, 10, ALIKE[alike]);
        with_grids[alike] += usize::from(agree(&given(size, rules, givens)) > 0);
    }
    assert!(with_grids.iter().all(|&number| number > 100), "{with_grids:?} say something");
}

#[test]
fn large_grids_given_but_for_a_few_squares() {
    let start = Instant::now();
    let mut rng = SeededRng::new(3);
    for size in [21, 31, 32] {
        for symmetry in [Symmetry::None, Symmetry::Rot180] {
            let rules = Ruleset { symmetry, ..british() };
            if size % 2 == 1 || symmetry == Symmetry::None {
                let givens = drawn_givens(&mut rng, &lattice(size), symmetry, 8, ALIKE[0]);
                assert!(agree(&given(size, rules.clone(), givens)) > 0);
            }
            let white = Grid::from_rows(size, &vec![u64::MAX; size]).expect("a fair size");
            let givens = drawn_givens(&mut rng, &white, symmetry, 8, ALIKE[0]);
            let american = Ruleset { single_cells: false, checking: Checking::All, ..rules };
            assert!(agree(&given(size, american, givens)) > 0);
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Checks that the row graph may be discarded at any time.
#[test]
fn counts_correctly_when_the_row_graph_is_discarded() {
    for (size, symmetry) in [(5, Symmetry::None), (8, Symmetry::Rot180), (9, Symmetry::Rot180)] {
        let problem = problem(size, Ruleset { symmetry, ..builtin("american").expect("built in") });
        let outline = Outline::of(&problem).expect("able").expect("no contradiction");
        let mut work = Work::new(&problem, outline);
        work.plan.most_kept = 0;
        assert_eq!(work.count(&Run::new()), Ok(count(&problem)), "{size}");
    }
}

#[test]
fn reports_slow_and_unsupported_problems() {
    assert!(is_able(&Backtrack, &problem(11, british())));
    let slow = why_slow(&Backtrack, &problem(13, british()));
    assert_eq!(slow.as_deref(), Some("85 open squares, reasonable up to 64"));
    let why = |size| why_unable(&Backtrack, &problem(size, british()));
    assert_eq!(why(33).as_deref(), Some("size 33, at most 32"));
    assert_eq!(why(32).as_deref(), Some("more than 262144 row patterns"));
    let why = "size 33, at most 32".to_owned();
    let counted = Backtrack.count(&problem(33, british()), &Run::new());
    assert_eq!(counted, Err(EngineError::Declined(Declined { engine: "backtrack", why })));
    // The open squares are the orbits of the symmetry.
    let open = |symmetry| Outline::of(&problem(13, Ruleset { symmetry, ..british() })).ok().flatten().map(|o| o.open);
    assert_eq!(Symmetry::ALL.map(open), [169, 85, 43, 91, 49, 91, 49, 28].map(Some));
    // A rule set that no grid of this size can obey is supported, and has no grids.
    for long in [
        Ruleset { min_word: 6, ..british() },
        Ruleset { min_word: 64, ..british() },
        Ruleset { min_white_per_row: 64, checking: Checking::Any, ..british() },
    ] {
        let problem = problem(5, long);
        assert_eq!((is_able(&Backtrack, &problem), count(&problem)), (true, 0));
    }
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let mut rng = SeededRng::new(34);
    let some = testing::agrees_on_rectangles(&Backtrack, 1500, &mut rng);
    assert!(some > 300, "{some} say something");
}

/// A reflection exchanges rows and columns, so a count may not skip it under a constraint on rows.
#[test]
fn a_constraint_on_rows_is_not_one_on_columns() {
    let mut grids = 0;
    for (size, constraint) in [(5, "blacks-per-row 1..3"), (7, "blacks-per-row 1..4"), (9, "blacks-per-row = 1")] {
        let rules = testing::rules(if size == 9 { "american" } else { "british" });
        let problem = constrained(&problem(size, rules), &[constraint]);
        let listed = testing::listed(&Backtrack, &problem);
        assert_eq!(Backtrack.count(&problem, &Run::new()), Ok(listed.len() as u128), "{size}");
        grids += listed.len();
    }
    assert!(grids > 12, "only {grids} grids");
}
