//! The argument `--size`: one size, a list of sizes, or a range.
//!
//! | text | sizes |
//! |---|---|
//! | `13`, `13x15` | one |
//! | `5,7,9` | these |
//! | `3..15`, `3..15/2` | squares from 3 to 15, all or every second |
//! | `5x3..5x20` | rectangles of 5 rows and 3 to 20 columns |

use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::size::Size;

use super::failure::Failure;
use super::parse::WrongValue;
use super::usage;

/// One or more sizes, each once, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(from = "Written"))]
pub struct Sizes(Vec<Size>);

impl Sizes {
    /// Returns the sizes.
    pub fn all(&self) -> &[Size] {
        &self.0
    }

    /// Returns the size, if it is only one.
    ///
    /// # Errors
    /// There are several.
    pub fn one(&self) -> Result<Size, Failure> {
        match self.0[..] {
            [size] => Ok(size),
            _ => Err(usage!(
                [size] ": " (self.0.len()) " sizes, expected one (only gridcheck count and gridcheck find take several)"
            )),
        }
    }

    /// Returns the number that tells each size from the others: the side of a square, otherwise the number of rows or columns that varies.
    ///
    /// # Errors
    /// Both sides vary.
    pub fn indices(&self) -> Result<Vec<usize>, Failure> {
        let first = self.0[0];
        let all = |is: &dyn Fn(&Size) -> bool| self.0.iter().all(is);
        let index: fn(&Size) -> usize =
            if all(&|size| size.is_square()) || all(&|size| size.columns() == first.columns()) {
                |size| size.rows()
            } else if all(&|size| size.rows() == first.rows()) {
                |size| size.columns()
            } else {
                return Err(usage!([format] " bfile: expected squares, or sizes where one side varies"));
            };
        Ok(self.0.iter().map(index).collect())
    }
}

impl FromStr for Sizes {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, WrongValue> {
        let mut sizes: Vec<Size> = Vec::new();
        for part in text.split(',') {
            for size in range(part)? {
                if sizes.contains(&size) {
                    return Err(WrongValue::new(format_args!("size {size} is named twice")));
                }
                sizes.push(size);
            }
        }
        Ok(Sizes(sizes))
    }
}

/// The forms of a size in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
enum Written {
    Side(#[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 1, max = 64)))] Number),
    Sides(#[cfg_attr(feature = "schema", schemars(with = "[u8; 2]", inner(range(min = 1, max = 64))))] [Number; 2]),
    Text(String),
}

impl<'de> Deserialize<'de> for Sizes {
    /// Reads one side of a square, rows and columns, or a text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match Written::deserialize(deserializer) {
            Ok(Written::Side(side)) => side.to_string(),
            Ok(Written::Sides([rows, columns])) => format!("{rows}x{columns}"),
            Ok(Written::Text(text)) => text,
            // The parser says what is expected.
            Err(_) => String::new(),
        };
        text.parse().map_err(|error| D::Error::custom(format!("size: {error}")))
    }
}

/// Parses one size or a range of sizes.
fn range(text: &str) -> Result<Vec<Size>, WrongValue> {
    let expected = || format!("expected whole numbers from 1 to {MAX_SIZE}, as in 13, 13x15, 3..15 or 3..15/2");
    let size = |text: &str| text.parse::<Size>().map_err(|_| WrongValue::new(expected()));
    let Some((from, to)) = text.split_once("..") else { return Ok(vec![size(text)?]) };
    let (to, step) = to.split_once('/').unwrap_or((to, "1"));
    let step = step.parse().ok().filter(|step| (1..=MAX_SIZE).contains(step));
    let step = step
        .ok_or_else(|| WrongValue::new(format_args!("expected a step from 1 to {MAX_SIZE} after /, as in 3..15/2")))?;
    let (first, last) = (size(from)?, size(to)?);
    let steps = |from: usize, to: usize| (from..=to).step_by(step);
    let sizes: Result<Vec<Size>, _> = if first.is_square() && last.is_square() {
        steps(first.rows(), last.rows()).map(Size::square).collect()
    } else if first.rows() == last.rows() {
        steps(first.columns(), last.columns()).map(|columns| Size::new(first.rows(), columns)).collect()
    } else if first.columns() == last.columns() {
        steps(first.rows(), last.rows()).map(|rows| Size::new(rows, first.columns())).collect()
    } else {
        return Err(WrongValue::new(format_args!(
            "{text}: in a range of rectangles, the rows or the columns stay the same, as in 5x3..5x20"
        )));
    };
    let sizes = sizes.map_err(WrongValue::new)?;
    if sizes.is_empty() {
        return Err(WrongValue::new(format_args!("{text}: the range is empty, its end comes before its start")));
    }
    Ok(sizes)
}
