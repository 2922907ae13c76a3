//! Describes a fundamental domain of the symmetry: a part of the grid that determines the rest, and its sides.
//!
//! Under a group of reflections a grid consists of one domain and its images. The domain is swept a row at a time:
//!
//! ```text
//!   none     mirror   mirrors   diagonal   diagonals   all
//!   #####    ###      ###       #####      #####       ###
//!   #####    ###      ###        ####       ###         ##
//!   #####    ###      ###         ###        #           #
//!   #####    ###                   ##
//!   #####    ###                    #
//! ```
//!
//! A side of the domain is the grid's own edge, a mirror or a diagonal of the grid. A mirror goes through the last squares if the number
//! of squares across it is odd, and behind them if it is even. In the squares of a diagonal, the words along the column turn into those along the row.

use super::word_rules::Ending;
use gridcheck_core::grid::Transform;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, Symmetry};
use gridcheck_core::size::Size;
use gridcheck_engine::Unsupported;

/// The kind of boundary after the last square of a row or of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The end of the grid.
    Edge,
    /// A mirror through the last square: the squares beyond are the images of those before it.
    Through,
    /// A mirror behind the last square: the next square is the image of the last one.
    Behind,
    /// A diagonal through the last square: the squares beyond are the image of its column.
    Turn,
}

/// The part of the grid that is swept. Its images cover the grid.
pub(crate) struct Domain {
    /// The grid's size.
    pub size: Size,
    /// The first and the last column of each row.
    rows: Vec<[usize; 2]>,
    /// `true` if rows begin at a diagonal instead of the grid's edge.
    pub turns_left: bool,
    right: Side,
    /// The ending of the columns below the last row, if the domain has a column as long as the others.
    pub bottom: Ending,
    /// Indexed by square: `true` if it may be black, and `true` if it may be white.
    allowed: Vec<[bool; 2]>,
    /// Indexed by row of the grid: `true` if it must have a white square.
    required_rows: Vec<bool>,
    /// Indexed by column of the grid: `true` if it must have a white square.
    required_columns: Vec<bool>,
    /// `true` if the white squares must form one region.
    pub connected: bool,
}

impl Domain {
    /// Returns the domain of a problem.
    ///
    /// # Errors
    ///
    /// Fails if a rule about lines requires more than one white square in each, or if the symmetry is not made of reflections.
    pub(crate) fn new(problem: &Problem) -> Result<Self, Unsupported> {
        let RulesOnGrid { edges, connected, symmetry } = problem.rules().on_grid();
        let least = problem.rules().on_lines().whites_up_to(1)?;
        let size = problem.size();
        let (height, width) = (size.rows(), size.columns());
        let [upper, left] = [height, width].map(|squares| squares.div_ceil(2));
        let middle = if width % 2 == 1 { Side::Through } else { Side::Behind };
        let end = if height % 2 == 1 { Ending::Through } else { Ending::Behind };
        let (edge, turn, below) = (Side::Edge, Side::Turn, Ending::Edge);
        let (rows, turns_left, right, bottom): (Vec<[usize; 2]>, bool, Side, Ending) = match symmetry {
            Symmetry::Rot180 | Symmetry::Rot90 => return Err("its symmetry is a turn".into()),
            Symmetry::None => (vec![[0, width - 1]; height], false, edge, below),
            Symmetry::Mirror => (vec![[0, left - 1]; height], false, middle, below),
            Symmetry::Mirrors => (vec![[0, left - 1]; upper], false, middle, end),
            Symmetry::Diagonal => ((0..height).map(|r| [r, width - 1]).collect(), true, edge, below),
            Symmetry::Diagonals => ((0..upper).map(|r| [r, width - 1 - r]).collect(), true, turn, below),
            Symmetry::All => ((0..upper).map(|r| [r, left - 1]).collect(), true, middle, below),
        };
        let required =
            |lines: usize| (0..lines).map(|line| least > 0 || edges && (line == 0 || line == lines - 1)).collect();
        let (required_rows, required_columns) = (required(height), required(width));
        let allowed = size.positions().map(|square| allowed(problem, square)).collect();
        Ok(Domain { size, rows, turns_left, right, bottom, allowed, required_rows, required_columns, connected })
    }

    /// Returns the number of rows.
    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the maximum number of letters of a down word before it ends or meets its image in a mirror. At a diagonal it is the number
    /// of rows of the grid.
    pub(crate) fn depth(&self) -> usize {
        match self.bottom {
            Ending::Edge => self.size.rows(),
            Ending::Through | Ending::Behind => self.height(),
        }
    }

    /// Returns the first and the last column of a row.
    pub(crate) fn columns(&self, row: usize) -> [usize; 2] {
        self.rows[row]
    }

    /// Returns the side after the last square of a row.
    pub(crate) fn right(&self, row: usize) -> Side {
        let [first, last] = self.rows[row];
        // At the crossing of two diagonals, the square after is the image of the square before.
        if self.right == Side::Turn && first == last { Side::Through } else { self.right }
    }

    /// Returns `true` if a square may have this colour.
    pub(crate) fn allows(&self, row: usize, column: usize, white: bool) -> bool {
        self.allowed[row * self.size.columns() + column][usize::from(white)]
    }

    /// Returns `true` if a row of the grid must have a white square.
    pub(crate) fn requires_row(&self, row: usize) -> bool {
        self.required_rows[row]
    }

    /// Returns `true` if a column of the grid must have a white square.
    pub(crate) fn requires_column(&self, column: usize) -> bool {
        self.required_columns[column]
    }

    /// Returns `true` if any line must have a white square.
    pub(crate) fn requires_lines(&self) -> bool {
        self.required_rows.contains(&true) || self.required_columns.contains(&true)
    }

    /// Returns `true` if the region must reach the right side to be connected with its image.
    pub(crate) fn mirrors_right(&self) -> bool {
        self.right != Side::Edge
    }

    /// Returns `true` if there is a second such side: on the left, or below.
    pub(crate) fn mirrors_otherwise(&self) -> bool {
        self.turns_left || self.bottom != Ending::Edge
    }

    /// Counts the squares that may have either colour.
    pub(crate) fn free(&self) -> usize {
        let squares =
            self.rows.iter().enumerate().flat_map(|(row, &[first, last])| (first..=last).map(move |c| (row, c)));
        squares.filter(|&(row, column)| self.allowed[row * self.size.columns() + column] == [true; 2]).count()
    }

    /// Returns the number of squares in the row after which the prefixes of down words need about the maximum of memory.
    pub(crate) fn breadth(&self) -> usize {
        /// Above this row the prefixes are short.
        const DEEP: usize = 5;
        let [first, last] = self.rows[DEEP.min(self.rows.len() - 1)];
        last + 1 - first
    }
}

/// Returns `true` if a square and all its images may be black, and `true` if they may be white.
fn allowed(problem: &Problem, square: (usize, usize)) -> [bool; 2] {
    let (height, width) = (problem.height(), problem.width());
    let group: &[Transform] = problem.symmetry().group();
    let images = group.iter().map(|transform| transform.square(height, width, square));
    images
        .filter_map(|(row, column)| problem.givens().colour(row, column))
        .fold([true; 2], |[black, white], given| [black && !given, white && given])
}
