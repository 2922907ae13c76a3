//! The formats that can be read: their names and their readers. [`recognition`](super::recognition) selects one for a file.
//!
//! Every reader takes a whole file of at most [`MOST_BYTES`]. Its memory and time are proportional to the size, for any content. Readers
//! depend neither on this registry nor on each other.

use serde::{Deserialize, Serialize};

use super::draft::PuzzleFile;
use super::fault::{Fault, Place};
use super::puzzle::MOST_BYTES;
use super::xd::Black;
use super::{exolve, guardian, ipuz, jpz, puz, puz_text, qxw, site_json, xd};
use gridcheck_core::visible::shortened;

/// Approximate maximum length of a message, in characters. A message may quote the file.
const LONGEST_MESSAGE: usize = 300;

named! {
    /// A format that holds one puzzle a file. Its name is that on the command line.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Format {
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

/// Reads a whole file as a puzzle in `format`.
pub fn read(bytes: &[u8], format: Format) -> Result<PuzzleFile, Fault> {
    read_with(bytes, format, Black::Unnamed)
}

/// Reads a whole file as a puzzle. `black` tells which character is black if the file does not show it.
pub(super) fn read_with(bytes: &[u8], format: Format, black: Black) -> Result<PuzzleFile, Fault> {
    let outcome = if bytes.len() > MOST_BYTES {
        Err(Fault::new(Place::Byte(MOST_BYTES), format!("larger than a puzzle can be ({MOST_BYTES} bytes)")))
    } else {
        match format {
            Format::Puz => puz::read(bytes),
            Format::PuzText => puz_text::read(bytes),
            Format::Ipuz => ipuz::read(bytes),
            Format::Exolve => exolve::read(bytes),
            Format::Xd => xd::read(bytes, black),
            Format::Jpz => jpz::read(bytes),
            Format::Qxw => qxw::read(bytes),
            Format::Guardian => guardian::read(bytes),
            Format::SiteJson => site_json::read(bytes),
        }
    };
    of_format(outcome, format)
}

/// Reads one of the puzzles of a page.
pub(super) fn read_from_page(page: &exolve::Page, index: usize) -> Result<PuzzleFile, Fault> {
    of_format(exolve::read_puzzle(page, index), Format::Exolve)
}

/// Adds the format as which a file was read to the file, or to the fault.
fn of_format(outcome: Result<PuzzleFile, Fault>, format: Format) -> Result<PuzzleFile, Fault> {
    let named =
        |Fault { place, message }| Fault::new(place, format!("{format}: {}", shortened(&message, LONGEST_MESSAGE)));
    let mut file = outcome.map(|file| file.map_faults(named)).map_err(named)?;
    file.format = Some(format);
    file.puzzle.extras.set_format(format);
    Ok(file)
}
