//! `gridcheck draw`: draws grids.

mod arrangement;
mod fonts;
mod halftone;
mod paper;
mod picture;
mod reading;
mod task;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::{Deserialize, Deserializer};

use gridcheck_draw::figure::Look;

use super::Ask;
use super::examine::ReadOptions;
use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input, inputs};
use super::inputs::{Folders, InputFile, Inputs};
use super::options::{Conditions, Reading};
use super::parse::{square, texts};
#[cfg(feature = "clap")]
use halftone::size;
pub use picture::{Device, Drawing};
use task::{GridsTask, HalftoneTask, Task};
#[cfg(feature = "clap")]
use task::{MAX_COLUMNS, MAX_SCALE};

/// Draws grids: as text, as SVG, PNG or PDF, or as an HTML page to browse them. Makes a picture out of grids.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Draw {
    /// Read grids from these files, or from all puzzles and lists in a folder; - is standard input.
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "FILE|FOLDER"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub files: Vec<Input>,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// The conditions on grids; others are not drawn.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// The format of the picture. Without one, the drawing is text.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<PictureFormat>,
    /// `true` if the page to paint on will lie beside an HTML page, which then links to it.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub is_beside_painting_page: bool,
    /// Put this many grids side by side. By default a sheet is about square, and a terminal row is filled.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_COLUMNS))))]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_COLUMNS)))]
    pub columns: Option<u32>,
    /// Order the grids this way.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = Order::Given))]
    pub order: Order,
    /// The look of a grid.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub look: LookOptions,
    /// The contents of squares.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub contents: ContentsOptions,
    /// Draw one grid on each page, in PDF. The default is one page for all.
    #[cfg_attr(feature = "clap", arg(long))]
    pub each_page: bool,
    /// The pages of a puzzle on paper.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub paper: PaperOptions,
    /// The fonts for characters that the embedded fonts lack.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub fonts: FontOptions,
    /// Leave out the file names below the grids of several files, in SVG, PNG and PDF.
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_names: bool,
    /// Draw a square this many pixels wide, in SVG and PNG. The default is 32 for one grid and 2 for a halftone. For several grids it is
    /// 8, with numbers or letters 16, with both 24.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_SCALE))))]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_SCALE)))]
    pub scale: Option<u16>,
    /// Make a picture (PNG or JPEG) out of primitive grids of this size: dark grids where it is dark. Listing those of 11 takes a minute.
    #[cfg_attr(feature = "clap", arg(long, value_name = "7|9|11", value_parser = size))]
    pub halftone: Option<usize>,
}

/// Options for the look of a grid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LookOptions {
    /// Draw clue numbers.
    #[cfg_attr(feature = "clap", arg(long))]
    pub numbers: bool,
    /// Mark the square in this row and column of every grid; can be repeated.
    #[cfg_attr(feature = "clap", arg(long = "mark", value_name = "ROW,COLUMN", value_parser = square))]
    #[serde(rename = "mark", deserialize_with = "squares")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub marks: Vec<(usize, usize)>,
    /// Leave out black squares that touch the edge, directly or through other black squares side by side.
    #[cfg_attr(feature = "clap", arg(long))]
    pub open_edge: bool,
    /// Colour letters that are in only one word by the length of that word, with a legend. Needs --out.
    #[cfg_attr(feature = "clap", arg(long))]
    pub lengths: bool,
}

/// Options for the contents of squares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ContentsOptions {
    /// Write the letters of puzzles and of filled grids in the squares. Needs --out, and not an .html page.
    #[cfg_attr(feature = "clap", arg(long))]
    pub letters: bool,
    /// Draw the circles and the shaded squares of puzzles. Needs --out, and not an .html page.
    #[cfg_attr(feature = "clap", arg(long))]
    pub circles: bool,
    /// Draw the solution as papers print it, without clue numbers: --letters and --circles.
    #[cfg_attr(feature = "clap", arg(long))]
    pub solution: bool,
}

/// Options for a puzzle on paper.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperOptions {
    /// Print each puzzle with its title and author, in PDF: its grid with clues in columns, its solution on a separate page, or both.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT", value_delimiter = ','))]
    pub with: Vec<PrintedPart>,
    /// Print the pages that editors such as the New York Times ask of submissions, in PDF: the filled grid, and every clue with its
    /// answer beside it, in double lines.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "LAYOUT"))]
    pub layout: Option<PaperLayout>,
    /// With --with or --layout: print on paper of this size.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "SIZE", default_value_t = PaperSize::A4))]
    pub paper: PaperSize,
}

/// Options for the fonts of letters.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FontOptions {
    /// Take characters that the embedded fonts lack from this font (.ttf, .otf or .ttc), in PNG and PDF, before fonts of the system; can be
    /// repeated.
    #[cfg_attr(feature = "clap", arg(long = "font", value_name = "FILE"))]
    #[serde(rename = "font", deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub fonts: Vec<Input>,
    /// Take no character from fonts of the system, so that the picture is the same on every machine.
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_system_fonts: bool,
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Portable Document Format.
    Pdf,
    /// A page with all grids, to browse them.
    Html,
}

/// The order of the grids in a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the input.
    #[default]
    Given,
    /// The order of Keith's paper: by symmetry type (A, h, r, t, N), then by the number of black squares.
    Paper,
}

/// A part of a puzzle on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PrintedPart {
    /// The grid with its clues.
    Clues,
    /// The solution.
    Solution,
}

/// The layout of pages for a certain reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaperLayout {
    /// The filled grid, and clues with their answers.
    Submission,
}

/// A size of paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaperSize {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

fn squares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(usize, usize)>, D::Error> {
    let parsed = |text: &String| {
        square(text).map_err(|error| <D::Error as serde::de::Error>::custom(format!("{text}: {error}")))
    };
    texts(deserializer)?.iter().map(parsed).collect()
}

/// The files of a drawing, with the task that the options ask for.
pub struct FilesToDraw<'a>(Source<'a>);

enum Source<'a> {
    /// Files of grids, and the way in which they are read.
    Grids(Inputs, ReadOptions, GridsTask),
    /// The picture that becomes a halftone.
    Image(&'a Input, HalftoneTask),
}

impl FilesToDraw<'_> {
    /// Returns the paths of the files, as a shell names them.
    pub fn paths(&self) -> Vec<&Path> {
        match &self.0 {
            Source::Grids(inputs, ..) => inputs.files.iter().map(InputFile::path).collect(),
            Source::Image(image, _) => vec![image.argument()],
        }
    }
}

impl Ask for Draw {
    type Report = Drawing;

    fn ask(&self, host: &dyn Host) -> Result<Drawing, Failure> {
        self.draw(&self.files(host)?, host)
    }
}

impl Draw {
    /// Returns the files to draw. Nothing of them is read yet.
    ///
    /// # Errors
    /// The options contradict each other, or a file does not exist.
    pub fn files(&self, host: &dyn Host) -> Result<FilesToDraw<'_>, Failure> {
        Ok(FilesToDraw(match self.task()? {
            Task::Halftone(image, task) => Source::Image(image, task),
            Task::Grids(task) => {
                let how = self.reading.settled()?;
                at_most_one_standard_input(self.files.iter().chain(&self.fonts.fonts))?;
                Source::Grids(self.folders.inputs(&self.files, host)?, how, task)
            }
        }))
    }

    /// Reads the files, and arranges the drawing. The host is informed of each file that cannot be read, unless it is the only one.
    ///
    /// # Errors
    /// The only file cannot be read, the drawing would be too large or too small, or the work is stopped.
    pub fn draw(&self, files: &FilesToDraw<'_>, host: &dyn Host) -> Result<Drawing, Failure> {
        match &files.0 {
            Source::Image(image, task) => self.halftone(image, *task, host),
            Source::Grids(inputs, how, task) => {
                let read = self.read(inputs, *how, host)?;
                self.arranged(read, *task, inputs.files.len() > 1, host)
            }
        }
    }

    fn look(&self) -> Look {
        let LookOptions { numbers, marks, open_edge, lengths } = self.look.clone();
        Look { numbers, marks, open_edge, lengths }
    }
}
