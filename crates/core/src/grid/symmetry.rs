//! Defines the subgroups of the square's eight symmetries and finds the largest that leaves a grid unchanged.
//!
//! There are ten subgroups. Two are *conjugate* if turning or reflecting the square makes one from the other. Conjugate subgroups form a
//! type. The turn or reflection also maps the grids unchanged under the one to those unchanged under the other. Two of the eight types have
//! two subgroups (one mirror reflection, one diagonal reflection), the others one each.

use serde::Serialize;

use super::{Edge, Grid, Transform};
use crate::size::Size;

/// A subgroup of the square's eight symmetries, up to conjugacy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// No symmetry required.
    None,
    /// The half turn.
    Rot180,
    /// The quarter turn.
    Rot90,
    /// The reflection of left and right.
    Mirror,
    /// The reflections of left and right and of top and bottom.
    Mirrors,
    /// The reflection in the main diagonal.
    Diagonal,
    /// The reflections in both diagonals.
    Diagonals,
    /// All eight symmetries.
    All,
}

impl Symmetry {
    /// Every type that a rule set can name.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::Rot180,
        Symmetry::Rot90,
        Symmetry::Mirror,
        Symmetry::Mirrors,
        Symmetry::Diagonal,
        Symmetry::Diagonals,
        Symmetry::All,
    ];

    /// All types, the most symmetrical first. Each comes after all types that contain one of its groups.
    pub const LARGEST_FIRST: [Symmetry; 8] = [
        Symmetry::All,
        Symmetry::Mirrors,
        Symmetry::Rot90,
        Symmetry::Diagonals,
        Symmetry::Rot180,
        Symmetry::Mirror,
        Symmetry::Diagonal,
        Symmetry::None,
    ];

    /// Returns the elements of the group that a rule set means, including the identity.
    pub const fn group(self) -> &'static [Transform] {
        use Transform::{
            AntiDiagonal, Identity, MainDiagonal, MirrorLeftRight, MirrorTopBottom, Rot90, Rot180, Rot270,
        };
        match self {
            Symmetry::None => &[Identity],
            Symmetry::Rot180 => &[Identity, Rot180],
            Symmetry::Rot90 => &[Identity, Rot90, Rot180, Rot270],
            Symmetry::Mirror => &[Identity, MirrorLeftRight],
            Symmetry::Mirrors => &[Identity, MirrorLeftRight, MirrorTopBottom, Rot180],
            Symmetry::Diagonal => &[Identity, MainDiagonal],
            Symmetry::Diagonals => &[Identity, MainDiagonal, AntiDiagonal, Rot180],
            Symmetry::All => &Transform::ALL,
        }
    }

    /// Returns `true` if grids of this size can have the symmetry: a rectangle has no quarter turn and no diagonal reflection.
    pub fn fits(self, size: Size) -> bool {
        size.is_square() || self.group().iter().all(|transform| !transform.swaps_sides())
    }

    /// Returns the edge between two neighbours and its images in a grid of this size, in order and each once. The squares beside an edge are
    /// in order too.
    pub fn edge_orbit(self, size: Size, edge: Edge) -> Vec<Edge> {
        let image = |transform: &Transform| {
            let (one, other) = edge;
            let [one, other] = [one, other].map(|square| transform.square(size.rows(), size.columns(), square));
            (one.min(other), one.max(other))
        };
        let mut orbit: Vec<_> = self.group().iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Returns a square (row and column, from 0) and its images in a grid of this size, in order and each once.
    pub fn orbit(self, size: Size, square: (usize, usize)) -> Vec<(usize, usize)> {
        let image = |transform: &Transform| transform.square(size.rows(), size.columns(), square);
        let mut orbit: Vec<_> = self.group().iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Returns every group of this type. The one that a rule set means is the first.
    pub fn groups(self) -> Vec<&'static [Transform]> {
        match self {
            Symmetry::Mirror => vec![self.group(), &[Transform::Identity, Transform::MirrorTopBottom]],
            Symmetry::Diagonal => vec![self.group(), &[Transform::Identity, Transform::AntiDiagonal]],
            _ => vec![self.group()],
        }
    }

    /// Returns the name in a rule file.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rot180 => "rot180",
            Symmetry::Rot90 => "rot90",
            Symmetry::Mirror => "mirror",
            Symmetry::Mirrors => "mirrors",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Diagonals => "diagonals",
            Symmetry::All => "all",
        }
    }

    /// Returns Keith's (2026) letter for a type, if he has one. He considers grids unchanged under the half turn.
    pub const fn letter(self) -> Option<&'static str> {
        match self {
            Symmetry::All => Some("A"),
            Symmetry::Mirrors => Some("h"),
            Symmetry::Rot90 => Some("r"),
            Symmetry::Diagonals => Some("t"),
            Symmetry::Rot180 => Some("N"),
            Symmetry::None | Symmetry::Mirror | Symmetry::Diagonal => None,
        }
    }
}

/// Returns the type of a grid, square or not. It is the group of all symmetries that leave the grid unchanged, up to conjugacy.
pub fn symmetry_of(grid: &Grid) -> Symmetry {
    let is_unchanged = |group: &[Transform]| group.iter().all(|&transform| grid.transformed(transform) == *grid);
    // The last type is the identity alone, which leaves every grid unchanged.
    let found = Symmetry::LARGEST_FIRST.into_iter().find(|symmetry| symmetry.groups().into_iter().any(is_unchanged));
    found.unwrap_or(Symmetry::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_grid_is_that_of_its_largest_group() {
        let of = |text: &str| symmetry_of(&text.parse().expect("a grid in the test"));
        assert_eq!(of("#.#/.../#.#"), Symmetry::All);
        assert_eq!(of(".../#.#/..."), Symmetry::Mirrors);
        assert_eq!(of("#..#/#.##/##.#/#..#"), Symmetry::Rot180);
        assert_eq!(of(".#../...#/#.../..#."), Symmetry::Rot90);
        assert_eq!(of("#../.../..#"), Symmetry::Diagonals);
        for image in ["#.#/.../...", "#../.../#.."] {
            assert_eq!(of(image), Symmetry::Mirror);
        }
        for image in ["#../.../...", "..#/.../..."] {
            assert_eq!(of(image), Symmetry::Diagonal);
        }
        assert_eq!(of("##./.../..."), Symmetry::None);
        // Not square: no quarter turn, no diagonal.
        assert_eq!(of("..../...."), Symmetry::Mirrors);
        assert_eq!(of("#.../...#"), Symmetry::Rot180);
    }
}
