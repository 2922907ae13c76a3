//! Regions of white and of black squares, neighbours sharing a side.

use crate::grid::Grid;

/// How many regions the white squares form.
pub fn white_regions(grid: &Grid) -> usize {
    sizes(grid, true).len()
}

/// The size of the largest region of black squares, 0 if there is none.
pub fn largest_black_block(grid: &Grid) -> usize {
    sizes(grid, false).into_iter().max().unwrap_or(0)
}

/// The most black squares side by side in the first or last row or column.
pub fn longest_black_edge(grid: &Grid) -> usize {
    let (last_row, last_column) = (grid.height() - 1, grid.width() - 1);
    let row = |r: usize| (0..grid.width()).map(|c| grid.is_white(r, c)).collect::<Vec<_>>();
    let column = |c: usize| (0..grid.height()).map(|r| grid.is_white(r, c)).collect::<Vec<_>>();
    let edges = [row(0), row(last_row), column(0), column(last_column)];
    let runs = edges.iter().flat_map(|edge| edge.split(|&white| white).map(<[bool]>::len));
    runs.max().unwrap_or(0)
}

/// The sizes of the regions of one colour.
fn sizes(grid: &Grid, white: bool) -> Vec<usize> {
    let (height, width) = (grid.height(), grid.width());
    let mut seen = vec![false; height * width];
    let mut sizes = Vec::new();
    for start in 0..height * width {
        let mut size = 0;
        let mut waiting = vec![start];
        while let Some(square) = waiting.pop() {
            let (r, c) = (square / width, square % width);
            if seen[square] || grid.is_white(r, c) != white {
                continue;
            }
            seen[square] = true;
            size += 1;
            let neighbours = [
                (r > 0).then(|| square.wrapping_sub(width)),
                (r + 1 < height).then_some(square + width),
                (c > 0).then(|| square.wrapping_sub(1)),
                (c + 1 < width).then_some(square + 1),
            ];
            waiting.extend(neighbours.into_iter().flatten());
        }
        if size > 0 {
            sizes.push(size);
        }
    }
    sizes
}
