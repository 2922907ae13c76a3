//! Finds the grids of a list that are nearest to a given one, up to the square's eight symmetries. This shows whether a grid has
//! been used before.
//!
//! The distance of two grids is the number of squares and bars in which they differ, minimized over the images of one of them. The images
//! of the given grid are computed once; symmetrical grids have fewer than eight. Each other grid is compared with the images of
//! its height and width, row by row. The comparison stops as soon as the distance exceeds that of the last of the nearest so far.
//!
//! Invariant: `nearest` is sorted by distance, equal distances in the order of inspection, and has at most `most` grids.

use gridcheck_core::grid::{Grid, Transform};

/// A grid's distance from the given one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Likeness {
    /// The grid's number in the order of inspection, from 0.
    pub index: usize,
    /// The minimum number of squares and bars in which they differ.
    pub distance: usize,
    /// The symmetry to apply to the given grid for that minimum.
    pub transform: Transform,
}

/// The nearest of the inspected grids.
#[derive(Debug, Clone)]
pub struct Similar {
    /// The distinct images of the given grid, each with its symmetry.
    images: Vec<(Transform, Grid)>,
    most: usize,
    nearest: Vec<Likeness>,
    looked_at: usize,
    of_other_sides: usize,
}

impl Similar {
    /// Prepares a search for at most `most` grids near this one.
    pub fn to(grid: &Grid, most: usize) -> Self {
        let mut images: Vec<(Transform, Grid)> = Vec::new();
        for transform in Transform::ALL {
            let image = grid.transformed(transform);
            if !images.iter().any(|(_, other)| *other == image) {
                images.push((transform, image));
            }
        }
        Similar { images, most, nearest: Vec::new(), looked_at: 0, of_other_sides: 0 }
    }

    /// Compares one more grid.
    pub fn look(&mut self, grid: &Grid) {
        let index = self.looked_at;
        self.looked_at += 1;
        // Only a distance below this limit enters the list.
        let mut limit =
            self.nearest.last().filter(|_| self.nearest.len() >= self.most).map_or(usize::MAX, |last| last.distance);
        let mut best = None;
        let mut comparable = false;
        for (transform, image) in &self.images {
            if (image.height(), image.width()) != (grid.height(), grid.width()) {
                continue;
            }
            comparable = true;
            if let Some(distance) = distance_below(image, grid, limit) {
                limit = distance;
                best = Some(Likeness { index, distance, transform: *transform });
            }
        }
        self.of_other_sides += usize::from(!comparable);
        if let Some(best) = best.filter(|_| self.most > 0) {
            self.nearest.truncate(self.most - 1);
            let place = self.nearest.partition_point(|other| other.distance <= best.distance);
            self.nearest.insert(place, best);
        }
    }

    /// Returns the nearest grids.
    pub fn nearest(&self) -> &[Likeness] {
        &self.nearest
    }

    /// Counts the inspected grids.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// Counts the inspected grids whose height or width does not fit.
    pub fn of_other_sides(&self) -> usize {
        self.of_other_sides
    }
}

/// Returns the number of squares and bars in which two grids of the same sides differ, if it is below `limit`.
fn distance_below(one: &Grid, other: &Grid, limit: usize) -> Option<usize> {
    let mut distance = 0;
    for differences in one.differences(other) {
        distance += differences;
        if distance >= limit {
            return None;
        }
    }
    Some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    use gridcheck_testing::prelude::*;

    fn drawn(rng: &mut SeededRng, height: usize, width: usize) -> Grid {
        let mut grid = Grid::black(height, width);
        (0..height).for_each(|r| grid.set_row(r, rng.bits()));
        grid
    }

    /// Compares every image of every grid, square by square.
    fn plainly(grid: &Grid, others: &[Grid]) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (index, other) in others.iter().enumerate() {
            let images = Transform::ALL.map(|transform| other.transformed(transform));
            let distances =
                images.iter().filter(|image| (image.height(), image.width()) == (grid.height(), grid.width()));
            let distances = distances.map(|image| {
                grid.size().positions().filter(|&(r, c)| image.is_white(r, c) != grid.is_white(r, c)).count()
            });
            found.extend(distances.min().map(|distance| (distance, index)));
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn nearest_grids_equal_those_of_an_exhaustive_search() {
        let mut rng = SeededRng::new(41);
        let mut exact = 0;
        for round in 0..200 {
            let sides = [(3, 3), (4, 4), (3, 5), (5, 3), (7, 7)];
            let (height, width) = sides[round % sides.len()];
            let grid = drawn(&mut rng, height, width);
            let mut others: Vec<Grid> = (0..60)
                .map(|_| {
                    let (height, width) = sides[rng.below(sides.len())];
                    drawn(&mut rng, height, width)
                })
                .collect();
            others.push(grid.transformed(Transform::ALL[rng.below(8)]));
            let expected = plainly(&grid, &others);
            for most in [0, 1, 3, 100] {
                let mut similar = Similar::to(&grid, most);
                for other in &others {
                    similar.look(other);
                }
                let found: Vec<(usize, usize)> =
                    similar.nearest().iter().map(|likeness| (likeness.distance, likeness.index)).collect();
                assert_eq!(found, expected[..most.min(expected.len())]);
                for likeness in similar.nearest() {
                    let (image, other) = (grid.transformed(likeness.transform), &others[likeness.index]);
                    assert_eq!(distance_below(&image, other, usize::MAX), Some(likeness.distance));
                    exact += usize::from(likeness.distance == 0);
                }
                assert_eq!(
                    (similar.looked_at(), similar.of_other_sides()),
                    (others.len(), others.len() - expected.len())
                );
            }
        }
        assert!(exact >= 600, "{exact}");
    }
}
