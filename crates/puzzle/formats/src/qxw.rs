//! Qxw's native files, `.qxw`.
//!
//! A file is text, one record a line:
//! - The first line begins with `#QXW2`.
//! - `GP type width height …` states the shape. Type 0 is a plain rectangle. The others are hexagonal, circular, or have joined edges, and
//!   are rejected.
//! - `SQ x y bars merge flags letter` is a square, counted from 0. Bit 0 of the flags makes it black. Bit 3 cuts it out, which makes it a
//!   void. Bit 0 of the bars is a bar at its right, bit 1 a bar below. A merged square is rejected.
//! - `SQCT x y direction "letters"`, from version 4 on, holds the letters of a square. Without it, the letter of `SQ` counts. A dot or an
//!   empty text is not a letter.
//! - `TTL` and `AUT` have the title and the author on the next line, after a plus sign.
//!
//! Source: Qxw by Mark Owen (quinapalus.com), files it has written and `qxw.c` of its source.

use super::decode::utf8_or_latin1;
use super::draft::{Draft, PuzzleFile};
use super::fault::{Fault, Place};
use super::puzzle::{Field, Square, name_of};
use super::squares::Side;

/// The start of the first line.
pub(super) const FIRST: &str = "#QXW2";

/// The rest of the first line: a version, and the home of the program.
const VERSION: [char; 11] = ['v', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const HOME: &str = " http://www.quinapalus.com";

const BLACK: u64 = 1;
const CUT_OUT: u64 = 8;

pub(super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8_or_latin1(bytes);
    if !text.starts_with(FIRST) {
        return Err(Fault::new(Place::START, format!("expected {FIRST} at the start")));
    }
    let mut draft: Option<Draft> = None;
    let (mut title, mut author, mut has_settings) = ("", "", false);
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        let place = Place::Text { line: number, column: 1 };
        let mut words = line.split_ascii_whitespace();
        let early = || Fault::new(place, "expected a line GP before any SQ");
        match words.next() {
            Some("GP") if draft.is_some() => return Err(Fault::new(place, "a second line GP: expected one")),
            Some("GP") => draft = Some(sized(numbers(&mut words), place)?),
            Some("SQ") => {
                let draft = draft.as_mut().ok_or_else(early)?;
                let at = square(draft, numbers(&mut words), place)?;
                draft.set_letter(at, written(words.next().unwrap_or_default()));
            }
            Some("SQCT") => {
                let draft = draft.as_mut().ok_or_else(early)?;
                content(draft, numbers(&mut words), words.next().unwrap_or_default());
            }
            Some("SQSP") => {
                let draft = draft.as_mut().ok_or_else(early)?;
                // The sixth number states that a square has separate properties.
                if words.nth(5).is_some_and(|own| own != "0") {
                    draft.unread("the looks of squares");
                }
            }
            // The number of a word that begins in the square is not a mark.
            Some("SQSPMK") if lines.peek().is_some_and(|(_, line)| !["+", "+\\#"].contains(&line.trim())) => {
                draft.as_mut().ok_or_else(early)?.unread("marks in squares");
            }
            Some(key @ ("TTL" | "AUT")) => {
                let value = lines.peek().and_then(|(_, line)| line.strip_prefix('+')).unwrap_or_default();
                *(if key == "TTL" { &mut title } else { &mut author }) = value;
            }
            // Texts behind a plus sign belong to the line before.
            Some(key) if !key.starts_with('+') && number > 1 => has_settings = true,
            _ => {}
        }
    }
    let end = Place::of(&text, text.len());
    let mut draft = draft.ok_or_else(|| Fault::new(end, "the end: expected a line GP"))?;
    draft.unread_if(has_settings, "settings of Qxw");
    let rest = text.lines().next().unwrap_or_default()[FIRST.len()..].trim_start_matches(VERSION);
    draft.unread_if(!["", HOME].contains(&rest), "the rest of the first line");
    draft.about(Field::Title, title);
    draft.about(Field::Author, author);
    draft.finish(end)
}

/// Returns the empty grid that a line `GP` describes.
fn sized(told: Option<[u64; 3]>, place: Place) -> Result<Draft, Fault> {
    let Some([kind, width, height]) = told else {
        return Err(Fault::new(place, "expected GP and numbers: type, width, height"));
    };
    if kind != 0 {
        let shape = match kind {
            1 | 2 => "hexagonal",
            3 | 4 => "circular",
            _ => "joined edges, or unknown",
        };
        let message = format!(
            "grid type {kind} ({shape}) is not supported, as every rule here is about rectangles: expected type 0"
        );
        return Err(Fault::new(place, message));
    }
    Draft::new(width, height, place)
}

/// Returns letters without quotation marks, and no letter for a dot.
fn written(letters: &str) -> &str {
    let letters = letters.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(letters);
    if letters == "." { "" } else { letters }
}

/// Reads a line `SQCT`. Each direction can have separate letters; the first counts.
fn content(draft: &mut Draft, told: Option<[u64; 3]>, letters: &str) {
    let Some([x, y, direction]) = told else { return };
    let letters = written(letters);
    if letters.is_empty() || x >= draft.width() as u64 || y >= draft.height() as u64 {
        return;
    }
    if direction == 0 {
        draft.set_letter((y as usize, x as usize), letters);
    } else {
        draft.unread("letters that differ by direction");
    }
}

/// Reads a line `SQ`, and returns its square.
fn square(draft: &mut Draft, told: Option<[u64; 5]>, place: Place) -> Result<Square, Fault> {
    let Some([x, y, bars, merge, flags]) = told else {
        return Err(Fault::new(place, "expected SQ and numbers: x, y, bars, merge, flags"));
    };
    let (r, c) = (y.min(1 << 32) as usize, x.min(1 << 32) as usize);
    if flags & CUT_OUT != 0 {
        draft.tell_void((r, c), place)?;
    } else {
        draft.tell((r, c), flags & BLACK == 0, place)?;
    }
    if merge != 0 {
        let message = format!("{} is merged with another square: expected squares of one size", name_of((r, c)));
        return Err(Fault::new(place, message));
    }
    for (bit, side) in [(1, Side::Right), (2, Side::Bottom)] {
        if bars & bit != 0 {
            draft.bar((r, c), side, place);
        }
    }
    Ok((r, c))
}

fn numbers<'a, const N: usize>(words: &mut impl Iterator<Item = &'a str>) -> Option<[u64; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    Some(numbers)
}
