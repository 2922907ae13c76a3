//! Exolve, a text format for puzzles in web pages: read and written.
//!
//! From a line `exolve-begin` to one `exolve-end`, which may stand in a page of HTML. A line `exolve-…:` begins a section. The
//! section `exolve-grid` holds a row a line, spaces between the cells being free. A cell is `.`, black, a letter or digit,
//! white, `0`, white without a letter, or `?`, which may be either and is refused. Decorators follow it: `|` is a bar at
//! its right, `_` one below, `+` both; `@` (circle), `*` (colour hidden from the solver), `!` (shown from the start), `~`
//! (no number) and `{…}` (marks) do not change the square. With the option `rebus-cells` a cell may have several
//! letters, and cells are parted by spaces. Blank lines, and lines that begin with `#`, are passed over.
//!
//! Source: Exolve's README by Viresh Ratnakar (viresh-ratnakar/exolve, 2019 and on).

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::CharIndices;

use super::decode::utf8;
use super::fault::{Fault, Place};

use super::puzzle::{Format, Puzzle};
use super::squares::{Side, Squares};
use crate::grid::Grid;
use crate::words::{Direction, Words};

const BEGIN: &str = "exolve-begin";
const END: &str = "exolve-end";

/// Whether a text is in this form, judging by its start.
pub(super) fn is_meant(start: &str) -> bool {
    start.lines().any(|line| line.trim() == BEGIN)
}

/// What a file says, section by section.
#[derive(Default)]
struct Sections<'a> {
    width: Option<(Place, &'a str)>,
    height: Option<(Place, &'a str)>,
    title: &'a str,
    setter: &'a str,
    rebus_cells: bool,
    /// The rows, each with its line, from 1.
    rows: Option<Vec<(usize, &'a str)>>,
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let text = utf8(bytes)?;
    let end = Place::of(text, text.len());
    let sections = sections(text)?;
    let side = |value: Option<(Place, &str)>, key: &str| {
        let (place, value) = value.ok_or_else(|| Fault::new(end, format!("the end: expected {key}")))?;
        let number = value.parse::<u64>().map_err(|_| Fault::new(place, format!("{key}: expected a whole number")))?;
        Ok::<_, Fault>((number, place))
    };
    let (width, place) = side(sections.width, "exolve-width")?;
    let (height, _) = side(sections.height, "exolve-height")?;
    let mut squares = Squares::new(width, height, place)?;
    let rows = sections.rows.ok_or_else(|| Fault::new(end, "the end: expected a section exolve-grid"))?;
    for (r, &(line, row)) in rows.iter().enumerate() {
        let found = cells(&mut squares, row, (r, line), sections.rebus_cells)?;
        if found != squares.width() {
            let message = format!("a row of {found}, expected {} as exolve-width says", squares.width());
            return Err(Fault::at(line, row.chars().count() + 1, message));
        }
    }
    let after = rows.last().map_or(end, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    let mut puzzle = Puzzle::new(Format::Exolve, squares.finish(after)?);
    puzzle.line = rows.first().map_or(1, |&(line, _)| line);
    puzzle.named(sections.title, sections.setter);
    Ok(puzzle)
}

/// Sorts the lines of the one puzzle of a text.
fn sections(text: &str) -> Result<Sections<'_>, Fault> {
    let mut sections = Sections::default();
    let mut lines = (1..).zip(text.lines());
    if lines.by_ref().find(|(_, line)| line.trim() == BEGIN).is_none() {
        return Err(Fault::new(Place::START, format!("expected a line {BEGIN}")));
    }
    let mut in_grid = false;
    for (number, line) in lines.by_ref() {
        let content = line.trim();
        let place = Place::Text { line: number, column: 1 };
        if content == END {
            let second = lines.find(|(_, line)| line.trim() == BEGIN);
            return match second {
                Some((number, _)) => Err(Fault::at(number, 1, "a second puzzle: expected one")),
                None => Ok(sections),
            };
        }
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if let Some((key, value)) = content.split_once(':').filter(|(key, _)| key.starts_with("exolve-")) {
            let value = value.trim();
            in_grid = false;
            match key {
                "exolve-width" => sections.width = Some((place, value)),
                "exolve-height" => sections.height = Some((place, value)),
                "exolve-title" => sections.title = value,
                "exolve-setter" => sections.setter = value,
                "exolve-option" => sections.rebus_cells |= value.split_whitespace().any(|word| word == "rebus-cells"),
                "exolve-3d" => {
                    return Err(Fault::new(place, "a grid in three dimensions is not supported: expected one layer"));
                }
                "exolve-grid" if sections.rows.is_some() => {
                    return Err(Fault::new(place, "a second section exolve-grid: expected one"));
                }
                "exolve-grid" => {
                    in_grid = true;
                    sections.rows = Some(Vec::new());
                }
                _ => {}
            }
        } else if let Some(rows) = sections.rows.as_mut().filter(|_| in_grid) {
            rows.push((number, line));
        }
    }
    Err(Fault::new(Place::of(text, text.len()), format!("the end: expected a line {END}")))
}

/// Takes the cells of a row; their number is the answer.
fn cells(squares: &mut Squares, row: &str, (r, line): (usize, usize), rebus: bool) -> Result<usize, Fault> {
    let mut found = 0;
    let mut column = 0;
    let mut characters = row.char_indices().peekable();
    while let Some((_, character)) = characters.next() {
        column += 1;
        if character.is_whitespace() {
            continue;
        }
        let place = Place::Text { line, column };
        let white = match character {
            '.' => false,
            '?' => {
                let message = format!(
                    "row {}, column {} is undecided (?): expected . for black, a letter or 0 for white",
                    r + 1,
                    found + 1
                );
                return Err(Fault::new(place, message));
            }
            letter if letter.is_alphanumeric() => true,
            _ => {
                let message = format!("{character:?} is not a cell: expected . for black, a letter or 0 for white");
                return Err(Fault::new(place, message));
            }
        };
        let square = (r, found);
        squares.tell(square, white, place)?;
        found += 1;
        while rebus && white && characters.next_if(|&(_, next)| next.is_alphanumeric()).is_some() {
            column += 1;
        }
        column += decorators(squares, square, &mut characters, (line, column))?;
    }
    Ok(found)
}

/// Takes what follows a cell; its number of characters is the answer.
fn decorators(
    squares: &mut Squares,
    square: (usize, usize),
    characters: &mut Peekable<CharIndices>,
    (line, column): (usize, usize),
) -> Result<usize, Fault> {
    let mut taken = 0;
    while let Some((_, decorator)) = characters.next_if(|(_, next)| "|_+@*!~{".contains(*next)) {
        taken += 1;
        let place = Place::Text { line, column: column + taken };
        match decorator {
            '|' => squares.bar(square, Side::Right, place),
            '_' => squares.bar(square, Side::Bottom, place),
            '+' => [Side::Right, Side::Bottom].into_iter().for_each(|side| squares.bar(square, side, place)),
            '{' => loop {
                taken += 1;
                match characters.next() {
                    Some((_, '}')) => break,
                    Some(_) => {}
                    None => return Err(Fault::new(place, "expected } in this row")),
                }
            },
            _ => {}
        }
    }
    Ok(taken)
}

/// A grid as Exolve: white squares without letters, every clue with its number and its word's length and otherwise blank.
/// Line breaks in a title become spaces.
pub fn write(grid: &Grid, title: Option<&str>, author: Option<&str>) -> String {
    let mut text = format!("{BEGIN}\n");
    // Writing to a String cannot fail.
    for (key, value) in [("title", title), ("setter", author)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  exolve-{key}: {}", value.replace(['\n', '\r'], " "));
        }
    }
    let _ = writeln!(text, "  exolve-width: {}\n  exolve-height: {}\n  exolve-grid:", grid.width(), grid.height());
    for row in grid.to_string().lines() {
        let cells: String = row.chars().map(|square| if square == '#' { '.' } else { '0' }).collect();
        let _ = writeln!(text, "    {cells}");
    }
    let lights = Words::of(grid).words;
    for (key, direction) in [("across", Direction::Across), ("down", Direction::Down)] {
        let _ = writeln!(text, "  exolve-{key}:");
        for light in lights.iter().filter(|light| light.direction == direction) {
            let _ = writeln!(text, "    {} ({})", light.number, light.length);
        }
    }
    text + END + "\n"
}
