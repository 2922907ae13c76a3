//! Shared code of several modules: rule sets, random ones among them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use gridcheck::engines::Backtrack;
use gridcheck::oracle::Oracle;
use gridcheck::stats::hinges;
use gridcheck::words::Words;
use gridcheck_testing::prelude::*;
use proptest::prelude::*;

/// Returns the size of a square grid.
pub fn square(side: usize) -> Size {
    Size::square(side).expect("a fair size")
}

/// Draws a limit from 0 to 4, or none.
fn limits() -> impl Strategy<Value = Limit> {
    prop_oneof![4 => (0usize..5).prop_map(Limit::AtMost), 1 => Just(Limit::Unlimited)]
}

/// Draws consistent rule sets of every kind.
pub fn rulesets() -> impl Strategy<Value = Ruleset> {
    let checking = prop::sample::select(&Checking::NAMED[..]);
    let symmetry = prop_oneof![
        3 => Just(Symmetry::Rot180),
        2 => Just(Symmetry::None),
        3 => prop::sample::select(Symmetry::ALL.to_vec()),
    ];
    let booleans = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.7));
    // The rules that are not named here.
    let others = any::<u64>().prop_map(|seed| SeededRng::new(seed).rules(Symmetry::None));
    (2usize..5, checking, limits(), limits(), booleans, symmetry, 0usize..3, others).prop_map(
        |(min_word, checking, inside, at_ends, (single_cells, edges, connected), symmetry, least, others)| Ruleset {
            name: "random".to_owned(),
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row: least,
            ..others
        },
    )
}

/// Returns the problems of all built-in rule sets at these sizes.
pub fn built_in_problems(sizes: RangeInclusive<usize>) -> impl Iterator<Item = Problem> {
    BUILTIN.iter().flat_map(move |set| sizes.clone().map(|size| problem(size, set.ruleset())).collect::<Vec<_>>())
}

/// Returns small problems of every symmetry group under three rule sets. `takes` chooses by size and by connectedness, and by whether few
/// grids obey the rules: without symmetry, many thousands of 4 × 4 grids obey the loosest.
pub fn symmetric_problems(takes: impl Fn(usize, bool, bool) -> bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for symmetry in Symmetry::ALL {
        for base in [rules("british"), rules("american-loose"), lax()] {
            let are_few = symmetry != Symmetry::None || base.min_word > 2;
            for (size, connected) in [(3, true), (4, true), (4, false)] {
                let rules = Ruleset { symmetry, connected, ..base.clone() };
                if takes(size, connected, are_few) {
                    problems.push(problem(size, rules));
                }
            }
        }
    }
    problems
}

/// Draws problems with random rules in which one square in five is given black, and `white` in five white.
pub fn partly_given(white: u8) -> impl Strategy<Value = Problem> {
    (rulesets(), 3usize..=5, prop::collection::vec(0u8..5, 25)).prop_map(move |(rules, size, colours)| {
        let given = (0..size * size).filter(|&square| colours[square] <= white);
        let given: Vec<_> = given.map(|square| (square / size, square % size, colours[square] > 0)).collect();
        with_squares(&problem(size, rules), &given)
    })
}

/// Returns the count. An engine that cannot list its grids must agree on it with the backtracking engine, whose grids the
/// validator has judged.
pub fn as_backtrack(engine: &dyn Engine, problem: &Problem) -> u128 {
    let expected = count(&Backtrack, problem);
    assert_eq!(engine.count(problem, &Run::new()), Ok(expected), "{problem:?}");
    expected
}

/// Returns problems with every kind of constraint, alone and in pairs, except contradictory ones.
pub fn constrained_problems() -> Vec<Problem> {
    let constraints = "letters 10..15; blacks = 9; words <= 7; checked >= 8; unchecked = 8; length 3 = 2; length 3..5 >= 1; \
                       mean-length 4..4; mean-length <= 3; mean-length >= 5; lengths = 2; length except 3/5 = 0; \
                       length except 4/6 1..3; blacks-per-row = 2; blacks-per-row 1..3";
    let constraints: Vec<Constraint> = constraints.split("; ").map(constraint).collect();
    let mut problems = Vec::new();
    for (i, &one) in constraints.iter().enumerate() {
        let other = constraints[(3 * i + 1) % constraints.len()];
        for (size, name) in [(5, "british"), (5, "american-loose"), (6, "british")] {
            for constraints in [vec![one], vec![one, other]] {
                let problem = Problem::new(size, rules(name)).expect("a fair size");
                problems.extend(problem.with_constraints(constraints));
            }
        }
    }
    problems
}

/// Returns the number of hinges of a grid, as the validator finds them.
pub fn number_of_hinges(grid: &Grid) -> usize {
    hinges(&Words::of(grid).words).len()
}

/// Returns all grids that the solver behind `complete` and `repair` finds, one after another.
pub fn of_the_oracle(problem: &Problem) -> BTreeSet<Grid> {
    let run = Run::new();
    let mut oracle = Oracle::new(problem, &run);
    let mut found = BTreeSet::new();
    while let Some(grid) = oracle.grid(&[]).expect("an answer") {
        oracle.forbid(&grid);
        assert!(found.insert(grid), "the same grid again: {problem:?}");
    }
    found
}
