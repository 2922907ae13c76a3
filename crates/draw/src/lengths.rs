//! Letters coloured by the lengths of their words: which lengths a picture shows, in what colours, and where its legend stands.
//!
//! The same in every picture, so that grids can be laid side by side. Which letters show a length says
//! [`Figure::shown_length`].

use std::collections::BTreeSet;

use super::figure::{Figure, Look};
use gridcheck_layout::shape::Shape;

/// The lengths that some letter is coloured by, in order; none where that is not wanted.
pub fn shown<'a, S>(grids: &'a [S], look: &'a Look) -> Vec<usize>
where
    &'a S: Into<Shape<'a>>,
{
    let mut lengths = BTreeSet::new();
    for grid in grids.iter().filter(|_| look.lengths) {
        let figure = Figure::of(grid, look);
        lengths.extend(figure.squares().filter_map(|(r, c, _)| figure.shown_length(r, c)));
    }
    lengths.into_iter().collect()
}

/// Hue in degrees, saturation and lightness in hundredths: a colour for words of each length, neighbours far apart on the circle
/// of hues.
fn hsl(length: usize) -> (usize, usize, usize) {
    (length * 137 % 360, 75, if length.is_multiple_of(2) { 72 } else { 60 })
}

/// The colour for words of this length, as CSS has it.
pub fn colour(length: usize) -> String {
    let (hue, saturation, lightness) = hsl(length);
    format!("hsl({hue} {saturation}% {lightness}%)")
}

/// The same as red, green and blue, as CSS Color 4 (W3C, 2022) makes them from hue, saturation and lightness.
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

/// Which colour is which length, below the grids of a sheet: in rows of entries two squares high, a coloured square and the length
/// beside it.
pub struct Legend<'a> {
    lengths: &'a [usize],
    across: usize,
}

impl<'a> Legend<'a> {
    /// Squares that an entry takes from left to right.
    const ENTRY: usize = 3;
    /// And from top to bottom.
    const HIGH: usize = 2;

    /// The legend of a sheet so many squares wide.
    pub fn new(lengths: &'a [usize], width: usize) -> Self {
        Legend { lengths, across: (width / Self::ENTRY).max(1) }
    }

    /// Squares from top to bottom; 0 where there are no colours.
    pub fn height(&self) -> usize {
        Self::HIGH * self.lengths.len().div_ceil(self.across)
    }

    /// The lengths with the row and the column of the square in which the entry of each begins.
    pub fn entries(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let place = |i: usize| (Self::HIGH * (i / self.across), Self::ENTRY * (i % self.across));
        self.lengths.iter().enumerate().map(move |(i, &length)| (length, place(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: hues 188, 102 and 16 at 72 %, each in another sixth of the circle.
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
        // A sheet that is narrower than an entry has one in each row all the same.
        assert_eq!(Legend::new(&lengths, 1).height(), 10);
        assert_eq!(Legend::new(&[], 8).height(), 0);
    }
}
