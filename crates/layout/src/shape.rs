//! Represents the shape of a grid: its black and white squares, its voids and its bars.
//!
//! A [`Grid`] is a full rectangle in which words end at black squares and at bars. Engines only take a `Grid`, so they cannot get any other
//! shape. Code that describes or judges a finished grid takes a [`Shape`], and every grid is one.
//!
//! A *void* is a place of the rectangle without a square. It is outside the grid, like the places beyond the edge.
//!
//! Invariant, which the readers of files establish: a void is black in the grid, so code about words can ignore voids.

use std::collections::BTreeSet;

use gridcheck_core::grid::{Grid, Symmetry, Transform, symmetry_of};
use gridcheck_core::plural::plural;

pub use gridcheck_core::grid::{Bars, Square};

/// A grid with its voids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape<'a> {
    /// The grid of white squares and bars.
    pub grid: &'a Grid,
    /// The places without a square.
    pub voids: &'a BTreeSet<Square>,
}

/// The content of a place of the rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// A white square.
    White,
    /// A black square.
    Black,
    /// A place without a square.
    Void,
}

/// The voids of a grid that is full.
static NO_VOIDS: BTreeSet<Square> = BTreeSet::new();

impl Colour {
    /// Returns the name that people use.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Void => "void",
        }
    }
}

impl Shape<'_> {
    /// Returns the bars.
    pub fn bars(&self) -> &Bars {
        self.grid.bars()
    }

    /// Returns `true` if the shape is a full rectangle without bars.
    pub fn is_plain(&self) -> bool {
        self.is_full() && self.bars().is_empty()
    }

    /// Returns `true` if the shape has no void.
    pub fn is_full(&self) -> bool {
        self.voids.is_empty()
    }

    /// Returns the number of rows, including those without a square.
    pub fn height(&self) -> usize {
        self.grid.height()
    }

    /// Returns the number of columns, including those without a square.
    pub fn width(&self) -> usize {
        self.grid.width()
    }

    /// Returns the number of squares.
    pub fn squares(&self) -> usize {
        self.height() * self.width() - self.voids.len()
    }

    /// Returns the number of black squares.
    pub fn blacks(&self) -> usize {
        self.squares() - self.grid.whites()
    }

    /// Returns the content of a place.
    pub fn at(&self, (r, c): Square) -> Colour {
        if self.grid.is_white(r, c) {
            Colour::White
        } else if self.voids.contains(&(r, c)) {
            Colour::Void
        } else {
            Colour::Black
        }
    }

    /// Returns all places of the rectangle, row by row.
    pub fn places(&self) -> impl Iterator<Item = Square> + use<> {
        self.grid.size().positions()
    }

    /// Returns the first and the last row that have a square; `None` if there is no square.
    pub fn outer_rows(&self) -> Option<(usize, usize)> {
        outermost(self.height(), |r| self.is_full() || (0..self.width()).any(|c| self.at((r, c)) != Colour::Void))
    }

    /// Returns the first and the last column that have a square; `None` if there is no square.
    pub fn outer_columns(&self) -> Option<(usize, usize)> {
        outermost(self.width(), |c| self.is_full() || (0..self.height()).any(|r| self.at((r, c)) != Colour::Void))
    }

    /// Returns the symmetries that leave the shape unchanged, with its bars and voids, up to conjugacy.
    pub fn symmetry(&self) -> Symmetry {
        if self.is_full() {
            return symmetry_of(self.grid);
        }
        let is_unchanged = |group: &[Transform]| group.iter().all(|&transform| self.is_unchanged(transform));
        // The last type is the identity alone, which leaves every shape unchanged.
        let found =
            Symmetry::LARGEST_FIRST.into_iter().find(|symmetry| symmetry.groups().into_iter().any(is_unchanged));
        found.unwrap_or(Symmetry::None)
    }

    fn is_unchanged(&self, transform: Transform) -> bool {
        let (height, width) = (self.height(), self.width());
        if transform.swaps_sides() && height != width {
            return false;
        }
        let image = |square: Square| transform.square(height, width, square);
        // No two bars have the same image. So if all images are bars, all bars are images.
        self.places().all(|square| self.at(square) == self.at(image(square)))
            && self.bars().sides().all(|(one, other)| self.bars().between(image(one), image(other)))
    }

    /// Describes the bars and voids, as in `, 6 bars, 1 void`.
    pub fn extras(&self) -> String {
        extras(self.bars().len(), self.voids.len())
    }
}

/// Describes numbers of bars and voids for the text after a size, or returns an empty text if there are none.
pub fn extras(bars: usize, voids: usize) -> String {
    let named = |count: usize, name: &str| if count > 0 { format!(", {}", plural(count, name)) } else { String::new() };
    named(bars, "bar") + &named(voids, "void")
}

/// Returns the first and the last of `lines` lines that satisfy `has`.
fn outermost(lines: usize, has: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let found = || (0..lines).filter(|&line| has(line));
    Some((found().next()?, found().next_back()?))
}

/// Converts a grid into a plain shape.
impl<'a> From<&'a Grid> for Shape<'a> {
    fn from(grid: &'a Grid) -> Self {
        Shape { grid, voids: &NO_VOIDS }
    }
}

impl<'a> From<&'a Shape<'_>> for Shape<'a> {
    fn from(shape: &'a Shape<'_>) -> Self {
        *shape
    }
}

/// A grid of any kind that has a shape.
pub trait Shaped {
    /// Returns the grid with its voids and its bars.
    fn shape(&self) -> Shape<'_>;
}

impl<T> Shaped for T
where
    for<'a> &'a T: Into<Shape<'a>>,
{
    fn shape(&self) -> Shape<'_> {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        text.parse().expect("a grid in the test")
    }

    #[test]
    fn a_grid_is_a_plain_shape() {
        let grid = grid("..#/...");
        let shape = Shape::from(&grid);
        assert!(shape.is_plain());
        assert_eq!((shape.squares(), shape.blacks(), shape.extras()), (6, 1, String::new()));
        assert_eq!((shape.outer_rows(), shape.outer_columns()), (Some((0, 1)), Some((0, 2))));
    }

    #[test]
    fn voids_are_excluded_from_squares_and_outer_lines() {
        let grid = grid("#.##/..#./####");
        let voids = [(0, 0), (2, 0), (2, 1), (2, 2), (2, 3)].into();
        let shape = Shape { voids: &voids, ..Shape::from(&grid) };
        assert!(!shape.is_plain() && !shape.is_full());
        assert_eq!((shape.squares(), shape.blacks(), shape.extras()), (7, 3, ", 5 voids".to_owned()));
        assert_eq!(
            [(0, 0), (0, 1), (0, 2)].map(|square| shape.at(square)),
            [Colour::Void, Colour::White, Colour::Black]
        );
        assert_eq!((shape.outer_rows(), shape.outer_columns()), (Some((0, 1)), Some((0, 3))));
        let (black, all) = (Grid::black(3, 4), shape.places().collect());
        assert_eq!(Shape { voids: &all, ..Shape::from(&black) }.outer_rows(), None);
    }

    #[test]
    fn symmetry_of_a_shape_includes_bars_and_voids() {
        let open = grid("..../..../..../....");
        let bars = |right: &[Square], below: &[Square]| {
            let right = right.iter().map(|&(r, c)| ((r, c), (r, c + 1)));
            right.chain(below.iter().map(|&(r, c)| ((r, c), (r + 1, c)))).collect::<Bars>()
        };
        let symmetry = |bars: &Bars| Shape::from(&open.clone().with_bars(bars.clone())).symmetry();
        assert_eq!(symmetry(&bars(&[], &[])), Symmetry::All);
        // A bar right of the first square of the first row, and then its images under quarter turns.
        let one = ((0, 0), (0, 1));
        let turned = [(0, 0), (3, 2)];
        assert_eq!(symmetry(&bars(&[(0, 0)], &[])), Symmetry::None);
        assert_eq!(symmetry(&bars(&[(0, 0), (3, 2)], &[])), Symmetry::Rot180);
        assert_eq!(symmetry(&bars(&turned, &[(0, 3), (2, 0)])), Symmetry::Rot90);
        assert_eq!(symmetry(&bars(&[(0, 0), (0, 2)], &[])), Symmetry::Mirror);
        assert_eq!(symmetry(&bars(&[(0, 0)], &[(0, 0)])), Symmetry::Diagonal);
        assert!(bars(&[(0, 0)], &[]).between(one.1, one.0) && !bars(&[], &[(0, 0)]).between(one.0, one.1));
        let black = grid("#.../..../..../....");
        let voids = [(0, 0)].into();
        assert_eq!(Shape { voids: &voids, ..Shape::from(&black) }.symmetry(), Symmetry::Diagonal);
        // A void is not a black square.
        let corners = grid("#.../..../..../...#");
        assert_eq!(Shape { voids: &voids, ..Shape::from(&corners) }.symmetry(), Symmetry::Diagonal);
        assert_eq!(Shape::from(&corners).symmetry(), Symmetry::Diagonals);
    }
}
