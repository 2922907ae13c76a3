//! The positions of several grids on a sheet: rows of places of one size.
//!
//! All lengths are in squares. A place is as high as the highest grid and as wide as the widest. If grids have names, it has space for the
//! names below them. A smaller grid lies at the top left of its place.

use super::caption::Captions;
use super::figure::{Figure, Labels, Look};
use gridcheck_layout::contents::Contents;
use gridcheck_layout::shape::{Shape, Shaped};

/// A sheet of grids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Number of grids side by side.
    pub columns: usize,
    /// Number of rows of grids.
    pub rows: usize,
    /// Number of squares between two places, and between the edge and the first place.
    gap: usize,
    /// Height and width of a place.
    place: (usize, usize),
    captions: Option<Captions>,
    /// The letters, circles and shading of each grid, if they are drawn.
    contents: Vec<Contents>,
    /// The texts in the corners of each grid.
    labels: Vec<Labels>,
}

impl Sheet {
    /// Returns a sheet with a gap of one square between and around the grids. Without `columns` it is about as high as wide.
    pub fn spaced(grids: &[impl Shaped], columns: Option<usize>) -> Self {
        Sheet::with_gap(grids, columns, None)
    }

    /// Returns a [spaced](Sheet::spaced) sheet with a name below each grid.
    pub fn captioned(grids: &[impl Shaped], columns: Option<usize>, captions: Captions) -> Self {
        Sheet::with_gap(grids, columns, Some(captions))
    }

    fn with_gap(grids: &[impl Shaped], columns: Option<usize>, captions: Option<Captions>) -> Self {
        let largest = |side: fn(Shape) -> usize| grids.iter().map(|grid| side(grid.shape())).max().unwrap_or(1);
        let (below, beside) = captions.as_ref().map_or((0, 0), Captions::room);
        let place = (largest(|shape| shape.height()) + below, largest(|shape| shape.width()).max(beside));
        let columns = columns.unwrap_or_else(|| {
            let ratio = (place.0 + 1) as f64 / (place.1 + 1) as f64;
            (grids.len() as f64 * ratio).sqrt().ceil() as usize
        });
        Sheet { captions, ..Sheet::of(place, grids.len(), columns, 1) }
    }

    /// Returns a sheet on which `grids` grids of `size` × `size` squares lie side by side without gaps.
    pub fn mosaic(size: usize, grids: usize, columns: usize) -> Self {
        Sheet::of((size, size), grids, columns, 0)
    }

    fn of(place: (usize, usize), grids: usize, columns: usize, gap: usize) -> Self {
        let columns = columns.clamp(1, grids.max(1));
        Sheet {
            columns,
            rows: grids.max(1).div_ceil(columns),
            gap,
            place,
            captions: None,
            contents: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Returns the sheet with letters, circles and shading in its grids, in the order of the grids.
    #[must_use]
    pub fn with_contents(self, contents: Vec<Contents>) -> Self {
        Sheet { contents, ..self }
    }

    /// Returns the sheet with these texts in the corners of squares, in the order of the grids.
    #[must_use]
    pub fn with_labels(self, labels: Vec<Labels>) -> Self {
        Sheet { labels, ..self }
    }

    /// Returns the texts of these grids that are drawn with this look: names, texts in corners, and letters.
    pub fn texts(&self, grids: &[impl Shaped], look: &Look) -> Vec<String> {
        let names = self.captions.iter().flat_map(|captions| (0..grids.len()).filter_map(|i| captions.name(i)));
        let mut texts: Vec<String> = names.map(str::to_owned).collect();
        for (i, grid) in grids.iter().enumerate() {
            texts.extend(self.figure(i, grid.shape(), look).texts());
        }
        texts
    }

    /// Returns the figure of grid `i`, which has this shape.
    pub(crate) fn figure<'a>(&'a self, i: usize, shape: Shape<'a>, look: &'a Look) -> Figure<'a> {
        Figure::of(shape, look).with_contents(self.contents.get(i)).with_labels(self.labels.get(i))
    }

    /// Returns `true` if there is a gap between and around the grids.
    pub fn is_spaced(&self) -> bool {
        self.gap > 0
    }

    /// Returns the names below the grids.
    pub fn captions(&self) -> Option<&Captions> {
        self.captions.as_ref()
    }

    /// Returns the row and the column of the square in which grid `i` begins.
    pub fn corner(&self, i: usize) -> (usize, usize) {
        let (row, column) = (i / self.columns, i % self.columns);
        (self.gap + row * (self.place.0 + self.gap), self.gap + column * (self.place.1 + self.gap))
    }

    /// Returns the height in squares.
    pub fn height(&self) -> usize {
        self.gap + self.rows * (self.place.0 + self.gap)
    }

    /// Returns the width in squares.
    pub fn width(&self) -> usize {
        self.gap + self.columns * (self.place.1 + self.gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    #[test]
    fn places_are_as_large_as_the_largest_grid() {
        let grids = [Grid::black(2, 5), Grid::black(3, 1), Grid::black(1, 1)];
        let sheet = Sheet::spaced(&grids, Some(2));
        assert_eq!((sheet.rows, sheet.height(), sheet.width()), (2, 9, 13));
        assert_eq!([0, 1, 2].map(|i| sheet.corner(i)), [(1, 1), (1, 7), (5, 1)]);
        let mosaic = Sheet::mosaic(3, 3, 2);
        assert_eq!((mosaic.height(), mosaic.width(), mosaic.corner(2)), (6, 6, (3, 0)));
    }

    #[test]
    fn names_make_places_higher_and_wider() {
        let grids = [Grid::black(5, 5), Grid::black(3, 3)];
        let names = ["monday.puz".to_owned(), "tuesday.puz".to_owned()];
        let captions = Captions::new(&names, 8);
        let (below, beside) = captions.room();
        let sheet = Sheet::captioned(&grids, Some(2), captions);
        assert_eq!((sheet.height(), sheet.width()), (1 + 5 + below + 1, 1 + 2 * (beside + 1)));
        assert!(beside > 5, "the test needs a name wider than its grid");
    }

    #[test]
    fn a_sheet_is_about_as_high_as_wide() {
        let grids = vec![Grid::black(7, 7); 182];
        let sheet = Sheet::spaced(&grids, None);
        assert_eq!((sheet.columns, sheet.rows), (14, 13));
        assert_eq!(Sheet::spaced(&grids[..1], None).columns, 1);
        assert_eq!(Sheet::spaced(&grids[..3], Some(99)).columns, 3);
        assert_eq!(Sheet::spaced(&grids[..0], None).columns, 1);
        let wide = vec![Grid::black(1, 31); 16];
        assert_eq!(Sheet::spaced(&wide, None).columns, 1);
    }
}
