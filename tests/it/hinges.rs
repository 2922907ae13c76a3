//! Tests constraints on hinges in barred grids, in the solver behind `complete`, and in published grids. `constraints` compares the engines.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;
use crate::program::published_grids;
use gridcheck::stats::satisfied;

/// Returns small problems of barred grids with few rules, without a symmetry and with a half turn.
fn barred_problems() -> Vec<Problem> {
    let problem = |rows, columns, symmetry| {
        let rules = Ruleset { kind: GridKind::Bars, symmetry, connected: symmetry != Symmetry::None, ..lax() };
        problem_of_size((rows, columns), rules)
    };
    vec![problem(3, 3, Symmetry::None), problem(2, 4, Symmetry::None), problem(4, 4, Symmetry::Rot180)]
}

#[test]
fn brute_counts_barred_grids_by_hinges_as_the_validator_does() {
    for problem in barred_problems() {
        let mut numbers: BTreeMap<usize, u128> = BTreeMap::new();
        for grid in listed(&Brute, &problem) {
            *numbers.entry(number_of_hinges(&grid)).or_default() += 1;
        }
        assert!(numbers.len() > 2, "{numbers:?}");
        for (hinges, number) in numbers {
            let asked = constrained(&problem, &[&format!("hinges = {hinges}")]);
            assert_eq!(count(&Brute, &asked), number, "{asked:?}");
        }
    }
}

/// Other engines for barred grids decline the constraint.
#[test]
fn only_brute_counts_barred_grids_by_hinges() {
    let problem = constrained(&barred_problems()[0], &["hinges = 0"]);
    let able: Vec<&str> = ENGINES.into_iter().filter(|engine| is_able(*engine, &problem)).map(Engine::name).collect();
    assert_eq!(able, ["brute"]);
}

/// The solver behind `complete` and `repair` finds exactly the grids that the validator's measure selects.
#[test]
fn the_oracle_finds_the_grids_with_such_hinges() {
    let blocks = |rows, columns, symmetry| {
        problem_of_size((rows, columns), Ruleset { symmetry, connected: symmetry != Symmetry::None, ..lax() })
    };
    let either_half = problem(7, rules("either-half"));
    let of_blocks =
        [blocks(3, 4, Symmetry::None), blocks(5, 4, Symmetry::Rot180), blocks(5, 5, Symmetry::Rot90), either_half];
    for problem in barred_problems().into_iter().chain(of_blocks) {
        let all = if problem.rules().kind == GridKind::Bars {
            listed(&Brute, &problem)
        } else {
            listed(&Backtrack, &problem)
        };
        for text in ["hinges = 0", "hinges <= 1", "hinges 1..2", "hinges >= 2", "hinges 2..18446744073709551616"] {
            let asked = constrained(&problem, &[text]);
            let expected: BTreeSet<Grid> =
                all.iter().filter(|grid| satisfied(*grid, asked.constraints())).cloned().collect();
            assert!(!expected.is_empty() && expected.len() < all.len(), "{text}: all grids or none, {asked:?}");
            assert_eq!(of_the_oracle(&asked), expected, "{text}");
        }
    }
}

#[test]
fn most_published_grids_have_no_hinge() {
    let Some(published) = published_grids() else { return };
    let without = |folder: &str| {
        let of_folder = published.iter().filter(|grid| grid.facts["file"].starts_with(folder));
        let hinges: Vec<usize> = of_folder.map(|published| number_of_hinges(&published.grid)).collect();
        (hinges.iter().filter(|&&hinges| hinges == 0).count(), hinges.len())
    };
    assert_eq!([without("british"), without("american")], [(15, 17), (8, 11)]);
}
