//! `gridcheck draw`: draws grids.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::skips;
use super::{Output, Terminal, Verdict};
use crate::ask::destination::ForceArg;
use crate::ask::draw::{Device, Draw, PictureFormat};
use crate::ask::ending::usual_format;
use crate::ask::failure::Failure;
use crate::draw::html::PAINTING_PAGE;
use crate::draw::terminal::Screen;

/// Draw grids: on the terminal, as SVG, PNG or PDF, or as an HTML page to browse them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck draw mygrid.txt
  gridcheck draw mygrid.txt --numbers --mark 3,4 --out mygrid.png
  gridcheck draw mygrid.txt --lengths --out mygrid.svg
                                          letters coloured by the lengths of words
  gridcheck draw monday.puz tuesday.puz --out week.png
                                          a sheet with the files' names
  gridcheck draw monday.puz --numbers --circles --out monday.pdf
                                          a grid to print
  gridcheck draw monday.puz --solution --out solution.pdf
                                          its solution
  gridcheck draw monday.ipuz --with clues,solution --paper letter --out clues.pdf
                                          a puzzle to print: title, author, grid, clues in columns
  gridcheck draw monday.ipuz --layout submission --out submission.pdf
  gridcheck draw hebrew.ipuz --with clues --font hebrew.ttf --out hebrew.pdf
                                          letters that the embedded fonts lack
  gridcheck draw puzzles --out puzzles.html   a page of all puzzles in a folder
  gridcheck draw portrait.jpg --halftone 9 --out portrait.png
                                          a picture made out of grids
  gridcheck list --size 7 --primitive | gridcheck draw - --order paper --columns 14 --out sheet.svg
  gridcheck list --size 9 --primitive | gridcheck draw - --out gallery.html

Several grids make one picture, a sheet of them, and those of several files have their file's name below them. The HTML page needs no network: it filters grids by symmetry, words and
letters, enlarges the one that is clicked, and its address leads back to what it shows. Where the page to paint on (gridcheck page) lies beside it as gridcheck.html, a click on the enlarged grid opens it there.

Without --out: half blocks on a terminal, # and . elsewhere, a blank where a square is left out. Where clue numbers are
wanted, or marks without colour, squares are wider, and * stands in a marked one; where there are bars, squares have
room between them for | and -.
Bars are thick lines, and at a void nothing is drawn.

In PNG and PDF, a character that the embedded fonts lack comes from the fonts of --font, and then from those of the system. Hebrew and Arabic
run from the right to the left. A note lists the characters that no font has; a box stands for each.

A halftone uses the grids of the rules british, one of each class under the square's eight symmetries, in any of its positions. No
grid is used twice, unless --columns asks for more tiles than there are grids.

A file is written under another name and renamed when it is whole.")]
#[command(mut_arg("constraints", skips))]
pub(super) struct DrawCommand {
    /// Draw to this file: .svg, .png, .pdf or .html, by its ending. The default is the terminal.
    #[arg(long, value_name = "PICTURE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    #[command(flatten)]
    request: Draw,
}

/// Returns the format of a picture, by the ending of its name.
pub(super) fn picture_format(path: &Path) -> Result<PictureFormat, Failure> {
    match usual_format(path) {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        Some("pdf") => Ok(PictureFormat::Pdf),
        Some("html") => Ok(PictureFormat::Html),
        _ => Err(Failure::unusable(format!("{}: a picture's name ends in .svg, .png, .pdf or .html", path.display()))),
    }
}

impl DrawCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        terminal.end_at_once();
        let out = self.out.as_deref();
        let request = Draw {
            format: out.map(picture_format).transpose()?,
            is_beside_painting_page: out.is_some_and(|path| path.with_file_name(PAINTING_PAGE).is_file()),
            ..self.request.clone()
        };
        let files = request.files(terminal)?;
        let place = out.map(|path| self.force.file(path));
        place.map_or(Ok(()), |place| place.check(files.paths()))?;
        // A drawing may take long, so the command fails first if no file can be created there.
        let file = place.map(|place| place.begin().map(|file| (place, file))).transpose()?;
        let drawing = request.draw(&files, terminal)?;
        terminal.clear();
        let screen = Screen { blocks: output.terminal(), colour: output.colour() };
        let device = Device { screen, width: output.width() };
        match file {
            None => drawing.write(output, device)?,
            Some((place, file)) => place.complete(file, |out| drawing.write(out, device))?,
        }
        Ok(if drawing.unreadable == 0 { Verdict::Well } else { Verdict::Unreadable })
    }
}
