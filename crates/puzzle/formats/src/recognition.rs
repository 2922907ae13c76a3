//! Recognises the format of a file by its content and by the ending of its name.
//!
//! `.` is black in some formats and white in others, so a file is read as a format only if its content has the *sign* of that format:
//!
//! | format | sign, at the start of the file | endings |
//! |---|---|---|
//! | `puz` | the magic text | `.puz` |
//! | `puz-text` | the first line of Across Lite's text | |
//! | `ipuz` | a JSON object with the key `kind`, or `ipuz(` | `.ipuz`, `.json` |
//! | `exolve` | a line `exolve-begin` anywhere | `.exolve`, `.html`, `.htm`, `.xml` |
//! | `xd` | the metadata, or the name of a section | `.xd` |
//! | `jpz` | XML that is no web page, or a zip archive | `.jpz`, `.xml` |
//! | `qxw` | the first line | `.qxw` |
//! | `guardian`, `site-json` | a JSON object with their keys | `.json` |
//! | plain text | a JSON object with the key `rows`, or none of these signs | `.json` |
//!
//! All signs are looked for, and one that shows a puzzle counts more than one that only shows a notation, such as XML. A file that has two could be judged as one puzzle here and be another one elsewhere, so it is refused. It is
//! also refused if its ending names a format whose sign it lacks, while it has that of another. Other endings, such as `.txt`, say nothing.
//! A file without a sign is a list of grids as plain text, which [`text`](super::text) reads.

use std::path::Path;

use thiserror::Error;

use super::decode::utf8_or_latin1;
use super::fault::{Fault, Place};
use super::registry::Format;
use super::{exolve, guardian, ipuz, jpz, json, puz, puz_text, qxw, site_json, xd};

/// Number of bytes at the start of a file that suffice to recognise its format.
pub const START_BYTES: usize = 64 << 10;

/// The signs that the files with an ending have, if they have any.
const ENDINGS: [(&str, &[Format]); 10] = [
    ("puz", &[Format::Puz]),
    ("ipuz", &[Format::Ipuz]),
    ("exolve", &[Format::Exolve]),
    ("html", &[Format::Exolve]),
    ("htm", &[Format::Exolve]),
    ("xd", &[Format::Xd]),
    ("jpz", &[Format::Jpz]),
    // A web page may be XML too.
    ("xml", &[Format::Jpz, Format::Exolve]),
    ("qxw", &[Format::Qxw]),
    ("json", &[Format::Ipuz, Format::Guardian, Format::SiteJson, Format::Text]),
];

/// The endings of formats that are known and cannot be read, each with the refusal.
pub const UNSUPPORTED: [(&str, &str); 2] = [
    ("ccw", "Crossword Compiler's own format .ccw is not supported: export the puzzle as JPZ (XML)"),
    ("cfp", "CrossFire's own format .cfp is not supported: export the puzzle as .puz or JPZ"),
];

/// The strength of a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The notation in which puzzles of the format are written, such as XML. It counts only beside no stronger sign.
    Notation,
    /// A puzzle of the format.
    Puzzle,
}

/// The reason why the format of a file is not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The content is of a format that is not read.
    #[error("{0}")]
    OtherFormat(&'static str),
    /// The content shows several formats, or another than the ending of the name.
    #[error("{why}{by_option}")]
    Ambiguous {
        /// The formats that the content shows, in a sentence.
        why: String,
        /// The end of the sentence for a caller that has the option `--input-format`.
        by_option: &'static str,
    },
}

impl Refusal {
    /// Returns the fault for a caller that has no options.
    pub fn without_options(&self) -> Fault {
        let why = match self {
            Refusal::OtherFormat(why) => (*why).to_owned(),
            Refusal::Ambiguous { why, by_option: _ } => why.clone(),
        };
        Fault::new(Place::START, why)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Fault::new(Place::START, refusal.to_string())
    }
}

/// The signs of the start of a file.
#[derive(Default)]
struct Signs {
    found: Vec<(Format, Strength)>,
    /// The refusal of a file with no other sign.
    refusal: Option<Refusal>,
}

impl Signs {
    /// Returns the signs that count: those of the greatest strength, and one if they only show a notation.
    fn counting(mut self) -> Vec<(Format, Strength)> {
        let greatest = self.found.iter().map(|(_, strength)| *strength).max();
        self.found.retain(|(_, strength)| Some(*strength) == greatest);
        if greatest == Some(Strength::Notation) {
            self.found.truncate(1);
        }
        self.found
    }
}

/// Returns the format of a file, [`Format::Text`] for any list of grids. `bytes` are the file or its first [`START_BYTES`], and `name`
/// is its name, or any text without an ending if it has none.
///
/// # Errors
/// Returns an error if the content shows two formats, if it contradicts the ending of the name, or if it is JSON of an unknown format.
pub fn recognise(bytes: &[u8], name: &Path) -> Result<Format, Refusal> {
    let mut signs = signs(&bytes[..bytes.len().min(START_BYTES)]);
    let refusal = signs.refusal.take();
    let listed = |formats: &mut dyn Iterator<Item = Format>, joint: &str| {
        formats.map(Format::name).collect::<Vec<_>>().join(joint)
    };
    let shown = match (&signs.counting()[..], refusal) {
        ([], Some(refusal)) => return Err(refusal),
        ([], None) => return Ok(Format::Text),
        ([(shown, _)], _) => *shown,
        (several, _) => {
            let names = listed(&mut several.iter().map(|(format, _)| *format), " and ");
            return Err(Refusal::Ambiguous {
                why: format!("its content shows the formats {names}"),
                by_option: ": name the right one with --input-format",
            });
        }
    };
    match by_ending(&ending(name)) {
        Some((ending, expected)) if !expected.contains(&shown) => {
            let names = listed(&mut expected.iter().copied(), " or ");
            let why = format!(
                "its ending .{ending} means the format {names}, but its content shows the format {shown}: rename it"
            );
            Err(Refusal::Ambiguous { why, by_option: ", or name the right format with --input-format" })
        }
        _ => Ok(shown),
    }
}

/// Returns `true` if the start of a file shows a puzzle or a list of grids, and not only the notation in which it is written, as JSON or XML.
pub(super) fn shows_puzzle(start: &[u8]) -> bool {
    let has = |text: &str| start.windows(text.len()).any(|window| window == text.as_bytes());
    let is_json = start.trim_ascii_start().starts_with(b"{");
    let Signs { found, refusal } = signs(start);
    match refusal {
        _ if found.iter().any(|(_, strength)| *strength == Strength::Puzzle) => true,
        // A puzzle of a format that is not read.
        Some(_) if !is_json => has("<Puzzles"),
        _ if !found.is_empty() => false,
        Some(_) => has("crossword"),
        None => has("{\"rows\"") || has("{ \"rows\"") || has("\"rows\":"),
    }
}

/// Returns the ending of a name in small letters, without the period; empty if it has none.
fn ending(name: &Path) -> String {
    name.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn by_ending(ending: &str) -> Option<(&'static str, &'static [Format])> {
    ENDINGS.into_iter().find(|(known, _)| *known == ending)
}

/// Returns all signs of the start of a file.
fn signs(start: &[u8]) -> Signs {
    let mut signs = Signs::default();
    // The start may end within a character.
    let start = match str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => &start[..error.valid_up_to()],
        _ => start,
    };
    let text = utf8_or_latin1(start);
    let text = text.trim_start();
    let sure = |is_shown: bool| is_shown.then_some(Strength::Puzzle);
    let shown = [
        (sure(puz::header(start).is_some()), Format::Puz),
        (sure(text.starts_with(puz_text::FIRST)), Format::PuzText),
        (sure(text.starts_with(qxw::FIRST)), Format::Qxw),
        (sure(exolve::recognises(text)), Format::Exolve),
        (sure(start.starts_with(jpz::ARCHIVE)).or_else(|| jpz::sign(text)), Format::Jpz),
        (sure(xd::recognises(text)), Format::Xd),
        (text.strip_prefix(ipuz::WRAPPER).map(ipuz::sign), Format::Ipuz),
    ];
    signs.found = shown.into_iter().filter_map(|(shown, format)| Some((format, shown?))).collect();
    signs.refusal = jpz::refused(text).map(Refusal::OtherFormat);
    if text.starts_with('{') {
        add_signs_of_json(text, &mut signs);
    }
    signs
}

/// Adds the signs of a JSON object, which may be cut off anywhere.
fn add_signs_of_json(text: &str, signs: &mut Signs) {
    let entries = json::entries(text);
    let value = |known: &str| entries.iter().find(|(key, _)| key == known).map(|(_, value)| *value);
    let has = |known: &str| value(known).is_some();
    // A list of grids may have any key besides its rows, so those of other formats do not suffice.
    let guardian = if has("dimensions") { Strength::Puzzle } else { Strength::Notation };
    let shown = [
        (has("rows").then_some(Strength::Puzzle), Format::Text),
        (has(guardian::KEY).then_some(guardian), Format::Guardian),
        (value(ipuz::KEY).map(ipuz::sign), Format::Ipuz),
        (entries.iter().any(|(key, _)| site_json::recognises(key)).then_some(Strength::Puzzle), Format::SiteJson),
    ];
    signs.found.extend(shown.into_iter().filter_map(|(shown, format)| Some((format, shown?))));
    signs.refusal = if entries.is_empty() {
        None
    } else if ["results", "puzzle_data", "puzzle_meta"].into_iter().any(has) {
        Some("JSON of The New York Times before version 6, which is not supported: expected that of version 6, or ipuz")
    } else if has("data") && text.contains("\"gridsize\"") {
        Some("JSON of The Wall Street Journal, which is not supported: expected ipuz or another format")
    } else {
        Some(
            "JSON of an unknown format: expected the key kind (ipuz), entries (the Guardian), body (The New York Times), \
             gridnums (XWord Info), placedWords (PuzzleMe), AllAnswer (Universal), or rows (a grid)",
        )
    }
    .map(Refusal::OtherFormat);
}

/// The advice for a list of grids with a fault: the file is probably no list.
pub(super) struct Advice {
    pub(super) why: String,
    /// The end of the sentence for a caller that has the option `--input-format`.
    pub(super) by_option: String,
}

/// Returns the advice for a list of grids with a fault, by the ending of its name.
pub(super) fn advice(name: &Path) -> Option<Advice> {
    let ending = ending(name);
    if let Some((_, refusal)) = UNSUPPORTED.iter().find(|(known, _)| *known == ending) {
        return Some(Advice { why: (*refusal).to_owned(), by_option: String::new() });
    }
    // An ending that several formats share names none.
    let (_, [format]) = by_ending(&ending)? else { return None };
    Some(Advice {
        why: format!("nothing in it shows the format {format}, so it was read as plain text"),
        by_option: format!("; --input-format {format} reads it as such"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXOLVE: &str = "exolve-begin\n  exolve-width: 3\nexolve-end\n";
    const XD: &str = "Title: T\nAuthor: A\n\n\nCAT\n";
    const JPZ: &str =
        "<?xml version=\"1.0\"?>\n<!-- a -->\n<crossword-compiler><rectangular-puzzle/></crossword-compiler>";

    fn found(text: &str, name: &str) -> Result<Format, String> {
        recognise(text.as_bytes(), Path::new(name)).map_err(|refusal| {
            assert!(!refusal.without_options().to_string().contains("--"), "{refusal}");
            refusal.to_string()
        })
    }

    #[test]
    fn a_single_sign_decides_with_its_own_ending_and_with_none() {
        let page = format!("<!DOCTYPE html>\n<html><body>see crossword-compiler\n{EXOLVE}</body></html>");
        let xhtml = format!("<?xml version=\"1.0\"?>\n<!-- a --><html xmlns=\"x\"><pre>\n{EXOLVE}</pre></html>");
        for (text, endings, format) in [
            (EXOLVE, &["exolve", "EXOLVE", "html", "htm", "md", "js"][..], Format::Exolve),
            (&page, &["html", "htm", "exolve"], Format::Exolve),
            (&xhtml, &["html", "xml"], Format::Exolve),
            (&format!("{{{{ a }}}}\n{EXOLVE}"), &["html"], Format::Exolve),
            (XD, &["xd"], Format::Xd),
            (JPZ, &["jpz", "xml"], Format::Jpz),
            ("<crossword-compiler-applet>", &["jpz", "xml"], Format::Jpz),
            ("PK\x03\x04", &["jpz", "zip"], Format::Jpz),
            ("<ACROSS PUZZLE V2>", &[], Format::PuzText),
            ("#QXW2v1", &["qxw"], Format::Qxw),
            ("ab\0\0ACROSS&DOWN\0", &["puz"], Format::Text),
            ("abACROSS&DOWN\0", &["puz"], Format::Puz),
            ("ipuz({\"kind\": 1})", &["ipuz", "json"], Format::Ipuz),
            ("{\"kind\": [\"x\"]", &["ipuz", "json"], Format::Ipuz),
            ("{\"entries\": []}", &["json"], Format::Guardian),
            ("{\"gridnums\": []}", &["json"], Format::SiteJson),
            ("{\"rows\": [\"..\"], \"kind\": \"a\", \"entries\": 2}", &["json", "jsonl"], Format::Text),
            ("..\n.#\n", &["xd", "puz", "html", "json"], Format::Text),
        ] {
            for ending in endings.iter().chain(&["", "txt"]) {
                let expected = if text.starts_with("ab\0") { Ok(Format::Puz) } else { Ok(format) };
                assert_eq!(found(text, &format!("a.{ending}")), expected, "{text:?} .{ending}");
            }
            assert_eq!(found(text, "a"), found(text, ""), "{text:?}");
        }
    }

    #[test]
    fn two_signs_are_refused_in_one_line_that_names_both() {
        let ipuz = "{\"kind\": [\"http://ipuz.org/crossword#1\"]";
        for (text, names) in [
            (format!("{XD}\n\n{EXOLVE}"), ["exolve", "xd"]),
            (JPZ.replace(" a ", &format!("\n{EXOLVE}")), ["exolve", "jpz"]),
            (format!("<!--\n{EXOLVE}-->\n{JPZ}").replace("<?xml version=\"1.0\"?>\n", ""), ["exolve", "jpz"]),
            (format!("<?xml version=\"1.0\"?><!--\n{EXOLVE}{}", " ".repeat(START_BYTES)), ["exolve", "jpz"]),
            (format!("<ACROSS PUZZLE>\n{EXOLVE}"), ["puz-text", "exolve"]),
            (format!("#QXW2v1\n{EXOLVE}"), ["qxw", "exolve"]),
            (format!("abACROSS&DOWN\0\n{EXOLVE}"), ["puz", "exolve"]),
            (format!("PK\x03\x04\n{EXOLVE}"), ["exolve", "jpz"]),
            (format!("{ipuz}}}\n{EXOLVE}"), ["exolve", "ipuz"]),
            (format!("{{\"rows\": [\"..\"]}}\n{EXOLVE}"), ["exolve", "text"]),
            (format!("{ipuz}, \"rows\": [\"..\"]}}"), ["text", "ipuz"]),
            (format!("{ipuz}, \"dimensions\": {{}}, \"entries\": []}}"), ["guardian", "ipuz"]),
            (format!("Title: T\n\n## Grid\n\nA\n{EXOLVE}"), ["exolve", "xd"]),
            (format!("T\n## Grid\nA\n## Clues\n## Notes\n{EXOLVE}"), ["exolve", "xd"]),
            ("{\"dimensions\": 1, \"entries\": [], \"rows\": []}".to_owned(), ["text", "guardian"]),
        ] {
            let message = found(&text, "a.txt").expect_err(&text);
            let [one, other] = names;
            assert!(
                message.contains(&format!("{one} and {other}: ")) && message.contains("--input-format"),
                "{message}"
            );
            assert_eq!(message.lines().count(), 1);
        }
    }

    #[test]
    fn an_ending_that_contradicts_the_content_is_refused() {
        for (text, name, names) in [
            (EXOLVE, "a.xd", ["xd", "exolve"]),
            (XD, "folder.x/a.EXOLVE", ["exolve", "xd"]),
            (XD, "a.html", ["exolve", "xd"]),
            (EXOLVE, "a.json", ["ipuz", "exolve"]),
            (JPZ, "a.ipuz", ["ipuz", "jpz"]),
            ("{\"rows\": [\"..\"]}", "a.ipuz", ["ipuz", "text"]),
            ("{\"entries\": []}", "a.ipuz", ["ipuz", "guardian"]),
            ("<ACROSS PUZZLE>", "a.puz", ["puz", "puz-text"]),
        ] {
            let message = found(text, name).expect_err(name);
            assert!(names.iter().all(|name| message.contains(name)) && message.contains("--input-format"), "{message}");
            assert_eq!(message.lines().count(), 1);
        }
    }

    #[test]
    fn every_single_ending_is_the_name_of_its_format_or_of_a_page() {
        for (ending, signs) in ENDINGS {
            if let [format] = signs {
                assert!(format.name() == ending || ending.starts_with("htm"), "{ending}");
            }
        }
    }

    #[test]
    fn other_formats_are_named() {
        let page = "<!DOCTYPE html>\n<html><body>";
        for (text, name) in [
            ("<Puzzles Version=\"1.0\"><Puzzle>", "XPF"),
            ("{\"results\": [{\"puzzle_data\": {}}]}", "The New York Times"),
            (&format!("{page}https://www.nytimes.com/crosswords"), "The New York Times"),
            (page, "a web page without an Exolve puzzle"),
        ] {
            let refusal = found(text, "a.txt").expect_err(text);
            assert!(refusal.contains(name) && refusal.contains("expected"), "{refusal}");
        }
        for (element, name) in [("acrostic", "an acrostic"), ("sudoku", "a sudoku")] {
            let text = format!("<?xml version=\"1.0\"?><rectangular-puzzle><{element}/></rectangular-puzzle>");
            let fault = jpz::read(text.as_bytes()).expect_err("no crossword").to_string();
            assert!(fault.contains(name), "{fault}");
        }
        let xpf = "<?xml version=\"1.0\"?><Puzzles><Puzzle/></Puzzles>";
        assert!(jpz::read(xpf.as_bytes()).expect_err("no JPZ").to_string().contains("XPF"));
    }
}
