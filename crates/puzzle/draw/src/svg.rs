//! SVG: small, sharp at any size, the same bytes for the same grids.
//!
//! One unit is one square. The white squares and the lines between them are drawn once for each size of grid and reused. A grid adds only
//! its black squares, one piece of path for each run of them. With an open edge or with voids this background cannot be shared, and every
//! drawn square gets an outline. Bars are thick lines above everything else. A sheet without gaps has no lines, only white and black.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::caption::Captions;
use super::figure::{Appearance, BarLine, Figure, Look};
use super::lengths::{self, Legend};
use super::sheet::Sheet;
use gridcheck_layout::shape::{Shape, Shaped};

/// A white background, lines that are faint beside black squares, and marks that are visible on both colours.
const STYLE: &str = "\
.w{fill:#fff;stroke:#777;stroke-width:.05}\
.o{fill:#fff;stroke:#111;stroke-width:.08}\
.f{fill:none;stroke:#111;stroke-width:.1}\
.b{fill:#111}\
.m{fill:none;stroke:#e5484d;stroke-width:.12}\
text{fill:#111;font-family:Helvetica,Arial,sans-serif;font-size:.36px}";
/// Half of the thickness of a bar.
const HALF_BAR: f64 = 0.08;
/// Extra style for bars and voids. A bar is thicker than a line and than the frame. Around voids the frame consists of pieces that meet at
/// their ends.
const SHAPED_STYLE: &str = ".r{fill:none;stroke:#111;stroke-width:.16}.f{stroke-linecap:square}";
/// Extra style for the names below grids. They have the width that [`Captions`] states, in any font. The width of a letter of these fonts
/// is about 0.6 of its height.
const CAPTION_STYLE: &str = "text.n{font-family:'Courier New',Courier,monospace;font-size:";
const WIDTH_TO_HEIGHT: f64 = 0.6;

/// Writes a sheet of grids, `pixels` wide a square at its original scale.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(out: &mut impl Write, grids: &[impl Shaped], look: &Look, sheet: &Sheet, pixels: usize) -> io::Result<()> {
    let lengths = lengths::shown(grids, look);
    let legend = Legend::new(&lengths, sheet.width());
    let (width, height) = (sheet.width(), sheet.height() + legend.height());
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {width} {height}" role="img">"#,
        width * pixels,
        height * pixels
    )?;
    let shapes = || grids.iter().map(Shaped::shape);
    write!(out, "<title>{}</title>\n<style>{STYLE}", title(grids))?;
    if shapes().any(|shape| !shape.is_plain()) {
        write!(out, "{SHAPED_STYLE}")?;
    }
    if let Some(captions) = sheet.captions() {
        write!(out, "{CAPTION_STYLE}{}px}}", captions.letter().0 / WIDTH_TO_HEIGHT)?;
    }
    writeln!(out, "</style>")?;
    let lines = sheet.is_spaced();
    if lines && !look.open_edge {
        let full = shapes().filter(Shape::is_full);
        let sizes: BTreeSet<(usize, usize)> = full.map(|shape| (shape.height(), shape.width())).collect();
        writeln!(out, "<defs>")?;
        for (height, width) in sizes {
            write_background(out, height, width)?;
        }
        writeln!(out, "</defs>")?;
    }
    writeln!(out, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
    // Adjacent squares must not show a seam.
    let crisp = if lines { "" } else { r#" shape-rendering="crispEdges""# };
    for (i, shape) in shapes().enumerate() {
        let (row, column) = sheet.corner(i);
        write!(out, r#"<g transform="translate({column} {row})"{crisp}>"#)?;
        write_figure(out, &sheet.figure(i, shape, look), lines)?;
        if let Some(captions) = sheet.captions() {
            write_caption(out, captions, i, shape.height())?;
        }
        writeln!(out, "</g>")?;
    }
    write_legend(out, &legend, sheet.height())?;
    writeln!(out, "</svg>")
}

fn write_legend(out: &mut impl Write, legend: &Legend, top: usize) -> io::Result<()> {
    for (length, (row, x)) in legend.entries() {
        let y = top + row;
        writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="1" height="1" fill="{}" stroke="#111" stroke-width=".05"/><text x="{}.2" y="{y}.85" style="font-size:.9px">{length}</text>"##,
            lengths::css(lengths::rgb(length)),
            x + 1,
        )?;
    }
    Ok(())
}

/// Writes the name of grid `i`, below its last row.
fn write_caption(out: &mut impl Write, captions: &Captions, i: usize, height: usize) -> io::Result<()> {
    let Some(name) = captions.name(i).filter(|name| !name.is_empty()) else { return Ok(()) };
    let (letter, below) = captions.letter();
    let (width, y) = (name.chars().count() as f64 * letter, height as f64 + below);
    write!(
        out,
        r#"<text class="n" y="{y}" textLength="{width}" lengthAdjust="spacingAndGlyphs">{}</text>"#,
        escaped(name)
    )
}

/// Escapes a file name, which may contain any character. Control characters are not allowed in XML.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            _ if character.is_control() || ['\u{fffe}', '\u{ffff}'].contains(&character) => text.push('\u{fffd}'),
            _ => text.push(character),
        }
    }
    text
}

/// Returns the title of a picture of these grids.
pub fn title(grids: &[impl Shaped]) -> String {
    match grids {
        [grid] => {
            let shape = grid.shape();
            format!("A crossword grid, {} × {}{}", shape.height(), shape.width(), shape.extras())
        }
        _ => format!("{} crossword grids", grids.len()),
    }
}

/// Writes the white squares of a grid's size with the lines between them, and the frame.
fn write_background(out: &mut impl Write, height: usize, width: usize) -> io::Result<()> {
    write!(out, r#"<g id="g{height}x{width}"><path class="w" d="M0 0h{width}v{height}h-{width}z"#)?;
    for r in 1..height {
        write!(out, "M0 {r}h{width}")?;
    }
    for c in 1..width {
        write!(out, "M{c} 0v{height}")?;
    }
    writeln!(out, r#""/></g>"#)?;
    writeln!(out, r#"<path id="f{height}x{width}" class="f" d="M0 0h{width}v{height}h-{width}z"/>"#)
}

fn write_path(out: &mut impl Write, class: char, pieces: impl IntoIterator<Item = String>) -> io::Result<()> {
    write!(out, r#"<path class="{class}" d="{}"/>"#, pieces.into_iter().collect::<String>())
}

fn write_figure(out: &mut impl Write, figure: &Figure, lines: bool) -> io::Result<()> {
    let (height, width, is_open) = (figure.height(), figure.width(), figure.look.open_edge);
    if lines && !is_open && figure.is_whole() {
        write!(out, r##"<use href="#g{height}x{width}"/>"##)?;
    } else if lines {
        let class = if is_open { 'o' } else { 'w' };
        let whites = figure.squares().filter(|(.., square)| matches!(square, Appearance::White(_)));
        write_path(out, class, whites.map(|(r, c, _)| format!("M{c} {r}h1v1h-1z")))?;
    }
    for (r, c, _) in figure.squares() {
        if let Some(colour) = lengths::tint(figure, r, c).map(lengths::css) {
            write!(
                out,
                r##"<rect x="{c}" y="{r}" width="1" height="1" fill="{colour}" stroke="#777" stroke-width=".05"/>"##
            )?;
        }
    }
    let mut blacks = Vec::new();
    for r in 0..height {
        let mut c = 0;
        while c < width {
            let run = (c..width).take_while(|&c| figure.square(r, c) == Appearance::Black).count();
            if run > 0 {
                blacks.push(format!("M{c} {r}h{run}v1h-{run}z"));
            }
            c += run + 1;
        }
    }
    if !blacks.is_empty() {
        write_path(out, 'b', blacks)?;
    }
    if lines && !is_open && figure.is_whole() {
        write!(out, r##"<use href="#f{height}x{width}"/>"##)?;
    } else if lines && !is_open {
        let edges = figure.outline().map(|((r, c), across)| format!("M{c} {r}{}1", if across { 'h' } else { 'v' }));
        write_path(out, 'f', edges)?;
    }
    if figure.bars().next().is_some() {
        let bars = figure.bars().map(|BarLine { row, column, across, ends_inside }| {
            let [before, after] = ends_inside.map(|inside| if inside { HALF_BAR } else { 0.0 });
            let (x, y, long) = (column as f64, row as f64, 1.0 + before + after);
            if across { format!("M{} {y}h{long}", x - before) } else { format!("M{x} {}v{long}", y - before) }
        });
        write_path(out, 'r', bars)?;
    }
    for (r, c, _) in figure.squares() {
        if let Some(label) = figure.label(r, c) {
            write!(out, r#"<text x="{c}.06" y="{r}.36">{}</text>"#, escaped(&label))?;
        }
        if figure.is_circled(r, c) {
            write!(out, r##"<circle cx="{c}.5" cy="{r}.5" r=".46" fill="none" stroke="#555" stroke-width=".04"/>"##)?;
        }
        let letters = figure.letters(r, c);
        if !letters.is_empty() {
            let (size, y) = (Figure::letter_size(letters), r as f64 + figure.letter_line());
            write!(
                out,
                r#"<text x="{c}.5" y="{y:.2}" text-anchor="middle" style="font-size:{size:.2}px">{}</text>"#,
                escaped(letters)
            )?;
        }
        if figure.is_marked(r, c) {
            write!(out, r#"<circle class="m" cx="{c}.5" cy="{r}.5" r=".34"/>"#)?;
        }
    }
    Ok(())
}
