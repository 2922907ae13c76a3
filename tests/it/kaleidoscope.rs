//! Compares the kaleidoscope engine, which cannot list its grids, with the backtracking engine, whose grids the validator has
//! judged.

use std::time::Duration;

use crate::prelude::*;
use crate::support::{self};
use proptest::prelude::*;

/// Returns the count, on which both engines must agree.
fn agreed(problem: &Problem) -> u128 {
    as_backtrack(&Kaleidoscope, problem)
}

fn with(set: &Ruleset, symmetry: Symmetry, size: usize) -> Problem {
    Problem::new(size, Ruleset { symmetry, ..set.clone() }).expect("a fair problem")
}

/// Returns the largest size at which the backtracking engine is quick.
fn largest(symmetry: Symmetry) -> usize {
    match symmetry {
        Symmetry::None => 5,
        Symmetry::Mirror | Symmetry::Diagonal => 8,
        Symmetry::Mirrors | Symmetry::Diagonals => 11,
        Symmetry::Rot180 | Symmetry::Rot90 | Symmetry::All => 13,
    }
}

#[test]
fn built_in_rule_sets() {
    let mut some = 0;
    for set in &BUILTIN {
        for &symmetry in Kaleidoscope.facts().symmetries {
            for size in 3..=largest(symmetry) {
                some += usize::from(agreed(&with(&set.ruleset(), symmetry, size)) > 0);
            }
        }
    }
    assert!(some > 100, "hardly any problem had a grid: {some}");
}

/// The largest sizes in requests and papers, as far as a listing engine can follow.
#[test]
#[ignore = "minutes in release"]
fn thirteen_by_thirteen() {
    for set in [rules("british"), rules("american")] {
        for symmetry in [Symmetry::Mirrors, Symmetry::Diagonals, Symmetry::All] {
            agreed(&with(&set, symmetry, 13));
        }
    }
}

#[test]
fn stops_soon() {
    support::stops_soon(&Kaleidoscope, &with(&rules("british"), Symmetry::Mirror, 13), Duration::from_millis(300));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_rules_and_givens(
        set in rulesets(),
        pick in any::<prop::sample::Index>(),
        size in 3usize..9,
        fixed in prop::collection::vec((0usize..8, 0usize..8, any::<bool>()), 0..4),
    ) {
        let symmetry = *pick.get(Kaleidoscope.facts().symmetries);
        // Random rules can allow nearly every grid, and 8 x 8 squares with one mirror take the backtracking engine a minute then.
        let size = size.min(if symmetry.group().len() == 2 { 7 } else { largest(symmetry) });
        let rules = Ruleset { symmetry, ..with_whites_up_to(1, set) };
        let fixed: Vec<_> = fixed.into_iter().map(|(r, c, white)| (r % size, c % size, white)).collect();
        let problem = with_squares(&Problem::new(size, rules).expect("fair"), &fixed);
        prop_assert_eq!(why_unable(&Kaleidoscope, &problem), None);
        agreed(&problem);
    }
}
