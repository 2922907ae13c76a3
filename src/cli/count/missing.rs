//! `gridcheck count --missing-in`: the pieces of this count that a folder lacks. It counts nothing.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::super::engines::Asked;
use super::super::walk::with_endings;
use super::super::{Format, Output};
use super::{Count, Verdict};
use crate::problem::Problem;
use crate::sums::missing_pieces;

impl Count {
    /// Prints the numbers of the pieces that the folder lacks. Fails if a file there is of another question or another number of pieces.
    pub fn list_missing(&self, folder: &Path, problem: &Problem, output: &mut Output) -> anyhow::Result<Verdict> {
        if self.format != Format::Text {
            bail!("--missing-in prints numbers of pieces, one per line, and no other format");
        }
        self.refuse_table_of_part()?;
        let kind = self.kind_of_sums()?;
        let prepared = Asked { problem, kind: &kind }.in_blocks_or_fastest(self.engine.as_deref())?;
        let pieces = self.pieces.unwrap_or_default();
        for number in missing_pieces(&files_of_sums(folder)?, &prepared, pieces)? {
            writeln!(output, "{number}")?;
        }
        Ok(Verdict::Well)
    }
}

/// Returns the files `*.sums` of a folder, in the order of their names. A folder that does not exist has none.
fn files_of_sums(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    match with_endings(folder, &["sums"]) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        paths => paths.with_context(|| folder.display().to_string()),
    }
}
