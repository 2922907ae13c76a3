//! The exported exact cover problem has one cover per grid, except for the connectedness rule.

use std::collections::{HashMap, HashSet};

use crate::support::{lax, rules, rulesets};
use gridcheck::encodings::dlx;
use gridcheck::engines::ENGINES;
use gridcheck::problem::{Givens, Problem};
use gridcheck::rules::{BUILTIN, Builtin, Ruleset, Symmetry};
use gridcheck::run::Run;
use gridcheck::run::blocks::SumKind;
use gridcheck_dlx::Matrix;
use proptest::prelude::*;

/// Returns the number of exact covers of the exported problem.
fn covers(problem: &Problem) -> usize {
    let mut text = Vec::new();
    dlx::write(problem, &mut text).expect("memory takes all");
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

/// Counts the grids of the problem, connected or not.
fn unconnected(problem: &Problem) -> usize {
    let rules = Ruleset { connected: false, ..problem.rules().clone() };
    let problem = problem.clone().with_rules(rules).expect("a fair problem");
    let engine = ENGINES.fastest(&problem, &SumKind::Plain).expect("an engine that can");
    engine.count(&Run::new()).expect("a count") as usize
}

/// Compares the covers of a built-in rule set with its grids, connected or not.
fn covers_are_grids(set: &Builtin, size: usize) {
    let problem = Problem::new(size, set.ruleset()).expect("a fair problem");
    assert_eq!(covers(&problem), unconnected(&problem), "{} {size}", set.name);
}

#[test]
fn built_in_rule_sets() {
    for set in &BUILTIN {
        for size in 3..=6 {
            covers_are_grids(set, size);
        }
    }
}

#[test]
#[ignore = "half a minute in release"]
fn built_in_rule_sets_at_seven() {
    for set in &BUILTIN {
        covers_are_grids(set, 7);
    }
}

#[test]
fn every_symmetry_group() {
    for symmetry in Symmetry::ALL {
        for base in [rules("british"), rules("american-loose"), lax()] {
            // Without symmetry, many thousands of 4 × 4 grids obey the loosest rules.
            let few = symmetry != Symmetry::None || base.min_word > 2;
            for size in 3..=if few { 4 } else { 3 } {
                let problem = Problem::new(size, Ruleset { symmetry, ..base.clone() }).expect("a fair problem");
                assert_eq!(covers(&problem), unconnected(&problem), "{symmetry:?} {problem:?}");
            }
        }
    }
}

#[test]
fn the_heading_says_what_a_cover_is() {
    let heading = |connected| {
        let problem = Problem::new(5, Ruleset { connected, ..rules("british") }).expect("a fair problem");
        let mut text = Vec::new();
        dlx::write(&problem, &mut text).expect("memory takes all");
        String::from_utf8(text).expect("text")
    };
    assert!(heading(true).contains("NOT in these covers") && !heading(true).contains("one cover a grid"));
    assert!(heading(false).contains("one cover a grid") && !heading(false).contains("NOT in these covers"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_rules_and_givens(rules in rulesets(), size in 3usize..=5, colours in prop::collection::vec(0u8..5, 25)) {
        let mut givens = Givens::open(size, size);
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            match colours[r * size + c] {
                0 => givens.fix(r, c, false),
                1 => givens.fix(r, c, true),
                _ => {}
            }
        }
        let problem = Problem::new(size, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
        prop_assert_eq!(covers(&problem), unconnected(&problem));
    }
}
