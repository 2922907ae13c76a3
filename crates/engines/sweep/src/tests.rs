//! The counts of small grids that two unrelated programs found, and each symmetry of the sweep.

use super::*;
use gridcheck_core::rules::builtin;
use gridcheck_testing::prelude::*;

fn count(name: &str, size: usize, symmetry: Symmetry) -> u128 {
    let rules = Ruleset { symmetry, ..builtin(name).expect("built in") };
    Sweeping.count(&Problem::new(size, rules).expect("a fair size"), &Run::new()).expect("a count")
}

#[test]
fn counts_of_small_grids() {
    let half_turn = |name: &str, sizes: std::ops::RangeInclusive<usize>| {
        sizes.map(|size| count(name, size, Symmetry::Rot180)).collect::<Vec<_>>()
    };
    assert_eq!(half_turn("ximenes", 1..=5), [0, 0, 1, 13, 72]);
    assert_eq!(half_turn("ximenes-4", 3..=5), [0, 1, 33]);
    assert_eq!([3, 4].map(|size| count("ximenes", size, Symmetry::None)), [1, 137]);
}
