//! Grids whose white squares are letters, as in a solution.
//!
//! A letter is white only if it has no other meaning. Three conditions must hold:
//! - The grid has a black glyph that is not a letter.
//! - All its rows are of the same width. There are at least two rows.
//! - The letter is in a word of only letters, across or down, with at least two letters.
//!
//! So a single wrong letter in a list of black and white glyphs is detected, for any glyphs. Some white squares may be glyphs, as in a grid
//! that is only partly filled. In a partial grid without white glyphs, words may be incomplete.
//!
//! Lines of prose differ from rows by their widths. Rows with a mistake in them are recognised by their beginning: the first row has
//! letters and a black glyph, and the row below it has letters or the same width. Then a line that does not fit is an error and not prose.
//!
//! A grid of letters and `.` (or another white glyph) without a black glyph may be a solution in which `.` is black. It is rejected until
//! the black glyph is named, unless it is a barred grid. If it is named, every letter is white, and this module decides nothing.

use super::super::fault::Fault;
use super::block::Block;
use super::glyphs::{Colour, Palette};
use super::heading::is_letter_glyph;
use super::lines::{VARIATION_SELECTOR, columns};
use super::row::Row;
use gridcheck_core::grid::MAX_SIZE;

/// The character of a square without a letter.
pub(super) const NO_LETTER: char = ' ';

/// A row that may consist of letters, with its place.
#[derive(Debug, Clone)]
pub(super) struct LetterRow {
    squares: Vec<char>,
    spaced: bool,
    line: usize,
    column: usize,
}

impl LetterRow {
    /// Returns a text as such a row, if every character of it can be one of its squares. `column` is the column at which the text begins.
    pub(super) fn of(text: &str, line: usize, column: usize, palette: &Palette) -> Option<Self> {
        let inner = text.trim();
        let column = column + text.chars().take_while(|character| character.is_whitespace()).count();
        let characters: Vec<char> = inner.chars().filter(|&character| character != VARIATION_SELECTOR).collect();
        let spaced = characters.get(1) == Some(&' ');
        if spaced && !characters.iter().skip(1).step_by(2).all(|&character| character == ' ') {
            return None;
        }
        let squares: Vec<char> = characters.into_iter().step_by(if spaced { 2 } else { 1 }).collect();
        let is_square = |&square: &char| square.is_alphabetic() || palette.is_square(square);
        let is_row = (2..=MAX_SIZE).contains(&squares.len()) && squares.iter().all(is_square);
        is_row.then_some(LetterRow { squares, spaced, line, column })
    }

    fn goes_with(&self, other: &LetterRow) -> bool {
        self.squares.len() == other.squares.len() && self.spaced == other.spaced
    }

    /// Returns `true` if the row has both letters and black squares, as the first row of a solution may.
    pub(super) fn begins_solution(&self, palette: &Palette) -> bool {
        self.has_letter() && self.squares.iter().any(|&square| kind(square, palette) == Colour::Black)
    }

    pub(super) fn is_as_wide_as(&self, text: &str) -> bool {
        let row = self.as_row();
        columns(text.trim()) == row.column_of(row.width) - row.column - usize::from(self.spaced)
    }

    /// Returns `true` if the row has a letter that is not also a glyph.
    pub(super) fn has_letter(&self) -> bool {
        self.squares.iter().any(|&square| square.is_alphabetic() && !is_letter_glyph(square))
    }

    /// Returns the row without colours.
    fn as_row(&self) -> Row {
        Row { spaced: self.spaced, ..Row::plain(self.squares.len(), 0, self.column) }
    }

    fn fault(&self, c: usize, message: String) -> Fault {
        Fault::at(self.line, self.as_row().column_of(c), message)
    }
}

/// Returns the colour of a square of a row. A letter is white here, although X and O may be glyphs elsewhere.
fn kind(square: char, palette: &Palette) -> Colour {
    if square.is_alphabetic() { Colour::White } else { palette.kind(square).unwrap_or(Colour::White) }
}

/// Returns the grid of these rows if it is one of letters, or an error if it is ambiguous.
pub(super) fn read(rows: &[LetterRow], palette: &mut Palette) -> Result<Option<Block>, Fault> {
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
                palette.take(square, row.line, || row.as_row().column_of(c))?
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
    block.letters = squares().map(|(.., square)| letter(square)).collect();
    Ok(Some(block))
}

/// Returns an error if rows cannot belong to one grid.
fn fit(rows: &[LetterRow]) -> Result<(), Fault> {
    let Some(first) = rows.first() else { return Ok(()) };
    let mut block = Block::new(&first.as_row(), first.line);
    rows.iter().try_for_each(|row| block.push(&row.as_row(), row.line))
}

/// Returns an error if a letter is in no word of letters.
fn refuse_lone_letter(rows: &[LetterRow], palette: &Palette) -> Result<(), Fault> {
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

/// Returns the letters of a grid whose black glyph was named, from its rows as written. The list is empty if there are none.
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
