//! Enforces connectivity by clauses that are added only when a grid violates it.
//!
//! Let R be the white squares of a region of a disconnected grid and N(R) the (black) squares around it. Remove N(R) from the square, and
//! let F be the part that contains some other region. All squares around F belong to N(R); they are the *separator*. Consider any grid with
//! a white square outside F and the separator, and one in F. It has a white square in the separator, or it is disconnected. So, for s
//! outside and t inside, **every** valid grid obeys the *cut*
//!
//! > ¬s ∨ ¬t ∨ (some separator square is white),
//!
//! and the current grid does not. If the rules leave no line all black and F contains a whole line, there is always some white t, and ¬t is
//! left out; likewise for s. Lazy cuts of this kind come from the travelling salesman problem (Dantzig, Fulkerson & Johnson 1954); minimal
//! separators make them short.
//!
//! Sharing cuts between cubes was tried. A cube needs two or three cuts. A thousand cuts of other cubes in each solver saved at most a
//! tenth of the time, and mostly nothing.

use varisat::{Lit, Var};

use super::orbits::Orbits;
use gridcheck_core::grid::{Grid, MAX_SIZE, full_row};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, RulesOnLines};

/// Squares of the grid, a word for each row.
type Squares = [u64; MAX_SIZE];

/// A square: its row, and its bit there.
#[derive(Clone, Copy)]
struct Seed {
    row: usize,
    square: u64,
}

/// Computes cuts for one problem.
pub(super) struct Cutter<'a> {
    orbits: &'a Orbits,
    /// Lines in which every valid grid has a white square.
    lines: Vec<Squares>,
}

impl<'a> Cutter<'a> {
    /// Prepares the cuts of a problem; `None` if its grids need not be connected.
    pub(super) fn of(problem: &Problem, orbits: &'a Orbits) -> Option<Self> {
        let RulesOnLines { min_white_per_row: least, max_black_run: _ } = problem.rules().on_lines();
        let RulesOnGrid { edges, connected, symmetry: _ } = problem.rules().on_grid();
        let (height, width) = (orbits.size().rows(), orbits.size().columns());
        // A path from the first row to the last crosses every row between.
        let lines = if edges || least > 0 { usize::MAX } else { 0 };
        let row = |r: usize| -> Squares { std::array::from_fn(|i| if i == r { full_row(width) } else { 0 }) };
        let column = |c: usize| -> Squares { std::array::from_fn(|r| if r < height { 1 << c } else { 0 }) };
        let lines = (0..height).map(row).chain((0..width).map(column)).take(lines).collect();
        connected.then_some(Cutter { orbits, lines })
    }

    /// Returns the cuts that `grid` violates; there are none exactly if it is connected. `certain` returns `true` for the orbits that are
    /// white in the whole current cube; literals that are false there cost nothing.
    pub(super) fn cuts(&self, grid: &Grid, certain: impl Fn(Var) -> bool) -> Vec<Vec<Lit>> {
        let mut white = [0; MAX_SIZE];
        white[..grid.height()].copy_from_slice(grid.rows());
        let mut left = white;
        let mut regions = Vec::new();
        while let Some(seed) = first(&left) {
            let region = self.reached(seed, &white);
            left = without(&left, &region);
            regions.push(region);
        }
        let mut cuts = Vec::new();
        if regions.len() < 2 {
            return cuts;
        }
        for region in &regions {
            let around = self.around(region);
            let outside = without(&without(&self.everything(), region), &around);
            let mut others = both(&outside, &white);
            while let Some(seed) = first(&others) {
                let far = self.reached(seed, &outside);
                others = without(&others, &far);
                cuts.push(self.cut(&far, &white, &certain));
            }
        }
        cuts
    }

    /// Returns the cut between `far` and the rest of the white squares.
    fn cut(&self, far: &Squares, white: &Squares, certain: impl Fn(Var) -> bool) -> Vec<Lit> {
        let separator = self.around(far);
        let near = without(&without(&self.everything(), far), &separator);
        let mut cut: Vec<Lit> = self.squares(&separator).map(|(r, c)| self.orbits.white(r, c)).collect();
        let orbits_in = |side: &Squares| -> Vec<Var> {
            let white_here = both(side, white);
            let mut orbits: Vec<Var> = self.squares(&white_here).map(|(r, c)| self.orbits.white(r, c).var()).collect();
            orbits.sort_unstable();
            orbits.dedup();
            orbits
        };
        let always_white = |side: &Squares| self.lines.iter().any(|line| without(line, side) == [0; MAX_SIZE]);
        match (always_white(&near), always_white(far)) {
            (true, true) => {}
            (true, false) => cut.extend(preferred(&orbits_in(far), &certain)),
            (false, true) => cut.extend(preferred(&orbits_in(&near), &certain)),
            (false, false) => {
                let (here, there) = (orbits_in(&near), orbits_in(far));
                // An orbit with squares on both sides is one literal instead of two.
                let shared: Vec<Var> =
                    here.iter().copied().filter(|orbit| there.binary_search(orbit).is_ok()).collect();
                if shared.is_empty() {
                    cut.extend(preferred(&here, &certain));
                    cut.extend(preferred(&there, &certain));
                } else {
                    cut.extend(preferred(&shared, &certain));
                }
            }
        }
        cut.sort_unstable();
        cut.dedup();
        cut
    }

    /// Returns all squares of the grid.
    fn everything(&self) -> Squares {
        let size = self.orbits.size();
        let mut all = [0; MAX_SIZE];
        all[..size.rows()].fill(full_row(size.columns()));
        all
    }

    /// Returns the squares next to `squares` that are not in it.
    fn around(&self, squares: &Squares) -> Squares {
        let (height, width) = (self.orbits.size().rows(), self.orbits.size().columns());
        let mut around = [0; MAX_SIZE];
        for r in 0..height {
            let above = if r > 0 { squares[r - 1] } else { 0 };
            let below = if r + 1 < height { squares[r + 1] } else { 0 };
            let beside = squares[r] << 1 | squares[r] >> 1;
            around[r] = (above | below | beside) & !squares[r] & full_row(width);
        }
        around
    }

    /// Returns the squares of `within` that can be reached from `seed` by steps to a side neighbour.
    fn reached(&self, seed: Seed, within: &Squares) -> Squares {
        let height = self.orbits.size().rows();
        let mut reached = [0; MAX_SIZE];
        reached[seed.row] = seed.square;
        loop {
            let before = reached;
            for r in (0..height).chain((0..height).rev()) {
                let above = if r > 0 { reached[r - 1] } else { 0 };
                let below = if r + 1 < height { reached[r + 1] } else { 0 };
                reached[r] = spread((reached[r] | above | below) & within[r], within[r]);
            }
            if reached == before {
                return reached;
            }
        }
    }

    fn squares(&self, squares: &Squares) -> impl Iterator<Item = (usize, usize)> {
        self.orbits.size().positions().filter(|&(r, c)| squares[r] >> c & 1 == 1)
    }
}

/// Returns the literal "this orbit is black" for the first orbit that is certainly white, or else for the first orbit.
fn preferred(orbits: &[Var], certain: impl Fn(Var) -> bool) -> Option<Lit> {
    orbits.iter().find(|&&orbit| certain(orbit)).or(orbits.first()).map(|orbit| orbit.negative())
}

/// Returns some square, as a row and a bit of it.
fn first(squares: &Squares) -> Option<Seed> {
    let row = squares.iter().position(|&row| row != 0)?;
    Some(Seed { row, square: squares[row] & squares[row].wrapping_neg() })
}

fn without(squares: &Squares, others: &Squares) -> Squares {
    std::array::from_fn(|r| squares[r] & !others[r])
}

fn both(squares: &Squares, others: &Squares) -> Squares {
    std::array::from_fn(|r| squares[r] & others[r])
}

/// Returns the parts of `within`, adjacent squares of one row, that contain a square of `seeds`.
fn spread(seeds: u64, within: u64) -> u64 {
    let mut row = seeds;
    loop {
        let wider = (row | row << 1 | row >> 1) & within;
        if wider == row {
            return row;
        }
        row = wider;
    }
}
