//! The colours for the lengths of words: the lengths that a picture shows, their colours, and the legend.
//!
//! A length has the same colour in every picture, so that pictures can be compared. [`Figure::shown_length`] selects the letters that show
//! a length.

use std::collections::BTreeSet;

use super::figure::{Figure, Look};
use gridcheck_layout::shape::Shaped;

/// Returns the lengths by which letters are coloured, in increasing order. The list is empty if `look` does not ask for colours.
pub fn shown(grids: &[impl Shaped], look: &Look) -> Vec<usize> {
    let mut lengths = BTreeSet::new();
    for grid in grids.iter().filter(|_| look.lengths) {
        let figure = Figure::of(grid.shape(), look);
        lengths.extend(figure.squares().filter_map(|(r, c, _)| figure.shown_length(r, c)));
    }
    lengths.into_iter().collect()
}

/// Colours that people with the usual forms of colour blindness tell apart, and lighter ones of the same hues (Okabe and Ito 2002, "Color
/// universal design").
const COLOURS: [[u8; 3]; 14] = [
    [230, 159, 0],
    [86, 180, 233],
    [240, 228, 66],
    [0, 158, 115],
    [204, 121, 167],
    [213, 94, 0],
    [64, 138, 200],
    [248, 217, 153],
    [187, 225, 246],
    [249, 244, 179],
    [153, 216, 199],
    [235, 201, 220],
    [238, 191, 153],
    [178, 208, 233],
];

/// Returns the colour for words of this length, as red, green and blue. Lengths from 3 to 16 have different colours.
pub fn rgb(length: usize) -> [u8; 3] {
    COLOURS[(length + COLOURS.len() - 3) % COLOURS.len()]
}

/// The colour of shaded squares.
pub const SHADE: [u8; 3] = [216, 216, 216];

/// Returns the colour of a white square that is not white: that of its word's length, or the shade.
pub fn tint(figure: &Figure, r: usize, c: usize) -> Option<[u8; 3]> {
    figure.shown_length(r, c).map(rgb).or_else(|| figure.is_shaded(r, c).then_some(SHADE))
}

/// Returns a colour in CSS syntax.
pub fn css([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The legend below the grids of a sheet: rows of entries two squares high. An entry is a coloured square and the length beside it.
pub struct Legend<'a> {
    lengths: &'a [usize],
    across: usize,
}

impl<'a> Legend<'a> {
    /// Width of an entry, in squares.
    const ENTRY: usize = 3;
    /// Height of an entry, in squares.
    const HIGH: usize = 2;

    /// Returns the legend of a sheet that is `width` squares wide, with a margin of one square. The last number of a row may reach into
    /// that margin.
    pub fn new(lengths: &'a [usize], width: usize) -> Self {
        Legend { lengths, across: (width.saturating_sub(1) / Self::ENTRY).max(1) }
    }

    /// Returns the height in squares, which is 0 without colours.
    pub fn height(&self) -> usize {
        Self::HIGH * self.lengths.len().div_ceil(self.across)
    }

    /// Returns the lengths, each with the row and the column of the square in which its entry begins.
    pub fn entries(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let place = |i: usize| (Self::HIGH * (i / self.across), 1 + Self::ENTRY * (i % self.across));
        self.lengths.iter().enumerate().map(move |(i, &length)| (length, place(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_lengths_have_different_colours() {
        let colours: BTreeSet<[u8; 3]> = (3..=16).map(rgb).collect();
        assert_eq!(colours.len(), 14);
        assert_eq!((rgb(3), css(rgb(3))), ([230, 159, 0], "#e69f00".to_owned()));
        assert_eq!(rgb(64), COLOURS[61 % 14]);
        assert_eq!(rgb(1), COLOURS[12]);
    }

    #[test]
    fn a_legend_has_rows_as_it_needs_them() {
        let lengths = [3, 4, 5, 7, 9];
        let legend = Legend::new(&lengths, 8);
        let entries: Vec<_> = legend.entries().collect();
        assert_eq!(entries, [(3, (0, 1)), (4, (0, 4)), (5, (2, 1)), (7, (2, 4)), (9, (4, 1))]);
        assert_eq!(legend.height(), 6);
        // A sheet narrower than an entry has one entry in each row.
        assert_eq!(Legend::new(&lengths, 1).height(), 10);
        assert_eq!(Legend::new(&[], 8).height(), 0);
    }
}
