//! PNG pictures with four colours and two bits a pixel, or with one byte a pixel if letters are coloured by the lengths of words.
//!
//! White squares are painted first, each with a line around it if squares are large enough for lines. Black squares are painted over these
//! lines, then the frame, bars, numbers and marks. In this order a black region contains no lines.
//!
//! Invariant: every entry of `Canvas::pixels` is the index of one of the four colours below or, above these, of one of the shown lengths.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder};

use super::caption::Captions;
use super::figure::{Appearance, BarLine, Figure, Look};
use super::lengths::{self, Legend};
use super::sheet::Sheet;
use gridcheck_layout::shape::Shaped;

/// Maximum number of pixels of a picture. One byte for each of them is held in memory.
pub const MOST_PIXELS: usize = 1 << 26;
/// Half the thickness of a bar is the side of a square divided by this number.
const BAR_SHARE: usize = 12;
/// Minimum number of pixels a square for lines.
const LEAST_WITH_LINES: usize = 6;
/// Minimum number of pixels a square for clue numbers, which have up to four digits.
pub const LEAST_WITH_NUMBERS: usize = 16;
/// Minimum number of pixels a square for the two digits beside a colour of the legend.
pub const LEAST_WITH_LENGTHS: usize = 6;
/// Number of pixels of a square for each pixel of a dot of these digits.
const LEGEND_TO_DOT: usize = 8;

const PAPER: u8 = 0;
const INK: u8 = 1;
const LINE: u8 = 2;
const MARK: u8 = 3;
/// Red, green and blue of each colour.
const PALETTE: [[u8; 3]; 4] = [[255, 255, 255], [17, 17, 17], [150, 150, 150], [229, 72, 77]];

/// The digits, three pixels wide and five high: bit `3 r + c` is the pixel in row `r`, column `c`.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_010_010_011_010,
    0b111_001_111_100_111,
    0b111_100_111_100_111,
    0b100_100_111_101_101,
    0b111_100_111_001_111,
    0b111_101_111_001_111,
    0b100_100_100_100_111,
    0b111_101_111_101_111,
    0b111_100_111_101_111,
];

struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

/// A place in the picture, in pixels from the top and from the left.
#[derive(Clone, Copy)]
struct Corner {
    top: usize,
    left: usize,
}

impl Corner {
    fn moved(self, down: usize, right: usize) -> Self {
        Corner { top: self.top + down, left: self.left + right }
    }
}

impl Canvas {
    /// Fills a block of pixels with one colour.
    fn fill(&mut self, Corner { top, left }: Corner, height: usize, width: usize, colour: u8) {
        for row in self.pixels.chunks_exact_mut(self.width).skip(top).take(height) {
            row[left..left + width].fill(colour);
        }
    }

    /// Draws the outline of a square block, one pixel thick.
    fn outline(&mut self, corner: Corner, side: usize, colour: u8) {
        self.fill(corner, 1, side, colour);
        self.fill(corner.moved(side - 1, 0), 1, side, colour);
        self.fill(corner, side, 1, colour);
        self.fill(corner.moved(0, side - 1), side, 1, colour);
    }

    /// Draws a number from the top left of a square.
    fn number(&mut self, corner: Corner, number: usize, dot: usize) {
        for (i, digit) in number.to_string().bytes().enumerate() {
            let shape = DIGITS[usize::from(digit - b'0')];
            for (r, c) in (0..5).flat_map(|r| (0..3).map(move |c| (r, c))) {
                if shape >> (3 * r + c) & 1 == 1 {
                    self.fill(corner.moved(r * dot, (4 * i + c) * dot), dot, dot, INK);
                }
            }
        }
    }

    /// Draws the name of grid `i`, from the grid's lower left corner.
    fn caption(&mut self, corner: Corner, captions: &Captions, i: usize) {
        let dot = captions.dot();
        for (right, down) in Captions::dots(captions.name(i).unwrap_or_default()) {
            self.fill(corner.moved(down * dot, right * dot), dot, dot, INK);
        }
    }

    /// Draws a ring in the middle of a square.
    fn ring(&mut self, corner: Corner, side: usize) {
        let (outer, inner) = (0.40 * side as f64, 0.27 * side as f64);
        let middle = (side as f64 - 1.0) / 2.0;
        for (r, c) in (0..side).flat_map(|r| (0..side).map(move |c| (r, c))) {
            let distance = (r as f64 - middle).hypot(c as f64 - middle);
            // If there is no space for a ring, it becomes a spot.
            if distance <= outer && (distance >= inner || side < LEAST_WITH_LINES) {
                self.fill(corner.moved(r, c), 1, 1, MARK);
            }
        }
    }
}

/// Returns the height and the width, in pixels, of a sheet with a legend for these lengths, or `None` above [`MOST_PIXELS`].
pub fn size(sheet: &Sheet, lengths: &[usize], pixels: usize) -> Option<(usize, usize)> {
    let rows = sheet.height() + Legend::new(lengths, sheet.width()).height();
    let (height, width) = (rows.checked_mul(pixels)?, sheet.width().checked_mul(pixels)?);
    height.checked_mul(width).filter(|&all| all <= MOST_PIXELS).map(|_| (height, width))
}

/// Writes a sheet of grids, `pixels` a square.
///
/// # Errors
/// Returns an error if the picture has more than [`MOST_PIXELS`] pixels, or if `out` cannot be written.
pub fn write(out: &mut impl Write, grids: &[impl Shaped], look: &Look, sheet: &Sheet, pixels: usize) -> io::Result<()> {
    let lengths = lengths::shown(grids, look);
    let (height, width) =
        size(sheet, &lengths, pixels).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "too many pixels"))?;
    let mut canvas = Canvas { width, pixels: vec![PAPER; height * width] };
    // Words have at most 64 letters, so one byte is enough for all lengths.
    let colour = |length: usize| lengths.binary_search(&length).map_or(PAPER, |place| (PALETTE.len() + place) as u8);
    for (i, grid) in grids.iter().enumerate() {
        let (row, column) = sheet.corner(i);
        let figure = Figure::of(grid.shape(), look);
        let corner = Corner { top: row * pixels, left: column * pixels };
        let painter =
            Painter { figure: &figure, look, corner, pixels, lines: pixels >= LEAST_WITH_LINES && sheet.is_spaced() };
        painter.paint(&mut canvas, colour);
        if let Some(captions) = sheet.captions() {
            canvas.caption(corner.moved(figure.height() * pixels, 0), captions, i);
        }
    }
    for (length, (row, column)) in Legend::new(&lengths, sheet.width()).entries() {
        let corner = Corner { top: (sheet.height() + row) * pixels + pixels / 2, left: column * pixels + pixels / 5 };
        canvas.fill(corner, pixels, pixels, colour(length));
        canvas.outline(corner, pixels, INK);
        let dot = (pixels / LEGEND_TO_DOT).max(1);
        canvas.number(corner.moved((pixels - 5 * dot) / 2, pixels + 2 * dot), length, dot);
    }
    let mut encoder = Encoder::new(out, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(
        [&PALETTE[..], &lengths.iter().map(|&length| lengths::rgb(length)).collect::<Vec<_>>()].concat().concat(),
    );
    if lengths.is_empty() {
        encoder.set_depth(BitDepth::Two);
        encoder.write_header()?.write_image_data(&packed(&canvas))
    } else {
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header()?.write_image_data(&canvas.pixels)
    }?;
    Ok(())
}

/// Packs four pixels into a byte, the first in the highest bits. Each row begins a new byte.
fn packed(canvas: &Canvas) -> Vec<u8> {
    let four = |pixels: &[u8]| (0..4).fold(0, |byte, i| byte << 2 | pixels.get(i).copied().unwrap_or(0));
    canvas.pixels.chunks_exact(canvas.width).flat_map(|row| row.chunks(4).map(four)).collect()
}

/// A figure to be painted.
struct Painter<'a> {
    figure: &'a Figure<'a>,
    look: &'a Look,
    corner: Corner,
    /// Number of pixels a square.
    pixels: usize,
    /// `true` if lines are drawn. They lie on the first pixels of squares and on those just beyond the last square. Only a gap has space
    /// for the latter.
    lines: bool,
}

impl Painter<'_> {
    fn paint(&self, canvas: &mut Canvas, colour: impl Fn(usize) -> u8) {
        let Painter { figure, look, corner, pixels, lines } = *self;
        let at = |r: usize, c: usize| corner.moved(r * pixels, c * pixels);
        let side = pixels + usize::from(lines);
        for (r, c, square) in figure.squares() {
            let corner = at(r, c);
            if let Some(length) = figure.shown_length(r, c) {
                canvas.fill(corner, side, side, colour(length));
            }
            if lines && matches!(square, Appearance::White(_)) {
                // Without a frame these lines are also the outline.
                canvas.outline(corner, side, if look.open_edge { INK } else { LINE });
            }
        }
        for (r, c, _) in figure.squares().filter(|&(.., square)| square == Appearance::Black) {
            canvas.fill(at(r, c), side, side, INK);
        }
        if lines && !look.open_edge {
            for ((r, c), across) in figure.outline() {
                let (height, width) = if across { (1, side) } else { (side, 1) };
                canvas.fill(at(r, c), height, width, INK);
            }
        }
        // Half of a bar's thickness lies on each side of its line.
        let half = (pixels / BAR_SHARE).max(1);
        let thick = 2 * half + usize::from(lines);
        for BarLine { row, column, across, ends_inside } in figure.bars() {
            let corner = at(row, column);
            let [before, after] = ends_inside.map(|inside| if inside { half } else { 0 });
            let long = side + before + after;
            // A bar has a square on each side, and beyond an end that is inside.
            if across {
                canvas.fill(Corner { top: corner.top - half, left: corner.left - before }, thick, long, INK);
            } else {
                canvas.fill(Corner { top: corner.top - before, left: corner.left - half }, long, thick, INK);
            }
        }
        for (r, c, _) in figure.squares() {
            let corner = at(r, c);
            if let Some(number) = figure.number(r, c) {
                let dot = (pixels / LEAST_WITH_NUMBERS).max(1);
                canvas.number(corner.moved(dot + 1, dot + 1), number, dot);
            }
            if figure.is_marked(r, c) {
                canvas.ring(corner, side);
            }
        }
    }
}
