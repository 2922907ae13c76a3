//! Sorts the grids of a list and an engine into files: the common ones, and the others by their fault.
//!
//! Every listed grid that has the given squares is in exactly one of `matched.txt`, `invalid.txt`, `duplicates.txt` and
//! `extra.txt`, in the order of the list. An extra grid is valid, but the engine lacks it. `missing.txt` has the engine's grids
//! that the list lacks, in the engine's order. Lists of more than a million grids are sorted a share at a time, and each share is
//! in order. The files are lists of grids themselves: a heading gives a grid's line in the list and its faults.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::judge::GridFaults;
use gridcheck_core::grid::Grid;

/// The file into which a grid is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Both the list and the engine have it.
    Matched,
    /// The engine has it; the list lacks it.
    Missing,
    /// The list has it; the validator rejects it.
    Invalid,
    /// It repeats an earlier grid of the list.
    Duplicate,
    /// The list has it and the validator accepts it, but the engine lacks it.
    Extra,
}

impl Category {
    const ALL: [Category; 5] =
        [Category::Matched, Category::Missing, Category::Invalid, Category::Duplicate, Category::Extra];

    /// Returns the name of the file.
    pub const fn file(self) -> &'static str {
        match self {
            Category::Matched => "matched.txt",
            Category::Missing => "missing.txt",
            Category::Invalid => "invalid.txt",
            Category::Duplicate => "duplicates.txt",
            Category::Extra => "extra.txt",
        }
    }
}

/// The files, open for writing.
pub struct SortedFiles([BufWriter<File>; 5]);

impl SortedFiles {
    /// Creates the files in a folder that has none of them.
    ///
    /// # Errors
    /// Fails if a file exists or cannot be created.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let [a, b, c, d, e] = Category::ALL.map(|sort| File::create_new(folder.join(sort.file())).map(BufWriter::new));
        Ok(SortedFiles([a?, b?, c?, d?, e?]))
    }

    /// Writes one grid; `line` is its line in the list, if it is listed.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(
        &mut self,
        sort: Category,
        grid: &Grid,
        line: Option<usize>,
        opinion: Option<&GridFaults>,
    ) -> io::Result<()> {
        // `files` is indexed by the order of the enumeration.
        let file = &mut self.0[sort as usize];
        if let Some(line) = line {
            writeln!(file, "line {line}")?;
        }
        for fault in opinion.iter().flat_map(|opinion| opinion.lines()) {
            writeln!(file, "{fault}")?;
        }
        writeln!(file, "{grid}\n")
    }

    /// Flushes all files.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.0.into_iter().try_for_each(|mut file| file.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a full disk: the failure shows only at the end.
    #[test]
    fn finish_reports_a_write_that_failed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("read-only");
        File::create(&path).expect("a file");
        let shut = [(); 5].map(|()| BufWriter::new(File::open(&path).expect("it is there")));
        let mut files = SortedFiles(shut);
        files.write(Category::Extra, &Grid::black(3, 3), None, None).expect("it is only held");
        assert!(files.finish().is_err());
    }
}
