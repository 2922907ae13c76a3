//! Finds what keeps a hinge in a grid.
//!
//! Let h be a hinge, and P the *part* of the grid that steps from its neighbours in the row reach without h. P has no neighbour of h in its
//! column: otherwise the two words of h were connected elsewhere. Take another grid in which h, one neighbour in the row and one in the
//! column are white. If the squares around P, and those beside h in the row that are not in P, are black there, h is a hinge of it too. In
//! a barred grid, the edges between these squares have no bar, and the other edges around P have bars. The same holds with rows and columns
//! exchanged.

use super::cuts::{Place, beside, reached};
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Words;
use gridcheck_validator::stats;

/// One side of a hinge.
pub(super) struct Side {
    /// The hinge, and a neighbour in each of its words.
    pub joined: [Place; 3],
    /// The edges around the part, and beside the hinge in the row: from a square of the part or the hinge to a square that it does not reach.
    pub around: Vec<(Place, Place)>,
}

/// Returns the side of every hinge with fewer edges around it.
pub(super) fn sides(grid: &Grid) -> Vec<Side> {
    let smaller = |hinge: Place| {
        let (row, column) = (side(grid, hinge, true), side(grid, hinge, false));
        if column.around.len() < row.around.len() { column } else { row }
    };
    stats::hinges(&Words::of(grid).words).into_iter().map(smaller).collect()
}

/// Returns the side of a hinge that its row reaches, or its column.
fn side(grid: &Grid, hinge: Place, by_row: bool) -> Side {
    let is_along = |place: Place| (place.0 == hinge.0) == by_row;
    let is_white = |place: Place| grid.is_white(place.0, place.1);
    let part = reached(hinge, grid, usize::MAX, &|from, to| is_white(to) && (from != hinge || is_along(to)));
    let mut joined = [hinge; 3];
    let mut around = Vec::new();
    for &from in &part {
        for to in beside(from, grid) {
            if from == hinge && is_white(to) && !grid.bars().between(from, to) {
                joined[1 + usize::from(!is_along(to))] = to;
            }
            let is_around = match (from == hinge, to == hinge) {
                (true, _) => is_along(to) && !part.contains(&to),
                // No step leads from the part to the hinge in its other word.
                (_, true) => !is_along(from),
                _ => !part.contains(&to),
            };
            if is_around {
                around.push((from, to));
            }
        }
    }
    Side { joined, around }
}
