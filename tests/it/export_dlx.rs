//! The exported exact cover problem has one cover per grid, except for the connectedness rule.

use std::collections::{HashMap, HashSet};

use crate::prelude::*;
use gridcheck::encodings::cover;
use gridcheck_dlx::Matrix;
use proptest::prelude::*;

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

/// Counts the grids of the problem, connected or not.
fn unconnected(problem: &Problem) -> usize {
    let rules = Ruleset { connected: false, ..problem.rules().clone() };
    let problem = problem.clone().with_rules(rules).expect("a fair problem");
    let engine = ENGINES.fastest(&problem, &SumKind::Plain).expect("an engine that can");
    engine.count(&Run::new()).expect("a count") as usize
}

fn must_agree(problem: &Problem) {
    assert_eq!(covers(problem), unconnected(problem), "{problem:?}");
}

#[test]
fn built_in_rule_sets() {
    built_in_problems(3..=6).for_each(|problem| must_agree(&problem));
}

#[test]
#[ignore = "half a minute in release"]
fn built_in_rule_sets_at_seven() {
    built_in_problems(7..=7).for_each(|problem| must_agree(&problem));
}

#[test]
fn every_symmetry_group() {
    symmetric_problems(|size, connected, are_few| connected && (size < 4 || are_few)).iter().for_each(must_agree);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_rules_and_givens(problem in partly_given(1)) {
        must_agree(&problem);
    }
}
