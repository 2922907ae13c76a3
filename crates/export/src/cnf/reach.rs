//! All white squares hang together.
//!
//! The *root* is the first white square, row by row. What can be reached from it is found in *sweeps*, down the grid and up
//! in turn: a sweep goes through the rows, takes over what was reached before it and, from the row it comes from, what is
//! straight below or above a reached square, and spreads that along the runs of the row, first to the right, then to the
//! left. Each of these is a variable a square, defined by equivalence from those before it, so all are functions of the
//! colours. In the end every white square must have been reached.
//!
//! **How many sweeps suffice.** Take a shortest way over white squares from the root to another square. No two of its
//! squares are neighbours unless one follows the other. It begins in the top row that has white squares, so that its first
//! step up or down is down, and k sweeps reach its end if it *turns back* (from down to up or the reverse, along a piece of
//! a row) at most k − 1 times. Say it turns back along row r from below upwards. That piece has three squares at least, for
//! with two the ends of the ways into it and out of it would be neighbours. The squares under the piece are not on the way:
//! a square of the piece has its two neighbours on the way already. So every turn has three squares of its own on the way
//! and three beyond it that are not, in row r + 1, and these it shares with one other turn at most, along row r + 2. With
//! half a row more at the top and at the bottom, t turns need 4½ t squares of n² + n, and t ≤ 2n(n + 1)/9.
//!
//! One step a layer, in place of a sweep, would be 2n(n + 1)/3 layers by a like argument, with half as many variables each.

use super::Cnf;
use super::demands::Whites;
use gridcheck_core::grid::Transform;
use gridcheck_core::rules::Symmetry;

/// How many rows, from the first, may hold the root.
pub(super) fn rows_of_root(n: usize, whites: Whites, symmetry: Symmetry) -> usize {
    let upside_down = |&transform: &Transform| matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
    if whites.edges || whites.least > 0 {
        1
    } else if symmetry.group().iter().any(upside_down) {
        n.div_ceil(2)
    } else {
        n
    }
}

/// The clauses for the whole grid, where the first so many rows may hold the root.
pub(super) fn encode(cnf: &mut Cnf, rows_of_root: usize) {
    let n = cnf.size;
    let turns = 2 * n * (n + 1) / 9;
    let mut reached = root(cnf, rows_of_root);
    for sweep in 0..=turns {
        let mut came_from = vec![None; n];
        for i in 0..n {
            let r = if sweep % 2 == 0 { i } else { n - 1 - i };
            came_from = spread(cnf, r, &reached[r], &came_from);
            reached[r].clone_from(&came_from);
        }
    }
    for (white, reached) in cnf.squares().zip(reached.concat()) {
        cnf.clause(&std::iter::once(-white).chain(reached).collect::<Vec<i32>>());
    }
}

/// For each square whether it is the root; none where it cannot be.
fn root(cnf: &mut Cnf, rows: usize) -> Vec<Vec<Option<i32>>> {
    let n = cnf.size;
    let mut roots = vec![vec![None; n]; n];
    // "All squares before this one are black"; of the first square that needs no saying.
    let mut black_before: Option<i32> = None;
    for (r, c) in (0..rows).flat_map(|r| (0..n).map(move |c| (r, c))) {
        let white = cnf.square(r, c);
        let (root, black) = match black_before {
            None => (Some(white), Some(-white)),
            Some(black) => (cnf.both(black, &[white]), cnf.both(black, &[-white])),
        };
        roots[r][c] = root;
        black_before = black;
    }
    roots
}

/// The squares of row `r` that hang together, along the row, with one that was reached before or stands beside one reached
/// in the row that the sweep comes from.
fn spread(cnf: &mut Cnf, r: usize, reached: &[Option<i32>], came_from: &[Option<i32>]) -> Vec<Option<i32>> {
    let n = reached.len();
    let mut along = vec![None; n];
    for c in 0..n {
        let left = c.checked_sub(1).and_then(|left| along[left]);
        let causes: Vec<i32> = [reached[c], came_from[c], left].into_iter().flatten().collect();
        // What was reached before stays reached, and its variable does for this one where nothing new can come.
        along[c] = if causes == reached[c].as_slice() { reached[c] } else { cnf.both(cnf.square(r, c), &causes) };
    }
    for c in (0..n - 1).rev() {
        if let Some(right) = along[c + 1] {
            let causes: Vec<i32> = along[c].into_iter().chain([right]).collect();
            along[c] = cnf.both(cnf.square(r, c), &causes);
        }
    }
    along
}
