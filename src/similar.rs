//! Which of many grids are nearest to a given one, up to the square's eight symmetries: has this grid been used?
//!
//! Two grids are as far apart as the squares in which they differ, when one of them is turned and reflected so that these are fewest.
//! The given grid is turned into its images once, of which symmetrical grids have fewer than eight; each other grid is then held
//! against the images that have its sides, row by row, and let go as soon as it is further off than the last of the nearest so far.
//!
//! Invariant: `nearest` is sorted, nearest first and of those equally near the one seen first, and has at most `most` grids.

use crate::grid::{Grid, Transform};

/// How near a grid comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Likeness {
    /// Which grid, in the order in which they were looked at, from 0.
    pub index: usize,
    /// The squares in which they differ, at best.
    pub distance: usize,
    /// What to do with the given grid so that no more differ.
    pub transform: Transform,
}

/// The nearest of the grids that were looked at.
#[derive(Debug, Clone)]
pub struct Similar {
    /// Each image of the given grid, once, and how it came about.
    images: Vec<(Transform, Grid)>,
    most: usize,
    nearest: Vec<Likeness>,
    looked_at: usize,
    of_other_sides: usize,
}

impl Similar {
    /// Ready to look for at most so many grids like this one.
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

    /// Looks at one more grid.
    pub fn look(&mut self, grid: &Grid) {
        let index = self.looked_at;
        self.looked_at += 1;
        // A grid must come nearer than this to be taken.
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

    /// The nearest grids.
    pub fn nearest(&self) -> &[Likeness] {
        &self.nearest
    }

    /// How many grids were looked at.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// How many of them could not be compared, having other sides.
    pub fn of_other_sides(&self) -> usize {
        self.of_other_sides
    }
}

/// In how many squares two grids of the same sides differ, if in fewer than `limit`.
fn distance_below(one: &Grid, other: &Grid, limit: usize) -> Option<usize> {
    let mut distance = 0;
    for (row, other) in one.rows().iter().zip(other.rows()) {
        distance += (row ^ other).count_ones() as usize;
        if distance >= limit {
            return None;
        }
    }
    Some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::dice::Dice;

    fn drawn(dice: &mut Dice, height: usize, width: usize) -> Grid {
        let mut grid = Grid::black(height, width);
        (0..height).for_each(|r| grid.set_row(r, dice.bits()));
        grid
    }

    /// Every image of every grid, square by square.
    fn plainly(grid: &Grid, others: &[Grid]) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (index, other) in others.iter().enumerate() {
            let images = Transform::ALL.map(|transform| other.transformed(transform));
            let distances =
                images.iter().filter(|image| (image.height(), image.width()) == (grid.height(), grid.width()));
            let distances = distances.map(|image| {
                let squares = (0..grid.height()).flat_map(|r| (0..grid.width()).map(move |c| (r, c)));
                squares.filter(|&(r, c)| image.is_white(r, c) != grid.is_white(r, c)).count()
            });
            found.extend(distances.min().map(|distance| (distance, index)));
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn the_nearest_are_those_of_a_plain_search() {
        let mut dice = Dice::new(41);
        let mut exact = 0;
        for round in 0..200 {
            let sides = [(3, 3), (4, 4), (3, 5), (5, 3), (7, 7)];
            let (height, width) = sides[round % sides.len()];
            let grid = drawn(&mut dice, height, width);
            let mut others: Vec<Grid> = (0..60)
                .map(|_| {
                    let (height, width) = sides[dice.below(sides.len())];
                    drawn(&mut dice, height, width)
                })
                .collect();
            others.push(grid.transformed(Transform::ALL[dice.below(8)]));
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
