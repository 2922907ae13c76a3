//! Tests the engine from outside.

use gridcheck_brute::Brute;
use gridcheck_engine::blocks::{BlockId, Ledger, RequestedBlocks};
use gridcheck_testing::prelude::*;
use gridcheck_testing::{CountedBlocks, blocks, grids_of_block};
use gridcheck_window::Window;

fn count(problem: &Problem) -> u128 {
    Window.count(problem, &Run::new()).expect("a count")
}

/// Compares counts under random rules and random given squares with a test of every pattern.
#[test]
fn agrees_with_brute_force() {
    let some =
        counts_as_brute(&Window, 600, &mut SeededRng::new(17), |_, rng| (3 + 2 * rng.below(2), Symmetry::Rot180));
    assert!(some > 200, "hardly a problem had grids: {some}");
}

/// Compares every measure and its extremes, under random rules and random given squares, with a test of every
/// pattern.
#[test]
fn measures_as_brute_force() {
    let mut rng = SeededRng::new(23);
    let mut some = 0;
    let sizes = [(3, 3), (5, 5), (3, 7), (5, 3)].map(|(rows, columns)| Size::new(rows, columns).expect("a fair size"));
    for round in 0..150 {
        let measure = rng.of(&Measure::PLAIN);
        let asked = random_problem(&mut rng, sizes[round % sizes.len()], Symmetry::Rot180);
        let run = Run::new();
        let expected = Brute.distribution(&asked, &[measure], &run).expect("a distribution");
        assert_eq!(Window.distribution(&asked, &[measure], &run), Ok(expected.clone()), "{measure}: {asked:?}");
        for goal in [Goal::Most(measure), Goal::Fewest(measure)] {
            assert_eq!(Window.extreme(&asked, goal, &run), Ok(expected.extreme(goal)), "{goal:?}: {asked:?}");
        }
        some += usize::from(expected.grids.len() > 2);
    }
    assert!(some > 40, "hardly a problem had grids that differ: {some}");
}

/// A table joined with itself, with half of the tables doubled, gives the same as two tables for every two arms.
#[test]
fn half_of_the_tables_doubled_give_the_full_count() {
    for size in [5, 7, 9] {
        let whole = problem(size, british());
        let colours = [false, true].map(|white| {
            let mut givens = whole.givens().clone();
            givens.fix(1, 0, white);
            count(&whole.clone().with_givens(givens).expect("givens of that size"))
        });
        assert_eq!(colours[0] + colours[1], count(&whole), "size {size}");
    }
}

/// The counts of single middle columns add up to the whole. The grid without a white square, which is not valid, is
/// in no middle column.
#[test]
fn middle_columns_add_up_to_the_whole() {
    let loose = Ruleset { connected: false, edges: false, ..british() };
    for (rows, columns, rules) in [(5, 5, loose.clone()), (7, 5, loose.clone()), (5, 7, loose), (7, 7, british())] {
        let open = problem_of_size((rows, columns), rules);
        let mut givens = open.givens().clone();
        givens.fix(0, columns / 2, true);
        let given = open.clone().with_givens(givens).expect("givens of that size");
        for asked in [open, given] {
            let blocks = blocks(&Window, &asked, &SumKind::Plain);
            let middle_column = |number: u64| {
                let block = BlockId(number);
                let grids = grids_of_block(&*blocks, block);
                assert!(grids == 0 || blocks.has(block), "{}", blocks.name(block));
                assert_eq!(blocks.named(&blocks.name(block)), Some(block));
                grids
            };
            let sum: u128 = (0..2 << (rows.max(columns) / 2)).map(middle_column).sum();
            assert_eq!(sum, Brute.count(&asked, &Run::new()).expect("a count"), "{asked:?}");
        }
    }
}

/// The blocks of a wide grid are those of its reflection.
#[test]
fn wide_grids_are_counted_as_their_reflections() {
    let open = problem_of_size((5, 7), Ruleset { connected: false, edges: false, ..british() });
    let mut givens = open.givens().clone();
    givens.fix(0, 1, true);
    let wide = open.with_givens(givens).expect("givens of that size");
    let high = wide.transposed().expect("no rule tells rows from columns");
    let [wide, high] = [wide, high].map(|problem| blocks(&Window, &problem, &SumKind::Plain));
    assert_eq!(wide.all(), high.all());
    for block in wide.all() {
        assert_eq!(wide.name(block), high.name(block));
        assert_eq!(grids_of_block(&*wide, block), grids_of_block(&*high, block));
    }
}

/// The reported work reaches exactly the announced work.
#[test]
fn reports_its_progress() {
    let american = builtin("american").expect("built in");
    for (size, rules) in [(9, british()), (13, american)] {
        let (asked, run) = (problem(size, rules), Run::new());
        Window.count(&asked, &run).expect("a count");
        assert_eq!(run.work(), (run.work().0, run.work().0), "size {size}");
        assert!(run.is_fine() && run.work().0 > 0);
        if size == 9 {
            let run = Run::new();
            Window.distribution(&asked, &[Measure::Words], &run).expect("a distribution");
            assert_eq!(run.work(), (run.work().0, run.work().0), "by words");
        }
    }
}

/// Blocks that are already counted are reported as done, also if the same squares must be swept again for the other
/// centre.
#[test]
fn reports_the_progress_of_a_resumed_count() {
    let asked = problem(13, builtin("american").expect("built in"));
    let columns = blocks(&Window, &asked, &SumKind::Plain);
    let (blocks, known) = (columns.all(), CountedBlocks::default());
    for &block in blocks.iter().step_by(3) {
        known.record(block, 1.into()).expect("no file to fail");
    }
    let run = Run::new();
    columns.count(RequestedBlocks::All, &run, &known).expect("a count");
    assert_eq!(run.work(), (run.work().0, run.work().0));
    let (done, all, _) = run.progress();
    assert_eq!((done, all), (blocks.len() as u64, blocks.len() as u64));
}

#[test]
fn reports_unsupported_problems() {
    let why = |problem: &Problem| why_unable(&Window, problem).expect("it is unable");
    assert_eq!(why(&problem(8, british())), "size 8, only odd sizes from 3 to 21");
    assert_eq!(why(&problem(23, british())), "size 23, only odd sizes from 3 to 21");
    assert_eq!(why(&problem_of_size((3, 23), british())), "size 3x23, only odd sizes from 3 to 21");
    let wider = Ruleset { min_white_per_row: 2, ..british() };
    assert_eq!(why(&problem(7, wider)), "min_white_per_row = 2, at most 1");
    let turned = Ruleset { symmetry: Symmetry::Rot90, ..british() };
    assert_eq!(why(&problem(7, turned)), "symmetry rot90, it supports only rot180");
    let slow = why_slow(&Window, &problem(17, british()));
    assert_eq!(slow.as_deref(), Some("64 free squares in a quarter of the grid, reasonable up to 49"));
    assert!(is_able(&Window, &problem(15, british())));
}

#[test]
fn sorts_by_one_measure_alone() {
    let declined = |problem: &Problem, kind: &SumKind| Window.prepare(problem, kind).err().map(|declined| declined.why);
    let why = |size, by: &[Measure]| declined(&problem(size, british()), &SumKind::Distribution(by.to_vec()));
    assert_eq!(why(7, &[Measure::Words]), None);
    assert_eq!(why(7, &[]).as_deref(), Some("grids by no measure"));
    assert_eq!(why(7, &[Measure::Length(5)]).as_deref(), Some("grids by length 5"));
    assert_eq!(
        why(7, &[Measure::Words, Measure::Letters]).as_deref(),
        Some("grids by 2 measures at once, only by one")
    );
    assert!(Window.distribution(&problem(7, british()), &[Measure::Length(5)], &Run::new()).is_err());
    let large = Some("81 free squares in a quarter of the grid, it sorts up to 64");
    assert_eq!(why(19, &[Measure::Words]).as_deref(), large);
    let most = |measure| SumKind::Extreme(Goal::Most(measure));
    assert_eq!(declined(&problem(19, british()), &most(Measure::Words)).as_deref(), large);
    assert_eq!(declined(&problem(7, british()), &most(Measure::Length(5))).as_deref(), Some("grids by length 5"));
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let some = agrees_on_rectangles(&Window, 6000, &mut SeededRng::new(34));
    assert!(some > 200, "{some} say something");
}

/// Opens a few squares of a lattice, so that larger grids with many given squares can be compared with a test of every pattern.
#[test]
fn nearly_full_grids_agree_with_every_pattern() {
    let mut rng = SeededRng::new(31);
    let mut some = 0;
    for round in 0..300 {
        let (rows, columns) = [(7, 7), (7, 9), (9, 7)][round % 3];
        let size = Size::new(rows, columns).expect("a fair size");
        let rules = rng.common_rules(Symmetry::Rot180);
        let open: Vec<(usize, usize)> = (0..11).map(|_| (rng.below(rows), rng.below(columns))).collect();
        let phase = rng.below(2);
        let asked = Problem::of_size(size, rules).expect("a fair problem");
        let mut givens = asked.givens().clone();
        for (r, c) in size.positions() {
            if !open.iter().any(|&square| square == (r, c) || square == (rows - 1 - r, columns - 1 - c)) {
                givens.fix(r, c, r % 2 == phase || c % 2 == phase);
            }
        }
        let asked = asked.with_givens(givens).expect("givens of that size");
        let expected = Brute.count(&asked, &Run::new()).expect("a count");
        assert_eq!(count(&asked), expected, "{asked:?}");
        some += usize::from(expected > 0);
    }
    assert!(some > 50, "hardly a problem had grids: {some}");
}
