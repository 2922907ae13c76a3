//! The ten subgroups of the square's eight symmetries, by type, and what of their numbers turns counts into classes.
//!
//! Subgroups of one type are conjugate: the square's symmetries turn one into another, and grids unchanged under one into
//! grids unchanged under the other. Two types have two subgroups (a mirror reflection, a diagonal reflection), the others
//! one each.

use crate::grid::{Grid, Transform};
use crate::rules::Symmetry;

/// Every type, a type after all those that contain one of its groups.
pub(super) const TYPES: [Symmetry; 8] = [
    Symmetry::All,
    Symmetry::Mirrors,
    Symmetry::Rot90,
    Symmetry::Diagonals,
    Symmetry::Rot180,
    Symmetry::Mirror,
    Symmetry::Diagonal,
    Symmetry::None,
];

/// The type of a grid, square or not: the group of those of the eight symmetries that leave it unchanged, up to conjugacy.
pub fn symmetry_of(grid: &Grid) -> Symmetry {
    let is_unchanged = |group: &[Transform]| group.iter().all(|&transform| grid.transformed(transform) == *grid);
    // The last type is the identity alone, which leaves everything unchanged.
    let found = TYPES.into_iter().find(|&symmetry| groups(symmetry).into_iter().any(is_unchanged));
    found.unwrap_or(Symmetry::None)
}

/// Every type, the most symmetrical first: a type comes after all those that contain one of its groups.
pub fn types() -> impl Iterator<Item = Symmetry> {
    TYPES.into_iter()
}

/// The groups of a type, `symmetry.group()` first.
fn groups(symmetry: Symmetry) -> Vec<&'static [Transform]> {
    match symmetry {
        Symmetry::Mirror => vec![symmetry.group(), &[Transform::Identity, Transform::MirrorTopBottom]],
        Symmetry::Diagonal => vec![symmetry.group(), &[Transform::Identity, Transform::AntiDiagonal]],
        _ => vec![symmetry.group()],
    }
}

/// How many groups of type `larger` contain the group that a rule set means by `smaller`.
pub(super) fn containing(larger: Symmetry, smaller: Symmetry) -> u128 {
    let contains = |group: &&&[Transform]| smaller.group().iter().all(|transform| group.contains(transform));
    groups(larger).iter().filter(contains).count() as u128
}

/// How many groups there are of a type.
pub(super) fn conjugates(symmetry: Symmetry) -> u128 {
    groups(symmetry).len() as u128
}

/// How many grids the square's symmetries make of a grid unchanged under the groups of a type and no larger ones.
pub(super) fn images(symmetry: Symmetry) -> u128 {
    (Transform::ALL.len() / symmetry.group().len()) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lattice_of_subgroups() {
        assert_eq!(TYPES.map(conjugates).iter().sum::<u128>(), 10);
        // Five groups contain the half turn, and all ten the identity.
        let over = |smaller| TYPES.map(|larger| containing(larger, smaller));
        assert_eq!(over(Symmetry::Rot180), [1, 1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(over(Symmetry::Mirror), [1, 1, 0, 0, 0, 1, 0, 0]);
        assert_eq!(over(Symmetry::Diagonal), [1, 0, 0, 1, 0, 0, 1, 0]);
        assert_eq!(over(Symmetry::None), [1, 1, 1, 1, 1, 2, 2, 1]);
        assert_eq!(TYPES.map(images), [1, 2, 2, 2, 4, 4, 4, 8]);
    }

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

    #[test]
    fn a_type_comes_after_those_that_contain_it() {
        for (i, &earlier) in TYPES.iter().enumerate() {
            assert!(TYPES[i + 1..].iter().all(|&later| containing(later, earlier) == 0));
        }
    }
}
