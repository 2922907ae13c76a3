//! What a run may look like: its length, and where its unchecked letters may stand.
//!
//! Notation: w(i) "square i of the line is white", x(i) "square i has a white neighbour across the line". A letter of a word
//! of the line is checked exactly when x holds. Where a run of one square occurs, x holds too, because the square must lie
//! in a crossing word; so a run of one square passes for a checked letter in every clause below, and the clauses need not
//! tell it from a word.

use super::demands::{Unchecked, Words};
use super::formula::Encoder;
use super::lines::Line;
use gridcheck_core::rules::Limit;

/// The clauses of one line, but for the number of checked letters a word.
pub(super) fn encode(line: &Line, words: &Words, encoder: &mut Encoder) {
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

/// A run of one square lies in a crossing word or does not occur, and a longer run has the length of a word.
fn lengths(line: &Line, words: &Words, encoder: &mut Encoder) {
    let n = line.len();
    for start in 0..n {
        let mut single = line.no_run(start, 1);
        if words.single_cells {
            single.push(line.crossed[start]);
        }
        encoder.clause(single);
        // A run that starts here with two squares goes on to the shortest word's length. It is enough to name the first
        // two, which makes short clauses.
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
    // One square more than the longest word has is too much wherever it begins.
    if let Limit::AtMost(most) = words.longest {
        for start in 0..n.saturating_sub(most) {
            encoder.clause(line.white[start..=start + most].iter().map(|&white| !white));
        }
    }
}

/// No `most` + 1 adjacent letters are unchecked.
fn unchecked_runs(line: &Line, most: usize, encoder: &mut Encoder) {
    for start in 0..line.len().saturating_sub(most) {
        let stretch = start..=start + most;
        encoder.clause(stretch.flat_map(|i| [!line.white[i], line.crossed[i]]));
    }
}

/// A word's first `most` + 1 letters are not all unchecked, nor its last.
fn unchecked_ends(line: &Line, most: usize, encoder: &mut Encoder) {
    for start in 0..line.len().saturating_sub(most) {
        let stretch = move || (start..=start + most).flat_map(|i| [!line.white[i], line.crossed[i]]);
        encoder.clause(line.before(start).chain(stretch()));
        encoder.clause(stretch().chain(line.after(start + most + 1)));
    }
}
