//! The edges whose bars are given, with their images under the symmetry.

use gridcheck_core::problem::Problem;

/// For each edge of a grid whether it has a bar, if that is given.
pub(crate) struct Edges {
    width: usize,
    /// The edges between columns, by the square at the left.
    right: Vec<Option<bool>>,
    /// The edges between rows, by the square above.
    below: Vec<Option<bool>>,
}

impl Edges {
    /// Collects the given edges; `None` if the symmetry contradicts them, so that there is no grid.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        let (height, width) = (problem.height(), problem.width());
        let open = || vec![None; height * width];
        let mut edges = Edges { width, right: open(), below: open() };
        for transform in problem.symmetry().group() {
            for (r, c) in problem.size().positions() {
                let [right, below] = problem.givens().bars_of(r, c);
                let image = |square| transform.square(height, width, square);
                if let Some(is_right) = right.filter(|_| c + 1 < width) {
                    edges.fix(image((r, c)), image((r, c + 1)), is_right)?;
                }
                if let Some(is_below) = below.filter(|_| r + 1 < height) {
                    edges.fix(image((r, c)), image((r + 1, c)), is_below)?;
                }
            }
        }
        Some(edges)
    }

    fn fix(&mut self, one: (usize, usize), other: (usize, usize), is_bar: bool) -> Option<()> {
        let (r, c) = one.min(other);
        let edge = if one.0 == other.0 { &mut self.right } else { &mut self.below };
        let known = edge[r * self.width + c].get_or_insert(is_bar);
        (*known == is_bar).then_some(())
    }

    /// Returns `true` if the right edge of a square may have a bar, or none.
    pub(crate) fn allow_right(&self, (r, c): (usize, usize), is_bar: bool) -> bool {
        self.right[r * self.width + c].is_none_or(|given| given == is_bar)
    }

    /// Returns `true` if the lower edge of a square may have a bar, or none.
    pub(crate) fn allow_below(&self, (r, c): (usize, usize), is_bar: bool) -> bool {
        self.below[r * self.width + c].is_none_or(|given| given == is_bar)
    }

    /// Returns `true` if no edge is given.
    pub(crate) fn is_open(&self) -> bool {
        self.right.iter().chain(&self.below).all(Option::is_none)
    }
}
