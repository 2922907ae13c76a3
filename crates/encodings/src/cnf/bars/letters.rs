//! Squares that are in words across and down.
//!
//! A square is in a word across if it has no bar at one of its two sides. Every square must be in a word. It is checked if it is in two.

use std::collections::BTreeMap;

use gridcheck_core::grid::Square;

use super::Cnf;
use super::edges::Edges;
use super::value::{Value, require_one};

/// The squares and the statement if each is checked.
pub(super) struct Letters<'a> {
    edges: &'a Edges,
    /// The variables by the first image of the square.
    checked: BTreeMap<Square, Value>,
}

impl<'a> Letters<'a> {
    /// Adds the clauses of each square, and defines which squares are checked. If `all_checked`, each square must be.
    pub(super) fn new(cnf: &mut Cnf, edges: &'a Edges, all_checked: bool) -> Self {
        let mut checked = BTreeMap::new();
        for square in edges.size().positions() {
            if edges.first_image(square) != square {
                continue;
            }
            let across = [edges.left(square), edges.right(square)].map(Value::open);
            let down = [edges.above(square), edges.below(square)].map(Value::open);
            let is_checked = if all_checked {
                require_one(cnf, &across);
                require_one(cnf, &down);
                Value::True
            } else {
                require_one(cnf, &[across, down].concat());
                let across = Value::one_of(cnf, &across);
                let down = Value::one_of(cnf, &down);
                Value::all_of(cnf, &[across, down])
            };
            checked.insert(square, is_checked);
        }
        Letters { edges, checked }
    }

    /// Returns the statement that a square is checked.
    pub(super) fn checked(&self, square: Square) -> Value {
        self.checked[&self.edges.first_image(square)]
    }

    /// Returns the statement for each orbit of squares, with the number of its squares.
    pub(super) fn orbits(&self) -> Vec<(Value, u32)> {
        let mut numbers: BTreeMap<Square, u32> = BTreeMap::new();
        for square in self.edges.size().positions() {
            *numbers.entry(self.edges.first_image(square)).or_default() += 1;
        }
        numbers.into_iter().map(|(first, number)| (self.checked[&first], number)).collect()
    }
}
