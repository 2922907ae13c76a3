//! Cutting a text into grids: the one loop over the lines.
//!
//! A reader is either inside a grid, where every line up to the next blank one must be a row, or between grids, where a line
//! may also be blank, a heading, a whole grid in one-line form, or JSON. Between grids a line is judged by itself, but for
//! two doubts that the line below settles: a heading that may have been meant as a row ([`Suspect`]), and spaces that may
//! be white squares before any black one has been seen.

use std::io::BufRead;

use super::ReadError;
use super::block::Block;
use super::glyphs::Palette;
use super::heading::{self, Label};
use super::json::{self, JsonRow};
use super::lines::{Lines, columns};
use super::row::{self, NoRow, Piece, Row};
use crate::grid::{MAX_SIZE, full_row};

/// The most lines one after the other without a grid. An endless stream of anything else must end in an error.
const MOST_BARREN_LINES: usize = 1000;

/// The grids of a text, one by one.
pub(super) struct Blocks<R> {
    lines: Lines<R>,
    state: State,
}

/// What is known of the text so far.
struct State {
    palette: Palette,
    /// Whether `?` may stand for a square.
    open_squares: bool,
    /// Whether there has been a grid.
    found: bool,
    /// Lines since the last grid, or since the start.
    barren: usize,
    /// The line just above, if it is a heading in doubt.
    suspect: Option<Suspect>,
    /// What is wrong with the first line of 0 and 1 alone that was taken for a number.
    binary: Option<ReadError>,
    /// The lengths of the lines just above, if they are spaces that may turn out to be white squares ...
    spaces: Vec<usize>,
    /// ... and the first such line that was taken for a blank one.
    blank_spaces: Option<usize>,
}

/// A heading that may have been meant as a row.
struct Suspect {
    width: usize,
    /// Whether it consists of 0 and 1.
    binary: bool,
    /// What is wrong with it as a row.
    error: ReadError,
}

/// What a line between grids is.
enum Found {
    /// Nothing of a grid.
    Nothing,
    /// The first row of a grid; all rows so far, if spaces above have turned out to be rows.
    Start(Block),
    /// A whole grid.
    Whole(Block),
}

impl<R: BufRead> Blocks<R> {
    pub(super) fn new(input: R, black: Option<char>, open_squares: bool) -> Self {
        let state = State {
            palette: Palette::new(black),
            open_squares,
            found: false,
            barren: 0,
            suspect: None,
            binary: None,
            spaces: Vec::new(),
            blank_spaces: None,
        };
        Blocks { lines: Lines::new(input), state }
    }

    /// The next grid; `None` at the end of a text that had one.
    pub(super) fn next(&mut self) -> Result<Option<Block>, ReadError> {
        let Blocks { lines, state } = self;
        let mut grid: Option<Block> = None;
        while lines.advance()? {
            let line = lines.number();
            if let Some(block) = &mut grid {
                if let Some(white) = state.palette.quick_row(lines.bytes()) {
                    block.push(&Row::plain(lines.bytes().len(), white, 1), line)?;
                    continue;
                }
                let ended = state.inside(block, lines.text()?, line)?;
                lines.refuse_cut()?;
                if ended && block.is_word() {
                    grid = None;
                } else if ended {
                    break;
                }
            } else {
                let found = state.between(lines.text()?, line)?;
                lines.refuse_cut()?;
                match found {
                    Found::Nothing => {}
                    Found::Start(block) => grid = Some(block),
                    Found::Whole(block) => {
                        grid = Some(block);
                        break;
                    }
                }
            }
        }
        grid.take_if(|block| block.is_word());
        if grid.is_none() {
            return state.end().map(|()| None);
        }
        state.found = true;
        state.barren = 0;
        Ok(grid)
    }
}

impl State {
    /// A line inside a grid; true if it ends the grid.
    fn inside(&mut self, block: &mut Block, text: &str, line: usize) -> Result<bool, ReadError> {
        if self.is_blank(text) {
            return Ok(true);
        }
        let row = self.line_row(text, line)?;
        block.push(&row, line)?;
        Ok(false)
    }

    /// A line between grids.
    fn between(&mut self, text: &str, line: usize) -> Result<Found, ReadError> {
        let suspect = self.suspect.take();
        self.barren += 1;
        if self.barren > MOST_BARREN_LINES {
            let message = format!("{MOST_BARREN_LINES} lines without a grid before this one: not a list of grids");
            return Err(ReadError::new(line, 1, message));
        }
        if self.palette.is_blank() && is_only_spaces(text) && self.spaces.len() < MAX_SIZE {
            self.spaces.push(text.len());
            return Ok(Found::Nothing);
        }
        if self.is_blank(text) {
            self.spaces_are_blank(line);
            return Ok(Found::Nothing);
        }
        if text.trim_start().starts_with('{') {
            self.spaces_are_blank(line);
            return self.json(text, line).map(Found::Whole);
        }
        let label = heading::label(text);
        let fault = if label.is_some_and(|label| self.outranks_row(label)) {
            self.label_as_row(text, line)
        } else {
            let found = if text.contains('/') {
                self.spaces_are_blank(line);
                self.one_line(text, line).map(Found::Whole)
            } else {
                self.line_row(text, line)
                    .and_then(|row| Ok(Found::Start(self.start(text, &row, line, suspect.as_ref())?)))
            };
            match found {
                Ok(found) => return Ok(found),
                Err(fault) if fault.stray && (label.is_some() || !heading::is_faulty_row(text, &self.palette)) => {
                    fault.error
                }
                Err(fault) => return Err(fault.error),
            }
        };
        self.spaces_are_blank(line);
        self.heading(text, label, fault, suspect.as_ref())?;
        Ok(Found::Nothing)
    }

    /// The text is over.
    fn end(&mut self) -> Result<(), ReadError> {
        if self.found {
            return Ok(());
        }
        Err(self.binary.take().unwrap_or_else(|| ReadError::new(1, 1, "no grid found")))
    }

    /// Whether a line parts grids.
    fn is_blank(&self, text: &str) -> bool {
        text.trim().is_empty() && !(is_only_spaces(text) && self.palette.spaces_are_white(text))
    }

    /// The lines of spaces just above `line`, if any, are not rows.
    fn spaces_are_blank(&mut self, line: usize) {
        if !self.spaces.is_empty() {
            self.blank_spaces.get_or_insert(line - self.spaces.len());
            self.spaces.clear();
        }
    }

    /// The row that fills a line.
    fn line_row(&mut self, text: &str, line: usize) -> Result<Row, NoRow> {
        let spaces_are_white = self.palette.spaces_are_white(text);
        self.row(Piece { text, line, column: 1, spaces_are_white })
    }

    /// One row, subject to what the whole text allows.
    fn row(&mut self, piece: Piece) -> Result<Row, NoRow> {
        let Piece { text, line, column, .. } = piece;
        if let Some(white) = self.palette.quick_row(text.as_bytes()) {
            return Ok(Row::plain(text.len(), white, column));
        }
        let row = row::read(piece, &mut self.palette)?;
        if row.open != 0 && !self.open_squares {
            let column = row.column_of(row.open.trailing_zeros() as usize);
            return Err(ReadError::new(line, column, "open square in a finished grid").into());
        }
        if let Some(doubtful) = self.blank_spaces.filter(|_| self.palette.has_white_spaces()) {
            let message = format!("white squares or a blank line? spaces are white squares on line {line}");
            return Err(ReadError::new(doubtful, 1, message).into());
        }
        Ok(row)
    }

    /// A grid whose first row is `row`, or the spaces just above it.
    fn start(&mut self, text: &str, row: &Row, line: usize, suspect: Option<&Suspect>) -> Result<Block, ReadError> {
        if let Some(suspect) = suspect.filter(|suspect| suspect.width == row.width) {
            return Err(suspect.error.clone());
        }
        let spaces = std::mem::take(&mut self.spaces);
        if spaces.is_empty() || !self.palette.spaces_are_white("") {
            let mut block = Block::new(row, line);
            block.push(row, line)?;
            if row.white == full_row(row.width) && heading::has_letter(text) {
                block.may_be_word();
            }
            return Ok(block);
        }
        let first_line = line - spaces.len();
        let mut block = None;
        for (above, width) in (first_line..).zip(spaces) {
            let row = self.line_row(&" ".repeat(width), above)?;
            block.get_or_insert_with(|| Block::new(&row, above)).push(&row, above)?;
        }
        let mut block = block.expect("there was at least one line of spaces");
        block.push(row, line)?;
        Ok(block)
    }

    /// A grid whose rows are joined by `/`.
    fn one_line(&mut self, text: &str, line: usize) -> Result<Block, NoRow> {
        let before = self.palette.clone();
        let spaces_are_white = self.palette.spaces_are_white(text);
        let mut column = 1;
        let mut block: Option<Block> = None;
        for part in text.split('/') {
            let row = self.row(Piece { text: part, line, column, spaces_are_white }).inspect_err(|fault| {
                if fault.stray {
                    self.palette = before.clone();
                }
            })?;
            block.get_or_insert_with(|| Block::new(&row, line)).push(&row, line)?;
            column += columns(part) + 1;
        }
        Ok(block.expect("a text splits into at least one part"))
    }

    /// A grid as a JSON object.
    fn json(&mut self, text: &str, line: usize) -> Result<Block, ReadError> {
        let mut block: Option<Block> = None;
        let rows = json::rows(text, line)?;
        let whole: String = rows.iter().map(|row| &*row.squares).collect();
        let spaces_are_white = self.palette.spaces_are_white(&whole);
        for (r, JsonRow { squares, column }) in rows.into_iter().enumerate() {
            let pushed = self
                .row(Piece { text: &squares, line, column: column.unwrap_or(1), spaces_are_white })
                .map_err(ReadError::from)
                .and_then(|row| block.get_or_insert_with(|| Block::new(&row, line)).push(&row, line));
            pushed.map_err(|error| match column {
                Some(_) => error,
                None => ReadError::new(line, 1, format!("row {}, square {}: {}", r + 1, error.column, error.message)),
            })?;
        }
        block.ok_or_else(|| ReadError::new(line, 1, "a grid without rows"))
    }

    /// Whether a label is one even where all its characters could be squares.
    ///
    /// Where the black glyph is not named, 0 and 1 are no squares. Where it is, a number may well be a row, and so may a size
    /// if black is x.
    fn outranks_row(&self, label: Label) -> bool {
        !self.palette.is_given() || label == Label::Size && !self.palette.is_black('x')
    }

    /// What would be wrong with a label as a row.
    fn label_as_row(&self, text: &str, line: usize) -> ReadError {
        match row::read(Piece { text, line, column: 1, spaces_are_white: false }, &mut self.palette.clone()) {
            Ok(row) => ReadError::new(line, row.column, "a heading or a row? leave a blank line below a heading"),
            Err(fault) => fault.error,
        }
    }

    /// A heading, with what is wrong with it as a row.
    fn heading(
        &mut self,
        text: &str,
        label: Option<Label>,
        fault: ReadError,
        above: Option<&Suspect>,
    ) -> Result<(), ReadError> {
        if json::is_meant(text) {
            return Err(ReadError::new(fault.line, 1, "not a grid as one line of JSON: expected { at the start"));
        }
        let word = text.trim();
        let binary = !self.palette.is_given() && word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        if binary {
            if let Some(above) = above.filter(|above| above.binary) {
                return Err(above.error.clone());
            }
            self.binary.get_or_insert_with(|| fault.clone());
        }
        // One mistake does not make a label of a row if at least two of its characters are no squares.
        let no_squares = word.chars().filter(|&character| !self.palette.is_square(character)).count();
        let is_clear = word.contains(char::is_whitespace) || label.is_some() && no_squares >= 2 && !binary;
        self.suspect = (!is_clear).then(|| Suspect { width: columns(word), binary, error: fault });
        Ok(())
    }
}

fn is_only_spaces(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b' ')
}
