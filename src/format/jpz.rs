//! JPZ, the XML of Crossword Compiler's applet, sometimes in a zip archive.
//!
//! Somewhere in the document is `rectangular-puzzle`, in it `crossword` with a `grid` that has a `width` and a `height` and
//! holds every `cell`, with `x` and `y` from 1. A cell whose `type` is `block` is black, `void` no cell, `clue` the clue of
//! an arrow word; without a type, or with `letter`, it is white. The attributes `top-bar`, `right-bar`, `bottom-bar` and
//! `left-bar` are bars if they are `true`. Names count without their namespaces, which files of different age do not share.
//!
//! Source: the schema of Crossword Compiler, crossword.info/xml/rectangular-puzzle (Antony Lewis).

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::decode::utf8_or_latin1;
use super::fault::{Fault, Place};
use super::puzzle::{Format, Puzzle};
use super::squares::{Side, Squares, no_cell};

/// What a zip archive begins with.
pub(super) const ARCHIVE: &[u8] = b"PK\x03\x04";

/// Elements that are around a puzzle, from the outside.
const AROUND: [&str; 2] = ["crossword-compiler", "rectangular-puzzle"];

/// Attributes that are bars.
const BARS: [(&str, Side); 4] =
    [("top-bar", Side::Top), ("right-bar", Side::Right), ("bottom-bar", Side::Bottom), ("left-bar", Side::Left)];

/// Whether a text is in this form, judging by its start: XML is, whatever is in it, as no other format is XML.
pub(super) fn is_meant(start: &str) -> bool {
    start.starts_with("<?xml") || start.starts_with('<') && AROUND.iter().any(|name| start.contains(name))
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let bytes = if bytes.starts_with(ARCHIVE) { Cow::Owned(unzipped(bytes)?) } else { Cow::Borrowed(bytes) };
    let text = utf8_or_latin1(&bytes);
    read_text(&text).map_err(|fault| fault.in_text(&text))
}

/// The one document of an archive.
#[cfg(feature = "zip")]
fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    use std::io::{Cursor, Read};

    use super::puzzle::MOST_BYTES;

    let damaged =
        |reason: String| Fault::new(Place::Byte(0), format!("expected a zip archive with a puzzle: {reason}"));
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?;
    if archive.len() != 1 {
        return Err(damaged(format!("it has {} files, expected one", archive.len())));
    }
    let file = archive.by_index(0).map_err(|error| damaged(error.to_string()))?;
    let mut document = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut document).map_err(|error| damaged(error.to_string()))?;
    if document.len() > MOST_BYTES {
        return Err(damaged(format!("unpacked it is larger than a puzzle can be ({MOST_BYTES} bytes)")));
    }
    Ok(document)
}

#[cfg(not(feature = "zip"))]
fn unzipped(_bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    Err(Fault::new(Place::Byte(0), "a zip archive, which this program was built not to read: unpack it first"))
}

/// The same with places as bytes of the text.
fn read_text(text: &str) -> Result<Puzzle, Fault> {
    let mut reader = Reader::from_str(text);
    // People type clues such as "Q & A".
    reader.config_mut().allow_dangling_amp = true;
    let mut inside: Vec<Element> = Vec::new();
    let mut found = Found::default();
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        match event {
            Ok(Event::Start(tag)) => {
                let element = found.element(&tag, inside.last().copied(), start)?;
                inside.push(element);
            }
            Ok(Event::Empty(tag)) => {
                found.element(&tag, inside.last().copied(), start)?;
            }
            Ok(Event::End(_)) => {
                inside.pop();
            }
            Ok(Event::Text(text)) => found.text(&text.xml10_content(), inside.last()),
            Ok(Event::CData(text)) => found.text(&text.xml10_content(), inside.last()),
            Ok(Event::GeneralRef(name)) => {
                let character = name.resolve_char_ref().ok().flatten().map(String::from);
                let text = character.or_else(|| resolve_predefined_entity(&name.xml10_content()).map(str::to_owned));
                found.text(&text.unwrap_or_default(), inside.last());
            }
            Ok(Event::Eof) if inside.is_empty() => break,
            Ok(Event::Eof) => {
                return Err(Fault::new(
                    Place::Byte(text.len()),
                    "the end: expected the end of every element before it",
                ));
            }
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(error) => {
                return Err(Fault::new(
                    Place::Byte(reader.error_position() as usize),
                    format!("expected XML: {error}"),
                ));
            }
        }
    }
    let Some((squares, start)) = found.squares else {
        let message = "expected XML with rectangular-puzzle, and in it crossword, and in it grid";
        return Err(Fault::new(Place::Byte(0), message));
    };
    let mut puzzle = Puzzle::new(Format::Jpz, squares.finish(Place::Byte(start))?);
    puzzle.line = text[..start].matches('\n').count() + 1;
    puzzle.named(&found.title, &found.creator);
    Ok(puzzle)
}

/// An element that has been opened, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Puzzle,
    Metadata,
    Title,
    Creator,
    Crossword,
    Grid,
    Other,
}

/// What a document has told so far.
#[derive(Default)]
struct Found {
    title: String,
    creator: String,
    /// The grid and where it begins.
    squares: Option<(Squares, usize)>,
}

impl Found {
    /// Takes an element that begins at byte `start`.
    fn element(&mut self, tag: &BytesStart, outer: Option<Element>, start: usize) -> Result<Element, Fault> {
        let place = Place::Byte(start);
        let name = tag.local_name();
        Ok(match (name.as_ref(), outer) {
            ("rectangular-puzzle", _) => Element::Puzzle,
            ("metadata", Some(Element::Puzzle)) => Element::Metadata,
            ("title", Some(Element::Metadata)) => Element::Title,
            ("creator", Some(Element::Metadata)) => Element::Creator,
            ("crossword", Some(Element::Puzzle)) => Element::Crossword,
            ("grid", Some(Element::Crossword)) if self.squares.is_some() => {
                return Err(Fault::new(place, "a second grid: expected one"));
            }
            ("grid", Some(Element::Crossword)) => {
                let [width, height] = numbers(tag, ["width", "height"], place)?;
                self.squares = Some((Squares::new(width, height, place)?, start));
                Element::Grid
            }
            ("cell", Some(Element::Grid)) => {
                if let Some((squares, _)) = &mut self.squares {
                    cell(squares, tag, place)?;
                }
                Element::Other
            }
            _ => Element::Other,
        })
    }

    fn text(&mut self, text: &str, inside: Option<&Element>) {
        match inside {
            Some(Element::Title) => self.title.push_str(text),
            Some(Element::Creator) => self.creator.push_str(text),
            _ => {}
        }
    }
}

/// Takes what an element `cell` tells.
fn cell(squares: &mut Squares, tag: &BytesStart, place: Place) -> Result<(), Fault> {
    let [x, y] = numbers(tag, ["x", "y"], place)?;
    if x == 0 || y == 0 {
        return Err(Fault::new(place, format!("a cell at x {x}, y {y}: expected numbers from 1")));
    }
    let (r, c) = (y as usize - 1, x as usize - 1);
    let white = match attribute(tag, "type").as_deref() {
        None | Some("letter") => true,
        Some("block") => false,
        Some("void") => return Err(no_cell(place, r, c)),
        Some("clue") => {
            let message = "a cell with a clue in it: arrow words are not supported, as their black squares are clues";
            return Err(Fault::new(place, message));
        }
        Some(kind) => return Err(Fault::new(place, format!("cell type {kind:?}: expected letter or block"))),
    };
    squares.tell((r, c), white, place)?;
    for (name, side) in BARS {
        if attribute(tag, name).as_deref() == Some("true") {
            squares.bar((r, c), side, place);
        }
    }
    Ok(())
}

/// An attribute as written. No value that matters here has an entity in it.
fn attribute<'t>(tag: &'t BytesStart, name: &str) -> Option<Cow<'t, str>> {
    // Checking that all names differ takes time in the square of their number.
    let mut attributes = tag.attributes();
    attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name).map(|found| found.value)
}

/// Attributes that have to be whole numbers.
fn numbers(tag: &BytesStart, names: [&str; 2], place: Place) -> Result<[u64; 2], Fault> {
    let mut numbers = [0; 2];
    for (number, name) in numbers.iter_mut().zip(names) {
        let value = attribute(tag, name).and_then(|value| value.trim().parse::<u32>().ok());
        let message = || format!("<{}>: expected a whole number as {name}", tag.local_name().as_ref());
        *number = value.map(u64::from).ok_or_else(|| Fault::new(place, message()))?;
    }
    Ok(numbers)
}
