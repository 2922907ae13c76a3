//! Requires that a browser shows foreign texts as they are: what stands for a text in ipuz and in Exolve is one text for a tokenizer of
//! HTML5, whatever the text is.

use gridcheck_core::rng::SeededRng;
use gridcheck_formats::document::Document;
use gridcheck_formats::puzzle::{Field, Puzzle};
use gridcheck_formats::registry::Format;
use gridcheck_formats::target::write;
use html5gum::{Token, Tokenizer};
use serde_json::{Value, json};

/// Pieces of texts. Many of them begin something in HTML. `_` stands for a space.
const PIECES: &str = "< & > / ! ? - -- # ; = \" ' ` _ _ [ ] % ( x X é 4 <x-y_tabindex=1_onfocus=alert(1)> <script> </ <!-- --> \
    <![CDATA[ ]]> <?xml <br> <i> i> plaintext textarea title copy &copy &ampcopy &notit; lt amp; &# &#x3c 38 &lt";

/// Returns a text of some pieces, with single spaces.
fn random_text(rng: &mut SeededRng) -> String {
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    let text: String = (0..=rng.below(6)).map(|_| pieces[rng.below(pieces.len())]).collect();
    text.replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the puzzle that has a text as its descriptions, as a clue, as an explanation, and in italics.
fn puzzle_with(text: &str) -> Puzzle {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let about: Vec<(&str, &str)> = Field::ALL.map(|field| (field.name(), text)).to_vec();
    let document = json!({
        "rows": "...\n#.#\n...",
        "about": about.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "clues": [
            {"row": 0, "column": 0, "direction": "across", "text": text, "note": text},
            {"row": 2, "column": 0, "direction": "across", "text": text, "styled": format!("<i>{escaped}</i>")},
        ],
    });
    let document: Document = serde_json::from_value(document).expect("a document");
    document.file().expect("a file").puzzle().expect("a puzzle").clone()
}

/// Returns the text that HTML shows, if it is text alone.
fn shown(html: &str) -> Result<String, String> {
    let mut text = String::new();
    for token in Tokenizer::new(html) {
        match token {
            Ok(Token::String(part)) => text += &String::from_utf8_lossy(&part),
            // A `&` that begins nothing is an error only in a strict reading.
            Ok(Token::Error(_)) => {}
            other => return Err(format!("{html}: {other:?}")),
        }
    }
    Ok(text)
}

/// Returns the HTML in the file that stands for the text, each time.
fn in_ipuz(file: &str) -> Vec<String> {
    let file: Value = serde_json::from_str(file).expect("JSON");
    let (clue, styled) = (&file["clues"]["Across"][0], &file["clues"]["Across"][1]);
    let texts = ["title", "author", "editor", "publisher", "copyright", "date", "notes"].map(|key| &file[key]);
    let texts = texts.into_iter().chain([&clue["clue"], &clue["explanation"]]);
    let texts = texts.map(|text| text.as_str().expect("a text").to_owned());
    texts.chain([inside(styled["clue"].as_str().expect("a clue"))]).collect()
}

fn in_exolve(file: &str) -> Vec<String> {
    let after = |name: &str| {
        let at = file.find(name).expect("each section is written") + name.len();
        file[at..].lines().next().unwrap_or_default().to_owned()
    };
    let line = after("    1 ");
    let (clue, annotation) = line.split_once(" (?)* [] ").expect("the clue has no lengths");
    let mut texts = vec![clue.to_owned(), annotation.to_owned(), inside(&after("    3 "))];
    texts.extend(["exolve-title: ", "exolve-setter: ", "exolve-copyright: ", "exolve-preamble:\n    "].map(after));
    texts
}

/// Returns the text inside the tag `i`.
fn inside(html: &str) -> String {
    let inner = html.strip_prefix("<i>").and_then(|rest| rest.rsplit_once("</i>"));
    inner.expect("the clue is in italics").0.to_owned()
}

#[test]
fn a_browser_shows_every_text_as_one_text() {
    let mut rng = SeededRng::new(1);
    let mut differing = 0;
    for _ in 0..10_000 {
        let text = random_text(&mut rng);
        if text.is_empty() {
            continue;
        }
        differing += usize::from(shown(&text) != Ok(text.clone()));
        let puzzle = puzzle_with(&text);
        for (target, texts) in [(Format::Ipuz, in_ipuz as fn(&str) -> Vec<String>), (Format::Exolve, in_exolve)] {
            let written = write(&puzzle, target).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            let file = String::from_utf8(written.bytes).expect("UTF-8");
            for html in texts(&file) {
                assert_eq!(shown(&html), Ok(text.clone()), "{target}: {file}");
            }
        }
    }
    // Without escapes, most of these texts are other things for a browser.
    assert!(differing > 5_000, "{differing}");
}
