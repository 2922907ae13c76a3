//! Tests the engine from outside.

use std::collections::HashSet;

use gridcheck_backtrack::Backtrack;
use gridcheck_core::constraint::measures;
use gridcheck_engine::blocks::{BlockSum, Ranking, RequestedBlocks};
use gridcheck_pinwheel::Pinwheel;
use gridcheck_testing::prelude::*;
use gridcheck_testing::{CountedBlocks, blocks, counted};

/// Accepts nearly every grid, so counts grow fast.
fn lax() -> Ruleset {
    Ruleset { symmetry: Symmetry::Rot180, ..Ruleset::lax() }
}

/// The rules and the open squares determine the time, not the size alone.
#[test]
fn slowness_depends_on_the_open_squares_of_a_quarter() {
    let at_least_half = Ruleset { checking: Checking::AtLeastHalf, connected: true, ..lax() };
    let slow = |problem: &Problem| why_slow(&Pinwheel, problem).expect("it is slow");
    assert!(is_able(&Pinwheel, &problem(9, at_least_half.clone())));
    assert_eq!(slow(&problem(13, at_least_half.clone())), "42 open squares in a quarter, reasonable up to 32");
    // One given row leaves 35 squares of one quarter open and 36 of the other, two rows leave 28 and 30.
    let one_row = problem(13, at_least_half).with_row(0, 0b1_1100_0111_0111);
    assert_eq!(slow(&one_row), "36 open squares in a quarter, reasonable up to 32");
    assert!(is_able(&Pinwheel, &one_row.with_row(1, 0b1_0101_0101_0101)));
    assert!(is_able(&Pinwheel, &problem(13, lax())));
    assert!(is_able(&Pinwheel, &problem(13, rules("british"))));
}

/// The work of a count without a reasonable end has no measure, so nothing promises an end.
#[test]
fn unreasonable_counts_have_no_forecast() {
    for (size, is_reasonable) in [(13, true), (23, false)] {
        let (run, asked) = (Run::new(), problem(size, rules("american")));
        std::thread::scope(|scope| {
            let count = scope.spawn(|| Pinwheel.count(&asked, &run));
            while run.progress().0 == 0 && run.progress().1 == 0 {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
            let is_measured = run.is_fine();
            run.stop();
            let _ = count.join();
            assert_eq!(is_measured, is_reasonable, "{size}");
        });
    }
}

#[test]
fn a_stopped_run_ends() {
    let run = stopped();
    assert_eq!(Pinwheel.count(&problem(11, rules("british")), &run), Err(EngineError::Stopped));
}

/// Every rank leads to a distinct grid, and that grid back to the rank. So uniform ranks give uniform grids.
#[test]
fn ranks_and_grids_are_one_to_one() {
    let turning = Ruleset { symmetry: Symmetry::Rot90, ..rules("british") };
    let turning = problem(9, turning);
    let single = Ruleset { single_cells: true, min_word: 3, ..lax() };
    let single = problem(5, single);
    let given = problem(7, rules("american")).with_row(0, 0b001_1111);
    let all = [
        problem(5, rules("british")),
        problem(6, rules("british")),
        problem(7, rules("british")),
        problem(8, rules("american")),
    ];
    for problem in all.into_iter().chain([given, turning, single]) {
        let run = Run::new();
        let prepared = Pinwheel.prepare(&problem, &SumKind::Plain).expect("it can be counted");
        let ranking = Ranking::new(&prepared, &counted(&prepared).with_grids()).expect("it fits");
        let ranks: Vec<u128> = (0..ranking.total()).collect();
        assert!(ranks.len() > 10, "{problem:?}");
        let grids = ranking.grids(&ranks, &run).expect("every rank has a grid");
        let listed = if problem.symmetry() == Symmetry::Rot90 {
            listed(&gridcheck_sat::Sat, &problem)
        } else {
            listed(&Backtrack, &problem)
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
        let asked = constrained(&problem(size, rules("british")), texts);
        let total = Pinwheel.count(&asked, &Run::new()).expect("the engine answers");
        let blocks = blocks(&Pinwheel, &asked, &SumKind::Plain);
        for pieces in [1, 3, 7] {
            let sums = CountedBlocks::default();
            for piece in blocks.batches(pieces).iter().rev() {
                let counted = blocks.count(RequestedBlocks::Piece(piece), &Run::new(), &sums);
                counted.expect("the engine answers");
            }
            assert_eq!(sums.grids(), Some(total), "size {size}, {texts:?}, {pieces} pieces");
        }
        let all = Pinwheel.count(&problem(size, rules("british")), &Run::new()).expect("the engine answers");
        assert!(total < all, "the constraint excludes grids");
        let prepared = Pinwheel.prepare(&asked, &SumKind::Plain).expect("it can be counted");
        assert!(Ranking::new(&prepared, &[]).is_err(), "ranks are of all grids");
    }
}

/// The blocks of a distribution add up to that of the listed grids, and the best of their extremes is its extreme.
#[test]
fn blocks_of_measured_grids_add_up() {
    for (size, by, texts) in [
        (7, "letters,words", &[][..]),
        (8, "blacks", &["mean-length >= 9/2"]),
        (8, "unchecked", &[]),
        (9, "length 3,checked", &[]),
        (7, "words", &["words <= 1"]),
    ] {
        let asked = constrained(&problem(size, rules("british")), texts);
        let by = measures(by).expect("measures");
        let distribution = Backtrack.distribution(&asked, &by, &Run::new()).expect("the engine answers");
        assert_eq!(Pinwheel.distribution(&asked, &by, &Run::new()), Ok(distribution.clone()), "size {size}, {texts:?}");
        let by_one = Backtrack.distribution(&asked, &by[..1], &Run::new()).expect("the engine answers");
        let goals = [Goal::Most(by[0]), Goal::Fewest(by[0])];
        let mut wanted = vec![(SumKind::Distribution(by), BlockSum::Distribution(distribution))];
        for goal in goals {
            wanted.push((SumKind::Extreme(goal), BlockSum::Extreme { goal, best: by_one.extreme(goal) }));
        }
        for (kind, total) in wanted {
            let (blocks, sums) = (blocks(&Pinwheel, &asked, &kind), CountedBlocks::default());
            for piece in &blocks.batches(3) {
                blocks.count(RequestedBlocks::Piece(piece), &Run::new(), &sums).expect("the engine answers");
            }
            assert_eq!(sums.total(&kind), Some(total), "size {size}, {kind}, {texts:?}");
        }
    }
}
