//! Tests constraints on black squares that lie together, in the commands that take them, and the findings of houses about them.

use std::collections::BTreeSet;

use gridcheck::constraint::{BlackShape, Constraint};
use gridcheck::engine::{Backtrack, Run};
use gridcheck::grid::Grid;
use gridcheck::oracle::Oracle;
use gridcheck::problem::Problem;
use gridcheck::stats::{black_shape, satisfied};
use gridcheck_testing::listed;

use crate::program::{answer, feed, refused, run};
use crate::support::rules;

/// Returns the quantities of a grid: largest block, run, areas of two by two, run along an edge.
fn shapes(grid: &str) -> [usize; 4] {
    let grid: Grid = grid.parse().expect("a grid");
    BlackShape::ALL.map(|shape| black_shape(&grid, shape))
}

#[test]
fn quantities_are_those_of_the_definition() {
    assert_eq!(shapes(".../.../..."), [0, 0, 0, 0]);
    assert_eq!(shapes("#../.#./..#"), [1, 1, 0, 1]);
    assert_eq!(shapes("##./##./..#"), [4, 2, 1, 2]);
    assert_eq!(shapes("###/###/###"), [9, 3, 4, 3]);
    assert_eq!(shapes("...../.###./...../#..../#...."), [3, 3, 0, 2]);
    assert_eq!(shapes("..#/..#/..#/..#"), [4, 4, 0, 4]);
    assert_eq!(shapes("#"), [1, 1, 0, 1]);
}

/// The solver behind `complete` and `repair` finds exactly the grids that the validator's measures select.
#[test]
fn the_oracle_finds_what_the_constraint_allows() {
    for (name, size) in [("british", 7), ("american", 6), ("american-loose", 7)] {
        let problem = Problem::new(size, rules(name)).expect("a fair size");
        let all = listed(&Backtrack, &problem);
        for text in [
            "largest-block <= 3",
            "largest-block >= 6",
            "black-run <= 2",
            "black-run >= 4",
            "square-blocks = 0",
            "square-blocks >= 2",
            "black-edge <= 1",
            "black-edge 2..3",
        ] {
            let constraint: Constraint = text.parse().expect("a constraint");
            let expected: BTreeSet<String> =
                all.iter().filter(|grid| satisfied(*grid, &[constraint])).map(Grid::one_line).collect();
            let constrained = problem.clone().with_constraints(vec![constraint]).expect("it can be");
            let run = Run::new();
            let mut oracle = Oracle::new(&constrained, &run);
            let mut found = BTreeSet::new();
            while let Some(grid) = oracle.grid(&[]).expect("an answer") {
                let other: Vec<_> =
                    grid.size().positions().map(|at| oracle.square(at, !grid.is_white(at.0, at.1))).collect();
                oracle.add(&other);
                assert!(found.insert(grid.one_line()), "{name} {text}: {grid}");
            }
            assert_eq!(found, expected, "{name} {text}");
        }
    }
}

#[test]
fn commands_take_the_constraints_or_say_why_not() {
    let of = |constraint: &str| answer(&["list", "--size", "7", "--where", constraint, "--format", "line"]);
    let all = answer(&["list", "--size", "7", "--format", "line"]);
    let (small, large) = (of("largest-block <= 3"), of("largest-block >= 4"));
    assert_eq!(small.lines().count() + large.lines().count(), all.lines().count());
    assert!(small.lines().count() > 20 && large.lines().count() > 20);
    let count = answer(&["count", "--size", "7", "--where", "largest-block <= 3"]);
    assert_eq!(count.trim(), small.lines().count().to_string());
    let drawn = run(&[
        "sample",
        "--size",
        "7",
        "--where",
        "largest-block <= 3",
        "--count",
        "9",
        "--seed",
        "1",
        "--format",
        "line",
    ]);
    assert!(drawn.out.lines().count() == 9 && drawn.out.lines().all(|grid| small.contains(grid)), "{drawn:?}");
    for engine in ["window", "pinwheel", "frontier", "sat"] {
        let line = refused(&["count", "--size", "7", "--where", "square-blocks = 0", "--engine", engine]);
        assert!(line.contains("the constraint square-blocks = 0"), "{line}");
    }
    for to in ["dimacs", "asp"] {
        let line = refused(&["export", "--size", "7", "--to", to, "--where", "black-run <= 2"]);
        assert!(line.contains("the constraint black-run <= 2"), "{line}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof").display().to_string();
    let line = refused(&["certify", "--size", "5", "--where", "black-run <= 2", "--out", &proof]);
    assert!(line.contains("the constraint black-run <= 2"), "{line}");
    let compared =
        run(&["compare", "--size", "7", "--where", "black-edge <= 1", "--engines", "backtrack,exact-cover,brute"]);
    assert_eq!(compared.code, 0, "{compared:?}");
    // A grid with a block in its middle, which a repair breaks up.
    let repaired = feed(&["repair", "--profile", "lax", "--where", "largest-block <= 1", "-"], b"..#../.###./..#..\n");
    assert!(repaired.code == 0 && repaired.out.contains("fewest changes"), "{repaired:?}");
    let completed =
        feed(&["complete", "--rules", "american-loose", "--where", "largest-block <= 0", "-"], "???\n???\n???\n");
    assert!(completed.out.contains("9 forced squares: 9 white"), "{completed:?}");
}

#[test]
fn houses_note_large_blocks_and_strange_sizes() {
    let of = |grid: &str| feed(&["validate", "--profile", "times", "--no-drawing", "-"], grid.as_bytes()).out;
    let large = of("...........\n...........\n...####....\n...####....\n...####....\n...........\n...........\n");
    assert!(large.contains("GC019 note: 12 black squares in a block, at most 9 wanted"), "{large}");
    let edge = of("####.\n.....\n.....\n.....\n.####\n");
    assert!(edge.contains("GC020 note: 4 black squares side by side along an edge, at most 3 wanted"), "{edge}");
    let small = of("...\n...\n...\n");
    assert!(small.contains("GC016 note: 3 × 3, 13 × 13 or 15 × 15 or 23 × 23 expected"), "{small}");
}
