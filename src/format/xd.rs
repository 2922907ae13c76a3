//! `.xd`, the text form of crossword archives.
//!
//! Sections for metadata, grid, clues and notes, in this order, are divided by two or more blank lines, or named by lines
//! such as `## Grid`. The metadata are lines of `Key: value`. In the grid `#` is black, a letter or a digit is white, `.` is
//! a white square without a letter, and `_` is no cell; any other mark is white if the key `Rebus` lists it (`1=HEART,2=CLUB`)
//! and otherwise refused.
//!
//! Source: the description of the format by Saul Pwanson, <https://github.com/century-arcade/xd> (2015 and on).

use std::collections::BTreeSet;

use super::decode::utf8_or_latin1;
use super::fault::{Fault, Place};
use super::puzzle::{Format, Puzzle};
use super::squares::{Squares, no_cell};

/// Keys by which the format's files begin.
const KEYS: [&str; 9] = ["Title", "Author", "Editor", "Date", "Copyright", "Rebus", "Special", "Publisher", "Number"];

/// Whether a text is in this form, judging by its start: it names a section, or its first lines are metadata, at
/// least two of them, and two blank lines follow.
pub(super) fn is_meant(start: &str) -> bool {
    let mut lines = start.lines().map(str::trim).skip_while(|line| line.is_empty());
    if lines.clone().next().is_some_and(|line| section(line).is_some()) {
        return true;
    }
    let metadata = lines.by_ref().take_while(|line| !line.is_empty());
    let mut keys = 0;
    for line in metadata {
        let Some((key, _)) = line.split_once(':') else { return false };
        keys += usize::from(KEYS.contains(&key));
    }
    keys >= 2 && lines.next().is_some_and(|line| line.is_empty() || section(line).is_some())
}

/// The name of the section that a line begins, in small letters.
fn section(line: &str) -> Option<String> {
    let name = line.strip_prefix("## ")?.trim().to_ascii_lowercase();
    ["metadata", "grid", "clues", "notes"].contains(&name.as_str()).then_some(name)
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let text = utf8_or_latin1(bytes);
    let (metadata, rows) = sections(&text);
    let value = |key: &str| {
        let values = metadata.iter().filter_map(|line| line.split_once(':'));
        values.into_iter().find(|(found, _)| found.trim() == key).map_or("", |(_, value)| value.trim())
    };
    let marks: BTreeSet<char> =
        value("Rebus").split([',', ' ']).filter_map(|entry| entry.trim().split_once('=')?.0.chars().next()).collect();
    let Some(&(first, top)) = rows.first() else {
        let message = "the end: expected a grid, after two blank lines or a line ## Grid";
        return Err(Fault::new(Place::of(&text, text.len()), message));
    };
    let width = top.trim().chars().count();
    let mut squares = Squares::new(width as u64, rows.len() as u64, Place::Text { line: first, column: 1 })?;
    for (r, &(line, row)) in rows.iter().enumerate() {
        let indent = row.chars().take_while(|c| c.is_whitespace()).count();
        let found = row.trim().chars().count();
        if found != width {
            let message = format!("a row of {found}, expected {width} as in the rows above");
            return Err(Fault::at(line, indent + 1 + found.min(width), message));
        }
        for (c, square) in row.trim().chars().enumerate() {
            let place = Place::Text { line, column: indent + c + 1 };
            let white = match square {
                '#' => false,
                '_' => return Err(no_cell(place, r, c)),
                '.' => true,
                letter if letter.is_alphanumeric() || marks.contains(&letter) => true,
                _ => {
                    let message = format!("{square:?} is not a square: expected # for black, a letter or . for white");
                    return Err(Fault::new(place, message));
                }
            };
            squares.tell((r, c), white, place)?;
        }
    }
    let mut puzzle = Puzzle::new(Format::Xd, squares.finish(Place::Text { line: first, column: 1 })?);
    puzzle.line = first;
    puzzle.named(value("Title"), value("Author"));
    Ok(puzzle)
}

/// The lines of the metadata, and those of the grid with their numbers, from 1.
fn sections(text: &str) -> (Vec<&str>, Vec<(usize, &str)>) {
    let (mut metadata, mut grid) = (Vec::new(), Vec::new());
    let named = text.lines().any(|line| section(line.trim()).is_some());
    // Sections without names come in order: 0 is the metadata, 1 the grid, anything above neither.
    let (mut current, mut blank, mut seen) = (if named { 2 } else { 0 }, 0, false);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = section(line.trim()) {
            current = ["metadata", "grid"].iter().position(|known| *known == name).unwrap_or(2);
        } else if line.trim().is_empty() {
            blank += 1;
            continue;
        } else {
            if !named && blank >= 2 && seen {
                current += 1;
            }
            match current {
                0 => metadata.push(line),
                1 => grid.push((number, line)),
                _ => {}
            }
            seen = true;
        }
        blank = 0;
    }
    (metadata, grid)
}
