//! How many white squares a line, and the grid, must have.
//!
//! Where the edges must hold a white square and the grid is connected, so must every line between: a path from the first row
//! to the last crosses them all. The solver could not find that out by itself, since connectivity reaches it only in
//! pieces.
//!
//! At least k of a line is a sequential counter (Sinz 2005) in one direction: s(i, t) may be true only if at least t of the
//! first i squares are white. It may also be false then, so s is no function of the colours; grids are told apart by
//! their orbits alone.

use varisat::Lit;

use super::demands::Whites;
use super::formula::Encoder;
use super::lines::Line;
use super::orbits::Orbits;

/// The clauses that ask for white squares.
pub(super) fn encode(orbits: &Orbits, lines: &[Line], whites: Whites, encoder: &mut Encoder) {
    let n = orbits.size();
    encoder.clause((0..n).flat_map(|r| (0..n).map(move |c| orbits.white(r, c))));
    if whites.in_every_line > 0 {
        for line in lines {
            encoder.clause(line.white.iter().copied());
        }
    } else if whites.at_edges {
        for edge in [0, n - 1] {
            encoder.clause((0..n).map(|i| orbits.white(edge, i)));
            encoder.clause((0..n).map(|i| orbits.white(i, edge)));
        }
    }
    if whites.in_every_line > 1 {
        for line in lines {
            at_least(whites.in_every_line, &line.white, encoder);
        }
    }
}

fn at_least(least: usize, literals: &[Lit], encoder: &mut Encoder) {
    // Entry t − 1 stands for "at least t so far"; beyond the end is false.
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
