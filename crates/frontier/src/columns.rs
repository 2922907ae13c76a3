//! Sets of columns by what happens to their down words in the next row.

use super::rows::Row;

/// Columns by what happens to their part: it ends here, or goes on with either letter. Or those that refuse it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Columns(u64);

impl Columns {
    /// Columns that end, that go on with [`UNCHECKED`] and with [`CHECKED`].
    pub fn new(ending: Row, unchecked: Row, checked: Row) -> Self {
        Columns(u64::from(ending) | u64::from(unchecked) << 16 | u64::from(checked) << 32)
    }

    /// Whether none of these is among the others.
    #[inline]
    pub fn avoid(self, others: Columns) -> bool {
        self.0 & others.0 == 0
    }
}
