//! Mirror images, left and right exchanged: a count needs to find only one of each two.
//!
//! The rules read a row from either end alike, so when the givens do too, the mirror image of a grid is one as well. Of
//! the first two levels' rows the first that is no palindrome tells a grid from its image: grids in which it is less
//! than its reverse count twice, their images not at all, and grids in which both rows are palindromes once. (The
//! middle row of a half turn is always one.)

use super::pattern::RowPattern;
use super::rows::{RowGivens, RowPatterns};

/// Whether these givens read the same from either end.
pub fn is_mirrored(givens: RowGivens, size: usize) -> bool {
    let palindrome = |row: u32| row == row.reverse_bits() >> (32 - size);
    palindrome(givens.white) && palindrome(givens.black)
}

/// Second rows by how often the grids that begin with `first` and them count.
#[derive(Default)]
pub struct Weights {
    /// Grids to count once.
    pub once: Vec<u32>,
    /// Grids to count twice, for their images.
    pub twice: Vec<u32>,
}

impl Weights {
    /// Without mirror images.
    pub fn plain(seconds: &[u32]) -> Self {
        Weights { once: seconds.to_vec(), twice: Vec::new() }
    }

    /// With them.
    pub fn mirrored(patterns: &RowPatterns, first: u32, seconds: &[u32]) -> Self {
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
