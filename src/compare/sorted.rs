//! The grids of a list and an engine, sorted into files: what they have in common, and what is wrong with the rest.
//!
//! Every grid of the list that has the given squares is in exactly one of `matched.txt`, `invalid.txt`, `duplicates.txt` and
//! `extra.txt` (valid, and not among the engine's), in the order of the list; `missing.txt` has the engine's grids that the list
//! lacks, in the engine's order. Lists of more than a million grids are sorted a share at a time, and each share is in order.
//! The files are lists of grids themselves: a heading says where a grid stands in the list and what is wrong with it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::judge::Opinion;
use crate::grid::Grid;

/// What becomes of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// The list and the engine have it.
    Matched,
    /// The engine has it and the list does not.
    Missing,
    /// The list has it and the validator refuses it.
    Invalid,
    /// It has come before in the list.
    Duplicate,
    /// The list has it, the engine does not, and the validator has nothing against it.
    Extra,
}

impl Sort {
    const ALL: [Sort; 5] = [Sort::Matched, Sort::Missing, Sort::Invalid, Sort::Duplicate, Sort::Extra];

    /// The name of the file.
    pub const fn file(self) -> &'static str {
        match self {
            Sort::Matched => "matched.txt",
            Sort::Missing => "missing.txt",
            Sort::Invalid => "invalid.txt",
            Sort::Duplicate => "duplicates.txt",
            Sort::Extra => "extra.txt",
        }
    }
}

/// The files, open for writing.
pub struct SortedFiles([BufWriter<File>; 5]);

impl SortedFiles {
    /// Makes the files in a folder that has none of them.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let [a, b, c, d, e] = Sort::ALL.map(|sort| File::create_new(folder.join(sort.file())).map(BufWriter::new));
        Ok(SortedFiles([a?, b?, c?, d?, e?]))
    }

    /// Writes one grid; `line` is where it stands in the list, if it does.
    pub fn write(&mut self, sort: Sort, grid: &Grid, line: Option<usize>, opinion: Option<&Opinion>) -> io::Result<()> {
        // The files are in the order of the enumeration.
        let file = &mut self.0[sort as usize];
        if let Some(line) = line {
            writeln!(file, "line {line}")?;
        }
        for fault in opinion.iter().flat_map(|opinion| opinion.lines()) {
            writeln!(file, "{fault}")?;
        }
        writeln!(file, "{grid}\n")
    }

    /// Makes sure that all is written.
    pub fn finish(self) -> io::Result<()> {
        self.0.into_iter().try_for_each(|mut file| file.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a full disk does: only at the end is it known that nothing was written.
    #[test]
    fn what_could_not_be_written_is_an_error_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("read-only");
        File::create(&path).expect("a file");
        let shut = [(); 5].map(|()| BufWriter::new(File::open(&path).expect("it is there")));
        let mut files = SortedFiles(shut);
        files.write(Sort::Extra, &Grid::black(3, 3), None, None).expect("it is only held");
        assert!(files.finish().is_err());
    }
}
