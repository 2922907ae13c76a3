//! Splits a text into grids: the only loop over the lines.
//!
//! Inside a grid, every line up to the next blank one must be a row. Between grids, a line may also be blank, a heading, a whole grid in
//! one-line form, or JSON. A line between grids is classified independently of others, with three exceptions that the lines below decide:
//! - a heading that may have been meant as a row ([`DoubtfulHeading`]);
//! - spaces that may be white squares, before any black square has occurred;
//! - letters that may belong to a solution ([`letters`]).

use std::collections::BTreeSet;
use std::io::BufRead;

use super::super::fault::{Fault, Place};
use super::Options;
use super::barred::{self, BarredRow};
use super::block::Block;
use super::glyphs::Palette;
use super::heading::{self, Label};
use super::json;
use super::letters::{self, LetterRow, NO_LETTER};
use super::lines::{Lines, columns};
use super::row::{self, Row, RowError, RowText};
use gridcheck_core::grid::{MAX_SIZE, full_row};

/// Maximum number of consecutive lines without a grid. An endless stream of other lines must end in an error.
const MAX_LINES_WITHOUT_GRID: usize = 1000;

const DOUBTFUL_HEADING: &str = "a heading or a row? leave a blank line below a heading";

/// An iterator over the grids of a text.
pub(super) struct Blocks<R> {
    lines: Lines<R>,
    state: State,
    /// The rows of the current grid as written, each followed by a line feed.
    written: Vec<u8>,
}

/// The state after the lines read so far.
struct State {
    palette: Palette,
    /// The letters of the grids so far as capitals, until there are two. It is empty if no glyph was named.
    letters: BTreeSet<char>,
    /// `true` if there has been a grid.
    found: bool,
    /// Number of lines since the last grid, or since the start.
    lines_without_grid: usize,
    /// The line directly above, if it is a doubtful heading.
    doubtful_heading: Option<DoubtfulHeading>,
    /// The fault of the first line of only 0 and 1 that was read as a number.
    binary: Option<Fault>,
    /// The lengths of the lines of spaces directly above, which may turn out to be rows of white squares.
    spaces: Vec<usize>,
    /// The first such line that was read as a blank one.
    blank_spaces: Option<usize>,
}

/// A heading that may have been meant as a row.
struct DoubtfulHeading {
    width: usize,
    /// `true` if it consists of 0 and 1.
    binary: bool,
    /// `true` if it consists of letters, so that it may be a row of a solution.
    is_word: bool,
    /// Its fault as a row.
    error: Fault,
}

/// The meaning of a line between grids.
enum LineKind {
    /// The line is not part of a grid.
    Nothing,
    /// The first row of a grid. It includes the rows of spaces above, if there are any.
    Start(Block),
    /// A whole grid.
    Whole(Block),
}

impl<R: BufRead> Blocks<R> {
    /// Returns a reader of `input`. If `partial`, the text is one partial grid.
    pub(super) fn new(input: R, options: Options, partial: bool) -> Self {
        let state = State {
            palette: Palette::new(options, partial),
            letters: BTreeSet::new(),
            found: false,
            lines_without_grid: 0,
            doubtful_heading: None,
            binary: None,
            spaces: Vec::new(),
            blank_spaces: None,
        };
        Blocks { lines: Lines::new(input), state, written: Vec::new() }
    }

    /// Returns the next grid, or `None` at the end of a text that had a grid.
    pub(super) fn next(&mut self) -> Result<Option<Block>, Fault> {
        self.next_block().map_err(|fault| self.explained(fault))
    }

    /// Returns the fault of a row with several letters in a square if a fault is in such a row.
    fn explained(&mut self, fault: Fault) -> Fault {
        let line = fault.line();
        // The row, or that above it, is the first of its grid.
        let above = self.written.split(|&byte| byte == b'\n').count().saturating_sub(2);
        let may_be_heading = above + line.saturating_sub(self.lines.number()) <= 1;
        let text = match line.checked_sub(self.lines.number()) {
            Some(0) => self.lines.text().ok(),
            Some(distance) if distance <= MAX_SIZE => self.lines.below(distance).ok().flatten(),
            Some(_) | None => None,
        };
        text.and_then(|text| row::crowded(text, line, None, may_be_heading)).unwrap_or(fault)
    }

    /// Fails if the current line is such a row, and the line below it is a row of as many squares.
    fn expect_single_letters(&mut self) -> Result<(), Fault> {
        let line = self.lines.number();
        let Some(text) = self.lines.text().ok().filter(|text| row::crowded(text, line, None, true).is_some()) else {
            return Ok(());
        };
        let text = text.to_owned();
        let below = self.lines.below(1)?.map(|below| below.split_ascii_whitespace().map(columns).collect::<Vec<_>>());
        let below =
            below.filter(|squares| squares.len() > 1 && squares.iter().filter(|&&length| length == 1).count() > 1);
        match below.and_then(|squares| row::crowded(&text, line, Some(squares.len()), true)) {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    fn next_block(&mut self) -> Result<Option<Block>, Fault> {
        let mut grid: Option<Block> = None;
        self.written.clear();
        let mut before = self.state.palette.clone();
        while self.lines.advance()? {
            if let Some(block) = &mut grid {
                if self.inside(block, &before)? {
                    if !block.is_word() {
                        break;
                    }
                    grid = None;
                }
            } else {
                before.clone_from(&self.state.palette);
                self.expect_single_letters()?;
                match self.between()? {
                    LineKind::Nothing => {}
                    LineKind::Start(block) => {
                        self.written.clear();
                        self.keep_written();
                        grid = Some(block);
                    }
                    LineKind::Whole(block) => {
                        grid = Some(block);
                        break;
                    }
                }
            }
        }
        grid.take_if(|block| block.is_word());
        let Some(mut block) = grid else { return self.state.end().map(|()| None) };
        if self.state.palette.is_given() && block.letters.is_empty() {
            let written = String::from_utf8_lossy(&self.written);
            let rows: Vec<&str> = written.lines().collect();
            if rows.len() == block.white.len() {
                block.letters = letters::of_named(&rows, block.width, &self.state.palette);
            }
        }
        if self.state.palette.is_given() && self.state.letters.len() < 2 {
            let letters = block.letters.iter().filter(|&&letter| letter != NO_LETTER);
            self.state.letters.extend(letters.map(char::to_ascii_uppercase));
        }
        self.state.found = true;
        self.state.lines_without_grid = 0;
        Ok(Some(block))
    }

    /// Returns notes on the doubtful letters in the grids so far, and how they were read.
    pub(super) fn notes(&self) -> Vec<String> {
        let State { palette, letters, .. } = &self.state;
        let only = letters.first().filter(|&&letter| letters.len() == 1 && heading::is_letter_glyph(letter));
        let note = only.map(|letter| {
            format!("{letter} is read as a letter: --white {letter} makes it a white square without a letter")
        });
        palette.guess().into_iter().chain(note).collect()
    }

    fn keep_written(&mut self) {
        self.written.extend_from_slice(self.lines.bytes());
        self.written.push(b'\n');
    }

    /// Processes the current line inside a grid. Returns `true` if it ends the grid. `before` is the palette before the grid.
    fn inside(&mut self, block: &mut Block, before: &Palette) -> Result<bool, Fault> {
        let Blocks { lines, state, .. } = self;
        let line = lines.number();
        if let Some(white) = state.palette.quick_row(lines.bytes()) {
            block.push(&Row::plain(lines.bytes().len(), white, 1), line)?;
            self.keep_written();
            return Ok(false);
        }
        match state.inside(block, lines.text()?, line) {
            Ok(ended) => {
                lines.check_length()?;
                if !ended {
                    self.keep_written();
                }
                Ok(ended)
            }
            Err(error) => {
                self.keep_written();
                if let Some(barred) = self.barred(block.line)? {
                    *block = barred;
                    return Ok(true);
                }
                let written = String::from_utf8_lossy(&self.written);
                let rows = (block.line..).zip(written.lines());
                let rows: Option<_> = rows.map(|(line, text)| LetterRow::of(text, line, 1, before)).collect();
                *block = self.solution(rows.ok_or_else(|| error.clone())?, before)?.ok_or(error)?;
                Ok(true)
            }
        }
    }

    /// Classifies the current line between grids.
    fn between(&mut self) -> Result<LineKind, Fault> {
        let Blocks { lines, state, .. } = self;
        let line = lines.number();
        let text = lines.text()?;
        let has_letter = heading::has_letter(text);
        // X and O are also letters, so their use as glyphs may have been a wrong guess.
        let may_be_letters = has_letter || heading::has_letter_glyph(text);
        let row = may_be_letters.then(|| LetterRow::of(text, line, 1, &state.palette)).flatten();
        let row = row.map(|row| (row, state.palette.clone()));
        if barred::has_bar(text, state.palette.is_partial()) {
            self.written.clear();
            self.keep_written();
            if let Some(block) = self.barred(line)? {
                self.state.spaces_are_blank(line);
                return match self.state.doubtful_heading.take() {
                    Some(heading) if heading.width == block.width => Err(heading.error),
                    _ => Ok(LineKind::Whole(block)),
                };
            }
        }
        if let Some((row, before)) = row.as_ref().filter(|_| has_letter)
            && let Some(block) = self.solution(vec![row.clone()], before)?
        {
            return match self.state.doubtful_heading.take() {
                Some(doubtful_heading) if doubtful_heading.is_word || doubtful_heading.width == block.width => {
                    Err(Fault::at(line - 1, 1, DOUBTFUL_HEADING))
                }
                _ => Ok(LineKind::Whole(block)),
            };
        }
        let Blocks { lines, state, .. } = self;
        let found = state.between(lines.text()?, line);
        match (found, row) {
            (Err(error), Some((row, before))) => self.solution(vec![row], &before)?.map(LineKind::Whole).ok_or(error),
            (found, _) => found.and_then(|found| self.lines.check_length().map(|()| found)),
        }
    }

    /// Returns the barred grid that begins with the rows as written, and continues below the current line, the last of them, if it is
    /// one. `first` is the line of its first row.
    fn barred(&mut self, first: usize) -> Result<Option<Block>, Fault> {
        if !self.state.may_be_barred() {
            return Ok(None);
        }
        let mut rows: Vec<String> = String::from_utf8_lossy(&self.written).lines().map(str::to_owned).collect();
        let mut below = 0;
        while rows.len() <= MAX_SIZE {
            let Some(text) = self.lines.below(below + 1)?.filter(|text| !text.trim().is_empty()) else { break };
            rows.push(text.to_owned());
            below += 1;
        }
        let row = |(text, line)| BarredRow { text, line, column: 1 };
        let placed: Vec<BarredRow> = rows.iter().map(String::as_str).zip(first..).map(row).collect();
        let block = barred::read(&placed, self.state.palette.is_partial())?;
        if block.is_some() {
            for _ in 0..below {
                self.lines.advance()?;
            }
        }
        Ok(block)
    }

    /// Returns the grid of letters that begins with these rows and continues below the current line, if it is one. `before` is the palette
    /// before the grid.
    fn solution(&mut self, mut rows: Vec<LetterRow>, before: &Palette) -> Result<Option<Block>, Fault> {
        if before.is_given() {
            return Ok(None);
        }
        let above = self.lines.number();
        let mut below = 0;
        while rows.len() <= MAX_SIZE {
            let Some(text) = self.lines.below(below + 1)?.filter(|text| !text.trim().is_empty()) else { break };
            let line = above + below + 1;
            let Some(row) = LetterRow::of(text, line, 1, before) else {
                let is_meant = rows.first().is_some_and(|first| {
                    first.begins_solution(before)
                        && rows.get(1).map_or_else(|| first.is_as_wide_as(text), LetterRow::has_letter)
                });
                return if is_meant { Err(no_letters(text, line, before)) } else { Ok(None) };
            };
            rows.push(row);
            below += 1;
        }
        let mut palette = before.clone();
        let block = letters::read(&rows, &mut palette)?;
        if block.is_some() {
            self.state.palette = palette;
            for _ in 0..below {
                self.lines.advance()?;
            }
        }
        Ok(block)
    }
}

impl State {
    /// Processes a line inside a grid. Returns `true` if it ends the grid.
    fn inside(&mut self, block: &mut Block, text: &str, line: usize) -> Result<bool, Fault> {
        if self.is_blank(text) {
            return Ok(true);
        }
        let row = self.line_row(text, line).map_err(|fault| fault.error)?;
        block.push(&row, line)?;
        Ok(false)
    }

    /// Classifies a line between grids.
    fn between(&mut self, text: &str, line: usize) -> Result<LineKind, Fault> {
        let doubtful_heading = self.doubtful_heading.take();
        self.lines_without_grid += 1;
        if self.lines_without_grid > MAX_LINES_WITHOUT_GRID {
            let message = format!("{MAX_LINES_WITHOUT_GRID} lines without a grid before this one: not a list of grids");
            return Err(Fault::at(line, 1, message));
        }
        if self.palette.is_blank() && is_only_spaces(text) && self.spaces.len() < MAX_SIZE {
            self.spaces.push(text.len());
            return Ok(LineKind::Nothing);
        }
        if self.is_blank(text) {
            self.spaces_are_blank(line);
            return Ok(LineKind::Nothing);
        }
        if text.trim_start().starts_with('{') {
            self.spaces_are_blank(line);
            return self.json(text, line).map(LineKind::Whole).map_err(|fault| fault.error);
        }
        let label = heading::label(text);
        let fault = if label.is_some_and(|label| self.outranks_row(label)) {
            self.label_as_row(text, line)
        } else {
            let found = if text.contains('/') {
                self.spaces_are_blank(line);
                self.one_line(text, line).map(LineKind::Whole)
            } else {
                self.line_row(text, line)
                    .and_then(|row| Ok(LineKind::Start(self.start(text, &row, line, doubtful_heading.as_ref())?)))
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
        self.heading(text, label, fault, doubtful_heading.as_ref())?;
        Ok(LineKind::Nothing)
    }

    /// Checks the end of the text: a text without a grid is an error.
    fn end(&mut self) -> Result<(), Fault> {
        if self.found {
            return Ok(());
        }
        Err(self.binary.take().unwrap_or_else(|| Fault::at(1, 1, "no grid found")))
    }

    /// Returns `true` if letters can be bars: the black glyph is not named.
    fn may_be_barred(&self) -> bool {
        !self.palette.is_given()
    }

    /// Returns `true` if a line separates grids.
    fn is_blank(&self, text: &str) -> bool {
        text.trim().is_empty() && !(is_only_spaces(text) && self.palette.spaces_are_white(text))
    }

    /// Treats the lines of spaces directly above `line` as blank.
    fn spaces_are_blank(&mut self, line: usize) {
        if !self.spaces.is_empty() {
            self.blank_spaces.get_or_insert(line - self.spaces.len());
            self.spaces.clear();
        }
    }

    /// Reads the row that fills a line.
    fn line_row(&mut self, text: &str, line: usize) -> Result<Row, RowError> {
        let spaces_are_white = self.palette.spaces_are_white(text);
        self.row(RowText { text, line, column: 1, spaces_are_white })
    }

    /// Reads one row, and checks it against the whole text.
    fn row(&mut self, row_text: RowText) -> Result<Row, RowError> {
        let RowText { text, line, column, .. } = row_text;
        if let Some(white) = self.palette.quick_row(text.as_bytes()) {
            return Ok(Row::plain(text.len(), white, column));
        }
        let row = row::read(row_text, &mut self.palette)?;
        if row.open != 0 && !self.palette.is_partial() {
            let column = row.column_of(row.open.trailing_zeros() as usize);
            return Err(Fault::at(line, column, "open square in a finished grid").into());
        }
        if let Some(doubtful) = self.blank_spaces.filter(|_| self.palette.has_white_spaces()) {
            let message = format!("white squares or a blank line? spaces are white squares on line {line}");
            return Err(Fault::at(doubtful, 1, message).into());
        }
        Ok(row)
    }

    /// Begins a grid with `row`, or with the lines of spaces directly above it.
    fn start(
        &mut self,
        text: &str,
        row: &Row,
        line: usize,
        doubtful_heading: Option<&DoubtfulHeading>,
    ) -> Result<Block, Fault> {
        if let Some(doubtful_heading) = doubtful_heading.filter(|doubtful_heading| doubtful_heading.width == row.width)
        {
            return Err(doubtful_heading.error.clone());
        }
        let spaces = std::mem::take(&mut self.spaces);
        if spaces.is_empty() || !self.palette.spaces_are_white("") {
            let mut block = Block::new(row, line);
            block.push(row, line)?;
            block.may_be_heading = row.white == full_row(row.width) && heading::has_letter(text);
            return Ok(block);
        }
        let first_line = line - spaces.len();
        let mut block = None;
        for (above, width) in (first_line..).zip(spaces) {
            let row = self.line_row(&" ".repeat(width), above).map_err(|fault| fault.error)?;
            block.get_or_insert_with(|| Block::new(&row, above)).push(&row, above)?;
        }
        let mut block = block.expect("there was at least one line of spaces");
        block.push(row, line)?;
        Ok(block)
    }

    /// Reads a grid whose rows are joined by `/`.
    fn one_line(&mut self, text: &str, line: usize) -> Result<Block, RowError> {
        let mut column = 1;
        let mut rows = Vec::new();
        for part in text.split('/') {
            rows.push((part, Some(column)));
            column += columns(part) + 1;
        }
        self.whole(&rows, text, line)
    }

    /// Reads a grid as a JSON object.
    fn json(&mut self, text: &str, line: usize) -> Result<Block, RowError> {
        let rows = json::rows(text, line)?;
        let rows: Vec<(&str, Option<usize>)> = rows.iter().map(|(row, column)| (&**row, *column)).collect();
        let squares: String = rows.iter().map(|(row, _)| *row).collect();
        self.whole(&rows, &squares, line)
    }

    /// Reads a grid from its rows, each with its column if that is known. `squares` has the squares of all rows.
    fn whole(&mut self, rows: &[(&str, Option<usize>)], squares: &str, line: usize) -> Result<Block, RowError> {
        if self.may_be_barred() && squares.contains(barred::bars(self.palette.is_partial())) {
            let row = |&(text, column): &(_, Option<usize>)| BarredRow { text, line, column: column.unwrap_or(1) };
            let placed: Vec<BarredRow> = rows.iter().map(row).collect();
            if let Some(block) = barred::read(&placed, self.palette.is_partial())? {
                return Ok(block);
            }
        }
        if let Some(block) = self.whole_solution(rows, line)? {
            return Ok(block);
        }
        let before = self.palette.clone();
        let spaces_are_white = self.palette.spaces_are_white(squares);
        let mut block: Option<Block> = None;
        for (r, &(text, column)) in rows.iter().enumerate() {
            let row = self.row(RowText { text, line, column: column.unwrap_or(1), spaces_are_white });
            let pushed =
                row.and_then(|row| Ok(block.get_or_insert_with(|| Block::new(&row, line)).push(&row, line)?));
            pushed.map_err(|RowError { error, stray }| {
                if stray {
                    self.palette = before.clone();
                }
                let error = match (column, error) {
                    (None, Fault { place: Place::Text { column, .. }, message }) => {
                        Fault::at(line, 1, format!("row {}, square {column}: {message}", r + 1))
                    }
                    (_, error) => error,
                };
                RowError { error, stray }
            })?;
        }
        let mut block = block.ok_or_else(|| Fault::at(line, 1, "a grid without rows"))?;
        if self.palette.is_given() {
            let rows: Vec<&str> = rows.iter().map(|(row, _)| *row).collect();
            block.letters = letters::of_named(&rows, block.width, &self.palette);
        }
        Ok(block)
    }

    /// Returns the grid of letters with these rows, if they are one.
    fn whole_solution(&mut self, rows: &[(&str, Option<usize>)], line: usize) -> Result<Option<Block>, Fault> {
        if self.palette.is_given() || !rows.iter().any(|(row, _)| heading::has_letter(row)) {
            return Ok(None);
        }
        let rows = rows.iter().map(|&(row, column)| LetterRow::of(row, line, column.unwrap_or(1), &self.palette));
        let Some(rows) = rows.collect::<Option<Vec<LetterRow>>>() else { return Ok(None) };
        let mut palette = self.palette.clone();
        let block = letters::read(&rows, &mut palette)?;
        if block.is_some() {
            self.palette = palette;
        }
        Ok(block)
    }

    /// Returns `true` if a label is a heading even if all its characters could be squares.
    ///
    /// If the black glyph is not named, 0 and 1 are not squares. If it is named, a number may be a row, and so may a size if black is x.
    fn outranks_row(&self, label: Label) -> bool {
        !self.palette.is_given() || label == Label::Size && !self.palette.is_black('x')
    }

    /// Returns the fault of a label as a row.
    fn label_as_row(&self, text: &str, line: usize) -> Fault {
        match row::read(RowText { text, line, column: 1, spaces_are_white: false }, &mut self.palette.clone()) {
            Ok(row) => Fault::at(line, row.column, DOUBTFUL_HEADING),
            Err(fault) => fault.error,
        }
    }

    /// Processes a heading. `fault` is its fault as a row.
    fn heading(
        &mut self,
        text: &str,
        label: Option<Label>,
        fault: Fault,
        above: Option<&DoubtfulHeading>,
    ) -> Result<(), Fault> {
        let word = text.trim();
        let binary = !self.palette.is_given() && word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        if binary {
            if let Some(above) = above.filter(|above| above.binary) {
                return Err(above.error.clone());
            }
            self.binary.get_or_insert_with(|| fault.clone());
        }
        // A row with one mistake is not a label: at least two of its characters must not be squares.
        let no_squares = word.chars().filter(|&character| !self.palette.is_square(character)).count();
        let is_clear = word.contains(char::is_whitespace) || label.is_some() && no_squares >= 2 && !binary;
        self.doubtful_heading = (!is_clear).then(|| DoubtfulHeading {
            width: columns(word),
            binary,
            is_word: word.chars().all(char::is_alphabetic),
            error: fault,
        });
        Ok(())
    }
}

/// Returns the fault of a line below rows of letters that is not such a row.
fn no_letters(text: &str, line: usize, palette: &Palette) -> Fault {
    let is_square = |character: char| character.is_alphabetic() || palette.is_square(character);
    let indent = columns(text) - columns(text.trim_start());
    let stray = text.trim().chars().enumerate().find(|&(_, character)| !is_square(character) && character != ' ');
    match stray {
        Some((at, character)) => Fault::at(line, indent + at + 1, palette.no_square(character)),
        None => Fault::at(line, indent + 1, "expected a row of letters and squares as above, or a blank line"),
    }
}

fn is_only_spaces(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowded_line_near_the_start_may_be_a_heading() {
        let hint = ", or leave a blank line below a heading";
        for (text, place, may_be_heading) in [
            ("BY A B\n. . .\n# . #\n. . .\n", "1:1: square 1 has several letters (BY)", true),
            ("- BY ME -\n. . . .\n# . . #\n. . . .\n", "1:3: square 2 has several letters (BY)", true),
            ("# . .\nBY A B\n. . .\n", "2:1: square 1 has several letters (BY)", true),
            (". . .\n# . #\n. . .\n. TH .\n", "4:3: square 2 has several letters (TH)", false),
        ] {
            let mut blocks = Blocks::new(text.as_bytes(), Options::default(), false);
            let fault = blocks.next().expect_err(text).to_string();
            assert!(fault.starts_with(place) && fault.ends_with(hint) == may_be_heading, "{fault}");
        }
        let apart = "BY A B\n\n. . .\n# . #\n. . .\n";
        assert!(matches!(Blocks::new(apart.as_bytes(), Options::default(), false).next(), Ok(Some(_))));
    }
}
