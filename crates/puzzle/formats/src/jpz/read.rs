//! Reads JPZ.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::super::decode::utf8_or_latin1;
use super::super::draft::{Draft, MAX_KINDS, PuzzleFile, add_kind, foreign};
use super::super::fault::{Fault, Place, in_text};
use super::super::html::{self, escaped_strictly, unescaped};
use super::super::puzzle::Field;
use super::super::recognition::Strength;
use super::super::squares::Side;
use super::words::{Clue, WordsAndClues};
use super::{ARCHIVE, AROUND, BARS, NAMESPACE, SHADE, TEXTS};
use gridcheck_core::place::line_and_column;

/// The words of a declaration that says nothing but what a new file says.
const DECLARATION: [&str; 3] = ["xml", "version=\"1.0\"", "encoding=\"utf-8\""];

/// Attributes with values that every new file has: the element, the attribute, the value.
const WRITTEN: [(&str, &str, &str); 2] = [("grid-look", "numbering-scheme", "normal"), ("clues", "ordering", "normal")];

/// Returns what the start of a text shows. The first element of a puzzle is one of [`AROUND`]; other XML may be that of a format that is
/// not supported, but a web page is none.
pub(in super::super) fn sign(start: &str) -> Option<Strength> {
    let is_declared = start.starts_with("<?xml");
    match first_element(start) {
        Some(name) if AROUND.iter().any(|around| name.starts_with(around)) => Some(Strength::Puzzle),
        Some(name) => (is_declared && !name.eq_ignore_ascii_case("html")).then_some(Strength::Notation),
        // Comments may be long.
        None => is_declared.then_some(Strength::Puzzle),
    }
}

/// Returns the name of the first element of a text, without its prefix, if only declarations and comments precede it.
fn first_element(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->")
        } else if rest.starts_with("<?") || rest.starts_with("<!") {
            rest.split_once('>')
        } else {
            break;
        };
        rest = after?.1.trim_start();
    }
    let name = rest.strip_prefix('<')?;
    let name = &name[..name.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(name.len())];
    Some(name.rsplit_once(':').map_or(name, |(_, local)| local))
}

pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let is_zipped = bytes.starts_with(ARCHIVE);
    let bytes = if is_zipped { Cow::Owned(unzipped(bytes)?) } else { Cow::Borrowed(bytes) };
    let text = utf8_or_latin1(&bytes);
    let mut file = in_text(&text, read_text)?;
    if is_zipped {
        add_kind(&mut file.rewritten, "the zip archive around it");
    }
    Ok(file)
}

/// Returns the only document of an archive.
#[cfg(feature = "zip")]
fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    use std::io::Read;

    use flate2::bufread::DeflateDecoder;
    use rawzip::{CompressionMethod, ZipArchive};

    use super::super::puzzle::MAX_BYTES;

    let damaged =
        |reason: String| Fault::new(Place::Byte(0), format!("expected a zip archive with a puzzle: {reason}"));
    let unreadable = |error: rawzip::Error| damaged(error.to_string());
    let archive = ZipArchive::from_slice(bytes).map_err(unreadable)?;
    let mut files = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(unreadable)? {
        let path = entry.file_path();
        let name = String::from_utf8_lossy(path.as_ref()).into_owned();
        // Folders, and what a Mac keeps of its file system beside the files.
        let is_other = name.ends_with('/') || name.split('/').any(|part| part == "__MACOSX" || part == ".DS_Store");
        if !is_other {
            files.push((entry.wayfinder(), entry.compression_method()));
        }
    }
    let &[(place, method)] = &files[..] else {
        return Err(damaged(format!("it has {} files, expected one", files.len())));
    };
    let file = archive.get_entry(place).map_err(unreadable)?;
    let unpacked: Box<dyn Read> = match method {
        CompressionMethod::STORE => Box::new(file.data()),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(file.data())),
        _ => return Err(damaged("its file is packed by a method other than deflate".to_owned())),
    };
    let mut document = Vec::new();
    let mut checked = file.verifying_reader(unpacked).take(MAX_BYTES as u64 + 1);
    checked.read_to_end(&mut document).map_err(|error| damaged(error.to_string()))?;
    if document.len() > MAX_BYTES {
        return Err(damaged(format!("unpacked it is larger than a puzzle can be ({MAX_BYTES} bytes)")));
    }
    Ok(document)
}

#[cfg(not(feature = "zip"))]
fn unzipped(_bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    Err(Fault::new(Place::Byte(0), "a zip archive, which this program was built not to read: unpack it first"))
}

/// Reads a puzzle. The places of faults are bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let mut reader = Reader::from_str(text);
    // People type clues such as "Q & A".
    reader.config_mut().allow_dangling_amp = true;
    let mut document = Document::default();
    loop {
        let start = reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Start(tag)) => document.open(&tag, start)?,
            Ok(Event::Empty(tag)) => {
                document.open(&tag, start)?;
                document.close(tag.local_name().as_ref());
            }
            Ok(Event::End(tag)) => document.close(tag.local_name().as_ref()),
            Ok(Event::Text(text)) => document.text(&text.xml10_content()),
            Ok(Event::CData(text)) => document.text(&text.xml10_content()),
            Ok(Event::GeneralRef(name)) => document.text(&unescaped(&format!("&{};", name.xml10_content()))),
            Ok(Event::Eof) if document.inside.is_empty() => break,
            Ok(Event::Eof) => {
                let message = "the end: expected the end of every element before it";
                return Err(Fault::new(Place::Byte(text.len()), message));
            }
            Ok(Event::Comment(_)) => document.unread("comments"),
            Ok(Event::PI(_)) => document.unread("processing instructions"),
            Ok(Event::DocType(_)) => document.unread("the document type"),
            Ok(Event::Decl(declaration)) => {
                let said = declaration.to_ascii_lowercase();
                if !said.split_ascii_whitespace().all(|word| DECLARATION.contains(&word.replace('\'', "\"").as_str())) {
                    document.rewritten = true;
                }
            }
            Err(error) => {
                let place = Place::Byte(reader.error_position() as usize);
                return Err(Fault::new(place, format!("expected XML: {error}")));
            }
        }
    }
    let Document { grid, words_and_clues, about, unread, rewritten, .. } = document;
    let Some((mut draft, start)) = grid else {
        return Err(Fault::new(Place::Byte(0), refusal(text)));
    };
    (draft.line, _) = line_and_column(text, start);
    for (field, text) in about {
        draft.about(field, &text);
    }
    for kind in unread {
        draft.unread(kind);
    }
    if rewritten {
        draft.rewritten("the XML declaration and namespaces");
    }
    let links = words_and_clues.add_to(&mut draft, text);
    let mut file = draft.finish(Place::Byte(start))?;
    links.check(&mut file);
    Ok(file)
}

/// Puzzles in XML that are not read, each by a mark in the text in small letters.
const OTHERS: [(&str, &str); 5] = [
    ("<allanswer", "XML of Universal (Uclick), which is not supported: expected its JSON, or JPZ"),
    ("<crossfire", "CrossFire's own format, which is not supported: export the puzzle as .puz or JPZ"),
    ("<acrostic", "JPZ of an acrostic, which is not supported: expected a crossword"),
    ("<sudoku", "JPZ of a sudoku, which is not supported: expected a crossword"),
    ("<wordsearch", "JPZ of a word search, which is not supported: expected a crossword"),
];

/// Returns the reason why XML without a grid of a crossword is not read.
fn refusal(text: &str) -> &'static str {
    let small = text.to_ascii_lowercase();
    if first_element(text).is_some_and(is_xpf) {
        return XPF_REFUSAL;
    }
    let other = OTHERS.iter().find(|(mark, _)| small.contains(mark));
    other.map_or(
        "this XML is not a puzzle: expected rectangular-puzzle, and in it crossword, and in it grid",
        |(_, why)| why,
    )
}

/// Returns `true` if the first element of XML is that of XPF.
fn is_xpf(name: &str) -> bool {
    name.eq_ignore_ascii_case("Puzzles")
}

const XPF_REFUSAL: &str = "XPF, the XML of XWord Info, which is not supported: expected its JSON, .puz or ipuz";

/// Returns the refusal of a text that begins as a puzzle in XML of another format, or as a web page.
pub(in super::super) fn refused(start: &str) -> Option<&'static str> {
    let name = first_element(start)?;
    let is_page = name.eq_ignore_ascii_case("html");
    if is_xpf(name) {
        Some(XPF_REFUSAL)
    } else if is_page && start.contains("nytimes.com") {
        Some(
            "a web page of The New York Times, which is not supported: expected the JSON of its service, version 6, or .puz",
        )
    } else {
        is_page.then_some(
            "a web page without an Exolve puzzle: expected exolve-begin in it, or the file that the page loads",
        )
    }
}

/// An open element, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Puzzle,
    Metadata,
    Crossword,
    Grid,
    Cell,
    Word,
    Clues,
    /// An element whose text is read, including the texts of inner elements.
    Text(Sink),
    /// An element that marks up a text.
    Markup,
    /// An element whose attributes are read, and that has nothing in it.
    Leaf,
    /// An element around the puzzle.
    Around,
    /// An element that is not read.
    Other,
}

/// The use of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sink {
    Field(Field),
    ListTitle,
    Clue,
}

/// The contents of a document so far.
#[derive(Default)]
struct Document {
    inside: Vec<Element>,
    /// The grid and the byte at which it begins.
    grid: Option<(Draft, usize)>,
    words_and_clues: WordsAndClues,
    about: Vec<(Field, String)>,
    /// The clue whose text is being read.
    clue: Clue,
    /// The text that is being read.
    text: String,
    unread: BTreeSet<String>,
    /// `true` if a new file would have another declaration or other namespaces.
    rewritten: bool,
}

impl Document {
    /// Processes the beginning of an element at byte `start`.
    fn open(&mut self, tag: &BytesStart, start: usize) -> Result<(), Fault> {
        let name = tag.local_name();
        let name = name.as_ref();
        let mut seen = HashSet::new();
        // `with_checks` compares every two attributes, which takes quadratic time.
        if let Some(second) = tag.attributes().with_checks(false).flatten().find(|one| !seen.insert(one.key)) {
            let message =
                format!("the element {} has the attribute {} twice", foreign(name), foreign(second.key.as_ref()));
            return Err(Fault::new(Place::Byte(start), message));
        }
        let outer = self.inside.last().copied();
        let element = match (name, outer) {
            (_, Some(Element::Text(_) | Element::Markup)) => self.markup(name),
            (_, Some(Element::Other)) => Element::Other,
            ("rectangular-puzzle", _) => Element::Puzzle,
            ("crossword-compiler", None) => Element::Around,
            ("crossword-compiler-applet", None) => {
                self.rewritten = true;
                Element::Around
            }
            ("metadata", Some(Element::Puzzle)) => Element::Metadata,
            ("instructions", Some(Element::Puzzle)) => {
                self.rewritten = true;
                Element::Text(Sink::Field(Field::Notes))
            }
            (_, Some(Element::Metadata)) => {
                if let Some(&(_, field)) = TEXTS.iter().find(|(known, _)| *known == name) {
                    Element::Text(Sink::Field(field))
                } else {
                    self.unread(format!("metadata {}", foreign(name)));
                    Element::Other
                }
            }
            ("crossword", Some(Element::Puzzle)) => Element::Crossword,
            ("coded", Some(Element::Puzzle)) => {
                self.unread("that it is a codeword");
                Element::Crossword
            }
            ("grid-look", Some(Element::Grid)) => Element::Leaf,
            ("grid", Some(Element::Crossword)) => self.open_grid(tag, start)?,
            ("cell", Some(Element::Grid)) => {
                if let Some((draft, _)) = &mut self.grid {
                    cell(draft, tag, Place::Byte(start))?;
                }
                Element::Cell
            }
            ("word", Some(Element::Crossword)) => {
                let [id, x, y] = ["id", "x", "y"].map(|name| attribute(tag, name));
                self.words_and_clues.word(&id.unwrap_or_default(), x.as_deref(), y.as_deref());
                Element::Word
            }
            ("cells", Some(Element::Word)) => {
                let [x, y] = ["x", "y"].map(|name| attribute(tag, name));
                self.words_and_clues.cells(x.as_deref(), y.as_deref());
                Element::Leaf
            }
            ("clues", Some(Element::Crossword)) => {
                self.words_and_clues.title.clear();
                Element::Clues
            }
            ("title", Some(Element::Clues)) => Element::Text(Sink::ListTitle),
            ("clue", Some(Element::Clues)) => {
                let [word, number, lengths, link] = ["word", "number", "format", "is-link"]
                    .map(|name| attribute(tag, name).unwrap_or_default().into_owned());
                self.clue = Clue { word, number, lengths, link, start, html: String::new() };
                Element::Text(Sink::Clue)
            }
            _ => {
                self.unread(format!("the element {}", foreign(name)));
                Element::Other
            }
        };
        self.check_attributes(tag, name, element);
        if matches!(element, Element::Text(_)) {
            self.text.clear();
        }
        self.inside.push(element);
        Ok(())
    }

    fn unread(&mut self, kind: impl Into<String>) {
        // A hostile file may have many kinds.
        if self.unread.len() <= MAX_KINDS {
            self.unread.insert(kind.into());
        }
    }

    /// Records the attributes of an element that are not read. Those of a cell are processed elsewhere.
    fn check_attributes(&mut self, tag: &BytesStart, name: &str, element: Element) {
        let known: &[&str] = match element {
            // The element was recorded as a whole.
            Element::Other | Element::Cell => return,
            Element::Grid => &["width", "height"],
            Element::Word => &["id", "x", "y"],
            Element::Text(Sink::Clue) => &["word", "number", "format", "is-link"],
            Element::Leaf if name == "cells" => &["x", "y"],
            _ => &[],
        };
        for attribute in tag.attributes().with_checks(false).flatten() {
            let (key, value) = (attribute.key.as_ref(), attribute.value);
            let is_written = WRITTEN.contains(&(name, key, value.as_ref()));
            if key == "xmlns" || key.starts_with("xmlns:") {
                self.rewritten |= key != "xmlns" || !value.starts_with(NAMESPACE) || !value.ends_with(name);
            } else if !known.contains(&key) && !is_written {
                self.unread(format!("{} of {}", foreign(key), foreign(name)));
            }
        }
    }

    /// Processes an element inside a text.
    fn markup(&mut self, name: &str) -> Element {
        if self.is_in_clue() {
            if html::is_tag(name) {
                self.text.extend(["<", name, ">"]);
            } else {
                self.unread("markup in clues");
            }
            return Element::Markup;
        }
        if name == "br" || name == "p" {
            self.text.push('\n');
            return Element::Markup;
        }
        match self.inside.iter().find(|inside| matches!(inside, Element::Text(_))) {
            // The titles of lists are bold.
            Some(Element::Text(Sink::ListTitle)) if name == "b" => {}
            _ => self.unread("markup in texts"),
        }
        Element::Markup
    }

    fn open_grid(&mut self, tag: &BytesStart, start: usize) -> Result<Element, Fault> {
        let place = Place::Byte(start);
        if self.grid.is_some() {
            return Err(Fault::new(place, "a second grid: expected one"));
        }
        let [width, height] = numbers(tag, ["width", "height"], place)?;
        self.grid = Some((Draft::new(width, height, place)?, start));
        Ok(Element::Grid)
    }

    fn text(&mut self, text: &str) {
        match self.inside.last() {
            // The text of a clue is HTML.
            Some(Element::Text(_) | Element::Markup) if self.is_in_clue() => {
                self.text.push_str(&escaped_strictly(text));
            }
            Some(Element::Text(_) | Element::Markup) => self.text.push_str(text),
            Some(Element::Other) => {}
            _ if text.trim().is_empty() => {}
            _ => self.unread("texts between elements"),
        }
    }

    fn is_in_clue(&self) -> bool {
        let text = self.inside.iter().find(|inside| matches!(inside, Element::Text(_)));
        text == Some(&Element::Text(Sink::Clue))
    }

    /// Processes the end of an element.
    fn close(&mut self, name: &str) {
        let closed = self.inside.pop();
        if closed == Some(Element::Markup) && self.is_in_clue() && name != "br" && html::is_tag(name) {
            self.text.extend(["</", name, ">"]);
        }
        let Some(Element::Text(sink)) = closed else { return };
        let text = std::mem::take(&mut self.text);
        match sink {
            Sink::Field(field) => self.about.push((field, text)),
            Sink::ListTitle => {
                text.trim().clone_into(&mut self.words_and_clues.title);
                if !["across", "down"].contains(&text.trim().to_ascii_lowercase().as_str()) {
                    self.unread(format!("the heading {} of clues", foreign(text.trim())));
                }
            }
            Sink::Clue => self.words_and_clues.clue(Clue { html: text, ..std::mem::take(&mut self.clue) }),
        }
    }
}

fn cell(draft: &mut Draft, tag: &BytesStart, place: Place) -> Result<(), Fault> {
    let [x, y] = numbers(tag, ["x", "y"], place)?;
    if x == 0 || y == 0 {
        return Err(Fault::new(place, format!("a cell at x {x}, y {y}: expected numbers from 1")));
    }
    let (r, c) = (y as usize - 1, x as usize - 1);
    let white = match attribute(tag, "type").as_deref() {
        None | Some("letter") => draft.tell((r, c), true, place).map(|()| true)?,
        Some("block") => draft.tell((r, c), false, place).map(|()| false)?,
        Some("void") => draft.tell_void((r, c), place).map(|()| false)?,
        // Such a square has a letter in some variety puzzles.
        Some("clue") if attribute(tag, "solution").is_some_and(|letters| !letters.trim().is_empty()) => {
            draft.tell((r, c), true, place)?;
            draft.unread("the type clue of squares with a letter");
            true
        }
        Some("clue") => {
            let message = "a cell with a clue in it: arrow words are not supported, as their black squares are clues";
            return Err(Fault::new(place, message));
        }
        Some(kind) => return Err(Fault::new(place, format!("cell type {kind:?}: expected letter or block"))),
    };
    // A cell of a hostile file may have many attributes, so each is processed only once.
    for attribute in tag.attributes().with_checks(false).flatten() {
        let value = unescaped(&attribute.value);
        match attribute.key.as_ref() {
            "x" | "y" | "type" => {}
            "solution" => draft.set_letter((r, c), &value),
            "number" => draft.number((r, c), &value),
            "background-shape" if value == "circle" => draft.circle((r, c)),
            "background-color" => {
                if !["#ffffff", "#fff", "white", ""].contains(&value.to_ascii_lowercase().as_str()) {
                    draft.shade((r, c));
                    if white && !value.eq_ignore_ascii_case(SHADE) {
                        draft.unread("the colours of shaded squares");
                    }
                }
            }
            name => match BARS.into_iter().zip(Side::ALL).find(|(known, _)| *known == name) {
                Some((_, side)) if value == "true" => draft.bar((r, c), side, place),
                Some(_) if ["false", ""].contains(&value.as_str()) => {}
                _ => draft.unread(format!("{} of squares", foreign(name))),
            },
        }
    }
    Ok(())
}

/// Returns an attribute in which entities are replaced.
fn attribute<'t>(tag: &'t BytesStart, name: &str) -> Option<Cow<'t, str>> {
    // Checking that all names differ takes quadratic time.
    let mut attributes = tag.attributes();
    let mut attributes = attributes.with_checks(false).flatten();
    let value = attributes.find(|attribute| attribute.key.as_ref() == name)?.value;
    Some(if value.contains('&') { Cow::Owned(unescaped(&value)) } else { value })
}

/// Reads attributes that must be whole numbers.
fn numbers(tag: &BytesStart, names: [&str; 2], place: Place) -> Result<[u64; 2], Fault> {
    let mut numbers = [0; 2];
    for (number, name) in numbers.iter_mut().zip(names) {
        let value = attribute(tag, name).and_then(|value| value.trim().parse::<u32>().ok());
        let message = || format!("<{}>: expected a whole number as {name}", tag.local_name().as_ref());
        *number = value.map(u64::from).ok_or_else(|| Fault::new(place, message()))?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(clue: &str) -> PuzzleFile {
        let cells = [1, 2, 3].map(|x| format!("<cell x=\"{x}\" y=\"1\"/>")).concat();
        let text = format!(
            "<rectangular-puzzle><crossword><grid width=\"3\" height=\"1\">{cells}</grid><word id=\"1\" x=\"1-3\" y=\"1\"/>\
             <clues><title>Across</title><clue word=\"1\" number=\"1\">{clue}</clue></clues></crossword></rectangular-puzzle>"
        );
        read(text.as_bytes()).expect("a puzzle")
    }

    #[test]
    fn elements_that_are_no_tags_are_not_part_of_a_clue() {
        for (clue, has_more) in [("<my-tag>Cat</my-tag>", true), ("<a.b/>Cat", true), ("<i>Cat</i>", false)] {
            let found = file(clue);
            assert_eq!(
                found.puzzle.clues.values().map(|clue| clue.text.plain()).collect::<Vec<_>>(),
                ["Cat"],
                "{clue}"
            );
            assert_eq!(found.unread.contains("markup in clues"), has_more, "{clue}");
        }
    }

    #[test]
    fn deep_elements_take_linear_time() {
        let many = 1 << 16;
        let found = file(&format!("{}x{}", "<sup>".repeat(many), "</sup>".repeat(many)));
        assert!(found.unread.contains("markup in clues"));
    }
}
