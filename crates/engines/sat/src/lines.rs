//! Represents the lines of the grid as literals: each row and each column, one for each class of images under the symmetry.

use std::collections::HashSet;

use varisat::Lit;

use super::formula::Encoder;
use super::orbits::Orbits;

/// A row or a column.
pub(super) struct Line {
    /// Square i is white.
    pub(super) white: Vec<Lit>,
    /// Square i has a white neighbour across the line, so that a crossing word checks a letter there. This does not restrict square i
    /// itself.
    pub(super) crossed: Vec<Lit>,
}

impl Line {
    /// Returns every line that is not the image of an earlier one.
    ///
    /// An image has the same literals, perhaps in reverse, because both kinds of literal depend only on orbits.
    pub(super) fn all(orbits: &Orbits, encoder: &mut Encoder) -> Vec<Line> {
        let (height, width) = (orbits.size().rows(), orbits.size().columns());
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        for down in [false, true] {
            let (lines_in_direction, length) = if down { (width, height) } else { (height, width) };
            for i in 0..lines_in_direction {
                let at = |line: usize, j: usize| if down { orbits.white(j, line) } else { orbits.white(line, j) };
                let white: Vec<Lit> = (0..length).map(|j| at(i, j)).collect();
                let (before, after) = (i.checked_sub(1), Some(i + 1).filter(|&after| after < lines_in_direction));
                let crossed: Vec<Lit> = (0..length)
                    .map(|j| match (before, after) {
                        (None, None) => !encoder.truth(),
                        (Some(only), None) | (None, Some(only)) => at(only, j),
                        (Some(before), Some(after)) => encoder.either(at(before, j), at(after, j)),
                    })
                    .collect();
                let forward: Vec<Lit> = white.iter().chain(&crossed).copied().collect();
                let backward: Vec<Lit> = white.iter().rev().chain(crossed.iter().rev()).copied().collect();
                if seen.insert(forward.clone().min(backward)) {
                    lines.push(Line { white, crossed });
                }
            }
        }
        lines
    }

    /// Returns the number of squares.
    pub(super) fn len(&self) -> usize {
        self.white.len()
    }

    /// Returns the clause "squares `start` .. `start + length` are not a run": its literals are all false exactly if these squares are a
    /// run.
    pub(super) fn no_run(&self, start: usize, length: usize) -> Vec<Lit> {
        let squares = self.white[start..start + length].iter().map(|&white| !white);
        self.before(start).chain(squares).chain(self.after(start + length)).collect()
    }

    /// Returns the literal that the square before `start` is white; nothing at the grid's edge, where no white square can be.
    pub(super) fn before(&self, start: usize) -> impl Iterator<Item = Lit> + use<> {
        start.checked_sub(1).map(|i| self.white[i]).into_iter()
    }

    /// Returns the literal that the square at `end` is white; nothing at the grid's edge.
    pub(super) fn after(&self, end: usize) -> impl Iterator<Item = Lit> + use<> {
        self.white.get(end).copied().into_iter()
    }
}
