//! The order in which edges are chosen, and the edges that givens or the symmetry fix.
//!
//! A grid is chosen in stages: the bars at the right of the squares of a row, then the bars below them, row by row. The symmetry maps each
//! edge to edges of its orbit, which all have a bar or none. The first edge of an orbit is chosen, and the others are copies.

use gridcheck_core::grid::{Square, full_row};
use gridcheck_core::problem::Problem;

/// One bit for each column, with values for some of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The bits that are known.
    pub mask: u64,
    /// Their values. The other bits are 0.
    pub bars: u64,
}

impl Known {
    /// Returns `true` if `bars` has the known values.
    #[inline]
    pub(crate) fn allows(self, bars: u64) -> bool {
        (bars ^ self.bars) & self.mask == 0
    }

    pub(crate) fn set(&mut self, bit: usize, is_bar: bool) {
        self.mask |= 1 << bit;
        self.bars = self.bars & !(1 << bit) | u64::from(is_bar) << bit;
    }
}

/// A bit of an earlier stage.
#[derive(Clone, Copy)]
struct Copied {
    bit: usize,
    /// The stage of the original: `true` for bars below, and its row.
    is_below: bool,
    row: usize,
    from: usize,
}

/// The bars at the right of the squares of a row, or below them.
#[derive(Clone, Default)]
pub(crate) struct Stage {
    /// The bars that givens fix, and the rim.
    pub fixed: Known,
    /// The copies of bits of earlier stages.
    copied: Vec<Copied>,
    /// For each bit, the smaller bit of this stage that has the same value.
    pub twins: Vec<Option<usize>>,
}

/// The stages of each row.
pub(crate) struct Stages {
    /// Bars at the right of squares.
    pub right: Vec<Stage>,
    /// Bars below squares. Those below the last row are the rim.
    pub below: Vec<Stage>,
}

impl Stages {
    /// Puts the edges in order; `None` if two given edges of one orbit differ.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let (height, width) = (problem.height(), problem.width());
        let stage = Stage { twins: vec![None; width], ..Stage::default() };
        let mut stages = Stages { right: vec![stage.clone(); height], below: vec![stage; height] };
        for (r, c) in problem.size().positions() {
            if c + 1 < width {
                stages.add(problem, Edge { row: r, is_below: false, column: c })?;
            }
            if r + 1 < height {
                stages.add(problem, Edge { row: r, is_below: true, column: c })?;
            }
        }
        // The rim ends runs.
        stages.right.iter_mut().for_each(|stage| stage.fixed.set(width - 1, true));
        if let Some(last) = stages.below.last_mut() {
            last.fixed = Known { mask: full_row(width), bars: full_row(width) };
        }
        Some(stages)
    }

    fn add(&mut self, problem: &Problem, edge: Edge) -> Option<()> {
        let orbit: Vec<Edge> = edge.orbit(problem);
        let mut given = orbit.iter().filter_map(|edge| edge.given(problem));
        let bar = given.next();
        if given.any(|other| Some(other) != bar) {
            return None;
        }
        let first = *orbit.iter().min()?;
        let stage = if edge.is_below { &mut self.below[edge.row] } else { &mut self.right[edge.row] };
        if let Some(is_bar) = bar {
            stage.fixed.set(edge.column, is_bar);
        } else if (first.row, first.is_below) != (edge.row, edge.is_below) {
            let (is_below, row, from) = (first.is_below, first.row, first.column);
            stage.copied.push(Copied { bit: edge.column, is_below, row, from });
        } else if first.column != edge.column {
            stage.twins[edge.column] = Some(first.column);
        }
        Some(())
    }
}

impl Stage {
    /// Returns the bars that are known when all earlier stages are chosen.
    #[inline]
    pub(crate) fn known(&self, right: &[u64], below: &[u64]) -> Known {
        let mut known = self.fixed;
        for copied in &self.copied {
            let bars = if copied.is_below { below[copied.row] } else { right[copied.row] };
            known.mask |= 1 << copied.bit;
            known.bars |= (bars >> copied.from & 1) << copied.bit;
        }
        known
    }

    /// Returns `true` if the givens and the symmetry within this stage allow these bars.
    pub(crate) fn allows(&self, bars: u64) -> bool {
        let is_twin =
            |(bit, twin): (usize, &Option<usize>)| twin.is_none_or(|twin| (bars >> bit ^ bars >> twin) & 1 == 0);
        self.fixed.allows(bars) && self.twins.iter().enumerate().all(is_twin)
    }
}

/// An edge between two squares. The order is that of the choices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    row: usize,
    is_below: bool,
    column: usize,
}

impl Edge {
    /// Returns the edge between two adjacent squares.
    fn between(one: Square, other: Square) -> Self {
        let (row, column) = one.min(other);
        Edge { row, is_below: one.0 != other.0, column }
    }

    /// Returns the edge and its images.
    fn orbit(self, problem: &Problem) -> Vec<Edge> {
        let (height, width) = (problem.height(), problem.width());
        let one = (self.row, self.column);
        let other = if self.is_below { (self.row + 1, self.column) } else { (self.row, self.column + 1) };
        let group = problem.symmetry().group().iter();
        group
            .map(|transform| {
                Edge::between(transform.square(height, width, one), transform.square(height, width, other))
            })
            .collect()
    }

    /// Returns `true` if the edge is given with a bar, `false` if without.
    fn given(self, problem: &Problem) -> Option<bool> {
        let [right, below] = problem.givens().bars_of(self.row, self.column);
        if self.is_below { below } else { right }
    }
}
