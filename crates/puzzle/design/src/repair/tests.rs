//! Compares results with all valid grids, measured one by one.

use super::*;

use std::collections::BTreeSet;

use gridcheck_registry::{Backtrack, Brute};
use gridcheck_testing::prelude::*;

fn drawn(rng: &mut SeededRng, size: usize) -> Grid {
    let mut grid = Grid::black(size, size);
    let black = 2 + rng.below(3);
    (0..size * size).for_each(|i| grid.set_white(i / size, i % size, !rng.one_in(black)));
    grid
}

fn barred(rng: &mut SeededRng, size: usize) -> Grid {
    let mut grid = Grid::white(size, size);
    let open = 2 + rng.below(3);
    for (r, c) in grid.size().positions() {
        let is_bar = [c + 1 < size && rng.one_in(open), r + 1 < size && rng.one_in(open)];
        grid.bars_mut().set_after((r, c), is_bar);
    }
    grid
}

/// Returns the nearest of all these grids, by exhaustive search.
fn reference(all: &[Grid], grid: &Grid, keep: &Givens) -> Option<(usize, BTreeSet<Grid>)> {
    let able = || all.iter().filter(|other| keep.first_broken(other).is_none());
    let distance = |other: &Grid| {
        let squares = grid.size().positions().filter(|&(r, c)| grid.is_white(r, c) != other.is_white(r, c));
        let [mine, others] = [grid, other].map(|grid| grid.bars().sides().collect::<BTreeSet<_>>());
        squares.count() + mine.symmetric_difference(&others).count()
    };
    let changes = able().map(distance).min()?;
    Some((changes, able().filter(|other| distance(other) == changes).cloned().collect()))
}

/// Compares all nearest grids, and smaller requested numbers of them: their number and their distance.
fn check(open: &Problem, all: &[Grid], grid: &Grid, keep: Givens) -> Option<(usize, usize)> {
    let expected = reference(all, grid, &keep);
    let question = open.clone().with_givens(keep).expect("of that size");
    let mut bounds = Vec::new();
    let found =
        nearest(&question, grid, usize::MAX, &Run::new(), |bound| bounds.push(bound)).expect("the run is not stopped");
    let Some(Nearest { changes, grids, all }) = found else {
        assert_eq!(expected, None, "{grid:?} {question:?}");
        return None;
    };
    let set: BTreeSet<Grid> = grids.iter().cloned().collect();
    assert_eq!(set.len(), grids.len(), "a grid comes twice");
    assert_eq!(Some((changes, set)), expected, "{grid:?} {question:?}");
    assert!(all && bounds.is_sorted() && bounds.last() == Some(&changes));
    for most in [1, grids.len() - 1, grids.len()] {
        let few = nearest(&question, grid, most.max(1), &Run::new(), |_| {})
            .expect("the run is not stopped")
            .expect("as before");
        assert_eq!((few.grids.len(), few.all), (most.max(1), most.max(1) == grids.len()));
        assert!(few.grids.iter().all(|grid| grids.contains(grid)));
    }
    Some((changes, grids.len()))
}

#[test]
fn finds_the_nearest_grids_of_sizes_4_and_5() {
    let mut rng = SeededRng::new(31);
    let (mut answers, mut grids, mut none) = (0, 0, 0);
    for round in 0..160 {
        let symmetry = Symmetry::ALL[round % 8];
        let size = if symmetry == Symmetry::None { 4 } else { 5 };
        let open = problem(size, rng.rules(symmetry));
        let all = listed(&Brute, &open);
        for _ in 0..3 {
            let grid = drawn(&mut rng, size);
            let mut keep = Givens::open(size, size);
            for _ in 0..rng.below(4) {
                let (r, c) = (rng.below(size), rng.below(size));
                keep.fix(r, c, grid.is_white(r, c));
            }
            match check(&open, &all, &grid, keep) {
                Some((_, nearest)) if nearest < 200 => (answers, grids) = (answers + 1, grids + nearest),
                Some(_) => answers += 1,
                None => none += 1,
            }
        }
    }
    assert!(answers > 150 && grids > answers && none > 50, "{answers} answers, {grids} grids, {none} without");
}

#[test]
fn finds_the_nearest_barred_grids() {
    let mut rng = SeededRng::new(33);
    let (mut answers, mut grids, mut none) = (0, 0, 0);
    for round in 0..120 {
        let symmetry = [Symmetry::Rot180, Symmetry::None, Symmetry::Rot90, Symmetry::Diagonal][round % 4];
        let size = if symmetry == Symmetry::None { 3 } else { 4 };
        let open = problem(size, rng.barred_rules(symmetry));
        let all = listed(&Brute, &open);
        for _ in 0..3 {
            let grid = barred(&mut rng, size);
            let mut keep = Givens::open(size, size);
            for _ in 0..rng.below(3) {
                let (r, c) = (rng.below(size), rng.below(size));
                keep.fix_bars(r, c, grid.bars().after((r, c)));
            }
            match check(&open, &all, &grid, keep) {
                Some((_, nearest)) if nearest < 200 => (answers, grids) = (answers + 1, grids + nearest),
                Some(_) => answers += 1,
                None => none += 1,
            }
        }
    }
    assert!(answers > 80 && grids > answers && none > 50, "{answers} answers, {grids} grids, {none} without");
}

#[test]
fn a_printed_barred_grid_with_slips_is_nearer_than_its_slips() {
    let mut rng = SeededRng::new(34);
    let open = problem(5, builtin("ximenes").expect("built in"));
    let all = listed(&Brute, &open);
    for _ in 0..20 {
        let mut near = all[rng.below(all.len())].clone();
        let slips = rng.below(4);
        for _ in 0..slips {
            let (r, c) = (rng.below(5), rng.below(4));
            near.bars_mut().set_right((r, c), rng.one_in(2));
        }
        let (changes, _) = check(&open, &all, &near, Givens::open(5, 5)).expect("there are grids");
        assert!(changes <= slips);
    }
}

#[test]
fn finds_the_nearest_grids_of_size_7() {
    let mut rng = SeededRng::new(32);
    for rules in [british(), builtin("american").expect("built in")] {
        let open = problem(7, rules);
        let all = listed(&Backtrack, &open);
        let mut furthest = 0;
        for _ in 0..30 {
            let grid = drawn(&mut rng, 7);
            let (changes, _) = check(&open, &all, &grid, Givens::open(7, 7)).expect("there are grids");
            furthest = furthest.max(changes);
            // A few squares differ from a valid grid, as in a typical request.
            let mut near = all[rng.below(all.len())].clone();
            let slips = rng.below(4);
            for _ in 0..slips {
                let (r, c) = (rng.below(7), rng.below(7));
                near.set_white(r, c, !near.is_white(r, c));
            }
            let (changes, _) = check(&open, &all, &near, Givens::open(7, 7)).expect("there are grids");
            assert!(changes <= slips);
        }
        assert!(furthest > 10, "{furthest}");
    }
}

#[test]
fn a_cap_that_is_reached_is_raised() {
    // An all white grid is far from every British one.
    let open = problem(7, british());
    let all = listed(&Backtrack, &open);
    let white: Grid = [["......."; 7].join("/")].concat().parse().expect("a grid");
    let (changes, _) = check(&open, &all, &white, Givens::open(7, 7)).expect("there are grids");
    let black = Grid::black(7, 7);
    let (others, _) = check(&open, &all, &black, Givens::open(7, 7)).expect("there are grids");
    assert!(changes.max(others) > bound::FIRST_CAP, "{changes} and {others}");
}

#[test]
fn stops_when_the_run_is_stopped() {
    let run = stopped();
    let stopped = nearest(&problem(5, british()), &Grid::black(5, 5), 1, &run, |_| {});
    assert_eq!(stopped, Err(EngineError::Stopped));
}
