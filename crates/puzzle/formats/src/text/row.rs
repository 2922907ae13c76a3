//! Reads one row of a grid.

use super::super::fault::Fault;
use super::glyphs::Palette;
use super::lines::{VARIATION_SELECTOR, columns};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::place::offset_of;

/// A row as read. Bit `c` of `white` is set for a white square in column `c`, bit `c` of `open` for an open one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) width: usize,
    pub(super) white: u64,
    pub(super) open: u64,
    /// `true` if a space stands between any two squares.
    pub(super) spaced: bool,
    /// The column of the first square, from 1.
    pub(super) column: usize,
}

impl Row {
    /// Returns a row without spaces or open squares.
    pub(super) fn plain(width: usize, white: u64, column: usize) -> Self {
        Row { width, white, open: 0, spaced: false, column }
    }

    /// Returns the column, from 1, of square `c`, which may lie beyond the last.
    pub(super) fn column_of(&self, c: usize) -> usize {
        self.column + if self.spaced { 2 * c } else { c }
    }
}

/// The reason why a text is not a row.
#[derive(Debug)]
pub(super) struct RowError {
    pub(super) error: Fault,
    /// `true` if the text has a character that is never a square, so that it may not have been meant as a row.
    pub(super) stray: bool,
}

/// Converts a fault of a text that was certainly meant as a row.
impl From<Fault> for RowError {
    fn from(error: Fault) -> Self {
        RowError { error, stray: false }
    }
}

/// A text that may be one row, with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowText<'a> {
    pub(super) text: &'a str,
    /// The line of the text, from 1.
    pub(super) line: usize,
    pub(super) column: usize,
    /// `true` if its spaces are white squares. Otherwise white space around the row is ignored.
    pub(super) spaces_are_white: bool,
}

/// Returns the fault of a row with spaces between its squares and several capitals in one of them, or `None` for another text. `width` is the
/// number of squares of a neighbouring row, if that is known. Near the start of a grid, the text may also be a heading.
pub(super) fn crowded(text: &str, line: usize, width: Option<usize>, may_be_heading: bool) -> Option<Fault> {
    // More letters are a word of prose.
    const MAX: usize = 4;
    if !text.contains(' ') {
        return None;
    }
    let squares: Vec<&str> = text.split_ascii_whitespace().collect();
    // A digit is a number of prose.
    let is_single = |square: &&str| columns(square) == 1 && !square.bytes().all(|byte| byte.is_ascii_digit());
    let is_crowded =
        |square: &&str| (2..=MAX).contains(&square.len()) && square.bytes().all(|byte| byte.is_ascii_uppercase());
    let singles = squares.iter().filter(|square| is_single(square)).count();
    let at = squares.iter().position(is_crowded)?;
    let is_row = singles >= 2 && squares.iter().all(|square| is_single(square) || is_crowded(square));
    if !is_row || width.is_some_and(|width| width != squares.len()) {
        return None;
    }
    let square = squares[at];
    let column = columns(&text[..offset_of(text, square)]) + 1;
    let heading = if may_be_heading { ", or leave a blank line below a heading" } else { "" };
    let message = format!(
        "square {} has several letters ({square}), and plain text holds one a square: expected another format, such as ipuz or xd{heading}",
        at + 1
    );
    Some(Fault::at(line, column, message))
}

/// Reads one row. The palette changes only if every character can be a square.
pub(super) fn read(row_text: RowText, palette: &mut Palette) -> Result<Row, RowError> {
    let RowText { text, line, column, spaces_are_white } = row_text;
    let inner = if spaces_are_white { text } else { text.trim() };
    let indent = if spaces_are_white { 0 } else { columns(text) - columns(text.trim_start()) };
    let column = column + indent;
    let (squares, width, spaced) = squares(RowText { text: inner, column, ..row_text }, palette)?;
    let squares = &squares[..width];
    let mut row = Row { width, white: 0, open: 0, spaced, column };
    for (c, &square) in squares.iter().enumerate() {
        match palette.take(square, line, || row.column_of(c))? {
            Some(true) => row.white |= 1 << c,
            Some(false) => {}
            None => row.open |= 1 << c,
        }
    }
    Ok(row)
}

/// Returns the characters of a row's squares, their number, and `true` if a space stands between any two.
fn squares(row_text: RowText, palette: &Palette) -> Result<([char; MAX_SIZE], usize, bool), RowError> {
    let RowText { text, line, mut column, spaces_are_white } = row_text;
    let stray = |column, message| RowError { error: Fault::at(line, column, message), stray: true };
    let mut characters = text.chars().peekable();
    let mut squares = [' '; MAX_SIZE];
    let mut width = 0;
    let mut spaced = None;
    while let Some(square) = characters.next() {
        let is_space = square == ' ' && spaces_are_white;
        if !is_space && palette.kind(square).is_none() {
            return Err(stray(column, palette.no_square(square)));
        }
        if width == MAX_SIZE {
            let message = format!("a row of more than {MAX_SIZE} squares: a grid has at most {MAX_SIZE} columns");
            return Err(Fault::at(line, column, message).into());
        }
        squares[width] = square;
        width += 1;
        column += 1;
        if !square.is_ascii() {
            characters.next_if_eq(&VARIATION_SELECTOR);
        }
        let Some(&next) = characters.peek() else { break };
        let spaced = *spaced.get_or_insert(next == ' ' && !spaces_are_white);
        if spaced {
            if next != ' ' {
                let message = if palette.kind(next).is_some() {
                    format!("{next:?} where a space should part two squares, as before")
                } else {
                    palette.no_square(next)
                };
                return Err(stray(column, message));
            }
            characters.next();
            column += 1;
        }
    }
    if width == 0 {
        return Err(stray(column, "a row without squares".to_owned()));
    }
    Ok((squares, width, spaced.unwrap_or(false)))
}
