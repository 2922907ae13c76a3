//! Defines sets of columns, grouped by the next square of their down words.

use super::board::MAX_COLUMNS;
use super::rows::Row;

/// Three sets of columns: those whose start ends, and those that continue with either letter. As a refusal, the columns that do not permit
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Columns(u64);

impl Columns {
    /// Returns the columns that end, and those that continue with [`UNCHECKED`](super::starts::UNCHECKED) and with
    /// [`CHECKED`](super::starts::CHECKED).
    pub(crate) fn new(ending: Row, unchecked: Row, checked: Row) -> Self {
        Columns(u64::from(ending) | u64::from(unchecked) << MAX_COLUMNS | u64::from(checked) << (2 * MAX_COLUMNS))
    }

    /// Returns `true` if the two have no column in common.
    #[inline]
    pub(crate) fn avoid(self, others: Columns) -> bool {
        self.0 & others.0 == 0
    }
}
