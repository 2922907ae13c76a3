//! Reads Exolve.

use std::collections::BTreeSet;

use super::super::decode::utf8;
use super::super::defects::{Part, WordReference};
use super::super::draft::{Draft, PuzzleFile, add_kind, foreign};
use super::super::extras::Role;
use super::super::fault::{Fault, Place};
use super::super::puzzle::{Field, Square, one_line};
use super::clue;
use super::grid::CellSyntax;
use super::page::{self, Page, is_id};
use super::{ALLOW_CHARS, ALLOW_DIGITS, BEGIN, END, ID, OPTION, PREFIX, REBUS_CELLS, SHADE, TEXTS, write};
use gridcheck_core::place::line_and_column;
use gridcheck_layout::words::Direction;

/// The names, behind the prefix, of the sections that describe the puzzle, whatever its squares are.
const OF_PUZZLE: &str = "id credits email language maker postscript relabel";

/// The names of the sections that are read. They may have capitals, as in Exolve's own reader.
const READ: &str = "title setter copyright width height grid option across down nodir colour color reversals preamble \
                    prelude 3d";

/// Returns `true` if the name of a section is one of these.
fn is_one_of(name: &str, names: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|name| names.split(' ').any(|known| known == name))
}

/// A section. `value` is the text on the line of its name, and `lines` holds the other lines with their numbers, from 1.
struct Section<'a> {
    name: String,
    place: Place,
    value: &'a str,
    lines: Vec<(usize, &'a str)>,
}

/// Reads a text with one puzzle.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8(bytes)?;
    let (part, line) = match &page::split(text)?[..] {
        [] => return Err(Fault::new(Place::START, format!("expected a line {BEGIN}"))),
        [part] => (part.range.clone(), part.line),
        [_, second, ..] => {
            let message = "a second puzzle: choose one by its number or id behind the name, as in FILE#2";
            return Err(Fault::at(second.line, 1, message));
        }
    };
    let is_surrounded = !text[..part.start].trim().is_empty() || !text[part.end..].trim().is_empty();
    read_part((&text[part], line), is_surrounded)
}

/// Reads one of the puzzles of a page.
pub(in super::super) fn read_puzzle(page: &Page, index: usize) -> Result<PuzzleFile, Fault> {
    read_part(page.puzzle(index), false)
}

/// Reads a puzzle from its lines. The first line has the given number in the text. `is_surrounded` is `true` if the text has other lines.
fn read_part((text, first): (&str, usize), is_surrounded: bool) -> Result<PuzzleFile, Fault> {
    let (line, column) = line_and_column(text, text.len());
    let end = Place::Text { line: first - 1 + line, column };
    let (sections, has_remarks) = sections(text, first, end)?;
    let section = |name: &str| sections.iter().find(|section| section.name == name);
    let side = |name: &str| {
        let section = section(name).ok_or_else(|| Fault::new(end, format!("the end: expected {name}")))?;
        let number = section.value.parse::<u64>();
        let number = number.map_err(|_| Fault::new(section.place, format!("{name}: expected a whole number")))?;
        Ok::<_, Fault>((number, section.place))
    };
    let (width, place) = side("exolve-width")?;
    let (height, _) = side("exolve-height")?;
    let mut draft = Draft::new(width, height, place)?;
    if let Some(Section { place, value, .. }) = section(ID).filter(|section| !is_id(section.value)) {
        let value = foreign(value);
        return Err(Fault::new(
            *place,
            format!("{ID}: expected letters from a to z, digits and hyphens, found {value}"),
        ));
    }
    let grid = section("exolve-grid").ok_or_else(|| Fault::new(end, "the end: expected a section exolve-grid"))?;
    draft.unread_if(is_surrounded || has_remarks, "remarks, and the text around the puzzle");
    let (mut cells, read_options) = options(&mut draft, &sections);
    // A grid of only zeros has no letters.
    cells.zero &= grid.lines.iter().any(|(_, row)| row.contains(|cell: char| cell.is_alphanumeric() && cell != '0'));
    read_grid(&mut draft, &cells, &grid.lines)?;
    let mut seen = BTreeSet::new();
    for section in &sections {
        let name = section.name.as_str();
        if !seen.insert(name) && ["exolve-width", "exolve-height", ID].contains(&name) {
            draft.unread(format!("a second {name}"));
        }
        read_section(&mut draft, section);
    }
    draft.line = grid.lines.first().map_or(1, |&(line, _)| line);
    let after = grid.lines.last().map_or(end, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    let mut file = draft.finish(after)?;
    let written = write::options(&file.puzzle);
    let others = read_options.into_iter().filter(|option| !written.contains(option));
    others.for_each(|option| add_kind(&mut file.rewritten, &format!("the option {}", foreign(&option))));
    Ok(file)
}

/// Splits the lines of a puzzle, numbered from `first`, into sections. Returns `true` with them if there are remarks.
fn sections(text: &str, first: usize, end: Place) -> Result<(Vec<Section<'_>>, bool), Fault> {
    let mut sections: Vec<Section> = Vec::new();
    let mut has_remarks = false;
    let mut is_remark = |line: &str| has_remarks |= !line.trim().is_empty();
    // The first line only says that the puzzle begins.
    for (number, whole) in (first..).zip(text.lines()).skip(1) {
        let line = without_remark(whole);
        is_remark(&whole[line.len()..]);
        let content = line.trim();
        let place = Place::Text { line: number, column: 1 };
        if content == END {
            return Ok((sections, has_remarks));
        }
        if content.is_empty() {
            continue;
        }
        if content.starts_with(PREFIX) {
            // As Exolve's own reader has it: the colon may be missing, and letters may be capitals.
            let (name, value) = content.split_once(':').unwrap_or((content, ""));
            let small = name.trim().to_ascii_lowercase();
            let name =
                if is_one_of(&small, READ) || is_one_of(&small, OF_PUZZLE) { small } else { name.trim().to_owned() };
            let is_grid = |section: &Section| section.name == "exolve-grid";
            if name == "exolve-3d" {
                return Err(Fault::new(place, "a grid in three dimensions is not supported: expected one layer"));
            }
            if name == "exolve-grid" && sections.iter().any(is_grid) {
                return Err(Fault::new(place, "a second section exolve-grid: expected one"));
            }
            sections.push(Section { name, place, value: value.trim(), lines: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.lines.push((number, line));
        } else {
            is_remark(line);
        }
    }
    Err(Fault::new(end, format!("the end: expected a line {END}")))
}

/// Returns a line without its remark, which begins with a `#` before white space or the end.
pub(super) fn without_remark(line: &str) -> &str {
    let remark = line.match_indices('#').find(|(at, _)| {
        let after = &line[at + 1..];
        after.is_empty() || after.starts_with(char::is_whitespace)
    });
    remark.map_or(line, |(at, _)| &line[..at])
}

/// Reads the options. Returns those for the syntax of cells, also as the file has them.
fn options(draft: &mut Draft, sections: &[Section]) -> (CellSyntax, BTreeSet<String>) {
    let mut cells = CellSyntax::default();
    let mut read = BTreeSet::new();
    let values = sections.iter().filter(|section| section.name == OPTION).map(|section| section.value);
    for option in values.flat_map(str::split_whitespace) {
        read.insert(option.to_owned());
        match option {
            REBUS_CELLS => cells.rebus = true,
            ALLOW_DIGITS => cells.zero = true,
            _ => {
                if let Some(characters) = option.strip_prefix(ALLOW_CHARS) {
                    cells.characters.extend(characters.chars());
                    cells.zero |= characters.contains('0');
                } else {
                    read.remove(option);
                    draft.puzzle.extras.add(OPTION, option, Role::OfPuzzle);
                }
            }
        }
    }
    (cells, read)
}

fn read_grid(draft: &mut Draft, cells: &CellSyntax, rows: &[(usize, &str)]) -> Result<(), Fault> {
    let mut hidden = BTreeSet::new();
    let width = draft.width();
    for (r, &(line, row)) in rows.iter().enumerate() {
        let found = cells.take(draft, &mut hidden, row, r, line)?;
        if found != width {
            let message = format!("a row of {found}, expected {width} as exolve-width says");
            return Err(Fault::at(line, row.chars().count() + 1, message));
        }
    }
    draft.puzzle.diagramless = !hidden.is_empty();
    let is_partly_hidden = !hidden.is_empty() && hidden.len() < width * draft.height();
    draft.unread_if(is_partly_hidden, "that some squares are not hidden though others are");
    Ok(())
}

/// Reads a section other than the grid.
fn read_section(draft: &mut Draft, section: &Section) {
    let Section { name, value, lines, .. } = section;
    let has_value = |draft: &mut Draft| draft.unread_if(!value.is_empty(), &format!("text behind {name}"));
    let has_lines = |draft: &mut Draft| draft.unread_if(!lines.is_empty(), &format!("lines below {name}"));
    let name = name.as_str();
    if let Some((_, field)) = TEXTS.iter().find(|(known, _)| *known == name) {
        has_lines(draft);
        return draft.about_in_html(*field, value);
    }
    match name {
        "exolve-width" | "exolve-height" | OPTION => has_lines(draft),
        "exolve-grid" => has_value(draft),
        "exolve-across" | "exolve-down" => {
            has_value(draft);
            read_clues(draft, if name == "exolve-across" { Direction::Across } else { Direction::Down }, lines);
        }
        "exolve-colour" | "exolve-color" => {
            has_lines(draft);
            read_colour(draft, value);
        }
        "exolve-reversals" => {
            has_lines(draft);
            read_reversals(draft, value);
        }
        "exolve-preamble" | "exolve-prelude" => {
            let lines: Vec<&str> = [*value].into_iter().chain(lines.iter().map(|(_, line)| *line)).collect();
            let text = draft.plain(&lines.join("\n"), "markup in notes");
            draft.about(Field::Notes, &text);
        }
        _ => {
            let lines: Vec<&str> = [*value].into_iter().chain(lines.iter().map(|(_, line)| line.trim())).collect();
            let role = if is_one_of(name, OF_PUZZLE) { Role::OfPuzzle } else { Role::OfGrid };
            draft.puzzle.extras.add(name, lines.join("\n"), role);
        }
    }
}

fn read_clues(draft: &mut Draft, direction: Direction, lines: &[(usize, &str)]) {
    let height = draft.height();
    for &(number, line) in lines {
        if line.trim_start().starts_with("---") {
            draft.unread("the division of lists of clues");
            continue;
        }
        let Some(clue) = clue::parse(line) else {
            draft.unread("clues without a number");
            continue;
        };
        draft.unread_if(clue.hides_lengths, "hidden lengths of answers");
        // A single star is not a clue, on purpose.
        let is_deleted = clue.text == "*";
        draft.unread_if(is_deleted, "which words have no clue on purpose");
        let is_label = |label: &str| !label.bytes().all(|byte| byte.is_ascii_digit());
        let at = match clue.squares.first().and_then(|place| square(place, height)) {
            Some(square) => {
                draft.unread("labels and squares of clues");
                WordReference::Square(square)
            }
            None if is_label(clue.number) => {
                draft.unread("clues without a number");
                continue;
            }
            None => WordReference::Number(clue.number.to_owned()),
        };
        let html = clue::with_definitions(if is_deleted { "" } else { clue.text });
        let part = |label: &clue::Label| Part::Word(WordReference::Number(label.number.to_owned()), label.direction);
        let found = draft.clue_in_html(direction, at, &html, true);
        found.parts = clue.further.iter().map(part).collect();
        found.clue.note = one_line(clue.annotation);
        found.line = Some(number);
    }
}

fn read_colour(draft: &mut Draft, value: &str) {
    let height = draft.height();
    for word in value.split_whitespace() {
        if let Some(square) = square(word, height) {
            if square.0 < height && square.1 < draft.width() {
                draft.shade(square);
            } else {
                draft.unread("coloured squares outside the grid");
            }
        } else if is_clue(word) {
            draft.unread("coloured words");
        } else if word != SHADE {
            draft.unread("the colours of shaded squares");
        }
    }
}

/// Reads the words that are reversed, each by its first and its last square, as in a5-a10.
fn read_reversals(draft: &mut Draft, value: &str) {
    let height = draft.height();
    for word in value.split_whitespace() {
        match word.split_once('-').and_then(|(first, last)| Some((square(first, height)?, square(last, height)?))) {
            Some((first, last)) => draft.reverse(first, last),
            None => draft.unread("reversed words that are not two squares, as in a5-a10"),
        }
    }
}

/// Reads a square as in a3, c1r3 or r3c1. Columns count from the left, rows from below, both from 1.
fn square(word: &str, height: usize) -> Option<Square> {
    let after = |text: &str, letter: char| -> Option<usize> { text.strip_prefix(letter)?.parse().ok() };
    let both = |one: char, other: char| {
        let at = word[1..].find(other)? + 1;
        Some((after(&word[..at], one)?, after(&word[at..], other)?))
    };
    if !word.is_ascii() || word.is_empty() {
        return None;
    }
    let chessboard = || {
        let column = word.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        Some((usize::from(column) + 1, word[1..].parse().ok()?))
    };
    let (column, row): (usize, usize) =
        both('c', 'r').or_else(|| both('r', 'c').map(|(row, column)| (column, row))).or_else(chessboard)?;
    Some((height.checked_sub(row)?, column.checked_sub(1)?))
}

/// Returns `true` if a word names a clue, as in A12 or 12a.
fn is_clue(word: &str) -> bool {
    let without = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.strip_prefix(['A', 'D']).or_else(|| word.strip_suffix(['a', 'd', 'A', 'D'])).is_some_and(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_coloured_cells_are_counted_from_below() {
        let found = |word| square(word, 5);
        assert_eq!((found("a1"), found("c1r5"), found("r2c3")), (Some((4, 0)), Some((0, 0)), Some((3, 2))));
        for word in ["c1r6", "c0r1", "A12", "12a", "red", "é", ""] {
            assert_eq!(found(word), None, "{word}");
        }
        assert!(is_clue("A12") && is_clue("12d") && !is_clue("red") && !is_clue("A"));
    }

    #[test]
    fn an_undecided_square_is_white_and_open_for_those_who_complete_the_grid() {
        let text = "exolve-begin\nexolve-width: 3\nexolve-height: 1\nexolve-grid:\n A?.\nexolve-end\n";
        let file = read(text.as_bytes()).unwrap();
        assert_eq!(
            (file.plain().unwrap().grid.one_line(), file.puzzle.letters.concat()),
            ("..#".to_owned(), "A".to_owned())
        );
        let givens = file.givens().unwrap();
        assert_eq!([0, 1, 2].map(|c| givens.colour(0, c)), [Some(true), None, Some(false)]);
        assert_eq!(crate::document::Document::of(&file).rows, "..#");
    }

    #[test]
    fn an_id_has_letters_digits_and_hyphens() {
        let read = |id: &str| {
            let text = format!(
                "exolve-begin\nexolve-id: {id}\nexolve-width: 1\nexolve-height: 1\nexolve-grid:\n A\nexolve-end\n"
            );
            read(text.as_bytes()).map(drop).map_err(|fault| fault.to_string())
        };
        assert_eq!([read("a-Z-09"), read("x # a remark"), read("")], [Ok(()), Ok(()), Ok(())]);
        let told = "2:1: exolve-id: expected letters from a to z, digits and hyphens, found ";
        for id in ["a b", "a_b", "é", "a.b"] {
            assert_eq!(read(id), Err(format!("{told}{}", foreign(id))), "{id}");
        }
    }

    #[test]
    fn a_remark_has_a_space_before_it() {
        assert_eq!(without_remark("a # b"), "a ");
        assert_eq!(without_remark("a #"), "a ");
        assert_eq!(without_remark("a &#38; #b"), "a &#38; #b");
    }
}
