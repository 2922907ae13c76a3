//! Tests the engine from outside.

use std::collections::HashSet;

use gridcheck_backtrack::Backtrack;
use gridcheck_core::constraint::{Goal, Measure, measures};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Ruleset, Symmetry};
use gridcheck_pinwheel::{Pinwheel, Ranking};
use gridcheck_run::blocks::{BlockSum, BlockSums, InBlocks, RequestedBlocks, SumKind};
use gridcheck_run::{Ability, Engine, EngineError, Run};
use gridcheck_testing::{listed, problem, rules};

/// Accepts nearly every grid, so counts grow fast.
fn lax() -> Ruleset {
    Ruleset { symmetry: Symmetry::Rot180, ..Ruleset::lax() }
}

/// The rules and the open squares determine the time, not the size alone.
#[test]
fn what_takes_hours_is_called_slow() {
    let at_least_half = Ruleset { checking: Checking::AtLeastHalf, connected: true, ..lax() };
    let ability = |size, rules: &Ruleset| Pinwheel.ability(&Problem::new(size, rules.clone()).expect("a fair problem"));
    assert_eq!(ability(9, &at_least_half), Ability::Able);
    assert!(matches!(ability(13, &at_least_half), Ability::Slow(_)));
    // One given row leaves 35 squares of a quarter open, two rows leave 28 and 30.
    let one_row = problem(13, at_least_half).with_row(0, 0b1_1100_0111_0111);
    assert!(matches!(Pinwheel.ability(&one_row), Ability::Slow(_)));
    assert_eq!(Pinwheel.ability(&one_row.with_row(1, 0b1_0101_0101_0101)), Ability::Able);
    assert_eq!(ability(13, &lax()), Ability::Able);
    assert_eq!(Pinwheel.ability(&problem(13, rules("british"))), Ability::Able);
}

/// Compares distributions and extremes with those of listed grids.
#[test]
fn distributions_agree_with_the_listed_grids() {
    let turning = Ruleset { symmetry: Symmetry::Rot90, ..rules("british") };
    let loose = Ruleset { connected: false, ..rules("british") };
    let american = problem(8, rules("american")).with_row(0, 0b111);
    let problems = [
        problem(5, rules("british")),
        problem(6, rules("british")),
        problem(7, rules("british")),
        problem(7, rules("american")),
        american,
    ];
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
    assert_eq!(Pinwheel.count(&problem(11, rules("british")), &run), Err(EngineError::Stopped));
}

/// Every rank leads to a distinct grid, and that grid back to the rank. So uniform ranks give uniform grids.
#[test]
fn ranks_and_grids_are_one_to_one() {
    let turning = Ruleset { symmetry: Symmetry::Rot90, ..rules("british") };
    let turning = Problem::new(9, turning).expect("a fair problem");
    let single = Ruleset { single_cells: true, min_word: 3, ..lax() };
    let single = Problem::new(5, single).expect("a fair problem");
    let given = problem(7, rules("american")).with_row(0, 0b001_1111);
    let all = [
        problem(5, rules("british")),
        problem(6, rules("british")),
        problem(7, rules("british")),
        problem(8, rules("american")),
    ];
    for problem in all.into_iter().chain([given, turning, single]) {
        let run = Run::new();
        let ranking = Ranking::of(&problem, &BlockSums::in_memory(), &run).expect("the engine answers");
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
        let constraints = texts.iter().map(|text| text.parse().expect("a constraint")).collect();
        let asked = problem(size, rules("british")).with_constraints(constraints).expect("possible");
        let total = Pinwheel.count(&asked, &Run::new()).expect("the engine answers");
        let blocks = Pinwheel.blocks(&asked).expect("blocks");
        for pieces in [1, 3, 7] {
            let sums = BlockSums::in_memory();
            for piece in blocks.batches(pieces).iter().rev() {
                let counted = blocks.count(&SumKind::Plain, RequestedBlocks::Piece(piece), &Run::new(), &sums);
                counted.expect("the engine answers");
            }
            assert_eq!(sums.total(), Some(total.into()), "size {size}, {texts:?}, {pieces} pieces");
        }
        let all = Pinwheel.count(&problem(size, rules("british")), &Run::new()).expect("the engine answers");
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
        let asked = problem(size, rules("british")).with_constraints(constraints).expect("possible");
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
            for piece in &blocks.batches(3) {
                blocks.count(&kind, RequestedBlocks::Piece(piece), &Run::new(), &sums).expect("the engine answers");
            }
            assert_eq!(sums.total(), Some(total), "size {size}, {kind}, {texts:?}");
        }
    }
}
