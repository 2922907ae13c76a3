//! A painting as the library knows it: a grid, if no square is open, and the givens of a problem.

use gridcheck::grid::{Grid, full_row};
use gridcheck::problem::{Givens, Problem};

use crate::basis::Basis;

/// Squares that are black, white or open.
pub struct Painting {
    givens: Givens,
}

impl Painting {
    /// Of rows of `.`, `#` and `?`.
    pub fn of(rows: &str) -> Result<Self, String> {
        let lines: Vec<&str> = rows.lines().collect();
        let width = lines.first().map_or(0, |line| line.chars().count());
        let fits = lines.iter().all(|line| line.chars().count() == width);
        if !fits || !(1..=64).contains(&width) || lines.len() > 64 {
            return Err("expected 1 to 64 rows of 1 to 64 squares each".to_owned());
        }
        let mut givens = Givens::open(lines.len(), width);
        for (r, line) in lines.iter().enumerate() {
            for (c, square) in line.chars().enumerate() {
                match square {
                    '.' => givens.fix(r, c, true),
                    '#' => givens.fix(r, c, false),
                    '?' => {}
                    other => return Err(format!("`{other}` at row {}, column {}: expected . # or ?", r + 1, c + 1)),
                }
            }
        }
        Ok(Painting { givens })
    }

    /// How many squares are open.
    pub fn open(&self) -> usize {
        let (height, width) = (self.givens.height(), self.givens.width());
        let squares = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
        squares.filter(|&(r, c)| self.givens.colour(r, c).is_none()).count()
    }

    /// The grid, the open squares being white.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::black(self.givens.height(), self.givens.width());
        for r in 0..grid.height() {
            grid.set_row(r, full_row(grid.width()) & !self.givens.black(r));
        }
        grid
    }

    /// The question which valid grids have these squares.
    pub fn problem(&self, basis: &Basis) -> Result<Problem, String> {
        let (height, width) = (self.givens.height(), self.givens.width());
        if height != width {
            return Err(format!("a grid of {height} × {width}: only those with as many rows as columns are counted"));
        }
        let problem = Problem::new(height, basis.linter.rules.clone()).map_err(|error| error.to_string())?;
        problem.with_givens(self.givens.clone()).map_err(|error| error.to_string())
    }
}

/// The rows of partly known squares.
pub fn rows(givens: &Givens) -> String {
    let row = |r: usize| -> String {
        let square = |c: usize| givens.colour(r, c).map_or('?', |white| if white { '.' } else { '#' });
        (0..givens.width()).map(square).collect()
    };
    (0..givens.height()).map(row).collect::<Vec<_>>().join("\n")
}
