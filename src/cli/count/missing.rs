//! `gridcheck count --missing-in`: the pieces of this count that a folder lacks. It counts nothing.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::super::engines::Asked;
use super::super::{Format, Output};
use super::{Count, Verdict};
use crate::problem::Problem;
use crate::run::blocks::missing_pieces;

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
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| folder.display().to_string())?,
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>().with_context(|| folder.display().to_string())?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sums"));
    paths.sort();
    Ok(paths)
}
