//! What is tested here needs the inside of the engine; `tests/frontier.rs` holds it against another engine.

use super::*;
use crate::rules::builtin;

fn of(name: &str, size: usize) -> Problem {
    Problem::new(size, builtin(name).expect("built in")).expect("a fair size")
}

/// Known totals (Keith 2026; OEIS A323839).
#[test]
fn known_totals() {
    let totals = |name: &str, sizes: &[usize]| -> Vec<u128> {
        sizes.iter().map(|&size| count_in::<u64>(&of(name, size), &Run::new()).expect("a count")).collect()
    };
    assert_eq!(totals("british", &[3, 5, 7, 9]), [1, 17, 650, 68_956]);
    assert_eq!(totals("american", &[4, 6, 8, 10]), [3, 48, 2190, 586_731]);
}

/// 650 grids fit two bytes and not one; nothing is wrapped.
#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let problem = of("british", 7);
    assert_eq!(count_in::<u16>(&problem, &Run::new()), Ok(650));
    assert_eq!(count_in::<u8>(&problem, &Run::new()), Err(EngineError::Overflow));
    // Here the ways to single states overflow as well, not the total alone.
    assert_eq!(count_in::<u8>(&of("british", 9), &Run::new()), Err(EngineError::Overflow));
    assert_eq!(count_in::<u128>(&problem, &Run::new()), Ok(650));
}

/// Both widths of key give the same.
#[test]
fn wide_keys_count_like_narrow_ones() {
    for (name, size) in [("british", 7), ("american-loose", 8)] {
        let problem = of(name, size);
        let parts = || Parts::new(problem.rules(), size).expect("few classes");
        let board = Board::new(&problem, parts()).expect("no givens");
        let pairs = Pairs::new(&board, problem.rules());
        let run = Run::new();
        assert!(Upper::<u64>::fits(&board));
        let narrow = Upper::<u64>::new(&board, &pairs, &run).expect("not stopped");
        let wide = Upper::<u128>::new(&board, &pairs, &run).expect("not stopped");
        assert_eq!(sweep::count::<_, u64>(&narrow, &run), sweep::count::<_, u64>(&wide, &run), "{name}");
    }
}

/// Merging mirror images changes the work and not the answer.
#[test]
fn mirror_images_may_be_kept_apart() {
    for (name, size) in [("british", 7), ("british", 8), ("no-pairs", 9)] {
        let problem = of(name, size);
        let parts = Parts::new(problem.rules(), size).expect("few classes");
        let mut board = Board::new(&problem, parts).expect("no givens");
        let mut counts = Vec::new();
        for mirrored in [true, false] {
            board.mirrored = mirrored;
            let pairs = Pairs::new(&board, problem.rules());
            let run = Run::new();
            let upper = Upper::<u64>::new(&board, &pairs, &run).expect("not stopped");
            counts.push(sweep::count::<_, u64>(&upper, &run).expect("a count"));
        }
        assert_eq!(counts[0], counts[1], "{name} {size}");
    }
}

#[test]
fn what_it_cannot_do_it_says() {
    let british = builtin("british").expect("built in");
    let why = |problem: &Problem| match Frontier.ability(problem) {
        Ability::Unable(why) => {
            let error = EngineError::Unable { engine: "frontier", why: why.clone() };
            assert_eq!(Frontier.count(problem, &Run::new()), Err(error));
            why
        }
        able => panic!("{able:?}"),
    };
    let turned = crate::rules::Ruleset { symmetry: Symmetry::Rot90, ..british.clone() };
    assert_eq!(why(&Problem::new(7, turned).expect("fair")), "symmetry rot90, only rot180");
    let full = crate::rules::Ruleset { min_white_per_row: 2, ..british };
    assert_eq!(why(&Problem::new(7, full).expect("fair")), "min_white_per_row = 2, at most 1");
    assert_eq!(why(&of("british", 17)), "size 17, at most 15");
}
