//! Reads Across Lite's text.

use std::collections::BTreeMap;

use super::super::decode::utf8_or_latin1;
use super::super::draft::{Draft, PuzzleFile};
use super::super::fault::{Fault, Place};
use super::super::puzzle::{Field, Square};
use super::super::squares::{self, Squares};
use super::{FIRST, MARK, SYMBOLS, UNTOLD, VERSION_2};
use gridcheck_layout::words::Direction;

/// The lines of one section with their numbers, from 1.
type Section<'a> = Vec<(usize, &'a str)>;

/// The sections by their names, in angle brackets.
type Sections<'a> = BTreeMap<&'a str, Section<'a>>;

/// The names of the known sections.
const SECTIONS: [&str; 9] =
    ["<TITLE>", "<AUTHOR>", "<COPYRIGHT>", "<SIZE>", "<GRID>", "<REBUS>", "<ACROSS>", "<DOWN>", "<NOTEPAD>"];

/// The squares besides letters, digits and black ones.
#[derive(Default)]
struct SquareMarks<'a> {
    /// The symbols that are white squares in this version.
    symbols: &'static str,
    /// `true` if small letters are in circles.
    circles: bool,
    /// The letters of each mark.
    letters: BTreeMap<char, &'a str>,
}

/// Reads a puzzle.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8_or_latin1(bytes);
    let (sections, unknown, symbols) = sections(&text)?;
    let section = |name: &str| sections.get(name).map_or(&[][..], Vec::as_slice);
    let last = Place::of(&text, text.len());
    let (squares, size_place) = sized(section("<SIZE>"), last)?;
    let mut draft = Draft::new(squares);
    if !sections.contains_key("<GRID>") {
        return Err(Fault::new(last, "the end: expected a section <GRID>"));
    }
    let rows = section("<GRID>");
    read_grid(&mut draft, rows, &marks(section("<REBUS>"), symbols))?;
    draft.line = rows.first().map_or(1, |&(line, _)| line);
    let joined = |name| section(name).iter().map(|&(_, line)| line).collect::<Vec<_>>();
    for (field, name) in [(Field::Title, "<TITLE>"), (Field::Author, "<AUTHOR>"), (Field::Copyright, "<COPYRIGHT>")] {
        draft.about(field, &joined(name).join(" "));
    }
    draft.about(Field::Notes, &joined("<NOTEPAD>").join("\n"));
    for (direction, name) in [(Direction::Across, "<ACROSS>"), (Direction::Down, "<DOWN>")] {
        draft.clue_list(Some(direction), joined(name).into_iter().map(str::to_owned).collect());
    }
    for name in unknown {
        draft.unread(format!("section {name}"));
    }
    let end = rows.last().map_or(size_place, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    draft.finish(end)
}

/// Returns the lines of each known section, the names of the others, and the symbols that are white in this version.
fn sections(text: &str) -> Result<(Sections<'_>, Vec<&str>, &'static str), Fault> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.find(|(_, line)| !line.trim().is_empty());
    let Some(version) = first.and_then(|(_, line)| line.trim_start().strip_prefix(FIRST)) else {
        return Err(Fault::new(Place::START, format!("expected {FIRST}> in the first line")));
    };
    let is_version_2 = version.trim_start().to_ascii_uppercase().starts_with(VERSION_2);
    let symbols = if is_version_2 { SYMBOLS } else { "" };
    let (mut sections, mut unknown) = (Sections::new(), Vec::new());
    let mut current: Option<&mut Section> = None;
    for (number, line) in lines {
        let content = line.trim();
        if content.starts_with('<') && content.ends_with('>') && !content[1..content.len() - 1].contains(['<', '>']) {
            current = None;
            if !SECTIONS.contains(&content) {
                unknown.push(content);
            } else if sections.contains_key(content) {
                return Err(Fault::at(number, 1, format!("a second section {content}: expected one")));
            } else {
                current = Some(sections.entry(content).or_default());
            }
        } else if let Some(section) = current.as_mut().filter(|_| !content.is_empty()) {
            section.push((number, line));
        }
    }
    Ok((sections, unknown, symbols))
}

/// Returns the empty grid that `<SIZE>` describes, and the place of the size.
fn sized(section: &[(usize, &str)], last: Place) -> Result<(Squares, Place), Fault> {
    let Some(&(line, size)) = section.first() else {
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

fn marks<'a>(section: &[(usize, &'a str)], symbols: &'static str) -> SquareMarks<'a> {
    let mut marks = SquareMarks { symbols, ..SquareMarks::default() };
    for (_, line) in section {
        match line.trim().split_once(':') {
            Some((mark, letters)) => {
                // The letter after the last colon is for programs without support for rebus squares.
                let letters = letters.rsplit_once(':').map_or(letters, |(letters, _)| letters);
                marks.letters.extend(mark.chars().next().map(|mark| (mark, letters)));
            }
            None => marks.circles |= line.split(';').any(|flag| flag.trim().eq_ignore_ascii_case(MARK)),
        }
    }
    marks
}

/// Reads the rows of the grid.
fn read_grid(draft: &mut Draft, rows: &[(usize, &str)], marks: &SquareMarks) -> Result<(), Fault> {
    let mut black: Option<(char, usize)> = None;
    let mut letters: Vec<(Square, char)> = Vec::new();
    for (r, &row) in rows.iter().enumerate() {
        let (line, _) = row;
        for (c, square, place) in squares::cells(row, draft.squares.width(), "<SIZE> says")? {
            let is_black = matches!(square, '.' | ':');
            if let Some((other, seen)) = black.filter(|&(other, _)| is_black && other != square) {
                let message = format!("'{square}' and '{other}' (line {seen}) in one grid: which is black?");
                return Err(Fault::new(place, message));
            }
            if is_black {
                black.get_or_insert((square, line));
            } else if !is_white(square, marks) {
                let message =
                    format!("{square:?} is not a square: expected . for black (: if diagramless), a letter for white");
                return Err(Fault::new(place, message));
            } else {
                letters.push(((r, c), square));
            }
            draft.squares.tell((r, c), !is_black, place)?;
        }
    }
    draft.diagramless = black.is_some_and(|(black, _)| black == ':');
    let is_told = letters.iter().any(|(_, letter)| letter.to_ascii_uppercase() != UNTOLD);
    for (square, letter) in letters {
        if is_told {
            let written = marks.letters.get(&letter).map_or_else(|| letter.to_string(), |&letters| letters.to_owned());
            draft.squares.letter(square, &written);
        }
        if marks.circles && letter.is_ascii_lowercase() {
            draft.squares.circle(square);
        }
    }
    Ok(())
}

fn is_white(square: char, marks: &SquareMarks) -> bool {
    square.is_alphanumeric() || marks.symbols.contains(square) || marks.letters.contains_key(&square)
}
