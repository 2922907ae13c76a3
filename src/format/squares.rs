//! The squares of a puzzle file on their way to a grid, whatever order the file has them in.
//!
//! What every format has in common is decided here once: a grid has 1 to 64 rows and columns; each square is told exactly
//! once, black or white; a square that is *no cell* is refused where it stands, as the rules know full rectangles only; and
//! so is a bar between two white squares, as here a word ends at a black square or at the edge and nowhere else. A bar
//! beside a black square or at the edge ends nothing that has not ended already, and is passed over.
//!
//! Invariant: `cells` has `width × height` places, row by row, each `None` until its square is told.

use super::fault::{Fault, Place};
use crate::grid::{Grid, MAX_SIZE};

/// A way to go from a square to a neighbour of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// See the [module](self).
pub(super) struct Squares {
    width: usize,
    height: usize,
    cells: Vec<Option<bool>>,
    bars: Vec<Bar>,
}

/// A bar between two squares of the grid.
struct Bar {
    place: Place,
    beside: [(usize, usize); 2],
}

/// The fault of a square that is no cell.
pub(super) fn no_cell(place: Place, r: usize, c: usize) -> Fault {
    let message = format!(
        "row {}, column {} is no cell: a grid that is not a full rectangle is not supported, as every rule here is about \
         squares that are black or white",
        r + 1,
        c + 1
    );
    Fault::new(place, message)
}

impl Squares {
    /// A grid of that size, nothing of it known yet. `place` is where its size is told.
    pub(super) fn new(width: u64, height: u64, place: Place) -> Result<Self, Fault> {
        let fits = 1..=MAX_SIZE as u64;
        if !fits.contains(&width) || !fits.contains(&height) {
            let message = format!("{width} columns and {height} rows: expected 1 to {MAX_SIZE} of each");
            return Err(Fault::new(place, message));
        }
        let (width, height) = (width as usize, height as usize);
        Ok(Squares { width, height, cells: vec![None; width * height], bars: Vec::new() })
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// Square (`r`, `c`), from 0, is white or black. `place` is where the file says so.
    pub(super) fn tell(&mut self, (r, c): (usize, usize), white: bool, place: Place) -> Result<(), Fault> {
        if r >= self.height || c >= self.width {
            let (width, height) = (self.width, self.height);
            let message = format!("row {}, column {} is outside a grid of {height} × {width}", r + 1, c + 1);
            return Err(Fault::new(place, message));
        }
        let cell = &mut self.cells[r * self.width + c];
        if cell.is_some() {
            return Err(Fault::new(place, format!("row {}, column {} is told twice", r + 1, c + 1)));
        }
        *cell = Some(white);
        Ok(())
    }

    /// There is a bar at one side of square (`r`, `c`), which is in the grid.
    pub(super) fn bar(&mut self, (r, c): (usize, usize), side: Side, place: Place) {
        let beside = match side {
            Side::Top => (r.wrapping_sub(1), c),
            Side::Right => (r, c + 1),
            Side::Bottom => (r + 1, c),
            Side::Left => (r, c.wrapping_sub(1)),
        };
        if beside.0 < self.height && beside.1 < self.width {
            self.bars.push(Bar { place, beside: [(r, c), beside] });
        }
    }

    fn is_white(&self, (r, c): (usize, usize)) -> bool {
        self.cells[r * self.width + c] == Some(true)
    }

    /// The grid. `end` is where a square that was never told is missed.
    pub(super) fn finish(self, end: Place) -> Result<Grid, Fault> {
        let mut grid = Grid::black(self.height, self.width);
        for r in 0..self.height {
            for c in 0..self.width {
                let Some(white) = self.cells[r * self.width + c] else {
                    let message = format!("row {}, column {} is missing: expected every square", r + 1, c + 1);
                    return Err(Fault::new(end, message));
                };
                grid.set_white(r, c, white);
            }
        }
        if let Some(bar) = self.bars.iter().find(|bar| bar.beside.iter().all(|&square| self.is_white(square))) {
            let [(r, c), (r2, c2)] = bar.beside;
            let message = format!(
                "a bar between row {}, column {} and row {}, column {}: barred grids are not supported, as here a word \
                 ends only at a black square or the edge",
                r + 1,
                c + 1,
                r2 + 1,
                c2 + 1
            );
            return Err(Fault::new(bar.place, message));
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bars: &[((usize, usize), Side)]) -> Result<String, String> {
        let mut squares = Squares::new(2, 2, Place::START).unwrap();
        for (i, white) in [true, true, false, true].into_iter().enumerate() {
            squares.tell((i / 2, i % 2), white, Place::START).unwrap();
        }
        for &(square, side) in bars {
            squares.bar(square, side, Place::Byte(7));
        }
        squares.finish(Place::START).map(|grid| grid.one_line()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_bar_is_refused_where_it_ends_a_word() {
        let outer = [((0, 0), Side::Top), ((0, 0), Side::Left), ((1, 1), Side::Right), ((1, 1), Side::Bottom)];
        assert_eq!(told(&outer), Ok("../#.".into()));
        assert_eq!(told(&[((0, 0), Side::Bottom), ((1, 1), Side::Left)]), Ok("../#.".into()), "beside a black square");
        for (square, side, other) in [
            ((0, 0), Side::Right, "row 1, column 1 and row 1, column 2"),
            ((0, 1), Side::Left, "row 1, column 2 and row 1, column 1"),
            ((0, 1), Side::Bottom, "row 1, column 2 and row 2, column 2"),
            ((1, 1), Side::Top, "row 2, column 2 and row 1, column 2"),
        ] {
            let refused = told(&[(square, side)]).unwrap_err();
            assert!(refused.starts_with(&format!("byte 7: a bar between {other}: ")), "{refused}");
        }
    }

    #[test]
    fn every_square_is_told_once() {
        let mut squares = Squares::new(2, 1, Place::START).unwrap();
        assert!(squares.tell((0, 1), true, Place::START).is_ok());
        let twice = squares.tell((0, 1), true, Place::Byte(3)).unwrap_err();
        assert_eq!(twice.to_string(), "byte 3: row 1, column 2 is told twice");
        let outside = squares.tell((1, 0), true, Place::Byte(4)).unwrap_err();
        assert_eq!(outside.to_string(), "byte 4: row 2, column 1 is outside a grid of 1 × 2");
        let missing = squares.finish(Place::Byte(5)).unwrap_err();
        assert_eq!(missing.to_string(), "byte 5: row 1, column 1 is missing: expected every square");
    }

    #[test]
    fn a_grid_has_a_size() {
        for (width, height) in [(0, 5), (5, 0), (65, 1), (1, 65), (u64::MAX, u64::MAX)] {
            assert!(Squares::new(width, height, Place::START).is_err(), "{width} × {height}");
        }
        assert!(Squares::new(64, 64, Place::START).is_ok());
    }
}
