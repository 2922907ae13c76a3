//! The models of the exported formula are the grids, each once, and its auxiliary variables are functions of the squares.

use crate::models::Models;
use crate::support::{constrained, lax, rules, rulesets};
use gridcheck::encodings::cnf::Cnf;
use gridcheck::engines::ENGINES;
use gridcheck::grid::Grid;
use gridcheck::problem::{Givens, Problem};
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use gridcheck::run::Run;
use gridcheck_testing::collected;
use proptest::prelude::*;

/// Returns the grids that the fastest engine lists, sorted.
fn grids(problem: &Problem) -> Vec<Grid> {
    let lister = ENGINES.fastest_lister(problem).expect("an engine that lists");
    let mut grids = collected(usize::MAX, |collector| lister.list(&Run::new(), collector));
    grids.sort();
    grids
}

/// Returns the models of the exported formula as grids, sorted.
fn models(problem: &Problem) -> Vec<Grid> {
    let n = problem.height();
    let cnf = Cnf::of(problem);
    let models = Models::new(cnf.variables(), cnf.clauses()).all(n * n);
    let grid = |colours: Vec<bool>| {
        let mut grid = Grid::black(n, n);
        for (i, white) in colours.into_iter().enumerate() {
            grid.set_white(i / n, i % n, white);
        }
        grid
    };
    let mut grids: Vec<Grid> = models.into_iter().map(grid).collect();
    grids.sort();
    grids
}

fn must_agree(problem: &Problem) -> usize {
    let (models, grids) = (models(problem), grids(problem));
    let odd = models.iter().find(|grid| !grids.contains(grid)).or(grids.iter().find(|grid| !models.contains(grid)));
    assert!(models == grids, "{} models, {} grids, {odd:?} in {problem:?}", models.len(), grids.len());
    grids.len()
}

#[test]
fn built_in_rule_sets() {
    for set in &BUILTIN {
        for size in 3..=7 {
            must_agree(&Problem::new(size, set.ruleset()).expect("a fair problem"));
        }
    }
}

/// Every kind of constraint, alone and two together.
#[test]
fn constraints() {
    for problem in constrained() {
        must_agree(&problem);
    }
}

#[test]
fn every_symmetry_group() {
    for symmetry in Symmetry::ALL {
        for base in [rules("british"), rules("american-loose"), lax()] {
            // Without symmetry, many thousands of 4 × 4 grids obey the loosest rules.
            let few = symmetry != Symmetry::None || base.min_word > 2;
            for (size, connected) in [(3, true), (4, true), (4, false)].into_iter().filter(|&(size, _)| size < 4 || few)
            {
                let rules = Ruleset { symmetry, connected, ..base.clone() };
                must_agree(&Problem::new(size, rules).expect("a fair problem"));
            }
        }
    }
}

/// Grids with the longest paths: connectedness is the only rule.
#[test]
fn winding_grids() {
    let snake = Ruleset { connected: true, symmetry: Symmetry::Rot180, ..lax() };
    assert!(must_agree(&Problem::new(5, snake.clone()).expect("a fair problem")) > 0);
    // Spirals and combs of white squares one wide, with as many turns as possible: all rows but two are given.
    for rows in [
        "...........\n##########.\n...........\n.##########\n...........\n##########.\n...........\n.##########\n...........\n##########.\n...........",
        "...#...#...\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#...#...#.\n##########.\n...........\n.##########\n...........\n##########.",
        "...#...#...\n.#...#...#.\n.#########.\n.#...#...#.\n...#...#...\n###########\n###########\n###########\n###########\n###########\n###########",
        "...........\n##########.\n.........#.\n.#######.#.\n.#.....#.#.\n.#.###.#.#.\n.#.#...#.#.\n.#.#####.#.\n.#.......#.\n.#########.\n...........",
    ] {
        let grid: Grid = rows.parse().expect("a grid");
        let n = grid.height();
        let mut givens = Givens::open(n, n);
        for (r, &row) in grid.rows().iter().enumerate().filter(|&(r, _)| r != 1) {
            givens.fix_row(r, row);
        }
        let rules = Ruleset { symmetry: Symmetry::None, ..snake.clone() };
        let problem = Problem::new(n, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
        assert!(models(&problem).contains(&grid), "{grid}");
        must_agree(&problem);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_rules(rules in rulesets(), size in 3usize..=6) {
        let problem = Problem::new(size, rules.clone()).expect("a fair problem");
        prop_assume!(size < 5 || rules.symmetry != Symmetry::None && (size < 6 || rules.symmetry.group().len() > 2));
        must_agree(&problem);
    }

    /// Some squares are given, at random.
    #[test]
    fn random_givens(rules in rulesets(), size in 3usize..=5, colours in prop::collection::vec(0u8..5, 25)) {
        let mut givens = Givens::open(size, size);
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            match colours[r * size + c] {
                0 => givens.fix(r, c, false),
                1 | 2 => givens.fix(r, c, true),
                _ => {}
            }
        }
        let problem = Problem::new(size, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
        must_agree(&problem);
    }
}
