//! Across Lite, text: the form in which puzzles are typed in.
//!
//! The first line is `<ACROSS PUZZLE>` or `<ACROSS PUZZLE V2>`, and a line in angle brackets begins a section. `<SIZE>` holds
//! the size as columns, `x`, rows; `<GRID>` a row a line. Black is `.`, or `:` in a diagramless puzzle; nothing else tells
//! the kinds apart, so a grid with both is refused. White is a letter or a digit, a lower-case letter having a circle, or a
//! mark that `<REBUS>` lists at the start of a line and before a colon.
//!
//! Source: "Across Lite Text Format", versions 1 and 2 (Literate Software Systems).

use std::collections::BTreeSet;

use super::decode::utf8_or_latin1;
use super::fault::{Fault, Place};
use super::puzzle::{Format, Puzzle};
use super::squares::Squares;

/// What the first line begins with.
pub(super) const FIRST: &str = "<ACROSS PUZZLE";

/// Lines of one section, each with its number, from 1.
type Section<'a> = Vec<(usize, &'a str)>;

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let text = utf8_or_latin1(bytes);
    let mut lines = (1..).zip(text.lines());
    let first = lines.find(|(_, line)| !line.trim().is_empty());
    if !first.is_some_and(|(_, line)| line.trim_start().starts_with(FIRST)) {
        return Err(Fault::new(Place::START, format!("expected {FIRST}> in the first line")));
    }
    let [mut size, mut grid, mut rebus, mut title, mut author] = [const { None::<Section> }; 5];
    let mut current: Option<&mut Section> = None;
    for (number, line) in lines {
        let content = line.trim();
        if content.starts_with('<') && content.ends_with('>') {
            let slot = match content {
                "<SIZE>" => &mut size,
                "<GRID>" => &mut grid,
                "<REBUS>" => &mut rebus,
                "<TITLE>" => &mut title,
                "<AUTHOR>" => &mut author,
                _ => {
                    current = None;
                    continue;
                }
            };
            if slot.is_some() {
                return Err(Fault::at(number, 1, format!("a second section {content}: expected one")));
            }
            current = Some(slot.insert(Vec::new()));
        } else if let Some(section) = current.as_mut().filter(|_| !content.is_empty()) {
            section.push((number, line));
        }
    }
    let last = Place::of(&text, text.len());
    let marks: BTreeSet<char> = rebus
        .unwrap_or_default()
        .iter()
        .filter_map(|(_, line)| line.trim().split_once(':')?.0.chars().next())
        .collect();
    let (mut squares, size_place) = sized(size.as_ref(), last)?;
    let rows = grid.ok_or_else(|| Fault::new(last, "the end: expected a section <GRID>"))?;
    let mut black: Option<(char, usize)> = None;
    for (r, &(line, row)) in rows.iter().enumerate() {
        let indent = row.chars().take_while(|c| c.is_whitespace()).count();
        let width = row.trim().chars().count();
        if width != squares.width() {
            let message = format!("a row of {width}, expected {} as <SIZE> says", squares.width());
            return Err(Fault::at(line, indent + 1 + width.min(squares.width()), message));
        }
        for (c, square) in row.trim().chars().enumerate() {
            let place = Place::Text { line, column: indent + c + 1 };
            let is_black = matches!(square, '.' | ':');
            if let Some((other, seen)) = black.filter(|&(other, _)| is_black && other != square) {
                let message = format!("'{square}' and '{other}' (line {seen}) in one grid: which is black?");
                return Err(Fault::new(place, message));
            }
            if is_black {
                black.get_or_insert((square, line));
            } else if !square.is_alphanumeric() && !marks.contains(&square) {
                let message =
                    format!("{square:?} is not a square: expected . for black (: if diagramless), a letter for white");
                return Err(Fault::new(place, message));
            }
            squares.tell((r, c), !is_black, place)?;
        }
    }
    let end = rows.last().map_or(size_place, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    let mut puzzle = Puzzle::new(Format::PuzText, squares.finish(end)?);
    puzzle.line = rows.first().map_or(1, |&(line, _)| line);
    puzzle.named(&joined(title), &joined(author));
    Ok(puzzle)
}

/// The empty grid that `<SIZE>` tells of, and the place where it does.
fn sized(section: Option<&Section>, last: Place) -> Result<(Squares, Place), Fault> {
    let Some(&(line, size)) = section.and_then(|lines| lines.first()) else {
        return Err(Fault::new(last, "the end: expected a section <SIZE> with a size as in 15x15"));
    };
    let place = Place::Text { line, column: size.chars().take_while(|c| c.is_whitespace()).count() + 1 };
    let parsed = size.trim().split_once(['x', 'X']);
    let parsed = parsed.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    let Some((width, height)) = parsed else {
        return Err(Fault::new(place, "expected columns and rows as in 15x15"));
    };
    Ok((Squares::new(width, height, place)?, place))
}

fn joined(section: Option<Section>) -> String {
    let lines: Vec<&str> = section.unwrap_or_default().into_iter().map(|(_, line)| line).collect();
    lines.join(" ")
}
