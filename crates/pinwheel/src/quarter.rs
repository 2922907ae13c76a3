//! The quarter: its shape, its open sites, its rows, and the lines that need a white square.
//!
//! A grid of n = 2h + 1 squares a side, less its centre, falls into four rectangles of h rows and h + 1 columns that turn into
//! one another (n = 2h: four squares of h × h, and no centre). The quarter in hand is the one at the top left: rows
//! 0..h, columns 0..w. On its right it meets the next quarter clockwise at h *right sites*, (i, w − 1) for i < h; below it
//! the one before at h *bottom sites*, (h − 1, j) for j < h; and for odd n the square (h − 1, h) meets the centre: the
//! *link*.
//!
//! A site is **black**; or **closed**: white with black across the border; or **open**: white on both sides.

use super::parts::{CHECKED, Class, Parts, UNCHECKED};

/// The shape of a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the grid.
    pub size: usize,
    /// Rows of the quarter, and sites on each of its two sides.
    pub height: usize,
    /// Columns of the quarter.
    pub width: usize,
}

impl Shape {
    pub fn new(size: usize) -> Self {
        Shape { size, height: size / 2, width: size.div_ceil(2) }
    }

    /// Whether there is a centre square.
    pub fn has_centre(self) -> bool {
        self.width > self.height
    }

    /// Every row of squares, one bit each.
    pub fn rows(self) -> std::ops::Range<u32> {
        0..1 << self.width
    }
}

/// The open sites along a region's rim, from the top right down and then back along the bottom, as a bit set: the right
/// sites of the rows done, then the columns from the last to the first.
#[derive(Debug, Clone, Copy)]
pub struct Sites {
    open: u64,
    right: usize,
    width: usize,
}

impl Sites {
    /// The open sites on the right, bit i being row i of `rows`, and in the columns, bit j being column j.
    pub fn new(shape: Shape, rows: usize, right: u32, columns: u32) -> Self {
        let back = u64::from(columns.reverse_bits() >> (u32::BITS as usize - shape.width));
        Sites { open: u64::from(right) | back << rows, right: rows, width: shape.width }
    }

    /// How many runs of open sites there are.
    pub fn runs(self) -> usize {
        (self.open & !(self.open << 1)).count_ones() as usize
    }

    /// The run that the right site of row `i` is in, if it is open.
    pub fn run_of_right(self, i: usize) -> Option<usize> {
        self.run_at(i)
    }

    /// The run that column `j` is in, if it is open.
    pub fn run_of_column(self, j: usize) -> Option<usize> {
        self.run_at(self.right + self.width - 1 - j)
    }

    fn run_at(self, at: usize) -> Option<usize> {
        let starts = self.open & !(self.open << 1);
        let up_to = starts & ((2 << at) - 1);
        (self.open >> at & 1 == 1).then(|| up_to.count_ones() as usize - 1)
    }
}

/// What is said of an across row of the quarter.
///
/// Invariant: `said` is indexed by the row's number in `rows`, then by the row's checked squares, then by its right site being open.
pub struct RowTable {
    shape: Shape,
    /// By row: its number among those that can occur, if it can.
    number: Vec<Option<u16>>,
    classes: Vec<Option<Class>>,
}

impl RowTable {
    pub fn new(shape: Shape, parts: &Parts) -> Self {
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

    /// The rows that can occur.
    pub fn possible(&self) -> impl Iterator<Item = u32> {
        self.shape.rows().filter(|&row| self.number[row as usize].is_some())
    }

    /// `None` if some word of the row is not legal, given which squares have a white neighbour above or below; else the class
    /// of the part that leads out of its right site if that is open, else 0.
    pub fn judge(&self, row: u32, checked: u32, open: bool) -> Option<Class> {
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

/// The lines of the grid that need a white square, as far as nothing else sees to it.
///
/// A line of the grid lies in two quarters: row i in row i of one and in column i of the other turned, so a quarter tells
/// which of its rows and columns it has *touched*, a bit each, and two quarters must have touched every line between them.
/// When the grid is connected, its first row and first column are enough: their images under the half turn are the last
/// ones, and a region from edge to edge crosses every line between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequiredLines {
    shape: Shape,
    /// The first so many rows, and the first so many columns, need a white square.
    rows: usize,
    columns: usize,
    /// The grid needs one.
    any: bool,
}

impl RequiredLines {
    /// `least` white squares are needed in every row and column.
    pub fn new(shape: Shape, connected: bool, edges: bool, least: usize) -> Self {
        let (rows, columns) = match (connected, edges, least > 0) {
            (false, _, true) => (shape.height, shape.width),
            (_, true, _) | (true, _, true) => (1, 1),
            (_, false, false) => (0, 0),
        };
        RequiredLines { shape, rows, columns, any: rows == 0 }
    }

    /// How many bits tell what a quarter has touched.
    pub fn bits(self) -> usize {
        self.rows + self.columns + usize::from(self.any)
    }

    /// What row `i` of a quarter touches when it is `row`.
    pub fn touched(self, i: usize, row: u32) -> u64 {
        let rows = u64::from(i < self.rows && row != 0) << i;
        let columns = u64::from(row) & ((1 << self.columns) - 1);
        let any = u64::from(self.any && row != 0);
        rows | columns << self.rows | any << (self.rows + self.columns)
    }

    /// Whether two quarters that touched these leave no line without a white square; `centre` is white or not.
    pub fn all_touched(self, [one, two]: [u64; 2], centre: bool) -> bool {
        let row = |touched: u64, i: usize| touched >> i & 1 == 1;
        let column = |touched: u64, j: usize| touched >> (self.rows + j) & 1 == 1;
        // The middle row is one quarter's last column and the centre, the middle column the other's.
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
