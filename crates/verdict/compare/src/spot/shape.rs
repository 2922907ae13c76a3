//! The shapes in which the squares of a sample are left open.
//!
//! Engines divide a problem in different ways: rows, columns, quarters, single squares. So a mistake may show only where a
//! certain kind of region is open. A shape lists the squares of a grid in groups; a sample opens the first few groups.

use gridcheck_core::rng::SeededRng;
use gridcheck_core::size::Size;

/// A way to leave squares open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Single squares anywhere.
    Scattered,
    /// Whole rows in order, cyclically.
    Rows,
    /// Whole columns in order, cyclically.
    Columns,
    /// A block of squares, ring after ring around its middle.
    Block,
}

impl Shape {
    /// Every shape.
    pub(super) const ALL: [Shape; 4] = [Shape::Scattered, Shape::Rows, Shape::Columns, Shape::Block];

    /// Returns every square (row and column) of a grid once, in the groups in which the shape opens them.
    pub(super) fn groups(self, size: Size, rng: &mut SeededRng) -> Vec<Vec<(usize, usize)>> {
        let (height, width) = (size.rows(), size.columns());
        match self {
            Shape::Scattered => {
                let mut groups: Vec<_> = size.positions().map(|square| vec![square]).collect();
                rng.shuffle(&mut groups);
                groups
            }
            Shape::Rows => {
                let start = rng.below(height);
                (start..start + height).map(|r| (0..width).map(|c| (r % height, c)).collect()).collect()
            }
            Shape::Columns => {
                let start = rng.below(width);
                (start..start + width).map(|c| (0..height).map(|r| (r, c % width)).collect()).collect()
            }
            Shape::Block => {
                let middle = (rng.below(height), rng.below(width));
                let mut rings = vec![Vec::new(); height.max(width)];
                for (r, c) in size.positions() {
                    rings[r.abs_diff(middle.0).max(c.abs_diff(middle.1))].push((r, c));
                }
                rings.retain(|ring| !ring.is_empty());
                rings
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_opened_once() {
        let mut rng = SeededRng::new(5);
        for shape in Shape::ALL {
            for (height, width) in [(3, 3), (8, 8), (5, 8), (7, 4), (1, 6)] {
                let size = Size::new(height, width).expect("a fair size");
                let groups = shape.groups(size, &mut rng);
                assert!(groups.iter().all(|group| !group.is_empty()), "{shape:?}");
                let mut squares = groups.concat();
                squares.sort_unstable();
                assert_eq!(squares, size.positions().collect::<Vec<_>>(), "{shape:?}");
            }
        }
    }

    #[test]
    fn row_groups_are_rows_and_column_groups_are_columns() {
        let mut rng = SeededRng::new(6);
        for group in Shape::Rows.groups(Size::square(7).expect("a fair size"), &mut rng) {
            assert!(group.len() == 7 && group.iter().all(|square| square.0 == group[0].0));
        }
        for group in Shape::Columns.groups(Size::square(7).expect("a fair size"), &mut rng) {
            assert!(group.len() == 7 && group.iter().all(|square| square.1 == group[0].1));
        }
    }
}
