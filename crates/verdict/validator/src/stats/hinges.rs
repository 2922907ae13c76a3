//! Finds hinges: the squares that alone connect two parts of a grid.
//!
//! The Times asks that no single white square, if filled, cuts off part of the grid. This module applies that to words. Words are the nodes
//! of a graph and checked squares its edges. A square is a hinge when its edge is a bridge (Tarjan 1974). Applied to squares, nearly every
//! published grid would fail, because an unchecked letter inside a word always separates the squares beside it.

use std::collections::HashMap;

use petgraph::algo::bridges;
use petgraph::graphmap::UnGraphMap;

use gridcheck_layout::words::{Direction, Word};

/// Returns the bridges among the checked squares (row and column, from 0), in reading order.
pub fn hinges(words: &[Word]) -> Vec<(usize, usize)> {
    // A checked square is in one word each way, and two words share at most one square.
    let going = |direction: Direction| words.iter().enumerate().filter(move |(_, word)| word.direction == direction);
    let down: HashMap<(usize, usize), usize> =
        going(Direction::Down).flat_map(|(i, word)| word.squares().map(move |square| (square, i))).collect();
    let mut graph: UnGraphMap<usize, (usize, usize)> = UnGraphMap::new();
    for (i, across) in going(Direction::Across) {
        for square in across.squares() {
            if let Some(&j) = down.get(&square) {
                graph.add_edge(i, j, square);
            }
        }
    }
    let mut hinges: Vec<(usize, usize)> = bridges(&graph).map(|(_, _, &square)| square).collect();
    hinges.sort_unstable();
    hinges
}
