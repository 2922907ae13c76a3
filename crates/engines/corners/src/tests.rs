//! The counts of small grids that two unrelated programs found, and random problems.

use std::collections::BTreeSet;

use super::*;
use gridcheck_composition::Composition;
use gridcheck_core::rules::{Ruleset, builtin};
use gridcheck_core::size::Size;
use gridcheck_engine::Run;
use gridcheck_engine::blocks::{Ranking, RequestedBlocks};
use gridcheck_testing::prelude::*;
use gridcheck_testing::{CountedBlocks, counted, grids_of_block, open_edge_orbits};

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

fn random_problem(seed: u64) -> Problem {
    let known = |problem: &Problem| {
        // A large problem with hardly a grid would be searched for hours.
        if open_edge_orbits(problem) <= 30 { first_listed(&Composition, problem, 40) } else { Vec::new() }
    };
    random_barred_problem(&mut SeededRng::new(seed), 24, known)
}

fn agrees_with_the_list(seeds: std::ops::Range<u64>) {
    let (mut asked, mut some) = (0, 0);
    for seed in seeds {
        let problem = random_problem(seed);
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
#[ignore = "takes a quarter of a minute"]
fn many_random_problems_have_the_grids_that_are_listed() {
    agrees_with_the_list(1500..20_000);
}

/// Ranks the grids of a problem.
fn ranking(problem: &Problem) -> Option<Ranking> {
    let prepared = Corners.prepare(problem, &SumKind::Plain).ok()?;
    Some(Ranking::new(&prepared, &counted(&prepared).with_grids()).expect("it fits"))
}

/// All ranks have the grids that are listed, each once. Ranks and grids are inverse to each other.
fn numbers_every_grid(problem: &Problem, seed: u64) -> usize {
    let Some(ranking) = ranking(problem) else { return 0 };
    let run = Run::new();
    let ranks: Vec<u128> = (0..ranking.total()).collect();
    let grids = ranking.grids(&ranks, &run).expect("every rank has a grid");
    let listed: BTreeSet<String> = listed(&Composition, problem).iter().map(Grid::one_line).collect();
    assert_eq!(grids.len(), listed.len(), "seed {seed}: {problem:?}");
    assert_eq!(grids.iter().map(Grid::one_line).collect::<BTreeSet<_>>(), listed, "seed {seed}: {problem:?}");
    let step = grids.len() / 20 + 1;
    for (grid, &rank) in grids.iter().zip(&ranks).skip(seed as usize % step).step_by(step) {
        assert_eq!(ranking.rank(grid, &run), Ok(Some(rank)), "seed {seed}: {problem:?}");
        assert_eq!(ranking.grids(&[rank], &run).as_deref(), Ok(&[grid.clone()][..]), "seed {seed}: {problem:?}");
        // One bar more or less, with its image.
        let mut other = grid.clone();
        let is_bar = grid.bars().is_right((0, 0));
        other.bars_mut().set_right((0, 0), !is_bar);
        let (last, before) = (grid.width() - 1, grid.width() - 2);
        other.bars_mut().set_between((grid.height() - 1, before), (grid.height() - 1, last), !is_bar);
        assert_eq!(ranking.rank(&other, &run).map(|rank| rank.is_some()), Ok(listed.contains(&other.one_line())));
    }
    assert!(ranking.grids(&[ranking.total()], &run).is_err());
    grids.len()
}

#[test]
fn every_grid_has_a_number() {
    for (name, rows, columns) in [("ximenes", 6, 6), ("ximenes", 4, 6), ("ximenes", 6, 4), ("ximenes-4", 6, 8)] {
        let problem = problem(name, rows, columns, true);
        assert!(numbers_every_grid(&problem, 0) > 10, "{name} {rows} x {columns}");
    }
    let mut some = 0;
    for seed in 0..1500 {
        let problem = random_problem(seed);
        // Some rules have millions of grids.
        if Corners.count(&problem, &Run::new()).is_ok_and(|grids| grids < 3000) {
            some += usize::from(numbers_every_grid(&problem, seed) > 1);
        }
    }
    assert!(some > 10, "hardly any problem has a grid: {some}");
}

/// Blocks are asked for in any order, and more than once.
#[test]
fn blocks_have_their_own_sums_in_any_order() {
    let prepared = Corners.prepare(&problem("ximenes", 6, 6, true), &SumKind::Plain).expect("it can");
    let blocks = prepared.blocks().expect("corners");
    let all = blocks.all();
    let mut asked = all.clone();
    asked.reverse();
    asked.extend(&all[..5]);
    let together = CountedBlocks::default();
    blocks.count(RequestedBlocks::These(&asked), &Run::new(), &together).expect("it counts");
    for block in all {
        assert_eq!(together.grids_of(block), grids_of_block(&**blocks, block), "{}", blocks.name(block));
    }
}

/// A seed draws the same grids with any number of threads.
#[test]
fn numbers_do_not_depend_on_threads() {
    let ranking = ranking(&problem("ximenes", 8, 8, true)).expect("it can");
    let ranks: Vec<u128> = (0..ranking.total()).step_by(1_500_007).collect();
    let drawn = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| ranking.grids(&ranks, &Run::new()).expect("grids"))
    });
    assert!(drawn[0] == drawn[1] && drawn[0].len() > 100);
}

#[test]
fn grids_of_another_form_have_no_rank() {
    let ranking = ranking(&problem("ximenes", 4, 4, true)).expect("it can");
    let mut askew = ranking.grids(&[0], &Run::new()).expect("there are grids").remove(0);
    let is_bar = askew.bars().is_right((0, 0));
    askew.bars_mut().set_right((0, 0), !is_bar);
    for grid in [askew, Grid::white(4, 6), Grid::white(5, 5), Grid::black(4, 4)] {
        assert_eq!(ranking.rank(&grid, &Run::new()), Ok(None), "{grid}");
    }
}
