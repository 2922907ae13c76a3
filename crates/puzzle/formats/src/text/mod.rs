//! Lists of grids as plain text, in the forms that people use, read one grid at a time in constant memory.
//!
//! # Squares
//! Black is `#`, `X`, `█`, `⬛`, `■` or `▓`. White is `.`, `-`, `_`, `⬜`, `□`, `░` or `O`. Upper and lower case are equal. Beside `█` and
//! `▓` white may also be a space.
//!
//! A file uses one glyph for each colour. A file with several is rejected until [`Options::black`] names the black one. The same holds for
//! 0 and 1, which people use in both ways. If black is named, every other glyph is white, including 0 and 1. Every other letter is then
//! a letter, including O and X. The option [`Options::white`] names the only white glyph beside it.
//!
//! If black is not named, letters can be white as words of a solution, beside a black glyph that is not a letter. The module [`letters`]
//! states the conditions. The notes ([`Reader::notes`]) report an O or X that was read as a glyph without being named.
//!
//! Single spaces may separate squares, in all rows of a grid or in none. `?` is an open square, which only [`read_givens`] accepts. A byte
//! order mark, CRLF, a U+FE0F after an emoji, and white space around a row are ignored. The columns of faults do not count a U+FE0F.
//!
//! # Grids
//! - Rows one below the other, with a blank line (or the end) after the last.
//! - A whole grid on a line, the rows joined by `/`. Blank lines are not needed.
//! - A whole grid on a line as a JSON object, `{"rows": ["..#", "..."]}`. Other keys are ignored.
//!
//! A grid of `.`, `r`, `b` and `+` alone is barred ([`barred`]): all its squares are white, and `r` has a bar at its right, `b` a bar below,
//! `+` both.
//!
//! If white squares are spaces, a line of spaces is a row and only an empty line is a blank one.
//!
//! # Headings
//! Inside a grid every line is a row, and a character that is not a square is rejected. Where a grid may begin, a line that is not a row is
//! a heading if
//! - it is only a number or a size, such as `12`, `#12`, `12.` or `7x7`; or
//! - fewer than half of its characters are squares. White space and `/` do not count, and letters and digits count by the word.
//!
//! Otherwise it is a row with a mistake in it, and is rejected. Three other cases are rejected because they may have been meant as rows:
//! - a heading without a space, directly above a grid of the same width;
//! - a word directly above a grid of letters;
//! - two consecutive lines of only 0 and 1, if the black glyph is not named.
//!
//! If the black glyph is named, a single word between blank lines is a heading, although its letters could be white squares.
//!
//! # Limits
//! A grid has at most 64 rows and 64 columns. A line has at most 65,536 bytes. At most 1,000 lines lie between two grids, so an endless
//! stream of other lines soon ends in an error.

mod barred;
mod block;
mod blocks;
mod glyphs;
mod heading;
mod json;
mod letters;
pub mod lines;
mod row;

use std::io::BufRead;

use block::Block;
use blocks::Blocks;
use letters::NO_LETTER;
use thiserror::Error;

use super::fault::Fault;
use super::puzzle::{Puzzle, capital};

use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Givens;

/// The options for reading a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The black glyph. Every other glyph and letter is then white. [`glyph`] reads it.
    pub black: Option<char>,
    /// The only white glyph beside a named black one. It is ignored without `black`.
    pub white: Option<char>,
    /// `true` if the caller cannot name a glyph, so that no message asks for it.
    pub unnameable: bool,
}

/// A grid and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundGrid {
    /// The grid.
    pub grid: Grid,
    /// The line of its first row, from 1.
    pub line: usize,
    /// `true` if each row has a line.
    pub rows_are_lines: bool,
    /// The letters of its squares, row by row, with a space for no letter. The list is empty if there are none.
    pub letters: Vec<char>,
}

impl FoundGrid {
    /// Returns the grid as a puzzle, with its letters.
    pub fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::of(self.grid.clone());
        for (square, letter) in puzzle.letters.iter_mut().zip(&self.letters).filter(|(_, letter)| **letter != NO_LETTER)
        {
            *square = capital(&letter.to_string());
        }
        puzzle
    }
}

/// An iterator over the grids of a text, in order. It ends after the first error. A text without a grid is an error.
///
/// ```
/// use gridcheck_formats::text::{Options, Reader};
///
/// let list = "Two grids\n\n#.\n..\n\n#./.#\n";
/// let grids = Reader::new(list.as_bytes(), Options::default()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(grids[1].grid, "#./.#".parse()?);
/// assert_eq!((grids[0].line, grids[1].line), (3, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    blocks: Blocks<R>,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Returns a reader of `input`. Its first line counts as line 1.
    pub fn new(input: R, options: Options) -> Self {
        Reader { blocks: Blocks::new(input, options, false), over: false }
    }

    /// Returns notes for the user on how the grids so far were read, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        self.blocks.notes()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<FoundGrid, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let found = self.blocks.next().transpose();
        self.over = !matches!(found, Some(Ok(_)));
        found.map(|block| {
            block.map(|Block { line, rows_are_lines, width, white, bars, letters, .. }| {
                let mut grid = Grid::from_rows(width, &white).expect("a block has 1 to 64 rows and columns");
                *grid.bars_mut() = bars;
                FoundGrid { grid, line, rows_are_lines, letters }
            })
        })
    }
}

/// Reads a text that holds exactly one grid, in which `?` is a square of open colour. A barred grid may be partial too. Returns also the
/// notes of [`Reader::notes`].
///
/// # Errors
/// Returns the first fault of the text, or an error for a second grid.
///
/// # Panics
/// Never: a text without a grid is an error.
pub fn read_givens(input: impl BufRead) -> Result<(Givens, Vec<String>), Fault> {
    let mut blocks = Blocks::new(input, Options::default(), true);
    let block = blocks.next()?.expect("a text without a grid is an error");
    if let Some(second) = blocks.next()? {
        return Err(Fault::at(second.line, 1, "a second grid: expected one"));
    }
    let mut givens = Givens::open(block.white.len(), block.width);
    for (r, (white, open)) in block.white.iter().zip(&block.open).enumerate() {
        for c in 0..block.width {
            match block.bars.after((r, c)) {
                bars if open >> c & 1 == 1 => givens.give_bars(r, c, bars),
                bars => givens.fix_square(r, c, (white >> c & 1 == 1, bars)),
            }
        }
    }
    Ok((givens, blocks.notes()))
}

/// The reason why a text names no glyph. It holds the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GlyphError {
    /// The character cannot represent a square.
    #[error("{0:?} cannot stand for a square")]
    NotASquare(String),
    /// The text is not one character.
    #[error("{0:?}: expected one character")]
    NotOneCharacter(String),
}

/// Reads a glyph that a user names: one character, optionally followed by a U+FE0F as in emoji.
pub fn glyph(name: &str) -> Result<char, GlyphError> {
    let mut characters = name.strip_suffix(lines::VARIATION_SELECTOR).unwrap_or(name).chars();
    match (characters.next(), characters.next()) {
        (Some(glyph), None) if !glyph.is_whitespace() && !glyph.is_control() && glyph != '/' && glyph != '{' => {
            Ok(glyph)
        }
        (Some(_), None) => Err(GlyphError::NotASquare(name.to_owned())),
        _ => Err(GlyphError::NotOneCharacter(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_letters_in_a_square_are_named_with_line_and_square() {
        let black = Options { black: Some('#'), ..Options::default() };
        for (text, options, place) in [
            ("C A TH #\nA # E R\n", Options::default(), "1:5: square 3 has several letters (TH)"),
            ("# A C\nA B C\nTH B C\n", Options::default(), "3:1: square 1 has several letters (TH)"),
            (". . .\n# TH .\n. . .\n", Options::default(), "2:3: square 2 has several letters (TH)"),
            (". . .\n# . TH\n. . .\n", black, "2:5: square 3 has several letters (TH)"),
        ] {
            let fault = Reader::new(text.as_bytes(), options).find_map(Result::err).expect(text).to_string();
            assert!(fault.starts_with(place), "{fault}");
        }
        // Headings are no rows.
        for heading in ["GRID 7 X 7 A", "TWO GRIDS", "A B CD"] {
            let text = format!("{heading}\n\n. . .\n# . #\n. . .\n");
            assert_eq!(Reader::new(text.as_bytes(), Options::default()).filter_map(Result::ok).count(), 1, "{heading}");
        }
    }

    #[test]
    fn the_reader_yields_nothing_after_an_error() {
        let mut reader = Reader::new("#.\n\n#\n..\n\n#.\n".as_bytes(), Options::default());
        assert!(matches!(reader.next(), Some(Ok(_))));
        assert!(matches!(reader.next(), Some(Err(_))));
        assert!(reader.next().is_none());
    }
}
