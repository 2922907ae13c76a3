//! Writes `.xd`, with named sections, a clue line for every word, and the answers of the words whose letters are all known.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::super::extras::{Extra, SPELT_ANSWER};
use super::super::fault::Unwritable;

use super::super::puzzle::{Feature, Field, Puzzle, Start, only_character};
use super::super::rich_text::{Piece, RichText, Tag};
use super::{Black, CONTINUED, KEYS, MARKUP, REBUS, VOID, design, is_date, read};
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word};

/// Marks for texts that a letter of the grid cannot represent, the common ones first.
const MARKS: &str = "1234567890$%&*+@!?^~|<>;:'\"/()[]{}-";

pub(in super::super) fn write(puzzle: &Puzzle) -> Result<Vec<u8>, Unwritable> {
    if puzzle.about.get(&Field::Date).is_some_and(|date| !is_date(date)) {
        return Err(Unwritable::because(Feature::About(Field::Date), "it is not a date"));
    }
    let (rows, marks) = cells(puzzle)?;
    let mut text = String::from("## Metadata\n\n");
    // Writing to a String cannot fail.
    for (key, field) in KEYS {
        if let Some(value) = puzzle.about.get(&field) {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    for Extra { name, text: value, .. } in puzzle.extras.iter() {
        let _ = writeln!(text, "{}", format!("{name}: {value}").trim_end());
    }
    if !marks.is_empty() {
        let entries: Vec<String> = marks.iter().map(|(mark, letters)| format!("{mark}={letters}")).collect();
        let _ = writeln!(text, "{REBUS}: {}", entries.join(" "));
    }
    let _ = writeln!(text, "\n## Grid\n\n{}", rows.join("\n"));
    text.push_str(&design::section(puzzle));
    text.push_str("\n## Clues\n");
    let words = puzzle.words();
    for (letter, direction) in [('A', Direction::Across), ('D', Direction::Down)] {
        text.push('\n');
        for word in words.words.iter().filter(|word| word.direction == direction) {
            let start = Start::from(word);
            let clue = puzzle.clue(word).map_or_else(String::new, marked_up);
            let own = |extra: &&Extra| extra.name == SPELT_ANSWER;
            let extras = puzzle.clue_extras(start).iter();
            let normalised = extras.clone().find(own).map(|extra| extra.text.clone());
            let answer = normalised.or_else(|| puzzle.answer(word)).unwrap_or_default();
            let name = format!("{letter}{}", word.number);
            let _ = writeln!(text, "{}", format!("{name}. {clue} ~ {answer}").trim_end());
            if let Some(parts) = puzzle.linked_words(start, &words) {
                let names: Vec<String> = parts[1..].iter().map(name_of).collect();
                let _ = writeln!(text, "{name} ^{CONTINUED}: {}", names.join(" "));
            }
            for Extra { name: key, text: value, .. } in extras.filter(|extra| !own(extra)) {
                let _ = writeln!(text, "{name} ^{key}: {value}");
            }
        }
    }
    if let Some(notes) = puzzle.about.get(&Field::Notes) {
        let _ = writeln!(text, "\n## Notes\n\n{notes}");
    }
    let has_black = Shape::from(puzzle).blacks() > 0;
    // If the grid has no black square, the clues must show that a dot is white.
    if !has_black && puzzle.count(Feature::Letters) > 0 && read(text.as_bytes(), Black::Unnameable).is_err() {
        return Err(Unwritable::because(
            Feature::Letters,
            "beside letters, a square without one may be taken for a black one",
        ));
    }
    Ok(text.into_bytes())
}

/// Returns the name of a word in this format, as in `D2`.
fn name_of(word: &Word) -> String {
    format!("{}{}", &word.direction.title()[..1], word.number)
}

/// Returns a clue with this format's markup.
fn marked_up(clue: &RichText) -> String {
    let marks = |marked: &Tag| {
        MARKUP.into_iter().find(|(.., tag)| *tag == marked.name).map_or(("", ""), |(before, after, _)| (before, after))
    };
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(tag) => marks(tag).0.to_owned(),
        Piece::Close(tag) => marks(tag).1.to_owned(),
        Piece::Break => " ".to_owned(),
    };
    clue.pieces().iter().map(text).collect()
}

/// Returns the rows of the grid, and the letters of each mark in them.
fn cells(puzzle: &Puzzle) -> Result<(Vec<String>, BTreeMap<char, &str>), Unwritable> {
    let plain_of = |letter: &str| only_character(letter).filter(|letter| letter.is_alphanumeric());
    let used: BTreeSet<char> = puzzle.squares().filter_map(|square| plain_of(puzzle.letter(square))).collect();
    let mut unused = MARKS.chars().filter(|mark| !used.contains(mark));
    let mut marks: BTreeMap<&str, char> = BTreeMap::new();
    let mut rows = vec![String::new(); puzzle.grid.height()];
    for square in puzzle.squares() {
        let letter = puzzle.letter(square);
        let cell = if puzzle.voids.contains(&square) {
            VOID
        } else if !puzzle.grid.is_white(square.0, square.1) {
            '#'
        } else if letter.is_empty() {
            '.'
        } else if let Some(plain) = plain_of(letter) {
            plain
        } else if let Some(mark) = marks.get(letter).copied().or_else(|| unused.next()) {
            marks.insert(letter, mark);
            mark
        } else {
            return Err(Unwritable::because(Feature::Rebus, "there are not enough marks for them"));
        };
        rows[square.0].push(cell);
    }
    Ok((rows, marks.into_iter().map(|(letters, mark)| (mark, letters)).collect()))
}
