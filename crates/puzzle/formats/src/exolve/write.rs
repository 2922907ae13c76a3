//! Writes Exolve.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;

use super::super::extras::Extra;
use super::super::fault::Unwritable;
use super::super::html::escaped;
use super::super::puzzle::{Feature, Field, Puzzle, Square, Start, is_rebus};
use super::super::rich_text::RichText;
use super::{ALLOW_CHARS, BEGIN, END, OPTION, PREFIX, REBUS_CELLS, SHADE, SPECIAL, TEXTS, clue};
use gridcheck_layout::words::{Direction, Word, Words};

/// Returns a puzzle in this format. For a word without a clue, the length of its answer is written.
pub(in super::super) fn write(puzzle: &Puzzle) -> Result<Vec<u8>, Unwritable> {
    if puzzle.letters.iter().any(|letter| letter.contains('#')) {
        return Err(Unwritable::because(Feature::Letters, "a # in a grid begins a remark"));
    }
    let mut text = format!("{BEGIN}\n");
    // Writing to a String cannot fail.
    for (name, field) in TEXTS {
        if let Some(value) = puzzle.about.get(&field) {
            let _ = writeln!(text, "  {name}: {}", escaped(value, "#"));
        }
    }
    let _ = writeln!(text, "  exolve-width: {}\n  exolve-height: {}", puzzle.grid.width(), puzzle.grid.height());
    for option in options(puzzle) {
        let _ = writeln!(text, "  {OPTION}: {option}");
    }
    for Extra { name, text: value, .. } in puzzle.extras.iter() {
        let lines: Vec<&str> = value.lines().collect();
        let _ = writeln!(text, "  {name}: {}", lines.join("\n    "));
    }
    if !puzzle.shading.is_empty() {
        let height = puzzle.grid.height();
        let cells: Vec<String> = puzzle.shading.iter().map(|(r, c)| format!("c{}r{}", c + 1, height - r)).collect();
        let _ = writeln!(text, "  exolve-colour: {SHADE} {}", cells.join(" "));
    }
    if let Some(notes) = puzzle.about.get(&Field::Notes) {
        text.push_str("  exolve-preamble:\n");
        let notes = escaped(notes, "#");
        let lines: Vec<String> = notes.lines().map(|line| format!("    {}", unlike_section(line))).collect();
        text.push_str(&lines.join("<br>\n"));
        text.push('\n');
    }
    text.push_str("  exolve-grid:\n");
    let cells: Vec<String> = puzzle.squares().map(|square| cell(puzzle, square)).collect();
    // If any cell of the grid has several letters, adjacent letters without spaces would be one cell.
    let parting = if cells.iter().all(|cell| cell.graphemes(true).count() == 1) { "" } else { " " };
    for row in cells.chunks(puzzle.grid.width()) {
        let _ = writeln!(text, "    {}", row.join(parting));
    }
    let words = puzzle.words();
    let continuations = puzzle.continuations(&words);
    for (name, direction) in [("across", Direction::Across), ("down", Direction::Down)] {
        let _ = writeln!(text, "  {PREFIX}{name}:");
        for word in words.words.iter().filter(|word| word.direction == direction) {
            let start = Start::from(word);
            let annotation = puzzle.note(start);
            let clue = puzzle.clue(word);
            // The further words of an answer need no clue.
            if clue.is_none() && annotation.is_none() && continuations.contains(&start) {
                continue;
            }
            let blank = RichText::from(&*format!("({})", puzzle.answer_squares(word).len()));
            let label = label(puzzle, word, &words);
            let line = clue::format_line(&label, clue.unwrap_or(&blank), annotation);
            let _ = writeln!(text, "    {line}");
        }
    }
    text.push_str(END);
    text.push('\n');
    Ok(text.into_bytes())
}

/// Returns the number of a word, with those of the further words of its answer, as in `1, 5d`.
fn label(puzzle: &Puzzle, word: &Word, words: &Words) -> String {
    let Some(parts) = puzzle.linked_words(Start::from(word), words) else { return word.number.to_string() };
    let name = |part: &Word| {
        let letter = match part.direction {
            _ if part.direction == word.direction => "",
            Direction::Across => "a",
            Direction::Down => "d",
        };
        format!("{}{letter}", part.number)
    };
    parts.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Escapes a line that would begin a section.
fn unlike_section(line: &str) -> String {
    line.strip_prefix(['e', 'E'])
        .filter(|_| line.to_ascii_lowercase().starts_with(PREFIX))
        .map_or(line.to_owned(), |rest| format!("&#101;{rest}"))
}

pub(super) fn options(puzzle: &Puzzle) -> Vec<String> {
    let mut options = Vec::new();
    if puzzle.letters.iter().any(|letter| is_rebus(letter)) {
        options.push(REBUS_CELLS.to_owned());
    }
    let others: BTreeSet<char> =
        puzzle.letters.iter().flat_map(|letter| letter.chars()).filter(|letter| !letter.is_alphabetic()).collect();
    if !others.is_empty() {
        options.push(format!("{ALLOW_CHARS}{}", others.into_iter().collect::<String>()));
    }
    options
}

fn cell(puzzle: &Puzzle, square: Square) -> String {
    let mut cell = String::new();
    if puzzle.grid.is_white(square.0, square.1) {
        for letter in puzzle.letter(square).chars() {
            if SPECIAL.contains(letter) {
                cell.push('&');
            }
            cell.push(letter);
        }
        if cell.is_empty() {
            cell.push('0');
        }
    } else {
        cell.push('.');
    }
    let bars = puzzle.grid.bars();
    match (bars.is_right(square), bars.is_below(square)) {
        (true, true) => cell.push('+'),
        (true, false) => cell.push('|'),
        (false, true) => cell.push('_'),
        (false, false) => {}
    }
    if puzzle.circles.contains(&square) {
        cell.push('@');
    }
    if puzzle.diagramless {
        cell.push('*');
    }
    cell
}
