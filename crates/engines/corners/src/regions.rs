//! Whether the regions of two corners and of their images make one.

use crate::state::{MOST_SITES, Region};

/// The regions at the sites of a corner.
pub(crate) type Regions = [Region; MOST_SITES];

/// A forest of regions. Each is joined to its parent or to the parent's image under the half turn.
struct Forest {
    /// The parent of each region, and `true` if it is the parent's image that is joined.
    parents: Vec<(usize, bool)>,
    /// `true` if some region is joined to its image.
    is_turned: bool,
}

impl Forest {
    /// Returns the root of a region, and `true` if the region is joined to the root's image.
    fn root(&self, region: usize) -> (usize, bool) {
        match self.parents[region] {
            (parent, _) if parent == region => (region, false),
            (parent, turned) => {
                let (root, above) = self.root(parent);
                (root, turned != above)
            }
        }
    }

    /// Joins a region to another one, or to its image if `turned`.
    fn join(&mut self, one: usize, other: usize, turned: bool) {
        let ((one, one_turned), (other, other_turned)) = (self.root(one), self.root(other));
        let turned = turned != (one_turned != other_turned);
        if one == other {
            self.is_turned |= turned;
        } else {
            self.parents[one] = (other, turned);
        }
    }
}

/// Returns `true` if two corners with these regions make a connected grid with their images under the half turn. Both are open at the same
/// sites. A row leads from one corner to the other, a column from one to the image of the other.
pub(crate) fn are_one(one: &Regions, other: &Regions, rows: usize) -> bool {
    let node = |corner: usize, region: Region| corner << 4 | usize::from(region);
    let mut forest = Forest { parents: (0..32).map(|node| (node, false)).collect(), is_turned: false };
    let open = || (0..MOST_SITES).filter(|&site| one[site] > 0);
    for site in open() {
        forest.join(node(0, one[site]), node(1, other[site]), site >= rows);
    }
    let mut roots = open().flat_map(|site| [node(0, one[site]), node(1, other[site])]).map(|node| forest.root(node).0);
    forest.is_turned && roots.next().is_some_and(|first| roots.all(|root| root == first))
}
