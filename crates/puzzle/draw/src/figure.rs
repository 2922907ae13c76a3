//! The visible parts of a grid: each square white, black or left out, with its clue number, its mark and its bars.
//!
//! Keith (2026) draws grids without the black squares that touch the edge, so that they lie on the page like islands. Here a black square
//! touches the edge if it lies there, or if it adjoins by a side a black square that touches it. So every black region that reaches the
//! edge is left out completely, and no black square stands out into the page. Voids are always left out, and a black square beside a void
//! lies at the edge.
//!
//! Invariant: `left_out[r]` has the bits of voids and, if [`Look::open_edge`] is set, of the black squares that touch the edge.

use std::collections::BTreeMap;

use gridcheck_core::grid::full_row;
use gridcheck_layout::contents::Contents;
use gridcheck_layout::shape::{Shape, Square};
use gridcheck_layout::words::Words;
use unicode_segmentation::UnicodeSegmentation as _;

/// The texts in the corners of squares. If there are none, they are the clue numbers.
pub type Labels = BTreeMap<Square, String>;

/// The options for drawing a grid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// Draws clue numbers.
    pub numbers: bool,
    /// The marked squares: row and column, from 0. Squares outside the grid are ignored.
    pub marks: Vec<(usize, usize)>,
    /// Leaves out black regions that reach the edge.
    pub open_edge: bool,
    /// Colours the letters of one word by its length.
    pub lengths: bool,
}

/// The appearance of one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appearance {
    /// A white square, with its clue number if a word starts there. The number is present even if clue numbers are not drawn.
    White(Option<usize>),
    /// Black.
    Black,
    /// A black square that is not drawn, or a void.
    LeftOut,
}

/// A bar, one square long, from a corner of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarLine {
    /// Row of the square at whose top left corner the bar begins.
    pub row: usize,
    /// Column of this square.
    pub column: usize,
    /// `true` for a bar across, `false` for a bar down.
    pub across: bool,
    /// `true` for each end, begin and end, inside the picture. There it meets other bars and is lengthened by half of its thickness.
    pub ends_inside: [bool; 2],
}

/// A grid with the options for drawing it.
pub struct Figure<'a> {
    shape: Shape<'a>,
    words: Words,
    left_out: Vec<u64>,
    pub(super) look: &'a Look,
    contents: Option<&'a Contents>,
    labels: Option<&'a Labels>,
}

impl<'a> Figure<'a> {
    /// Returns the figure of a grid with the options `look`.
    pub fn of(shape: impl Into<Shape<'a>>, look: &'a Look) -> Self {
        let shape = shape.into();
        let mut voids = vec![0; shape.height()];
        for &(r, c) in shape.voids {
            voids[r] |= 1 << c;
        }
        let left_out = if look.open_edge { left_out_at_edge(shape, voids) } else { voids };
        Figure { shape, words: Words::of(shape), left_out, look, contents: None, labels: None }
    }

    /// Returns the figure with these letters, circles and shaded squares.
    #[must_use]
    pub fn with_contents(self, contents: Option<&'a Contents>) -> Self {
        Figure { contents, ..self }
    }

    /// Returns the figure with these texts in the corners of squares, if there are any.
    #[must_use]
    pub fn with_labels(self, labels: Option<&'a Labels>) -> Self {
        Figure { labels: labels.filter(|labels| !labels.is_empty()), ..self }
    }

    /// Returns the grid with its bars and voids.
    pub fn shape(&self) -> Shape<'a> {
        self.shape
    }

    /// Returns `true` if no square is left out, so that the picture is a rectangle.
    pub fn is_whole(&self) -> bool {
        self.left_out.iter().all(|&row| row == 0)
    }

    /// Returns the edges between drawn and left out squares, each one square long.
    ///
    /// An edge is the corner at which it begins, as row and column, and `true` if it runs across, `false` if it runs down.
    pub fn outline(&self) -> impl Iterator<Item = (Square, bool)> {
        let (height, width) = (self.height(), self.width());
        let corners = (0..=height).flat_map(move |r| (0..=width).map(move |c| (r, c)));
        corners.flat_map(move |(r, c)| {
            let here = self.is_drawn(r, c);
            let above = r > 0 && self.is_drawn(r - 1, c);
            let before = c > 0 && self.is_drawn(r, c - 1);
            let across = (c < width && here != above).then_some(((r, c), true));
            let down = (r < height && here != before).then_some(((r, c), false));
            across.into_iter().chain(down)
        })
    }

    /// Returns the bars as lines.
    pub fn bars(&self) -> impl Iterator<Item = BarLine> {
        // A bar begins at the first corner of the second square.
        self.shape.bars().sides().map(|((above, _), (row, column))| {
            let across = above < row;
            let end = if across { (row, column + 1) } else { (row + 1, column) };
            BarLine { row, column, across, ends_inside: [self.is_inside((row, column)), self.is_inside(end)] }
        })
    }

    /// Returns `true` if all four squares around a corner are drawn.
    fn is_inside(&self, (r, c): Square) -> bool {
        r > 0 && c > 0 && [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)].into_iter().all(|(r, c)| self.is_drawn(r, c))
    }

    /// Returns `true` if there is a square (`r`, `c`) in the grid, and it is not left out.
    fn is_drawn(&self, r: usize, c: usize) -> bool {
        r < self.height() && c < self.width() && self.left_out[r] >> c & 1 == 0
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.shape.height()
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.shape.width()
    }

    /// Returns the words of the grid.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Returns the appearance of square (`r`, `c`).
    pub fn square(&self, r: usize, c: usize) -> Appearance {
        if self.shape.grid.is_white(r, c) {
            Appearance::White(self.words.number(r, c))
        } else if self.left_out[r] >> c & 1 == 1 {
            Appearance::LeftOut
        } else {
            Appearance::Black
        }
    }

    /// Returns the text to draw in the corner of square (`r`, `c`): its clue number, or what the file has there.
    pub fn label(&self, r: usize, c: usize) -> Option<String> {
        let Appearance::White(number) = self.square(r, c) else { return None };
        let label = || match self.labels {
            Some(labels) => labels.get(&(r, c)).cloned(),
            None => number.map(|number| number.to_string()),
        };
        self.look.numbers.then(label).flatten()
    }

    /// Returns the length of the word that the square's colour shows.
    ///
    /// Only unchecked letters, which lie in one word only, have a colour, as in Keith's drawings (2026). In a British grid about every
    /// other letter is unchecked.
    pub fn shown_length(&self, r: usize, c: usize) -> Option<usize> {
        if !self.look.lengths {
            return None;
        }
        let words = self.words.words.iter();
        let mut here =
            words.filter(|word| word.squares().enumerate().any(|(i, square)| square == (r, c) && !word.is_checked(i)));
        here.next().map(|word| word.length)
    }

    /// Returns the text to draw in square (`r`, `c`), which is empty if there is none.
    pub fn letters(&self, r: usize, c: usize) -> &'a str {
        let contents = self.contents.filter(|_| self.shape.grid.is_white(r, c));
        contents.and_then(|contents| contents.letters.get(r * self.width() + c)).map_or("", String::as_str)
    }

    /// Returns `true` if square (`r`, `c`) has a circle.
    pub fn is_circled(&self, r: usize, c: usize) -> bool {
        self.contents.is_some_and(|contents| contents.circles.contains(&(r, c)))
    }

    /// Returns `true` if square (`r`, `c`) is white and has another colour.
    pub fn is_shaded(&self, r: usize, c: usize) -> bool {
        self.shape.grid.is_white(r, c) && self.contents.is_some_and(|contents| contents.shading.contains(&(r, c)))
    }

    /// Returns all texts in squares.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.squares().flat_map(|(r, c, _)| {
            let letters = Some(self.letters(r, c)).filter(|letters| !letters.is_empty());
            self.label(r, c).into_iter().chain(letters.map(str::to_owned))
        })
    }

    /// Returns the size of the letters of a square in squares: texts of several letters are smaller.
    pub fn letter_size(letters: &str) -> f64 {
        0.62 * (1.6 / letters.graphemes(true).count().max(1) as f64).min(1.0)
    }

    /// Returns the distance from the top of a square to the base line of its letters, in squares.
    pub fn letter_line(&self) -> f64 {
        if self.look.numbers { 0.86 } else { 0.73 }
    }

    /// Returns the size of letters of this extent, at most `size`, and the distance to their base line, about `line`. With them they stay in
    /// their square, below its number.
    #[cfg(any(feature = "pdf", feature = "png"))]
    pub(crate) fn fitted(&self, size: f64, line: f64, extent: &super::typeface::Extent) -> (f64, f64) {
        let (top, bottom) = if self.look.numbers { (0.34, 0.96) } else { (0.04, 0.96) };
        let height = (extent.above + extent.below).max(f64::EPSILON);
        let size = size.min(0.9 / extent.width.max(f64::EPSILON)).min((bottom - top) / height);
        (size, line.max(top + extent.above * size).min(bottom - extent.below * size))
    }

    /// Returns `true` if square (`r`, `c`) is marked.
    pub fn is_marked(&self, r: usize, c: usize) -> bool {
        self.look.marks.contains(&(r, c))
    }

    /// Returns all squares with their rows and columns, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, Appearance)> {
        let (height, width) = (self.height(), self.width());
        (0..height).flat_map(move |r| (0..width).map(move |c| (r, c, self.square(r, c))))
    }
}

/// Returns the voids and the squares of the black regions that reach the edge or a void, one bit set a row.
fn left_out_at_edge(shape: Shape, voids: Vec<u64>) -> Vec<u64> {
    let (height, width) = (shape.height(), shape.width());
    let black: Vec<u64> = shape.grid.rows().iter().map(|row| !row & full_row(width)).collect();
    let sides = 1 | 1 << (width - 1);
    let at_edge = |r: usize| if r == 0 || r == height - 1 { black[r] } else { black[r] & sides };
    let mut found: Vec<u64> = voids.into_iter().enumerate().map(|(r, voids)| at_edge(r) | voids).collect();
    loop {
        let before = found.clone();
        for r in 0..height {
            let above = if r > 0 { found[r - 1] } else { 0 };
            let below = found.get(r + 1).copied().unwrap_or(0);
            found[r] |= (found[r] << 1 | found[r] >> 1 | above | below) & black[r];
        }
        if found == before {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    /// Returns the figure as text: `#` drawn, `x` left out, `.` white.
    fn drawn(grid: &str, look: &Look) -> String {
        let grid: Grid = grid.parse().expect("a grid in the test");
        let figure = Figure::of(&grid, look);
        let character = |square| match square {
            Appearance::White(_) => '.',
            Appearance::Black => '#',
            Appearance::LeftOut => 'x',
        };
        let row = |r| (0..figure.width()).map(|c| character(figure.square(r, c))).collect::<String>();
        (0..figure.height()).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn a_black_region_that_reaches_the_edge_is_left_out_whole() {
        let open = Look { open_edge: true, ..Look::default() };
        let grid = "...#./.#.##/.#..#/..#../#....";
        assert_eq!(drawn(grid, &open), "...x./.#.xx/.#..x/..#../x....");
        assert_eq!(drawn(grid, &Look::default()), grid);
        // The region goes round a corner and back, which needs more than one pass in each direction.
        assert_eq!(drawn("...../###.#/#.#.#/..###/.....", &open), "...../xxx.x/x.x.x/..xxx/.....");
        assert_eq!(drawn("#", &open), "x");
    }

    #[test]
    fn the_labels_of_a_file_are_drawn_instead_of_numbers() {
        let grid: Grid = ".../.#./...".parse().expect("a grid in the test");
        let look = Look { numbers: true, ..Look::default() };
        let shown = |labels: &Labels| {
            let figure = Figure::of(&grid, &look).with_labels(Some(labels));
            grid.size().positions().filter_map(|(r, c)| figure.label(r, c)).collect::<Vec<_>>()
        };
        assert_eq!(shown(&Labels::new()), ["1", "2", "3"]);
        assert_eq!(shown(&[((0, 0), "7".to_owned()), ((1, 1), "x".to_owned())].into()), ["7"]);
        assert_eq!(Figure::of(&grid, &Look::default()).label(0, 0), None);
    }

    #[test]
    fn marks_and_vowel_signs_do_not_make_a_letter_smaller() {
        let same = |text: &str| (Figure::letter_size("A") - Figure::letter_size(text)).abs() < 1e-9;
        assert!(same("\u{915}\u{94d}\u{937}\u{93f}") && same("e\u{301}") && !same("EST"));
    }

    #[test]
    #[cfg(any(feature = "pdf", feature = "png"))]
    fn high_and_deep_letters_stay_below_the_number_and_in_their_square() {
        use crate::typeface::Extent;

        let grid: Grid = ".../.../...".parse().expect("a grid");
        let look = Look { numbers: true, ..Look::default() };
        let figure = Figure::of(&grid, &look);
        assert_eq!(figure.fitted(0.62, 0.86, &Extent { width: 0.6, above: 0.0, below: 0.0 }), (0.62, 0.86));
        for (above, below) in [(0.9, 0.5), (0.4, 0.6), (1.0, 0.0)] {
            let (size, line) = figure.fitted(0.62, 0.86, &Extent { width: 0.6, above, below });
            assert!(line - above * size > 0.339 && line + below * size < 0.961, "{size} {line}");
        }
    }

    #[test]
    fn the_widest_grid_has_an_edge_too() {
        let open = Look { open_edge: true, ..Look::default() };
        let row = format!("#{}#", ".".repeat(62));
        let grid = [".".repeat(64), row, ".".repeat(64)].join("/");
        assert_eq!(drawn(&grid, &open), grid.replace('#', "x"));
    }
}
