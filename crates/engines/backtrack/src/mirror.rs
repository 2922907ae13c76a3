//! Uses mirror images, left and right exchanged: a count needs to find only one of two images.
//!
//! The rules read a row the same from either end. If the givens do too, the mirror image of a grid is a grid. Among the rows of the first
//! two levels, the first that is not a palindrome distinguishes a grid from its image. Grids in which it is less than its reverse count
//! twice, and their images zero times. Grids in which both rows are palindromes count once. (The middle row of a half turn is always a
//! palindrome.)

use super::pattern::RowPattern;
use super::rows::{RowGivens, RowPatterns};

/// Returns `true` if these givens read the same from either end.
pub(crate) fn is_mirrored(givens: RowGivens, size: usize) -> bool {
    let palindrome = |row: u32| row == row.reverse_bits() >> (32 - size);
    palindrome(givens.white) && palindrome(givens.black)
}

/// Second rows by the weight of the grids that begin with `first` and them.
#[derive(Default)]
pub(crate) struct Weights {
    /// The rows whose grids count once.
    pub once: Vec<u32>,
    /// The rows whose grids count twice, for their images.
    pub twice: Vec<u32>,
}

impl Weights {
    /// Returns the weights without the use of mirror images.
    pub(crate) fn plain(seconds: &[u32]) -> Self {
        Weights { once: seconds.to_vec(), twice: Vec::new() }
    }

    /// Returns the weights with the use of mirror images.
    pub(crate) fn mirrored(patterns: &RowPatterns, first: u32, seconds: &[u32]) -> Self {
        let mut weights = Weights::default();
        for &second in seconds {
            let side = |index| {
                let RowPattern { row, reversed, .. } = patterns.get(index);
                row.cmp(reversed)
            };
            match side(first).then_with(|| side(second)) {
                std::cmp::Ordering::Less => weights.twice.push(second),
                std::cmp::Ordering::Equal => weights.once.push(second),
                std::cmp::Ordering::Greater => {}
            }
        }
        weights
    }
}
