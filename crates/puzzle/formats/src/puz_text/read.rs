//! Reads Across Lite's text.

use std::collections::BTreeMap;

use super::super::decode::utf8_or_latin1;
use super::super::draft::{Draft, PuzzleFile, foreign};
use super::super::fault::{Fault, Place};
use super::super::puzzle::{Field, Square, capital};
use super::super::squares;
use super::{FIRST, MARK, SYMBOLS, UNTOLD, VERSION_2, short_of};
use gridcheck_layout::words::Direction;

/// The lines of one section with their numbers, from 1.
type Section<'a> = Vec<(usize, &'a str)>;

/// The sections by their names, in angle brackets.
type Sections<'a> = BTreeMap<&'a str, Section<'a>>;

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

pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8_or_latin1(bytes);
    let mut unread = Vec::new();
    let (sections, symbols) = sections(&text, &mut unread)?;
    let section = |name: &str| sections.get(name).map_or(&[][..], Vec::as_slice);
    let last = Place::of(&text, text.len());
    let (mut draft, size_place) = sized(section("<SIZE>"), last)?;
    if !sections.contains_key("<GRID>") {
        return Err(Fault::new(last, "the end: expected a section <GRID>"));
    }
    let rows = section("<GRID>");
    let marks = marks(section("<REBUS>"), symbols, &mut draft);
    let is_used = |mark: &char| rows.iter().any(|(_, row)| row.contains(*mark));
    draft.unread_if(!marks.letters.keys().all(is_used), "letters that no square has");
    read_grid(&mut draft, rows, &marks)?;
    draft.line = rows.first().map_or(1, |&(line, _)| line);
    let joined = |name| section(name).iter().map(|&(_, line)| line).collect::<Vec<_>>();
    for (field, name) in [(Field::Title, "<TITLE>"), (Field::Author, "<AUTHOR>"), (Field::Copyright, "<COPYRIGHT>")] {
        draft.about(field, &joined(name).join(" "));
    }
    draft.about(Field::Notes, &joined("<NOTEPAD>").join("\n"));
    for (direction, name) in [(Direction::Across, "<ACROSS>"), (Direction::Down, "<DOWN>")] {
        let clues = section(name).iter().map(|&(line, text)| (text.to_owned(), Some(line)));
        draft.clue_list(Some(direction), clues.collect());
    }
    for kind in &unread {
        draft.unread(kind);
    }
    draft.unread_if(section("<SIZE>").len() > 1, "lines below the size");
    let end = rows.last().map_or(size_place, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    draft.finish(end)
}

/// Returns the lines of each known section, and the symbols that are white in this version. Adds what else the text has to `unread`.
fn sections<'a>(text: &'a str, unread: &mut Vec<String>) -> Result<(Sections<'a>, &'static str), Fault> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.find(|(_, line)| !line.trim().is_empty());
    let Some(version) = first.and_then(|(_, line)| line.trim_start().strip_prefix(FIRST)) else {
        return Err(Fault::new(Place::START, format!("expected {FIRST}> in the first line")));
    };
    let is_version_2 = version.trim_start().to_ascii_uppercase().starts_with(VERSION_2);
    let symbols = if is_version_2 { SYMBOLS } else { "" };
    if ![">", "V2>"].contains(&version.trim().to_ascii_uppercase().as_str()) {
        unread.push("the rest of the first line".to_owned());
    }
    let mut sections = Sections::new();
    let (mut current, mut is_outside): (Option<&mut Section>, bool) = (None, true);
    for (number, line) in lines {
        let content = line.trim();
        if content.starts_with('<') && content.ends_with('>') && !content[1..content.len() - 1].contains(['<', '>']) {
            current = None;
            is_outside = false;
            if !SECTIONS.contains(&content) {
                unread.push(format!("section {}", foreign(content)));
            } else if sections.contains_key(content) {
                return Err(Fault::at(number, 1, format!("a second section {content}: expected one")));
            } else {
                current = Some(sections.entry(content).or_default());
            }
        } else if let Some(section) = current.as_mut().filter(|_| !content.is_empty()) {
            section.push((number, line));
        } else if is_outside && !content.is_empty() {
            unread.push("text before the first section".to_owned());
        }
    }
    Ok((sections, symbols))
}

/// Returns the empty grid that `<SIZE>` describes, and the place of the size.
fn sized(section: &[(usize, &str)], last: Place) -> Result<(Draft, Place), Fault> {
    let Some(&(line, size)) = section.first() else {
        return Err(Fault::new(last, "the end: expected a section <SIZE> with a size as in 15x15"));
    };
    let place = Place::Text { line, column: size.chars().take_while(|c| c.is_whitespace()).count() + 1 };
    let parsed = size.trim().split_once(['x', 'X']);
    let parsed = parsed.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    let Some((width, height)) = parsed else {
        return Err(Fault::new(place, "expected columns and rows as in 15x15"));
    };
    Ok((Draft::new(width, height, place)?, place))
}

fn marks<'a>(section: &[(usize, &'a str)], symbols: &'static str, draft: &mut Draft) -> SquareMarks<'a> {
    let mut marks = SquareMarks { symbols, ..SquareMarks::default() };
    for (_, line) in section {
        match line.trim().split_once(':') {
            Some((mark, letters)) => {
                // The letter after the last colon is for programs without support for rebus squares.
                let (letters, short) = letters.rsplit_once(':').unwrap_or((letters, ""));
                if short != short_of(letters) {
                    draft.unread("the letters for programs without squares of several letters");
                }
                let is_second = mark.chars().next().is_some_and(|mark| marks.letters.insert(mark, letters).is_some());
                draft.unread_if(is_second || mark.chars().count() != 1, "marks that are not one character");
            }
            None => {
                for flag in line.split(';').map(str::trim).filter(|flag| !flag.is_empty()) {
                    let is_mark = flag.eq_ignore_ascii_case(MARK);
                    marks.circles |= is_mark;
                    draft.unread_if(!is_mark, &format!("the flag {}", foreign(flag)));
                }
            }
        }
    }
    marks
}

fn read_grid(draft: &mut Draft, rows: &[(usize, &str)], marks: &SquareMarks) -> Result<(), Fault> {
    let mut black: Option<(char, usize)> = None;
    let mut letters: Vec<(Square, char)> = Vec::new();
    for (r, &row) in rows.iter().enumerate() {
        let (line, _) = row;
        for (c, square, place) in squares::cells(row, draft.width(), "<SIZE> says")? {
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
            draft.tell((r, c), !is_black, place)?;
        }
    }
    draft.puzzle.diagramless = black.is_some_and(|(black, _)| black == ':');
    let is_told = letters.iter().any(|(_, letter)| letter.to_ascii_uppercase() != UNTOLD);
    for (square, letter) in letters {
        let is_circle = marks.circles && letter.is_ascii_lowercase();
        if is_told {
            let written = marks.letters.get(&letter).map_or_else(|| letter.to_string(), |&letters| letters.to_owned());
            draft.set_letter(square, &if is_circle { capital(&written) } else { written });
        }
        if is_circle {
            draft.circle(square);
        }
    }
    Ok(())
}

fn is_white(square: char, marks: &SquareMarks) -> bool {
    square.is_alphanumeric() || marks.symbols.contains(square) || marks.letters.contains_key(&square)
}
