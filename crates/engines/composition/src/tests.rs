//! Tests the whole engine: against counts of unrelated programs, against a test of every pattern, and as part of a run.

use gridcheck_testing::prelude::*;
use gridcheck_testing::{self as testing};

use super::*;

/// Returns the number of grids, after a check that the engine and the brute-force engine agree.
fn agree(problem: &Problem) -> usize {
    testing::agree(&Composition, problem).len()
}

fn barred(size: usize, name: &str, symmetry: Symmetry) -> Problem {
    problem(size, Ruleset { symmetry, ..rules(name) })
}

/// Returns a random problem that the brute-force engine can do. Givens follow a grid of this engine, which need not be right.
fn drawn(rng: &mut SeededRng, most_open: usize) -> Problem {
    random_barred_problem(rng, most_open, |problem| first_listed(&Composition, problem, 40))
}

#[test]
fn counts_are_those_of_unrelated_programs() {
    let counts = |name: &str, symmetry, sizes: &[usize]| {
        let count = |&size| Composition.count(&barred(size, name, symmetry), &Run::new()).expect("not stopped");
        sizes.iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(counts("ximenes", Symmetry::Rot180, &[3, 4, 5]), [1, 13, 72]);
    assert_eq!(counts("ximenes-4", Symmetry::Rot180, &[4, 5]), [1, 33]);
    assert_eq!(counts("ximenes", Symmetry::None, &[3, 4]), [1, 137]);
}

#[test]
fn built_in_sets_agree_with_every_pattern() {
    for name in ["ximenes", "ximenes-4", "ximenes-thirds"] {
        for symmetry in Symmetry::ALL {
            let largest = if symmetry == Symmetry::None { 3 } else { 4 };
            for size in 1..=largest {
                agree(&barred(size, name, symmetry));
            }
        }
        assert!(agree(&barred(5, name, Symmetry::Rot90)) > 0);
    }
}

fn random_problems_agree(seed: u64, rounds: usize, most_open: usize) -> usize {
    let mut rng = SeededRng::new(seed);
    (0..rounds).filter(|_| agree(&drawn(&mut rng, most_open)) > 0).count()
}

#[test]
fn random_problems_agree_with_every_pattern() {
    let with_grids = random_problems_agree(61, 800, 11);
    assert!(with_grids > 250, "{with_grids} say something");
}

#[test]
#[ignore = "takes minutes"]
fn many_random_problems_agree_with_every_pattern() {
    let with_grids = random_problems_agree(62, 3000, 16);
    assert!(with_grids > 900, "{with_grids} say something");
}

/// Constraints that many, few or no small barred grids meet.
const CONSTRAINTS: [&str; 14] = [
    "letters <= 12",
    "blacks >= 1",
    "words >= 7",
    "words 5..6",
    "checked >= 9",
    "unchecked <= 3",
    "length 3 <= 2",
    "length 2..3 >= 2",
    "length except 3/4 = 0",
    "lengths >= 2",
    "mean-length >= 5/2",
    "mean-length <= 3",
    "blacks-per-row >= 1",
    "largest-block 1..4",
];

#[test]
fn random_constraints_agree_with_every_pattern() {
    let mut rng = SeededRng::new(63);
    let (mut all_met, mut all_unmet) = (0, 0);
    for text in CONSTRAINTS {
        for _ in 0..30 {
            let open = drawn(&mut rng, 10);
            let Ok(wanted) = open.clone().with_constraints(vec![constraint(text)]) else { continue };
            let met = agree(&wanted);
            all_met += met;
            all_unmet += agree(&open) - met;
        }
    }
    assert!(all_met > 100 && all_unmet > 100, "{all_met} grids meet a constraint, {all_unmet} do not");
}

#[test]
fn measures_agree_with_those_of_brute() {
    let mut rng = SeededRng::new(64);
    let by = [Measure::Words, Measure::Checked, Measure::Unchecked, Measure::Length(3), Measure::Blacks];
    for _ in 0..100 {
        let problem = drawn(&mut rng, 10);
        let distribution = |engine: &dyn Engine| engine.distribution(&problem, &by, &Run::new());
        assert_eq!(distribution(&Composition), distribution(&gridcheck_brute::Brute), "{problem:?}");
    }
}

#[test]
fn order_does_not_depend_on_threads() {
    testing::same_order_on_threads(&Composition, &barred(6, "ximenes", Symmetry::Rot180));
    testing::same_order_on_threads(&Composition, &barred(4, "ximenes", Symmetry::None));
}

#[test]
fn a_run_can_be_stopped_from_both_ends() {
    testing::stops_from_both_ends(&Composition, &barred(5, "ximenes", Symmetry::Rot180));
}

#[test]
fn a_large_count_stops_soon() {
    let lax = Ruleset { kind: GridKind::Bars, ..lax() };
    testing::stops_soon(&Composition, &problem(9, lax), std::time::Duration::from_millis(300));
}

#[test]
fn a_large_grid_given_but_for_a_few_edges() {
    let size = Size::square(64).expect("a fair size");
    let lax = Ruleset { kind: GridKind::Bars, ..lax() };
    let open = problem_of_size((64, 64), lax);
    let mut givens = open.givens().clone();
    for (r, c) in size.positions().filter(|&square| square != (20, 30)) {
        givens.fix_bars(r, c, [false, false]);
    }
    let given = open.clone().with_givens(givens).expect("givens of that size");
    assert_eq!((is_able(&Composition, &given), Composition.count(&given, &Run::new())), (true, Ok(4)));
    let why = why_unable(&Composition, &open);
    assert_eq!(why.as_deref(), Some("a row can be cut into runs in more than 16384 ways"));
}

#[test]
fn reports_slow_and_foreign_problems() {
    assert_eq!(why_slow(&Composition, &barred(7, "ximenes-4", Symmetry::Rot180)), None);
    let why = why_slow(&Composition, &barred(12, "ximenes-4", Symmetry::Rot180)).expect("12 x 12 has too many");
    assert!(why.starts_with("about 2^") && why.ends_with(" rows to choose, reasonable up to 2^28"), "{why}");
    let why = why_unable(&Composition, &problem(5, british()));
    assert_eq!(why.as_deref(), Some("kind = \"blocks\", it supports only bars"));
    let long = problem(5, Ruleset { min_word: 6, ..rules("ximenes") });
    assert_eq!((is_able(&Composition, &long), agree(&long)), (true, 0));
}
