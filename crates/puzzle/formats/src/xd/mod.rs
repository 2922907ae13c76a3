//! `.xd`, the text form of crossword archives: read and written.
//!
//! Sections for metadata, grid, clues and notes, in this order, are separated by two or more blank lines, or named by lines such as
//! `## Grid`. A section [`design`] needs its name.
//! - The metadata are lines of `Key: value`.
//! - In the grid, `#` is black, a letter or a digit is white, and `_` is a void. A square `.` is white without a letter; [`black`]
//!   decides if it is black instead. Any other mark is white if the key `Rebus` lists it (`1=HEART,2=CLUB`). Without an entry, the marks
//!   of [`SYMBOLS`] stand for themselves, and others are rejected.
//!   A small letter is in a circle or shaded if the key `Special` is `circle` or `shaded`, as in version 3.
//!   Several values of a mark, or one with a slash such as `KIT/KAT`, are alternatives.
//! - A clue is a line such as `A1. Its text ~ ANSWER`. In its text, `{/ /}`, `{* *}`, `{_ _}` and `{- -}` are markup. Lines such as
//!   `A1 ^Refs: A2 D4` say more about it. `A1 ^Continued: A5` is this program's own way to state the further words of its answer.
//! - Lines between `<!--` and `-->` are comments.
//!
//! Source: the description of the format, version 4 (a draft of 2026), by Saul Pwanson and others, `doc/xd-format.md` in
//! century-arcade/xd (2015 and on).

pub(super) mod black;
mod design;
mod write;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::decode::utf8_or_latin1;
use super::defects::{Part, WordReference};
use super::draft::{ANSWERS, Draft, PuzzleFile, foreign};
use super::extras::{Extra, Role, SPELT_ANSWER};
use super::fault::{Fault, Place};
use super::html::escaped_strictly;
use super::puzzle::{Bars, Field, Square, capital, fits, numbers_in, only_character};
use super::squares;
use gridcheck_layout::words::Direction;

pub(super) use black::Black;
pub(super) use write::write;

/// The descriptions of a puzzle, by key.
const KEYS: [(&str, Field); 6] = [
    ("Title", Field::Title),
    ("Author", Field::Author),
    ("Editor", Field::Editor),
    ("Publisher", Field::Publisher),
    ("Copyright", Field::Copyright),
    ("Date", Field::Date),
];
const VOID: char = '_';
const REBUS: &str = "Rebus";
const SPECIAL: &str = "Special";
const CIRCLE: &str = "circle";
const SHADED: &str = "shaded";
/// Marks that occur in answers, such as A$AP, and stand for themselves without an entry of the key `Rebus`.
const SYMBOLS: &str = "$@&%+*!=";

/// Other keys that can begin a file of this format.
const MORE_KEYS: [&str; 3] = [REBUS, SPECIAL, "Number"];

/// Markup of clues: the texts before and after the marked part, and its tag.
const MARKUP: [(&str, &str, &str); 4] = [("{/", "/}", "i"), ("{*", "*}", "b"), ("{_", "_}", "u"), ("{-", "-}", "s")];

/// The entry of a clue with the further words of its answer, as in `A1 ^Continued: A5 D2`.
const CONTINUED: &str = "Continued";

/// The beginning and the end of a comment.
const COMMENT: (&str, &str) = ("<!--", "-->");

const GRID: &str = "grid";

/// The names of the sections. Those of a file without names are the first four, in this order.
const SECTIONS: [&str; 5] = ["metadata", GRID, "clues", "notes", "design"];

/// The lines of a section with their numbers, from 1.
type Lines<'a> = Vec<(usize, &'a str)>;

/// The characters of the squares before it is known if `.` is black.
struct MarkedGrid<'a> {
    /// Each square with its character and its place.
    cells: &'a [(Square, char, Place)],
    /// The letters of marks.
    marks: &'a BTreeMap<char, String>,
    bars: Bars,
}

/// A line of the clues, such as `A1. Its text ~ ANSWER`.
struct ClueLine<'a> {
    direction: Direction,
    number: &'a str,
    text: &'a str,
    /// The answer, empty if there is none.
    answer: &'a str,
    /// The entries in lines such as `A1 ^Refs: A2 D4`.
    entries: Vec<(&'a str, &'a str)>,
    /// The number of the line, from 1.
    line: usize,
}

/// Returns `true` if the start of a text shows this format.
///
/// It begins with the name of a section, or names the grid and another section. Or its first lines are metadata: one line if a named section
/// follows, otherwise two and two blank lines.
pub(super) fn recognises(start: &str) -> bool {
    let is_comment = |line: &&str| line.starts_with(COMMENT.0) && line.ends_with(COMMENT.1);
    let mut lines = start.lines().map(str::trim).skip_while(|line| line.is_empty() || is_comment(line));
    let named: BTreeSet<&str> = lines.clone().filter_map(heading).filter_map(section).collect();
    if lines.clone().next().is_some_and(names_section) || named.len() > 1 && named.contains(GRID) {
        return true;
    }
    let mut keys = 0;
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        let Some((key, _)) = line.split_once(':') else { return false };
        let mut known = KEYS.iter().map(|(key, _)| *key).chain(MORE_KEYS);
        keys += usize::from(known.any(|known| known.eq_ignore_ascii_case(key.trim())));
    }
    let after: Vec<&str> = lines.take(2).collect();
    let is_before_section = after.iter().find(|line| !line.is_empty()).copied().is_some_and(names_section);
    keys >= 1 && is_before_section || keys >= 2 && after.first().is_some_and(|line| line.is_empty())
}

/// Returns the name in a line such as `## Grid`.
fn heading(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix("## ")?.trim())
}

/// Returns `true` if a line is the heading of a known section.
fn names_section(line: &str) -> bool {
    heading(line).and_then(section).is_some()
}

fn section(name: &str) -> Option<&'static str> {
    SECTIONS.into_iter().find(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn read(bytes: &[u8], black: Black) -> Result<PuzzleFile, Fault> {
    let text = utf8_or_latin1(bytes);
    let mut unread = Vec::new();
    let mut sections = sections(&text, &mut unread)?;
    let [metadata, rows, clues, notes, design] = SECTIONS.map(|name| sections.remove(name).unwrap_or_default());
    let clues = clue_lines(&clues, &mut unread);
    let pairs: Vec<(&str, &str)> = metadata.iter().filter_map(|(_, line)| line.split_once(':')).collect();
    if pairs.len() < metadata.len() {
        unread.push("metadata without a key".to_owned());
    }
    let value = |key: &str| {
        pairs.iter().find(|(found, _)| found.trim().eq_ignore_ascii_case(key)).map_or("", |(_, value)| value.trim())
    };
    let entries = || value(REBUS).split([',', ' ']).map(str::trim).filter(|entry| !entry.is_empty());
    let marks = marks(entries().filter_map(mark));
    let special = value(SPECIAL).to_ascii_lowercase();

    let Some(&(first, top)) = rows.first() else {
        let message = "the end: expected a grid, after two blank lines or a line ## Grid";
        return Err(Fault::new(Place::of(&text, text.len()), message));
    };
    let width = top.trim().chars().count();
    let start = Place::Text { line: first, column: 1 };
    let mut draft = Draft::new(width as u64, rows.len() as u64, start)?;
    draft.line = first;
    for kind in unread {
        draft.unread(kind);
    }
    let cells = cells(&rows, width)?;
    let is_used = |mark: char| cells.iter().any(|&(_, cell, _)| cell == mark);
    draft.unread_if(
        entries().any(|entry| mark(entry).is_none_or(|(mark, _)| !is_used(mark))),
        "entries of Rebus that no square has",
    );
    draft.unread_if(!["", CIRCLE, SHADED].contains(&special.as_str()), "metadata Special");
    let design = design::read(&mut draft, &design, rows.len(), width)?;
    let grid = MarkedGrid { cells: &cells, marks: &marks, bars: design::bars(&design) };
    let dot_is_black = black::dot_is_black(&grid, &clues, black, &mut draft.notes)?;
    for &(square, cell, place) in &cells {
        match cell {
            VOID => draft.tell_void(square, place)?,
            '#' => draft.tell(square, false, place)?,
            '.' => draft.tell(square, !dot_is_black, place)?,
            _ => {
                let Some(letters) = written(cell, &marks) else {
                    let message = format!("{cell:?} is not a square: expected # for black, a letter or . for white");
                    return Err(Fault::new(place, message));
                };
                draft.tell(square, true, place)?;
                let is_special = cell.is_ascii_lowercase() && [CIRCLE, SHADED].contains(&special.as_str());
                draft.set_letter(square, &if is_special { capital(&letters) } else { letters });
                match special.as_str() {
                    CIRCLE if is_special => draft.circle(square),
                    SHADED if is_special => draft.shade(square),
                    _ => {}
                }
            }
        }
    }
    design::add(&mut draft, &design);
    note_symbols(&mut draft, &cells, &marks);
    read_about(&mut draft, &pairs, &notes);
    for ClueLine { direction, number, text, answer, entries, line } in clues {
        let at = WordReference::Number(number.to_owned());
        draft.answer(direction, at.clone(), answer);
        let clue = draft.clue_in_html(direction, at, &in_html(text), false);
        clue.line = Some(line);
        if !answer.is_empty() {
            clue.clue.extras.push(Extra::new(SPELT_ANSWER, answer, Role::Spelling));
        }
        for (key, value) in entries {
            match named_words(value).filter(|_| key.eq_ignore_ascii_case(CONTINUED) && clue.parts.is_empty()) {
                Some(parts) => clue.parts = parts,
                None => clue.clue.extras.push(Extra::new(key, value, Role::OfGrid)),
            }
        }
    }
    let mut file = draft.finish(start)?;
    settle_answers(&mut file);
    Ok(file)
}

/// Keeps the answers beside clues that have the letters of the grid in another spelling. The writer derives the others.
fn settle_answers(file: &mut PuzzleFile) {
    file.puzzle.settle_extras(|puzzle, _, word, extra| {
        if extra.name != SPELT_ANSWER {
            return true;
        }
        let is_spelling = |squares: &[Square]| {
            let letters = || squares.iter().map(|&square| puzzle.letter(square));
            letters().all(|letter| !letter.is_empty()) && fits(letters(), &extra.text)
        };
        let is_derived = puzzle.answer(word).is_some_and(|answer| answer == extra.text);
        let own: Vec<Square> = word.squares().collect();
        !is_derived && (is_spelling(&own) || is_spelling(&puzzle.answer_squares(word)))
    });
    file.rewritten.remove(ANSWERS);
}

/// Returns the letters of a white square, or `None` if the character is not a square.
fn written(cell: char, marks: &BTreeMap<char, String>) -> Option<String> {
    let is_letter = cell.is_alphanumeric() || SYMBOLS.contains(cell);
    marks.get(&cell).cloned().or_else(|| is_letter.then(|| cell.to_string()))
}

/// Notes the symbols that stand for themselves.
fn note_symbols(draft: &mut Draft, cells: &[(Square, char, Place)], marks: &BTreeMap<char, String>) {
    let is_symbol = |cell: &char| SYMBOLS.contains(*cell) && !marks.contains_key(cell);
    let symbols: BTreeSet<char> = cells.iter().map(|&(_, cell, _)| cell).filter(is_symbol).collect();
    if !symbols.is_empty() {
        let symbols: Vec<String> = symbols.iter().map(|symbol| format!("'{symbol}'")).collect();
        draft.notes.push(format!("{} without an entry of {REBUS}: read as a letter", symbols.join(", ")));
    }
}

fn cells(rows: &Lines, width: usize) -> Result<Vec<(Square, char, Place)>, Fault> {
    let mut all = Vec::new();
    for (r, &row) in rows.iter().enumerate() {
        all.extend(squares::cells(row, width, "in the rows above")?.map(|(c, cell, place)| ((r, c), cell, place)));
    }
    Ok(all)
}

/// Returns the letters of each mark. Several values of one mark are alternatives, as in `KIT/KAT`.
fn marks<'a>(entries: impl Iterator<Item = (char, &'a str)>) -> BTreeMap<char, String> {
    let mut marks: BTreeMap<char, String> = BTreeMap::new();
    for (mark, letters) in entries {
        match marks.entry(mark) {
            Entry::Vacant(place) => {
                place.insert(letters.to_owned());
            }
            Entry::Occupied(place) if place.get() == letters => {}
            Entry::Occupied(mut place) => place.get_mut().extend(["/", letters]),
        }
    }
    marks
}

/// Returns a mark and its letters from an entry of the key `Rebus`.
fn mark(entry: &str) -> Option<(char, &str)> {
    let (mark, letters) = entry.split_once('=')?;
    only_character(mark).map(|mark| (mark, letters))
}

fn read_about(draft: &mut Draft, pairs: &[(&str, &str)], notes: &Lines) {
    let mut marks = BTreeSet::new();
    for (key, value) in pairs {
        let key = key.trim();
        let is_mark = [REBUS, SPECIAL].into_iter().find(|known| known.eq_ignore_ascii_case(key));
        if is_mark.is_some_and(|key| !marks.insert(key)) {
            draft.unread(format!("a second {}", foreign(key)));
        }
        match KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)) {
            // Text that is not a date must not become one in another format.
            Some(&(_, Field::Date)) if !is_date(value) && !value.trim().is_empty() => {
                draft.puzzle.extras.add(key, value.trim(), Role::OfPuzzle);
            }
            Some(&(_, field)) => draft.about(field, value),
            None if is_mark.is_some() => {}
            None => draft.puzzle.extras.add(key, value.trim(), Role::OfPuzzle),
        }
    }
    let notes: Vec<&str> = notes.iter().map(|(_, line)| *line).collect();
    draft.about(Field::Notes, &notes.join("\n"));
}

fn sections<'a>(text: &'a str, unread: &mut Vec<String>) -> Result<BTreeMap<&'static str, Lines<'a>>, Fault> {
    let mut found: BTreeMap<&str, Lines> = BTreeMap::new();
    let named = text.lines().any(names_section);
    let mut unnamed = SECTIONS.into_iter().take(4);
    let mut passed_heading = false;
    let (mut current, mut blank, mut passed) = (if named { None } else { unnamed.next() }, 0, false);
    // The line of the comment that is open.
    let mut comment = None;
    for (number, line) in (1..).zip(text.lines()) {
        // A comment takes whole lines.
        if comment.is_some() || line.trim_start().starts_with(COMMENT.0) {
            comment = if line.contains(COMMENT.1) { None } else { comment.or(Some(number)) };
            if line.trim_end().ends_with(COMMENT.1) || comment.is_some() {
                unread.push("comments".to_owned());
            } else {
                unread.push("comments, and text behind them".to_owned());
            }
            continue;
        }
        if let Some(name) = heading(line).filter(|_| named) {
            passed_heading = true;
            current = section(name);
            if current.is_none() {
                unread.push(format!("section {}", foreign(name)));
            }
        } else if line.trim().is_empty() {
            blank += 1;
            continue;
        } else {
            if !named && blank >= 2 && passed {
                current = unnamed.next().or(current);
            }
            if let Some(current) = current {
                found.entry(current).or_default().push((number, line));
            } else if !passed_heading {
                unread.push("text before the first section".to_owned());
            }
            passed = true;
        }
        blank = 0;
    }
    // The comment would take all clues without a word.
    match comment {
        Some(line) => Err(Fault::at(line, 1, "a comment without an end: expected --> in this line or below")),
        None => Ok(found),
    }
}

fn clue_lines<'a>(lines: &Lines<'a>, unread: &mut Vec<String>) -> Vec<ClueLine<'a>> {
    let mut clues = Vec::new();
    for &(line_number, line) in lines {
        let line = line.trim();
        let direction = direction_of(line);
        let numbered = direction.and_then(|direction| {
            let digits = line[1..].bytes().take_while(u8::is_ascii_digit).count();
            Some((direction, &line[1..=digits], &line[1 + digits..])).filter(|_| digits > 0)
        });
        let entry = numbered.and_then(|(direction, number, rest)| {
            let (key, value) = rest.trim_start().strip_prefix('^')?.split_once(':')?;
            Some((direction, number, key.trim(), value.trim())).filter(|(_, _, key, _)| !key.is_empty())
        });
        if let Some((direction, number, key, value)) = entry {
            let of = |clue: &&mut ClueLine| clue.direction == direction && clue.number == number;
            match clues.iter_mut().rev().find(of) {
                Some(clue) => clue.entries.push((key, value)),
                None => unread.push("what is said of clues (lines with ^)".to_owned()),
            }
            continue;
        }
        match numbered.and_then(|(direction, number, rest)| Some((direction, number, rest.strip_prefix('.')?))) {
            Some((direction, number, rest)) => {
                let (text, answer) = split_answer(rest);
                clues.push(ClueLine { direction, number, text, answer, entries: Vec::new(), line: line_number });
            }
            None if line.contains('^') => unread.push("what is said of clues (lines with ^)".to_owned()),
            None => unread.push("clues that are neither across nor down".to_owned()),
        }
    }
    unread.sort_unstable();
    unread.dedup();
    clues
}

/// Splits a line into the clue and its answer, at the last tilde with a space or nothing on each side.
pub(super) fn split_answer(rest: &str) -> (&str, &str) {
    let tilde = rest.rmatch_indices(" ~").find(|(at, tilde)| {
        let after = &rest[at + tilde.len()..];
        after.is_empty() || after.starts_with(' ')
    });
    match tilde {
        Some((at, tilde)) => (&rest[..at], rest[at + tilde.len()..].trim()),
        None => (rest, ""),
    }
}

/// Returns a clue as HTML.
fn in_html(text: &str) -> String {
    let html = escaped_strictly(text);
    MARKUP.into_iter().fold(html, |html, (before, after, tag)| with_tags(&html, before, after, tag))
}

/// Returns a text in which the marks around a part are tags. Marks without their counterpart stay.
fn with_tags(text: &str, before: &str, after: &str, tag: &str) -> String {
    // Places of marks. Those before a part wait for their counterpart.
    let (mut waiting, mut marks) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(found) = text[at..].find(['{', '}', '/', '*', '_', '-']).map(|found| at + found) {
        at = found + 1;
        if text[found..].starts_with(before) {
            at = found + before.len();
            waiting.push(found);
        } else if text[found..].starts_with(after)
            && let Some(start) = waiting.pop()
        {
            at = found + after.len();
            marks.extend([(start, before, ""), (found, after, "/")]);
        }
    }
    marks.sort_unstable();
    let (mut html, mut from) = (String::with_capacity(text.len()), 0);
    for (place, mark, slash) in marks {
        html.extend([&text[from..place], "<", slash, tag, ">"]);
        from = place + mark.len();
    }
    html + &text[from..]
}

/// Returns the words that an entry names, as in `A5 D2`.
fn named_words(value: &str) -> Option<Vec<Part>> {
    let part = |name: &str| {
        let direction = direction_of(name)?;
        let number = name[1..].to_owned();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(Part::Word(WordReference::Number(number), Some(direction)))
    };
    let parts: Option<Vec<Part>> = value.split([' ', ',']).filter(|name| !name.is_empty()).map(part).collect();
    parts.filter(|parts| !parts.is_empty())
}

/// Returns the direction that the first letter of a clue's name shows.
fn direction_of(name: &str) -> Option<Direction> {
    match name.bytes().next() {
        Some(b'A') => Some(Direction::Across),
        Some(b'D') => Some(Direction::Down),
        _ => None,
    }
}

/// Returns `true` if a text can be a date: it has a year, or three numbers.
pub(super) fn is_date(text: &str) -> bool {
    let lengths: Vec<usize> = numbers_in(text).map(str::len).collect();
    lengths.contains(&4) || lengths.len() == 3 && lengths.iter().all(|&length| length <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_the_marks_between_their_words() {
        let text = "Title: T\nAuthor: A\nsplitcharacter: |\n\n\nCAT\nA#O\nBEE\n\n\nA1. Pet ~ C|AT\nA3. Sting ~ bee\n\nD1. Taxi ~ CAB\n\
                    D2. Foot ~ TOES\n";
        let mut file = read(text.as_bytes(), Black::Unnameable).expect("a puzzle");
        assert_eq!(file.unread.iter().collect::<Vec<_>>(), ["answers that are not the letters of the grid"]);
        assert_eq!(file.rewritten.len(), 0);
        let written = String::from_utf8(write(&file.puzzle).expect("a file")).expect("UTF-8");
        for line in ["A1. Pet ~ C|AT", "A3. Sting ~ bee", "D1. Taxi ~ CAB", "D2. Foot ~ TOE"] {
            assert!(written.lines().any(|other| other == line), "{written}");
        }
        // Other letters have other answers.
        let letters = file.puzzle.letters.iter().map(|letter| letter.replace('A', "U")).collect();
        file.puzzle.set_letters(letters);
        let written = String::from_utf8(write(&file.puzzle).expect("a file")).expect("UTF-8");
        assert!(written.contains("A1. Pet ~ CUT\n"), "{written}");
    }

    #[test]
    fn removes_complete_markup_and_keeps_incomplete_markup() {
        assert_eq!(in_html("{/Hamlet/} & {*Q*}"), "<i>Hamlet</i> &amp; <b>Q</b>");
        assert_eq!(in_html("{/Hamlet and {-"), "{/Hamlet and {-");
        assert_eq!(in_html("{/a {/b/} {*c*}/} /}"), "<i>a <i>b</i> <b>c</b></i> /}");
        let many = 1 << 18;
        assert_eq!(in_html(&"{/x/}".repeat(many)), "<i>x</i>".repeat(many));
        assert_eq!(in_html(&"{/".repeat(many)), "{/".repeat(many));
    }
}
