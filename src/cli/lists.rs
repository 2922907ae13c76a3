//! The grids of files that a user names in the arguments of a command.

use anyhow::bail;

use super::report_notes;
pub use crate::ask::examine::{ExaminedGrid, ReadOptions, Step, examine_all};
use crate::formats::source::Checked;
use crate::plural::plural;

/// Reports how a file was read that must hold one grid, and returns its name.
pub fn only_one(file: &Checked) -> anyhow::Result<String> {
    let name = file.name().to_owned();
    report_notes(&name, file.notes());
    if file.count() != 1 {
        bail!("{name}: {}, expected one", plural(file.count(), "grid"));
    }
    Ok(name)
}
