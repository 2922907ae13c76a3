//! Properties of the ten subgroups of the square's eight symmetries, which convert counts into classes.

use crate::grid::{Symmetry, Transform};

/// Counts the groups of type `larger` that contain the group that a rule set means by `smaller`.
pub(super) fn containing(larger: Symmetry, smaller: Symmetry) -> u128 {
    let contains = |group: &&&[Transform]| smaller.group().iter().all(|transform| group.contains(transform));
    larger.groups().iter().filter(contains).count() as u128
}

/// Counts the groups of a type.
pub(super) fn conjugates(symmetry: Symmetry) -> u128 {
    symmetry.groups().len() as u128
}

/// Counts the images of a grid whose largest unchanging group has this type.
pub(super) fn images(symmetry: Symmetry) -> u128 {
    (Transform::ALL.len() / symmetry.group().len()) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [Symmetry; 8] = Symmetry::LARGEST_FIRST;

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
    fn a_type_comes_after_those_that_contain_it() {
        for (i, &earlier) in TYPES.iter().enumerate() {
            assert!(TYPES[i + 1..].iter().all(|&later| containing(later, earlier) == 0));
        }
    }
}
