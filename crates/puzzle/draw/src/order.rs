//! The order of Keith's sheet (2026): by symmetry type, the most symmetrical first (A, h, r, t, N), then by the number of black squares.
//! Grids that are equal in both keep their order.

use gridcheck_core::grid::Symmetry;
use gridcheck_layout::shape::Shape;

/// Returns the sort key of a grid. Symmetry types that the paper does not have come last.
pub fn place_in_the_paper<'a>(shape: impl Into<Shape<'a>>) -> (Option<usize>, usize) {
    let shape = shape.into();
    let symmetry = shape.symmetry();
    (Symmetry::LARGEST_FIRST.iter().position(|&each| each == symmetry), shape.blacks())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    #[test]
    fn paper_order_sorts_by_type_then_by_black_squares() {
        let ordered = [
            ".../.#./...", // all, 1 black
            "#.#/.#./#.#", // all, 5
            ".../#.#/...", // mirrors
            "#../.../..#", // both diagonals
            "..../.##./.##./....",
            "#../.../...", // one diagonal
            "#.../..../....",
            "##.#/..../....",
        ];
        let grids: Vec<Grid> = ordered.iter().map(|grid| grid.parse().expect("a grid in the test")).collect();
        let expected: Vec<Grid> = [0, 4, 1, 2, 3, 5, 6, 7].map(|i| grids[i].clone()).to_vec();
        let mut sorted: Vec<Grid> = grids.into_iter().rev().collect();
        sorted.sort_by_key(|grid| place_in_the_paper(grid));
        assert_eq!(sorted, expected);
    }
}
