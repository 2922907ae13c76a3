//! The argument `--size`: one size, a list of sizes, or a range.
//!
//! | text | sizes |
//! |---|---|
//! | `13`, `13x15` | one |
//! | `5,7,9` | these |
//! | `3..15`, `3..15/2` | squares from 3 to 15, all or every second |
//! | `5x3..5x20` | rectangles of 5 rows and 3 to 20 columns |

use std::str::FromStr;

use anyhow::{Context, bail};

use crate::grid::MAX_SIZE;
use crate::size::Size;

/// One or more sizes, each once, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes(Vec<Size>);

impl Sizes {
    pub fn all(&self) -> &[Size] {
        &self.0
    }

    pub fn one(&self) -> anyhow::Result<Size> {
        match self.0[..] {
            [size] => Ok(size),
            _ => bail!(
                "--size: {} sizes, expected one (only gridcheck count and gridcheck find take several)",
                self.0.len()
            ),
        }
    }

    /// Returns the number that tells each size from the others: the side of a square, otherwise the number of rows or columns that varies.
    pub fn indices(&self) -> anyhow::Result<Vec<usize>> {
        let first = self.0[0];
        let all = |is: &dyn Fn(&Size) -> bool| self.0.iter().all(is);
        let index: fn(&Size) -> usize =
            if all(&|size| size.is_square()) || all(&|size| size.columns() == first.columns()) {
                |size| size.rows()
            } else if all(&|size| size.rows() == first.rows()) {
                |size| size.columns()
            } else {
                bail!("--format bfile: expected squares, or sizes of which one side varies");
            };
        Ok(self.0.iter().map(index).collect())
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut sizes: Vec<Size> = Vec::new();
        for part in text.split(',') {
            for size in range(part).map_err(|error| format!("{error:#}"))? {
                if sizes.contains(&size) {
                    return Err(format!("size {size} is named twice"));
                }
                sizes.push(size);
            }
        }
        Ok(Sizes(sizes))
    }
}

/// Parses one size or a range of sizes.
fn range(text: &str) -> anyhow::Result<Vec<Size>> {
    let size = |text: &str| -> anyhow::Result<Size> {
        text.parse()
            .ok()
            .with_context(|| format!("expected whole numbers from 1 to {MAX_SIZE}, as in 13, 13x15, 3..15 or 3..15/2"))
    };
    let Some((from, to)) = text.split_once("..") else { return Ok(vec![size(text)?]) };
    let (to, step) = to.split_once('/').unwrap_or((to, "1"));
    let step = step.parse().ok().filter(|step| (1..=MAX_SIZE).contains(step));
    let step = step.with_context(|| format!("expected a step from 1 to {MAX_SIZE} after /, as in 3..15/2"))?;
    let (first, last) = (size(from)?, size(to)?);
    let steps = |from: usize, to: usize| (from..=to).step_by(step);
    let sizes: Vec<Size> = if first.is_square() && last.is_square() {
        steps(first.rows(), last.rows()).map(Size::square).collect::<Result<_, _>>()?
    } else if first.rows() == last.rows() {
        steps(first.columns(), last.columns())
            .map(|columns| Size::new(first.rows(), columns))
            .collect::<Result<_, _>>()?
    } else if first.columns() == last.columns() {
        steps(first.rows(), last.rows()).map(|rows| Size::new(rows, first.columns())).collect::<Result<_, _>>()?
    } else {
        bail!("{text}: in a range of rectangles, the rows or the columns stay the same, as in 5x3..5x20");
    };
    if sizes.is_empty() {
        bail!("{text}: the range is empty, its end comes before its start");
    }
    Ok(sizes)
}
