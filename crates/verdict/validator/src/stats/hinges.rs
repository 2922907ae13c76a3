//! Finds hinges: the squares that alone connect two parts of a grid.
//!
//! The Times asks that no single white square, if filled, cuts off part of the grid. This module applies that to words. Words are the nodes
//! of a graph and checked squares its edges. A square is a hinge when its edge is a bridge (Tarjan 1974). Applied to squares, nearly every
//! published grid would fail, because an unchecked letter inside a word always separates the squares beside it.

use petgraph::algo::bridges;
use petgraph::graph::UnGraph;

use gridcheck_layout::words::{Direction, Word};

/// Returns the bridges among the checked squares (row and column, from 0), in reading order.
pub fn hinges(words: &[Word]) -> Vec<(usize, usize)> {
    let mut graph: UnGraph<(), (usize, usize)> = UnGraph::default();
    let nodes: Vec<_> = words.iter().map(|word| (word, graph.add_node(()))).collect();
    let going = |direction: Direction| nodes.iter().filter(move |(word, _)| word.direction == direction);
    for &(across, node) in going(Direction::Across) {
        for &(down, other) in going(Direction::Down) {
            let crossing = (across.row, down.column);
            // A word lies in one row or in one column, so the two share at most this square.
            if (across.column..across.column + across.length).contains(&down.column)
                && (down.row..down.row + down.length).contains(&across.row)
            {
                graph.add_edge(node, other, crossing);
            }
        }
    }
    let mut hinges: Vec<(usize, usize)> = bridges(&graph).map(|bridge| *bridge.weight()).collect();
    hinges.sort_unstable();
    hinges
}
