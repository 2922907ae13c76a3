//! The quarter: its shape, its open sites, its rows, and the lines that need a white square.
//!
//! A grid of n = 2h + 1 squares a side, without its centre, splits into four rectangles of h rows and h + 1 columns.
//! A turn by 90° takes each to the next. (n = 2h gives four squares of h × h and no centre.) This module describes
//! the quarter at the top left: rows 0..h, columns 0..w.
//!
//! - Its h *right sites* (i, w − 1), i < h, meet the next quarter clockwise.
//! - Its h *bottom sites* (h − 1, j), j < h, meet the quarter before it.
//! - For odd n the square (h − 1, h), the *link*, meets the centre.
//!
//! A site is **black**, **closed** (white, with black across the border) or **open** (white on both sides).

use crate::parts::{CHECKED, Class, Parts, UNCHECKED};

/// The symmetry of the grids to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Grids unchanged by a half turn: pairs of quarters.
    Half,
    /// Grids unchanged by a quarter turn: a quarter and its images.
    Quarter,
}

/// The shape of a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Number of rows of the grid.
    pub size: usize,
    /// Number of rows of the quarter, and of sites on each of its two sides.
    pub height: usize,
    /// Number of columns of the quarter.
    pub width: usize,
}

impl Shape {
    pub(crate) fn new(size: usize) -> Self {
        Shape { size, height: size / 2, width: size.div_ceil(2) }
    }

    /// Returns `true` if the grid has a centre square.
    pub(crate) fn has_centre(self) -> bool {
        self.width > self.height
    }

    /// Returns every row of squares, one bit each.
    pub(crate) fn rows(self) -> std::ops::Range<u32> {
        0..1 << self.width
    }
}

/// The open sites along a region's boundary, as a bit set. The order is: the right sites of the finished rows from
/// the top down, then the columns from the last to the first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sites {
    open: u64,
    right: usize,
    width: usize,
}

impl Sites {
    /// Creates the set from the open right sites (bit i: row i of `rows`) and the open columns (bit j: column j).
    pub(crate) fn new(shape: Shape, rows: usize, right: u32, columns: u32) -> Self {
        let back = u64::from(columns.reverse_bits() >> (u32::BITS as usize - shape.width));
        Sites { open: u64::from(right) | back << rows, right: rows, width: shape.width }
    }

    /// Counts the runs of open sites.
    pub(crate) fn runs(self) -> usize {
        (self.open & !(self.open << 1)).count_ones() as usize
    }

    /// Returns the run that contains the right site of row `i`, if that site is open.
    pub(crate) fn run_of_right(self, i: usize) -> Option<usize> {
        self.run_at(i)
    }

    /// Returns the run that contains column `j`, if that column is open.
    pub(crate) fn run_of_column(self, j: usize) -> Option<usize> {
        self.run_at(self.right + self.width - 1 - j)
    }

    fn run_at(self, at: usize) -> Option<usize> {
        let starts = self.open & !(self.open << 1);
        let up_to = starts & ((2 << at) - 1);
        (self.open >> at & 1 == 1).then(|| up_to.count_ones() as usize - 1)
    }
}

/// The legality and the last word part of every across row of the quarter.
///
/// Invariant: `classes` is indexed by the row's number, then by its checked squares, then by whether its right site
/// is open.
pub(crate) struct RowTable {
    shape: Shape,
    /// Indexed by row: its number among the possible rows, or `None`.
    number: Vec<Option<u16>>,
    classes: Vec<Option<Class>>,
}

impl RowTable {
    pub(crate) fn new(shape: Shape, parts: &Parts) -> Self {
        let mut number = vec![None; 1 << shape.width];
        let mut classes = Vec::new();
        let mut fresh = 0;
        for row in shape.rows() {
            let of_row: Vec<Option<Class>> = shape
                .rows()
                .flat_map(|checked| [false, true].map(|open| judge(shape, parts, row, checked & row, open)))
                .collect();
            if of_row.iter().any(Option::is_some) {
                number[row as usize] = Some(fresh);
                fresh += 1;
                classes.extend(of_row);
            }
        }
        RowTable { shape, number, classes }
    }

    /// Returns the rows that can occur.
    pub(crate) fn possible(&self) -> impl Iterator<Item = u32> {
        self.shape.rows().filter(|&row| self.number[row as usize].is_some())
    }

    /// Returns the class of the part that leads out of the right site if that is open, else 0. `checked` are the
    /// squares with a white neighbour above or below. Returns `None` if some word of the row is not legal.
    pub(crate) fn judge(&self, row: u32, checked: u32, open: bool) -> Option<Class> {
        let number = usize::from(self.number[row as usize]?);
        let index = (number << self.shape.width | checked as usize) << 1 | usize::from(open);
        self.classes[index]
    }
}

fn judge(shape: Shape, parts: &Parts, row: u32, checked: u32, open: bool) -> Option<Class> {
    let mut part: Option<Class> = None;
    for place in 0..shape.width {
        if row >> place & 1 == 0 {
            if part.is_some_and(|part| !parts.whole(place - 1, part)) {
                return None;
            }
            part = None;
        } else {
            let letter = if checked >> place & 1 == 1 { CHECKED } else { UNCHECKED };
            part = Some(match part {
                None => parts.first(place, letter)?,
                Some(part) => parts.next(place - 1, part, letter)?,
            });
        }
    }
    match (part, open) {
        (Some(part), true) => Some(part),
        (Some(part), false) => parts.whole(shape.width - 1, part).then_some(0),
        (None, true) => None,
        (None, false) => Some(0),
    }
}

/// The lines of the grid whose white square must be tested, because no other rule ensures it.
///
/// A line of the grid lies in two quarters: row i is row i of one quarter and column i of the other, turned. So a
/// quarter records which of its rows and columns it has *touched*, one bit each. Together two quarters must have
/// touched every line. If the grid is connected, its first row and first column are enough. Their images under the
/// half turn are the last row and column, and a region from edge to edge crosses every line between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RequiredLines {
    shape: Shape,
    /// The first `rows` rows and the first `columns` columns need a white square.
    rows: usize,
    columns: usize,
    /// The grid needs at least one white square.
    any: bool,
}

impl RequiredLines {
    /// Selects the lines to test; `least` is the required number of white squares in every row and column.
    pub(crate) fn new(shape: Shape, connected: bool, edges: bool, least: usize) -> Self {
        let (rows, columns) = match (connected, edges, least > 0) {
            (false, _, true) => (shape.height, shape.width),
            (_, true, _) | (true, _, true) => (1, 1),
            (_, false, false) => (0, 0),
        };
        RequiredLines { shape, rows, columns, any: rows == 0 }
    }

    /// Returns the number of bits that record what a quarter has touched.
    pub(crate) fn bits(self) -> usize {
        self.rows + self.columns + usize::from(self.any)
    }

    /// Returns the lines that row `i` of a quarter touches if its colours are `row`.
    pub(crate) fn touched(self, i: usize, row: u32) -> u64 {
        let rows = u64::from(i < self.rows && row != 0) << i;
        let columns = u64::from(row) & ((1 << self.columns) - 1);
        let any = u64::from(self.any && row != 0);
        rows | columns << self.rows | any << (self.rows + self.columns)
    }

    /// Returns `true` if two quarters that touched these lines leave no line without a white square. `centre` is
    /// `true` for a white centre.
    pub(crate) fn all_touched(self, [one, two]: [u64; 2], centre: bool) -> bool {
        let row = |touched: u64, i: usize| touched >> i & 1 == 1;
        let column = |touched: u64, j: usize| touched >> (self.rows + j) & 1 == 1;
        // The middle row is the last column of one quarter and the centre; the middle column is that of the other.
        let middle = self.columns > self.shape.height;
        let is_middle = |j: usize| middle && j == self.shape.height;
        let all_rows = (0..self.rows).all(|i| row(one, i) || column(two, i));
        let all_columns = (0..self.columns).all(|j| {
            if is_middle(j) { centre || column(one, j) && column(two, j) } else { column(one, j) || row(two, j) }
        });
        let some = !self.any || one | two != 0;
        all_rows && all_columns && some
    }
}
