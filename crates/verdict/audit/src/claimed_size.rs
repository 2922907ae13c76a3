//! Represents the size of a claim as its source prints it, which may be out of range.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::{Serialize, Serializer};

use gridcheck_core::size::{Size, SizeError};
use gridcheck_core::visible::quoted;

/// A number of rows and of columns, any whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedSize {
    rows: i64,
    columns: i64,
}

impl ClaimedSize {
    /// Creates the size of a square grid.
    pub fn square(side: i64) -> Self {
        ClaimedSize { rows: side, columns: side }
    }

    /// Reads what [`Display`](fmt::Display) writes; `None` for any other text.
    pub fn of_cell(text: &str) -> Option<Self> {
        text.parse().ok().map(ClaimedSize::square).or_else(|| text.parse().ok())
    }

    /// Returns `true` if both numbers are equal.
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Returns the longer side.
    pub fn longer_side(self) -> i64 {
        self.rows.max(self.columns)
    }

    /// Returns both numbers as text, as in `13 × 15`.
    pub fn rows_by_columns(self) -> String {
        format!("{} × {}", self.rows, self.columns)
    }

    /// Returns the size if grids can have it.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn size(self) -> Result<Size, SizeError> {
        // A negative number is reported like 0.
        let number = |side: i64| usize::try_from(side).unwrap_or(0);
        Size::new(number(self.rows), number(self.columns))
    }
}

/// Writes one number for a square, and rows x columns for any other size: `13`, `13x15`.
impl fmt::Display for ClaimedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_square() { self.rows.fmt(f) } else { f.pad(&format!("{}x{}", self.rows, self.columns)) }
    }
}

/// Reads rows x columns; any other text is an error.
impl FromStr for ClaimedSize {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(|_| ());
        let (rows, columns) = text.split_once('x').ok_or(())?;
        Ok(ClaimedSize { rows: number(rows)?, columns: number(columns)? })
    }
}

/// Serializes as a number for a square, and as text for any other size.
impl Serialize for ClaimedSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_square() { self.rows.serialize(serializer) } else { serializer.collect_str(self) }
    }
}

/// Reads a whole number, or a text of rows x columns.
impl<'de> Deserialize<'de> for ClaimedSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SizeVisitor;

        impl Visitor<'_> for SizeVisitor {
            type Value = ClaimedSize;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or rows x columns as in \"13x15\"")
            }

            fn visit_i64<E: de::Error>(self, side: i64) -> Result<ClaimedSize, E> {
                Ok(ClaimedSize::square(side))
            }

            fn visit_u64<E: de::Error>(self, side: u64) -> Result<ClaimedSize, E> {
                let small = i64::try_from(side).map_err(|_| E::invalid_value(Unexpected::Unsigned(side), &self))?;
                self.visit_i64(small)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ClaimedSize, E> {
                text.parse()
                    .map_err(|()| E::invalid_value(Unexpected::Other(&format!("string \"{}\"", quoted(text))), &self))
            }
        }

        deserializer.deserialize_any(SizeVisitor)
    }
}
