//! Derives clauses for connected grids from a grid in several pieces.
//!
//! Let R be a piece of such a grid, t a white square of another piece, and N(R) the (black) squares around R. Removing N(R)
//! splits the board into parts. Let F be the part that contains t, and S the squares around F, all of them in N(R): a
//! *separator*. A path from t to a square s of R must cross S. So every connected grid obeys the *cut*
//!
//! > s is black, or t is black, or a square of S is white,
//!
//! which this grid violates. In a barred grid, every edge of the *border* of a piece has a bar, and one of them has none in a connected grid.
//! Adding cuts on demand is an old method for the travelling salesman problem (Dantzig, Fulkerson & Johnson 1954).

use std::collections::BTreeSet;

use gridcheck_core::grid::{Edge, Grid};
use gridcheck_validator::Square;

/// The row and the column of a square.
pub(super) type Place = (usize, usize);

/// A clause about squares: one of them has its colour, which is white if `true`.
pub(super) type SquareClause = Vec<(Place, bool)>;

/// Returns the edges around each piece of a barred grid except the largest. `pieces` has the first square of each, as the validator finds them.
pub(super) fn borders(grid: &Grid, pieces: &[Square]) -> Vec<Vec<Edge>> {
    let border = |&Square { row, column }: &Square| {
        let piece: BTreeSet<Place> = reached((row, column), grid, usize::MAX, &|_, _| true).into_iter().collect();
        let out = |place: Place| beside(place, grid).map(move |other| (place.min(other), place.max(other)));
        let edges = piece.iter().flat_map(|&place| out(place));
        edges.filter(|(one, other)| piece.contains(one) != piece.contains(other)).collect()
    };
    pieces.iter().map(border).collect()
}

/// Returns a cut for each piece of `grid` except the largest. `pieces` has the first square of each, as the validator finds them.
pub(super) fn cuts(grid: &Grid, pieces: &[Square]) -> Vec<SquareClause> {
    let is_white = |(r, c): Place| grid.is_white(r, c);
    let piece = |&Square { row, column }: &Square| {
        let here = (row, column);
        (here, reached(here, grid, usize::MAX, &|_, place| is_white(place)).into_iter().collect())
    };
    let pieces: Vec<(Place, BTreeSet<Place>)> = pieces.iter().map(piece).collect();
    let is_elsewhere = |&place: &Place| is_white(place) && !pieces.iter().any(|(_, piece)| piece.contains(&place));
    // The remaining squares are the largest piece.
    let Some(far) = grid.size().positions().find(is_elsewhere) else { return Vec::new() };
    let cut = |(here, piece): &(Place, BTreeSet<Place>)| {
        let border = around(piece, grid);
        let part = reached(far, grid, usize::MAX, &|_, place| !border.contains(&place)).into_iter().collect();
        let separator = around(&part, grid).into_iter().map(|place| (place, true));
        separator.chain([*here, far].map(|end| (end, false))).collect()
    };
    pieces.iter().map(cut).collect()
}

/// Returns `start` and the squares that steps reach, the nearest first, at most `most`. Steps go to side neighbours, across no bar, where
/// `may_step` allows them.
pub(super) fn reached(start: Place, grid: &Grid, most: usize, may_step: &dyn Fn(Place, Place) -> bool) -> Vec<Place> {
    let mut seen = BTreeSet::from([start]);
    let mut found = vec![start];
    let mut at = 0;
    while let Some(&here) = found.get(at) {
        at += 1;
        for place in beside(here, grid) {
            let is_open = !grid.bars().between(here, place);
            if found.len() < most && is_open && !seen.contains(&place) && may_step(here, place) {
                seen.insert(place);
                found.push(place);
            }
        }
    }
    found
}

/// Returns the side neighbours of a square.
pub(super) fn beside((r, c): Place, grid: &Grid) -> impl Iterator<Item = Place> {
    let beside = [(r.wrapping_sub(1), c), (r, c.wrapping_sub(1)), (r, c + 1), (r + 1, c)];
    beside.into_iter().filter(|&(r, c)| r < grid.height() && c < grid.width())
}

/// Returns the side neighbours of these squares that are not among them.
fn around(places: &BTreeSet<Place>, grid: &Grid) -> BTreeSet<Place> {
    places.iter().flat_map(|&place| beside(place, grid)).filter(|place| !places.contains(place)).collect()
}
