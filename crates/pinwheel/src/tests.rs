//! Tests of single modules of the engine.

use std::collections::HashSet;

use super::*;
use crate::blocks::block::{Block, Centre, Skeleton};
use crate::blocks::count::count;
use crate::blocks::interface::LedgerByNumber;
use crate::partition::{BoundaryStep, Growth, Partitions};
use crate::prepared::PreparedProblem;
use crate::quarter::{Shape, Sites};
use gridcheck_backtrack::Backtrack;
use gridcheck_core::constraint::{Goal, measures};
use gridcheck_core::grid::Grid;
use gridcheck_core::rules::{Checking, Ruleset, builtin};
use gridcheck_run::blocks::{BlockSum, Ledger, RequestedBlocks, SumKind, count_block};
use gridcheck_testing as testing;

fn problem(size: usize, rules: &str) -> Problem {
    Problem::new(size, builtin(rules).expect("built in")).expect("a fair problem")
}

fn grids(prepared: &PreparedProblem) -> u128 {
    let sums = BlockSums::in_memory();
    count::<u64>(prepared, &Run::new(), &LedgerByNumber(&sums)).expect("the engine answers");
    sums.total().and_then(|total| total.grids()).expect("it fits")
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
fn tiles_that_do_not_fit_are_cut_and_come_to_the_same() {
    for rules in ["british", "american"] {
        for size in [7, 8, 9] {
            let prepared =
                |memory| PreparedProblem::counting(&problem(size, rules)).expect("few classes").within(memory);
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
        let mut prepared = PreparedProblem::counting(&problem(size, rules)).expect("few classes");
        let narrow = grids(&prepared);
        prepared.tables.packing.narrow = 0;
        assert_eq!(grids(&prepared), narrow, "{rules} {size}");
    }
}

#[test]
fn every_block_by_itself_comes_to_what_it_came_to_in_the_whole() {
    let problem = problem(7, "british");
    let sums = BlockSums::in_memory();
    count_in_blocks(&Pinwheel, &problem, &Run::new(), &sums).expect("the engine answers");
    let shape = Shape::new(7);
    let mut blocks = 0;
    for centre in [Centre::Black, Centre::Crossed, Centre::Own] {
        for right in 0..8 {
            for bottom in 0..8 {
                let block = Block::of(shape, Skeleton { centre, right, bottom });
                let counted = count_block(&Pinwheel, &problem, &Run::new(), &block.to_string(), &sums);
                let (alone, recorded) = counted.expect("a block");
                assert_eq!(alone, recorded.unwrap_or(0.into()), "{block}");
                blocks += usize::from(alone != 0.into());
            }
        }
    }
    assert!(blocks > 20, "{blocks} blocks have grids");
}

#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let problem = Problem::new(7, lax()).expect("a fair problem");
    let prepared = PreparedProblem::counting(&problem).expect("few classes");
    let small = count::<u8>(&prepared, &Run::new(), &LedgerByNumber(&BlockSums::in_memory()));
    assert_eq!(small, Err(EngineError::Overflow));
    let large = BlockSums::in_memory();
    assert_eq!(count::<u64>(&prepared, &Run::new(), &LedgerByNumber(&large)), Ok(()));
    let huge = BlockSums::in_memory();
    assert_eq!(count::<u128>(&prepared, &Run::new(), &LedgerByNumber(&huge)), Ok(()));
    assert_eq!(large.total(), huge.total());
}

/// The small type gives the right answer if the result fits, so a rejected count is rejected for its size.
#[test]
fn a_small_type_counts_what_fits() {
    let sums = BlockSums::in_memory();
    let prepared = PreparedProblem::counting(&problem(7, "british")).expect("few classes");
    assert_eq!(count::<u8>(&prepared, &Run::new(), &LedgerByNumber(&sums)), Ok(()));
    assert_eq!(sums.total(), Some(grids(&prepared).into()));
}

#[test]
fn a_sum_of_blocks_that_does_not_fit_is_an_error() {
    let sums = BlockSums::in_memory();
    let shape = Shape::new(5);
    for bottom in [1, 2] {
        let block = Block::of(shape, Skeleton { centre: Centre::Black, right: 0, bottom });
        sums.learn(block.id(), (u128::MAX / 2 + 1).into()).expect("no file to fail");
    }
    assert_eq!(sums.total(), None);
}

/// The number of signatures determines the time, not the size alone.
#[test]
fn what_takes_hours_is_called_slow() {
    let at_least_half = Ruleset { checking: Checking::AtLeastHalf, connected: true, ..lax() };
    let ability = |size, rules: &Ruleset| Pinwheel.ability(&Problem::new(size, rules.clone()).expect("a fair problem"));
    assert_eq!(ability(9, &at_least_half), Ability::Able);
    assert!(matches!(ability(13, &at_least_half), Ability::Slow(_)));
    assert_eq!(ability(13, &lax()), Ability::Able);
    assert_eq!(Pinwheel.ability(&problem(13, "british")), Ability::Able);
}

/// Compares distributions and extremes with those of listed grids.
#[test]
fn distributions_agree_with_the_listed_grids() {
    let turning = Ruleset { symmetry: Symmetry::Rot90, ..builtin("british").expect("built in") };
    let loose = Ruleset { connected: false, ..builtin("british").expect("built in") };
    let american = problem(8, "american").with_row(0, 0b111);
    let problems =
        [problem(5, "british"), problem(6, "british"), problem(7, "british"), problem(7, "american"), american];
    let others = [(7, turning), (7, loose)].map(|(size, rules)| Problem::new(size, rules).expect("a fair problem"));
    for problem in problems.into_iter().chain(others) {
        for by in [
            &[Measure::Letters][..],
            &[Measure::Blacks, Measure::Words],
            &[Measure::Unchecked],
            &[Measure::Words, Measure::Checked, Measure::Unchecked, Measure::Letters],
        ] {
            let own = Pinwheel.distribution(&problem, by, &Run::new());
            let listed = Backtrack.distribution(&problem, by, &Run::new());
            assert!(listed.as_ref().is_ok_and(|listed| !listed.grids.is_empty()), "{problem:?}");
            assert_eq!(own, listed, "{problem:?} {by:?}");
        }
        for measure in Measure::PLAIN {
            for goal in [Goal::Most(measure), Goal::Fewest(measure)] {
                let own = Pinwheel.extreme(&problem, goal, &Run::new());
                assert_eq!(own, Backtrack.extreme(&problem, goal, &Run::new()), "{problem:?} {goal:?}");
            }
        }
    }
}

#[test]
fn a_stopped_run_ends() {
    let run = Run::new();
    run.stop();
    assert_eq!(Pinwheel.count(&problem(11, "british"), &run), Err(EngineError::Stopped));
}

/// Every rank leads to a distinct grid, and that grid back to the rank. So uniform ranks give uniform grids.
#[test]
fn ranks_and_grids_are_one_to_one() {
    let turning = Ruleset { symmetry: Symmetry::Rot90, ..builtin("british").expect("built in") };
    let turning = Problem::new(9, turning).expect("a fair problem");
    let single = Ruleset { single_cells: true, min_word: 3, ..lax() };
    let single = Problem::new(5, single).expect("a fair problem");
    let given = problem(7, "american").with_row(0, 0b001_1111);
    let all = [problem(5, "british"), problem(6, "british"), problem(7, "british"), problem(8, "american")];
    for problem in all.into_iter().chain([given, turning, single]) {
        let run = Run::new();
        let ranking = Ranking::of(&problem, &BlockSums::in_memory(), &run).expect("the engine answers");
        let ranks: Vec<u128> = (0..ranking.total()).collect();
        assert!(ranks.len() > 10, "{problem:?}");
        let grids = ranking.grids(&ranks, &run).expect("every rank has a grid");
        let listed = if problem.symmetry() == Symmetry::Rot90 {
            testing::listed(&gridcheck_sat::Sat, &problem)
        } else {
            testing::listed(&Backtrack, &problem)
        };
        let drawn: HashSet<String> = grids.iter().map(Grid::one_line).collect();
        assert_eq!(drawn, listed.iter().map(Grid::one_line).collect(), "{problem:?}");
        assert_eq!(drawn.len(), ranks.len());
        for (grid, rank) in grids.iter().zip(ranks).step_by(7) {
            assert_eq!(ranking.rank(grid, &run), Ok(Some(rank)), "{problem:?}");
        }
        let n = problem.height();
        assert_eq!(ranking.rank(&Grid::black(n, n), &run), Ok(None));
        assert!(ranking.grids(&[ranking.total()], &run).is_err());
    }
}

/// Counts constrained grids piece by piece: together they are as many as their distribution has.
#[test]
fn blocks_of_constrained_grids_add_up() {
    for (size, texts) in [
        (7, &["words <= 10"][..]),
        (8, &["mean-length >= 9/2"]),
        (9, &["length 3 = 0", "letters >= 45"]),
        (7, &["lengths = 2"]),
        (7, &["words <= 1"]),
    ] {
        let constraints = texts.iter().map(|text| text.parse().expect("a constraint")).collect();
        let asked = problem(size, "british").with_constraints(constraints).expect("possible");
        let total = Pinwheel.count(&asked, &Run::new()).expect("the engine answers");
        let blocks = Pinwheel.blocks(&asked).expect("blocks");
        for pieces in [1, 3, 7] {
            let sums = BlockSums::in_memory();
            for piece in blocks.deal(pieces).expect("room").pieces.iter().rev() {
                let counted = blocks.count(&SumKind::Plain, RequestedBlocks::Piece(piece), &Run::new(), &sums);
                counted.expect("the engine answers");
            }
            assert_eq!(sums.total(), Some(total.into()), "size {size}, {texts:?}, {pieces} pieces");
        }
        let all = Pinwheel.count(&problem(size, "british"), &Run::new()).expect("the engine answers");
        assert!(total < all, "the constraint excludes grids");
        assert!(Ranking::of(&asked, &BlockSums::in_memory(), &Run::new()).is_err());
    }
}

/// The blocks of a distribution add up to the one that is counted without blocks, and the best of their extremes is its extreme.
#[test]
fn blocks_of_measured_grids_add_up() {
    for (size, by, texts) in [
        (7, "letters,words", &[][..]),
        (8, "blacks", &["mean-length >= 9/2"]),
        (8, "unchecked", &[]),
        (9, "length 3,checked", &[]),
        (7, "words", &["words <= 1"]),
    ] {
        let constraints = texts.iter().map(|text| text.parse().expect("a constraint")).collect();
        let asked = problem(size, "british").with_constraints(constraints).expect("possible");
        let by = measures(by).expect("measures");
        let distribution = Pinwheel.distribution(&asked, &by, &Run::new()).expect("the engine answers");
        let by_one = Pinwheel.distribution(&asked, &by[..1], &Run::new()).expect("the engine answers");
        let goals = [Goal::Most(by[0]), Goal::Fewest(by[0])];
        let mut wanted = vec![(SumKind::Distribution(by), BlockSum::Distribution(distribution))];
        for goal in goals {
            wanted.push((SumKind::Extreme(goal), BlockSum::Extreme { goal, best: by_one.extreme(goal) }));
        }
        let blocks = Pinwheel.blocks(&asked).expect("blocks");
        for (kind, total) in wanted {
            let sums = BlockSums::in_memory_of(&kind);
            for piece in &blocks.deal(3).expect("room").pieces {
                blocks.count(&kind, RequestedBlocks::Piece(piece), &Run::new(), &sums).expect("the engine answers");
            }
            assert_eq!(sums.total(), Some(total), "size {size}, {kind}, {texts:?}");
        }
    }
}
