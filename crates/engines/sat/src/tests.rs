//! Compares the engine with the slow reference engine, as sets of grids. (Only a test may depend on another engine.)

use std::time::Duration;

use varisat::Lit;

use super::cuts::Cutter;
use super::models::Models;
use super::*;
use gridcheck_engine::clock::Moment;
use gridcheck_testing::prelude::*;
use gridcheck_testing::{self as testing};

fn in_cubes(sizes: Sizes, problem: &Problem) -> Vec<Grid> {
    collected(usize::MAX, |collector| list_in_cubes(problem, sizes, &Run::new(), collector))
}

/// Returns the grids of the engine, after a check that the reference has the same; every cut of the enumeration must hold in all of them.
fn agreed(problem: &Problem) -> Vec<Grid> {
    let reference: Vec<Grid> = testing::agree(&Sat, problem).into_iter().collect();
    assert_eq!(
        in_cubes(Sizes { leaf: 4, split: 3, models: 3 }, problem),
        listed(&Sat, problem),
        "the order hangs on the cubes: {problem:?}"
    );
    let orbits = Orbits::of(problem);
    let white = |grid: &Grid, literal: Lit| {
        let is_its = |&(r, c): &(usize, usize)| orbits.white(r, c).var() == literal.var();
        let (r, c) = orbits.size().positions().find(is_its).expect("a literal of a square");
        grid.is_white(r, c)
    };
    for cut in cuts_met(problem, &orbits) {
        for grid in &reference {
            let holds = cut.iter().any(|&literal| white(grid, literal) == literal.is_positive());
            assert!(holds, "{cut:?} cuts off {grid:?} of {problem:?}");
        }
    }
    reference
}

/// Returns the cuts added when the whole problem is one cube.
fn cuts_met(problem: &Problem, orbits: &Orbits) -> Vec<Vec<Lit>> {
    let mut all_cuts = Vec::new();
    let Some(cutter) = Cutter::of(problem, orbits) else { return all_cuts };
    let formula = formula(problem, orbits, &Images::of(problem, orbits), &Run::new()).expect("it runs");
    let Some(formula) = formula else { return all_cuts };
    let open = orbits.open(&formula);
    let run = Run::new();
    let mut models = Models::new(&formula, &open, &run);
    while let Some(assignment) = models.next().expect("varisat works") {
        let grid = orbits.painted(&formula, &open, assignment);
        let cuts = cutter.cuts(&grid, |orbit| formula.value(orbit.positive()) == Some(true));
        if cuts.is_empty() {
            models.block(assignment);
        }
        for cut in &cuts {
            models.add(cut);
        }
        all_cuts.extend(cuts);
    }
    all_cuts
}

/// Returns a random rule set that some word can obey, of any symmetry; two in three require one region.
fn drawn_rules(rng: &mut SeededRng) -> Ruleset {
    let symmetry = rng.of(&Symmetry::ALL);
    Ruleset { connected: !rng.one_in(3), ..rng.rules(symmetry) }
}

/// Fixes squares, with the colours of `model` if there is one, until at most `most` orbits are open.
fn drawn_givens(rng: &mut SeededRng, problem: &Problem, model: Option<&Grid>, most: usize) -> Givens {
    let orbits = Orbits::of(problem);
    let (height, width) = (orbits.size().rows(), orbits.size().columns());
    let mut givens = Givens::open(height, width);
    let mut given = std::collections::HashSet::new();
    while orbits.len() - given.len() > most {
        let (r, c) = (rng.below(height), rng.below(width));
        let white = model.map_or_else(|| rng.below(2) > 0, |grid| grid.is_white(r, c));
        if given.insert(orbits.white(r, c)) {
            givens.fix(r, c, white);
        }
    }
    givens
}

#[test]
fn built_in_rules() {
    for set in &BUILTIN {
        for size in 3..=5 {
            agreed(&problem(size, set.ruleset()));
        }
    }
}

#[test]
fn every_symmetry() {
    for symmetry in Symmetry::ALL {
        for size in 3..=6 {
            let problem = problem(size, Ruleset { symmetry, ..british() });
            if Orbits::of(&problem).len() <= 18 {
                agreed(&problem);
            }
        }
    }
}

/// Sizes that are no squares, with single rows and columns among them.
const RECTANGLES: [(usize, usize); 12] =
    [(1, 1), (1, 2), (1, 6), (5, 1), (2, 2), (2, 6), (7, 2), (3, 5), (4, 3), (5, 4), (6, 3), (3, 7)];

#[test]
fn built_in_rules_of_rectangles() {
    let symmetries = [Symmetry::None, Symmetry::Rot180, Symmetry::Mirror, Symmetry::Mirrors];
    let mut grids = 0;
    for size in RECTANGLES {
        for set in BUILTIN.iter().map(Builtin::ruleset).chain([Ruleset::lax()]) {
            for symmetry in symmetries {
                let problem = problem_of_size(size, Ruleset { symmetry, ..set.clone() });
                if Orbits::of(&problem).len() <= 12 {
                    grids += agreed(&problem).len();
                }
            }
        }
    }
    assert!(grids > 1000, "only {grids} grids in all: the test tests nothing");
}

#[test]
fn random_rules_givens_and_constraints() {
    let mut rng = SeededRng::new(0x5851_F42D_4C95_7F2D);
    let constraints = [
        "words >= 3",
        "letters <= 9",
        "checked >= 2",
        "length 2 <= 2",
        "mean-length >= 5/2",
        "lengths >= 2",
        "length except 2/4 = 0",
        "blacks-per-row <= 1",
    ];
    let mut grids = 0;
    for round in 0..800 {
        let side = 3 + rng.below(4);
        // Random givens rarely have a grid, so every other time they are taken from a grid.
        let size = if round % 4 < 2 { (side, side) } else { rng.of(&RECTANGLES) };
        let rules = loop {
            let rules = drawn_rules(&mut rng);
            if rules.symmetry.fits(Size::new(size.0, size.1).expect("a size")) {
                break rules;
            }
        };
        let open = problem_of_size(size, rules);
        let most = if round % 2 == 0 { 1 + rng.below(40) } else { 0 };
        let some = if most > 0 { first_listed(&Sat, &open, most) } else { Vec::new() };
        let givens = drawn_givens(&mut rng, &open, some.last(), 11);
        let mut problem = open.with_givens(givens).expect("givens of that size");
        if rng.one_in(3) {
            let constraint = rng.of(&constraints).parse().expect("a constraint");
            // A constraint that contradicts the size is refused, and the problem stays as it was.
            problem = problem.clone().with_constraints(vec![constraint]).unwrap_or(problem);
        }
        grids += agreed(&problem).len();
    }
    assert!(grids > 1000, "only {grids} grids in all: the test tests nothing");
}

/// A rectangle has four images: a quarter turn and a reflection in a diagonal would change its size.
#[test]
fn a_rectangle_has_as_many_grids_as_its_transpose() {
    for (symmetry, (rows, columns), most) in
        [(Symmetry::None, (3, 4), 4), (Symmetry::Rot180, (4, 5), 2), (Symmetry::Mirrors, (5, 8), 1)]
    {
        let rules = Ruleset { symmetry, ..Ruleset::lax() };
        let [wide, tall] = [(rows, columns), (columns, rows)].map(|size| problem_of_size(size, rules.clone()));
        let count = |problem| Sat.count(problem, &Run::new()).expect("a count");
        assert_eq!(count(&wide), count(&tall), "{symmetry:?}");
        assert!(count(&wide) > 0);
        let images = Images::of(&wide, &Orbits::of(&wide));
        let made = listed(&Sat, &wide).iter().map(|grid| images.all(grid).len()).max();
        assert_eq!(made, Some(most), "{symmetry:?}");
    }
}

/// Compares the grids that the solver finds with the grids derived from them.
#[test]
fn solver_finds_one_grid_of_each_image_class() {
    for (symmetry, size, most) in [(Symmetry::Rot180, 7, 4), (Symmetry::Mirror, 5, 2), (Symmetry::None, 4, 8)] {
        for given in [false, true] {
            let open = problem(size, Ruleset { symmetry, ..british() });
            let mut givens = open.givens().clone();
            if given {
                givens.fix(0, 0, true);
            }
            let problem = open.with_givens(givens).expect("givens of that size");
            let orbits = Orbits::of(&problem);
            let images = Images::of(&problem, &orbits);
            let formula = formula(&problem, &orbits, &images, &Run::new()).expect("it runs").expect("there are grids");
            let mut sought = Vec::new();
            let give = &mut |grid: &Grid| -> Result<(), EngineError> {
                sought.push(grid.clone());
                Ok(())
            };
            Search::new(&problem, &orbits, cubes::SIZES, &Run::new())
                .list(&formula, &[], give)
                .expect("the run is not stopped");
            let made: Vec<usize> = sought.iter().map(|grid| images.all(grid).len()).collect();
            assert_eq!(made.iter().sum::<usize>(), listed(&Sat, &problem).len(), "{problem:?}");
            // The corner is one of two or four images. If it is given, only the reflections in the diagonals remain, or, with a mirror,
            // none of them.
            let most = match (given, symmetry) {
                (false, _) => most,
                (true, Symmetry::Mirror) => 1,
                (true, _) => 2,
            };
            assert_eq!(made.into_iter().max(), Some(most), "{problem:?}");
        }
    }
}

#[test]
fn order_does_not_depend_on_threads() {
    // 49 orbits: two levels of cubes.
    let problem = problem(7, Ruleset { symmetry: Symmetry::None, ..testing::rules("min-4") });
    assert_eq!(testing::same_order_on_threads(&Sat, &problem).len(), 5535);
}

#[test]
fn a_constraint_without_clauses_is_declined() {
    let asked = constrained(&problem(7, british()), &["black-run 1..4"]);
    let why = why_unable(&Sat, &asked).expect("it has no clauses");
    assert!(why.starts_with("the constraint black-run 1..4, it supports only letters"), "{why}");
    assert!(Sat.extreme(&asked, Goal::Most(Measure::Words), &Run::new()).is_err());
}

#[test]
fn extremes_by_bounds_are_those_of_a_list() {
    let goals = [Measure::Letters, Measure::Words, Measure::Length(3), Measure::Unchecked]
        .into_iter()
        .flat_map(|measure| [Goal::Most(measure), Goal::Fewest(measure)]);
    for goal in goals {
        for constraints in
            [&[][..], &["words = 6"], &["letters <= 20", "words >= 7"], &["length 3 <= 4"], &["words = 7"]]
        {
            let (problem, run) = (constrained(&problem(7, british()), constraints), Run::new());
            let listed = Sat.distribution(&problem, &[goal.measure()], &run).expect("a listing").extreme(goal);
            assert_eq!(Sat.extreme(&problem, goal, &run), Ok(listed), "{goal}");
        }
    }
}

#[test]
fn a_stopped_search_for_an_extreme_is_no_answer() {
    let (problem, run) = (Problem::new(7, british()).expect("a fair size"), Run::new());
    run.stop();
    assert_eq!(Sat.extreme(&problem, Goal::Most(Measure::Words), &run), Err(EngineError::Stopped));
}

/// One call of the solver takes minutes here: it must show that no grid has more than 48 words.
#[test]
fn a_hard_formula_ends_with_the_time_limit() {
    let problem = constrained(&problem(13, british()), &["words >= 49"]);
    let (start, limit) = (Moment::now(), Duration::from_millis(500));
    let run = Run::new().within(limit);
    assert_eq!(any(&problem, &run), Err(EngineError::Stopped));
    assert!(run.is_late() && start.seconds() < 60.0, "stopped after {} s", start.seconds());
}

/// Returns the grids of a barred problem, after a check that the reference has the same, in any division into cubes.
fn agreed_with_bars(problem: &Problem) -> usize {
    let grids = testing::agree(&Sat, problem);
    let in_small_cubes = in_cubes(Sizes { leaf: 4, split: 3, models: 3 }, problem);
    assert_eq!(in_small_cubes, listed(&Sat, problem), "the order hangs on the cubes: {problem:?}");
    grids.len()
}

#[test]
fn barred_grids_of_random_rules_givens_and_constraints() {
    let mut rng = SeededRng::new(0x3C6E_F372_FE94_F82B);
    let constraints = [
        "words >= 3",
        "words <= 5",
        "letters >= 2",
        "letters = 9",
        "blacks <= 1",
        "checked >= 2",
        "unchecked <= 4",
        "length 2 <= 2",
        "length 3 = 1",
        "mean-length >= 5/2",
        "mean-length <= 3",
        "lengths >= 2",
        "length except 2/4 = 0",
        "blacks-per-row <= 1",
    ];
    let (mut grids, mut some) = (0, 0);
    for round in 0..500 {
        let most = if round % 20 == 0 { 14 } else { 11 };
        let mut problem = random_barred_problem(&mut rng, most, |problem| first_listed(&Sat, problem, 40));
        if rng.one_in(2) {
            let constraint = rng.of(&constraints).parse().expect("a constraint");
            problem = problem.clone().with_constraints(vec![constraint]).unwrap_or(problem);
        }
        let found = agreed_with_bars(&problem);
        (grids, some) = (grids + found, some + usize::from(found > 0));
    }
    assert!(grids > 1000 && some > 100, "{grids} grids of {some} problems in all: the test tests too little");
}

#[test]
fn barred_grids_of_every_symmetry() {
    for symmetry in Symmetry::ALL {
        for name in ["ximenes", "ximenes-4"] {
            for size in 1..=5 {
                let problem = problem(size, Ruleset { symmetry, ..rules(name) });
                if Orbits::of(&problem).len() <= 20 {
                    agreed_with_bars(&problem);
                }
            }
        }
    }
}

#[test]
fn barred_extremes_by_bounds_are_those_of_a_list() {
    let problem = problem(5, rules("ximenes"));
    for measure in [Measure::Letters, Measure::Words, Measure::Length(3), Measure::Unchecked] {
        for goal in [Goal::Most(measure), Goal::Fewest(measure)] {
            let listed = Sat.distribution(&problem, &[measure], &Run::new()).expect("a listing").extreme(goal);
            assert_eq!(Sat.extreme(&problem, goal, &Run::new()), Ok(listed), "{goal}");
        }
    }
}
