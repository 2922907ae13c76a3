//! PNG pictures with two bits a pixel if they have four colours, and with one byte a pixel if they have more.
//!
//! White squares are painted first, each with a line around it if squares are large enough for lines. Black squares are painted over these
//! lines, then the frame, bars, numbers, letters and marks. In this order a black region contains no lines.
//!
//! Invariant: every entry of `Canvas::pixels` is `base + bases * darkness`. `base` is the index of one of the colours below or, above these,
//! of one of the shown lengths. `darkness` tells how much of the pixel is covered by text, from 0 to `Canvas::darkest`.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder};

use super::figure::{Appearance, BarLine, Figure, Look};
use super::font::{self, TextStart};
use super::lengths::{self, Legend};
use super::sheet::Sheet;
use super::typeface::{Face, Fonts, MONO_ADVANCE};
use gridcheck_layout::shape::Shaped;

/// Maximum number of pixels of a picture. One byte for each of them is held in memory.
pub const MAX_PIXELS: usize = 1 << 26;
/// Half the thickness of a bar is the side of a square divided by this number.
const BAR_SHARE: usize = 12;
/// Minimum number of pixels a square for lines.
const MIN_WITH_LINES: usize = 6;
/// Minimum number of pixels a square for clue numbers, which have up to four digits.
pub const MIN_WITH_NUMBERS: usize = 16;
/// Minimum number of pixels a square for letters.
pub const MIN_WITH_LETTERS: usize = 12;
/// Minimum number of pixels a square for the two digits beside a colour of the legend.
pub const MIN_WITH_LENGTHS: usize = 6;
/// Size of the smallest text that can be read, in pixels.
const MIN_TEXT: f64 = 8.0;
/// Maximum number of steps from a colour to that of text.
const MAX_STEPS: usize = 15;

const PAPER: u8 = 0;
const INK: u8 = 1;
const LINE: u8 = 2;
const MARK: u8 = 3;
const SHADE: u8 = 4;
/// Red, green and blue of each colour. A picture with none but those before the shade has two bits a pixel.
const PALETTE: [[u8; 3]; 5] = [[255, 255, 255], [17, 17, 17], [150, 150, 150], [229, 72, 77], lengths::SHADE];

struct Canvas<'f> {
    fonts: &'f Fonts,
    width: usize,
    pixels: Vec<u8>,
    /// Red, green and blue of each colour without text.
    colours: Vec<[u8; 3]>,
    /// Number of steps from each colour to that of text.
    darkest: usize,
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

    /// Returns the place of a text, `right` and `down` from this corner.
    fn place(self, right: f64, down: f64) -> TextStart {
        TextStart { x: self.left as f64 + right, y: self.top as f64 + down }
    }
}

impl Canvas<'_> {
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

    fn text(&mut self, text: &str, size: f64, place: TextStart) {
        let (bases, height) = (self.colours.len(), self.pixels.len() / self.width);
        font::draw(self.fonts, text, size, place, |x, y, share| {
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
            if x < self.width && y < height {
                let pixel = &mut self.pixels[y * self.width + x];
                let (base, before) = (usize::from(*pixel) % bases, usize::from(*pixel) / bases);
                let darkness = before.max((share * self.darkest as f64).round() as usize);
                *pixel = (base + bases * darkness.min(self.darkest)) as u8;
            }
        });
    }

    /// Returns the red, green and blue of all colours with all degrees of darkness, in the order of the pixels' values.
    fn palette(&self) -> Vec<u8> {
        let ink = PALETTE[usize::from(INK)];
        let mixed = |from: u8, to: u8, step: usize| {
            (usize::from(from) * (self.darkest - step) + usize::from(to) * step).div_ceil(self.darkest) as u8
        };
        (0..=self.darkest)
            .flat_map(|step| {
                self.colours.iter().flat_map(move |colour| (0..3).map(move |i| mixed(colour[i], ink[i], step)))
            })
            .collect()
    }

    /// Draws a ring in the middle of a square. The radii are shares of its side.
    fn ring(&mut self, corner: Corner, side: usize, [inner, outer]: [f64; 2], colour: u8) {
        let (outer, inner) = (outer * side as f64, (inner * side as f64).min(outer * side as f64 - 1.0));
        let middle = (side as f64 - 1.0) / 2.0;
        for (r, c) in (0..side).flat_map(|r| (0..side).map(move |c| (r, c))) {
            let (down, across) = (r as f64 - middle, c as f64 - middle);
            // `hypot` would ask for a newer system library (GLIBC 2.35) than the rest of the program.
            let distance = (down * down + across * across).sqrt();
            // If there is no space for a ring, it becomes a spot.
            if distance <= outer && (distance >= inner || side < MIN_WITH_LINES) {
                self.fill(corner.moved(r, c), 1, 1, colour);
            }
        }
    }
}

/// Returns the height and the width, in pixels, of a sheet with a legend for these lengths, or `None` above [`MAX_PIXELS`].
pub fn size(sheet: &Sheet, lengths: &[usize], pixels: usize) -> Option<(usize, usize)> {
    let rows = sheet.height() + Legend::new(lengths, sheet.width()).height();
    let (height, width) = (rows.checked_mul(pixels)?, sheet.width().checked_mul(pixels)?);
    height.checked_mul(width).filter(|&all| all <= MAX_PIXELS).map(|_| (height, width))
}

/// Writes a sheet of grids, `pixels` a square.
///
/// # Errors
/// Returns an error if the picture has more than [`MAX_PIXELS`] pixels, or if `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    grids: &[impl Shaped],
    look: &Look,
    sheet: &Sheet,
    pixels: usize,
    fonts: &Fonts,
) -> io::Result<()> {
    let lengths = lengths::shown(grids, look);
    let (height, width) =
        size(sheet, &lengths, pixels).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "too many pixels"))?;
    let colours: Vec<[u8; 3]> = PALETTE.into_iter().chain(lengths.iter().map(|&length| lengths::rgb(length))).collect();
    // Words have at most 64 letters, so one byte is enough for all lengths, each in two degrees of darkness at least.
    let darkest = (256 / colours.len() - 1).min(MAX_STEPS);
    let mut canvas = Canvas { fonts, width, pixels: vec![PAPER; height * width], colours, darkest };
    let colour = |length: usize| lengths.binary_search(&length).map_or(PAPER, |place| (PALETTE.len() + place) as u8);
    for (i, grid) in grids.iter().enumerate() {
        let (row, column) = sheet.corner(i);
        let figure = sheet.figure(i, grid.shape(), look);
        let corner = Corner { top: row * pixels, left: column * pixels };
        paint(&mut canvas, &figure, corner, pixels, pixels >= MIN_WITH_LINES && sheet.is_spaced(), colour);
        if let Some(captions) = sheet.captions() {
            let (letter, below) = captions.letter();
            let size = letter * pixels as f64 / MONO_ADVANCE;
            let place = corner.place(0.0, (figure.height() as f64 + below) * pixels as f64);
            canvas.text(captions.name(i).unwrap_or_default(), size, place);
        }
    }
    for (length, (row, column)) in Legend::new(&lengths, sheet.width()).entries() {
        let corner = Corner { top: (sheet.height() + row) * pixels, left: column * pixels };
        canvas.fill(corner, pixels, pixels, colour(length));
        canvas.outline(corner, pixels, INK);
        let size = (0.9 * pixels as f64).max(MIN_TEXT);
        canvas.text(&length.to_string(), size, corner.place(1.2 * pixels as f64, 0.85 * pixels as f64));
    }
    let mut encoder = Encoder::new(out, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    if canvas.pixels.iter().all(|&pixel| pixel < SHADE) {
        encoder.set_palette(PALETTE[..usize::from(SHADE)].concat());
        encoder.set_depth(BitDepth::Two);
        encoder.write_header()?.write_image_data(&packed(&canvas))
    } else {
        encoder.set_palette(canvas.palette());
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

/// Paints a figure with `pixels` pixels a square. Its `lines` lie on the first pixels of squares and on those just beyond the last square.
/// Only a gap has space for the latter.
fn paint(
    canvas: &mut Canvas,
    figure: &Figure,
    corner: Corner,
    pixels: usize,
    lines: bool,
    colour: impl Fn(usize) -> u8,
) {
    let at = |r: usize, c: usize| corner.moved(r * pixels, c * pixels);
    let side = pixels + usize::from(lines);
    for (r, c, square) in figure.squares() {
        let corner = at(r, c);
        let shade = figure.is_shaded(r, c).then_some(SHADE);
        if let Some(colour) = figure.shown_length(r, c).map(&colour).or(shade) {
            canvas.fill(corner, side, side, colour);
        }
        if lines && matches!(square, Appearance::White(_)) {
            // Without a frame these lines are also the outline.
            canvas.outline(corner, side, if figure.look.open_edge { INK } else { LINE });
        }
    }
    for (r, c, _) in figure.squares().filter(|&(.., square)| square == Appearance::Black) {
        canvas.fill(at(r, c), side, side, INK);
    }
    if lines && !figure.look.open_edge {
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
        let scale = pixels as f64;
        if figure.is_circled(r, c) {
            canvas.ring(corner, side, [0.44, 0.48], LINE);
        }
        if let Some(label) = figure.label(r, c) {
            let size = (0.36 * scale).max(MIN_TEXT);
            canvas.text(&label, size, corner.place(0.06 * scale + 1.0, 0.8 * size + 1.0));
        }
        let letters = figure.letters(r, c);
        if !letters.is_empty() {
            let extent = canvas.fonts.extent(Face::Mono, letters);
            let (size, line) = figure.fitted(Figure::letter_size(letters), figure.letter_line(), &extent);
            let left = (scale + 1.0 - extent.width * size * scale) / 2.0;
            canvas.text(letters, size * scale, corner.place(left, line * scale));
        }
        if figure.is_marked(r, c) {
            canvas.ring(corner, side, [0.27, 0.40], MARK);
        }
    }
}
