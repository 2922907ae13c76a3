//! The engine against the slow reference, as sets of grids. (Only a test may know another engine.)

use std::ops::ControlFlow;

use super::*;
use crate::engine::Brute;
use crate::engine::listing::InOrder;
use crate::grid::{Grid, MAX_SIZE};
use crate::problem::Givens;
use crate::rules::{BUILTIN, Checking, Limit, Ruleset, Symmetry, builtin};

fn listed(engine: &dyn Engine, problem: &Problem) -> Vec<Grid> {
    let mut grids = Vec::new();
    let collector = InOrder::new(|grid: &Grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    });
    engine.list(problem, &Run::new(), &collector).expect("nothing stops the run");
    drop(collector);
    grids
}

fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_unstable();
    grids
}

/// What the cubes make of a problem, with the encoding for long words when `balance` is set, and the cuts on the way.
fn searched(problem: &Problem, balance: bool) -> (Vec<Grid>, Vec<Vec<varisat::Lit>>) {
    let orbits = Orbits::of(problem);
    let longest_by_subsets = if balance { 0 } else { MAX_SIZE };
    let Some(formula) = encode(problem, &orbits, longest_by_subsets) else { return (Vec::new(), Vec::new()) };
    let run = Run::new();
    let search = Search::new(problem, &orbits, &run);
    let mut grids = Vec::new();
    for cube in search.split(&formula).expect("nothing stops the run") {
        let mut give = |grid: &Grid| {
            grids.push(grid.clone());
            Ok(())
        };
        search.list(&formula, &cube, &mut give).expect("nothing stops the run");
    }
    (grids, search.pool().with(<[_]>::to_vec))
}

/// The reference's grids, after both encodings and every cut have been held against them.
fn agreed(problem: &Problem) -> Vec<Grid> {
    let reference = sorted(listed(&Brute, problem));
    let orbits = Orbits::of(problem);
    for balance in [false, true] {
        let (grids, cuts) = searched(problem, balance);
        assert_eq!(sorted(grids), reference, "balance {balance}: {problem:?}");
        for grid in &reference {
            let n = orbits.size();
            let white = |literal: varisat::Lit| {
                (0..n * n).any(|i| orbits.white(i / n, i % n).var() == literal.var() && grid.is_white(i / n, i % n))
            };
            for cut in &cuts {
                assert!(
                    cut.iter().any(|&literal| white(literal) == literal.is_positive()),
                    "{cut:?} cuts off {grid:?}"
                );
            }
        }
    }
    reference
}

fn problem(size: usize, rules: Ruleset) -> Problem {
    Problem::new(size, rules).expect("a question that makes sense")
}

fn british() -> Ruleset {
    builtin("british").expect("built in")
}

/// Small numbers that look random and are the same every time (Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64)]
    }

    fn rules(&mut self) -> Ruleset {
        let limits = [Limit::AtMost(0), Limit::AtMost(1), Limit::AtMost(2), Limit::AtMost(3), Limit::Unlimited];
        loop {
            let rules = Ruleset {
                name: "random".to_owned(),
                min_word: self.of(&[2, 2, 3, 3, 4]),
                single_cells: self.below(3) > 0,
                checking: self.of(&[
                    Checking::All,
                    Checking::CeilHalf,
                    Checking::EitherHalf,
                    Checking::AtLeastHalf,
                    Checking::Any,
                ]),
                max_unchecked_run: self.of(&limits),
                max_unchecked_run_at_ends: self.of(&limits),
                edges: self.below(2) > 0,
                connected: self.below(3) > 0,
                symmetry: self.of(&Symmetry::ALL),
                min_white_per_row: self.of(&[0, 0, 0, 1, 2, 3]),
            };
            if rules.fault().is_none() {
                return rules;
            }
        }
    }

    /// Fixes squares, as in `model` where there is one, until at most `most` orbits are open.
    fn givens(&mut self, rules: &Ruleset, size: usize, model: Option<&Grid>, most: usize) -> Givens {
        let mut givens = Givens::open(size, size);
        let orbits = Orbits::of(&problem(size, rules.clone()));
        let mut given = std::collections::HashSet::new();
        while orbits.len() - given.len() > most {
            let (r, c) = (self.below(size as u64), self.below(size as u64));
            let white = model.map_or_else(|| self.below(2) > 0, |grid| grid.is_white(r, c));
            if given.insert(orbits.white(r, c)) {
                givens.fix(r, c, white);
            }
        }
        givens
    }
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

#[test]
fn random_rules_and_givens() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut grids = 0;
    for round in 0..400 {
        let rules = dice.rules();
        let size = 3 + dice.below(4);
        // A grid of the set itself to take givens from, every other time, or most questions would have no answer.
        let (some, _) = if round % 2 == 0 && size < 6 {
            searched(&problem(size.min(4), rules.clone()), false)
        } else {
            Default::default()
        };
        let model = if some.is_empty() || size > 4 { None } else { Some(&some[dice.below(some.len() as u64)]) };
        let givens = dice.givens(&rules, size, model, 11);
        let problem = problem(size, rules).with_givens(givens).expect("givens of that size");
        grids += agreed(&problem).len();
    }
    eprintln!("{grids}");
    assert!(grids > 1000, "only {grids} grids in all: the test tests nothing");
}
