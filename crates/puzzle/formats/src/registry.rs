//! The formats that can be read: their names, their recognition and their readers.
//!
//! `.` is black in some formats and white in others, so a file is read as a format only if its content shows that format. The evidence is
//! one of these, at the start of the file:
//! - the magic text of `.puz`;
//! - the first line of Across Lite's text or of Qxw;
//! - the keys of the first JSON object;
//! - the line `exolve-begin`;
//! - the XML of JPZ, or a zip archive;
//! - the metadata of `.xd`.
//!
//! A file without this evidence is a list of grids as plain text, which [`text`](super::text) reads.
//!
//! Every reader takes a whole file of at most [`MOST_BYTES`]. Its memory and time are proportional to the size, for any content. Readers
//! depend neither on this registry nor on each other.

use serde::{Deserialize, Serialize};

use super::decode::utf8_or_latin1;
use super::draft::PuzzleFile;
use super::fault::{Fault, Place};
use super::puzzle::MOST_BYTES;
use super::xd::Black;
use super::{exolve, guardian, ipuz, jpz, json, puz, puz_text, qxw, site_json, xd};
use gridcheck_core::visible::shortened;

/// Number of bytes at the start of a file that suffice to recognise its format.
pub const START_BYTES: usize = 64 << 10;

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

/// Returns the format that the first [`START_BYTES`] of a file show, or `None` for a list of grids as plain text.
pub fn recognise(start: &[u8]) -> Option<Format> {
    format_of(start).ok().flatten()
}

/// Returns the format that the start of a file shows. The error is the reason why it is neither a puzzle that can be read nor a list.
pub(super) fn format_of(start: &[u8]) -> Result<Option<Format>, &'static str> {
    if puz::header(start).is_some() {
        return Ok(Some(Format::Puz));
    }
    if start.starts_with(jpz::ARCHIVE) {
        return Ok(Some(Format::Jpz));
    }
    let text = utf8_or_latin1(start);
    let text = text.trim_start();
    Ok(if text.starts_with(puz_text::FIRST) {
        Some(Format::PuzText)
    } else if text.starts_with(qxw::FIRST) {
        Some(Format::Qxw)
    } else if exolve::recognises(text) {
        Some(Format::Exolve)
    } else if jpz::recognises(text) {
        Some(Format::Jpz)
    } else if text.starts_with(ipuz::WRAPPER) {
        Some(Format::Ipuz)
    } else if text.starts_with('{') {
        return format_of_json(text);
    } else {
        xd::recognises(text).then_some(Format::Xd)
    })
}

fn format_of_json(text: &str) -> Result<Option<Format>, &'static str> {
    let keys = json::keys(text);
    let has = |known: &str| keys.iter().any(|key| key == known);
    // A list of grids may have any key besides its rows.
    if has("rows") || keys.is_empty() {
        Ok(None)
    } else if has(guardian::KEY) {
        Ok(Some(Format::Guardian))
    } else if has(ipuz::KEY) {
        Ok(Some(Format::Ipuz))
    } else if keys.iter().any(|key| site_json::recognises(key)) {
        Ok(Some(Format::SiteJson))
    } else if ["results", "puzzle_data", "puzzle_meta"].into_iter().any(has) {
        Err("JSON of The New York Times before version 6, which is not supported: expected that of version 6, or ipuz")
    } else if has("data") && text.contains("\"gridsize\"") {
        Err("JSON of The Wall Street Journal, which is not supported: expected ipuz or another format")
    } else {
        Err(
            "JSON of an unknown format: expected the key kind (ipuz), entries (the Guardian), body (The New York Times), \
             gridnums (XWord Info), placedWords (PuzzleMe), AllAnswer (Universal), or rows (a grid)",
        )
    }
}

/// The endings of formats that are known and cannot be read, each with the refusal.
pub const UNSUPPORTED: [(&str, &str); 2] = [
    ("ccw", "Crossword Compiler's own format .ccw is not supported: export the puzzle as JPZ (XML)"),
    ("cfp", "CrossFire's own format .cfp is not supported: export the puzzle as .puz or JPZ"),
];

/// Returns the advice for a list of grids with a fault, by the ending of its name: the file is probably no list.
pub(super) fn advice(name: &str) -> Option<String> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    if let Some((_, refusal)) = UNSUPPORTED.iter().find(|(known, _)| *known == ending) {
        return Some((*refusal).to_owned());
    }
    let format = Format::ALL.into_iter().find(|format| format.name() == ending)?;
    Some(format!(
        "nothing in it shows the format {format}, so it was read as plain text; --input-format {format} reads it as such"
    ))
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
    // The message names the format as which the file was read.
    let named =
        |Fault { place, message }| Fault::new(place, format!("{format}: {}", shortened(&message, LONGEST_MESSAGE)));
    let mut file = outcome.map(|file| file.map_faults(named)).map_err(named)?;
    file.format = Some(format);
    file.puzzle.extras.set_format(format);
    Ok(file)
}
