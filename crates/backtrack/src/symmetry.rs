//! What a symmetry group asks of a search that places one row after the other.
//!
//! Every group is a combination of three demands. With a *half turn* the lower half follows from the upper. A row that is a
//! *palindrome* mirrors left and right, and with a half turn top and bottom too. And column c may have to read as row c does,
//! downward (reflection in the main diagonal) or upward (a quarter turn); then the rows placed fix squares of the next one,
//! and with a half turn no more than that is to be seen to: two squares of one level that exchange places so are
//! exchanged by the half turn, too, or lie in one row.

use super::rows_of_level;
use gridcheck_core::rules::Symmetry;

/// How column c reads what row c does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ColumnsRead {
    /// Downward.
    Down,
    /// Upward.
    Up,
}

/// A group, as demands on rows and columns.
#[derive(Clone, Copy)]
pub struct Demands {
    /// Whether the half turn leaves the grid unchanged.
    pub half_turn: bool,
    /// Whether every row is a palindrome.
    pub palindromes: bool,
    /// Whether column c reads as row c.
    pub columns: Option<ColumnsRead>,
}

/// Squares of a row whose colour is fixed, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Those that must be white.
    pub white: u32,
    /// Those that must be black.
    pub black: u32,
}

impl Demands {
    /// What a group comes to.
    pub fn of(symmetry: Symmetry) -> Self {
        let half_turn = !matches!(symmetry, Symmetry::None | Symmetry::Mirror | Symmetry::Diagonal);
        let palindromes = matches!(symmetry, Symmetry::Mirror | Symmetry::Mirrors | Symmetry::All);
        let columns = match symmetry {
            Symmetry::Diagonal | Symmetry::Diagonals | Symmetry::All => Some(ColumnsRead::Down),
            Symmetry::Rot90 => Some(ColumnsRead::Up),
            Symmetry::None | Symmetry::Rot180 | Symmetry::Mirror | Symmetry::Mirrors => None,
        };
        Demands { half_turn, palindromes, columns }
    }

    /// Whether the mirror image of a grid that meets the demands meets them too. Only the main diagonal's changes.
    pub fn outlive_mirror(self) -> bool {
        self.half_turn || self.columns.is_none()
    }

    /// Two squares of the row of level k that must be alike, if there are: where it meets the diagonals, a quarter turn takes
    /// one to the other. A bit each.
    pub fn alike(self, size: usize, k: usize) -> u32 {
        if self.columns != Some(ColumnsRead::Up) {
            return 0;
        }
        let (near, _) = rows_of_level(size, self.half_turn, k);
        1 << near | 1 << (size - 1 - near)
    }

    /// What the rows placed, a word a level, fix in the row of the next level, if columns read rows that way.
    pub fn fixed_by(self, columns: ColumnsRead, size: usize, rows: &[u32]) -> Fixed {
        let (next, _) = rows_of_level(size, self.half_turn, rows.len());
        // Where column c crosses the next row, row c is asked about the square that takes its place.
        let (near_square, far_square) = match columns {
            ColumnsRead::Down => (next, size - 1 - next),
            ColumnsRead::Up => (size - 1 - next, next),
        };
        let mut fixed = Fixed::default();
        let mut fix = |c: usize, white: bool| {
            *if white { &mut fixed.white } else { &mut fixed.black } |= 1 << c;
        };
        for (k, row) in rows.iter().enumerate() {
            let (near, far) = rows_of_level(size, self.half_turn, k);
            fix(near, row >> near_square & 1 == 1);
            if let Some(far) = far {
                // The far row is the near one read backward.
                fix(far, row >> far_square & 1 == 1);
            }
        }
        fixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    /// The rows of a grid that has the symmetry, level by level, must fix nothing but what the grid has.
    fn must_fit(symmetry: Symmetry, grid: &str, levels: usize) {
        let grid: Grid = grid.parse().expect("a grid in the test");
        assert!(symmetry.group().iter().all(|&transform| grid.transformed(transform) == grid), "{symmetry:?}");
        let (demands, size) = (Demands::of(symmetry), grid.width());
        let columns = demands.columns.expect("a group that ties columns to rows");
        let row = |k| grid.rows()[rows_of_level(size, demands.half_turn, k).0] as u32;
        for k in 0..levels {
            let alike = row(k) & demands.alike(size, k);
            assert!(alike == 0 || alike == demands.alike(size, k));
        }
        for k in 1..levels {
            let placed: Vec<u32> = (0..k).map(row).collect();
            let Fixed { white, black } = demands.fixed_by(columns, size, &placed);
            let known = if demands.half_turn { 2 * k - size % 2 } else { k };
            assert_eq!((white | black).count_ones() as usize, known, "{symmetry:?}");
            assert_eq!((row(k) & black, !row(k) & white), (0, 0), "{symmetry:?}, level {k}");
        }
    }

    #[test]
    fn the_next_row_reads_as_the_columns_do() {
        must_fit(Symmetry::Diagonal, "#..#/.##./.#../#...", 4);
        must_fit(Symmetry::Diagonals, "#..#./.#..#/..#../#..#./.#..#", 3);
        must_fit(Symmetry::Diagonals, "#.../.##./.##./...#", 2);
        must_fit(Symmetry::Rot90, "#..#/..../..../#..#", 2);
        must_fit(Symmetry::Rot90, ".#.../..#.#/.#.#./#.#../...#.", 3);
    }
}
