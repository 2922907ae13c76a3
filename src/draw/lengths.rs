//! Letters coloured by the lengths of their words: which lengths a picture shows, and in what colours.
//!
//! The same in every picture, so that grids can be laid side by side. Which letters show a length says
//! [`Figure::shown_length`].

use std::collections::BTreeSet;

use super::figure::{Figure, Look};
use crate::shape::Shape;

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

/// A colour for words of each length, as CSS has it: neighbours far apart on the circle of hues.
pub fn colour(length: usize) -> String {
    format!("hsl({} 75% {}%)", length * 137 % 360, if length.is_multiple_of(2) { 72 } else { 60 })
}
