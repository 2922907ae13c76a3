//! All engines that can solve a problem agree on it: random rule sets, random givens, odd and even sizes. `compare` makes the
//! comparison, so the validator judges every grid too.

use crate::support::{rules, rulesets};
use gridcheck::compare::compare;
use gridcheck::engine::watch::Unwatched;
use gridcheck::engine::{Ability, ENGINES, Engine, Run};
use gridcheck::grid::Grid;
use gridcheck::problem::{Givens, Problem};
use gridcheck::rng::SeededRng;
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use gridcheck_testing::first_listed;
use proptest::prelude::*;

/// Above this number of open orbits (2^21 patterns) a test leaves the brute engine out.
const BRUTE_ORBITS: usize = 21;

/// Counts the orbits under the symmetry that no given fixes.
fn open_orbits(problem: &Problem) -> usize {
    let n = problem.height();
    let group = problem.rules().symmetry.group();
    let mut orbits: Vec<_> = (0..n)
        .flat_map(|r| (0..n).map(move |c| (r, c)))
        .map(|square| {
            let mut orbit: Vec<_> = group.iter().map(|transform| transform.square(n, n, square)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit
        })
        .filter(|orbit| orbit.iter().all(|&(r, c)| problem.givens().colour(r, c).is_none()))
        .collect();
    orbits.sort();
    orbits.dedup();
    orbits.len()
}

/// Returns the count on which all engines agree; panics with the report's first difference otherwise.
fn must_agree(problem: &Problem) -> u128 {
    let engines: Vec<&dyn Engine> = ENGINES
        .into_iter()
        .filter(|engine| engine.ability(problem) == Ability::Able)
        .filter(|engine| engine.name() != "brute" || open_orbits(problem) <= BRUTE_ORBITS)
        .collect();
    assert!(engines.len() >= 2, "only {} engines for {problem:?}", engines.len());
    let report = compare(problem, &engines, None, &Unwatched).expect("the engines answer");
    for answer in &report.answers {
        let engine = engines.iter().find(|engine| engine.name() == answer.name).expect("one of them");
        assert_eq!(engine.count(problem, &Run::new()), Ok(answer.count), "{} counts and lists", answer.name);
    }
    let counts: Vec<_> = report.answers.iter().map(|answer| (answer.name, answer.count)).collect();
    let difference = report.differences.first().map(|difference| (&difference.found, difference.grid.to_string()));
    assert!(report.agree, "{problem:?}\n{counts:?}\n{difference:?}");
    report.answers[0].count
}

/// Returns one of the first `among` grids that the fastest engine lists.
fn some_grid(problem: &Problem, among: usize) -> Option<Grid> {
    first_listed(ENGINES.fastest_lister(problem)?, problem, among).pop()
}

#[test]
fn built_in_rule_sets() {
    for set in &BUILTIN {
        for size in 3..=6 {
            must_agree(&Problem::new(size, set.ruleset()).expect("a fair problem"));
        }
    }
}

#[test]
fn built_in_rule_sets_at_seven_and_eight() {
    for set in &BUILTIN {
        for size in 7..=8 {
            must_agree(&Problem::new(size, set.ruleset()).expect("a fair problem"));
        }
    }
}

#[test]
fn every_symmetry_group() {
    for symmetry in Symmetry::ALL {
        for name in ["british", "american"] {
            for size in 3..=6 {
                let rules = Ruleset { symmetry, ..rules(name) };
                let problem = Problem::new(size, rules).expect("a fair problem");
                if open_orbits(&problem) <= 25 {
                    must_agree(&problem);
                }
            }
        }
    }
}

#[test]
fn published_totals() {
    let totals = |name: &str, sizes: &[usize]| {
        sizes.iter().map(|&size| must_agree(&Problem::new(size, rules(name)).expect("a fair size"))).collect::<Vec<_>>()
    };
    assert_eq!(totals("british", &[3, 5, 7]), [1, 17, 650]);
    assert_eq!(totals("american", &[3, 4, 5, 6, 7, 8]), [1, 3, 12, 48, 312, 2190]);
    assert_eq!(totals("american-loose", &[3, 5, 7, 8]), [1, 15, 397, 2637]);
}

/// Draws a rule set, a size, a number of orbits to leave open, and the seed that draws the givens.
fn cases() -> impl Strategy<Value = (Ruleset, usize, usize, u64)> {
    (rulesets(), 3usize..=6, 6usize..=14, any::<u64>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Squares are given from a valid grid, if there is one, so that most problems have solutions. Then one in eight of the given
    /// squares changes its colour.
    #[test]
    fn random_rules_and_givens((rules, size, open, seed) in cases()) {
        let free = Problem::new(size, rules).expect("a fair problem");
        let mut rng = SeededRng::new(seed);
        let model = some_grid(&free, 1 + rng.below(50));
        let mut givens = Givens::open(size, size);
        let mut problem = free;
        let spoil = rng.below(4) == 0;
        while open_orbits(&problem) > open {
            let (r, c) = (rng.below(size), rng.below(size));
            let white = model.as_ref().map_or(rng.below(3) > 0, |grid| grid.is_white(r, c));
            givens.fix(r, c, white != (spoil && rng.below(8) == 0));
            problem = problem.with_givens(givens.clone()).expect("givens of that size");
        }
        must_agree(&problem);
    }

    /// No square is given, and the size is small enough to try every pattern.
    #[test]
    fn random_rules(rules in rulesets(), size in 3usize..=6) {
        let problem = Problem::new(size, rules).expect("a fair problem");
        prop_assume!(open_orbits(&problem) <= 13);
        must_agree(&problem);
    }
}
