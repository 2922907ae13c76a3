//! PDF with real text: a sheet on one page, or one grid a page.
//!
//! A page is A4, upright or across. The sheet is centred on it, and a square is at most a centimetre wide. The fonts are two of the
//! fourteen that every reader of PDF has (ISO 32000-1, 9.6.2.2), so none is embedded.

use std::io::{self, Write};
use std::ops::Range;

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::figure::{Appearance, BarLine, Figure, Look};
use super::lengths::{self, Legend};
use super::sheet::Sheet;
use super::svg::title;
use gridcheck_layout::shape::Shaped;

/// A page: some of the grids, by their numbers from 0, and the sheet on which they lie.
pub type Page = (Range<usize>, Sheet);

/// The sides of the paper, the margin on each side of the sheet, and the largest side of a square, in points.
const PAPER: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 36.0;
const LARGEST: f32 = 28.35;
/// The font of numbers and letters, and that of names, in which all letters are equally wide.
const TEXT: Name = Name(b"F1");
const NAMES: Name = Name(b"F2");
/// Width of a letter of the font for names for each unit of its size.
const NAME_ADVANCE: f32 = 0.6;
/// Distance of the points that shape a quarter of a circle, for a radius of 1.
const ROUND: f32 = 0.5523;
const INK: f32 = 0.07;

/// Writes the pages.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(out: &mut impl Write, grids: &[impl Shaped], look: &Look, pages: &[Page]) -> io::Result<()> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree, text, names, information) = (next.bump(), next.bump(), next.bump(), next.bump(), next.bump());
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(places.iter().map(|&(page, _)| page)).count(places.len() as i32);
    for (font, base) in [(text, &b"Helvetica"[..]), (names, b"Courier")] {
        pdf.type1_font(font).base_font(Name(base)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.document_info(information).title(TextStr(&title(grids)));
    for ((range, sheet), (page, content)) in pages.iter().zip(places) {
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
            let figure = Figure::of(grid.shape(), look).with_contents(sheet.contents(i));
            let (row, column) = sheet.corner(i);
            ink.save_state().transform([1.0, 0.0, 0.0, 1.0, column as f32, row as f32]);
            draw(&mut ink, &figure);
            if let Some((captions, name)) = sheet.captions().and_then(|captions| Some((captions, captions.name(i)?))) {
                let (letter, below) = captions.letter();
                let size = letter as f32 / NAME_ADVANCE;
                show(&mut ink, NAMES, size, 0.0, figure.height() as f32 + below as f32, name);
            }
            ink.restore_state();
        }
        for (length, (row, column)) in legend.entries() {
            let (x, y) = (column as f32, (sheet.height() + row) as f32);
            fill(&mut ink, lengths::rgb(length));
            ink.rect(x, y, 1.0, 1.0).fill_nonzero();
            ink.set_stroke_gray(INK).set_line_width(0.05).rect(x, y, 1.0, 1.0).stroke();
            show(&mut ink, TEXT, 0.9, x + 1.2, y + 0.85, &length.to_string());
        }
        pdf.stream(content, &ink.finish());
        let mut page = pdf.page(page);
        page.media_box(Rect::new(0.0, 0.0, paper.0, paper.1)).parent(tree).contents(content);
        page.resources().fonts().pair(TEXT, text).pair(NAMES, names);
        page.finish();
    }
    out.write_all(&pdf.finish())
}

/// Draws one grid from its upper left corner.
fn draw(ink: &mut Content, figure: &Figure) {
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
        if let Some(number) = figure.number(r, c) {
            show(ink, TEXT, 0.36, x + 0.06, y + 0.36, &number.to_string());
        }
        let letters = figure.letters(r, c);
        if !letters.is_empty() {
            let size = Figure::letter_size(letters) as f32;
            let left = (1.0 - size * width(letters)) / 2.0;
            show(ink, TEXT, size, x + left, y + figure.letter_line() as f32, letters);
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

/// Writes a text whose base line begins at a point. A character that the encoding lacks becomes a question mark.
fn show(ink: &mut Content, font: Name, size: f32, x: f32, y: f32, text: &str) {
    // In the range of Latin-1, the encoding of Windows differs in control characters alone.
    let code = |letter: char| u8::try_from(letter).ok().filter(|code| !(0x7f..0xa0).contains(code) && *code >= 0x20);
    let bytes: Vec<u8> = text.chars().map(|letter| code(letter).unwrap_or(b'?')).collect();
    ink.set_fill_gray(INK).begin_text().set_font(font, size);
    // Rows are counted downward, so text is turned over.
    ink.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]).show(Str(&bytes)).end_text();
}

/// Returns the width of a text in Helvetica, for a size of 1. The widths of capitals are those of Adobe's font metrics.
fn width(text: &str) -> f32 {
    const CAPITALS: [u16; 26] = [
        667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667,
        944, 667, 667, 611,
    ];
    let thousandths = |letter: char| match letter {
        'A'..='Z' => CAPITALS[(u32::from(letter) - u32::from('A')) as usize],
        _ => 556,
    };
    text.chars().map(|letter| f32::from(thousandths(letter)) / 1000.0).sum()
}
