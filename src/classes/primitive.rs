//! One grid per class out of a listing: grids that do not stand for their class are dropped on the way, piece by piece, so
//! that nothing is kept and the order stays what it was.

use std::ops::ControlFlow;

use super::canonical::stands_for_class;
use crate::engine::listing::{Collector, Piece};
use crate::grid::Grid;
use crate::problem::Problem;

/// Passes on the grids of a problem that stand for their class.
pub struct Primitive<'a> {
    problem: &'a Problem,
    to: &'a dyn Collector,
}

struct PrimitivePiece<'a> {
    problem: &'a Problem,
    to: Box<dyn Piece + 'a>,
}

impl<'a> Primitive<'a> {
    /// A collector for a listing of `problem`, in front of another one.
    pub fn new(problem: &'a Problem, to: &'a dyn Collector) -> Self {
        Primitive { problem, to }
    }
}

impl Collector for Primitive<'_> {
    fn begin(&self, index: usize) -> Box<dyn Piece + '_> {
        Box::new(PrimitivePiece { problem: self.problem, to: self.to.begin(index) })
    }
}

impl Piece for PrimitivePiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        if stands_for_class(grid, self.problem) { self.to.grid(grid) } else { ControlFlow::Continue(()) }
    }

    fn end(self: Box<Self>) {
        self.to.end();
    }
}
