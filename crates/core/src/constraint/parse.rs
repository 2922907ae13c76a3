//! Parses constraints: `words 28..32`, `letters >= 150`, `length 3 <= 2`, `length 3..15 = 2`, `length except 5/7 = 0`,
//! `blacks-per-row = 1`, `mean-length 6..7`, `lengths >= 9`, `largest-block <= 6`.
//!
//! The grammar is a subject, then `=`, `<=` or `>=` and a number, or `A..B`. A subject is one of the plain measures, `length` with a whole
//! number, `A..B` or `except` and a list, or the name of another kind. A number is whole, a decimal (`6.5`) or a quotient (`13/2`).
//! [`Display`](std::fmt::Display) writes a form that reads back as the same constraint. The grammar is too small for a parser library: most
//! of this file reports the column of an error and the text that was expected there.

use std::str::FromStr;

use thiserror::Error;

use super::rational::{MAX_DIGITS, decimal, quotient};
use super::{Bounds, Constraint, Kind, Measure, Rational, Subject};
use crate::grid::MAX_SIZE;

/// The fault in the text of a constraint, and its column.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {message}")]
pub struct ConstraintError {
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// The text that was found or expected, in one line.
    pub message: String,
}

impl FromStr for Constraint {
    type Err = ConstraintError;

    fn from_str(text: &str) -> Result<Self, ConstraintError> {
        let mut cursor = Cursor { text, at: 0 };
        let subject = cursor.subject()?;
        let bounds = cursor.bounds()?;
        if !cursor.rest().is_empty() {
            let is_second = ["and", "&", ",", ";"].iter().any(|word| cursor.rest().to_lowercase().starts_with(word));
            let hint = if is_second { ": write one --where for each constraint" } else { "" };
            return Err(cursor.fault(format!("expected nothing more{hint}")));
        }
        Ok(Constraint { subject, bounds })
    }
}

/// Parses the measures that sort grids, as in `letters,words` or `length 3`.
///
/// # Errors
/// Returns an error if the text is not a list of measures, or if a measure occurs twice.
pub fn measures(text: &str) -> Result<Vec<Measure>, ConstraintError> {
    let mut cursor = Cursor { text, at: 0 };
    let mut found = Vec::new();
    loop {
        let begin = cursor.after_spaces();
        let measure = match cursor.subject()? {
            Subject::Of(measure) => measure,
            other => return Err(begin.fault(format!("grids cannot be sorted by {other}"))),
        };
        if found.contains(&measure) {
            return Err(begin.fault(format!("{measure} is there already")));
        }
        found.push(measure);
        if cursor.rest().is_empty() {
            return Ok(found);
        }
        if !cursor.take(",") {
            return Err(cursor.fault("expected a comma and another measure"));
        }
    }
}

/// A position in a text.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    text: &'t str,
    /// A byte offset in the text, at the beginning of a character.
    at: usize,
}

impl<'t> Cursor<'t> {
    fn after_spaces(self) -> Self {
        let rest = &self.text[self.at..];
        Cursor { at: self.at + rest.len() - rest.trim_start().len(), ..self }
    }

    /// Returns the rest of the text without leading spaces.
    fn rest(self) -> &'t str {
        &self.text[self.after_spaces().at..]
    }

    /// Creates an error at the next character that is not a space.
    fn fault(self, message: impl Into<String>) -> ConstraintError {
        let before = &self.text[..self.after_spaces().at];
        ConstraintError { column: before.chars().count() + 1, message: message.into() }
    }

    /// Skips `symbol` if it is next, and returns `true` then.
    fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.rest().starts_with(symbol);
        if is_next {
            *self = self.after_spaces();
            self.at += symbol.len();
        }
        is_next
    }

    /// Takes the next characters that satisfy `like`, perhaps none.
    fn take_while(&mut self, like: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !like(c)).unwrap_or(rest.len())];
        if !taken.is_empty() {
            self.at = self.after_spaces().at + taken.len();
        }
        taken
    }

    /// Reads the digits of a whole number.
    fn digits(&mut self, expected: &str) -> Result<&'t str, ConstraintError> {
        let begin = *self;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() { Err(begin.fault(expected)) } else { Ok(digits) }
    }

    /// Reads a number of letters.
    fn length(&mut self, expected: &str) -> Result<usize, ConstraintError> {
        let begin = *self;
        let digits = self.digits(expected)?;
        let length = digits.parse::<u16>().map_err(|_| begin.fault("no word is that long"))?;
        Ok(length.into())
    }

    /// Reads the number of letters of a word.
    fn word_length(&mut self, expected: &str) -> Result<usize, ConstraintError> {
        let begin = *self;
        let length = self.length(expected)?;
        if length < 2 { Err(begin.fault("a word has two letters or more")) } else { Ok(length) }
    }

    /// Reads a number: whole, a decimal or a quotient.
    fn number(&mut self, expected: &str) -> Result<Rational, ConstraintError> {
        let begin = *self;
        let whole = self.digits(expected)?;
        let number = if let Some(denominator) = self.digits_behind('/') {
            if denominator.bytes().all(|digit| digit == b'0') {
                return Err(begin.fault("the number below the slash is 0"));
            }
            quotient(whole, denominator)
        } else {
            decimal(whole, self.digits_behind('.').unwrap_or_default())
        };
        number.ok_or_else(|| begin.fault(format!("expected a number of at most {MAX_DIGITS} digits")))
    }

    /// Reads a sign and the digits behind it, if they follow without spaces.
    fn digits_behind(&mut self, sign: char) -> Option<&'t str> {
        let rest = self.text[self.at..].strip_prefix(sign)?;
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        self.at += if digits.is_empty() { 0 } else { sign.len_utf8() + digits.len() };
        (!digits.is_empty()).then_some(digits)
    }

    /// Creates an error for a range whose first number is larger than the second.
    fn reversed(self) -> ConstraintError {
        self.fault("the first number of a range must not be larger than the second")
    }

    fn subject(&mut self) -> Result<Subject, ConstraintError> {
        let begin = *self;
        let name = self.take_while(|c| c.is_alphabetic() || c == '-' || c == '_');
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::name).join(", ");
            let found = if name.is_empty() { String::new() } else { format!("no measure `{name}`, ") };
            begin.fault(format!("{found}expected one of {known}"))
        })?;
        Ok(match kind {
            Kind::Letters => Subject::Of(Measure::Letters),
            Kind::Blacks => Subject::Of(Measure::Blacks),
            Kind::Words => Subject::Of(Measure::Words),
            Kind::Checked => Subject::Of(Measure::Checked),
            Kind::Unchecked => Subject::Of(Measure::Unchecked),
            Kind::Length => self.lengths()?,
            Kind::BlacksPerRow => Subject::BlacksPerRow,
            Kind::MeanLength => Subject::MeanLength,
            Kind::Lengths => Subject::Lengths,
            Kind::Cheaters => Subject::Of(Measure::Cheaters),
            Kind::Elbows => Subject::Of(Measure::Elbows),
            Kind::Black(shape) => Subject::Black(shape),
            Kind::Hinges => Subject::Hinges,
        })
    }

    /// Reads the length, the range of lengths or the excepted lengths behind the word `length`.
    fn lengths(&mut self) -> Result<Subject, ConstraintError> {
        let begin = *self;
        if self.take("except") {
            return self.excepted();
        }
        let from = self.word_length("expected a number of letters after length, as in length 3 or length 3..15")?;
        if self.rest().starts_with('/') {
            return Err(
                self.fault("expected one length or a range, as in length 3..15; only length except takes a list")
            );
        }
        if !self.take("..") {
            return Ok(Subject::Of(Measure::Length(from)));
        }
        let to = self.length("expected a whole number")?;
        if to < from { Err(begin.reversed()) } else { Ok(Subject::EachLength { from, to }) }
    }

    /// Reads the list of lengths and ranges of lengths behind the words `length except`.
    fn excepted(&mut self) -> Result<Subject, ConstraintError> {
        let mut lengths = Vec::new();
        loop {
            let begin = *self;
            let from = self.word_length("expected a number of letters, as in length except 5/7/9")?;
            let to = if self.take("..") { self.length("expected a whole number")? } else { from };
            if to < from {
                return Err(begin.reversed());
            }
            if to > MAX_SIZE {
                return Err(begin.fault("no word is that long"));
            }
            lengths.extend(from..=to);
            if !self.take("/") {
                if [",", ";", "-"].iter().any(|sign| self.rest().starts_with(sign)) {
                    return Err(self.fault("expected a slash between the lengths, as in length except 5/7/9"));
                }
                return Ok(Subject::OtherLengths(lengths.into_iter().collect()));
            }
        }
    }

    fn bounds(&mut self) -> Result<Bounds, ConstraintError> {
        let begin = *self;
        let signs = [("<=", false, true), (">=", true, false), ("=", true, true)];
        let (least, most) = if let Some((_, below, above)) = signs.into_iter().find(|(sign, ..)| self.take(sign)) {
            let number = self.number("expected a number")?;
            (below.then_some(number), above.then_some(number))
        } else {
            let least = self.number("expected =, <= or >= and a number, or A..B")?;
            if !self.take("..") {
                return Err(self.fault("expected .. and another number, as in 3..5"));
            }
            (Some(least), Some(self.number("expected a number")?))
        };
        Bounds::new(least, most).ok_or_else(|| begin.reversed())
    }
}
