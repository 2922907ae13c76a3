//! Grids whose white squares are letters, as in a solution.
//!
//! A letter is white where it cannot be anything else: its grid has a black glyph that is no letter, all its rows are of the same
//! width, two at least, and the letter is in a word that is letters throughout, two at least, across or down. So a single
//! wrong letter in a list of black and white glyphs is still found out, whatever the glyphs. Some white squares may be glyphs, as
//! in a grid that is not filled yet. In a partial grid without white glyphs no word need be complete.
//!
//! A grid of letters and `.` (or another white glyph) and without a black one may be a solution in which `.` is black. It is refused
//! until the black glyph is named; if it is, every letter is white, and nothing here decides.

use super::ReadError;
use super::block::Block;
use super::glyphs::{Colour, Palette};
use super::heading::is_letter_glyph;
use super::lines::VARIATION_SELECTOR;
use super::row::Row;
use crate::grid::MAX_SIZE;

/// Stands for a square without a letter.
pub(super) const NO_LETTER: char = ' ';

/// A row that may be one of letters, where it begins.
#[derive(Debug, Clone)]
pub(super) struct LetterRow {
    squares: Vec<char>,
    spaced: bool,
    line: usize,
    column: usize,
}

impl LetterRow {
    /// A text as such a row, if every character of it can be a square of one. `column` is where the text begins.
    pub(super) fn of(text: &str, line: usize, column: usize, palette: &Palette) -> Option<Self> {
        let inner = text.trim();
        let column = column + text.chars().take_while(|character| character.is_whitespace()).count();
        let characters: Vec<char> = inner.chars().filter(|&character| character != VARIATION_SELECTOR).collect();
        let spaced = characters.get(1) == Some(&' ');
        if spaced && !characters.iter().skip(1).step_by(2).all(|&character| character == ' ') {
            return None;
        }
        let squares: Vec<char> = characters.into_iter().step_by(if spaced { 2 } else { 1 }).collect();
        let is_square = |&square: &char| square.is_alphabetic() || is_mark(palette.kind(square));
        ((2..=MAX_SIZE).contains(&squares.len()) && squares.iter().all(is_square)).then_some(LetterRow {
            squares,
            spaced,
            line,
            column,
        })
    }

    /// Whether it can be in one grid with another.
    pub(super) fn goes_with(&self, other: &LetterRow) -> bool {
        self.squares.len() == other.squares.len() && self.spaced == other.spaced
    }

    fn fault(&self, c: usize, message: String) -> ReadError {
        let column = self.column + if self.spaced { 2 * c } else { c };
        ReadError::new(self.line, column, message)
    }
}

fn is_mark(kind: Option<Colour>) -> bool {
    matches!(kind, Some(Colour::Black | Colour::White | Colour::Open))
}

/// What a square of a row is; a letter is a letter, though X and O may be glyphs elsewhere.
fn kind(square: char, palette: &Palette) -> Colour {
    if square.is_alphabetic() { Colour::White } else { palette.kind(square).unwrap_or(Colour::White) }
}

/// The grid of these rows if it is one of letters; an error if that is in doubt.
pub(super) fn read(rows: &[LetterRow], palette: &mut Palette) -> Result<Option<Block>, ReadError> {
    let [first, _, ..] = rows else { return Ok(None) };
    let squares =
        || rows.iter().flat_map(|row| row.squares.iter().enumerate().map(move |(c, &square)| (row, c, square)));
    let letters = squares().filter(|(.., square)| square.is_alphabetic()).count();
    if rows.len() > MAX_SIZE
        || !rows.iter().all(|row| row.goes_with(first))
        || !squares().any(|(.., square)| square.is_alphabetic() && !is_letter_glyph(square))
    {
        return Ok(None);
    }
    let mut marks = squares().filter(|(.., square)| !square.is_alphabetic());
    let Some(_) = marks.clone().find(|&(.., square)| kind(square, palette) == Colour::Black) else {
        return match marks.next() {
            Some((row, c, mark)) if 2 * letters >= squares().count() && kind(mark, palette) == Colour::White => {
                Err(row.fault(c, palette.which_is_black(mark)))
            }
            _ => Ok(None),
        };
    };
    let has_white_marks = marks.any(|(.., square)| kind(square, palette) == Colour::White);
    let mut block: Option<Block> = None;
    for row in rows {
        let mut read = Row { spaced: row.spaced, ..Row::plain(row.squares.len(), 0, row.column) };
        for (c, &square) in row.squares.iter().enumerate() {
            let colour = if square.is_alphabetic() {
                Some(true)
            } else {
                palette.take(square, row.line).map_err(|message| row.fault(c, message))?
            };
            match colour {
                Some(white) => read.white |= u64::from(white) << c,
                None => read.open |= 1 << c,
            }
        }
        block.get_or_insert_with(|| Block::new(&read, first.line)).push(&read, row.line)?;
    }
    if has_white_marks || !palette.is_partial() {
        refuse_lone_letter(rows, palette)?;
    }
    let letter = |square: char| if square.is_alphabetic() { square } else { NO_LETTER };
    let letters = squares().map(|(.., square)| letter(square)).collect();
    Ok(block.map(|block| block.with_letters(letters)))
}

/// An error if a letter is in no word of letters.
fn refuse_lone_letter(rows: &[LetterRow], palette: &Palette) -> Result<(), ReadError> {
    let is_white = |r: usize, c: usize| {
        rows.get(r).and_then(|row| row.squares.get(c)).is_some_and(|&square| kind(square, palette) != Colour::Black)
    };
    let is_letter = |r: usize, c: usize| rows[r].squares[c].is_alphabetic();
    let word = |r: usize, c: usize, step: (usize, usize)| {
        let back = |&(r, c): &(usize, usize)| {
            let before = (r.checked_sub(step.0)?, c.checked_sub(step.1)?);
            is_white(before.0, before.1).then_some(before)
        };
        let forth = |&(r, c): &(usize, usize)| {
            let next = (r + step.0, c + step.1);
            is_white(next.0, next.1).then_some(next)
        };
        let start = std::iter::successors(Some((r, c)), back).last();
        let squares: Vec<(usize, usize)> = std::iter::successors(start, forth).collect();
        squares.len() > 1 && squares.iter().all(|&(r, c)| is_letter(r, c))
    };
    for (r, row) in rows.iter().enumerate() {
        for (c, &square) in row.squares.iter().enumerate() {
            if square.is_alphabetic() && !word(r, c, (0, 1)) && !word(r, c, (1, 0)) {
                return Err(row.fault(c, palette.lone_letter(square)));
            }
        }
    }
    Ok(())
}

/// The letters of a grid whose black glyph has been named, given its rows as they are written: empty if it has none.
pub(super) fn of_named(rows: &[&str], width: usize, palette: &Palette) -> Vec<char> {
    let mut letters = Vec::new();
    for row in rows {
        let characters = |text: &str| text.chars().filter(|&character| character != VARIATION_SELECTOR).collect();
        let mut squares: Vec<char> = characters(row);
        if squares.len() != width {
            squares = characters(row.trim());
        }
        if squares.len() != width {
            squares = squares.into_iter().step_by(2).collect();
        }
        if squares.len() != width {
            return Vec::new();
        }
        let is_letter = |square: char| square.is_alphabetic() && palette.kind(square) == Some(Colour::White);
        letters.extend(squares.into_iter().map(|square| if is_letter(square) { square } else { NO_LETTER }));
    }
    let has_letters = letters.iter().any(|&letter| letter != NO_LETTER && !is_letter_glyph(letter));
    if has_letters { letters } else { Vec::new() }
}
