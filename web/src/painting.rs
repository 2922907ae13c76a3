//! A painting as the library's types: a grid, if no square is open, and the givens of a problem.

use gridcheck::formats::PuzzleFile;
use gridcheck::grid::Grid;
use gridcheck::problem::{Givens, Problem};
use gridcheck::size::Size;

use crate::basis::Basis;

/// Squares that are black, white or open.
pub struct Painting {
    givens: Givens,
}

impl Painting {
    /// Parses rows of `.`, `#` and `?`.
    pub fn of(rows: &str) -> Result<Self, String> {
        let lines: Vec<&str> = rows.lines().collect();
        let width = lines.first().map_or(0, |line| line.chars().count());
        let fits = lines.iter().all(|line| line.chars().count() == width);
        if !fits || !(1..=64).contains(&width) || lines.len() > 64 {
            return Err("expected 1 to 64 rows of 1 to 64 squares each".to_owned());
        }
        let mut givens = Givens::open(lines.len(), width);
        for (r, line) in lines.iter().enumerate() {
            givens.fix_written(r, line).ok_or_else(|| format!("row {}: expected squares . # or ?", r + 1))?;
        }
        Ok(Painting { givens })
    }

    /// Returns the squares of a puzzle that is being edited.
    pub fn of_file(file: &PuzzleFile) -> Result<Self, String> {
        file.givens().map(|givens| Painting { givens: givens.clone() }).map_err(|fault| fault.to_string())
    }

    /// Counts the open squares.
    pub fn open(&self) -> usize {
        let given = |r: usize| (self.givens.white(r) | self.givens.black(r)).count_ones() as usize;
        (0..self.givens.height()).map(|r| self.givens.width() - given(r)).sum()
    }

    /// Returns the grid, with open squares white.
    pub fn grid(&self) -> Grid {
        self.givens.filled(true)
    }

    /// Returns the problem of the valid grids that have these squares.
    pub fn problem(&self, basis: &Basis) -> Result<Problem, String> {
        self.all(basis)?.with_givens(self.givens.clone()).map_err(|error| error.to_string())
    }

    /// Returns the problem of the valid grids of this size.
    pub fn all(&self, basis: &Basis) -> Result<Problem, String> {
        let size = Size::new(self.givens.height(), self.givens.width()).map_err(|error| error.to_string())?;
        Problem::of_size(size, basis.linter.rules.clone()).map_err(|error| error.to_string())
    }
}
