//! Files of grids that are all read for errors before the first is looked at, however many there are.

use std::path::{Path, PathBuf};

use super::args::at_most_one_stdin;
use crate::format::source::{As, Checked, STANDARD_INPUT, Source, SourceError};
use crate::format::text::Options;

/// Files without an error in them.
pub struct Lists<'a> {
    files: Vec<List<'a>>,
    how: How,
}

/// How files are read.
#[derive(Clone, Copy)]
struct How {
    what: As,
    options: Options,
    /// Whether bars and voids are taken as they are.
    shaped: bool,
}

impl How {
    fn check(self, path: &Path) -> Result<Checked, SourceError> {
        let How { what, options, shaped } = self;
        let source = Source::open(path)?;
        if shaped { source.check_shaped(what, options) } else { source.check_as(what, options) }
    }
}

/// Files kept open from their check until they are judged. A process can often have no more than 1,024.
const MOST_OPEN: usize = 256;

/// A file without an error in it, waiting to be judged.
struct List<'a> {
    path: &'a Path,
    grids: u64,
    /// `None` if it is to be opened, and then checked, once more.
    open: Option<Checked>,
}

impl<'a> List<'a> {
    /// Reads a file for errors. What cannot be read twice is kept open in any case.
    fn check(path: &'a Path, how: How, keep_open: bool) -> Result<Self, SourceError> {
        let checked = how.check(path)?;
        let grids = checked.count();
        let keep_open = keep_open || path.as_os_str() == STANDARD_INPUT || !path.is_file();
        Ok(List { path, grids, open: keep_open.then_some(checked) })
    }

    fn opened(self, how: How) -> Result<Checked, SourceError> {
        match self.open {
            Some(checked) => Ok(checked),
            None => how.check(self.path),
        }
    }
}

impl<'a> Lists<'a> {
    /// Reads all files for errors; the first error is the answer, and bars and voids are errors.
    pub fn check(files: &'a [PathBuf], what: As, options: Options) -> anyhow::Result<Self> {
        Lists::read(files, How { what, options, shaped: false })
    }

    /// The same, bars and voids being taken as they are: for those who ask the files for shapes.
    pub fn check_shaped(files: &'a [PathBuf], what: As, options: Options) -> anyhow::Result<Self> {
        Lists::read(files, How { what, options, shaped: true })
    }

    fn read(files: &'a [PathBuf], how: How) -> anyhow::Result<Self> {
        at_most_one_stdin(files)?;
        let lists = files.iter().enumerate().map(|(i, path)| List::check(path, how, i < MOST_OPEN));
        Ok(Lists { files: lists.collect::<Result<_, SourceError>>()?, how })
    }

    /// How many grids there are in all of them.
    pub fn grids(&self) -> u64 {
        self.files.iter().map(|list| list.grids).sum()
    }

    /// The files, ready to be read once more.
    pub fn opened(self) -> impl Iterator<Item = Result<Checked, SourceError>> + use<'a> {
        let Lists { files, how } = self;
        files.into_iter().map(move |list| list.opened(how))
    }
}
