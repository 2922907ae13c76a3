//! Reflection in the main diagonal: a count needs to find only one of each two such images.
//!
//! The rules ask of columns what they ask of rows, so when the givens (with their images under the half turn) do too,
//! the reflection of a grid is a grid. It exchanges the middle row and the middle column of an odd size. With a half
//! turn both are palindromes, and the mirror images of [`mirror`](super::mirror) leave both as they are, so one saving
//! does not disturb the other.
//!
//! Read from the centre outward, whichever of the two is white where they first differ is the *greater*. Grids with the
//! greater column count twice, those with the greater row not at all, and those in which row and column are the same
//! once. As rows are placed from the middle outward, the search knows the row from the start and the column as far as
//! it needs.

use gridcheck_core::grid::Transform;
use gridcheck_core::problem::Problem;

/// Which of two reflections a search gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reflections {
    /// Both.
    Both,
    /// Only the one with the greater column, to be counted by its [`weight`].
    OneOfTwo,
}

/// Whether one of two reflections says enough, for a problem with a half turn.
pub fn are_alike(problem: &Problem) -> bool {
    let (n, givens) = (problem.size(), problem.givens());
    let colours = |r: usize, c: usize| {
        let (far_r, far_c) = Transform::Rot180.square(n, n, (r, c));
        let given = |white| [givens.colour(r, c), givens.colour(far_r, far_c)].contains(&Some(white));
        (given(true), given(false))
    };
    n % 2 == 1 && (0..n).all(|r| (0..r).all(|c| colours(r, c) == colours(c, r)))
}

/// The squares of a middle row from the centre outward.
pub fn outward(middle_row: u32, size: usize) -> u32 {
    middle_row >> (size / 2)
}

/// The middle row's squares from the next level outward, as long as they matter: 0 once the middle column is greater.
/// `wanted` is this before a row is placed whose middle square is white or not.
pub fn still_wanted(wanted: u32, white: bool) -> u32 {
    if white == (wanted & 1 == 1) { wanted >> 1 } else { 0 }
}

/// How often a grid counts that the search has found: `rows` are its rows from the middle outward.
pub fn weight(rows: &[u32], size: usize) -> u64 {
    let column = rows.iter().rev().fold(0, |column, row| column << 1 | outward(*row, size) & 1);
    if column == outward(rows[0], size) { 1 } else { 2 }
}
