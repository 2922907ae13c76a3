//! Counts hinges by their definition: without a hinge, crossings no longer connect the two words that share it.

use super::words::words;
use gridcheck_core::grid::{Grid, Square};

/// Returns the number of checked squares that alone connect the words on their two sides.
pub(super) fn hinges(grid: &Grid) -> usize {
    let words: Vec<Vec<Square>> = words(grid).collect();
    let through = |square: Square| -> Vec<usize> { (0..words.len()).filter(|&w| words[w].contains(&square)).collect() };
    let is_hinge = |&square: &Square| {
        let [one, other] = through(square)[..] else { return false };
        let mut reached = vec![one];
        let mut at = 0;
        while let Some(&word) = reached.get(at) {
            at += 1;
            for crossed in
                words[word].iter().filter(|&&crossing| crossing != square).flat_map(|&crossing| through(crossing))
            {
                if !reached.contains(&crossed) {
                    reached.push(crossed);
                }
            }
        }
        !reached.contains(&other)
    };
    grid.size().positions().filter(is_hinge).count()
}
