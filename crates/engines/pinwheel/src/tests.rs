//! Tests of single modules of the engine.

use std::collections::HashSet;

use super::*;
use crate::blocks::block::{Block, Centre, Skeleton};
use crate::blocks::count::count;
use crate::blocks::interface::LedgerByNumber;
use crate::blocks::job::SelectedBlocks;
use crate::measures::weight::QuarterWeight;
use crate::partition::{BoundaryStep, Growth, Partitions};
use crate::prepared::{PREPARED, PreparedProblem};
use crate::quarter::{Shape, Sites};
use gridcheck_core::rules::Symmetry;
use gridcheck_core::rules::{Ruleset, builtin};
use gridcheck_engine::{EngineError, Engines, Run};
use gridcheck_testing::{CountedBlocks, counted, grids_of_block};

fn problem(size: usize, rules: &str) -> Problem {
    Problem::new(size, builtin(rules).expect("built in")).expect("a fair problem")
}

fn prepared(problem: &Problem) -> PreparedProblem {
    PreparedProblem::new(problem, &SumKind::Plain).expect("few classes")
}

/// Counts all blocks in numbers of the type `W`.
fn count_all<W: QuarterWeight<Total: Into<u128>>>(
    prepared: &PreparedProblem,
    sums: &CountedBlocks,
) -> Result<(), EngineError> {
    count::<W>(prepared, &SelectedBlocks::Whole, &Run::new(), &LedgerByNumber(sums))
}

fn grids(prepared: &PreparedProblem) -> u128 {
    let sums = CountedBlocks::default();
    count_all::<u64>(prepared, &sums).expect("the engine answers");
    sums.grids().expect("it fits")
}

/// Accepts nearly every grid, so counts grow fast.
fn lax() -> Ruleset {
    Ruleset { symmetry: Symmetry::Rot180, ..Ruleset::lax() }
}

#[test]
fn noncrossing_partitions_are_as_many_as_catalan_says() {
    let partitions = Partitions::new();
    let mut catalan = 1_u64;
    for runs in 0..=9_u64 {
        let distinct: HashSet<u64> =
            (0..catalan as u32).map(|number| partitions.labels(runs as usize, number)).collect();
        assert_eq!(distinct.len() as u64, catalan);
        let bits = partitions.bits(runs as usize);
        assert!(1 << bits >= catalan && (bits == 0 || 1 << (bits - 1) < catalan));
        catalan = catalan * 2 * (2 * runs + 1) / (runs + 2);
    }
}

/// Four runs, the outer two connected. Of the new runs, one is on the first, one is on the second and third, and one
/// is new.
#[test]
fn growing_joins_keeps_and_cuts_off() {
    let partitions = Partitions::new();
    let number = |runs, wanted| (0..14).find(|&number| partitions.labels(runs, number) == wanted).expect("one of them");
    let mut step = BoundaryStep::new(4, 3);
    step.reach(0, 0);
    step.reach(1, 1);
    step.reach(2, 1);
    let grow = |labels| Growth::new(&partitions, step).apply(&partitions, number(4, labels));
    // The fourth run's component continues in the first run.
    assert_eq!(grow(0x0210), Some(number(3, 0x210)));
    assert_eq!(grow(0x0110), Some(number(3, 0x210)));
    // All four are connected, so the first two new runs are too.
    assert_eq!(grow(0x0000), Some(number(3, 0x100)));
    // The fourth run reaches nothing.
    assert_eq!(grow(partitions.labels(4, partitions.apart(4))), None);
}

#[test]
fn sites_run_down_the_right_side_and_back_along_the_bottom() {
    let shape = Shape::new(9);
    // Right sites 0, 2 and 3; columns 0, 3 and 4. Column 4 follows right site 3.
    let sites = Sites::new(shape, 4, 0b1101, 0b11001);
    assert_eq!(sites.runs(), 3);
    assert_eq!([0, 1, 2, 3].map(|i| sites.run_of_right(i)), [Some(0), None, Some(1), Some(1)]);
    assert_eq!([0, 1, 2, 3, 4].map(|j| sites.run_of_column(j)), [Some(2), None, None, Some(1), Some(1)]);
}

#[test]
fn a_block_is_known_by_its_name() {
    let shape = Shape::new(9);
    for centre in [Centre::Black, Centre::Crossed, Centre::Own, Centre::Other] {
        for (right, bottom) in [(0, 15), (5, 3), (15, 0), (6, 6)] {
            let block = Block::of(shape, Skeleton { centre, right, bottom });
            assert_eq!(Block::named(shape, &block.to_string()), Some(block), "{block}");
        }
    }
    let block = Block::of(shape, Skeleton { centre: Centre::Crossed, right: 13, bottom: 6 });
    assert_eq!(block.to_string(), "cross:-oo-:o-oo");
    for wrong in
        ["", "cross", "cross:-oo-:o-o", "cross:o-oo:-oo-", "even:-oo-:o-oo", "cross:-oo-:o-ox", "cross:-oo-:o-oo:"]
    {
        assert_eq!(Block::named(shape, wrong), None, "{wrong}");
    }
}

#[test]
fn tiles_cut_for_memory_give_the_same_count() {
    for rules in ["british", "american"] {
        for size in [7, 8, 9] {
            let prepared = |memory| prepared(&problem(size, rules)).within(memory);
            let whole = grids(&prepared(usize::MAX));
            assert_eq!(grids(&prepared(2000)), whole, "{rules} {size}");
            assert_eq!(grids(&prepared(0)), whole, "{rules} {size}");
        }
    }
}

/// Stores keys that would fit into 64 bits in 128.
#[test]
fn wide_keys_count_like_narrow_ones() {
    for (rules, size) in [("british", 7), ("american", 8), ("british", 9)] {
        let mut prepared = prepared(&problem(size, rules));
        let narrow = grids(&prepared);
        prepared.tables.packing.narrow = 0;
        assert_eq!(grids(&prepared), narrow, "{rules} {size}");
    }
}

#[test]
fn a_block_counted_alone_equals_its_recorded_sum() {
    let problem = problem(7, "british");
    let prepared = Pinwheel.prepare(&problem, &SumKind::Plain).expect("few classes");
    let (sums, in_blocks) = (counted(&prepared), prepared.blocks().expect("blocks"));
    let shape = Shape::new(7);
    let mut blocks = 0;
    for centre in [Centre::Black, Centre::Crossed, Centre::Own] {
        for right in 0..8 {
            for bottom in 0..8 {
                let block = Block::of(shape, Skeleton { centre, right, bottom });
                let named = in_blocks.named(&block.to_string()).expect("a block");
                let alone = grids_of_block(&**in_blocks, named);
                assert_eq!(alone, sums.grids_of(named), "{block}");
                blocks += usize::from(alone > 0);
            }
        }
    }
    assert!(blocks > 20, "{blocks} blocks have grids");
}

#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let problem = Problem::new(7, lax()).expect("a fair problem");
    let prepared = prepared(&problem);
    let small = count_all::<u8>(&prepared, &CountedBlocks::default());
    assert_eq!(small, Err(EngineError::Overflow));
    let large = CountedBlocks::default();
    assert_eq!(count_all::<u64>(&prepared, &large), Ok(()));
    let grids = large.grids();
    assert!(grids.is_some_and(|grids| grids > u128::from(u8::MAX)), "{grids:?}");
}

/// The small type gives the right answer if the result fits, so a rejected count is rejected for its size.
#[test]
fn a_small_integer_type_counts_blocks_that_fit() {
    let sums = CountedBlocks::default();
    let prepared = prepared(&problem(7, "british"));
    assert_eq!(count_all::<u8>(&prepared, &sums), Ok(()));
    assert_eq!(sums.grids(), Some(grids(&prepared)));
}

#[test]
fn a_problem_is_prepared_once() {
    PREPARED.set(0);
    let prepared = Engines(&[&Pinwheel]).fastest(&problem(7, "british"), &SumKind::Plain).expect("it is able");
    assert_eq!(prepared.count(&Run::new()), Ok(650));
    let (blocks, sums) = (prepared.blocks().expect("blocks"), counted(&prepared));
    assert_eq!(sums.grids(), Some(650));
    let (block, grids) = sums.with_grids()[0];
    assert_eq!(grids_of_block(&**blocks, block), grids);
    assert_eq!(PREPARED.get(), 1);
}
