//! The rows of an Exolve grid.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::CharIndices;

use super::super::draft::Draft;
use super::super::fault::{Fault, Place};
use super::super::puzzle::Square;
use super::super::squares::Side;
use super::SPECIAL;

/// The options for the syntax of cells.
#[derive(Default)]
pub(super) struct CellSyntax {
    /// A cell may have several letters.
    pub(super) rebus: bool,
    /// 0 is a letter. Otherwise it is a white cell without a letter.
    pub(super) zero: bool,
    /// Further characters that are letters.
    pub(super) characters: BTreeSet<char>,
}

/// The properties of cells that only the solver sees.
#[derive(Default)]
pub(super) struct HiddenCells {
    /// Cells whose colour is hidden from the solver.
    pub(super) diagramless: BTreeSet<Square>,
    /// Cells without numbers.
    pub(super) unnumbered: BTreeSet<Square>,
}

type Characters<'a> = Peekable<CharIndices<'a>>;

/// The state while a row is read.
struct RowReader<'a, 'd> {
    draft: &'d mut Draft,
    hidden: &'d mut HiddenCells,
    characters: Characters<'a>,
    line: usize,
    /// The column of the last character read, from 1.
    column: usize,
}

impl CellSyntax {
    /// Returns `true` if a character can be a letter without a `&` before it.
    fn is_letter(&self, character: char) -> bool {
        character.is_alphanumeric() || self.characters.contains(&character)
    }

    /// Reads the cells of row `r`, from 0, on `line`, and returns their number.
    pub(super) fn take(
        &self,
        draft: &mut Draft,
        hidden: &mut HiddenCells,
        row: &str,
        r: usize,
        line: usize,
    ) -> Result<usize, Fault> {
        let mut row = RowReader { draft, hidden, characters: row.char_indices().peekable(), line, column: 0 };
        let mut found = 0;
        while let Some(character) = row.next() {
            if !character.is_whitespace() {
                self.cell(&mut row, (r, found), character)?;
                row.decorators((r, found))?;
                found += 1;
            }
        }
        Ok(found)
    }

    /// Reads a cell that begins with `character`.
    fn cell(&self, row: &mut RowReader, square: Square, character: char) -> Result<(), Fault> {
        let place = row.place();
        let mut letters = String::new();
        match character {
            '.' => return row.draft.squares.tell(square, false, place),
            '?' => {
                let message = format!(
                    "row {}, column {} is undecided (?): expected . for black, a letter or 0 for white",
                    square.0 + 1,
                    square.1 + 1
                );
                return row.draft.squares.tell_open(square, Fault::new(place, message));
            }
            '&' => letters.extend(row.next()),
            '0' if !self.zero => {}
            letter if self.is_letter(letter) => letters.push(letter),
            _ => {
                let message = format!("{character:?} is not a cell: expected . for black, a letter or 0 for white");
                return Err(Fault::new(place, message));
            }
        }
        loop {
            match row.peek().filter(|_| self.rebus) {
                Some('&') => {
                    row.next();
                    letters.extend(row.next());
                }
                Some(next) if self.is_letter(next) && !SPECIAL.contains(next) => letters.extend(row.next()),
                _ => break,
            }
        }
        row.draft.squares.tell(square, true, place)?;
        row.draft.squares.letter(square, &letters);
        Ok(())
    }
}

impl RowReader<'_, '_> {
    fn next(&mut self) -> Option<char> {
        let (_, character) = self.characters.next()?;
        self.column += 1;
        Some(character)
    }

    fn peek(&mut self) -> Option<char> {
        self.characters.peek().map(|&(_, character)| character)
    }

    fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    /// Reads the decorators after a cell.
    fn decorators(&mut self, square: Square) -> Result<(), Fault> {
        while let Some(decorator) = self.peek().filter(|next| "|_+@*!~{".contains(*next)) {
            self.next();
            let place = self.place();
            let squares = &mut self.draft.squares;
            match decorator {
                '|' => squares.bar(square, Side::Right, place),
                '_' => squares.bar(square, Side::Bottom, place),
                '+' => [Side::Right, Side::Bottom].into_iter().for_each(|side| squares.bar(square, side, place)),
                '@' => squares.circle(square),
                '*' => {
                    self.hidden.diagramless.insert(square);
                }
                '~' => {
                    self.hidden.unnumbered.insert(square);
                }
                '{' => {
                    self.draft.unread("marks in squares");
                    while self.next().ok_or_else(|| Fault::new(place, "expected } in this row"))? != '}' {}
                }
                _ => self.draft.unread("which letters are shown from the start"),
            }
        }
        Ok(())
    }
}
