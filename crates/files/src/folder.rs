//! A folder that is there as a whole or not at all: written under another name beside its place, and renamed at the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::file::unnamed;
use crate::unfinished::{self, Unfinished};

/// A folder under way. Dropped before [`keep`](Self::keep), it goes with all that is in it.
pub struct NewFolder {
    temporary: TempDir,
    place: PathBuf,
    /// Dropped last.
    unfinished: Unfinished,
}

impl NewFolder {
    /// Begins a folder that is to be at `place`, where there is nothing yet or an empty folder.
    pub fn begin(place: &Path) -> io::Result<Self> {
        let mut place = place.to_owned();
        match fs::read_dir(&place) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, "the folder is not empty"));
                }
                // A symbolic link to an empty folder must stay one.
                place = fs::canonicalize(&place)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let parent = match place.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => return Err(io::Error::new(io::ErrorKind::InvalidInput, "no place for a folder")),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gridcheck-unfinished-");
        // Like any folder, and unlike a temporary one, it may be read by others if the user's mask says so.
        #[cfg(unix)]
        builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o777));
        let begun = unfinished::begin(|| builder.tempdir_in(parent), TempDir::path);
        let (temporary, unfinished) = begun.map_err(|error| unnamed(error, parent))?;
        Ok(NewFolder { temporary, place, unfinished })
    }

    /// Where the files go.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// The folder is complete: it gets its name.
    pub fn keep(self) -> io::Result<()> {
        let NewFolder { temporary, place, unfinished } = self;
        // Should somebody have put something there meanwhile, the system refuses, and this folder goes.
        fs::rename(temporary.path(), &place)?;
        // There is nothing of the old name left to remove.
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
    fn what_is_under_way_is_on_the_list_and_nothing_else() {
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
