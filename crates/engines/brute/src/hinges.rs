//! Counts hinges by their definition: without a hinge, crossings no longer connect the two words that share it.

use gridcheck_core::grid::{Grid, Square};

/// Returns the number of checked squares that alone connect the words on their two sides.
pub(super) fn hinges(grid: &Grid) -> usize {
    let words = words(grid);
    let through = |square: Square| -> Vec<usize> { (0..words.len()).filter(|&w| words[w].contains(&square)).collect() };
    let is_hinge = |&square: &Square| {
        let [across, down] = through(square)[..] else { return false };
        let mut reached = vec![across];
        let mut at = 0;
        while let Some(&word) = reached.get(at) {
            at += 1;
            for crossed in words[word].iter().filter(|&&other| other != square).flat_map(|&other| through(other)) {
                if !reached.contains(&crossed) {
                    reached.push(crossed);
                }
            }
        }
        !reached.contains(&down)
    };
    grid.size().positions().filter(is_hinge).count()
}

/// Returns the squares of each word, which ends at black squares and at bars.
fn words(grid: &Grid) -> Vec<Vec<Square>> {
    let white = |(r, c): Square| r < grid.height() && c < grid.width() && grid.is_white(r, c);
    let mut words: Vec<Vec<Square>> = Vec::new();
    for (down, across) in [(0, 1), (1, 0)] {
        for start in grid.size().positions().filter(|&start| white(start)) {
            let mut word = vec![start];
            let mut last = start;
            loop {
                let next = (last.0 + down, last.1 + across);
                if !white(next) || grid.bars().between(last, next) {
                    break;
                }
                word.push(next);
                last = next;
            }
            // A run that another contains started earlier.
            if word.len() > 1 && !words.iter().any(|other| word.iter().all(|square| other.contains(square))) {
                words.push(word);
            }
        }
    }
    words
}
