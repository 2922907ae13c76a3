//! The lines of the grid as literals: each row and each column, once for each class that symmetry makes of them.

use std::collections::HashSet;

use varisat::Lit;

use super::formula::Encoder;
use super::orbits::Orbits;

/// A row or a column.
pub(super) struct Line {
    /// Square i is white.
    pub(super) white: Vec<Lit>,
    /// Square i has a white neighbour across the line, so that a letter there is checked by a crossing word. Says nothing
    /// about square i itself.
    pub(super) crossed: Vec<Lit>,
}

impl Line {
    /// Every line that is not the image of another one here.
    ///
    /// An image has the same literals, perhaps in reverse, since both kinds of literal are made from orbits only.
    pub(super) fn all(orbits: &Orbits, encoder: &mut Encoder) -> Vec<Line> {
        let n = orbits.size();
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        for down in [false, true] {
            for i in 0..n {
                let at = |line: usize, j: usize| if down { orbits.white(j, line) } else { orbits.white(line, j) };
                let white: Vec<Lit> = (0..n).map(|j| at(i, j)).collect();
                let crossed: Vec<Lit> = (0..n)
                    .map(|j| match (i.checked_sub(1), i + 1) {
                        (None, after) => at(after, j),
                        (Some(before), after) if after == n => at(before, j),
                        (Some(before), after) => encoder.either(at(before, j), at(after, j)),
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

    /// The number of squares.
    pub(super) fn len(&self) -> usize {
        self.white.len()
    }

    /// "The run that starts at `start` does not have `length` squares": the literals that are all false just when squares
    /// `start` .. `start + length` are a run.
    pub(super) fn no_run(&self, start: usize, length: usize) -> Vec<Lit> {
        let squares = self.white[start..start + length].iter().map(|&white| !white);
        self.before(start).chain(squares).chain(self.after(start + length)).collect()
    }

    /// The square before `start`, white; nothing at the grid's edge, where no white square can be.
    pub(super) fn before(&self, start: usize) -> impl Iterator<Item = Lit> + use<> {
        start.checked_sub(1).map(|i| self.white[i]).into_iter()
    }

    /// The square at `end`, white; nothing at the grid's edge.
    pub(super) fn after(&self, end: usize) -> impl Iterator<Item = Lit> + use<> {
        self.white.get(end).copied().into_iter()
    }
}
