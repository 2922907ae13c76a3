//! Writes JPZ as one document, not as an archive.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::enumeration::{self, SplitClue};
use super::super::html::{escaped_in_attribute, escaped_strictly};
use super::super::puzzle::{Puzzle, Square, Start};
use super::{BARS, NAMESPACE, SHADE, TEXTS};
use gridcheck_layout::words::{Direction, Word, Words};

/// Returns a puzzle in this format. A word without a clue has a blank one, with its length if no word has a clue.
pub(in super::super) fn write(puzzle: &Puzzle) -> Vec<u8> {
    let words = puzzle.words();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "<crossword-compiler xmlns=\"{NAMESPACE}/crossword-compiler\">");
    let _ = writeln!(text, "  <rectangular-puzzle xmlns=\"{NAMESPACE}/rectangular-puzzle\">\n    <metadata>");
    for (name, field) in TEXTS {
        if let Some(value) = puzzle.about.get(&field) {
            // A line of the notes must not become a line of the file, where it could be the sign of another format.
            let value = escaped_strictly(value).replace('\n', "&#10;");
            let _ = writeln!(text, "      <{name}>{value}</{name}>");
        }
    }
    let (width, height) = (puzzle.grid.width(), puzzle.grid.height());
    let _ = writeln!(text, "    </metadata>\n    <crossword>\n      <grid width=\"{width}\" height=\"{height}\">");
    text.push_str("        <grid-look numbering-scheme=\"normal\"/>\n");
    for square in puzzle.squares() {
        let _ = writeln!(text, "        <cell {}/>", cell(puzzle, &words, square));
    }
    text.push_str("      </grid>\n");
    for (id, word) in (1..).zip(&words.words) {
        let _ = write!(text, "      <word id=\"{id}\"{}", cells(word));
        let start = Start::from(word);
        let further: Vec<String> = match (puzzle.link(start), puzzle.linked_words(start, &words)) {
            (Some(_), Some(parts)) => parts[1..].iter().map(cells).collect(),
            (Some(squares), None) if squares.starts_with(&word.squares().collect::<Vec<_>>()) => {
                squares[word.length..].iter().map(one_cell).collect()
            }
            _ => Vec::new(),
        };
        if further.is_empty() {
            text.push_str("/>\n");
        } else {
            let further: Vec<String> = further.iter().map(|cells| format!("\n        <cells{cells}/>")).collect();
            let _ = writeln!(text, ">{}\n      </word>", further.concat());
        }
    }
    let further = further_words(puzzle, &words);
    for direction in [Direction::Across, Direction::Down] {
        let title = direction.title();
        let _ = writeln!(text, "      <clues ordering=\"normal\">\n        <title><b>{title}</b></title>");
        for (id, word) in (1..).zip(&words.words).filter(|(_, word)| word.direction == direction) {
            let _ = writeln!(text, "        {}", clue(puzzle, &words, id, word, further.get(&Start::from(word))));
        }
        text.push_str("      </clues>\n");
    }
    text.push_str("    </crossword>\n  </rectangular-puzzle>\n</crossword-compiler>\n");
    text.into_bytes()
}

/// Returns the columns and rows of a word as attributes.
fn cells(word: &Word) -> String {
    let (x, y, last) = (word.column + 1, word.row + 1, word.length - 1);
    match word.direction {
        Direction::Across => format!(" x=\"{x}-{}\" y=\"{y}\"", x + last),
        Direction::Down => format!(" x=\"{x}\" y=\"{y}-{}\"", y + last),
    }
}

fn one_cell((r, c): &Square) -> String {
    format!(" x=\"{}\" y=\"{}\"", c + 1, r + 1)
}

fn cell(puzzle: &Puzzle, words: &Words, square: Square) -> String {
    let (r, c) = square;
    let mut attributes = format!("x=\"{}\" y=\"{}\"", c + 1, r + 1);
    if puzzle.voids.contains(&square) {
        return attributes + " type=\"void\"";
    }
    if !puzzle.grid.is_white(r, c) {
        return attributes + " type=\"block\"";
    }
    let number = puzzle.number(square, words).unwrap_or_default();
    let marks = [
        ("solution", puzzle.letter(square)),
        ("number", &number),
        ("background-shape", if puzzle.circles.contains(&square) { "circle" } else { "" }),
        ("background-color", if puzzle.shading.contains(&square) { SHADE } else { "" }),
    ];
    let bars = BARS.into_iter().zip(puzzle.grid.bars().around(square).map(|is_bar| if is_bar { "true" } else { "" }));
    for (name, value) in marks.into_iter().chain(bars).filter(|(_, value)| !value.is_empty()) {
        let _ = write!(attributes, " {name}=\"{}\"", escaped_in_attribute(value));
    }
    attributes
}

/// Returns the words that continue an answer, each with the id of the word in which it begins.
fn further_words(puzzle: &Puzzle, words: &Words) -> BTreeMap<Start, usize> {
    let parts = |(id, word): (usize, &Word)| {
        let parts = puzzle.linked_words(Start::from(word), words).unwrap_or_default();
        parts.into_iter().skip(1).map(move |part| (Start::from(&part), id)).collect::<Vec<_>>()
    };
    if puzzle.links().next().is_none() { BTreeMap::new() } else { (1..).zip(&words.words).flat_map(parts).collect() }
}

/// Returns the element of a word's clue. `first` is the id of the word in which its answer begins, if that is another one.
fn clue(puzzle: &Puzzle, words: &Words, id: usize, word: &Word, first: Option<&usize>) -> String {
    let number = puzzle.linked_name(word, words).or_else(|| puzzle.number((word.row, word.column), words));
    let number = escaped_in_attribute(&number.unwrap_or_default());
    let SplitClue { text, lengths } = enumeration::of(puzzle, word);
    let lengths = lengths.map_or(String::new(), |lengths| format!(" format=\"{lengths}\""));
    let text = text.html().replace("<br>", "<br/>");
    let link = first.map_or(String::new(), |first| format!(" is-link=\"{first}\""));
    format!("<clue word=\"{id}\" number=\"{number}\"{lengths}{link}>{text}</clue>")
}
