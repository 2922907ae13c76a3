//! Connectivity: every square can be reached from the top left one by steps that cross no bar.
//!
//! *Sweeps* down and up the grid, in turn, find the squares that can be reached. In each row a sweep keeps the squares that were reached
//! before. It adds those that are joined to a reached square of the row that it comes from, and spreads them to the right and to the left.
//! Each step is defined by equivalences from earlier variables, so the bars determine all variables.
//!
//! **Number of sweeps.** Take a path that visits no square twice. It turns back when it changes from down to up or from up to down, after a
//! piece along a row. The piece has at least two squares, which no other turn has. So a path has at most half as many turns as the grid has
//! squares, and t turns need t + 1 sweeps.

use super::Cnf;
use super::edges::Edges;
use super::value::{Value, require_one};

/// Adds the clauses for the whole grid.
pub(super) fn encode(cnf: &mut Cnf, edges: &Edges) {
    let (height, width) = (edges.size().rows(), edges.size().columns());
    let turns = if height == 1 { 0 } else { edges.size().squares() / 2 };
    let mut reached = vec![vec![Value::False; width]; height];
    reached[0][0] = Value::True;
    for sweep in 0..=turns {
        let is_down = sweep % 2 == 0;
        let mut came_from = vec![Value::False; width];
        for i in 0..height {
            let r = if is_down { i } else { height - 1 - i };
            let joined = |c: usize| Value::open(if is_down { edges.above((r, c)) } else { edges.below((r, c)) });
            for (c, &before) in came_from.iter().enumerate() {
                let from_row = Value::all_of(cnf, &[joined(c), before]);
                let left = c.checked_sub(1).map_or(Value::False, |left| reached[r][left]);
                let from_left = Value::all_of(cnf, &[Value::open(edges.left((r, c))), left]);
                reached[r][c] = Value::one_of(cnf, &[reached[r][c], from_row, from_left]);
            }
            for c in (0..width - 1).rev() {
                let from_right = Value::all_of(cnf, &[Value::open(edges.right((r, c))), reached[r][c + 1]]);
                reached[r][c] = Value::one_of(cnf, &[reached[r][c], from_right]);
            }
            came_from.clone_from(&reached[r]);
        }
    }
    for &is_reached in reached.iter().flatten() {
        require_one(cnf, &[is_reached]);
    }
}
