//! Describes the requirements of a symmetry group for a search that places one row after the other.
//!
//! Every group is a combination of three requirements. With a *half turn* the lower half follows from the upper. If every row is a
//! *palindrome*, the grid is mirrored left and right, and with a half turn top and bottom too. Finally, column c may have to read as row c
//! does, downward (reflection in the main diagonal) or upward (a quarter turn). Then the placed rows fix squares of the next one. With a
//! half turn this is sufficient: if two squares of one level exchange places, the half turn exchanges them too, or they lie in one row.

use gridcheck_core::grid::reverse_row;
use gridcheck_core::rules::Symmetry;
use gridcheck_core::size::Size;

/// The direction in which column c reads as row c.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnsRead {
    /// Downward.
    Down,
    /// Upward.
    Up,
}

/// A group, as requirements on rows and columns.
#[derive(Clone, Copy)]
pub(crate) struct SymmetryRules {
    /// `true` if the half turn leaves the grid unchanged.
    pub half_turn: bool,
    /// `true` if every row is a palindrome.
    pub palindromes: bool,
    /// The direction in which column c reads as row c, if it must.
    pub columns: Option<ColumnsRead>,
}

/// Squares of a row whose colour is fixed, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fixed {
    /// The squares that must be white.
    pub white: u32,
    /// The squares that must be black.
    pub black: u32,
}

impl SymmetryRules {
    /// Returns the requirements of a group.
    pub(crate) fn of(symmetry: Symmetry) -> Self {
        let half_turn = !matches!(symmetry, Symmetry::None | Symmetry::Mirror | Symmetry::Diagonal);
        let palindromes = matches!(symmetry, Symmetry::Mirror | Symmetry::Mirrors | Symmetry::All);
        let columns = match symmetry {
            Symmetry::Diagonal | Symmetry::Diagonals | Symmetry::All => Some(ColumnsRead::Down),
            Symmetry::Rot90 => Some(ColumnsRead::Up),
            Symmetry::None | Symmetry::Rot180 | Symmetry::Mirror | Symmetry::Mirrors => None,
        };
        SymmetryRules { half_turn, palindromes, columns }
    }

    /// Returns `true` if the mirror image of a grid that meets the requirements meets them too. It fails only for the main diagonal.
    pub(crate) fn hold_in_mirror(self) -> bool {
        self.half_turn || self.columns.is_none()
    }

    /// Returns the two squares of the row of level k that must be equal, a bit each, or 0. They are on the diagonals, where a quarter turn
    /// maps one to the other.
    pub(crate) fn alike(self, size: usize, k: usize) -> u32 {
        if self.columns != Some(ColumnsRead::Up) {
            return 0;
        }
        let (near, _) = rows_of_level(size, self.half_turn, k);
        1 << near | 1 << (size - 1 - near)
    }

    /// Returns the squares of the next level's row that the placed rows fix; `rows` has a word a level.
    pub(crate) fn fixed_by(self, columns: ColumnsRead, size: usize, rows: &[u32]) -> Fixed {
        let (next, _) = rows_of_level(size, self.half_turn, rows.len());
        // If column c crosses the next row, row c contains the square that it is mapped to.
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

/// Passes the rows of the first levels and their images to `put`, each with its position in the grid.
pub(crate) fn each_row(size: Size, half_turn: bool, levels: &[u32], mut put: impl FnMut(usize, u64)) {
    for (k, &row) in levels.iter().enumerate() {
        let (near, far) = rows_of_level(size.rows(), half_turn, k);
        put(near, row.into());
        if let Some(far) = far {
            put(far, reverse_row(row.into(), size.columns()));
        }
    }
}

/// Returns the row of level k nearer the top, and its image under the half turn if that is a different row.
pub(crate) fn rows_of_level(height: usize, half_turn: bool, k: usize) -> (usize, Option<usize>) {
    if !half_turn {
        return (k, None);
    }
    let near = height.div_ceil(2) - 1 - k;
    let far = height - 1 - near;
    (near, (near != far).then_some(far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    /// Checks that the rows of a grid with the symmetry, level by level, fix only squares of the grid's own colours.
    fn must_fit(symmetry: Symmetry, grid: &str, levels: usize) {
        let grid: Grid = grid.parse().expect("a grid in the test");
        assert!(symmetry.group().iter().all(|&transform| grid.transformed(transform) == grid), "{symmetry:?}");
        let (symmetry_rules, size) = (SymmetryRules::of(symmetry), grid.width());
        let columns = symmetry_rules.columns.expect("a group that ties columns to rows");
        let row = |k| grid.rows()[rows_of_level(size, symmetry_rules.half_turn, k).0] as u32;
        for k in 0..levels {
            let alike = row(k) & symmetry_rules.alike(size, k);
            assert!(alike == 0 || alike == symmetry_rules.alike(size, k));
        }
        for k in 1..levels {
            let placed: Vec<u32> = (0..k).map(row).collect();
            let Fixed { white, black } = symmetry_rules.fixed_by(columns, size, &placed);
            let known = if symmetry_rules.half_turn { 2 * k - size % 2 } else { k };
            assert_eq!((white | black).count_ones() as usize, known, "{symmetry:?}");
            assert_eq!((row(k) & black, !row(k) & white), (0, 0), "{symmetry:?}, level {k}");
        }
    }

    #[test]
    fn placed_rows_fix_squares_in_the_grids_own_colours() {
        must_fit(Symmetry::Diagonal, "#..#/.##./.#../#...", 4);
        must_fit(Symmetry::Diagonals, "#..#./.#..#/..#../#..#./.#..#", 3);
        must_fit(Symmetry::Diagonals, "#.../.##./.##./...#", 2);
        must_fit(Symmetry::Rot90, "#..#/..../..../#..#", 2);
        must_fit(Symmetry::Rot90, ".#.../..#.#/.#.#./#.#../...#.", 3);
    }
}
