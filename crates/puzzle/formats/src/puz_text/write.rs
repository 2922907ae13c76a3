//! Writes Across Lite's text: version 1 if it can hold the puzzle, otherwise version 2.
//!
//! The encoding is Windows-1252 if it has all characters, otherwise UTF-8.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::decode::windows_1252;
use super::super::fault::Unwritable;
use super::super::puzzle::{Feature, Field, Puzzle, Square, only_character};
use super::super::rich_text::RichText;
use super::{FIRST, MARK, SYMBOLS, UNTOLD, VERSION_2, short_of};
use gridcheck_layout::words::Direction;

/// Marks for squares of several letters. A mark that the grid uses as a letter is skipped.
const MARKS: &str = "1234567890@#$%&+?";

pub(in super::super) fn write(puzzle: &Puzzle) -> Result<Vec<u8>, Unwritable> {
    if puzzle.diagramless && puzzle.grid.whites() == puzzle.letters.len() {
        return Err(Unwritable::because(Feature::Diagramless, "only a black square shows it"));
    }
    let (rows, marks) = cells(puzzle)?;
    let is_version_1 = marks.is_empty()
        && puzzle.circles.is_empty()
        && rows.iter().all(|row| row.chars().all(|cell| cell.is_alphabetic() || ".:".contains(cell)));
    let mut text = if is_version_1 { format!("{FIRST}>\n") } else { format!("{FIRST} {VERSION_2}>\n") };
    // Writing to a String cannot fail.
    for (field, name) in [(Field::Title, "TITLE"), (Field::Author, "AUTHOR"), (Field::Copyright, "COPYRIGHT")] {
        let _ = writeln!(text, "<{name}>\n\t{}", puzzle.field(field));
    }
    let _ = writeln!(text, "<SIZE>\n\t{}x{}\n<GRID>", puzzle.grid.width(), puzzle.grid.height());
    for row in &rows {
        let _ = writeln!(text, "\t{row}");
    }
    if !marks.is_empty() || !puzzle.circles.is_empty() {
        text.push_str("<REBUS>\n");
        if !puzzle.circles.is_empty() {
            let _ = writeln!(text, "\t{MARK};");
        }
        for ((_, letters), mark) in &marks {
            let _ = writeln!(text, "\t{mark}:{letters}:{}", short_of(letters));
        }
    }
    let words = puzzle.words().words;
    for (name, direction) in [("ACROSS", Direction::Across), ("DOWN", Direction::Down)] {
        let _ = writeln!(text, "<{name}>");
        for word in words.iter().filter(|word| word.direction == direction) {
            // Every word needs a line. The length of the word counts as no clue.
            let blank = format!("({})", word.length);
            let clue = puzzle.clue(word).map_or(Cow::Borrowed(blank.as_str()), RichText::plain);
            let _ = writeln!(text, "\t{clue}");
        }
    }
    if let Some(notes) = puzzle.about.get(&Field::Notes) {
        let _ = writeln!(text, "<NOTEPAD>\n{notes}");
    }
    Ok(windows_1252(&text).unwrap_or(text.into_bytes()))
}

/// The marks, by `true` for a mark in a circle and the letters that the mark represents.
type MarkTable<'a> = BTreeMap<(bool, &'a str), char>;

/// Returns the rows of the grid, and the marks in it.
fn cells(puzzle: &Puzzle) -> Result<(Vec<String>, MarkTable<'_>), Unwritable> {
    let told = puzzle.count(Feature::Letters);
    if told > 0 && told < puzzle.grid.whites() {
        return Err(Unwritable::because(Feature::Letters, "a grid has all its letters or none"));
    }
    let black = if puzzle.diagramless { ':' } else { '.' };
    let circled = |square: Square| puzzle.circles.contains(&square);
    let plain = |square, letter: &str| {
        let first = only_character(letter)?;
        if circled(square) {
            first.is_ascii_uppercase().then(|| first.to_ascii_lowercase())
        } else {
            let is_white = first.is_alphanumeric() && !first.is_ascii_lowercase() || SYMBOLS.contains(first);
            is_white.then_some(first)
        }
    };
    let untold = UNTOLD.to_string();
    let letter_of = |square| if told == 0 { untold.as_str() } else { puzzle.letter(square) };
    let used: Vec<char> = puzzle.squares().filter_map(|square| plain(square, letter_of(square))).collect();
    let mut common = MARKS.chars().filter(|mark| !used.contains(mark));
    let mut small = ('a'..='z').filter(|mark| !used.contains(mark));
    let mut marks = MarkTable::new();
    let mut rows = vec![String::new(); puzzle.grid.height()];
    for square in puzzle.squares() {
        let cell = if !puzzle.grid.is_white(square.0, square.1) {
            black
        } else if let Some(plain) = plain(square, letter_of(square)) {
            plain
        } else {
            let key = (circled(square), puzzle.letter(square));
            let next = || if key.0 { small.next() } else { common.next() };
            let Some(mark) = marks.get(&key).copied().or_else(next) else {
                return Err(Unwritable::because(Feature::Rebus, "there are not enough marks for them"));
            };
            marks.insert(key, mark);
            mark
        };
        rows[square.0].push(cell);
    }
    Ok((rows, marks))
}
