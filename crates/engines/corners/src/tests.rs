//! The counts of small grids that two unrelated programs found, and random problems.

use super::*;
use gridcheck_composition::Composition;
use gridcheck_core::rules::{Ruleset, builtin};
use gridcheck_core::size::Size;
use gridcheck_engine::Run;
use gridcheck_testing::prelude::*;
use gridcheck_testing::{grids_of_block, open_edge_orbits};

fn problem(name: &str, rows: usize, columns: usize, connected: bool) -> Problem {
    let rules = Ruleset { symmetry: Symmetry::Rot180, connected, ..builtin(name).expect("built in") };
    Problem::of_size(Size::new(rows, columns).expect("a fair size"), rules).expect("a fair problem")
}

#[test]
fn larger_grids_are_counted_as_they_are_listed() {
    for (name, rows, columns) in
        [("ximenes", 4, 4), ("ximenes", 6, 6), ("ximenes", 4, 8), ("ximenes", 8, 4), ("ximenes-4", 6, 8)]
    {
        for connected in [false, true] {
            let problem = problem(name, rows, columns, connected);
            let expected = Composition.count(&problem, &Run::new());
            assert_eq!(Corners.count(&problem, &Run::new()), expected, "{name} {rows} x {columns} {connected}");
        }
    }
}

/// Each block is counted alone, as in a piece, and has one name.
#[test]
fn blocks_alone_are_parts_of_the_count() {
    let problem = problem("ximenes", 6, 6, true);
    let prepared = Corners.prepare(&problem, &SumKind::Plain).expect("it can");
    let blocks = prepared.blocks().expect("corners");
    let alone = blocks.all().into_iter().map(|block| {
        assert_eq!(blocks.named(&blocks.name(block)), Some(block));
        grids_of_block(&**blocks, block)
    });
    assert_eq!(Ok(alone.sum()), prepared.count(&Run::new()));
    for least in [1, 9, 20, 1000] {
        let mut batches = blocks.batches(least);
        assert!(batches.len() >= least.min(blocks.all().len()), "{least}");
        batches.sort();
        let mut all = batches.concat();
        all.sort();
        assert_eq!(all, blocks.all(), "{least}");
    }
    for wrong in ["", "oo-:", "oo-", "oo-:oo", "oo-:oox", "oo--:oo-", "ooo:oo-"] {
        assert_eq!(blocks.named(wrong), None, "{wrong}");
    }
}

/// The half turn maps the bar at the right of the first square to another place than the given square at the lower right allows.
#[test]
fn contradictory_bars_leave_no_grid() {
    let problem = problem("ximenes", 4, 4, true);
    for (r, c, bars, grids) in [(3, 3, [false, false], 11), (3, 2, [true, false], 0), (3, 2, [false, false], 11)] {
        let mut givens = problem.givens().clone();
        givens.fix_bars(0, 0, [false, false]);
        givens.fix_bars(r, c, bars);
        let problem = problem.clone().with_givens(givens).expect("givens of that size");
        let expected = Composition.count(&problem, &Run::new());
        assert_eq!((Corners.count(&problem, &Run::new()), &expected), (Ok(grids), &expected), "{r} {c} {bars:?}");
    }
}

#[test]
fn what_it_does_not_count_is_declined_in_one_line() {
    let why = |problem: &Problem, kind: &SumKind| Corners.prepare(problem, kind).err().map(|declined| declined.why);
    let odd = problem("ximenes", 5, 6, true);
    assert_eq!(why(&odd, &SumKind::Plain).as_deref(), Some("size 5x6, only even numbers of rows and columns"));
    let even = problem("ximenes", 4, 6, true);
    let by = SumKind::Distribution(vec![gridcheck_core::constraint::Measure::Words]);
    assert_eq!(why(&even, &by).as_deref(), Some("it counts grids and does not measure them"));
}

fn agrees_with_the_list(seeds: std::ops::Range<u64>) {
    let (mut asked, mut some) = (0, 0);
    for seed in seeds {
        let rng = &mut SeededRng::new(seed);
        let known = |problem: &Problem| {
            // A large problem with hardly a grid would be searched for hours.
            if open_edge_orbits(problem) <= 30 { first_listed(&Composition, problem, 40) } else { Vec::new() }
        };
        let problem = random_barred_problem(rng, 24, known);
        let Ok(prepared) = Corners.prepare(&problem, &SumKind::Plain) else { continue };
        let expected = Composition.count(&problem, &Run::new()).expect("a count");
        assert_eq!(prepared.count(&Run::new()), Ok(expected), "seed {seed}: {problem:?}");
        (asked, some) = (asked + 1, some + usize::from(expected > 0));
    }
    assert!(asked > 20 && some * 5 > asked, "hardly any problem has a grid: {some} of {asked}");
}

#[test]
fn random_problems_have_the_grids_that_are_listed() {
    agrees_with_the_list(0..1500);
}

#[test]
#[ignore = "takes a minute"]
fn many_random_problems_have_the_grids_that_are_listed() {
    agrees_with_the_list(1500..20_000);
}
