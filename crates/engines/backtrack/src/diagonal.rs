//! Uses reflection in the main diagonal: a count needs to find only one of two images.
//!
//! The rules treat columns and rows alike, and so do most constraints. If the givens (with their images under the half turn) do too,
//! the reflection of a grid is a grid. Reflection exchanges the middle row and the middle column of an odd size. With a half turn both
//! are palindromes, and the mirror images of [`mirror`](super::mirror) leave both unchanged. The two optimizations are therefore
//! independent.
//!
//! Read both from the centre outward. The one that is white where they first differ is the *greater*. Grids with the greater column count
//! twice, those with the greater row count zero times. Those in which row and column are equal count once. Rows are placed from the middle
//! outward, so the search knows the row from the start, and the column as far as it needs it.

use gridcheck_core::grid::Transform;
use gridcheck_core::problem::Problem;

/// The reflections that a search gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reflections {
    /// Both reflections.
    Both,
    /// Only the reflection with the greater column, counted by its [`weight`].
    OneOfTwo,
}

/// Returns `true` if the reflection of every grid is a grid, for a problem with a half turn.
pub(crate) fn is_symmetric(problem: &Problem) -> bool {
    let Some(n) = problem.side() else { return false };
    if problem.constraints().iter().any(|constraint| constraint.subject.distinguishes_rows()) {
        return false;
    }
    let givens = problem.givens();
    let colours = |r: usize, c: usize| {
        let (far_r, far_c) = Transform::Rot180.square(n, n, (r, c));
        let given = |white| [givens.colour(r, c), givens.colour(far_r, far_c)].contains(&Some(white));
        (given(true), given(false))
    };
    n % 2 == 1 && (0..n).all(|r| (0..r).all(|c| colours(r, c) == colours(c, r)))
}

/// Returns the squares of a middle row from the centre outward.
pub(crate) fn outward(middle_row: u32, size: usize) -> u32 {
    middle_row >> (size / 2)
}

/// Updates `wanted`, the middle row's squares from the next level outward, after a row whose middle square is white or not. Returns 0 as
/// soon as the middle column is greater.
pub(crate) fn still_wanted(wanted: u32, white: bool) -> u32 {
    if white == (wanted & 1 == 1) { wanted >> 1 } else { 0 }
}

/// Returns the weight of a grid in the count; `rows` are its rows from the middle outward.
pub(crate) fn weight(rows: &[u32], size: usize) -> u64 {
    let column = rows.iter().rev().fold(0, |column, row| column << 1 | outward(*row, size) & 1);
    if column == outward(rows[0], size) { 1 } else { 2 }
}
