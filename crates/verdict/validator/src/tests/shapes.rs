//! Tests the meaning of the rules for grids with bars and voids.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::*;
use gridcheck_core::grid::Symmetry;
use gridcheck_layout::shape::{Bars, Square as Place};
use gridcheck_testing::prelude::*;

/// Returns random rules.
fn any_rules(rng: &mut SeededRng) -> Ruleset {
    let symmetry = rng.of(&Symmetry::ALL);
    rng.rules(symmetry)
}

/// Returns a random grid of that size. About a quarter of it is black.
fn any_grid(rng: &mut SeededRng, height: usize, width: usize) -> Grid {
    let rows: Vec<u64> = (0..height).map(|_| rng.bits() | rng.bits()).collect();
    Grid::from_rows(width, &rows).expect("at most 64 rows and columns")
}

/// Makes each edge between two white squares a bar with probability 1 / `in_every`.
fn any_bars(rng: &mut SeededRng, grid: &Grid, in_every: usize) -> Bars {
    let mut bars = Bars::default();
    let is_white = |r: usize, c: usize| r < grid.height() && c < grid.width() && grid.is_white(r, c);
    for (r, c) in Shape::from(grid).places().filter(|&(r, c)| is_white(r, c)) {
        if is_white(r, c + 1) && rng.below(in_every) == 0 {
            bars.set_right((r, c), true);
        }
        if is_white(r + 1, c) && rng.below(in_every) == 0 {
            bars.set_below((r, c), true);
        }
    }
    bars
}

/// Compares a black square with a white one behind bars: words end at both. The white one is an isolated square, a run of one both ways,
/// and a separate region.
#[test]
fn a_square_behind_bars_ends_words_as_a_black_one_does() {
    let mut rng = SeededRng::new(8);
    for _ in 0..500 {
        let size = 2 + rng.below(6);
        let black = any_grid(&mut rng, size, size);
        let white = Grid::from_rows(size, &vec![u64::MAX; size]).expect("a white grid");
        let blacks: Vec<Place> = Shape::from(&white).places().filter(|&(r, c)| !black.is_white(r, c)).collect();
        let mut bars = Bars::default();
        for &(r, c) in &blacks {
            if c + 1 < size {
                bars.set_right((r, c), true);
            }
            if c > 0 {
                bars.set_right((r, c - 1), true);
            }
            if r + 1 < size {
                bars.set_below((r, c), true);
            }
            if r > 0 {
                bars.set_below((r - 1, c), true);
            }
        }
        let white = white.with_bars(bars);
        let shape = Shape::from(&white);
        let rules = Ruleset { symmetry: Symmetry::None, single_cells: true, ..any_rules(&mut rng) };
        let validator = Validator::new(&rules);
        let of_words = |violations: Vec<Diagnostic>| -> Vec<Diagnostic> {
            violations.into_iter().filter(|violation| violation.word.is_some()).collect()
        };
        let (plain, barred) = (validator.violations(&black), validator.violations_of(shape));
        assert_eq!(of_words(barred.clone()), of_words(plain.clone()), "{black:?} {rules:?}");
        let alone = |violations: &[Diagnostic]| -> BTreeSet<Place> {
            let isolated = violations.iter().filter(|violation| violation.code == in_word::CODE);
            isolated.flat_map(|broken| &broken.squares).map(|square| (square.row, square.column)).collect()
        };
        let expected: BTreeSet<Place> = alone(&plain).into_iter().chain(blacks.iter().copied()).collect();
        assert_eq!(alone(&barred), expected);
        let regions = |violations: &[Diagnostic]| {
            let apart = violations.iter().find(|violation| violation.code == connected::CODE);
            // The squares are those of all regions except the largest.
            apart.map(|apart| apart.squares.len() + 1)
        };
        if let (true, Some(apart)) = (rules.connected, regions(&plain)) {
            assert_eq!(regions(&barred), Some(apart + blacks.len()));
        }
    }
}

/// Turns black squares into voids, which changes neither words nor regions.
#[test]
fn a_void_ends_words_as_a_black_square_does() {
    let mut rng = SeededRng::new(9);
    for _ in 0..500 {
        let size = 2 + rng.below(6);
        let grid = any_grid(&mut rng, size, size);
        let bars = any_bars(&mut rng, &grid, 6);
        let grid = grid.with_bars(bars);
        let blacks = Shape::from(&grid).places().filter(|&(r, c)| !grid.is_white(r, c));
        let voids: BTreeSet<Place> = blacks.filter(|_| rng.bits() & 1 == 0).collect();
        // A row of voids only is no longer a row, and a void is neither white nor black.
        let rules = with_whites_up_to(0, any_rules(&mut rng));
        let rules = Ruleset { symmetry: Symmetry::None, edges: false, ..rules };
        let validator = Validator::new(&rules);
        let shape = Shape::from(&grid);
        assert_eq!(validator.violations_of(Shape { voids: &voids, ..shape }), validator.violations_of(shape));
    }
}

fn diagnostic(rules: &Ruleset, shape: Shape) -> Vec<String> {
    let violations = Validator::new(rules).violations_of(shape);
    violations.iter().map(|violation| format!("{} {violation}", violation.code.key.unwrap_or_default())).collect()
}

/// Compares the judged symmetry with the measured one, which different code computes.
#[test]
fn the_symmetry_that_is_measured_is_the_one_that_is_judged() {
    let mut rng = SeededRng::new(10);
    let mut symmetrical = 0;
    for _ in 0..3000 {
        let grid = any_grid(&mut rng, 3, 3);
        let bars = any_bars(&mut rng, &grid, 3);
        let grid = grid.with_bars(bars);
        let blacks = Shape::from(&grid).places().filter(|&(r, c)| !grid.is_white(r, c));
        let voids: BTreeSet<Place> = blacks.filter(|_| rng.bits() & 1 == 0).collect();
        let shape = Shape { grid: &grid, voids: &voids };
        let measured = shape.symmetry();
        let holds = |symmetry: Symmetry| {
            diagnostic(&Ruleset { symmetry, ..Ruleset::lax() }, shape)
                .iter()
                .all(|diagnostic| !diagnostic.starts_with("symmetry"))
        };
        assert!(measured.groups().len() > 1 || holds(measured), "{shape:?}");
        for symmetry in Symmetry::ALL.into_iter().filter(|&symmetry| holds(symmetry)) {
            let contains = |all: &[Transform]| symmetry.group().iter().all(|one| all.contains(one));
            assert!(measured.groups().into_iter().any(contains), "{shape:?}: {measured:?}, but {symmetry:?} holds");
        }
        symmetrical += usize::from(measured != Symmetry::None);
    }
    assert!(symmetrical > 50, "{symmetrical}");
}
