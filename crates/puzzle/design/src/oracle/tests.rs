//! Compares answers with all grids of a problem, as an engine lists them.

use super::*;

use std::collections::BTreeSet;
use std::time::Duration;

use gridcheck_registry::Brute;
use gridcheck_testing::prelude::*;

fn loose(symmetry: Symmetry) -> Ruleset {
    Ruleset { min_word: 2, edges: false, checking: Checking::Any, symmetry, ..british() }
}

/// Returns all grids that the oracle finds if each is forbidden once it is found.
fn all(problem: &Problem) -> BTreeSet<Grid> {
    let run = Run::new();
    let mut oracle = Oracle::new(problem, &run);
    let mut grids = BTreeSet::new();
    while let Some(grid) = oracle.grid(&[]).expect("the run is not stopped") {
        let other = |(r, c)| oracle.square((r, c), !grid.is_white(r, c));
        let clause: Vec<Lit> = problem.size().positions().map(other).collect();
        oracle.add(&clause);
        assert!(grids.insert(grid), "a grid that was forbidden");
    }
    grids
}

#[test]
fn the_oracle_finds_every_grid() {
    let mut rng = SeededRng::new(11);
    let mut grids = 0;
    for round in 0..120 {
        let symmetry = Symmetry::ALL[round % 8];
        let rules = rng.rules(symmetry);
        let size = if symmetry == Symmetry::None { 4 } else { 5 };
        let problem = problem(size, rules);
        let expected: BTreeSet<Grid> = listed(&Brute, &problem).into_iter().take(3000).collect();
        if expected.len() < 3000 {
            assert_eq!(all(&problem), expected, "{problem:?}");
            grids += expected.len();
        }
    }
    assert!(grids > 2000, "only {grids} grids");
}

#[test]
fn answers_hold_under_assumptions() {
    let mut rng = SeededRng::new(12);
    let (mut some, mut none) = (0, 0);
    for (size, rules) in [(5, british()), (7, british()), (4, loose(Symmetry::None)), (6, loose(Symmetry::All))] {
        let problem = problem(size, rules);
        let grids = listed(&gridcheck_registry::Backtrack, &problem);
        let run = Run::new();
        let mut oracle = Oracle::new(&problem, &run);
        for _ in 0..300 {
            let squares = 1 + rng.below(size * size / 3);
            let assumed: Vec<((usize, usize), bool)> =
                (0..squares).map(|_| ((rng.below(size), rng.below(size)), rng.one_in(2))).collect();
            let agrees = |grid: &Grid, assumed: &[((usize, usize), bool)]| {
                assumed.iter().all(|&((r, c), white)| grid.is_white(r, c) == white)
            };
            let literals: Vec<Lit> = assumed.iter().map(|&(place, white)| oracle.square(place, white)).collect();
            if let Some(grid) = oracle.grid(&literals).expect("the run is not stopped") {
                assert!(grids.contains(&grid) && agrees(&grid, &assumed));
                some += 1;
            } else {
                let core = oracle.core();
                let is_named = |&(place, white): &((usize, usize), bool)| core.contains(&oracle.square(place, white));
                let named: Vec<_> = assumed.iter().copied().filter(is_named).collect();
                assert!(!grids.iter().any(|grid| agrees(grid, &named)), "{named:?} excludes nothing");
                none += 1;
            }
        }
    }
    assert!(some > 100 && none > 100, "{some} and {none}");
}

#[test]
fn cuts_exclude_their_disconnected_grid_and_no_connected_one() {
    let rules = loose(Symmetry::Rot180);
    let apart = listed(&Brute, &problem(5, Ruleset { connected: false, ..rules.clone() }));
    let together = listed(&Brute, &problem(5, rules.clone()));
    let holds = |clause: &[Lit], grid: &Grid| {
        clause.iter().any(|literal| grid.is_white(literal.index() / 5, literal.index() % 5) == literal.is_positive())
    };
    let run = Run::new();
    let oracle = Oracle::new(&problem(5, rules), &run);
    let mut cuts = 0;
    for grid in &apart {
        for cut in oracle.judge(grid).expect("in several pieces at worst") {
            assert!(!holds(&cut, grid));
            assert!(together.iter().all(|other| holds(&cut, other)), "{cut:?} from {grid:?}");
            cuts += 1;
        }
    }
    assert!(cuts > 100, "only {cuts} cuts");
}

#[test]
fn the_oracle_stops_before_and_during_an_answer() {
    let run = stopped();
    let stopped = Oracle::new(&problem(5, british()), &run).grid(&[]);
    assert_eq!(stopped, Err(EngineError::Stopped));
    // This pigeonhole problem takes many hours to refute.
    let run = Run::new().within(Duration::from_millis(200));
    let mut oracle = Oracle::new(&problem(5, british()), &run);
    let holes = 20;
    let pigeons: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| oracle.fresh()).collect()).collect();
    for (i, pigeon) in pigeons.iter().enumerate() {
        oracle.add(pigeon);
        for other in &pigeons[..i] {
            (0..holes).for_each(|hole| oracle.add(&[!pigeon[hole], !other[hole]]));
        }
    }
    assert_eq!(oracle.grid(&[]), Err(EngineError::Stopped));
    assert_eq!(oracle.grid(&[]), Err(EngineError::Stopped), "and it stays so");
}

#[test]
fn a_grid_that_the_validator_finds_invalid_is_an_error() {
    let run = Run::new();
    let oracle = Oracle::new(&problem(5, british()), &run);
    let error = oracle.judge(&"...../...../...../...../.....".parse().expect("a grid")).expect_err("all checked");
    assert!(error.to_string().contains("GC008"), "{error}");
    let mut givens = Givens::open(5, 5);
    givens.fix(1, 1, true);
    let oracle = Oracle::new(&problem(5, british()).with_givens(givens).expect("of that size"), &run);
    let error = oracle.judge(&"...../.#.#./...../.#.#./.....".parse().expect("a grid")).expect_err("given");
    assert!(error.to_string().contains("row 2, column 2"), "{error}");
}
