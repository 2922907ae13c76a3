//! The words of a grid, which end at black squares, at bars and at the rim.

use std::iter::successors;

use gridcheck_core::grid::{Grid, Square};

/// The directions of words: the step to the next letter.
pub(super) const DIRECTIONS: [(usize, usize); 2] = [(0, 1), (1, 0)];

/// Returns the next square of the run in a direction; `None` if the run ends here.
pub(super) fn next(grid: &Grid, (r, c): Square, (down, across): (usize, usize)) -> Option<Square> {
    let next = (r + down, c + across);
    let is_inside = next.0 < grid.height() && next.1 < grid.width();
    (is_inside && is_joined(grid, (r, c), next)).then_some(next)
}

/// Returns the previous square of the run in a direction.
pub(super) fn previous(grid: &Grid, (r, c): Square, (down, across): (usize, usize)) -> Option<Square> {
    let previous = (r.checked_sub(down)?, c.checked_sub(across)?);
    is_joined(grid, previous, (r, c)).then_some(previous)
}

/// Returns `true` if two neighbours are letters of one word.
fn is_joined(grid: &Grid, one: Square, other: Square) -> bool {
    let is_white = |(r, c): Square| grid.is_white(r, c);
    is_white(one) && is_white(other) && !grid.bars().between(one, other)
}

/// Returns `true` if the run through a square in a direction has two squares or more.
pub(super) fn in_word(grid: &Grid, square: Square, direction: (usize, usize)) -> bool {
    previous(grid, square, direction).is_some() || next(grid, square, direction).is_some()
}

/// Returns the squares of the word that starts at a square, if there is one.
pub(super) fn word_from(grid: &Grid, square: Square, direction: (usize, usize)) -> Option<Vec<Square>> {
    let is_start = previous(grid, square, direction).is_none() && next(grid, square, direction).is_some();
    is_start.then(|| successors(Some(square), |&square| next(grid, square, direction)).collect())
}

/// Returns the squares of each word.
pub(super) fn words(grid: &Grid) -> impl Iterator<Item = Vec<Square>> {
    grid.size()
        .positions()
        .flat_map(move |square| DIRECTIONS.into_iter().filter_map(move |direction| word_from(grid, square, direction)))
}
