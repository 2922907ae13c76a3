//! Reduces a listing to one grid per class. Each piece drops the grids that do not represent their class, so nothing is buffered
//! and the order is preserved.

use std::ops::ControlFlow;

use super::canonical::stands_for_class;
use crate::engine::listing::{Collector, PieceSink};
use crate::grid::Grid;
use crate::problem::Problem;

/// Passes on the grids of a problem that represent their class.
pub struct Primitive<'a> {
    problem: &'a Problem,
    to: &'a dyn Collector,
}

struct PrimitivePiece<'a> {
    problem: &'a Problem,
    to: Box<dyn PieceSink + 'a>,
}

impl<'a> Primitive<'a> {
    /// Creates a collector for a listing of `problem` that passes grids on to another one.
    pub fn new(problem: &'a Problem, to: &'a dyn Collector) -> Self {
        Primitive { problem, to }
    }
}

impl Collector for Primitive<'_> {
    fn begin(&self, index: usize) -> Box<dyn PieceSink + '_> {
        Box::new(PrimitivePiece { problem: self.problem, to: self.to.begin(index) })
    }
}

impl PieceSink for PrimitivePiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        if stands_for_class(grid, self.problem) { self.to.grid(grid) } else { ControlFlow::Continue(()) }
    }

    fn end(self: Box<Self>) {
        self.to.end();
    }
}
