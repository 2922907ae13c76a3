//! Checks that the grid is unchanged under the symmetries of a group: the images of white squares are white, those of voids voids, those of
//! bars bars.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::lines::{image_line, of_squares};
use crate::place::Square;
use crate::sink::Sink;
use gridcheck_core::grid::Transform;
use gridcheck_core::plural::plural;
use gridcheck_core::rules::Symmetry;
use gridcheck_layout::shape::{Colour, Shape};

/// The code of a grid that lacks the symmetry.
pub const CODE: &Code = &Code {
    name: "GC002",
    key: Some("symmetry"),
    title: "not symmetrical",
    checks: "The grid looks the same after a half turn, or under the other symmetries of the square that the rules \
             require. For each symmetry, the first square that differs from its image is named. Where all squares \
             are right and bars are not, the first such bar is named.",
    matters: "Symmetry gives a grid a regular look, and most publishers expect it. Recolour the named square or its \
              image.",
    example: Example { setting: Setting::Value("\"rot180\""), rows: "..#/.../..." },
};

/// Judges a grid by its rows and its columns.
pub(crate) fn judge<const N: usize>(
    symmetry: Symmetry,
    shape: Shape,
    [rows, columns]: [&[u64; N]; 2],
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    let (height, width) = (shape.height(), shape.width());
    let voids = (!shape.is_full()).then(|| of_squares::<N>(shape.voids));
    for_each_transform(symmetry, height, width, sink, |transform, sink| {
        let image = |square: Square| {
            let (row, column) = transform.square(height, width, (square.row, square.column));
            Square { row, column }
        };
        let unlike_image = |[rows, columns]: [&[u64; N]; 2], r: usize| {
            rows[r] ^ image_line(transform, &rows[..height], &columns[..width], r)
        };
        let difference = |r: usize| {
            let of_voids = voids.as_ref().map_or(0, |[rows, columns]| unlike_image([rows, columns], r));
            unlike_image([rows, columns], r) | of_voids
        };
        // These transforms are their own inverses and swap top and bottom. Squares that differ come in pairs, one of them in the upper
        // half.
        let upper = matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
        let judged = if upper { height.div_ceil(2) } else { height };
        if let Some((row, difference)) = (0..judged).map(|r| (r, difference(r))).find(|&(_, found)| found != 0) {
            let square = Square { row, column: difference.trailing_zeros() as usize };
            let coloured = |square: Square| (square, shape.at((square.row, square.column)));
            return sink.report(CODE, || unlike(transform, [coloured(square), coloured(image(square))]));
        }
        let bars = shape.bars().sides().map(|(one, other)| [one, other].map(|(row, column)| Square { row, column }));
        // No two bars have the same image, so if all images are bars, all bars are images.
        let mut bars = bars.map(|between| (between, between.map(image)));
        let is_bar = |[one, other]: [Square; 2]| shape.bars().between((one.row, one.column), (other.row, other.column));
        match bars.find(|&(_, images)| !is_bar(images)) {
            Some((between, images)) => sink.report(CODE, || unlike_bar(transform, between, images)),
            None => ControlFlow::Continue(()),
        }
    })
}

/// Tests each symmetry of a group on a grid of that size. The function `judge` reports the violation of one symmetry.
fn for_each_transform<S: Sink>(
    symmetry: Symmetry,
    height: usize,
    width: usize,
    sink: &mut S,
    judge: impl Fn(Transform, &mut S) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut sides_named = false;
    for &transform in symmetry.group() {
        // A quarter turn back is the inverse of a quarter turn, so both fail or neither.
        if matches!(transform, Transform::Identity | Transform::Rot270) {
            continue;
        }
        if transform.swaps_sides() && height != width {
            if !std::mem::replace(&mut sides_named, true) {
                sink.report(CODE, || unlike_sides(symmetry, height, width))?;
            }
            continue;
        }
        judge(transform, sink)?;
    }
    ControlFlow::Continue(())
}

/// Describes a square whose image has another colour: the first one, row by row. A void counts as a colour.
fn unlike(transform: Transform, [(square, colour), (image, other)]: [(Square, Colour); 2]) -> Diagnostic {
    let (name, colour, other) = (transform.name(), colour.name(), other.name());
    let message = format!("{square} is {colour}, its image under the {name}, {image}, is {other}");
    let mut fields = square.fields();
    fields.extend([
        ("colour", json!(colour)),
        ("transform", json!(name)),
        ("image_row", json!(image.row + 1)),
        ("image_column", json!(image.column + 1)),
        ("image_colour", json!(other)),
    ]);
    Diagnostic::new(CODE, message, vec![square, image], fields)
}

/// Describes a bar whose image is not a bar, while no square changes: the squares beside the first one, row by row, and their images.
fn unlike_bar(transform: Transform, between: [Square; 2], images: [Square; 2]) -> Diagnostic {
    let (name, [one, other], [its, others]) = (transform.name(), between, images);
    let message =
        format!("a bar between {one} and {other}, none between their images under the {name}, {its} and {others}");
    let places = |squares: [Square; 2]| json!(squares.map(|square| [square.row + 1, square.column + 1]));
    let fields = [("bar_between", places(between)), ("transform", json!(name)), ("images", places(images))];
    Diagnostic::new(CODE, message, [between, images].concat(), fields)
}

/// Describes a grid whose sides differ, while the group has quarter turns or diagonal reflections.
fn unlike_sides(symmetry: Symmetry, height: usize, width: usize) -> Diagnostic {
    let name = symmetry.name();
    let (rows, columns) = (plural(height, "row"), plural(width, "column"));
    let message = format!("{rows} and {columns}, but the group {name} exchanges rows and columns");
    let fields = [("symmetry", json!(symmetry)), ("height", json!(height)), ("width", json!(width))];
    Diagnostic::new(CODE, message, Vec::new(), fields)
}
