//! Tests constraints on black squares that lie together, in the commands that take them, and the findings of houses about them.

use std::collections::BTreeSet;

use crate::prelude::*;
use gridcheck::constraint::BlackShape;
use gridcheck::stats::{black_shape, satisfied};

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
            "largest-block 3..18446744073709551616",
        ] {
            let constraint: Constraint = text.parse().expect("a constraint");
            let expected: BTreeSet<String> =
                all.iter().filter(|grid| satisfied(*grid, &[constraint])).map(Grid::one_line).collect();
            let constrained = problem.clone().with_constraints(vec![constraint]).expect("it can be");
            let found = of_the_oracle(&constrained).iter().map(Grid::one_line).collect();
            assert_eq!(expected, found, "{name} {text}");
        }
    }
}
