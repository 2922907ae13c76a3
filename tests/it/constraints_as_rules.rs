//! Constraints that become rules: the grids stay the same, by the engine that judges every pattern against both.

use std::collections::BTreeMap;

use crate::prelude::*;
use gridcheck::sample::with_constraints_as_rules;

/// Sizes with few enough patterns for the engine that tries all.
const SIZES: [(usize, usize, Symmetry); 6] = [
    (4, 4, Symmetry::None),
    (3, 5, Symmetry::None),
    (5, 5, Symmetry::Rot180),
    (4, 7, Symmetry::Rot180),
    (5, 5, Symmetry::Rot90),
    (5, 5, Symmetry::Diagonals),
];

/// Draws one to three constraints. Most of them exclude lengths.
fn constraints(rng: &mut SeededRng, size: Size) -> Vec<Constraint> {
    let longest = size.longest_word();
    let number = 1 + rng.below(3);
    let mut drawn = Vec::new();
    for _ in 0..number {
        let from = 2 + rng.below(longest - 1);
        let to = from + rng.below(longest - from + 1);
        let bounds = rng.of(&["= 0", "= 0", "= 0", "<= 0", "<= 0.5", "<= 1", "= 1", ">= 0"]);
        let text = match rng.below(8) {
            0..2 => format!("length {from} {bounds}"),
            2 => format!("length {from}..{to} {bounds}"),
            3..6 => format!("length except {from}/{to} {bounds}"),
            6 => format!("unchecked {bounds}"),
            _ => format!("words {bounds}"),
        };
        drawn.push(text.parse().expect("a constraint"));
    }
    drawn
}

/// Compares the grids under constraints with those under the rules that they become. Counts the rules.
fn compare(problem: &Problem, times: &mut BTreeMap<String, usize>) {
    let (changed, replaced) = with_constraints_as_rules(problem);
    let grids = listed(&Brute, problem);
    assert_eq!(listed(&Brute, &changed), grids, "{problem:?}\n{replaced:?}");
    for from in replaced {
        let rules = from.rules.iter().filter_map(|rule| rule.split_once(" =").map(|(key, _)| key.to_owned()));
        for key in rules.chain([format!("partial: {}", from.is_partial)]) {
            *times.entry(key).or_default() += usize::from(!grids.is_empty());
        }
    }
}

#[test]
fn grids_under_the_rules_are_those_under_the_constraints() {
    let mut rng = SeededRng::new(35);
    let mut times = BTreeMap::new();
    for round in 0..1200 {
        let (rows, columns, symmetry) = SIZES[round % SIZES.len()];
        let size = Size::new(rows, columns).expect("a size");
        let rules = if round % 3 == 0 {
            Ruleset { symmetry, ..BUILTIN[rng.below(BUILTIN.len())].ruleset() }
        } else {
            rng.rules(symmetry)
        };
        let problem = Problem::of_size(size, rules).expect("a problem");
        if let Ok(problem) = problem.with_constraints(constraints(&mut rng, size)) {
            compare(&problem, &mut times);
        }
    }
    let keys = ["checking", "max_word", "min_word", "partial: false", "partial: true", "single_cells"];
    assert_eq!(times.keys().collect::<Vec<_>>(), keys);
    assert!(times.values().all(|&times| times >= 5), "{times:?}");
}
