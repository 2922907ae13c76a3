//! The shapes in which the squares of a sample are left open.
//!
//! Engines divide a problem in different ways: rows, columns, quarters, single squares. So a mistake may show only where a
//! certain kind of region is open. A shape lists the squares of a grid in groups; a sample opens the first few groups.

use crate::rng::SeededRng;

/// A way to leave squares open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
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
    pub const ALL: [Shape; 4] = [Shape::Scattered, Shape::Rows, Shape::Columns, Shape::Block];

    /// Returns every square (row and column) of a grid of `n` × `n` once, in the groups in which the shape opens them.
    pub fn groups(self, n: usize, rng: &mut SeededRng) -> Vec<Vec<(usize, usize)>> {
        let squares = || (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
        match self {
            Shape::Scattered => {
                let mut groups: Vec<_> = squares().map(|square| vec![square]).collect();
                rng.shuffle(&mut groups);
                groups
            }
            Shape::Rows | Shape::Columns => {
                let start = rng.below(n);
                let square = |line, place| if self == Shape::Rows { (line, place) } else { (place, line) };
                (start..start + n).map(|line| (0..n).map(|place| square(line % n, place)).collect()).collect()
            }
            Shape::Block => {
                let middle = (rng.below(n), rng.below(n));
                let mut rings = vec![Vec::new(); n];
                for (r, c) in squares() {
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
            for n in 3..9 {
                let groups = shape.groups(n, &mut rng);
                assert!(groups.iter().all(|group| !group.is_empty()), "{shape:?}");
                let mut squares = groups.concat();
                squares.sort_unstable();
                assert_eq!(squares, (0..n * n).map(|i| (i / n, i % n)).collect::<Vec<_>>(), "{shape:?}");
            }
        }
    }

    #[test]
    fn rows_are_rows_and_columns_columns() {
        let mut rng = SeededRng::new(6);
        for group in Shape::Rows.groups(7, &mut rng) {
            assert!(group.len() == 7 && group.iter().all(|square| square.0 == group[0].0));
        }
        for group in Shape::Columns.groups(7, &mut rng) {
            assert!(group.len() == 7 && group.iter().all(|square| square.1 == group[0].1));
        }
    }
}
