//! Text as a reader of a report.

use super::Output;
use crate::ask::failure::Failure;

/// A report that can be printed as text for people.
pub(super) trait Print {
    /// Prints the report.
    ///
    /// # Errors
    /// The output cannot be written.
    fn print(&self, output: &mut Output) -> Result<(), Failure>;
}
