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

/// Returns the hue in degrees, and the saturation and the lightness in percent, of the colour for a length. Hues of similar lengths are far
/// apart.
fn hsl(length: usize) -> (usize, usize, usize) {
    (length * 137 % 360, 75, if length.is_multiple_of(2) { 72 } else { 60 })
}

/// Returns the colour for words of this length, in CSS syntax.
pub fn colour(length: usize) -> String {
    let (hue, saturation, lightness) = hsl(length);
    format!("hsl({hue} {saturation}% {lightness}%)")
}

/// Returns the colour as red, green and blue. CSS Color 4 (W3C, 2022) defines the conversion from hue, saturation and lightness.
#[cfg(feature = "png")]
pub fn rgb(length: usize) -> [u8; 3] {
    let (hue, saturation, lightness) = hsl(length);
    let (saturation, lightness) = (saturation as f64 / 100.0, lightness as f64 / 100.0);
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|place| {
        let along = (place + hue as f64 / 30.0) % 12.0;
        let share = lightness - reach * (along - 3.0).min(9.0 - along).clamp(-1.0, 1.0);
        (255.0 * share).round() as u8
    })
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

    /// Returns the legend of a sheet that is `width` squares wide.
    pub fn new(lengths: &'a [usize], width: usize) -> Self {
        Legend { lengths, across: (width / Self::ENTRY).max(1) }
    }

    /// Returns the height in squares, which is 0 without colours.
    pub fn height(&self) -> usize {
        Self::HIGH * self.lengths.len().div_ceil(self.across)
    }

    /// Returns the lengths, each with the row and the column of the square in which its entry begins.
    pub fn entries(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let place = |i: usize| (Self::HIGH * (i / self.across), Self::ENTRY * (i % self.across));
        self.lengths.iter().enumerate().map(move |(i, &length)| (length, place(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: hues 188, 102 and 16 at 72 %, each in another sixth of the circle.
    #[cfg(feature = "png")]
    #[test]
    fn both_forms_of_a_colour_are_the_same() {
        assert_eq!((colour(4), rgb(4)), ("hsl(188 75% 72%)".to_owned(), [130, 223, 237]));
        assert_eq!((colour(6), rgb(6)), ("hsl(102 75% 72%)".to_owned(), [162, 237, 130]));
        assert_eq!((colour(8), rgb(8)), ("hsl(16 75% 72%)".to_owned(), [237, 159, 130]));
    }

    #[test]
    fn a_legend_has_rows_as_it_needs_them() {
        let lengths = [3, 4, 5, 7, 9];
        let legend = Legend::new(&lengths, 8);
        let entries: Vec<_> = legend.entries().collect();
        assert_eq!(entries, [(3, (0, 0)), (4, (0, 3)), (5, (2, 0)), (7, (2, 3)), (9, (4, 0))]);
        assert_eq!(legend.height(), 6);
        // A sheet narrower than an entry has one entry in each row.
        assert_eq!(Legend::new(&lengths, 1).height(), 10);
        assert_eq!(Legend::new(&[], 8).height(), 0);
    }
}
