//! Stores a grid as two stacks of integers, its rows and its columns, and reads properties of whole lines at once.
//!
//! The columns are the transposed rows. The transposition swaps ever smaller off-diagonal blocks (Warren 2013, *Hacker's Delight*, 7-3). N
//! is the height of a stack: a power of two, and at least both sides of the grid.
//!
//! Invariant of `Lines`: bit i of `along` joins squares i and i + 1 of a line, and bit i of `next` joins square i of a line and of the next
//! line: both squares are white, and no bar separates them. A white square is in a word along the line, or across it, when it is joined
//! that way. It is checked when both hold.

use std::ops::ControlFlow;

use gridcheck_core::grid::{Transform, full_row, reverse_row};
use gridcheck_layout::shape::{Shape, Square};

/// The rows or the columns of a grid.
pub(super) struct Lines<const N: usize> {
    /// The white squares.
    pub white: [u64; N],
    /// The squares joined with the next square of their line.
    pub along: [u64; N],
    /// The squares joined with their neighbour in the next line.
    pub next: [u64; N],
    /// The squares that lie in a word across the line.
    pub cross: [u64; N],
}

/// Returns the rows and the columns.
pub(super) fn both_directions<const N: usize>(shape: Shape) -> (Lines<N>, Lines<N>) {
    let mut rows = [0; N];
    for (to, &from) in rows.iter_mut().zip(shape.grid.rows()) {
        *to = from;
    }
    let columns = transposed(rows);
    let bars = shape.bars();
    if bars.is_empty() {
        return (Lines::of(rows, &[0; N], &[0; N]), Lines::of(columns, &[0; N], &[0; N]));
    }
    let height = shape.height();
    let (mut right, mut below) = ([0; N], [0; N]);
    for r in 0..height {
        (right[r], below[r]) = (bars.right(r), bars.below(r));
    }
    (Lines::of(rows, &right, &below), Lines::of(columns, &transposed(below), &transposed(right)))
}

/// Returns the rows and the columns of a set of squares.
pub(super) fn of_squares<'a, const N: usize>(squares: impl IntoIterator<Item = &'a Square>) -> [[u64; N]; 2] {
    let rows = bits(squares);
    [rows, transposed(rows)]
}

fn bits<'a, const N: usize>(squares: impl IntoIterator<Item = &'a Square>) -> [u64; N] {
    let mut lines = [0; N];
    for &(row, column) in squares {
        lines[row] |= 1 << column;
    }
    lines
}

impl<const N: usize> Lines<N> {
    /// Takes the white squares, and those with a bar after them: along the line and towards the next line.
    fn of(white: [u64; N], bars_along: &[u64; N], bars_next: &[u64; N]) -> Self {
        let below = |i: usize| if i + 1 < N { white[i + 1] } else { 0 };
        let next: [u64; N] = std::array::from_fn(|i| white[i] & below(i) & !bars_next[i]);
        Lines {
            white,
            along: std::array::from_fn(|i| white[i] & white[i] >> 1 & !bars_along[i]),
            next,
            cross: std::array::from_fn(|i| next[i] | if i > 0 { next[i - 1] } else { 0 }),
        }
    }

    /// Returns the squares of line `i` that lie in a word along it.
    fn word(&self, i: usize) -> u64 {
        self.along[i] | self.along[i] << 1
    }

    /// Returns the white squares that are joined with none along the line: the runs of one.
    pub(crate) fn single_cells(&self) -> [u64; N] {
        std::array::from_fn(|i| self.white[i] & !self.word(i))
    }

    /// Returns the white squares that are joined with none at all.
    pub(crate) fn isolated(&self) -> [u64; N] {
        std::array::from_fn(|i| self.white[i] & !self.word(i) & !self.cross[i])
    }
}

fn transposed<const N: usize>(mut lines: [u64; N]) -> [u64; N] {
    let mut half = N / 2;
    let mut low = full_row(half);
    while half > 0 {
        for block in (0..N).step_by(2 * half) {
            for i in block..block + half {
                let differing = (lines[i] >> half ^ lines[i + half]) & low;
                lines[i] ^= differing << half;
                lines[i + half] ^= differing;
            }
        }
        half /= 2;
        low ^= low << half;
    }
    lines
}

/// Returns row `r` of the preimage of a grid: its square s has the colour of `transform(s)` in the grid. The grid must have equal sides if
/// `transform` swaps them. The grid is unchanged under `transform` exactly when this equals its row `r` for every r.
pub(super) fn image_line(transform: Transform, rows: &[u64], columns: &[u64], r: usize) -> u64 {
    let (height, width) = (rows.len(), columns.len());
    let opposite = height - 1 - r;
    match transform {
        Transform::Identity => rows[r],
        Transform::Rot90 => columns[opposite],
        Transform::Rot180 => reverse_row(rows[opposite], width),
        Transform::Rot270 => reverse_row(columns[r], height),
        Transform::MirrorLeftRight => reverse_row(rows[r], width),
        Transform::MirrorTopBottom => rows[opposite],
        Transform::MainDiagonal => columns[r],
        Transform::AntiDiagonal => reverse_row(columns[opposite], height),
    }
}

/// Calls `visit` with the line and the place in it of every set bit, in order.
pub(super) fn for_each_square(
    lines: &[u64],
    mut visit: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if lines.iter().fold(0, |all, line| all | line) == 0 {
        return ControlFlow::Continue(());
    }
    for (index, &line) in lines.iter().enumerate() {
        let mut rest = line;
        while rest != 0 {
            visit(index, rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;

    #[test]
    fn transposing_is_reflection_in_the_main_diagonal() {
        let mut rng = SeededRng::new(1);
        for (height, width) in [(1, 64), (64, 1), (64, 64), (5, 9), (33, 17)] {
            let mut grid = Grid::black(height, width);
            for r in 0..height {
                grid.set_row(r, rng.bits());
            }
            let (_, down) = both_directions::<64>((&grid).into());
            assert_eq!(down.white[..width], *grid.transformed(Transform::MainDiagonal).rows());
            assert!(down.white[width..].iter().all(|&line| line == 0));
        }
    }

    #[test]
    fn image_lines_are_the_inverse_transforms_rows() {
        let grid: Grid = "..#./#.../.##./....".parse().expect("a grid in the test");
        let (across, down) = both_directions::<16>((&grid).into());
        for transform in Transform::ALL {
            let inverse = match transform {
                Transform::Rot90 => Transform::Rot270,
                Transform::Rot270 => Transform::Rot90,
                own_inverse => own_inverse,
            };
            let image: Vec<u64> =
                (0..4).map(|r| image_line(transform, &across.white[..4], &down.white[..4], r)).collect();
            assert_eq!(image, grid.transformed(inverse).rows(), "{transform:?}");
        }
    }
}
