//! Encodes the number of white squares that a line, and the grid, must have.
//!
//! If the edges must contain a white square and the grid is connected, every line between must too: a path from the first row to the
//! last crosses all of them. The solver could not derive this, because it receives connectivity only as single cuts.
//!
//! "At least k of a line" is a sequential counter (Sinz 2005) in one direction: s(i, t) may be true only if at least t of the first i
//! squares are white. It may also be false then, so s is no function of the colours. Grids are therefore distinguished by their orbits
//! only.

use varisat::Lit;

use super::formula::Encoder;
use super::lines::Line;
use super::orbits::Orbits;
use super::requirements::WhiteRules;

/// Adds the clauses that require white squares.
pub(super) fn encode(orbits: &Orbits, lines: &[Line], whites: WhiteRules, encoder: &mut Encoder) {
    let (height, width) = (orbits.size().rows(), orbits.size().columns());
    encoder.clause(orbits.size().positions().map(|(r, c)| orbits.white(r, c)));
    if whites.in_every_line > 0 {
        for line in lines {
            encoder.clause(line.white.iter().copied());
        }
    } else if whites.at_edges {
        for (row, column) in [(0, 0), (height - 1, width - 1)] {
            encoder.clause((0..width).map(|c| orbits.white(row, c)));
            encoder.clause((0..height).map(|r| orbits.white(r, column)));
        }
    }
    if whites.in_every_line > 1 {
        for line in lines {
            at_least(whites.in_every_line, &line.white, encoder);
        }
    }
}

fn at_least(least: usize, literals: &[Lit], encoder: &mut Encoder) {
    // Entry t − 1 stands for "at least t so far"; entries beyond the end are false.
    let mut before: Vec<Lit> = Vec::new();
    for (i, &white) in literals.iter().enumerate() {
        let now: Vec<Lit> = (0..least.min(i + 1)).map(|_| encoder.fresh()).collect();
        for (t, &enough) in now.iter().enumerate() {
            encoder.clause([!enough, white].into_iter().chain(before.get(t).copied()));
            if t > 0 {
                encoder.clause([!enough].into_iter().chain(before.get(t - 1).copied()));
            }
        }
        before = now;
    }
    encoder.clause(before.get(least - 1).copied());
}
