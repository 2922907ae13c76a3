//! Connectivity of the white squares.
//!
//! The *root* is the first white square, row by row. *Sweeps* down and up the grid, in turn, find the squares that can be reached from it.
//! In each row a sweep does four things:
//! 1. It keeps the squares that were reached before.
//! 2. It adds the white squares next to a reached square of the row that it comes from.
//! 3. It spreads these along the runs of the row to the right.
//! 4. It spreads them to the left.
//!
//! Each step has one variable for each square, defined by an equivalence from earlier variables. So the colours determine all variables.
//! After the last sweep, every white square must be reached.
//!
//! **Number of sweeps.** Take a shortest path over white squares from the root to another square. Two of its squares are neighbours only if
//! one follows the other. The path begins in the top row that has white squares, so its first vertical step is down. The path *turns back*
//! when it changes from down to up or from up to down, after a piece along a row. If it turns back at most k − 1 times, k sweeps reach its
//! end.
//!
//! Suppose that the path turns from down to up along row r. The piece has at least three squares: with two, the squares before and after it
//! would be neighbours. The squares below the piece, in row r + 1, are not on the path: each square of the piece already has two neighbours
//! on the path. So every turn has three squares on the path that belong to it alone. It also has three squares off the path, in row r + 1.
//! At most one other turn, along row r + 2, shares these three. Let the grid have h rows of w squares. With half a row added at the top and
//! at the bottom, t turns need 4½ t of w(h + 1) squares, so t ≤ 2w(h + 1)/9.
//!
//! Layers of single steps, instead of sweeps, would need 2w(h + 1)/3 layers by a similar argument. Each layer would have half as many
//! variables.

use super::Cnf;
use super::requirements::WhiteMinimum;
use gridcheck_core::grid::Transform;
use gridcheck_core::rules::Symmetry;

/// Returns the number of rows, from the first, that may hold the root.
pub(super) fn rows_of_root(height: usize, whites: WhiteMinimum, symmetry: Symmetry) -> usize {
    let upside_down = |&transform: &Transform| matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
    if whites.edges || whites.least > 0 {
        1
    } else if symmetry.group().iter().any(upside_down) {
        height.div_ceil(2)
    } else {
        height
    }
}

/// Adds the clauses for the whole grid. Only the first `rows_of_root` rows may hold the root.
pub(super) fn encode(cnf: &mut Cnf, rows_of_root: usize) {
    let (height, width) = (cnf.size.rows(), cnf.size.columns());
    let turns = 2 * width * (height + 1) / 9;
    let mut reached = root(cnf, rows_of_root);
    for sweep in 0..=turns {
        let mut came_from = vec![None; width];
        for i in 0..height {
            let r = if sweep % 2 == 0 { i } else { height - 1 - i };
            came_from = spread(cnf, r, &reached[r], &came_from);
            reached[r].clone_from(&came_from);
        }
    }
    for (white, reached) in cnf.squares().zip(reached.concat()) {
        cnf.clause(&std::iter::once(-white).chain(reached).collect::<Vec<i32>>());
    }
}

/// Returns for each square the literal "this square is the root", or `None` if it cannot be the root.
fn root(cnf: &mut Cnf, rows: usize) -> Vec<Vec<Option<i32>>> {
    let width = cnf.size.columns();
    let mut roots = vec![vec![None; width]; cnf.size.rows()];
    // The literal "all squares before this one are black". The first square has none.
    let mut black_before: Option<i32> = None;
    for (r, c) in (0..rows).flat_map(|r| (0..width).map(move |c| (r, c))) {
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

/// Returns for each square of row `r` the literal "reached after this sweep".
///
/// A run of the row must connect the square with one that was reached before or that is next to a reached square of `came_from`.
fn spread(cnf: &mut Cnf, r: usize, reached: &[Option<i32>], came_from: &[Option<i32>]) -> Vec<Option<i32>> {
    let n = reached.len();
    let mut along = vec![None; n];
    for c in 0..n {
        let left = c.checked_sub(1).and_then(|left| along[left]);
        let causes: Vec<i32> = [reached[c], came_from[c], left].into_iter().flatten().collect();
        // A reached square stays reached. If it is the only cause, its variable is reused.
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
