//! Tests the internals of the engine; `tests/it/counting_engines.rs` compares it with another engine.

use super::state::{Cell, Layout, MAX_COLUMNS, State, TrackedParts, Whites};
use super::sweep::sweep;
use super::*;
use gridcheck_testing::prelude::*;

const GROUPS: [Symmetry; 6] =
    [Symmetry::None, Symmetry::Mirror, Symmetry::Mirrors, Symmetry::Diagonal, Symmetry::Diagonals, Symmetry::All];

/// Compares random rules and random givens, for all groups, with a test of every pattern.
#[test]
fn agrees_with_brute_force() {
    let some = counts_as_brute(&Kaleidoscope, 400, &mut SeededRng::new(11), |round, rng| {
        let symmetry = GROUPS[round % GROUPS.len()];
        let largest = if symmetry == Symmetry::None { 4 } else { 6 };
        (3 + rng.below(largest - 2), symmetry)
    });
    assert!(some > 100, "hardly a problem had grids: {some}");
}

/// If words may be anything and only some columns may have letters, there are soon more than 2^128 grids.
#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let lax = Ruleset { symmetry: Symmetry::Mirror, ..Ruleset::lax() };
    let count = |columns: usize| {
        let wide = problem(31, lax.clone());
        let mut givens = wide.givens().clone();
        for row in 0..31 {
            (columns..16).for_each(|column| givens.fix(row, column, false));
        }
        Kaleidoscope.count(&wide.with_givens(givens).expect("one colour each"), &Run::new())
    };
    assert!(count(3).is_ok_and(|grids| grids > 1 << 64));
    assert_eq!(count(6), Err(EngineError::Overflow));
}

/// Compares the reported progress with the work, the number of states met. They differ by less than a factor of two after a quarter of the
/// work. A report by steps alone would differ by a factor of ten.
#[test]
fn progress_is_by_work() {
    for symmetry in [Symmetry::Mirrors, Symmetry::Diagonals] {
        let asked = problem(11, Ruleset { symmetry, ..british() });
        let (steps, _) = steps(&asked).expect("it can be swept");
        let profile = profile(&asked, &Run::new()).expect("the run is not stopped");
        let mut met = vec![0];
        let done = |met: &[usize]| profile.done(met.len() - 1, steps.strides().len()) as f64 / profile::WHOLE as f64;
        let mut reported = vec![0.0];
        sweep(&steps, &Run::new(), |states| {
            met.push(met[met.len() - 1] + states);
            reported.push(done(&met));
        })
        .expect("a count");
        let all = met[met.len() - 1] as f64;
        assert_eq!((met.len() - 1, reported[met.len() - 1]), (steps.strides().len(), 1.0));
        for (step, (met, reported)) in met.iter().zip(reported).enumerate() {
            let by_work = *met as f64 / all;
            if by_work > 0.25 {
                assert!(
                    (0.5..2.0).contains(&(reported / by_work)),
                    "{symmetry:?}, step {step}: {reported} of {by_work}"
                );
            }
        }
        let run = Run::new();
        assert_eq!(super::count_with_progress(&steps, &profile, &run), sweep(&steps, &Run::new(), |_| {}));
        assert!(run.is_fine());
        assert_eq!(run.fraction(), Some(1.0));
    }
}

#[test]
fn reports_unsupported_problems() {
    let why = |problem: &Problem| why_unable(&Kaleidoscope, problem).expect("it is unable");
    let only = "symmetry rot180, it supports only none, mirror, mirrors, diagonal, diagonals and all";
    assert_eq!(why(&problem(7, british())), only);
    let mirrored = Ruleset { symmetry: Symmetry::Mirror, ..british() };
    let full = Ruleset { min_white_per_row: 2, ..mirrored.clone() };
    assert_eq!(why(&problem(7, full)), "min_white_per_row = 2, at most 1");
    let wide = "it leaves too much open across the piece that stands for the grid";
    assert_eq!(why(&problem(41, mirrored)), wide);
}

#[test]
fn reports_slow_problems() {
    let asked = |name: &str, symmetry, size| problem(size, Ruleset { symmetry, ..rules(name) });
    for (name, symmetry, size) in [
        ("british", Symmetry::Mirrors, 19),
        ("british", Symmetry::Diagonal, 15),
        ("british", Symmetry::Diagonals, 15),
        ("british", Symmetry::All, 21),
        ("american", Symmetry::Mirrors, 25),
    ] {
        assert!(is_able(&Kaleidoscope, &asked(name, symmetry, size)), "{name} {symmetry:?} {size}");
    }
    let slow = "11 squares in a row of the piece between its mirrors, reasonable up to 10";
    assert_eq!(why_slow(&Kaleidoscope, &asked("british", Symmetry::Mirrors, 21)).as_deref(), Some(slow));
    let slow = "14 squares in a row of the piece between its mirrors, reasonable up to 13";
    assert_eq!(why_slow(&Kaleidoscope, &asked("american-loose", Symmetry::Mirrors, 27)).as_deref(), Some(slow));
}

/// Bounds the number of states: states with the same continuations are merged, and foreseeable dead ends are dropped. Without the foresight
/// and without settled classes there are several times as many states.
#[test]
fn number_of_states_stays_within_measured_bounds() {
    let enough = [
        (Symmetry::None, 7, 120_281),
        (Symmetry::Mirror, 9, 16_430),
        (Symmetry::Mirrors, 11, 10_289),
        (Symmetry::Diagonal, 9, 29_086),
        (Symmetry::Diagonals, 11, 42_545),
        (Symmetry::All, 13, 2_262),
    ];
    let met = enough.map(|(symmetry, size, _)| {
        let (steps, _) = steps(&problem(size, Ruleset { symmetry, ..british() })).expect("it can be swept");
        let mut met = 0;
        sweep(&steps, &Run::new(), |states| met += states).expect("a count");
        (symmetry, size, met)
    });
    assert!(met.iter().zip(&enough).all(|((_, _, met), (_, _, enough))| met <= enough), "{met:?}");
}

/// Checks that a stopped run ends with an error.
#[test]
fn stops_when_the_run_is_stopped() {
    let run = stopped();
    let rules = Ruleset { symmetry: Symmetry::Mirrors, ..british() };
    assert_eq!(Kaleidoscope.count(&problem(7, rules), &run), Err(EngineError::Stopped));
}

/// Checks that a key holds the whole state. States that differ only in the numbers of their components must have one key.
#[test]
fn keys_say_all_of_a_state() {
    let mut rng = SeededRng::new(3);
    for _ in 0..2000 {
        let tracked = TrackedParts { regions: rng.one_in(2), lines: rng.one_in(2), across_bits: 3 };
        let (first, columns) = (rng.below(3), 1 + rng.below(9));
        let layout = Layout::new([first, first + columns - 1], 6, tracked).expect("it fits");
        let mut state = State::START;
        let mut fresh = 0;
        for (column, cell) in state.cells.iter_mut().enumerate().skip(first).take(columns) {
            if rng.one_in(3) {
                continue;
            }
            let component = if tracked.regions { rng.below(fresh.min(columns / 2) + 1) } else { 0 };
            fresh = fresh.max(component + 1);
            *cell = Cell::White { above: rng.below(6) as u8, component: component as u8 };
            state.touched |= u32::from(tracked.lines && column > 0) << column;
        }
        state.across = rng.one_in(2).then(|| rng.below(6) as u8);
        state.row_touched = tracked.lines && rng.one_in(2);
        if tracked.regions {
            state.reached = [rng.one_in(2), rng.one_in(2)];
        }
        if rng.one_in(2) {
            state.whites = if tracked.regions { Whites::All } else { Whites::Some };
        }
        let key = layout.pack(&state);
        assert_eq!(layout.unpack(key), state);
        let mut renumbered = state;
        for cell in &mut renumbered.cells {
            if let Cell::White { component, .. } = cell
                && tracked.regions
            {
                *component = 15 - *component;
            }
        }
        assert_eq!(layout.pack(&renumbered), key);
    }
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let mut rng = SeededRng::new(34);
    let some = gridcheck_testing::agrees_on_rectangles(&Kaleidoscope, 1500, &mut rng);
    assert!(some > 300, "{some} say something");
}

/// Counts connected grids where only the first columns and the last are open, in the widest possible domain. Each grid lies on one side, so
/// the counts add up. A region that begins in the last column must not take the number of one that began in the first columns.
#[test]
fn regions_far_apart_stay_apart() {
    let lax = problem(MAX_COLUMNS, Ruleset { connected: true, ..Ruleset::lax() });
    let count = |open: &[usize]| {
        let mut givens = lax.givens().clone();
        for row in 0..MAX_COLUMNS {
            let is_open = |column: usize| row < 3 && open.contains(&column);
            (0..MAX_COLUMNS).filter(|&column| !is_open(column)).for_each(|column| givens.fix(row, column, false));
        }
        let asked = lax.clone().with_givens(givens).expect("givens of that size");
        Kaleidoscope.count(&asked, &Run::new()).expect("a count")
    };
    let last = MAX_COLUMNS - 1;
    assert_eq!(count(&[last]), 3, "one word of three letters, two of two");
    assert_eq!(count(&[0, 1, 2, last]), count(&[0, 1, 2]) + 3);
}
