//! The models of the exported formula are the grids, each once, and its auxiliary variables are functions of the squares.

use crate::models::Models;
use crate::prelude::*;
use gridcheck::encodings::cnf::Cnf;
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
    for problem in built_in_problems(3..=7) {
        must_agree(&problem);
    }
}

/// Every kind of constraint, alone and two together.
#[test]
fn constraints() {
    for problem in constrained_problems() {
        must_agree(&problem);
    }
}

#[test]
fn every_symmetry_group() {
    for problem in symmetric_problems(|size, _, are_few| size < 4 || are_few) {
        must_agree(&problem);
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
    fn random_givens(problem in partly_given(2)) {
        must_agree(&problem);
    }
}
