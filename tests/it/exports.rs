//! What external tools read of a problem has one solution for each grid: models of the formula, whose auxiliary variables are functions of
//! the squares; stable models of the logic program, which clingo counts where it is installed; exact covers, except for connectedness.

use std::collections::{HashMap, HashSet};
use std::process::{Command, Stdio};

use crate::models::Models;
use crate::prelude::*;
use crate::program::HANGS;
use gridcheck::encodings::{asp, cnf::Cnf, cover};
use gridcheck_dlx::Matrix;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Returns the models of the exported formula as grids, sorted.
fn models(problem: &Problem) -> Vec<Grid> {
    let (n, cnf) = (problem.height(), Cnf::of(problem));
    let grid = |colours: Vec<bool>| {
        let mut grid = Grid::black(n, n);
        for (i, white) in colours.into_iter().enumerate() {
            grid.set_white(i / n, i % n, white);
        }
        grid
    };
    let mut grids: Vec<Grid> = Models::new(cnf.variables(), cnf.clauses()).all(n * n).into_iter().map(grid).collect();
    grids.sort();
    grids
}

/// Compares the models of the formula with the grids that the fastest engine lists. Returns their number.
fn formula_agrees(problem: &Problem) -> usize {
    let lister = ENGINES.fastest_lister(problem).expect("an engine that lists");
    let mut grids = collected(usize::MAX, |collector| lister.list(&Run::new(), collector));
    grids.sort();
    let models = models(problem);
    let odd = models.iter().find(|grid| !grids.contains(grid)).or(grids.iter().find(|grid| !models.contains(grid)));
    assert!(models == grids, "{} models, {} grids, {odd:?} in {problem:?}", models.len(), grids.len());
    grids.len()
}

fn by_fastest(problem: &Problem) -> u128 {
    let engine = ENGINES.fastest(problem, &SumKind::Plain).expect("an engine that can");
    engine.count(&Run::new()).expect("a count")
}

/// Compares the number of stable models of the logic program with a count.
fn program_agrees(problem: &Problem) {
    let mut text = Vec::new();
    asp::write(problem, &mut text).expect("memory takes all");
    let mut clingo = assert_cmd::Command::new("clingo");
    clingo.args(["--models=0", "--quiet"]).write_stdin(text.clone()).timeout(HANGS);
    let output = clingo.output().expect("clingo starts");
    // Clingo warns about oddities, and must find none in these programs.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", String::from_utf8_lossy(&text));
    let said = String::from_utf8_lossy(&output.stdout);
    let models = said.lines().find_map(|line| line.strip_prefix("Models")).expect("a count");
    let models: u128 = models.trim_start_matches([' ', ':']).trim().parse().expect("a number");
    assert_eq!(models, by_fastest(problem), "{problem:?}");
}

/// Returns `true` if clingo is installed; otherwise reports that it is not.
fn has_clingo() -> bool {
    let is_there = Command::new("clingo").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !is_there {
        println!("skipped: there is no clingo (apt-get install gringo)");
    }
    is_there
}

/// Compares the number of exact covers with a count of the grids, connected or not.
fn cover_agrees(problem: &Problem) {
    let rules = Ruleset { connected: false, ..problem.rules().clone() };
    let unconnected = problem.clone().with_rules(rules).expect("a fair problem");
    assert_eq!(covers(problem) as u128, by_fastest(&unconnected), "{problem:?}");
}

/// Returns the number of exact covers of the exported problem.
fn covers(problem: &Problem) -> usize {
    let mut text = Vec::new();
    cover::write(problem, &mut text).expect("memory takes all");
    let text = String::from_utf8(text).expect("text");
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let items: HashMap<&str, usize> =
        lines.next().expect("a line of items").split(' ').enumerate().map(|(i, item)| (item, i)).collect();
    let options: Vec<Vec<usize>> = lines.map(|line| line.split(' ').map(|item| items[item]).collect()).collect();
    // The solver needs every item in some option; an item in none excludes every cover.
    let covered: HashSet<usize> = options.iter().flatten().copied().collect();
    if covered.len() < items.len() {
        return 0;
    }
    let mut matrix = Matrix::new(items.len(), 0).expect("some items");
    for option in &options {
        matrix.add(option).expect("an option of items");
    }
    matrix.solutions().count()
}

#[test]
fn formulas() {
    let small = symmetric_problems(|size, _, are_few| size < 4 || are_few);
    // Every kind of constraint, alone and two together.
    for problem in built_in_problems(3..=7).chain(small).chain(constrained_problems()) {
        formula_agrees(&problem);
    }
}

#[test]
fn logic_programs() {
    if has_clingo() {
        let problems = built_in_problems(3..=7).chain(symmetric_problems(|_, _, _| true)).chain(constrained_problems());
        problems.for_each(|problem| program_agrees(&problem));
    }
}

#[test]
fn exact_covers() {
    let small = symmetric_problems(|size, connected, are_few| connected && (size < 4 || are_few));
    built_in_problems(3..=6).chain(small).for_each(|problem| cover_agrees(&problem));
}

#[test]
#[ignore = "half a minute in release"]
fn exact_covers_at_seven() {
    built_in_problems(7..=7).for_each(|problem| cover_agrees(&problem));
}

/// Grids with the longest paths: connectedness is the only rule.
#[test]
fn winding_grids() {
    let snake = Ruleset { connected: true, symmetry: Symmetry::Rot180, ..lax() };
    assert!(formula_agrees(&problem(5, snake.clone())) > 0);
    // Spirals and combs of white squares one wide, with as many turns as possible: all rows but two are given.
    for rows in [
        "...........\n##########.\n...........\n.##########\n...........\n##########.\n...........\n.##########\n...........\n##########.\n...........",
        "...#...#...\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#.#.#.#.#.\n.#...#...#.\n##########.\n...........\n.##########\n...........\n##########.",
        "...#...#...\n.#...#...#.\n.#########.\n.#...#...#.\n...#...#...\n###########\n###########\n###########\n###########\n###########\n###########",
        "...........\n##########.\n.........#.\n.#######.#.\n.#.....#.#.\n.#.###.#.#.\n.#.#...#.#.\n.#.#####.#.\n.#.......#.\n.#########.\n...........",
    ] {
        let grid = grid(rows);
        let n = grid.height();
        let mut givens = Givens::open(n, n);
        for (r, &row) in grid.rows().iter().enumerate().filter(|&(r, _)| r != 1) {
            givens.fix_row(r, row);
        }
        let rules = Ruleset { symmetry: Symmetry::None, ..snake.clone() };
        let problem = Problem::new(n, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
        assert!(models(&problem).contains(&grid), "{grid}");
        formula_agrees(&problem);
    }
}

/// Compares a translation on problems with random rules and random given squares.
fn on_random_problems(cases: u32, white: u8, agrees: impl Fn(&Problem)) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases));
    let outcome = runner.run(&partly_given(white), |problem| {
        agrees(&problem);
        Ok(())
    });
    outcome.expect("they agree");
}

#[test]
fn random_givens() {
    on_random_problems(300, 2, |problem| {
        formula_agrees(problem);
    });
    on_random_problems(100, 1, cover_agrees);
    if has_clingo() {
        on_random_problems(200, 1, program_agrees);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn formulas_of_random_rules(rules in rulesets(), size in 3usize..=6) {
        prop_assume!(size < 5 || rules.symmetry != Symmetry::None && (size < 6 || rules.symmetry.group().len() > 2));
        formula_agrees(&problem(size, rules));
    }
}
