//! Writes a drawing in its form.

use std::io::{self, Write};

use gridcheck_core::grid::Grid;
use gridcheck_draw::figure::{Labels, Look};
use gridcheck_draw::sheet::Sheet;
use gridcheck_draw::terminal::{Screen, columns, write_row};
use gridcheck_draw::typeface::Fonts;
use gridcheck_draw::{html, pdf, png, svg};
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::shape::Shaped;

use super::paper::PrintedPuzzles;

/// A drawing that is ready to be [written](Drawing::write).
///
/// A picture may be large, so its bytes are made while it is written.
pub struct Drawing {
    pub(super) picture: Picture,
    /// Number of files that could not be read. The host was informed of each.
    pub unreadable: usize,
}

pub(super) enum Picture {
    Grids(Arranged<InputGrid>),
    Halftone(Arranged<Grid>),
    Paper(PrintedPuzzles),
}

/// Grids, and the form in which they are drawn.
pub(super) struct Arranged<G> {
    pub grids: Vec<G>,
    pub look: Look,
    pub form: Form,
}

pub(super) enum Form {
    /// Rows of text, with this number of grids side by side. Without one, the device decides. A grid without labels has none in the corners
    /// of its squares.
    Text {
        columns: Option<usize>,
        labels: Vec<Labels>,
    },
    /// A sheet, and the width of a square in pixels.
    Svg(Sheet, usize),
    /// A sheet, and the width of a square in pixels.
    Png(Sheet, usize, Fonts),
    Pdf(Vec<pdf::Page>, Fonts),
    Gallery {
        names: Vec<String>,
        is_beside_painting_page: bool,
    },
}

/// The device that shows a drawing as text. The default shows plain characters, and one grid a row.
#[derive(Debug, Clone, Copy, Default)]
pub struct Device {
    /// The abilities of the device.
    pub screen: Screen,
    /// Number of characters in a line, if it is limited.
    pub width: Option<usize>,
}

impl Drawing {
    /// Writes the drawing. The device matters for a drawing as text alone.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write(&self, out: &mut impl Write, device: Device) -> io::Result<()> {
        match &self.picture {
            Picture::Grids(arranged) => arranged.write(out, device),
            Picture::Halftone(arranged) => arranged.write(out, device),
            Picture::Paper(puzzles) => puzzles.write(out),
        }
    }
}

impl<G: Shaped> Arranged<G> {
    fn write(&self, out: &mut impl Write, device: Device) -> io::Result<()> {
        let Arranged { grids, look, form } = self;
        match form {
            Form::Text { columns, labels } => self.write_text(out, *columns, labels, device),
            Form::Svg(sheet, pixels) => svg::write(out, grids, look, sheet, *pixels),
            Form::Png(sheet, pixels, fonts) => png::write(out, grids, look, sheet, *pixels, fonts),
            Form::Pdf(pages, fonts) => pdf::write(out, grids, look, pages, fonts),
            Form::Gallery { names, is_beside_painting_page } => {
                html::write(out, grids, names, look, *is_beside_painting_page)
            }
        }
    }

    fn write_text(
        &self,
        out: &mut impl Write,
        wanted: Option<usize>,
        labels: &[Labels],
        device: Device,
    ) -> io::Result<()> {
        let Device { screen, width } = device;
        let fit =
            |(i, grid): (usize, &G)| width.map_or(1, |width| columns(grid, labels.get(i), &self.look, screen, width));
        // Widths differ; the number of columns must fit the widest.
        let columns = wanted.unwrap_or_else(|| self.grids.iter().enumerate().map(fit).min().unwrap_or(1));
        for (i, row) in self.grids.chunks(columns).enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            let labels = labels.get(i * columns..).unwrap_or_default();
            write_row(out, row, labels, &self.look, screen)?;
        }
        Ok(())
    }
}
