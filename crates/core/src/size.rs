//! Represents the size of a grid: its number of rows and of columns.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The most rows, and the most columns, of a grid: a row is one 64-bit integer.
pub const MAX_SIZE: usize = 64;

/// The number of rows and of columns of a grid, each from 1 to [`MAX_SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The reason why a text or two numbers are no size.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A number is out of range.
    #[error("size {0}x{1}: expected 1 to {MAX_SIZE} rows and columns")]
    Range(usize, usize),
    /// The text has another form.
    #[error("size {0:?}: expected a number, as in 13, or rows and columns, as in 13x15")]
    Form(String),
}

impl Size {
    /// Creates the size of a grid of `rows` × `columns`.
    ///
    /// # Errors
    /// Returns an error if a number is 0 or more than [`MAX_SIZE`].
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let range = 1..=MAX_SIZE;
        let is_size = range.contains(&rows) && range.contains(&columns);
        if is_size { Ok(Size { rows, columns }) } else { Err(SizeError::Range(rows, columns)) }
    }

    /// Creates the size of a square grid.
    ///
    /// # Errors
    /// Returns an error if the number is 0 or more than [`MAX_SIZE`].
    pub fn square(side: usize) -> Result<Self, SizeError> {
        Size::new(side, side)
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[inline]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Returns the number of squares.
    #[inline]
    pub fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the number of letters of the longest possible word.
    #[inline]
    pub fn longest_word(self) -> usize {
        self.rows.max(self.columns)
    }

    /// Returns the number of rows of a square grid; `None` if the grid is not square.
    #[inline]
    pub fn side(self) -> Option<usize> {
        (self.rows == self.columns).then_some(self.rows)
    }

    /// Returns `true` if there are as many rows as columns.
    #[inline]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Returns the size of the reflection in the diagonal.
    #[must_use]
    pub fn transposed(self) -> Self {
        Size { rows: self.columns, columns: self.rows }
    }

    /// Returns the row and column of each square, row by row from the top.
    pub fn positions(self) -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..self.rows).flat_map(move |r| (0..self.columns).map(move |c| (r, c)))
    }
}

impl Size {
    /// Returns both numbers as text, as in `13 × 15`.
    pub fn rows_by_columns(self) -> String {
        format!("{} × {}", self.rows, self.columns)
    }
}

/// Serializes as a number for a square grid, and as text for any other: `13`, `"13x15"`.
impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.side() {
            Some(side) => side.serialize(serializer),
            None => serializer.collect_str(self),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Size {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "size".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The number of rows of a square, or rows x columns of any other size. A claim states the size that its source prints.",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+x-?[0-9]+$" }],
        })
    }
}

/// Writes one number for a square grid, and rows x columns for any other: `13`, `13x15`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side() {
            Some(side) => side.fmt(f),
            None => f.pad(&format!("{}x{}", self.rows, self.columns)),
        }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let number = |text: &str| {
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_plain { text.parse().ok() } else { None }
        };
        let sides = match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => number(rows).zip(number(columns)),
            None => number(text).map(|side| (side, side)),
        };
        let (rows, columns) = sides.ok_or_else(|| SizeError::Form(text.to_owned()))?;
        Size::new(rows, columns)
    }
}
