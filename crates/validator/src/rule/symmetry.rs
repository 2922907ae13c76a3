//! Checks that the grid is unchanged under the symmetries of a group: the images of white squares are white, those of voids voids, those of
//! bars bars.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::lines::image_line;
use super::super::place::Square;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::{Grid, Transform};
use gridcheck_core::rules::Symmetry;
use gridcheck_layout::shape::{Colour, Shape};

/// The violation by a grid that lacks the symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asymmetry {
    /// A symmetry of the group changes the colour of a square.
    Square {
        /// The symmetry that fails.
        transform: Transform,
        /// The first square, row by row, whose image has another colour. A void counts as a colour.
        square: Square,
        /// The image of the square under `transform`.
        image: Square,
        /// The colour of `square`.
        colour: Colour,
        /// The colour of `image`.
        other: Colour,
    },
    /// A symmetry of the group moves a bar to a place without one, and changes no square.
    Bar {
        /// The symmetry that fails.
        transform: Transform,
        /// The squares beside the first bar, row by row, whose image is no bar.
        between: [Square; 2],
        /// The images of these squares under `transform`.
        images: [Square; 2],
    },
    /// The group has quarter turns or diagonal reflections, and the sides of the grid differ.
    Sides {
        /// The group.
        symmetry: Symmetry,
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
    },
}

impl Asymmetry {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "symmetry",
        code: Code {
            name: "GC002",
            title: "not symmetrical",
            explanation: "The rules ask that the grid look the same after a half turn, or under other symmetries of the \
                          square. Of the squares that differ from their images one is named; recolour it or its image. \
                          Where all squares are right and bars are not, one of these is named.",
        },
    };
}

/// Judges a grid by its rows and its columns.
pub(in super::super) fn judge(
    symmetry: Symmetry,
    rows: &[u64],
    columns: &[u64],
    sink: &mut impl Sink<Violation: From<Asymmetry>>,
) -> ControlFlow<()> {
    let (height, width) = (rows.len(), columns.len());
    for_each_transform(symmetry, (height, width), sink, |transform| {
        // These transforms are their own inverses and swap top and bottom. Squares that differ come in pairs, one of them in the upper
        // half.
        let upper = matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
        let (row, difference) = (0..if upper { height.div_ceil(2) } else { height })
            .map(|r| (r, rows[r] ^ image_line(transform, rows, columns, r)))
            .find(|&(_, difference)| difference != 0)?;
        let column = difference.trailing_zeros() as usize;
        let (colour, other) = match rows[row] >> column & 1 {
            1 => (Colour::White, Colour::Black),
            _ => (Colour::Black, Colour::White),
        };
        let square = Square { row, column };
        let image = image(transform, (height, width), square);
        Some(Asymmetry::Square { transform, square, image, colour, other })
    })
}

/// Judges a grid with bars or voids.
pub(in super::super) fn judge_shape(
    symmetry: Symmetry,
    shape: Shape,
    sink: &mut impl Sink<Violation: From<Asymmetry>>,
) -> ControlFlow<()> {
    let size = (shape.height(), shape.width());
    let at = |square: Square| shape.at((square.row, square.column));
    for_each_transform(symmetry, size, sink, |transform| {
        let image = |square| image(transform, size, square);
        let mut squares = shape.places().map(|(row, column)| Square { row, column });
        if let Some(square) = squares.find(|&square| at(square) != at(image(square))) {
            let (colour, other) = (at(square), at(image(square)));
            return Some(Asymmetry::Square { transform, square, image: image(square), colour, other });
        }
        let bars = shape.bars.edges().map(|(one, other)| [one, other].map(|(row, column)| Square { row, column }));
        // No two bars have the same image, so if all images are bars, all bars are images.
        let mut bars = bars.map(|between| (between, between.map(image)));
        let is_bar = |[one, other]: [Square; 2]| shape.bars.between((one.row, one.column), (other.row, other.column));
        let (between, images) = bars.find(|&(_, images)| !is_bar(images))?;
        Some(Asymmetry::Bar { transform, between, images })
    })
}

/// Returns the image of a square.
fn image(transform: Transform, (height, width): (usize, usize), square: Square) -> Square {
    let (row, column) = transform.square(height, width, (square.row, square.column));
    Square { row, column }
}

/// Tests each symmetry of a group on a grid of that size. The function `violation` returns the violation of one symmetry.
fn for_each_transform(
    symmetry: Symmetry,
    (height, width): (usize, usize),
    sink: &mut impl Sink<Violation: From<Asymmetry>>,
    violation: impl Fn(Transform) -> Option<Asymmetry>,
) -> ControlFlow<()> {
    let mut sides_named = false;
    for &transform in symmetry.group() {
        // A quarter turn back is the inverse of a quarter turn, so both fail or neither.
        if matches!(transform, Transform::Identity | Transform::Rot270) {
            continue;
        }
        if transform.swaps_sides() && height != width {
            if !std::mem::replace(&mut sides_named, true) {
                sink.report(|| Asymmetry::Sides { symmetry, height, width })?;
            }
            continue;
        }
        if let Some(asymmetry) = violation(transform) {
            sink.report(|| asymmetry)?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for Asymmetry {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        match self {
            Asymmetry::Square { square, image, .. } => vec![*square, *image],
            Asymmetry::Bar { between, images, .. } => between.iter().chain(images).copied().collect(),
            Asymmetry::Sides { .. } => Vec::new(),
        }
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asymmetry::Square { transform, square, image, colour, other } => {
                let (name, colour, other) = (transform.name(), colour.name(), other.name());
                write!(f, "{square} is {colour}, its image under the {name}, {image}, is {other}")
            }
            Asymmetry::Bar { transform, between: [one, other], images: [its, others] } => {
                let name = transform.name();
                write!(
                    f,
                    "a bar between {one} and {other}, none between their images under the {name}, {its} and {others}"
                )
            }
            Asymmetry::Sides { symmetry, height, width } => {
                let name = symmetry.name();
                write!(f, "{height} rows and {width} columns, but the group {name} exchanges rows and columns")
            }
        }
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        match self {
            Asymmetry::Square { transform, square, image, colour, other } => {
                let mut fields = square.fields();
                fields.extend([
                    ("colour", json!(colour.name())),
                    ("transform", json!(transform.name())),
                    ("image_row", json!(image.row + 1)),
                    ("image_column", json!(image.column + 1)),
                    ("image_colour", json!(other.name())),
                ]);
                fields
            }
            Asymmetry::Bar { transform, between, images } => {
                let places = |squares: &[Square; 2]| json!(squares.map(|square| [square.row + 1, square.column + 1]));
                vec![
                    ("bar_between", places(between)),
                    ("transform", json!(transform.name())),
                    ("images", places(images)),
                ]
            }
            Asymmetry::Sides { symmetry, height, width } => {
                vec![("symmetry", json!(symmetry)), ("height", json!(height)), ("width", json!(width))]
            }
        }
    }
}
