//! Counts pairs of grids with equal clue numbers and lengths, which cannot be told apart by their clues.

use std::collections::HashMap;

use gridcheck_core::grid::Grid;
use gridcheck_layout::numbering::Numbering;
use gridcheck_layout::words::Words;

/// Maximum number of different numberings that are held, for the sake of memory.
const MAX: usize = 4_000_000;

/// The numberings of the grids so far, each with the number of grids that have it.
#[derive(Debug, Default)]
pub struct NumberingTally {
    grids: HashMap<Numbering, u64>,
}

impl NumberingTally {
    /// Adds a grid. Returns `false` if there are too many different numberings; then it is not added.
    pub fn add(&mut self, grid: &Grid) -> bool {
        let numbering = Numbering::of(&Words::of(grid));
        if self.grids.len() == MAX && !self.grids.contains_key(&numbering) {
            return false;
        }
        *self.grids.entry(numbering).or_default() += 1;
        true
    }

    /// Returns the number of pairs of different grids with one numbering, if every grid was added once.
    pub fn pairs(&self) -> u128 {
        self.grids.values().map(|&grids| u128::from(grids) * u128::from(grids - 1) / 2).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_of_one_numbering_are_paired() {
        let grids = ["....", ".#..", "...#", "..#."].map(|grid| grid.parse::<Grid>().expect("a grid"));
        let mut tally = NumberingTally::default();
        let pairs = grids.iter().map(|grid| {
            assert!(tally.add(grid));
            tally.pairs()
        });
        // A single white square is not a word, so `.#..` and `..#.` have the same word of two letters.
        assert_eq!(pairs.collect::<Vec<_>>(), [0, 0, 0, 1]);
        assert!(tally.add(&"#..#".parse().expect("a grid")));
        assert_eq!(tally.pairs(), 3);
    }
}
