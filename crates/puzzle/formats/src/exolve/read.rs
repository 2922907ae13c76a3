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
use super::{ALLOW_CHARS, ALLOW_DIGITS, BEGIN, END, OPTION, PREFIX, REBUS_CELLS, SHADE, TEXTS, write};
use gridcheck_core::visible::shortened;
use gridcheck_layout::words::Direction;

/// Returns `true` if the start of a text shows this format.
pub(in super::super) fn recognises(start: &str) -> bool {
    start.lines().any(|line| line.trim() == BEGIN)
}

/// Returns a text in which only one puzzle is left: the one with the number, counted from 1, or with that `exolve-id`. The other lines are
/// empty, so that places stay.
pub(in super::super) fn only(bytes: &[u8], choice: &str) -> Result<Vec<u8>, Fault> {
    let text = utf8(bytes)?;
    let ids = ids(text);
    let by_id = || ids.iter().position(|id| id.as_deref() == Some(choice)).map(|at| at + 1);
    let number = choice.parse().ok().filter(|number| (1..=ids.len()).contains(number)).or_else(by_id);
    let Some(number) = number else {
        let name = |id: &String| foreign(&shortened(&one_line(id), LONGEST_ID)).into_owned();
        let known: Vec<String> = ids.iter().flatten().take(MOST_IDS).map(name).collect();
        let known = if known.is_empty() { String::new() } else { format!(", or an id: {}", known.join(", ")) };
        let message = format!("no puzzle {}: expected a number from 1 to {}{known}", foreign(choice), ids.len());
        return Err(Fault::new(Place::START, message));
    };
    let (mut kept, mut found, mut is_inside) = (String::new(), 0, false);
    for line in text.split_inclusive('\n') {
        if line.trim() == BEGIN {
            found += 1;
            is_inside = true;
        }
        kept.push_str(if is_inside && found == number { line } else { "\n" });
        is_inside &= line.trim() != END;
    }
    Ok(kept.into_bytes())
}

/// Maximum number of ids to name.
const MOST_IDS: usize = 5;
/// Maximum length of an id in a message.
const LONGEST_ID: usize = 60;

/// Returns the id of each puzzle of a text, if it has one.
fn ids(text: &str) -> Vec<Option<String>> {
    let mut ids: Vec<Option<String>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line == BEGIN {
            ids.push(None);
        } else if let (Some(id), Some(last)) = (line.strip_prefix("exolve-id:"), ids.last_mut()) {
            last.get_or_insert_with(|| without_remark(id).trim().to_owned());
        }
    }
    ids
}

/// Returns the number of puzzles in a text.
pub(in super::super) fn count(bytes: &[u8]) -> usize {
    str::from_utf8(bytes).map_or(0, |text| text.lines().filter(|line| line.trim() == BEGIN).count())
}

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

pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8(bytes)?;
    let end = Place::of(text, text.len());
    let (sections, has_more) = sections(text)?;
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
    let grid = section("exolve-grid").ok_or_else(|| Fault::new(end, "the end: expected a section exolve-grid"))?;
    draft.unread_if(has_more, "remarks, and the text around the puzzle");
    let (mut cells, read_options) = options(&mut draft, &sections);
    // A grid of only zeros has no letters.
    cells.zero &= grid.lines.iter().any(|(_, row)| row.contains(|cell: char| cell.is_alphanumeric() && cell != '0'));
    read_grid(&mut draft, &cells, &grid.lines)?;
    let mut seen = BTreeSet::new();
    for section in &sections {
        let name = section.name.as_str();
        if !seen.insert(name) && ["exolve-width", "exolve-height", "exolve-id"].contains(&name) {
            draft.unread(format!("a second {name}"));
        }
        read_section(&mut draft, section);
    }
    draft.line = grid.lines.first().map_or(1, |&(line, _)| line);
    let after = grid.lines.last().map_or(end, |&(line, _)| Place::Text { line: line + 1, column: 1 });
    let mut file = draft.finish(after)?;
    let written = write::options(&file.puzzle);
    let others = read_options.into_iter().filter(|option| !written.contains(option));
    others.for_each(|option| add_kind(&mut file.respelt, &format!("the option {}", foreign(&option))));
    Ok(file)
}

/// Splits the lines of the only puzzle of a text into sections. Returns `true` with them if the text has more: remarks, or other lines.
fn sections(text: &str) -> Result<(Vec<Section<'_>>, bool), Fault> {
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = (1..).zip(text.lines());
    let mut has_more = false;
    let mut is_other = |line: &str| has_more |= !line.trim().is_empty();
    loop {
        match lines.next() {
            Some((_, line)) if line.trim() == BEGIN => break,
            Some((_, line)) => is_other(line),
            None => return Err(Fault::new(Place::START, format!("expected a line {BEGIN}"))),
        }
    }
    for (number, whole) in lines.by_ref() {
        let line = without_remark(whole);
        is_other(&whole[line.len()..]);
        let content = line.trim();
        let place = Place::Text { line: number, column: 1 };
        if content == END {
            let rest: Vec<(usize, &str)> = lines.collect();
            if let Some(&(number, _)) = rest.iter().find(|(_, line)| line.trim() == BEGIN) {
                let message = "a second puzzle: choose one by its number or id behind the name, as in FILE#2";
                return Err(Fault::at(number, 1, message));
            }
            for (_, line) in rest {
                is_other(line);
            }
            return Ok((sections, has_more));
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
            is_other(line);
        }
    }
    Err(Fault::new(Place::of(text, text.len()), format!("the end: expected a line {END}")))
}

/// Returns a line without its remark, which begins with a `#` before white space or the end.
fn without_remark(line: &str) -> &str {
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
        // A single star is no clue, on purpose.
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
        found.annotation = one_line(clue.annotation);
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
    fn ids_of_a_page_are_quoted_in_sentences() {
        let page = format!("exolve-begin\nexolve-id: a; all is well\nexolve-begin\nexolve-id: {}\n", "b".repeat(1000));
        let told = only(page.as_bytes(), "c").unwrap_err().to_string();
        assert!(told.contains("`a; all is well`") && told.len() < 250, "{told}");
    }

    #[test]
    fn a_remark_has_a_space_before_it() {
        assert_eq!(without_remark("a # b"), "a ");
        assert_eq!(without_remark("a #"), "a ");
        assert_eq!(without_remark("a &#38; #b"), "a &#38; #b");
    }
}
