//! Tests that take minutes; the nightly job runs them with `cargo test --release -- --ignored`.

use std::fs;

use crate::prelude::*;
use crate::program::{answer, run};
use gridcheck::compare::compare;

#[test]
#[ignore = "seconds in release"]
fn eleven_by_eleven_totals() {
    for (name, count) in [("british", 60_384_181), ("american", 17_438_702)] {
        let problem = Problem::new(11, rules(name)).expect("a fair size");
        assert_eq!(Backtrack.count(&problem, &Run::new()), Ok(count), "{name}");
    }
}

#[test]
#[ignore = "minutes in release"]
fn listing_engines_agree_on_every_built_in_set_at_nine() {
    for set in &BUILTIN {
        let problem = Problem::new(9, set.ruleset()).expect("a fair size");
        let engines: [&dyn Engine; 3] = [&Backtrack, &ExactCover, &Sat];
        let report = compare(&problem, &engines, None, &Unwatched).expect("the engines answer");
        assert!(report.agree, "{}", set.name);
        // The count uses shortcuts that the listing does not.
        let listed = report.answers[0].count;
        assert_eq!(Backtrack.count(&problem, &Run::new()), Ok(listed), "{}", set.name);
    }
}

/// The lattices of the README are drawn again.
#[test]
#[ignore = "ten minutes in release"]
fn ten_lattices_are_drawn_again() {
    let constraints = ["words 28..32", "length 3 <= 2", "mean-length 6..7", "largest-block <= 9", "black-edge <= 3"];
    let constraints: Vec<&str> = constraints.into_iter().flat_map(|constraint| ["--where", constraint]).collect();
    let draw = ["sample", "--size", "15", "--lattice", "--count", "10", "--seed", "1"];
    let kept = fs::read_to_string("fixtures/tour/lattices.txt").expect("the ten grids");
    let said = run(&[&draw[..], &constraints].concat());
    assert_eq!((said.code, said.out), (0, kept), "{}", said.err);
}

/// Tests constraints on lengths where two engines can count the grids and none can list them.
#[test]
#[ignore = "a minute in release"]
fn lattices_of_a_mean_length() {
    let constraints = ["--where", "length 3 <= 2", "--where", "mean-length = 6"];
    for engine in ["pinwheel", "frontier"] {
        let count = ["count", "--size", "13", "--lattice", "--engine", engine];
        assert_eq!(answer(&[&count[..], &constraints].concat()), "3125275\n", "{engine}");
    }
}
