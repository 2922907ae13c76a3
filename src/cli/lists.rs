//! Input files that are all checked for errors before any grid is processed, however many files there are.

use std::path::{Path, PathBuf};

use super::args::at_most_one_stdin;
use crate::format::source::{As, Checked, STANDARD_INPUT, Source, SourceError};
use crate::format::text::Options;

/// Files that were checked and have no errors.
pub struct Lists<'a> {
    files: Vec<CheckedFile<'a>>,
    how: ReadOptions,
}

/// The way in which files are read.
#[derive(Clone, Copy)]
struct ReadOptions {
    what: As,
    options: Options,
}

impl ReadOptions {
    fn check(self, path: &Path) -> Result<Checked, SourceError> {
        Source::open(path)?.check_shaped(self.what, self.options)
    }
}

/// Maximum number of files kept open between check and use. A process can often open no more than 1,024.
const MOST_OPEN: usize = 256;

/// A checked file that is not processed yet.
struct CheckedFile<'a> {
    path: &'a Path,
    grids: u64,
    /// `None` if the file must be opened and checked again.
    open: Option<Checked>,
}

impl<'a> CheckedFile<'a> {
    /// Checks a file for errors. A file that cannot be read twice is always kept open.
    fn check(path: &'a Path, how: ReadOptions, keep_open: bool) -> Result<Self, SourceError> {
        let checked = how.check(path)?;
        let grids = checked.count();
        let keep_open = keep_open || path.as_os_str() == STANDARD_INPUT || !path.is_file();
        Ok(CheckedFile { path, grids, open: keep_open.then_some(checked) })
    }

    fn opened(self, how: ReadOptions) -> Result<Checked, SourceError> {
        match self.open {
            Some(checked) => Ok(checked),
            None => how.check(self.path),
        }
    }
}

impl<'a> Lists<'a> {
    /// Checks all files and returns the first error. Bars and voids are kept.
    pub fn check_shaped(files: &'a [PathBuf], what: As, options: Options) -> anyhow::Result<Self> {
        at_most_one_stdin(files)?;
        let how = ReadOptions { what, options };
        let lists = files.iter().enumerate().map(|(i, path)| CheckedFile::check(path, how, i < MOST_OPEN));
        Ok(Lists { files: lists.collect::<Result<_, SourceError>>()?, how })
    }

    /// Counts the grids of all files.
    pub fn grids(&self) -> u64 {
        self.files.iter().map(|list| list.grids).sum()
    }

    /// Returns the files, ready to be read again.
    pub fn opened(self) -> impl Iterator<Item = Result<Checked, SourceError>> + use<'a> {
        let Lists { files, how } = self;
        files.into_iter().map(move |list| list.opened(how))
    }
}
