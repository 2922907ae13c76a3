//! Represents the grid: rows of black and white squares, stored as bits of integers, and the bars between white squares.
//!
//! This is the one *form* that everything shares. It knows the positions of squares, the plainest text of a grid, and the eight symmetries
//! of the square. It does not know which grids are valid.
//!
//! Invariant: bit `c` of `rows[r]` is set exactly when square (`r`, `c`) is white, and no bit at or above `width` is ever set. A bar is
//! between two white squares of the grid. Rows and columns are counted from 0 in code and from 1 in anything a person reads.

mod bars;
mod symmetry;

use crate::plural::plural;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::size::Size;

pub use crate::size::MAX_SIZE;
pub use bars::{Bars, Edge, Square, edges_of};
pub use symmetry::{Symmetry, symmetry_of};

/// A rectangle of black and white squares, at least 1 × 1 and at most 64 × 64, with bars between white squares.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    width: usize,
    rows: Vec<u64>,
    bars: Bars,
}

/// The reason why a text or some rows are not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GridError {
    /// Zero rows, or rows without a square.
    #[error("a grid needs at least one square")]
    Empty,
    /// More than [`MAX_SIZE`] rows or columns.
    #[error("a grid has at most {MAX_SIZE} rows and {MAX_SIZE} columns")]
    TooLarge,
    /// A row (counted from 1) whose length is not that of the first.
    #[error("row {row} has {}, the rows before it {expected}", plural(*.found, "square"))]
    Ragged {
        /// The row at fault, from 1.
        row: usize,
        /// Its number of squares.
        found: usize,
        /// The first row's number of squares.
        expected: usize,
    },
    /// A character that is not in the plain text of a grid.
    #[error("row {row}, column {column}: {found:?} is neither # (black) nor . (white)")]
    Character {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character that was found.
        found: char,
    },
    /// A bar that is not between two white squares.
    #[error("row {row}, column {column}: a bar is between two white squares")]
    Bar {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
}

/// Returns the integer with its lowest `width` bits set: a row of `width` white squares.
#[inline]
pub const fn full_row(width: usize) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Returns a row of `width` squares in reverse order.
#[inline]
pub const fn reverse_row(row: u64, width: usize) -> u64 {
    if width == 0 { 0 } else { row.reverse_bits() >> (64 - width) }
}

/// Returns the character of a square in the plain text of a grid: `#` for black, and for white `.`, or `r` with a bar at its right, `b` with a
/// bar below, and `+` with both. The bars are as [`Bars::after`] returns them.
pub(crate) const fn character_of(is_white: bool, after: [bool; 2]) -> char {
    match (is_white, after) {
        (false, _) => '#',
        (true, [false, false]) => '.',
        (true, [true, false]) => 'r',
        (true, [false, true]) => 'b',
        (true, [true, true]) => '+',
    }
}

/// Returns the square that has this [character](character_of), if there is one.
pub(crate) const fn square_of(character: char) -> Option<(bool, [bool; 2])> {
    Some(match character {
        '#' => (false, [false, false]),
        '.' => (true, [false, false]),
        'r' => (true, [true, false]),
        'b' => (true, [false, true]),
        '+' => (true, [true, true]),
        _ => return None,
    })
}

impl Grid {
    /// Creates a grid of black squares only.
    ///
    /// # Panics
    /// Panics if a side is 0 or more than [`MAX_SIZE`].
    #[inline]
    pub fn black(height: usize, width: usize) -> Self {
        assert!((1..=MAX_SIZE).contains(&height) && (1..=MAX_SIZE).contains(&width), "grid of {height} x {width}");
        Grid { width, rows: vec![0; height], bars: Bars::default() }
    }

    /// Creates a grid from its rows, integers with bit `c` set where column `c` is white. Bits beyond `width` are dropped.
    ///
    /// # Errors
    /// Returns an error if there is no square, or if a side exceeds [`MAX_SIZE`].
    pub fn from_rows(width: usize, rows: &[u64]) -> Result<Self, GridError> {
        if width == 0 || rows.is_empty() {
            return Err(GridError::Empty);
        }
        if width > MAX_SIZE || rows.len() > MAX_SIZE {
            return Err(GridError::TooLarge);
        }
        Ok(Grid { width, rows: rows.iter().map(|row| row & full_row(width)).collect(), bars: Bars::default() })
    }

    /// Creates a grid of white squares only.
    ///
    /// # Panics
    /// Panics if a side is 0 or more than [`MAX_SIZE`].
    pub fn white(height: usize, width: usize) -> Self {
        let mut grid = Grid::black(height, width);
        grid.rows.fill(full_row(width));
        grid
    }

    /// Replaces the bars, which are between two white squares of the grid.
    #[must_use]
    pub fn with_bars(self, bars: Bars) -> Self {
        let grid = Grid { bars, ..self };
        debug_assert_eq!(grid.wrong_bar(), None);
        grid
    }

    /// Returns the bars.
    #[inline]
    pub fn bars(&self) -> &Bars {
        &self.bars
    }

    /// Returns the bars. A bar that is placed must be between two white squares.
    #[inline]
    pub fn bars_mut(&mut self) -> &mut Bars {
        &mut self.bars
    }

    /// Returns the first square of a bar that is not between two white squares of the grid, if there is one.
    fn wrong_bar(&self) -> Option<Square> {
        let is_white = |(r, c): Square| r < self.height() && c < self.width && self.is_white(r, c);
        self.bars.sides().find(|&(one, other)| !(is_white(one) && is_white(other))).map(|(first, _)| first)
    }

    /// Returns the number of rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the size.
    #[inline]
    pub fn size(&self) -> Size {
        Size { rows: self.height(), columns: self.width() }
    }

    /// Returns `true` if there are as many rows as columns.
    #[inline]
    pub fn is_square(&self) -> bool {
        self.width == self.rows.len()
    }

    /// Returns the rows from the top, bit `c` of each set where column `c` is white.
    #[inline]
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Replaces row `r`. Bits beyond the width are dropped.
    #[inline]
    pub fn set_row(&mut self, r: usize, row: u64) {
        self.rows[r] = row & full_row(self.width);
    }

    /// Returns `true` if square (`r`, `c`) is white.
    #[inline]
    pub fn is_white(&self, r: usize, c: usize) -> bool {
        self.rows[r] >> c & 1 == 1
    }

    /// Makes square (`r`, `c`) white or black.
    #[inline]
    pub fn set_white(&mut self, r: usize, c: usize, white: bool) {
        debug_assert!(c < self.width);
        self.rows[r] = self.rows[r] & !(1 << c) | u64::from(white) << c;
    }

    /// Returns the number of white squares.
    #[inline]
    pub fn whites(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Returns the number of differences from another grid of the same size in each row. Squares of another colour are differences, and so are
    /// bars at their right or below that only one of the grids has.
    pub fn differences<'a>(&'a self, other: &'a Grid) -> impl Iterator<Item = usize> + 'a {
        let row = |grid: &Grid, r: usize| [grid.rows()[r], grid.bars().right(r), grid.bars().below(r)];
        (0..self.height()).map(move |r| {
            row(self, r)
                .into_iter()
                .zip(row(other, r))
                .map(|(mine, others)| (mine ^ others).count_ones() as usize)
                .sum()
        })
    }

    /// Returns the image of this grid under `transform`. The quarter turns and the two diagonal reflections swap height and width.
    #[must_use]
    pub fn transformed(&self, transform: Transform) -> Grid {
        let (height, width) = (self.height(), self.width);
        let (new_height, new_width) = if transform.swaps_sides() { (width, height) } else { (height, width) };
        let mut image = Grid::black(new_height, new_width);
        image.bars = self.bars.transformed(height, width, transform);
        for r in 0..height {
            for c in 0..width {
                if self.is_white(r, c) {
                    let (r, c) = transform.square(height, width, (r, c));
                    image.set_white(r, c, true);
                }
            }
        }
        image
    }

    /// Returns the rows in the form of the text, joined by `/`: one grid per line.
    #[inline]
    pub fn one_line(&self) -> String {
        self.joined("/")
    }

    fn joined(&self, separator: &str) -> String {
        let mut text = String::with_capacity(self.rows.len() * (self.width + separator.len()));
        for (r, row) in self.rows.iter().enumerate() {
            if r > 0 {
                text.push_str(separator);
            }
            text.extend((0..self.width).map(|c| character_of(row >> c & 1 == 1, self.bars.after((r, c)))));
        }
        text
    }
}

/// Writes one row per line, without a newline at the end: `#` for black and `.` for white, with `r` for a white square that has a bar at its
/// right, `b` for a bar below, and `+` for both.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.joined("\n"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({})", self.one_line())
    }
}

/// Reads the characters that are written, with rows separated by newlines or by `/`. For other files use `gridcheck_formats::text`, which knows more characters
/// and names lines.
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let mut rows = Vec::new();
        let mut bars = Bars::default();
        let mut width = 0;
        for (r, line) in text.trim().split(['\n', '/']).enumerate() {
            let mut row = 0;
            let mut length = 0;
            for (c, found) in line.trim().chars().enumerate() {
                if c >= MAX_SIZE || r >= MAX_SIZE {
                    return Err(GridError::TooLarge);
                }
                let (is_white, after) =
                    square_of(found).ok_or(GridError::Character { row: r + 1, column: c + 1, found })?;
                row |= u64::from(is_white) << c;
                bars.set_after((r, c), after);
                length = c + 1;
            }
            if r == 0 {
                width = length;
            } else if length != width {
                return Err(GridError::Ragged { row: r + 1, found: length, expected: width });
            }
            rows.push(row);
        }
        let grid = Grid { bars, ..Grid::from_rows(width, &rows)? };
        let wrong = grid.wrong_bar().map(|(r, c)| GridError::Bar { row: r + 1, column: c + 1 });
        wrong.map_or(Ok(grid), Err)
    }
}

/// One of the square's eight symmetries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transform {
    /// The identity.
    Identity,
    /// A quarter turn clockwise.
    Rot90,
    /// A half turn.
    Rot180,
    /// A quarter turn anticlockwise.
    Rot270,
    /// A reflection that swaps left and right.
    MirrorLeftRight,
    /// A reflection that swaps top and bottom.
    MirrorTopBottom,
    /// Reflection in the main diagonal, top left to bottom right.
    MainDiagonal,
    /// Reflection in the other diagonal.
    AntiDiagonal,
}

impl Transform {
    /// All eight.
    pub const ALL: [Transform; 8] = [
        Transform::Identity,
        Transform::Rot90,
        Transform::Rot180,
        Transform::Rot270,
        Transform::MirrorLeftRight,
        Transform::MirrorTopBottom,
        Transform::MainDiagonal,
        Transform::AntiDiagonal,
    ];

    /// Returns the name that people use.
    pub const fn name(self) -> &'static str {
        match self {
            Transform::Identity => "identity",
            Transform::Rot90 => "quarter turn",
            Transform::Rot180 => "half turn",
            Transform::Rot270 => "quarter turn back",
            Transform::MirrorLeftRight => "left-right mirror",
            Transform::MirrorTopBottom => "top-bottom mirror",
            Transform::MainDiagonal => "main diagonal",
            Transform::AntiDiagonal => "other diagonal",
        }
    }

    /// Returns `true` if the transform makes a grid of w × h from one of h × w.
    #[inline]
    pub const fn swaps_sides(self) -> bool {
        matches!(self, Transform::Rot90 | Transform::Rot270 | Transform::MainDiagonal | Transform::AntiDiagonal)
    }

    /// Returns the transforms that map the squares of a grid of this size to squares of the same grid: all eight, or the four that
    /// keep the sides of a rectangle.
    pub fn of_size(size: Size) -> impl Iterator<Item = Transform> {
        Transform::ALL.into_iter().filter(move |transform| size.is_square() || !transform.swaps_sides())
    }

    /// Returns the image of square (`r`, `c`) of a grid of `height` × `width`.
    pub const fn square(self, height: usize, width: usize, (r, c): (usize, usize)) -> (usize, usize) {
        let (up, left) = (height - 1 - r, width - 1 - c);
        match self {
            Transform::Identity => (r, c),
            Transform::Rot90 => (c, up),
            Transform::Rot180 => (up, left),
            Transform::Rot270 => (left, r),
            Transform::MirrorLeftRight => (r, left),
            Transform::MirrorTopBottom => (up, c),
            Transform::MainDiagonal => (c, r),
            Transform::AntiDiagonal => (left, up),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        text.parse().expect("a grid in the test")
    }

    #[test]
    fn text_form_round_trips() {
        let lopsided = grid("..#/###");
        assert_eq!((lopsided.height(), lopsided.width()), (2, 3));
        assert_eq!(lopsided.to_string(), "..#\n###");
        assert_eq!(grid(&lopsided.to_string()), lopsided);
        assert_eq!(grid(&lopsided.one_line()), lopsided);
        let barred = grid("r+./...");
        assert_eq!(barred.bars().sides().collect::<Vec<_>>(), [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 1), (1, 1))]);
        assert_eq!((grid(&barred.one_line()), barred.one_line().as_str()), (barred.clone(), "r+./..."));
        assert_eq!(barred.transformed(Transform::Rot180), grid(".b./rr."));
    }

    #[test]
    fn bad_text_names_the_place() {
        assert_eq!("".parse::<Grid>(), Err(GridError::Empty));
        assert_eq!("..\n.".parse::<Grid>(), Err(GridError::Ragged { row: 2, found: 1, expected: 2 }));
        assert_eq!("..\n#r".parse::<Grid>(), Err(GridError::Bar { row: 2, column: 2 }));
        assert_eq!("b.\n#.".parse::<Grid>(), Err(GridError::Bar { row: 1, column: 1 }));
        assert_eq!("..\n.x".parse::<Grid>(), Err(GridError::Character { row: 2, column: 2, found: 'x' }));
        assert_eq!(".".repeat(65).parse::<Grid>(), Err(GridError::TooLarge));
        assert_eq!("./".repeat(65).parse::<Grid>(), Err(GridError::TooLarge));
    }

    #[test]
    fn symmetries_move_a_corner_where_they_should() {
        let corner = grid("..#/...");
        assert_eq!(corner.transformed(Transform::Rot90), grid("../../.#"));
        assert_eq!(corner.transformed(Transform::Rot180), grid(".../#.."));
        assert_eq!(corner.transformed(Transform::Rot270), grid("#./../.."));
        assert_eq!(corner.transformed(Transform::MirrorLeftRight), grid("#../..."));
        assert_eq!(corner.transformed(Transform::MirrorTopBottom), grid(".../..#"));
        assert_eq!(corner.transformed(Transform::MainDiagonal), grid("../../#."));
        assert_eq!(corner.transformed(Transform::AntiDiagonal), grid(".#/../.."));
    }

    #[test]
    fn a_row_word_reversed() {
        assert_eq!(reverse_row(0b0011, 4), 0b1100);
        assert_eq!(reverse_row(1, 64), 1 << 63);
        assert_eq!(full_row(64), u64::MAX);
        assert_eq!(full_row(3), 0b111);
    }
}
