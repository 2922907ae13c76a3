//! Properties of the groups of symmetries of one size of grid, which convert counts into classes. A square has ten groups.

use gridcheck_core::grid::{Symmetry, Transform};
use gridcheck_core::size::Size;

/// Counts the groups of type `larger` that contain the group that a rule set means by `smaller`.
pub(super) fn containing(size: Size, larger: Symmetry, smaller: Symmetry) -> u128 {
    let contains = |group: &&&[Transform]| smaller.group().iter().all(|transform| group.contains(transform));
    groups(size, larger).iter().filter(contains).count() as u128
}

/// Counts the groups of a type.
pub(super) fn conjugates(size: Size, symmetry: Symmetry) -> u128 {
    groups(size, symmetry).len() as u128
}

/// Counts the images of a grid whose largest unchanging group has this type, which must fit the size.
pub(super) fn images(size: Size, symmetry: Symmetry) -> u128 {
    (Transform::of_size(size).count() / symmetry.group().len()) as u128
}

/// Returns the groups of a type. A rectangle has one, because no symmetry exchanges its two mirrors: their grids are counted together.
fn groups(size: Size, symmetry: Symmetry) -> Vec<&'static [Transform]> {
    let mut groups = symmetry.groups();
    groups.truncate(if size.is_square() { groups.len() } else { 1 });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [Symmetry; 8] = Symmetry::LARGEST_FIRST;

    #[test]
    fn the_lattice_of_subgroups() {
        let size = Size::square(7).expect("a size");
        let conjugates = |symmetry| conjugates(size, symmetry);
        assert_eq!(TYPES.map(conjugates).iter().sum::<u128>(), 10);
        // Five groups contain the half turn, and all ten the identity.
        let over = |smaller| TYPES.map(|larger| containing(size, larger, smaller));
        assert_eq!(over(Symmetry::Rot180), [1, 1, 1, 1, 1, 0, 0, 0]);
        assert_eq!(over(Symmetry::Mirror), [1, 1, 0, 0, 0, 1, 0, 0]);
        assert_eq!(over(Symmetry::Diagonal), [1, 0, 0, 1, 0, 0, 1, 0]);
        assert_eq!(over(Symmetry::None), [1, 1, 1, 1, 1, 2, 2, 1]);
        assert_eq!(TYPES.map(|symmetry| images(size, symmetry)), [1, 2, 2, 2, 4, 4, 4, 8]);
    }

    #[test]
    fn a_type_comes_after_those_that_contain_it() {
        let size = Size::square(7).expect("a size");
        for (i, &earlier) in TYPES.iter().enumerate() {
            assert!(TYPES[i + 1..].iter().all(|&later| containing(size, later, earlier) == 0));
        }
    }
}
