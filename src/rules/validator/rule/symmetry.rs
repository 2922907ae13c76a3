//! The grid is unchanged under the symmetries of a group.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::lines::image_line;
use super::super::place::Square;
use super::super::sink::Sink;
use super::record::Rule;
use crate::grid::{Grid, Transform};
use crate::rules::Symmetry;
use crate::rules::validator::code::{Code, Told};

/// The grid has not the symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asymmetry {
    /// A symmetry of the group changes the grid.
    Square {
        /// The symmetry that fails.
        transform: Transform,
        /// The first square, row by row, whose image has the other colour.
        square: Square,
        /// Where `transform` takes it.
        image: Square,
        /// Whether `square` is the white one.
        white: bool,
    },
    /// The group has quarter turns or diagonal reflections, and the grid is no square.
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
    /// The rule it breaks.
    pub const RULE: &'static Rule = &Rule {
        key: "symmetry",
        code: Code {
            name: "GC002",
            title: "not symmetrical",
            explanation: "The rules ask that the grid look the same after a half turn, or under other symmetries of the \
                          square. Of the squares that differ from their images one is named; recolour it or its image.",
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
    let mut sides_named = false;
    for &transform in symmetry.group() {
        // A quarter turn back undoes a quarter turn: both fail, or neither.
        if matches!(transform, Transform::Identity | Transform::Rot270) {
            continue;
        }
        if transform.swaps_sides() && height != width {
            if !std::mem::replace(&mut sides_named, true) {
                sink.report(|| Asymmetry::Sides { symmetry, height, width })?;
            }
            continue;
        }
        // Where top and bottom change places and back, squares that differ come in pairs, one in the upper half.
        let upper = matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
        let differing = (0..if upper { height.div_ceil(2) } else { height })
            .map(|r| (r, rows[r] ^ image_line(transform, rows, columns, r)))
            .find(|&(_, difference)| difference != 0);
        if let Some((row, difference)) = differing {
            sink.report(|| {
                let column = difference.trailing_zeros() as usize;
                let (image_row, image_column) = transform.square(height, width, (row, column));
                Asymmetry::Square {
                    transform,
                    square: Square { row, column },
                    image: Square { row: image_row, column: image_column },
                    white: rows[row] >> column & 1 == 1,
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

impl Told for Asymmetry {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        match self {
            Asymmetry::Square { square, image, .. } => vec![*square, *image],
            Asymmetry::Sides { .. } => Vec::new(),
        }
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asymmetry::Square { transform, square, image, white } => {
                let (colour, other) = if *white { ("white", "black") } else { ("black", "white") };
                let name = transform.name();
                write!(f, "{square} is {colour}, its image under the {name}, {image}, is {other}")
            }
            Asymmetry::Sides { symmetry, height, width } => {
                let name = symmetry.name();
                write!(f, "{height} rows and {width} columns, but the group {name} exchanges rows and columns")
            }
        }
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        match self {
            Asymmetry::Square { transform, square, image, white } => {
                let mut fields = square.fields();
                fields.extend([
                    ("colour", json!(if *white { "white" } else { "black" })),
                    ("transform", json!(transform.name())),
                    ("image_row", json!(image.row + 1)),
                    ("image_column", json!(image.column + 1)),
                ]);
                fields
            }
            Asymmetry::Sides { symmetry, height, width } => {
                vec![("symmetry", json!(symmetry)), ("height", json!(height)), ("width", json!(width))]
            }
        }
    }
}
