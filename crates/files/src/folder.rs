//! Writes a folder completely or not at all: under another name in the same folder, and renamed at the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

use super::unfinished::{self, Unfinished};

/// A folder that is being written. If it is dropped before [`keep`](Self::keep), it is deleted with its content.
pub struct NewFolder {
    temporary: TempDir,
    place: PathBuf,
    /// The entry of the list of unfinished files, dropped last.
    unfinished: Unfinished,
}

impl NewFolder {
    /// Begins a folder for `place`, where there must be nothing or an empty folder.
    ///
    /// # Errors
    /// Returns an error if there is something else at `place`, or if the folder cannot be created.
    pub fn begin(place: &Path) -> io::Result<Self> {
        let mut place = place.to_owned();
        match fs::read_dir(&place) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, "the folder is not empty"));
                }
                // A symbolic link to an empty folder must remain a link.
                place = fs::canonicalize(&place)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let make = |builder: &Builder<'_, '_>, parent: &Path| builder.tempdir_in(parent);
        let (temporary, unfinished) = unfinished::begin_beside(&place, "a folder", 0o777, make, TempDir::path)?;
        Ok(NewFolder { temporary, place, unfinished })
    }

    /// Returns the path where the files must be written.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// Gives the complete folder its name.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be renamed, for instance because its place is no longer empty.
    pub fn keep(self) -> io::Result<()> {
        let NewFolder { temporary, place, unfinished } = self;
        // If something was put there meanwhile, the rename fails, and this folder is deleted.
        fs::rename(temporary.path(), &place)?;
        // The temporary name no longer exists, so nothing is deleted.
        let _ = temporary.keep();
        drop(unfinished);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::NewFile;

    #[test]
    fn only_unfinished_files_and_folders_are_listed() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let begun = NewFile::begin(&place.path().join("file")).expect("room");
        assert!(unfinished::is_listed(place.path()));
        begun.keep().expect("room");
        assert!(!unfinished::is_listed(place.path()));
        let begun = NewFolder::begin(&place.path().join("folder")).expect("room");
        assert!(unfinished::is_listed(place.path()));
        drop(begun);
        assert!(!unfinished::is_listed(place.path()));
        assert!(NewFile::begin(&place.path().join("no/such/place")).is_err() && !unfinished::is_listed(place.path()));
    }
}
