//! A rectangle of squares, as a user names it.

use std::str::FromStr;

use crate::parse::{WrongValue, square};

/// A rectangle of squares, from its first row and column to its last, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first row and the last.
    pub rows: (usize, usize),
    /// The first column and the last.
    pub columns: (usize, usize),
}

impl Region {
    /// Returns its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = (usize, usize)> {
        let Region { rows, columns } = self;
        (rows.0..=rows.1).flat_map(move |r| (columns.0..=columns.1).map(move |c| (r, c)))
    }
}

impl FromStr for Region {
    type Err = WrongValue;

    /// Reads two corners, or the only square, typed from 1.
    fn from_str(text: &str) -> Result<Self, WrongValue> {
        let corners = match text.split_once('-') {
            Some((one, other)) => square(one).and_then(|one| Ok((one, square(other)?))),
            None => square(text).map(|one| (one, one)),
        };
        let ((r, c), (r2, c2)) =
            corners.map_err(|_| WrongValue::new("expected two corners, as in 1,9-5,15: row and column of each"))?;
        Ok(Region { rows: (r.min(r2), r.max(r2)), columns: (c.min(c2), c.max(c2)) })
    }
}
