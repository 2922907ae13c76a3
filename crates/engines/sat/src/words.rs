//! Encodes the rules for a run: its length, and the places of its unchecked letters.
//!
//! Notation: w(i) "square i of the line is white", x(i) "square i has a white neighbour across the line". A letter of a word of the line is
//! checked exactly if x holds. If a run of one square occurs, x holds too, because the square must lie in a crossing word. A run of one
//! square therefore counts as a checked letter in every clause below, and the clauses need not distinguish it from a word.

use super::formula::Encoder;
use super::lines::Line;
use super::requirements::{RunRules, Unchecked};
use gridcheck_core::rules::Limit;

/// Adds the clauses of one line, except those for the number of checked letters of a word.
pub(super) fn encode(line: &Line, words: &RunRules, encoder: &mut Encoder) {
    lengths(line, words, encoder);
    match words.unchecked {
        Unchecked::Nowhere => {
            for (&white, &crossed) in line.white.iter().zip(&line.crossed) {
                encoder.clause([!white, crossed]);
            }
        }
        Unchecked::AtMost { inside, at_ends } => {
            if let Limit::AtMost(most) = inside {
                unchecked_runs(line, most, encoder);
            }
            if let Limit::AtMost(most) = at_ends {
                unchecked_ends(line, most, encoder);
            }
        }
    }
}

/// Requires that a run of one square lies in a crossing word, or does not occur; a longer run must have the length of a word.
fn lengths(line: &Line, words: &RunRules, encoder: &mut Encoder) {
    let n = line.len();
    for start in 0..n {
        let mut single = line.no_run(start, 1);
        if words.single_cells {
            single.push(line.crossed[start]);
        }
        encoder.clause(single);
        // A run that starts here with two squares continues to the minimum word length. The first two squares suffice, which makes short
        // clauses.
        if start + 1 < n {
            for next in start + 2..start + words.shortest {
                let two: Vec<_> = line.white[start..start + 2].iter().map(|&white| !white).collect();
                encoder.clause(line.before(start).chain(two).chain(line.after(next)));
                if next >= n {
                    break;
                }
            }
        }
    }
    // No run of more squares than the longest word may begin anywhere.
    if let Limit::AtMost(most) = words.longest {
        for start in 0..n.saturating_sub(most) {
            encoder.clause(line.white[start..=start + most].iter().map(|&white| !white));
        }
    }
}

/// Forbids `most` + 1 adjacent unchecked letters.
fn unchecked_runs(line: &Line, most: usize, encoder: &mut Encoder) {
    for start in 0..line.len().saturating_sub(most) {
        let stretch = start..=start + most;
        encoder.clause(stretch.flat_map(|i| [!line.white[i], line.crossed[i]]));
    }
}

/// Forbids that a word's first `most` + 1 letters, or its last, are all unchecked.
fn unchecked_ends(line: &Line, most: usize, encoder: &mut Encoder) {
    for start in 0..line.len().saturating_sub(most) {
        let stretch = move || (start..=start + most).flat_map(|i| [!line.white[i], line.crossed[i]]);
        encoder.clause(line.before(start).chain(stretch()));
        encoder.clause(stretch().chain(line.after(start + most + 1)));
    }
}
