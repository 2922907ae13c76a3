//! Numbers the variables: one for each orbit of squares under the symmetry, so that symmetry needs no clauses.
//!
//! In barred grids the orbits are those of edges, which are *parts* of a grid as squares are in other grids.
//!
//! Orbits are numbered in the order in which the search fixes them: by rows from the middle outward, because the long words of the middle
//! rows constrain the most. Orbit i is variable i, true when its squares are white, or its edges have bars. Models are listed in the
//! lexicographic order of these variables, black before white, for any division of the search.

use varisat::{Lit, Var};

use super::formula::Formula;
use gridcheck_core::grid::{Grid, Square, Transform};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::GridKind;
use gridcheck_core::size::Size;
use gridcheck_encodings::cnf::Cnf;

/// A part of a grid that has two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A square, white or black.
    Square(Square),
    /// The edge between two neighbours in order, with or without a bar.
    Edge(Square, Square),
}

pub(super) struct Orbits {
    size: Size,
    kind: GridKind,
    /// The orbit of each part, by its [place](place).
    of_place: Vec<usize>,
    /// The parts of each orbit.
    parts: Vec<Vec<Part>>,
}

/// Returns the index of a part: squares and the edges at their right have even ones, and edges below have odd ones.
fn place(size: Size, part: Part) -> usize {
    let ((r, c), is_below) = match part {
        Part::Square(square) => (square, false),
        Part::Edge(one, other) => (one, one.0 < other.0),
    };
    2 * (r * size.columns() + c) + usize::from(is_below)
}

/// Returns the parts that begin at a square.
fn parts_at(kind: GridKind, size: Size, (r, c): Square) -> Vec<Part> {
    match kind {
        GridKind::Blocks => vec![Part::Square((r, c))],
        GridKind::Bars => {
            let others = [(r, c + 1), (r + 1, c)].into_iter();
            let inside = others.filter(|&(r, c)| r < size.rows() && c < size.columns());
            inside.map(|other| Part::Edge((r, c), other)).collect()
        }
    }
}

/// Returns the image of a part of a grid.
fn image(transform: Transform, size: Size, part: Part) -> Part {
    let image = |square| transform.square(size.rows(), size.columns(), square);
    match part {
        Part::Square(square) => Part::Square(image(square)),
        Part::Edge(one, other) => {
            let (one, other) = (image(one), image(other));
            Part::Edge(one.min(other), one.max(other))
        }
    }
}

impl Orbits {
    pub(super) fn of(problem: &Problem) -> Self {
        let (size, kind) = (problem.size(), problem.rules().kind);
        let (height, width) = (size.rows(), size.columns());
        let mut rows: Vec<usize> = (0..height).collect();
        rows.sort_by_key(|&r| (2 * r).abs_diff(height - 1));
        let mut of_place = vec![usize::MAX; 2 * size.squares()];
        let mut parts: Vec<Vec<Part>> = Vec::new();
        let squares = rows.into_iter().flat_map(|r| (0..width).map(move |c| (r, c)));
        for part in squares.flat_map(|square| parts_at(kind, size, square)) {
            if of_place[place(size, part)] != usize::MAX {
                continue;
            }
            let images = problem.symmetry().group().iter().map(|&transform| image(transform, size, part));
            let mut orbit: Vec<Part> = images.collect();
            orbit.sort_unstable();
            orbit.dedup();
            for &part in &orbit {
                of_place[place(size, part)] = parts.len();
            }
            parts.push(orbit);
        }
        Orbits { size, kind, of_place, parts }
    }

    /// Returns the size of the grid.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of orbits, which is the number of their variables.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns the literal "square (`r`, `c`) is white", in grids without bars.
    pub(super) fn white(&self, r: usize, c: usize) -> Lit {
        self.literal(Part::Square((r, c)))
    }

    /// Returns the literal "there is a bar between these neighbours", which are in order.
    pub(super) fn bar(&self, one: Square, other: Square) -> Lit {
        self.literal(Part::Edge(one, other))
    }

    fn literal(&self, part: Part) -> Lit {
        Var::from_index(self.of_place[place(self.size, part)]).positive()
    }

    /// Returns the variables of the first variables of the exported formula, which determine a grid.
    pub(super) fn choices(&self, cnf: &Cnf) -> Vec<Var> {
        match cnf.bars() {
            None => self.size.positions().map(|(r, c)| self.white(r, c).var()).collect(),
            Some(bars) => bars.iter().map(|edges| self.bar(edges[0].0, edges[0].1).var()).collect(),
        }
    }

    /// Returns the given squares, or their bars, as literals. Two of one orbit may contradict each other.
    pub(super) fn givens(&self, problem: &Problem) -> Vec<Lit> {
        let mut given = Vec::new();
        for square in self.size.positions() {
            for part in parts_at(self.kind, self.size, square) {
                let is_true = match part {
                    Part::Square((r, c)) => problem.givens().colour(r, c),
                    Part::Edge(one, other) => problem.givens().bar((one, other)),
                };
                given.extend(is_true.map(|is_true| self.literal(part).var().lit(is_true)));
            }
        }
        given
    }

    /// Returns the image of each orbit under a symmetry; `None` if it maps one orbit to parts of several, or changes the size of the grid.
    pub(super) fn moved(&self, symmetry: Transform) -> Option<Vec<usize>> {
        if symmetry.swaps_sides() && !self.size.is_square() {
            return None;
        }
        let image = |&part: &Part| self.of_place[place(self.size, image(symmetry, self.size, part))];
        let whole = |orbit: &Vec<Part>| {
            let first = image(&orbit[0]);
            orbit.iter().all(|part| image(part) == first).then_some(first)
        };
        self.parts.iter().map(whole).collect()
    }

    /// Returns the orbits whose state `formula` leaves open, in order.
    pub(super) fn open(&self, formula: &Formula) -> Vec<Var> {
        (0..self.len()).map(Var::from_index).filter(|var| formula.value(var.positive()).is_none()).collect()
    }

    /// Returns the grid whose orbits have the states of `formula` and `assignment`. Of the `open` orbits, at most 64, the i-th from the end
    /// is true if bit i of `assignment` is set.
    pub(super) fn painted(&self, formula: &Formula, open: &[Var], assignment: u64) -> Grid {
        let mut grid = match self.kind {
            GridKind::Blocks => Grid::black(self.size.rows(), self.size.columns()),
            GridKind::Bars => Grid::white(self.size.rows(), self.size.columns()),
        };
        let fixed = (0..self.len()).map(Var::from_index).filter(|orbit| formula.value(orbit.positive()) == Some(true));
        let chosen = open.iter().rev().enumerate().filter(|&(i, _)| assignment >> i & 1 == 1).map(|(_, &orbit)| orbit);
        for orbit in fixed.chain(chosen) {
            for &part in &self.parts[orbit.index()] {
                match part {
                    Part::Square((r, c)) => grid.set_white(r, c, true),
                    Part::Edge(one, other) => grid.bars_mut().set_between(one, other, true),
                }
            }
        }
        grid
    }
}
