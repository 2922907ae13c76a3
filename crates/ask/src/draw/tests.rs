//! Puts requests as JSON, with grids in memory.

use std::sync::Mutex;

use gridcheck_engine::watch::{Unwatched, Watch};

use super::*;
use crate::request::Request;

/// A host that keeps notes and sentences.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl Watch for Listener {
    fn run(&self, stage: &str) -> std::sync::Arc<gridcheck_engine::Run> {
        Unwatched.run(stage)
    }
}

impl Host for Listener {
    fn note(&self, note: String) {
        self.inform(format!("note: {note}"));
    }

    fn inform(&self, sentence: String) {
        self.0.lock().expect("one thread").push(sentence);
    }
}

/// The drawing as bytes, the number of unreadable files, and the notes and sentences for the host.
fn drawn(request: &str) -> Result<(Vec<u8>, usize, Vec<String>), Failure> {
    let request: Draw = serde_json::from_str(request).expect("a request");
    let host = Listener::default();
    let drawing = request.ask(&host)?;
    let mut bytes = Vec::new();
    drawing.write(&mut bytes, Device::default())?;
    Ok((bytes, drawing.unreadable, host.0.into_inner().expect("one thread")))
}

fn text_of(request: &str) -> String {
    String::from_utf8(drawn(request).expect("a drawing").0).expect("text")
}

fn refusal(request: &str) -> String {
    drawn(request).expect_err("a refusal").to_string()
}

/// Two grids, the second with two words of three letters.
const GRIDS: &str = r#""files": {"name": "two", "text": ".#\n..\n\n...\n#.#\n..."}"#;

#[test]
fn without_a_format_grids_are_rows_of_text() {
    assert_eq!(text_of(&format!("{{{GRIDS}}}")), ".#\n..\n\n...\n#.#\n...\n");
    assert_eq!(text_of(&format!("{{{GRIDS}, \"columns\": 2}}")), ".#  ...\n..  #.#\n    ...\n");
    let marked = text_of(&format!("{{{GRIDS}, \"where\": \"letters = 3\", \"mark\": \"2,1\"}}"));
    assert_eq!(marked, "..##\n.*..\n");
}

#[test]
fn each_format_has_its_bytes() {
    for (format, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!doctype html>")]
    {
        let (bytes, ..) = drawn(&format!("{{{GRIDS}, \"format\": \"{format}\"}}")).expect("a picture");
        assert!(bytes.starts_with(start), "{format}: {:?}", &bytes[..20]);
    }
    let pages = |more: &str| {
        let (bytes, ..) = drawn(&format!("{{{GRIDS}, \"format\": \"pdf\"{more}}}")).expect("a picture");
        String::from_utf8_lossy(&bytes).matches("/Type /Page\n").count()
    };
    assert_eq!((pages(""), pages(", \"each_page\": true")), (1, 2));
    assert_eq!(pages(", \"with\": [\"clues\", \"solution\"], \"paper\": \"letter\""), 4);
}

#[test]
fn a_gallery_links_to_the_page_that_lies_beside_it() {
    let links = |more: &str| {
        text_of(&format!("{{{GRIDS}, \"format\": \"html\"{more}}}")).contains("\"page\":\"gridcheck.html\"")
    };
    assert!(links(", \"is_beside_painting_page\": true") && !links(""));
}

#[test]
fn grids_of_several_files_have_captions_and_lacks_are_noted() {
    let files = r#""files": [{"name": "some/one", "text": "..."}, {"name": "torn", "text": ".?x!"}, {"name": "two", "text": "CAT\nO#O\nWED"}]"#;
    let (bytes, unreadable, told) =
        drawn(&format!("{{{files}, \"black\": \"#\", \"letters\": true, \"format\": \"svg\"}}")).expect("a picture");
    let svg = String::from_utf8(bytes).expect("SVG is text");
    assert!(svg.contains(">one</text>") && svg.contains(">two</text>") && svg.contains(">A</text>"), "{svg}");
    assert_eq!(unreadable, 1, "{told:?}");
    assert!(told[0].starts_with("torn:") && told[1] == "note: no letters in 1 of 2 grids", "{told:?}");
    let svg = text_of(&format!("{{{files}, \"black\": \"#\", \"no_names\": true, \"format\": \"svg\"}}"));
    assert!(!svg.contains("</text>"), "{svg}");
}

#[test]
fn lacks_of_printed_puzzles_are_noted() {
    let notes = |what: &str| drawn(&format!("{{{GRIDS}, \"format\": \"pdf\", {what}}}")).expect("pages").2;
    let (clues, letters) = ("note: no clues in 2 of 2 grids", "note: no letters in 2 of 2 grids");
    assert_eq!(notes(r#""with": ["clues"]"#), [clues]);
    assert_eq!(notes(r#""with": ["solution"]"#), [letters]);
    assert_eq!(notes(r#""layout": "submission""#), [clues, letters]);
}

#[test]
fn without_a_file_that_can_be_read_there_is_nothing_to_draw() {
    let torn = r#"{"name": "torn", "text": ".?x!"}"#;
    assert!(refusal(&format!("{{\"files\": [{torn}]}}")).starts_with("torn:"));
    assert_eq!(
        refusal(&format!("{{\"files\": [{torn}, {torn}]}}")),
        "no file can be read, so there is nothing to draw"
    );
}

#[test]
fn options_are_held_against_each_other() {
    for (options, text) in [
        (r#""halftone": 7, "no_names": true"#, "--halftone cannot be combined with --no-names"),
        (r#""halftone": 7, "format": "pdf""#, "a halftone is an .svg or .png picture"),
        (r#""halftone": 8"#, "--halftone: expected 7, 9 or 11"),
        (r#""format": "pdf", "each_page": true, "columns": 2"#, "--each-page cannot be combined with --columns"),
        (r#""format": "svg", "solution": true, "numbers": true"#, "--solution cannot be combined with --numbers"),
        (r#""format": "pdf", "with": ["clues"], "layout": "submission""#, "--with cannot be combined with --layout"),
        (r#""format": "pdf", "with": ["clues"], "lengths": true"#, "--with and --layout print whole pages"),
        (r#""with": ["clues"]"#, "--with and --layout are for .pdf pictures"),
        (r#""format": "svg", "each_page": true"#, "--each-page is for .pdf pictures"),
        (r#""format": "html", "columns": 2"#, "--columns is not for .html pages"),
        (r#""format": "html", "circles": true"#, "--letters, --circles and --solution are for .svg, .png and .pdf"),
        (r#""lengths": true"#, "--lengths is for pictures"),
        (r#""halftone": 7, "font": "a.ttf""#, "--halftone cannot be combined with --font"),
        (r#""format": "svg", "font": "a.ttf""#, "--font and --no-system-fonts are for .png and .pdf pictures"),
        (r#""format": "png", "font": {"name": "a.ttf", "text": "no"}"#, "a.ttf: expected a font: .ttf, .otf or .ttc"),
        (r#""scale": 3"#, "--scale is for .svg and .png pictures"),
        (r#""format": "svg", "scale": 257"#, "--scale: expected a whole number from 1 to 256"),
        (r#""columns": 0"#, "--columns: expected a whole number from 1 to 10000"),
        (r#""format": "png", "numbers": true, "scale": 15"#, "clue numbers need at least 16 pixels a square"),
        (r#""white": "x""#, "--white needs --black"),
        (r#""mark": "3,3""#, "two:1: a grid of 2 × 2 has no square 3,3 to mark"),
    ] {
        let refused = refusal(&format!("{{{GRIDS}, {options}}}"));
        assert!(refused.starts_with(text), "{options}: {refused}");
    }
    let unknown = serde_json::from_str::<Draw>(r#"{"files": [], "colour": true}"#).expect_err("an unknown key");
    assert!(unknown.to_string().contains("colour"), "{unknown}");
}

/// Each of the 182 grids is used before one is used again.
#[test]
fn a_halftone_is_made_of_a_picture_in_memory() {
    let image =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pictures/slope.jpg")).expect("a fixture");
    let files = vec![Input::Bytes { name: "slope".to_owned(), bytes: image }];
    let request = Draw { files, halftone: Some(7), columns: Some(20), ..Draw::default() };
    let host = Listener::default();
    let mut bytes = Vec::new();
    request.ask(&host).expect("a picture").write(&mut bytes, Device::default()).expect("room in memory");
    assert_eq!(*host.0.lock().expect("one thread"), ["note: 380 tiles and 182 grids: each grid is used 2 or 3 times"]);
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(text.lines().next().map(|line| line.split("  ").count()), Some(20));
    let failure = Draw { columns: None, files: vec![], ..request }.ask(&Listener::default()).err().expect("no file");
    assert_eq!(failure.to_string(), "--halftone makes one picture: name one file");
}

#[test]
fn a_picture_has_no_json() {
    let request: Request = serde_json::from_str(&format!("{{\"draw\": {{{GRIDS}}}}}")).expect("a request");
    let failure = request.ask_in_json(&Listener::default(), |_| unreachable!("there is no report"));
    assert!(failure.expect_err("no JSON").to_string().contains("has no JSON"));
}

#[test]
fn labels_of_the_file_are_drawn_in_every_form() {
    let ipuz = r#"{\"kind\":[\"http://ipuz.org/crossword#1\"],\"dimensions\":{\"width\":3,\"height\":3},\"puzzle\":[[1,0,0],[2,0,0],[3,0,0]]}"#;
    let file = format!(r#""files": {{"name": "mine.ipuz", "text": "{ipuz}"}}, "numbers": true"#);
    assert_eq!(text_of(&format!("{{{file}}}")), "1.....\n2.....\n3.....\n");
    let svg = text_of(&format!("{{{file}, \"format\": \"svg\"}}"));
    let labels: Vec<&str> = svg.split("<text x=").skip(1).filter_map(|text| text.split(['>', '<']).nth(1)).collect();
    assert_eq!(labels, ["1", "2", "3"]);
}

#[test]
fn grids_side_by_side_leave_room_for_their_labels() {
    let puzzle = r#"{\"kind\":[\"http://ipuz.org/crossword#1\"],\"dimensions\":{\"width\":3,\"height\":3},\"puzzle\":[[1234,0,0],[0,0,0],[0,0,0]]}"#;
    let file = |name: &str| format!(r#"{{"name": "{name}.ipuz", "text": "{puzzle}"}}"#);
    let request = format!(r#"{{"files": [{}, {}], "numbers": true}}"#, file("one"), file("two"));
    let request: Draw = serde_json::from_str(&request).expect("a request");
    let mut bytes = Vec::new();
    let device = Device { width: Some(20), ..Device::default() };
    request.ask(&Listener::default()).expect("a drawing").write(&mut bytes, device).expect("room in memory");
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.lines().all(|line| line.len() <= 20), "{text}");
}

/// A puzzle of Korean and Latin letters. Its clue has a character twice that no embedded font has.
const KOREAN: &str = r#"{\"kind\":[\"http://ipuz.org/crossword#1\"],\"title\":\"Seoul\",\"dimensions\":{\"width\":2,\"height\":1},\"puzzle\":[[1,0]],\"solution\":[[\"A\",\"\ud55c\"]],\"clues\":{\"Across\":[[1,\"\uad6d or \uad6d\"]]}}"#;

#[test]
fn characters_that_no_font_has_are_counted_and_listed_in_one_note() {
    let notes = |more: &str| {
        let file = format!(r#""files": {{"name": "k.ipuz", "text": "{KOREAN}"}}, "no_system_fonts": true"#);
        drawn(&format!("{{{file}, {more}}}")).expect("a picture").2
    };
    let letter = "note: no font has a glyph for 1 character, drawn as boxes: \u{d55c} (U+D55C)";
    for format in ["png", "pdf"] {
        assert_eq!(notes(&format!(r#""letters": true, "format": "{format}""#)), [letter]);
        assert_eq!(notes(&format!(r#""format": "{format}""#)), [""; 0], "letters are not drawn");
    }
    let both =
        "note: no font has a glyph for 2 characters, drawn as boxes: \u{ad6d} (U+AD6D, 2 times), \u{d55c} (U+D55C)";
    assert_eq!(notes(r#""with": ["clues", "solution"], "format": "pdf""#), [both]);
}
