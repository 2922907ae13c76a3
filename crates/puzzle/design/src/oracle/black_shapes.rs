//! Excludes grids whose black squares lie together in too many, or in too few.
//!
//! More black squares make none of these quantities smaller. So if a grid has too much, one of the black squares that show it must be white.
//! If it has too little, one of its white squares must be black.

use super::cuts::{SquareClause, reached};
use gridcheck_core::constraint::{BlackShape, Range};
use gridcheck_core::grid::Grid;

/// Returns the clause that excludes a grid whose quantity is not within the range.
pub(super) fn exclusion(grid: &Grid, shape: BlackShape, range: Range) -> SquareClause {
    match range.most.and_then(|most| too_many(grid, shape, most as usize)) {
        Some(blacks) => blacks.into_iter().map(|square| (square, true)).collect(),
        None => grid.size().positions().filter(|&(r, c)| grid.is_white(r, c)).map(|square| (square, false)).collect(),
    }
}

/// Returns black squares whose quantity alone is above the limit, if there are any.
fn too_many(grid: &Grid, shape: BlackShape, limit: usize) -> Option<Vec<(usize, usize)>> {
    let wanted = limit + 1;
    let (height, width) = (grid.height(), grid.width());
    let is_black = |&(r, c): &(usize, usize)| r < height && c < width && !grid.is_white(r, c);
    let run = |start: (usize, usize), (down, right): (usize, usize)| {
        let squares: Vec<_> =
            (0..wanted.min(height.max(width) + 1)).map(|i| (start.0 + i * down, start.1 + i * right)).collect();
        (squares.len() == wanted && squares.iter().all(is_black)).then_some(squares)
    };
    let mut places = grid.size().positions();
    match shape {
        BlackShape::LargestBlock => places
            .filter(is_black)
            .map(|start| reached(start, grid, wanted, &|_, place| is_black(&place)))
            .find(|block| block.len() == wanted),
        BlackShape::Run => places.find_map(|start| run(start, (0, 1)).or_else(|| run(start, (1, 0)))),
        BlackShape::EdgeRun => places.find_map(|(r, c)| {
            let along_row = (r == 0 || r + 1 == height).then(|| run((r, c), (0, 1))).flatten();
            along_row.or_else(|| (c == 0 || c + 1 == width).then(|| run((r, c), (1, 0))).flatten())
        }),
        BlackShape::TwoByTwo => {
            let area = |(r, c): (usize, usize)| [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
            let areas: Vec<_> = places.map(area).filter(|area| area.iter().all(is_black)).take(wanted).collect();
            (areas.len() == wanted).then(|| areas.concat())
        }
    }
}
