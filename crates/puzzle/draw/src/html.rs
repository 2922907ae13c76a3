//! A gallery: one HTML page that needs no network and no other file.
//!
//! `gallery.html` and `style.css` hold the page's script and style. This module inserts the grids and the values by which they are
//! filtered. A content security policy in the page forbids all loading, so the browser enforces this too. The page's address holds its
//! state (`#symmetry=A&words=10-12&letters=20-30&open=3`), so that a link can lead to a part of a gallery.
//!
//! In the page a grid is a line of text, with rows joined by `/`:
//!
//! | character | square |
//! |---|---|
//! | `#` | black |
//! | `.` | white |
//! | `:` | white with a clue number; the page counts these numbers |
//! | blank | left out, or a void |
//!
//! If letters are coloured by the lengths of words, a second line holds these lengths. It has one character a square, without separators
//! between rows: the length in base 36, or `0` for no colour. If there are bars, a third line has one digit a square: 1 for a bar at its
//! right, 2 for a bar below, 3 for both.

use std::io::{self, Write};

use serde_json::json;

use super::figure::{Appearance, Figure, Look};
use super::lengths;
use super::order::place_in_the_paper;
use super::svg::title;
use gridcheck_core::grid::Symmetry;
use gridcheck_layout::shape::{Shape, Shaped};

const PAGE: &str = include_str!("gallery.html");
/// The style that the gallery shares with the painting page.
const STYLE: &str = include_str!("style.css");

/// File name of the painting page, which a gallery can link to.
pub const PAINTING_PAGE: &str = "gridcheck.html";

/// Writes the page. `names` holds one name for each grid, such as its file. If the [`PAINTING_PAGE`] lies beside the gallery, grids can be
/// opened there.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    grids: &[impl Shaped],
    names: &[String],
    look: &Look,
    beside_painting_page: bool,
) -> io::Result<()> {
    let symmetries = Symmetry::LARGEST_FIRST;
    let entries: Vec<serde_json::Value> = grids
        .iter()
        .zip(names)
        .map(|(grid, name)| {
            let figure = Figure::of(grid.shape(), look);
            let shape = figure.shape();
            let (place, _) = place_in_the_paper(shape);
            let coloured = look.lengths.then(|| lengths_of(&figure));
            let (words, letters) = (figure.words().words.len(), shape.grid.whites());
            if shape.is_plain() {
                return json!([line(&figure), place, words, letters, name, coloured]);
            }
            let bars = (!shape.bars().is_empty()).then(|| bars_of(shape));
            json!([line(&figure), place, words, letters, name, coloured, bars, shape.voids.len()])
        })
        .collect();
    let data = json!({
        "symmetries": symmetries.iter().map(|&symmetry| [short(symmetry), in_words(symmetry)]).collect::<Vec<_>>(),
        "marks": look.marks,
        "numbers": look.numbers,
        "open": look.open_edge,
        "lengths": lengths::shown(grids, look).iter().map(|&length| json!([length, lengths::css(lengths::rgb(length))])).collect::<Vec<_>>(),
        "page": beside_painting_page.then_some(PAINTING_PAGE),
        "grids": entries,
    });
    // File names may contain `<`, which could end the script.
    let data = data.to_string().replace('<', "\\u003c");
    let title = title(grids);
    let mut rest = PAGE;
    let texts = [("{{title}}", &*title), ("{{style}}", STYLE), ("{{title}}", &title), ("{{data}}", &data)];
    for (marker, text) in texts {
        // The page has these markers in this order.
        let (before, after) = rest.split_once(marker).unwrap_or((rest, ""));
        write!(out, "{before}{text}")?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

fn line(figure: &Figure) -> String {
    let mut line = String::new();
    for (r, c, square) in figure.squares() {
        if c == 0 && r > 0 {
            line.push('/');
        }
        line.push(match square {
            Appearance::White(Some(_)) => ':',
            Appearance::White(None) => '.',
            Appearance::Black => '#',
            Appearance::LeftOut => ' ',
        });
    }
    line
}

/// Returns the lengths that colour the squares, one digit a square. Words have at most 64 letters; a length of 36 or more has no colour
/// here.
fn lengths_of(figure: &Figure) -> String {
    let digit =
        |(r, c, _)| figure.shown_length(r, c).and_then(|length| char::from_digit(length as u32, 36)).unwrap_or('0');
    figure.squares().map(digit).collect()
}

/// Returns the bars, one digit a square.
fn bars_of(shape: Shape) -> String {
    let digit = |square| match (shape.bars().is_right(square), shape.bars().is_below(square)) {
        (false, false) => '0',
        (true, false) => '1',
        (false, true) => '2',
        (true, true) => '3',
    };
    shape.places().map(digit).collect()
}

/// Returns Keith's letter for a symmetry type, or its name in rule files if he has none.
fn short(symmetry: Symmetry) -> &'static str {
    symmetry.letter().unwrap_or(symmetry.name())
}

fn in_words(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::All => "all eight symmetries",
        Symmetry::Mirrors => "both mirror reflections",
        Symmetry::Rot90 => "quarter turn",
        Symmetry::Diagonals => "both diagonal reflections",
        Symmetry::Rot180 => "half turn only",
        Symmetry::Mirror => "one mirror reflection",
        Symmetry::Diagonal => "one diagonal reflection",
        Symmetry::None => "no symmetry",
    }
}
