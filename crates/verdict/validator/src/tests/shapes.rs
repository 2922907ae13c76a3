//! Tests the meaning of the rules for grids with bars and voids.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::*;
use gridcheck_core::grid::{Grid, Symmetry, Transform};
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::Ruleset;
use gridcheck_layout::shape::{Bars, Square as Place};
use gridcheck_testing::{Draw, with_whites_up_to};

/// Returns random rules.
fn any_rules(rng: &mut SeededRng) -> Ruleset {
    let symmetry = rng.of(&Symmetry::ALL);
    rng.rules(symmetry)
}

/// Returns a random grid of that size, of which about a quarter is black.
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
            bars.right.insert((r, c));
        }
        if is_white(r + 1, c) && rng.below(in_every) == 0 {
            bars.below.insert((r, c));
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
            bars.right.extend((c + 1 < size).then_some((r, c)));
            bars.right.extend((c > 0).then(|| (r, c - 1)));
            bars.below.extend((r + 1 < size).then_some((r, c)));
            bars.below.extend((r > 0).then(|| (r - 1, c)));
        }
        let shape = Shape { bars: &bars, ..Shape::from(&white) };
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
        let blacks = Shape::from(&grid).places().filter(|&(r, c)| !grid.is_white(r, c));
        let voids: BTreeSet<Place> = blacks.filter(|_| rng.bits() & 1 == 0).collect();
        // A row of voids only is no longer a row, and a void is neither white nor black.
        let rules = with_whites_up_to(0, any_rules(&mut rng));
        let rules = Ruleset { symmetry: Symmetry::None, edges: false, ..rules };
        let validator = Validator::new(&rules);
        let shape = Shape { bars: &bars, ..Shape::from(&grid) };
        assert_eq!(validator.violations_of(Shape { voids: &voids, ..shape }), validator.violations_of(shape));
    }
}

fn diagnostic(rules: &Ruleset, shape: Shape) -> Vec<String> {
    let violations = Validator::new(rules).violations_of(shape);
    violations.iter().map(|violation| format!("{} {violation}", violation.code.key.unwrap_or_default())).collect()
}

#[test]
fn symmetry_is_of_voids_and_bars_too() {
    let grid: Grid = "...#/..../..../#...".parse().expect("a grid");
    let rot180 = Ruleset { symmetry: Symmetry::Rot180, ..Ruleset::lax() };
    let voids = [(0, 3)].into();
    let shape = Shape { voids: &voids, ..Shape::from(&grid) };
    assert_eq!(
        diagnostic(&rot180, shape),
        ["symmetry row 1, column 4 is void, its image under the half turn, row 4, column 1, is black"]
    );
    let bars = Bars { right: [(1, 0)].into(), below: [(0, 0)].into() };
    let shape = Shape { bars: &bars, ..Shape::from(&grid) };
    assert_eq!(
        diagnostic(&rot180, shape),
        ["symmetry a bar between row 1, column 1 and row 2, column 1, none between their images under the half turn, \
          row 4, column 4 and row 3, column 4"]
    );
    // A bar across becomes a bar down under the diagonals.
    assert_eq!(diagnostic(&Ruleset { symmetry: Symmetry::Diagonal, ..Ruleset::lax() }, shape).len(), 1);
    let bars = Bars { right: [(1, 0)].into(), below: [(0, 1)].into() };
    let shape = Shape { bars: &bars, ..Shape::from(&grid) };
    assert_eq!(diagnostic(&Ruleset { symmetry: Symmetry::Diagonal, ..Ruleset::lax() }, shape), [""; 0]);
}

/// Compares the judged symmetry with the measured one, which different code computes.
#[test]
fn the_symmetry_that_is_measured_is_the_one_that_is_judged() {
    let mut rng = SeededRng::new(10);
    let mut symmetrical = 0;
    for _ in 0..3000 {
        let grid = any_grid(&mut rng, 3, 3);
        let bars = any_bars(&mut rng, &grid, 3);
        let blacks = Shape::from(&grid).places().filter(|&(r, c)| !grid.is_white(r, c));
        let voids: BTreeSet<Place> = blacks.filter(|_| rng.bits() & 1 == 0).collect();
        let shape = Shape { grid: &grid, bars: &bars, voids: &voids };
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

/// Ignores a margin of voids: the edges are those of the remaining squares.
#[test]
fn edge_and_row_rules_ignore_a_margin_of_voids() {
    let grid: Grid = "####/#.../#.../####".parse().expect("a grid");
    let edges = Ruleset { edges: true, min_white_per_row: 3, ..Ruleset::lax() };
    let margin: BTreeSet<Place> = (0..4).flat_map(|i| [(0, i), (3, i), (i, 0)]).collect();
    let shape = Shape { voids: &margin, ..Shape::from(&grid) };
    assert_eq!(
        diagnostic(&edges, shape),
        [
            "min_white_per_row column 2 has 2 white, at least 3 needed",
            "min_white_per_row column 3 has 2 white, at least 3 needed",
            "min_white_per_row column 4 has 2 white, at least 3 needed"
        ]
    );
    // One black square in the margin makes its line a row again.
    let mut but_one = margin;
    but_one.remove(&(0, 1));
    let shape = Shape { voids: &but_one, ..Shape::from(&grid) };
    assert_eq!(
        diagnostic(&Ruleset { min_white_per_row: 0, ..edges.clone() }, shape),
        ["edges the first row has no white square"]
    );
    but_one.insert((0, 1));
    but_one.remove(&(3, 2));
    let black: Grid = "####/####/#.../####".parse().expect("a grid");
    let shape = Shape { voids: &but_one, ..Shape::from(&black) };
    assert_eq!(
        diagnostic(&Ruleset { min_white_per_row: 0, ..edges }, shape),
        [
            "edges the first row that is not all void, number 2, has no white square",
            "edges the last row has no white square"
        ]
    );
}

/// Tests each side, behind a margin and without one.
#[test]
fn each_edge_is_told_apart_from_a_margin() {
    let grid: Grid = "######/######/##..##/##..##/######/######".parse().expect("a grid");
    let edges = Ruleset { edges: true, ..Ruleset::lax() };
    let margin: BTreeSet<Place> = (0..6).flat_map(|i| [(0, i), (5, i), (i, 0), (i, 5)]).collect();
    let behind = |side: &str, number: usize| {
        format!("edges the {side} that is not all void, number {number}, has no white square")
    };
    assert_eq!(
        diagnostic(&edges, Shape { voids: &margin, ..Shape::from(&grid) }),
        [behind("first row", 2), behind("last row", 5), behind("first column", 2), behind("last column", 5)]
    );
    let bars = Bars { right: [(2, 2)].into(), below: BTreeSet::new() };
    assert_eq!(
        diagnostic(&edges, Shape { bars: &bars, ..Shape::from(&grid) }),
        ["first row", "last row", "first column", "last column"]
            .map(|side| format!("edges the {side} has no white square"))
    );
}

#[test]
fn bars_end_words_and_separate_regions() {
    let grid: Grid = ".../...".parse().expect("a grid");
    let bars = Bars { right: [(0, 0), (1, 0)].into(), below: BTreeSet::new() };
    let shape = Shape { bars: &bars, ..Shape::from(&grid) };
    let rules = Ruleset { connected: true, min_word: 3, single_cells: false, ..Ruleset::lax() };
    assert_eq!(
        diagnostic(&rules, shape),
        [
            "single_cells across run of one square at row 1, column 1",
            "single_cells across run of one square at row 2, column 1",
            "min_word 2 letters, at least 3 needed",
            "min_word 2 letters, at least 3 needed",
            "min_word 2 letters, at least 3 needed",
            "min_word 2 letters, at least 3 needed",
            "min_word 2 letters, at least 3 needed",
            "connected 2 regions of white squares; cut off: 2 squares at row 1, column 1"
        ]
    );
    let half = Bars { right: [(0, 0)].into(), below: BTreeSet::new() };
    assert_eq!(diagnostic(&Ruleset { connected: true, ..Ruleset::lax() }, Shape { bars: &half, ..shape }), [""; 0]);
}
