//! Grids whose white squares are letters, as in a solution.
//!
//! A letter is white where it cannot be anything else: its grid has a black glyph that is no letter, all its rows are of the same
//! width, two at least, and the letter is in a word that is letters throughout, two at least, across or down. So a single
//! wrong letter in a list of black and white glyphs is still found out, whatever the glyphs. Some white squares may be glyphs, as
//! in a grid that is not filled yet. In a partial grid without white glyphs no word need be complete.
//!
//! Lines of prose are told from rows by their widths, and rows with a mistake in them by their beginning: if the first has letters and
//! a black glyph, and the one below it letters or the same width, a grid was meant, and what does not fit is refused and not passed over as prose.
//!
//! A grid of letters and `.` (or another white glyph) and without a black one may be a solution in which `.` is black. It is refused
//! until the black glyph is named; if it is, every letter is white, and nothing here decides.

use super::ReadError;
use super::block::Block;
use super::glyphs::{Colour, Palette};
use super::heading::is_letter_glyph;
use super::lines::{VARIATION_SELECTOR, columns};
use super::row::Row;
use gridcheck_core::grid::MAX_SIZE;

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
    fn goes_with(&self, other: &LetterRow) -> bool {
        self.squares.len() == other.squares.len() && self.spaced == other.spaced
    }

    /// Whether it has both letters and black squares, as the first row of a solution may.
    pub(super) fn begins_solution(&self, palette: &Palette) -> bool {
        self.has_letter() && self.squares.iter().any(|&square| kind(square, palette) == Colour::Black)
    }

    /// Whether a text is as wide as it.
    pub(super) fn is_as_wide_as(&self, text: &str) -> bool {
        let Row { width, column, .. } = self.as_row();
        columns(text.trim()) == self.as_row().column_of(width) - column - usize::from(self.spaced)
    }

    /// Whether it has a letter that is not a glyph by itself.
    pub(super) fn has_letter(&self) -> bool {
        self.squares.iter().any(|&square| square.is_alphabetic() && !is_letter_glyph(square))
    }

    /// The row, of no colour yet.
    fn as_row(&self) -> Row {
        Row { spaced: self.spaced, ..Row::plain(self.squares.len(), 0, self.column) }
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
    let [first, second, ..] = rows else { return Ok(None) };
    if !rows.iter().all(|row| row.goes_with(first)) {
        let is_meant = first.begins_solution(palette) && second.has_letter();
        return if is_meant { fit(rows).map(|()| None) } else { Ok(None) };
    }
    let squares =
        || rows.iter().flat_map(|row| row.squares.iter().enumerate().map(move |(c, &square)| (row, c, square)));
    let letters = squares().filter(|(.., square)| square.is_alphabetic()).count();
    if rows.len() > MAX_SIZE || !rows.iter().any(LetterRow::has_letter) {
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
    let mut block = Block::new(&first.as_row(), first.line);
    for row in rows {
        let mut read = row.as_row();
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
        block.push(&read, row.line)?;
    }
    if has_white_marks || !palette.is_partial() {
        refuse_lone_letter(rows, palette)?;
    }
    let letter = |square: char| if square.is_alphabetic() { square } else { NO_LETTER };
    let letters = squares().map(|(.., square)| letter(square)).collect();
    Ok(Some(block.with_letters(letters)))
}

/// An error where rows cannot be in one grid.
fn fit(rows: &[LetterRow]) -> Result<(), ReadError> {
    let Some(first) = rows.first() else { return Ok(()) };
    let mut block = Block::new(&first.as_row(), first.line);
    rows.iter().try_for_each(|row| block.push(&row.as_row(), row.line))
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
        letters.extend(squares.into_iter().map(|square| if palette.is_letter(square) { square } else { NO_LETTER }));
    }
    if letters.iter().all(|&letter| letter == NO_LETTER) { Vec::new() } else { letters }
}
