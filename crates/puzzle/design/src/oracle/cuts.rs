//! Derives clauses for connected grids from a grid in several pieces.
//!
//! Let R be a piece of such a grid, t a white square of another piece, and N(R) the (black) squares around R. Removing N(R)
//! splits the board into parts. Let F be the part that contains t, and S the squares around F, all of them in N(R): a
//! *separator*. A path from t to a square s of R must cross S. So every connected grid obeys the *cut*
//!
//! > s is black, or t is black, or a square of S is white,
//!
//! which this grid violates. Adding cuts on demand is an old method for the travelling salesman problem (Dantzig, Fulkerson &
//! Johnson 1954).

use gridcheck_core::grid::Grid;
use gridcheck_validator::Square;

/// A row and a column.
type Place = (usize, usize);

/// A clause about squares: one of them has its colour, which is white if `true`.
pub(super) type SquareClause = Vec<(Place, bool)>;

/// Returns a cut for each piece of `grid` except the largest. `pieces` has the first square of each, as the validator finds them.
pub(super) fn cuts(grid: &Grid, pieces: &[Square]) -> Vec<SquareClause> {
    let mut elsewhere = SquareSet::white(grid);
    let all = usize::MAX;
    let pieces: Vec<(Place, SquareSet)> = pieces
        .iter()
        .map(|&Square { row, column }| {
            let piece = reached((row, column), grid, all, |(r, c)| grid.is_white(r, c));
            let piece = SquareSet::of(grid, &piece);
            elsewhere.remove(&piece);
            ((row, column), piece)
        })
        .collect();
    // The remaining squares are the largest piece.
    let Some(far) = elsewhere.first() else { return Vec::new() };
    let cut = |(here, piece): (Place, SquareSet)| {
        let around = piece.around();
        let part = SquareSet::of(grid, &reached(far, grid, all, |place| !around.has(place)));
        let separator = part.around().places().into_iter().map(|place| (place, true));
        separator.chain([here, far].map(|end| (end, false))).collect()
    };
    pieces.into_iter().map(cut).collect()
}

/// Returns `start` and the squares that steps to side neighbours that satisfy `may_step` reach, the nearest first, at most `most`.
pub(super) fn reached(start: Place, grid: &Grid, most: usize, may_step: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut seen = SquareSet::of(grid, &[start]);
    let mut found = vec![start];
    let mut at = 0;
    while let Some(&(r, c)) = found.get(at) {
        at += 1;
        let beside = [(r.wrapping_sub(1), c), (r, c.wrapping_sub(1)), (r, c + 1), (r + 1, c)];
        for place in beside.into_iter().filter(|&(r, c)| r < grid.height() && c < grid.width()) {
            if found.len() < most && !seen.has(place) && may_step(place) {
                seen.add(place);
                found.push(place);
            }
        }
    }
    found
}

/// A set of squares of a grid, one machine word per row.
struct SquareSet {
    width: usize,
    rows: Vec<u64>,
}

impl SquareSet {
    fn white(grid: &Grid) -> Self {
        SquareSet { width: grid.width(), rows: grid.rows().to_vec() }
    }

    fn of(grid: &Grid, places: &[Place]) -> Self {
        let mut set = SquareSet { width: grid.width(), rows: vec![0; grid.height()] };
        for &place in places {
            set.add(place);
        }
        set
    }

    fn add(&mut self, (r, c): Place) {
        self.rows[r] |= 1 << c;
    }

    fn has(&self, (r, c): Place) -> bool {
        self.rows[r] >> c & 1 == 1
    }

    fn remove(&mut self, others: &SquareSet) {
        self.rows.iter_mut().zip(&others.rows).for_each(|(row, other)| *row &= !other);
    }

    fn first(&self) -> Option<Place> {
        self.rows.iter().position(|&row| row != 0).map(|r| (r, self.rows[r].trailing_zeros() as usize))
    }

    /// Returns the side neighbours of these squares that are not in the set.
    fn around(&self) -> SquareSet {
        let row = |r: usize| self.rows.get(r).copied().unwrap_or(0);
        let full = gridcheck_core::grid::full_row(self.width);
        let around = |r: usize| {
            let beside = row(r) << 1 | row(r) >> 1 | row(r.wrapping_sub(1)) | row(r + 1);
            beside & !row(r) & full
        };
        SquareSet { width: self.width, rows: (0..self.rows.len()).map(around).collect() }
    }

    fn places(&self) -> Vec<Place> {
        let all = (0..self.rows.len()).flat_map(|r| (0..self.width).map(move |c| (r, c)));
        all.filter(|&place| self.has(place)).collect()
    }
}
