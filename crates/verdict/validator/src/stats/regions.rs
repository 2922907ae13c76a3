//! Measures regions of white and of black squares, whose neighbours share a side. A bar separates the squares beside it.

use gridcheck_core::constraint::BlackShape;
use gridcheck_layout::shape::{Colour, Shape};

/// Returns the number of regions of white squares.
pub(super) fn white_regions(shape: Shape) -> usize {
    sizes(shape, Colour::White).len()
}

/// Returns a quantity of the black squares that lie together. Voids are not black.
pub fn black_shape<'a>(shape: impl Into<Shape<'a>>, quantity: BlackShape) -> usize {
    let shape = shape.into();
    let (height, width) = (shape.height(), shape.width());
    let row = |r: usize| (0..width).map(|c| shape.at((r, c))).collect::<Vec<_>>();
    let column = |c: usize| (0..height).map(|r| shape.at((r, c))).collect::<Vec<_>>();
    match quantity {
        BlackShape::LargestBlock => sizes(shape, Colour::Black).into_iter().max().unwrap_or(0),
        BlackShape::Run => longest_run((0..height).map(row).chain((0..width).map(column))),
        BlackShape::TwoByTwo => {
            let is_black = |r: usize, c: usize| shape.at((r, c)) == Colour::Black;
            let corners = (1..height).flat_map(|r| (1..width).map(move |c| (r, c)));
            let is_whole = |&(r, c): &(usize, usize)| [r - 1, r].iter().all(|&r| is_black(r, c - 1) && is_black(r, c));
            corners.filter(is_whole).count()
        }
        // An edge is the first or the last row or column that has a square.
        BlackShape::EdgeRun => {
            let rows = shape.outer_rows().map(|(top, bottom)| [row(top), row(bottom)]);
            let columns = shape.outer_columns().map(|(left, right)| [column(left), column(right)]);
            longest_run(rows.into_iter().chain(columns).flatten())
        }
    }
}

/// Returns the most black squares side by side in one of these lines.
fn longest_run(lines: impl Iterator<Item = Vec<Colour>>) -> usize {
    let longest = |line: Vec<Colour>| line.split(|&colour| colour != Colour::Black).map(<[Colour]>::len).max();
    lines.filter_map(longest).max().unwrap_or(0)
}

/// Returns the sizes of the regions of one colour.
fn sizes(shape: Shape, colour: Colour) -> Vec<usize> {
    let (height, width) = (shape.height(), shape.width());
    let mut seen = vec![false; height * width];
    let mut sizes = Vec::new();
    for start in shape.places() {
        let mut size = 0;
        let mut waiting = vec![start];
        while let Some((r, c)) = waiting.pop() {
            if seen[r * width + c] || shape.at((r, c)) != colour {
                continue;
            }
            seen[r * width + c] = true;
            size += 1;
            let neighbours = [
                r.checked_sub(1).map(|r| (r, c)),
                Some((r + 1, c)).filter(|_| r + 1 < height),
                c.checked_sub(1).map(|c| (r, c)),
                Some((r, c + 1)).filter(|_| c + 1 < width),
            ];
            waiting.extend(neighbours.into_iter().flatten().filter(|&other| !shape.bars().between((r, c), other)));
        }
        if size > 0 {
            sizes.push(size);
        }
    }
    sizes
}
