//! `gridcheck draw`: draws grids.

use crate::plural::plural;
use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use terminal_size::{Width, terminal_size};

use super::args::{Conditions, needs_black, skips, square};
use super::halftone::{self, Halftone};
use super::stoppable::Stoppable;
use super::walk::{Folders, InputFile, Inputs, inputs};
use super::{Output, Terminal, Verdict, report, report_notes};
use crate::ask::destination::ForceArg;
use crate::ask::ending::usual_format;
use crate::ask::options::Reading;
use crate::contents::Contents;
use crate::draw::caption::Captions;
use crate::draw::figure::Look;
use crate::draw::order::place_in_the_paper;
use crate::draw::paper::{self, Paper, Parts, PrintedClue, PrintedPuzzle};
use crate::draw::sheet::Sheet;
use crate::draw::terminal::{Screen, columns, write_row};
use crate::draw::{html, lengths, pdf, png, svg};
use crate::engine::Run;
use crate::formats::puzzle::{Field, Puzzle};
use crate::formats::source::{FoundShape, STANDARD_INPUT};
use crate::shape::{Colour, Shape};
use crate::stats::satisfied;
use crate::visible::visible;
use crate::words::{Direction, Word};

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

A halftone uses the grids of the rules british, one of each class under the square's eight symmetries, in any of its positions. No
grid is used twice, unless --columns asks for more tiles than there are grids.

A file is written under another name and renamed when it is whole.")]
#[command(mut_arg("constraints", skips), mut_arg("white", needs_black))]
pub struct Draw {
    /// Read grids from these files, or from all puzzles and lists in a folder; - is standard input.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    walk: Folders,
    #[command(flatten)]
    constraints: Conditions,
    #[command(flatten)]
    reading: Reading,
    /// Draw to this file: .svg, .png, .pdf or .html, by its ending. The default is the terminal.
    #[arg(long, value_name = "PICTURE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Put this many grids side by side. By default a sheet is about square, and a terminal row is filled.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    columns: Option<u32>,
    /// Order the grids this way.
    #[arg(long, value_enum, default_value_t = Order::Given)]
    order: Order,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    contents: ContentsArgs,
    /// Draw one grid on each page, in PDF. The default is one page for all.
    #[arg(long, conflicts_with = "columns")]
    each_page: bool,
    #[command(flatten)]
    paper: PaperArgs,
    /// Leave out the file names below the grids of several files, in SVG, PNG and PDF.
    #[arg(long)]
    no_names: bool,
    /// Draw a square this many pixels wide, in SVG and PNG. The default is 32 for one grid and 2 for a halftone. For several grids it is
    /// 8, with numbers or letters 16, with both 24.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(1..=256))]
    scale: Option<u16>,
    /// Make a picture (PNG or JPEG) out of primitive grids of this size: dark grids where it is dark. Listing those of 11 takes a minute.
    #[arg(long, value_name = "7|9|11", value_parser = halftone::size, conflicts_with_all = NOT_OF_HALFTONES)]
    halftone: Option<usize>,
}

/// The options, and groups of options, that are about grids in files.
const NOT_OF_HALFTONES: [&str; 9] =
    ["Folders", "Conditions", "Reading", "order", "LookArgs", "ContentsArgs", "each_page", "PaperArgs", "no_names"];

/// Options for the look of a grid.
#[derive(Args)]
struct LookArgs {
    /// Draw clue numbers.
    #[arg(long)]
    numbers: bool,
    /// Mark the square in this row and column of every grid; can be repeated.
    #[arg(long = "mark", value_name = "ROW,COLUMN", value_parser = square)]
    marks: Vec<(usize, usize)>,
    /// Leave out black squares that touch the edge, directly or through other black squares side by side.
    #[arg(long)]
    open_edge: bool,
    /// Colour letters that are in only one word by the length of that word, with a legend. Needs --out.
    #[arg(long)]
    lengths: bool,
}

/// Options for a puzzle on paper.
#[derive(Args)]
struct PaperArgs {
    /// Print each puzzle with its title and author, in PDF: its grid with clues in columns, its solution on a separate page, or both.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    with: Vec<PrintedPart>,
    /// Print the pages that editors such as the New York Times ask of submissions, in PDF: the filled grid, and every clue with its
    /// answer beside it, in double lines.
    #[arg(long, value_enum, value_name = "LAYOUT", conflicts_with = "with")]
    layout: Option<PaperLayout>,
    /// With --with or --layout: print on paper of this size.
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = PaperSize::A4)]
    paper: PaperSize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PrintedPart {
    /// The grid with its clues.
    Clues,
    /// The solution.
    Solution,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperLayout {
    /// The filled grid, and clues with their answers.
    Submission,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PaperArgs {
    /// Returns the pages to print, or `None` if grids are drawn without clues.
    fn parts(&self) -> Option<Parts> {
        let has = |part| self.with.contains(&part);
        let parts = Parts {
            clues: has(PrintedPart::Clues),
            solution: has(PrintedPart::Solution),
            submission: self.layout == Some(PaperLayout::Submission),
        };
        (!self.with.is_empty() || parts.submission).then_some(parts)
    }

    fn size(&self) -> Paper {
        match self.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}

/// Returns the lists of clues of a puzzle, in the order of their numbers.
fn printed_lists(puzzle: &Puzzle) -> Vec<(&'static str, Vec<PrintedClue>)> {
    let words = puzzle.words();
    let list = |direction: Direction| {
        let clued = words.words.iter().filter(|word| word.direction == direction && puzzle.clue(word).is_some());
        let clue = |word: &Word| {
            let number = puzzle.number((word.row, word.column), &words).unwrap_or_default();
            PrintedClue {
                label: puzzle.linked_name(word, &words).unwrap_or(number),
                runs: puzzle.clue_runs(word),
                answer: puzzle.whole_answer(word).unwrap_or_default(),
            }
        };
        (direction.title(), clued.map(clue).collect::<Vec<_>>())
    };
    [Direction::Across, Direction::Down].map(list).into_iter().filter(|(_, clues)| !clues.is_empty()).collect()
}

/// Options for what is drawn in the squares.
#[derive(Args)]
struct ContentsArgs {
    /// Write the letters of puzzles and of filled grids in the squares. Needs --out, and not an .html page.
    #[arg(long)]
    letters: bool,
    /// Draw the circles and the shaded squares of puzzles. Needs --out, and not an .html page.
    #[arg(long)]
    circles: bool,
    /// Draw the solution as papers print it, without clue numbers: --letters and --circles.
    #[arg(long, conflicts_with = "numbers")]
    solution: bool,
}

impl ContentsArgs {
    /// Returns those contents of a grid that are to be drawn.
    fn shown(&self, contents: &Contents) -> Contents {
        let Contents { letters, circles, shading } = contents;
        let letters = if self.shows_letters() { letters.clone() } else { Vec::new() };
        let (circles, shading) = if self.circles || self.solution {
            (circles.clone(), shading.clone())
        } else {
            (BTreeSet::new(), BTreeSet::new())
        };
        Contents { letters, circles, shading }
    }

    /// Returns `true` if something is to be drawn in the squares.
    fn shows_any(&self) -> bool {
        self.shows_letters() || self.circles
    }

    fn shows_letters(&self) -> bool {
        self.letters || self.solution
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The order of the input.
    Given,
    /// The order of Keith's paper: by symmetry type (A, h, r, t, N), then by the number of black squares.
    Paper,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Pdf,
    Html,
}

struct Drawn {
    grid: FoundShape,
    /// Its name in a gallery.
    name: String,
    /// Its caption on a sheet.
    caption: String,
}

/// Maximum number of grids in a drawing. A browser takes seconds for a page of this size.
const MOST_GRIDS: usize = 1 << 16;

/// Returns the format of a picture, by the ending of its name.
pub fn picture_format(path: &Path) -> anyhow::Result<PictureFormat> {
    match usual_format(path) {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        Some("pdf") => Ok(PictureFormat::Pdf),
        Some("html") => Ok(PictureFormat::Html),
        _ => bail!("{}: a picture's name ends in .svg, .png, .pdf or .html", path.display()),
    }
}

fn has_letters(grid: &FoundShape) -> bool {
    !grid.contents.letters.iter().all(String::is_empty)
}

/// Reports how many of the grids lack something that is to be drawn.
fn report_lack<T>(what: &str, grids: &[T], has_it: impl Fn(&T) -> bool) {
    let without = grids.iter().filter(|grid| !has_it(grid)).count();
    if without > 0 {
        report(&format!("note: no {what} in {without} of {}", plural(grids.len(), "grid")));
    }
}

/// Returns the name of each file without its folders, if no other file has the same name.
fn short_names(files: &[InputFile]) -> Vec<Option<String>> {
    let name = |file: &InputFile| file.path().file_name().map(OsStr::to_owned);
    let mut alike: HashMap<OsString, usize> = HashMap::new();
    for name in files.iter().filter_map(name) {
        *alike.entry(name).or_default() += 1;
    }
    let short = |file: &InputFile| {
        let name = name(file).filter(|name| file.path().as_os_str() != STANDARD_INPUT && alike[name] == 1)?;
        Some(visible(&name.to_string_lossy()).into_owned())
    };
    files.iter().map(short).collect()
}

impl Draw {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let kind = self.out.as_deref().map(picture_format).transpose()?;
        if let Some(size) = self.halftone {
            let [image] = &self.files[..] else { bail!("--halftone makes one picture: name one file") };
            let (columns, scale) = (self.columns, self.scale.unwrap_or(halftone::SCALE));
            let out = self.out.as_deref().zip(kind).map(|(path, kind)| (self.force.file(path), kind));
            return Halftone { image, size, columns, scale, out }.run(terminal, output);
        }
        let parts = self.paper.parts();
        self.check_options(kind)?;
        let inputs = inputs(&self.walk, &self.files, terminal)?;
        if let Some(out) = &self.out {
            self.force.file(out).check(inputs.files.iter().map(InputFile::path))?;
        }
        terminal.end_at_once();
        let run = terminal.printing_run("drawing", output);
        let (drawn, verdict) = self.read(&inputs, (&run, terminal))?;
        let (names, captions): (Vec<String>, Vec<String>) =
            drawn.iter().map(|drawn| (drawn.name.clone(), drawn.caption.clone())).unzip();
        let grids: Vec<FoundShape> = drawn.into_iter().map(|drawn| drawn.grid).collect();
        let look = Look {
            numbers: self.look.numbers,
            marks: self.look.marks.clone(),
            open_edge: self.look.open_edge,
            lengths: self.look.lengths,
        };
        if let (Some(path), Some(parts)) = (&self.out, parts) {
            self.print_on_paper(path, &grids, parts, &run)?;
            return Ok(verdict);
        }
        let (Some(path), Some(kind)) = (&self.out, kind) else {
            self.print(&grids, &look, &run, output)?;
            return Ok(verdict);
        };
        let pixels = self.pixels(grids.len());
        let columns = self.columns.map(|columns| columns as usize);
        let named = inputs.files.len() > 1 && !self.no_names;
        let sheet_of = |range: Range<usize>| {
            let grids = &grids[range.clone()];
            let sheet = if named {
                Sheet::captioned(grids, columns, Captions::new(&captions[range], pixels))
            } else {
                Sheet::spaced(grids, columns)
            };
            sheet.with_contents(grids.iter().map(|grid| self.contents.shown(&grid.contents)).collect())
        };
        let sheet = sheet_of(0..grids.len());
        if kind == PictureFormat::Png {
            let needs = [
                (self.look.numbers, "clue numbers", png::LEAST_WITH_NUMBERS, ""),
                (self.contents.shows_letters(), "letters", png::LEAST_WITH_LETTERS, ""),
                (self.look.lengths, "letters coloured by length", png::LEAST_WITH_LENGTHS, ", for the legend"),
            ];
            let unmet = needs.into_iter().find(|&(is_drawn, _, least, _)| is_drawn && pixels < least);
            if let Some((_, what, least, why)) = unmet {
                bail!("{what} need at least {least} pixels a square{why}");
            }
            if png::size(&sheet, &lengths::shown(&grids, &look), pixels).is_none() {
                let most = png::MOST_PIXELS >> 20;
                bail!("{}: more than {most} million pixels; --scale takes fewer a square", path.display());
            }
        }
        if self.contents.shows_letters() {
            report_lack("letters", &grids, has_letters);
        }
        let written = self.force.file(path).fill(|out| {
            let mut out = Stoppable { out, run: &run };
            match kind {
                PictureFormat::Svg => svg::write(&mut out, &grids, &look, &sheet, pixels),
                PictureFormat::Png => png::write(&mut out, &grids, &look, &sheet, pixels),
                PictureFormat::Pdf if self.each_page => {
                    let pages: Vec<pdf::Page> = (0..grids.len()).map(|i| (i..i + 1, sheet_of(i..i + 1))).collect();
                    pdf::write(&mut out, &grids, &look, &pages)
                }
                PictureFormat::Pdf => pdf::write(&mut out, &grids, &look, &[(0..grids.len(), sheet)]),
                PictureFormat::Html => {
                    html::write(&mut out, &grids, &names, &look, path.with_file_name(html::PAINTING_PAGE).is_file())
                }
            }
        });
        // If the run was stopped, the write error is only a consequence.
        run.check()?;
        Ok(written.map(|()| verdict)?)
    }

    /// Fails if options do not go together, or not with this format of a picture.
    fn check_options(&self, kind: Option<PictureFormat>) -> anyhow::Result<()> {
        let (is_pdf, on_paper) = (kind == Some(PictureFormat::Pdf), self.paper.parts().is_some());
        let not_on_paper = self.look.lengths
            || self.look.open_edge
            || self.contents.shows_any()
            || self.each_page
            || self.columns.is_some();
        let faults = [
            (
                self.scale.is_some() && !matches!(kind, Some(PictureFormat::Svg | PictureFormat::Png)),
                "--scale is for .svg and .png pictures",
            ),
            (
                self.look.lengths && kind.is_none(),
                "--lengths is for pictures, .svg, .png, .pdf or .html: --out takes the name of one",
            ),
            (
                self.contents.shows_any() && matches!(kind, None | Some(PictureFormat::Html)),
                "--letters, --circles and --solution are for .svg, .png and .pdf pictures: --out takes the name of one",
            ),
            (self.each_page && !is_pdf, "--each-page is for .pdf pictures"),
            (on_paper && !is_pdf, "--with and --layout are for .pdf pictures: --out takes the name of one"),
            (
                on_paper && not_on_paper,
                "--with and --layout print whole pages: leave out --lengths, --open-edge, --letters, --circles, --solution, --each-page and --columns",
            ),
            (
                self.columns.is_some() && kind == Some(PictureFormat::Html),
                "--columns is not for .html pages, which have as many as the window has room for",
            ),
        ];
        match faults.into_iter().find(|&(is_fault, _)| is_fault) {
            Some((_, why)) => bail!(why),
            None => Ok(()),
        }
    }

    /// Writes the pages of puzzles with their clues.
    fn print_on_paper(&self, path: &Path, grids: &[FoundShape], parts: Parts, run: &Run) -> anyhow::Result<()> {
        let puzzles: Vec<Option<&Puzzle>> =
            grids.iter().map(|grid| grid.file.as_ref().and_then(|file| file.puzzle().ok())).collect();
        if parts.clues || parts.submission {
            report_lack("clues", &puzzles, |puzzle| puzzle.is_some_and(|puzzle| !puzzle.clues.is_empty()));
        }
        if parts.solution || parts.submission {
            report_lack("letters", grids, has_letters);
        }
        let mut pages = Vec::new();
        for (grid, puzzle) in grids.iter().zip(&puzzles) {
            let field = |field| puzzle.map_or("", |puzzle| puzzle.field(field));
            let copyright = field(Field::Copyright).trim_start_matches(['©', ' ']);
            let credits = [
                ("", field(Field::Author)),
                ("edited by ", field(Field::Editor)),
                ("", field(Field::Publisher)),
                ("", field(Field::Date)),
                ("© ", copyright),
            ];
            let credits = credits.into_iter().filter(|(_, text)| !text.is_empty());
            pages.push(PrintedPuzzle {
                shape: Shape::from(grid),
                contents: &grid.contents,
                title: field(Field::Title),
                credits: credits.map(|(before, text)| format!("{before}{text}")).collect(),
                notes: field(Field::Notes),
                lists: puzzle.map(printed_lists).unwrap_or_default(),
            });
        }
        let written = self
            .force
            .file(path)
            .fill(|out| paper::write(&mut Stoppable { out, run }, &pages, parts, self.paper.size()));
        run.check()?;
        Ok(written?)
    }

    /// Reads all grids in the requested order, each with its name and caption. A file that cannot be read is reported, unless it is the
    /// only one.
    fn read(&self, inputs: &Inputs, (run, terminal): (&Run, &Terminal)) -> anyhow::Result<(Vec<Drawn>, Verdict)> {
        let Inputs { files, is_one_file } = inputs;
        let how = self.reading.settled()?;
        let mut grids: Vec<Drawn> = Vec::new();
        let mut verdict = Verdict::Well;
        for (input, short) in files.iter().zip(short_names(files)) {
            let mut list = match how.check_input(input, terminal) {
                Err(error) if !is_one_file => {
                    report(&error.to_string());
                    verdict = Verdict::Unreadable;
                    continue;
                }
                checked => checked?,
            };
            let (file, count) = (visible(list.name()).into_owned(), list.count());
            report_notes(&file, list.notes());
            if count + grids.len() as u64 > MOST_GRIDS as u64 {
                bail!("{file}: more than {MOST_GRIDS} grids, and no drawing has more");
            }
            for (i, found) in list.shapes()?.enumerate() {
                run.check()?;
                let grid = found?;
                let (shape, line) = (Shape::from(&grid), grid.line);
                if !satisfied(shape, &self.constraints.constraints) {
                    continue;
                }
                let (height, width) = (shape.height(), shape.width());
                let outside =
                    |&&(r, c): &&(usize, usize)| r >= height || c >= width || shape.at((r, c)) == Colour::Void;
                if let Some((r, c)) = self.look.marks.iter().find(outside) {
                    bail!("{file}:{line}: a grid of {height} × {width} has no square {},{} to mark", r + 1, c + 1);
                }
                let name = match (files.len(), count) {
                    (_, 1) => file.clone(),
                    (1, _) => format!("grid {}", i + 1),
                    _ => format!("{file}, grid {}", i + 1),
                };
                let caption = match &short {
                    Some(short) if count == 1 => short.clone(),
                    Some(short) => format!("{short}, grid {}", i + 1),
                    None => name.clone(),
                };
                grids.push(Drawn { grid, name, caption });
            }
        }
        if self.order == Order::Paper {
            grids.sort_by_cached_key(|drawn| place_in_the_paper(&drawn.grid));
        }
        if grids.is_empty() && verdict == Verdict::Unreadable {
            bail!("no file can be read, so there is nothing to draw");
        }
        Ok((grids, verdict))
    }

    /// Prints the grids to the terminal, when no picture file is given.
    fn print(&self, grids: &[FoundShape], look: &Look, run: &Run, output: &mut Output) -> anyhow::Result<()> {
        let screen = Screen { blocks: output.terminal(), colour: output.colour() };
        let fit = |grid: &FoundShape| match terminal_size() {
            Some((Width(characters), _)) if output.terminal() => columns(grid, look, screen, characters.into()),
            _ => 1,
        };
        // Widths differ; the number of columns must fit the widest.
        let widest = grids.iter().max_by_key(|grid| grid.grid.width());
        let columns = self.columns.map_or_else(|| widest.map_or(1, fit), |columns| columns as usize);
        for (i, row) in grids.chunks(columns).enumerate() {
            run.check()?;
            if i > 0 {
                writeln!(output)?;
            }
            write_row(output, row, look, screen)?;
        }
        Ok(())
    }

    fn pixels(&self, grids: usize) -> usize {
        let fit = match grids {
            0 | 1 => 32,
            _ if self.contents.shows_letters() && self.look.numbers => 24,
            _ if self.look.numbers || self.contents.shows_letters() => png::LEAST_WITH_NUMBERS,
            _ => 8,
        };
        self.scale.map_or(fit, usize::from)
    }
}
