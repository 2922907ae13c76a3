//! Measures regions of white and of black squares, whose neighbours share a side. A bar separates the squares beside it.

use gridcheck_core::constraint::BlackShape;
use gridcheck_layout::shape::{Colour, Shape};

/// Returns the number of regions of white squares.
pub fn white_regions(shape: Shape) -> usize {
    sizes(shape, Colour::White).len()
}

/// Returns the size of the largest region of black squares, 0 if there is none.
pub fn largest_black_block(shape: Shape) -> usize {
    sizes(shape, Colour::Black).into_iter().max().unwrap_or(0)
}

/// Returns the most black squares side by side in the first or last row or column that has a square.
pub fn longest_black_edge(shape: Shape) -> usize {
    let row = |r: usize| (0..shape.width()).map(|c| shape.at((r, c))).collect::<Vec<_>>();
    let column = |c: usize| (0..shape.height()).map(|r| shape.at((r, c))).collect::<Vec<_>>();
    let rows = shape.outer_rows().map(|(top, bottom)| [row(top), row(bottom)]);
    let columns = shape.outer_columns().map(|(left, right)| [column(left), column(right)]);
    let edges: Vec<Vec<Colour>> = rows.into_iter().chain(columns).flatten().collect();
    let runs = edges.iter().flat_map(|edge| edge.split(|&colour| colour != Colour::Black).map(<[Colour]>::len));
    runs.max().unwrap_or(0)
}

/// The quantities of the black squares of a grid that lie together.
#[derive(Debug, Clone, Copy)]
pub struct BlackShapes {
    largest_block: usize,
    run: usize,
    two_by_two: usize,
    edge_run: usize,
}

impl BlackShapes {
    /// Measures a grid. Voids are not black.
    pub fn of<'a>(shape: impl Into<Shape<'a>>) -> Self {
        let shape = shape.into();
        let (height, width) = (shape.height(), shape.width());
        let is_black = |r: usize, c: usize| shape.at((r, c)) == Colour::Black;
        let rows = (0..height).map(|r| (0..width).map(|c| is_black(r, c)).collect::<Vec<bool>>());
        let columns = (0..width).map(|c| (0..height).map(|r| is_black(r, c)).collect::<Vec<bool>>());
        let lines: Vec<Vec<bool>> = rows.chain(columns).collect();
        let runs = lines.iter().flat_map(|line| line.split(|&black| !black).map(<[bool]>::len));
        let corners = (1..height).flat_map(|r| (1..width).map(move |c| (r, c)));
        let is_whole = |&(r, c): &(usize, usize)| [r - 1, r].iter().all(|&r| is_black(r, c - 1) && is_black(r, c));
        BlackShapes {
            largest_block: largest_black_block(shape),
            run: runs.max().unwrap_or(0),
            two_by_two: corners.filter(is_whole).count(),
            edge_run: longest_black_edge(shape),
        }
    }

    /// Returns one of the quantities.
    pub fn get(&self, shape: BlackShape) -> usize {
        match shape {
            BlackShape::LargestBlock => self.largest_block,
            BlackShape::Run => self.run,
            BlackShape::TwoByTwo => self.two_by_two,
            BlackShape::EdgeRun => self.edge_run,
        }
    }
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
            waiting.extend(neighbours.into_iter().flatten().filter(|&other| !shape.bars.between((r, c), other)));
        }
        if size > 0 {
            sizes.push(size);
        }
    }
    sizes
}
