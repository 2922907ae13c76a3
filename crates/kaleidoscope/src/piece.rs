//! The piece of the grid that stands for all of it, and what is beyond its sides.
//!
//! Under a group of reflections a grid is one piece and its images. The piece is swept a row at a time:
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
//! A side of it is the grid's own edge, or a mirror: through the last squares where the size is odd, behind them where it is even;
//! or one of the grid's diagonals, through squares in which the words along the column turn into those along the row.

use super::demands::Ending;
use gridcheck_core::grid::Transform;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Ruleset, Symmetry};

/// What is beyond the last square of a row, or of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Nothing: the grid ends.
    Edge,
    /// A mirror through the last square: what is beyond is the image of what is before it.
    Through,
    /// A mirror behind the last square: what is beyond is its own image.
    Behind,
    /// A diagonal through the last square: what is beyond is the image of its column.
    Turn,
}

/// The piece.
pub struct Piece {
    /// The grid's size.
    pub size: usize,
    /// The first and the last column of each row.
    rows: Vec<[usize; 2]>,
    /// Whether rows begin at a diagonal, and not at the grid's edge.
    pub turns_left: bool,
    right: Side,
    /// How the columns end below the last row, where the piece has one as long as the others.
    pub bottom: Ending,
    /// Whether a square may be black, and whether it may be white.
    allowed: Vec<[bool; 2]>,
    /// Lines of the grid that must have a white square.
    needy: Vec<bool>,
}

impl Piece {
    /// The piece of a problem whose symmetry is made of reflections, if it is of that kind.
    pub fn new(problem: &Problem) -> Option<Self> {
        let size = problem.size();
        let half = size.div_ceil(2);
        let (middle, end) =
            if size % 2 == 1 { (Side::Through, Ending::Through) } else { (Side::Behind, Ending::Behind) };
        let (edge, turn, below) = (Side::Edge, Side::Turn, Ending::Edge);
        let (rows, turns_left, right, bottom): (Vec<[usize; 2]>, bool, Side, Ending) = match problem.symmetry() {
            Symmetry::Rot180 | Symmetry::Rot90 => return None,
            Symmetry::None => (vec![[0, size - 1]; size], false, edge, below),
            Symmetry::Mirror => (vec![[0, half - 1]; size], false, middle, below),
            Symmetry::Mirrors => (vec![[0, half - 1]; half], false, middle, end),
            Symmetry::Diagonal => ((0..size).map(|r| [r, size - 1]).collect(), true, edge, below),
            Symmetry::Diagonals => ((0..half).map(|r| [r, size - 1 - r]).collect(), true, turn, below),
            Symmetry::All => ((0..half).map(|r| [r, half - 1]).collect(), true, middle, below),
        };
        let Ruleset {
            name: _,
            min_word: _,
            single_cells: _,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges,
            connected: _,
            symmetry: _,
            min_white_per_row,
            max_word: _,
        } = *problem.rules();
        let needy = (0..size).map(|line| min_white_per_row > 0 || edges && (line == 0 || line == size - 1)).collect();
        let allowed = (0..size * size).map(|square| allowed(problem, (square / size, square % size))).collect();
        Some(Piece { size, rows, turns_left, right, bottom, allowed, needy })
    }

    /// How many rows it has.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many letters a word down can have before it ends or meets itself in a mirror: where it turns, as many as the grid has squares.
    pub fn depth(&self) -> usize {
        match self.bottom {
            Ending::Edge => self.size,
            Ending::Through | Ending::Behind => self.height(),
        }
    }

    /// The first and the last column of a row.
    pub fn columns(&self, row: usize) -> [usize; 2] {
        self.rows[row]
    }

    /// What is beyond the last square of a row.
    pub fn right(&self, row: usize) -> Side {
        let [first, last] = self.rows[row];
        // Where two diagonals cross, what is beyond a square is what is before it.
        if self.right == Side::Turn && first == last { Side::Through } else { self.right }
    }

    /// Whether a square may have this colour.
    pub fn allows(&self, row: usize, column: usize, white: bool) -> bool {
        self.allowed[row * self.size + column][usize::from(white)]
    }

    /// Whether a line of the grid, a row or a column, must have a white square.
    pub fn needs(&self, line: usize) -> bool {
        self.needy[line]
    }

    /// Whether any line must.
    pub fn is_needy(&self) -> bool {
        self.needy.contains(&true)
    }

    /// Whether the right side is one that the region must reach to be one with its image.
    pub fn mirrors_right(&self) -> bool {
        self.right != Side::Edge
    }

    /// Whether there is a second such side: on the left, or below.
    pub fn mirrors_otherwise(&self) -> bool {
        self.turns_left || self.bottom != Ending::Edge
    }

    /// The squares that can be coloured freely.
    pub fn free(&self) -> usize {
        let squares =
            self.rows.iter().enumerate().flat_map(|(row, &[first, last])| (first..=last).map(move |c| (row, c)));
        squares.filter(|&(row, column)| self.allowed[row * self.size + column] == [true; 2]).count()
    }

    /// The squares in a row by which beginnings of down words have about as much to remember as ever.
    pub fn breadth(&self) -> usize {
        /// Above it they are short.
        const DEEP: usize = 5;
        let [first, last] = self.rows[DEEP.min(self.rows.len() - 1)];
        last + 1 - first
    }
}

/// Whether a square and all its images may be black, and whether they may be white.
fn allowed(problem: &Problem, square: (usize, usize)) -> [bool; 2] {
    let size = problem.size();
    let group: &[Transform] = problem.symmetry().group();
    let images = group.iter().map(|transform| transform.square(size, size, square));
    images
        .filter_map(|(row, column)| problem.givens().colour(row, column))
        .fold([true; 2], |[black, white], given| [black && !given, white && given])
}
