//! PDF with real text: a sheet on one page, or one grid a page.
//!
//! A page is A4, upright or across. The sheet is centred on it, and a square is at most a centimetre wide. The fonts are embedded, so that
//! letters of many alphabets look the same everywhere.

use std::io::{self, Write};
use std::ops::Range;

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};

use super::figure::{Appearance, BarLine, Figure, Look};
use super::lengths::{self, Legend};
use super::pdf_font::{self, BaseLine, PdfFonts};
use super::sheet::Sheet;
use super::svg::title;
use super::typeface::{Face, Fonts};
use gridcheck_layout::shape::Shaped;

/// A page: some of the grids, by their numbers from 0, and the sheet on which they lie.
pub type Page = (Range<usize>, Sheet);

/// The sides of the paper, the margin on each side of the sheet, and the largest side of a square, in points.
const PAPER: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 36.0;
const LARGEST: f32 = 28.35;
/// Size of a letter below a number, for 1 without numbers.
const BELOW_NUMBER: f64 = 0.86;
/// Size of the letters of a name, for the width that [captions](super::caption) leave for a letter.
const NAME_SIZE: f32 = 1.6;
/// Distance of the points that shape a quarter of a circle, for a radius of 1.
const ROUND: f32 = 0.5523;
pub(super) const INK: f32 = 0.07;

/// Writes the pages.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    grids: &[impl Shaped],
    look: &Look,
    pages: &[Page],
    fonts: &Fonts,
) -> io::Result<()> {
    let (fonts, mut drawn) = (&PdfFonts::new(fonts), Vec::new());
    for (range, sheet) in pages {
        let lengths = lengths::shown(&grids[range.clone()], look);
        let legend = Legend::new(&lengths, sheet.width());
        let (width, height) = (sheet.width() as f32, (sheet.height() + legend.height()) as f32);
        let paper = if width > height { (PAPER.1, PAPER.0) } else { PAPER };
        let side = ((paper.0 - 2.0 * MARGIN) / width).min((paper.1 - 2.0 * MARGIN) / height).min(LARGEST);
        let mut ink = Content::new();
        // From here on the unit is a square, and rows are counted downward.
        ink.transform([
            side,
            0.0,
            0.0,
            -side,
            (paper.0 - side * width) / 2.0,
            (paper.1 - side * height) / 2.0 + side * height,
        ]);
        for (i, grid) in grids[range.clone()].iter().enumerate() {
            let figure = sheet.figure(i, grid.shape(), look);
            let (row, column) = sheet.corner(i);
            ink.save_state().transform([1.0, 0.0, 0.0, 1.0, column as f32, row as f32]);
            draw(&mut ink, &figure, fonts);
            if let Some((captions, name)) = sheet.captions().and_then(|captions| Some((captions, captions.name(i)?))) {
                let (letter, below) = captions.letter();
                // A name of wide letters gets smaller ones.
                let room = name.chars().count() as f32 * letter as f32;
                let size = (letter as f32 * NAME_SIZE).min(room / fonts.width(Face::Plain, name).max(f32::EPSILON));
                show(&mut ink, fonts, size, 0.0, figure.height() as f32 + below as f32, name);
            }
            ink.restore_state();
        }
        for (length, (row, column)) in legend.entries() {
            let (x, y) = (column as f32, (sheet.height() + row) as f32);
            fill(&mut ink, lengths::rgb(length));
            ink.rect(x, y, 1.0, 1.0).fill_nonzero();
            ink.set_stroke_gray(INK).set_line_width(0.05).rect(x, y, 1.0, 1.0).stroke();
            show(&mut ink, fonts, 0.9, x + 1.2, y + 0.85, &length.to_string());
        }
        drawn.push((paper, ink));
    }
    write_document(out, &title(grids), fonts, drawn)
}

/// Writes a document of these pages, each with the sides of its paper in points.
pub(super) fn write_document(
    out: &mut impl Write,
    title: &str,
    fonts: &PdfFonts,
    pages: Vec<((f32, f32), Content)>,
) -> io::Result<()> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree, information) = (next.bump(), next.bump(), next.bump());
    let fonts = pdf_font::write(fonts, &mut pdf, &mut next)?;
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(places.iter().map(|&(page, _)| page)).count(places.len() as i32);
    pdf.document_info(information).title(TextStr(title));
    for (((width, height), ink), (page, content)) in pages.into_iter().zip(places) {
        pdf.stream(content, &ink.finish());
        let mut page = pdf.page(page);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(content);
        let mut resources = page.resources();
        let mut named = resources.fonts();
        for (name, font) in &fonts {
            named.pair(Name(name.as_bytes()), *font);
        }
        named.finish();
        resources.finish();
        page.finish();
    }
    out.write_all(&pdf.finish())
}

/// Draws one grid from its upper left corner.
pub(super) fn draw(ink: &mut Content, figure: &Figure, fonts: &PdfFonts) {
    let is_open = figure.look.open_edge;
    ink.set_line_cap(LineCapStyle::ProjectingSquareCap);
    for (r, c, square) in figure.squares() {
        if let Some(colour) = lengths::tint(figure, r, c) {
            fill(ink, colour);
            ink.rect(c as f32, r as f32, 1.0, 1.0).fill_nonzero();
        }
        if matches!(square, Appearance::White(_)) {
            let (gray, width) = if is_open { (INK, 0.08) } else { (0.47, 0.05) };
            ink.set_stroke_gray(gray).set_line_width(width).rect(c as f32, r as f32, 1.0, 1.0).stroke();
        }
    }
    ink.set_fill_gray(INK);
    for (r, c, _) in figure.squares().filter(|&(.., square)| square == Appearance::Black) {
        ink.rect(c as f32, r as f32, 1.0, 1.0);
    }
    ink.fill_nonzero();
    ink.set_stroke_gray(INK);
    if !is_open {
        ink.set_line_width(0.1);
        for ((r, c), across) in figure.outline() {
            edge(ink, r, c, across);
        }
        ink.stroke();
    }
    ink.set_line_width(0.16);
    for BarLine { row, column, across, ends_inside: _ } in figure.bars() {
        edge(ink, row, column, across);
    }
    ink.stroke();
    for (r, c, _) in figure.squares() {
        let (x, y) = (c as f32, r as f32);
        if figure.is_circled(r, c) {
            ink.set_stroke_gray(0.33).set_line_width(0.04);
            circle(ink, x + 0.5, y + 0.5, 0.46);
        }
        if let Some(number) = figure.label(r, c) {
            if figure.is_circled(r, c) {
                // The circle does not cross the number.
                let wide = 0.36 * fonts.width(Face::Plain, &number);
                fill(ink, lengths::tint(figure, r, c).unwrap_or([255; 3]));
                ink.rect(x + 0.04, y + 0.05, wide + 0.06, 0.34).fill_nonzero();
            }
            show(ink, fonts, 0.36, x + 0.06, y + 0.35, &number);
        }
        let letters = figure.letters(r, c);
        if !letters.is_empty() {
            let size = Figure::letter_size(letters);
            // Below a number the letter is smaller, so that it does not touch the number.
            let size = if figure.look.numbers { size * BELOW_NUMBER } else { size };
            let line = if figure.look.numbers { 0.9 } else { figure.letter_line() };
            let extent = fonts.extent(Face::Plain, letters);
            let (size, line) = figure.fitted(size, line, &extent);
            let left = (1.0 - size * extent.width) / 2.0;
            show(ink, fonts, size as f32, x + left as f32, y + line as f32, letters);
        }
        if figure.is_marked(r, c) {
            ink.set_stroke_rgb(0.9, 0.28, 0.3).set_line_width(0.12);
            circle(ink, x + 0.5, y + 0.5, 0.34);
        }
    }
}

/// Adds one side of a square to the path: from its upper left corner to the right, or down.
fn edge(ink: &mut Content, row: usize, column: usize, across: bool) {
    let (x, y) = (column as f32, row as f32);
    let (right, down) = if across { (1.0, 0.0) } else { (0.0, 1.0) };
    ink.move_to(x, y).line_to(x + right, y + down);
}

fn fill(ink: &mut Content, colour: [u8; 3]) {
    let [red, green, blue] = colour.map(|part| f32::from(part) / 255.0);
    ink.set_fill_rgb(red, green, blue);
}

fn circle(ink: &mut Content, x: f32, y: f32, radius: f32) {
    let bow = ROUND * radius;
    ink.move_to(x + radius, y);
    ink.cubic_to(x + radius, y + bow, x + bow, y + radius, x, y + radius);
    ink.cubic_to(x - bow, y + radius, x - radius, y + bow, x - radius, y);
    ink.cubic_to(x - radius, y - bow, x - bow, y - radius, x, y - radius);
    ink.cubic_to(x + bow, y - radius, x + radius, y - bow, x + radius, y);
    ink.close_path().stroke();
}

/// Writes a text whose base line begins at a point.
fn show(ink: &mut Content, fonts: &PdfFonts, size: f32, x: f32, y: f32, text: &str) {
    ink.set_fill_gray(INK);
    // Rows are counted downward, so text is turned over.
    fonts.show(ink, Face::Plain, size, BaseLine { x, y, up: -1.0 }, text);
}
