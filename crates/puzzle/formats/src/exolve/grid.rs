//! The rows of an Exolve grid. A letter is what a reader sees as one: in Hindi it may be several characters (grapheme clusters).

use std::collections::BTreeSet;
use std::iter::Peekable;

use unicode_segmentation::{Graphemes, UnicodeSegmentation};

use super::super::draft::Draft;
use super::super::fault::{Fault, Place};
use super::super::puzzle::Square;
use super::super::squares::Side;
use super::SPECIAL;
use gridcheck_core::visible::visible;

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

struct RowReader<'a, 'd> {
    draft: &'d mut Draft,
    /// Cells whose colour is hidden from the solver.
    hidden: &'d mut BTreeSet<Square>,
    letters: Peekable<Graphemes<'a>>,
    line: usize,
    /// The columns of the last letter read and of the next, from 1.
    column: usize,
    next_column: usize,
}

impl CellSyntax {
    /// Returns `true` if a text can be a letter without a `&` before it.
    fn is_letter(&self, text: &str) -> bool {
        text.chars().next().is_some_and(|first| first.is_alphanumeric() || self.characters.contains(&first))
    }

    /// Reads the cells of row `r`, from 0, on `line`, and returns their number.
    pub(super) fn take(
        &self,
        draft: &mut Draft,
        hidden: &mut BTreeSet<Square>,
        row: &str,
        r: usize,
        line: usize,
    ) -> Result<usize, Fault> {
        let letters = row.graphemes(true).peekable();
        let mut row = RowReader { draft, hidden, letters, line, column: 1, next_column: 1 };
        let mut found = 0;
        while let Some(first) = row.next() {
            if !first.trim().is_empty() {
                self.cell(&mut row, (r, found), first)?;
                row.decorators((r, found))?;
                found += 1;
            }
        }
        Ok(found)
    }

    fn cell(&self, row: &mut RowReader, square: Square, first: &str) -> Result<(), Fault> {
        let place = row.place();
        let mut letters = String::new();
        match first {
            "." => return row.draft.tell(square, false, place),
            "?" => {
                row.draft.rewritten("? in squares");
                return row.draft.tell_undecided(square, place);
            }
            "&" => letters.extend(row.next()),
            "0" if !self.zero => {}
            letter if self.is_letter(letter) => letters.push_str(letter),
            _ => {
                let message =
                    format!("'{}' is not a cell: expected . for black, a letter or 0 for white", visible(first));
                return Err(Fault::new(place, message));
            }
        }
        loop {
            match row.peek().filter(|_| self.rebus) {
                Some("&") => {
                    row.next();
                    letters.extend(row.next());
                }
                Some(next) if self.is_letter(next) && !SPECIAL.contains(next) => letters.extend(row.next()),
                _ => break,
            }
        }
        row.draft.tell(square, true, place)?;
        row.draft.set_letter(square, &letters);
        Ok(())
    }
}

impl<'a> RowReader<'a, '_> {
    fn next(&mut self) -> Option<&'a str> {
        let letter = self.letters.next()?;
        self.column = self.next_column;
        self.next_column += letter.chars().count();
        Some(letter)
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.letters.peek().copied()
    }

    fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    fn decorators(&mut self, square: Square) -> Result<(), Fault> {
        while let Some(decorator) = self.peek().filter(|next| "|_+@*!~{".contains(*next)) {
            self.next();
            let place = self.place();
            let draft = &mut *self.draft;
            match decorator {
                "|" => draft.bar(square, Side::Right, place),
                "_" => draft.bar(square, Side::Bottom, place),
                "+" => [Side::Right, Side::Bottom].into_iter().for_each(|side| draft.bar(square, side, place)),
                "@" => draft.circle(square),
                "*" => {
                    self.hidden.insert(square);
                }
                "~" => {
                    draft.unnumbered.insert(square);
                }
                "{" => {
                    self.draft.unread("marks in squares");
                    while self.next().ok_or_else(|| Fault::new(place, "expected } in this row"))? != "}" {}
                }
                _ => self.draft.unread("which letters are shown from the start"),
            }
        }
        Ok(())
    }
}
