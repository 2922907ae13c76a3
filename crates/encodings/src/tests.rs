//! Compares the translations of small grids, most of them no squares, with the slow reference engine. (Only a test may depend on an engine.)

use std::collections::{BTreeMap, BTreeSet};

use gridcheck_testing::prelude::*;

use gridcheck_brute::Brute;

use super::{asp, cnf::Cnf, cover};

/// The sizes of the grids, with single rows and columns among them.
const SIZES: [(usize, usize); 11] =
    [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 5), (6, 2), (3, 3), (3, 4), (4, 3), (5, 2)];

const SYMMETRIES: [Symmetry; 4] = [Symmetry::None, Symmetry::Rot180, Symmetry::Mirror, Symmetry::Mirrors];

/// Returns problems of every size: the built-in rules, the lax rules, and random ones with given squares and constraints.
fn problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut rng = SeededRng::new(0x2545_F491_4F6C_DD1D);
    let constraints = [
        "words >= 2",
        "letters <= 7",
        "checked >= 2",
        "unchecked <= 3",
        "length 2 <= 1",
        "blacks 1..4",
        "mean-length >= 5/2",
        "mean-length <= 3",
        "lengths >= 2",
        "length 2..3 <= 2",
        "cheaters <= 1",
        "elbows = 0",
    ];
    for size in SIZES {
        for rules in BUILTIN.iter().map(Builtin::ruleset).chain([Ruleset::lax()]) {
            let symmetry = rng.of(&SYMMETRIES);
            problems.push(problem_of_size(size, Ruleset { symmetry, ..rules }));
        }
        for round in 0..12 {
            let symmetry = rng.of(&SYMMETRIES);
            let rules = rng.rules(symmetry);
            let open =
                problem_of_size(size, if round % 2 == 0 { rules } else { Ruleset { symmetry, ..Ruleset::lax() } });
            let mut givens = open.givens().clone();
            if rng.one_in(2) {
                givens.fix(rng.below(size.0), rng.below(size.1), rng.one_in(2));
            }
            let given = open.with_givens(givens).expect("givens of that size");
            let constraint = rng.of(&constraints);
            // A constraint that no grid of this size can meet is refused.
            let constraint = constraint.parse().expect("a constraint");
            problems.extend(given.clone().with_constraints(vec![constraint]));
            problems.push(given);
        }
    }
    problems
}

/// Returns every colouring of a size.
fn colourings(size: Size) -> impl Iterator<Item = Grid> {
    (0..1_u32 << size.squares()).map(move |bits| {
        let mut grid = Grid::black(size.rows(), size.columns());
        for (i, (r, c)) in size.positions().enumerate() {
            grid.set_white(r, c, bits >> i & 1 == 1);
        }
        grid
    })
}

/// Returns `true` if the colouring can be extended to a model.
fn is_model(cnf: &Cnf, grid: &Grid) -> bool {
    let mut values = vec![None; cnf.variables() + 1];
    for literal in cnf.literals_of(grid) {
        values[literal.unsigned_abs() as usize] = Some(literal > 0);
    }
    is_extended(&cnf.clauses().collect::<Vec<_>>(), values)
}

/// Returns `true` if unit propagation extends the values of variables, by number, to a model. It must find that or a contradiction.
pub(crate) fn is_extended(clauses: &[&[i32]], mut values: Vec<Option<bool>>) -> bool {
    loop {
        let mut changed = false;
        for clause in clauses {
            let value = |literal: i32| values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0));
            if clause.iter().any(|&literal| value(literal) == Some(true)) {
                continue;
            }
            let open: Vec<i32> = clause.iter().copied().filter(|&literal| value(literal).is_none()).collect();
            match open[..] {
                [] => return false,
                [unit] => {
                    values[unit.unsigned_abs() as usize] = Some(unit > 0);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            assert!(values[1..].iter().all(Option::is_some), "propagation leaves a variable open");
            return true;
        }
    }
}

#[test]
fn formula_has_one_model_for_each_grid() {
    let mut grids = 0;
    for problem in problems() {
        let expected: BTreeSet<Grid> = listed(&Brute, &problem).into_iter().collect();
        let cnf = Cnf::of(&problem);
        let found: BTreeSet<Grid> = colourings(problem.size()).filter(|grid| is_model(&cnf, grid)).collect();
        assert_eq!(found, expected, "{problem:?}");
        grids += found.len();
    }
    assert!(grids > 1000, "only {grids} grids in all: the test tests nothing");
}

/// Some programs for the Model Counting Competition read a literal that is repeated in a clause wrongly.
#[test]
fn no_clause_repeats_a_variable() {
    let mirrored = Symmetry::ALL.iter().flat_map(|&symmetry| {
        BUILTIN.iter().map(move |set| problem_of_size((4, 4), Ruleset { symmetry, ..set.ruleset() }))
    });
    let constrained = |problem: Problem| {
        let constraints = ["cheaters <= 2", "elbows >= 1", "checked >= 2", "words <= 6"].map(constraint);
        problem.clone().with_constraints(constraints.to_vec()).unwrap_or(problem)
    };
    for problem in problems().into_iter().chain(mirrored.map(constrained)).chain(barred_problems(200, 10)) {
        for clause in Cnf::of(&problem).clauses() {
            let variables: BTreeSet<u32> = clause.iter().map(|literal| literal.unsigned_abs()).collect();
            assert_eq!(variables.len(), clause.len(), "{clause:?} {problem:?}");
        }
    }
}

/// Squares and lines that the symmetry makes equal are counted once, with their number. Bounds lie at both ends of what grids have.
#[test]
fn constraints_hold_under_every_symmetry() {
    let (mut met, mut missed) = (0, 0);
    for (size, symmetry) in
        [(3, 3), (4, 4), (3, 5), (5, 4)].into_iter().flat_map(|size| Symmetry::ALL.map(|one| (size, one)))
    {
        let rules = Ruleset { symmetry, ..Ruleset::lax() };
        let Ok(open) = Problem::of_size(Size::new(size.0, size.1).expect("a size"), rules) else { continue };
        if symmetry == Symmetry::None && size != (3, 3) {
            continue;
        }
        let candidates = listed(&Brute, &open);
        for constraint in [
            "letters >= 5",
            "letters 3..6",
            "letters = 9",
            "blacks 2..7",
            "words >= 3",
            "words <= 2",
            "words 2..4",
            "words = 3",
            "checked >= 3",
            "checked <= 4",
            "unchecked 2..4",
            "unchecked >= 3",
            "length 3 = 1",
            "length 2 >= 1",
            "length 2..3 <= 1",
            "lengths = 2",
            "mean-length = 3",
            "mean-length >= 5/2",
            "mean-length 9/4..10/3",
            "blacks-per-row <= 2",
            "blacks-per-row 1..2",
            "cheaters = 0",
            "cheaters 2..4",
            "cheaters >= 5",
            "elbows = 0",
            "elbows 2..3",
            "elbows >= 4",
        ] {
            let Ok(problem) = open.clone().with_constraints(vec![constraint.parse().expect("a constraint")]) else {
                continue;
            };
            let expected: BTreeSet<Grid> = listed(&Brute, &problem).into_iter().collect();
            let cnf = Cnf::of(&problem);
            for grid in &candidates {
                let obeys = expected.contains(grid);
                assert_eq!(is_model(&cnf, grid), obeys, "{size:?} {symmetry:?} {constraint}: {grid}");
                if obeys { met += 1 } else { missed += 1 }
            }
        }
    }
    assert!(met > 10_000 && missed > 10_000, "{met} meet a constraint, {missed} do not: the test tests too little");
}

/// Tests that the sweeps reach the end of winding paths in rectangles.
#[test]
fn winding_paths_are_connected() {
    let lax = Ruleset { connected: true, ..Ruleset::lax() };
    for text in [
        ".###.../.###.#./.###.#./.....#.",
        "...#.../#.##.#./#.##.#./#....#.",
        ".../##./.../.##/.../##./...",
        "...#...#.../.#.#.#.#.#./.#...#...#.",
        "...../####./...../.####/...../####./.....",
        "...../.###./.#.../.#.##/.#.../.####/.....",
    ] {
        let grid: Grid = text.parse().expect("a grid");
        let problem = Problem::of_size(grid.size(), lax.clone()).expect("a fair problem");
        assert!(is_model(&Cnf::of(&problem), &grid), "{text}");
        let turned = grid.transformed(gridcheck_core::grid::Transform::MainDiagonal);
        let problem = Problem::of_size(turned.size(), lax.clone()).expect("a fair problem");
        assert!(is_model(&Cnf::of(&problem), &turned), "{text} turned");
    }
}

/// Counts the exact covers of a text in Knuth's form, by trying for the first open item each option that has it.
fn covers(text: &str) -> usize {
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let items = lines.next().expect("a line of items").split(' ').enumerate();
    let items: BTreeMap<&str, usize> = items.map(|(i, name)| (name, i)).collect();
    assert!(items.len() <= 128, "one bit an item");
    let mut options = vec![Vec::new(); items.len()];
    for line in lines {
        let mask = line.split(' ').map(|name| 1_u128 << items[name]).sum::<u128>();
        options[mask.trailing_zeros() as usize].push(mask);
    }
    covers_from(0, u128::MAX >> (128 - items.len()), &options)
}

/// Counts the ways to cover the open items with options, which are listed by their first item.
fn covers_from(covered: u128, all: u128, options: &[Vec<u128>]) -> usize {
    if covered == all {
        return 1;
    }
    // All items before the first open one are covered, so an option that has one of them does not fit.
    let first = covered.trailing_ones() as usize;
    let fitting = options[first].iter().filter(|&&option| option & covered == 0);
    fitting.map(|option| covers_from(covered | option, all, options)).sum()
}

#[test]
fn there_is_one_cover_for_each_grid() {
    let mut grids = 0;
    // Larger problems under loose rules take seconds.
    let is_quick = |problem: &Problem| {
        let is_small = problem.size().squares() < 12 || problem.rules().name == "british";
        is_small && problem.constraints().is_empty()
    };
    for problem in problems().into_iter().filter(is_quick) {
        let problem = problem.clone().with_rules(Ruleset { connected: false, ..problem.rules().clone() });
        let problem = problem.expect("a fair problem");
        let mut text = Vec::new();
        cover::write(&problem, &mut text).expect("memory takes all");
        let found = covers(std::str::from_utf8(&text).expect("text"));
        assert_eq!(found, listed(&Brute, &problem).len(), "{problem:?}");
        grids += found;
    }
    assert!(grids > 1000, "only {grids} grids in all: the test tests nothing");
}

#[test]
fn logic_program_names_rows_and_columns() {
    let program = |rows, columns| {
        let rules = Ruleset { symmetry: Symmetry::Rot180, ..british() };
        let mut text = Vec::new();
        asp::write(&problem_of_size((rows, columns), rules), &mut text).expect("memory takes all");
        String::from_utf8(text).expect("text")
    };
    let rectangle = program(3, 5);
    for line in [
        "#const m = 3.",
        "#const n = 5.",
        "square((1..m,1..n)).",
        ":- L = (1;m), not white_at(across,L,P) : P = 1..n.",
        ":- L = (1;n), not white_at(down,L,P) : P = 1..m.",
        ":- white((R,C)), not white((m+1-R,n+1-C)).",
    ] {
        assert!(rectangle.lines().any(|other| other == line), "{line}\n{rectangle}");
    }
    assert!(rectangle.starts_with("% crossword grids of 3 x 5 squares; written by gridcheck "), "{rectangle}");
    let square = program(5, 5);
    for line in [
        "#const n = 5.",
        "square((1..n,1..n)).",
        ":- at(D,L,1,_), L = (1;n), not white_at(D,L,P) : P = 1..n.",
        ":- white((R,C)), not white((n+1-R,n+1-C)).",
    ] {
        assert!(square.lines().any(|other| other == line), "{line}\n{square}");
    }
    assert!(!square.contains("#const m"), "{square}");
}

/// Returns random problems about barred grids, half of them with a constraint.
fn barred_problems(rounds: usize, most: usize) -> Vec<Problem> {
    let mut rng = SeededRng::new(0x6A09_E667_F3BC_C908);
    let constraints = [
        "words >= 3",
        "words <= 6",
        "letters <= 7",
        "letters >= 2",
        "blacks <= 2",
        "checked >= 2",
        "unchecked <= 3",
        "unchecked >= 2",
        "length 2 <= 1",
        "length 3 >= 1",
        "mean-length >= 5/2",
        "mean-length <= 3",
        "lengths >= 2",
        "length 2..3 <= 2",
        "blacks-per-row <= 1",
        "cheaters = 0",
        "elbows >= 1",
    ];
    let drawn = |_| {
        let problem = random_barred_problem(&mut rng, most, |problem| {
            let is_small = gridcheck_testing::open_edge_orbits(problem) <= 16;
            if is_small { first_listed(&Brute, problem, 40) } else { Vec::new() }
        });
        if rng.one_in(2) {
            return problem;
        }
        let constraint = rng.of(&constraints).parse().expect("a constraint");
        // A constraint that no grid of this size can meet is refused.
        problem.clone().with_constraints(vec![constraint]).unwrap_or(problem)
    };
    (0..rounds).map(drawn).collect()
}

/// Returns the grids of a barred problem among all choices of bars, by the formula.
fn barred_models(problem: &Problem) -> BTreeSet<Grid> {
    let cnf = Cnf::of(problem);
    let bars = cnf.bars().expect("bars").to_vec();
    // The givens are units of the formula. Other choices contradict them.
    let mut given = vec![None; bars.len()];
    for clause in cnf.clauses() {
        if let &[unit] = clause
            && let Some(value) = given.get_mut(unit.unsigned_abs() as usize - 1)
        {
            *value = Some(unit > 0);
        }
    }
    let open: Vec<usize> = (0..bars.len()).filter(|&variable| given[variable].is_none()).collect();
    let painted = |choice: u32| {
        let mut grid = Grid::white(problem.height(), problem.width());
        for (variable, edges) in bars.iter().enumerate() {
            let chosen = open.iter().position(|&one| one == variable).map(|bit| choice >> bit & 1 == 1);
            let is_bar = chosen.or(given[variable]).unwrap_or_default();
            for &(one, other) in edges {
                grid.bars_mut().set_between(one, other, is_bar);
            }
        }
        grid
    };
    (0..1_u32 << open.len()).map(painted).filter(|grid| is_model(&cnf, grid)).collect()
}

#[test]
fn barred_formula_has_one_model_for_each_grid() {
    let (mut grids, mut some) = (0, 0);
    for problem in barred_problems(600, 10) {
        let expected: BTreeSet<Grid> = listed(&Brute, &problem).into_iter().collect();
        let found = barred_models(&problem);
        assert_eq!(found, expected, "{problem:?}");
        (grids, some) = (grids + found.len(), some + usize::from(!found.is_empty()));
    }
    assert!(grids > 500 && some > 100, "{grids} grids of {some} problems in all: the test tests too little");
}

/// Bars that leave one winding path: the sweeps reach its end.
#[test]
fn winding_paths_between_bars_are_connected() {
    let lax = Ruleset { kind: GridKind::Bars, connected: true, ..Ruleset::lax() };
    for text in [
        "bbb./.bbb/bbb./....",
        "r.r./rrr./rrr./.r..",
        "r.r../rrrr./rrrr./rrrr./.r.r.",
        "bbbb./.bbr./r.+r./rbb+./.....",
        "r.r.r./.r.r..",
    ] {
        let grid: Grid = text.parse().expect("a grid");
        for transform in [Transform::Identity, Transform::MainDiagonal, Transform::Rot180] {
            let grid = grid.transformed(transform);
            let problem = Problem::of_size(grid.size(), lax.clone()).expect("a fair problem");
            assert_eq!(listed(&Brute, &with_bars(&problem, &grid)).len(), 1, "{grid}");
            assert!(is_model(&Cnf::of(&problem), &grid), "{grid}");
        }
    }
}

/// Returns the problem with all bars of a grid given.
fn with_bars(problem: &Problem, grid: &Grid) -> Problem {
    let mut givens = problem.givens().clone();
    for square in problem.size().positions() {
        givens.fix_bars(square.0, square.1, [grid.bars().is_right(square), grid.bars().is_below(square)]);
    }
    problem.clone().with_givens(givens).expect("givens of that size")
}

#[test]
fn formula_names_its_bars() {
    let problem = problem_of_size((3, 3), Ruleset { symmetry: Symmetry::Rot180, ..rules("ximenes") });
    let mut text = Vec::new();
    Cnf::of(&problem).write(&mut text).expect("memory takes all");
    let text = String::from_utf8(text).expect("text");
    let line = "c variable 1 is the bars between row 1, column 1 and row 1, column 2; between row 3, column 2 and row 3, column 3";
    assert!(text.lines().any(|other| other == line), "{text}");
    assert!(text.contains("\nc p show 1 2 3 4 5 6 0\n"), "{text}");
}

/// Compares the number of stable models with the grids, if clingo is installed.
#[test]
fn barred_logic_programs_have_one_model_for_each_grid() {
    use std::process::{Command, Stdio};
    if Command::new("clingo").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: there is no clingo (apt-get install gringo)");
        return;
    }
    let mut grids = 0;
    for problem in barred_problems(250, 12) {
        let mut text = Vec::new();
        asp::write(&problem, &mut text).expect("memory takes all");
        let mut clingo = Command::new("clingo")
            .args(["--models=0", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("clingo starts");
        std::io::Write::write_all(&mut clingo.stdin.take().expect("a pipe"), &text).expect("clingo reads");
        let output = clingo.wait_with_output().expect("clingo ends");
        let text = String::from_utf8_lossy(&text);
        // Clingo warns about oddities, and must find none in these programs.
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{text}");
        let said = String::from_utf8_lossy(&output.stdout);
        let models = said.lines().find_map(|line| line.strip_prefix("Models")).expect("a count");
        let models: usize = models.trim_start_matches([' ', ':']).trim().parse().expect("a number");
        assert_eq!(models, listed(&Brute, &problem).len(), "{problem:?}\n{text}");
        grids += models;
    }
    assert!(grids > 200, "only {grids} grids in all: the test tests too little");
}
