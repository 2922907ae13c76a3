//! Tests if the squares form one region, by a flood over whole rows.

use gridcheck_core::grid::full_row;

/// Returns `true` if all squares can be reached from the first one without crossing a bar. `right` has the last square of each run across,
/// and `below` the last square of each run down.
pub(crate) fn is_connected(width: usize, right: &[u64], below: &[u64]) -> bool {
    let full = full_row(width);
    let mut reached = [0u64; 64];
    reached[0] = 1;
    let height = right.len();
    // Down and up in turns, until a turn reaches nothing new.
    loop {
        let mut is_grown = false;
        for r in (0..height).chain((0..height).rev()) {
            let above = if r > 0 { reached[r - 1] & !below[r - 1] } else { 0 };
            let under = if r + 1 < height { reached[r + 1] & !below[r] } else { 0 };
            let grown = along_row(reached[r] | above | under, right[r]);
            is_grown |= grown != reached[r];
            reached[r] = grown;
        }
        if !is_grown {
            return reached[..height].iter().all(|&row| row == full);
        }
    }
}

/// Returns the squares of all runs that have one of these squares.
fn along_row(squares: u64, ends: u64) -> u64 {
    let mut reached = squares;
    loop {
        let grown = reached | (reached & !ends) << 1 | reached >> 1 & !ends;
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
}
