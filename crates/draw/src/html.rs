//! A gallery: one HTML page that needs no network and no other file.
//!
//! The page's script and style are in `gallery.html` and `style.css`; this fills in the grids with what they are filtered by. A content
//! security policy in the page forbids it to load anything, so that a browser, too, holds it to that. What the page shows is
//! in its address (`#symmetry=A&words=10-12&letters=20-30&open=3`), so that a link can lead to a part of a gallery.
//!
//! A grid is a line of text in the page: `#` black, `.` white, `:` white with a clue number (these count up by themselves),
//! a blank where a square is left out or is none, rows joined by `/`. Where letters are coloured by the lengths of words, a second line has those,
//! a character a square: the number to the base of 36, `0` where there is no colour, and nothing of rows. Where there are bars, a third has
//! a digit a square: 1 for a bar at its right, 2 for one below, 3 for both.

use std::io::{self, Write};

use serde_json::json;

use super::figure::{Figure, Look, Square};
use super::lengths;
use super::svg::title;
use gridcheck_core::grid::Symmetry;
use gridcheck_layout::shape::Shape;

const PAGE: &str = include_str!("gallery.html");
/// What the gallery and the page to paint on have in common.
const STYLE: &str = include_str!("style.css");

/// What the page to paint on is called, beside which a gallery can lie.
pub const PAINTING_PAGE: &str = "gridcheck.html";

/// Writes the page. `names` says of each grid what it is called, such as its file; there are as many as grids. If the
/// [`PAINTING_PAGE`] lies beside it, grids can be opened there.
pub fn write<'a, S>(
    out: &mut impl Write,
    grids: &'a [S],
    names: &[String],
    look: &'a Look,
    beside_painting_page: bool,
) -> io::Result<()>
where
    &'a S: Into<Shape<'a>>,
{
    let symmetries = Symmetry::LARGEST_FIRST;
    let entries: Vec<serde_json::Value> = grids
        .iter()
        .zip(names)
        .map(|(grid, name)| {
            let figure = Figure::of(grid, look);
            let shape = figure.shape();
            let symmetry = shape.symmetry();
            let place = symmetries.iter().position(|&each| each == symmetry);
            let coloured = look.lengths.then(|| lengths_of(&figure));
            let (words, letters) = (figure.words().words.len(), shape.grid.whites());
            if shape.is_plain() {
                return json!([line(&figure), place, words, letters, name, coloured]);
            }
            let bars = (!shape.bars.is_empty()).then(|| bars_of(shape));
            json!([line(&figure), place, words, letters, name, coloured, bars, shape.voids.len()])
        })
        .collect();
    let data = json!({
        "symmetries": symmetries.iter().map(|&symmetry| [short(symmetry), in_words(symmetry)]).collect::<Vec<_>>(),
        "marks": look.marks,
        "numbers": look.numbers,
        "open": look.open_edge,
        "lengths": lengths::shown(grids, look).iter().map(|&length| json!([length, lengths::colour(length)])).collect::<Vec<_>>(),
        "page": beside_painting_page.then_some(PAINTING_PAGE),
        "grids": entries,
    });
    // Inside a script `<` could end it: files have any names.
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
            Square::White(Some(_)) => ':',
            Square::White(None) => '.',
            Square::Black => '#',
            Square::LeftOut => ' ',
        });
    }
    line
}

/// The lengths that colour the squares, a digit a square; no word is longer than 64, and one of 36 or more has no colour here.
fn lengths_of(figure: &Figure) -> String {
    let digit =
        |(r, c, _)| figure.shown_length(r, c).and_then(|length| char::from_digit(length as u32, 36)).unwrap_or('0');
    figure.squares().map(digit).collect()
}

/// The bars, a digit a square.
fn bars_of(shape: Shape) -> String {
    let digit = |square| match (shape.bars.right.contains(&square), shape.bars.below.contains(&square)) {
        (false, false) => '0',
        (true, false) => '1',
        (false, true) => '2',
        (true, true) => '3',
    };
    shape.places().map(digit).collect()
}

/// Keith's letter for a type, or its name in rule files where he has none.
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
