//! The formats: their names, their readers and their writers. [`recognition`](super::recognition) selects one for a file.
//!
//! Every reader takes a whole file of at most [`MAX_BYTES`]. Its memory and time are proportional to the size, for any content. Readers
//! depend neither on this registry nor on each other.

use serde::{Deserialize, Serialize};

use super::draft::PuzzleFile;
use super::fault::{Fault, Place, Unwritable};
use super::puzzle::{MAX_BYTES, Puzzle};
use super::xd::Black;
use super::{exolve, guardian, ipuz, jpz, puz, puz_text, qxw, site_json, xd};
use gridcheck_core::visible::shortened;

/// Approximate maximum length of a message, in characters. A message may quote the file.
const MAX_MESSAGE: usize = 300;

named! {
    /// A format of files: a list of any number of grids, or one puzzle. Its name is that on the command line.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Format {
        /// A list of grids as plain text, a row a line. All that [`text`](super::text) reads has this format.
        Text = "text",
        /// A list of grids as plain text, a grid a line. It is only written: lists of both forms are read as [`Text`](Format::Text).
        Line = "line",
        /// Across Lite, binary.
        Puz = "puz",
        /// Across Lite, text.
        PuzText = "puz-text",
        /// ipuz.
        Ipuz = "ipuz",
        /// Exolve.
        Exolve = "exolve",
        /// The text form of crossword archives.
        Xd = "xd",
        /// Crossword Compiler's XML.
        Jpz = "jpz",
        /// Qxw's native format.
        Qxw = "qxw",
        /// The Guardian's JSON.
        Guardian = "guardian",
        /// The JSON of other newspapers' sites.
        SiteJson = "site-json",
    }
}

/// Writes a puzzle.
pub(super) type Writer = fn(&Puzzle) -> Result<Vec<u8>, Unwritable>;

/// The reader, the writer and the description of a format.
pub(super) struct FormatSpec {
    /// A description of the format in one line.
    description: &'static str,
    /// The reader of a puzzle, which refuses a list.
    read: fn(&[u8], Black) -> Result<PuzzleFile, Fault>,
    /// The writer, or `None` if the format is only read.
    pub(super) write: Option<Writer>,
}

impl Format {
    /// The formats that can be written: the lists, and then the formats of puzzles, those that hold most first.
    pub const WRITTEN: [Format; 8] = [
        Format::Text,
        Format::Line,
        Format::Ipuz,
        Format::Jpz,
        Format::Exolve,
        Format::Puz,
        Format::PuzText,
        Format::Xd,
    ];
    /// The formats of puzzles that can be written, those that hold most first.
    pub const WRITTEN_PUZZLES: [Format; 6] = {
        let [_text, _line, puzzles @ ..] = Self::WRITTEN;
        puzzles
    };

    /// Returns the format of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns a description of the format in one line.
    pub fn description(self) -> &'static str {
        self.spec().description
    }

    /// Returns `true` if a file is a list of any number of grids. Otherwise it holds one puzzle.
    pub fn is_list(self) -> bool {
        matches!(self, Format::Text | Format::Line)
    }

    /// Returns `true` if a file can be read as this format.
    pub fn is_read(self) -> bool {
        self != Format::Line
    }

    /// Returns `true` if puzzles can be written in this format.
    pub fn is_written(self) -> bool {
        self.spec().write.is_some()
    }

    /// Returns the ending of the name of a new file, without a period.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Text | Format::Line | Format::PuzText => "txt",
            format => format.name(),
        }
    }

    /// Returns the reader, the writer and the description of the format.
    pub(super) fn spec(self) -> FormatSpec {
        match self {
            Format::Text => FormatSpec {
                description: "A row a line, # black and . white, a blank line between grids",
                read: refuse_list,
                write: Some(|puzzle| Ok(format!("{}\n", puzzle.grid).into_bytes())),
            },
            Format::Line => FormatSpec {
                description: "A grid a line, its rows joined by /",
                read: refuse_list,
                write: Some(|puzzle| Ok(format!("{}\n", puzzle.grid.one_line()).into_bytes())),
            },
            // The arms below are not built, so their readers and writers are not either.
            _ if !cfg!(feature = "puzzles") => {
                FormatSpec { description: "A puzzle", read: |_, _| Err(unbuilt()), write: None }
            }
            Format::Puz => FormatSpec {
                description: "Across Lite, binary",
                read: |bytes, _| puz::read(bytes),
                write: Some(puz::write),
            },
            Format::PuzText => FormatSpec {
                description: "Across Lite, text",
                read: |bytes, _| puz_text::read(bytes),
                write: Some(puz_text::write),
            },
            Format::Ipuz => FormatSpec {
                description: "ipuz, version 2: everything",
                read: |bytes, _| ipuz::read(bytes),
                write: Some(ipuz::write),
            },
            Format::Exolve => FormatSpec {
                description: "Exolve, for web pages",
                read: |bytes, _| exolve::read(bytes),
                write: Some(exolve::write),
            },
            Format::Xd => FormatSpec {
                description: "The text form of crossword archives",
                read: xd::read,
                write: Some(xd::write),
            },
            Format::Jpz => FormatSpec {
                description: "Crossword Compiler's XML",
                read: |bytes, _| jpz::read(bytes),
                write: Some(|puzzle| Ok(jpz::write(puzzle))),
            },
            Format::Qxw => {
                FormatSpec { description: "Qxw's native format", read: |bytes, _| qxw::read(bytes), write: None }
            }
            Format::Guardian => {
                FormatSpec { description: "The Guardian's JSON", read: |bytes, _| guardian::read(bytes), write: None }
            }
            Format::SiteJson => FormatSpec {
                description: "The JSON of other newspapers' sites",
                read: |bytes, _| site_json::read(bytes),
                write: None,
            },
        }
    }
}

/// Returns the fault of a puzzle in a program that has no reader for it.
fn unbuilt() -> Fault {
    Fault::new(Place::START, "a puzzle, which this program was built not to read: expected a list of grids")
}

fn refuse_list(_: &[u8], _: Black) -> Result<PuzzleFile, Fault> {
    Err(Fault::new(Place::START, "a list of grids, expected a puzzle"))
}

/// Reads a whole file as a puzzle in `format`, which must not be a list. The caller cannot name a glyph.
pub fn read(bytes: &[u8], format: Format) -> Result<PuzzleFile, Fault> {
    read_with(bytes, format, Black::Unnameable)
}

/// Reads a whole file as a puzzle. `black` tells which character is black if the file does not show it.
pub(super) fn read_with(bytes: &[u8], format: Format, black: Black) -> Result<PuzzleFile, Fault> {
    let outcome = if bytes.len() > MAX_BYTES {
        Err(Fault::new(Place::Byte(MAX_BYTES), format!("larger than a puzzle can be ({MAX_BYTES} bytes)")))
    } else {
        (format.spec().read)(bytes, black)
    };
    of_format(outcome, format)
}

/// Reads one of the puzzles of a page.
pub(super) fn read_from_page(page: &exolve::Page, index: usize) -> Result<PuzzleFile, Fault> {
    let outcome = if cfg!(feature = "puzzles") { exolve::read_puzzle(page, index) } else { Err(unbuilt()) };
    of_format(outcome, Format::Exolve)
}

/// Adds the format as which a file was read to the file, or to the fault.
fn of_format(outcome: Result<PuzzleFile, Fault>, format: Format) -> Result<PuzzleFile, Fault> {
    let named = |Fault { place, message }| Fault::new(place, format!("{format}: {}", shortened(&message, MAX_MESSAGE)));
    let mut file = outcome.map(|file| file.map_faults(named)).map_err(named)?;
    file.format = Some(format);
    file.puzzle.extras.set_format(format);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_written_formats_is_complete() {
        for format in Format::ALL {
            assert_eq!(Format::WRITTEN.contains(&format), format.is_written(), "{format}");
            let is_written_puzzle = format.is_written() && !format.is_list();
            assert_eq!(Format::WRITTEN_PUZZLES.contains(&format), is_written_puzzle, "{format}");
        }
    }
}
