//! Finds what keeps a hinge in a grid.
//!
//! Let h be a hinge, and P the *part* of the grid that steps from its neighbours in the row reach without h. P has no neighbour of h in its
//! column: otherwise the two words of h were connected elsewhere. So in every grid in which h, one neighbour in the row and one in the
//! column are white, and all other squares around P and beside h in the row are black, h is a hinge too. In a barred grid, the edges between
//! these squares have no bar, and the other edges around P have bars. The same holds with rows and columns exchanged.

use std::collections::BTreeSet;

use super::cuts::{Place, beside, reached};
use gridcheck_core::grid::{Edge, Grid};
use gridcheck_layout::words::Words;
use gridcheck_validator::stats;

/// One side of a hinge.
pub(super) struct Side {
    /// The hinge, and a neighbour in each of its words.
    pub joined: [Place; 3],
    /// The edges around the part, and beside the hinge: from a square of the part or the hinge to a square outside.
    pub around: BTreeSet<(Place, Place)>,
}

/// Returns the smaller side of every hinge, the smallest first.
pub(super) fn sides(grid: &Grid) -> Vec<Side> {
    let hinges = stats::hinges(&Words::of(grid).words);
    let mut sides: Vec<Side> = hinges.into_iter().filter_map(|hinge| smaller_side(grid, hinge)).collect();
    sides.sort_by_key(|side| side.around.len());
    sides
}

fn smaller_side(grid: &Grid, hinge: Place) -> Option<Side> {
    let may_step = |place: Place| grid.is_white(place.0, place.1) && place != hinge;
    let joined: Vec<Place> =
        reached(hinge, grid, 5, |place| beside(hinge, grid).any(|other| other == place) && may_step(place));
    let (row, column): (Vec<Place>, Vec<Place>) = joined.into_iter().skip(1).partition(|place| place.0 == hinge.0);
    let side = |starts: &[Place], other: &[Place], is_along: fn(Place, Place) -> bool| {
        let part: BTreeSet<Place> =
            starts.iter().flat_map(|&start| reached(start, grid, usize::MAX, may_step)).collect();
        let out = part.iter().flat_map(|&from| beside(from, grid).map(move |to| (from, to)));
        let along = beside(hinge, grid).filter(|&to| is_along(hinge, to)).map(|to| (hinge, to));
        let is_closed = |(from, to): &(Place, Place)| *to != hinge || grid.bars().between(*from, *to);
        let around = out.chain(along).filter(|edge| is_closed(edge) && !part.contains(&edge.1)).collect();
        Some(Side { joined: [hinge, *starts.first()?, *other.first()?], around })
    };
    let sides =
        [side(&row, &column, |one, other| one.0 == other.0), side(&column, &row, |one, other| one.1 == other.1)];
    sides.into_iter().flatten().min_by_key(|side| side.around.len())
}

impl Side {
    /// Returns the edges that have bars in a barred grid.
    pub(super) fn bars(&self) -> BTreeSet<Edge> {
        self.around.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect()
    }
}
