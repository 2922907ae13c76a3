//! Writes a folder completely or not at all: under another name in the same folder, and renamed at the end.
//!
//! A folder that replaces an empty one gets its owner, group and mode. Until then only its writer may read it.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

#[cfg(unix)]
use super::permissions::take_over;
use super::unfinished::{self, Unfinished};

/// A folder that is being written. If it is dropped before [`keep`](Self::keep), it is deleted with its content.
pub struct NewFolder {
    temporary: TempDir,
    place: PathBuf,
    /// The empty folder that it replaces, if there is one.
    old: Option<Metadata>,
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
        let old = match fs::read_dir(&place) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, "the folder is not empty"));
                }
                // A symbolic link to an empty folder must remain a link.
                place = fs::canonicalize(&place)?;
                Some(fs::metadata(&place)?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mode = if old.is_some() { 0o700 } else { 0o777 };
        let make = |builder: &Builder<'_, '_>, parent: &Path| builder.tempdir_in(parent);
        let (temporary, unfinished) = unfinished::begin_beside(&place, "a folder", mode, make, TempDir::path)?;
        Ok(NewFolder { temporary, place, old, unfinished })
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
        let NewFolder { temporary, place, old, unfinished } = self;
        #[cfg(unix)]
        if let Some(old) = &old {
            take_over(&fs::File::open(temporary.path())?, old)?;
        }
        #[cfg(not(unix))]
        drop(old);
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

    #[cfg(unix)]
    #[test]
    fn a_folder_keeps_the_owner_and_the_mode_of_the_empty_one_it_replaces() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = folder.path().join("folder");
        fs::create_dir(&place).expect("room");
        // Only a privileged user can give a folder away.
        let is_given_away = chown(&place, Some(12_345), Some(54_321)).is_ok();
        fs::set_permissions(&place, PermissionsExt::from_mode(0o750)).expect("it is mine");
        let new = NewFolder::begin(&place).expect("room");
        fs::write(new.path().join("file"), "new").expect("room");
        new.keep().expect("room");
        let found = fs::metadata(&place).expect("it is there");
        assert_eq!(found.mode() & 0o7777, 0o750);
        assert!(!is_given_away || (found.uid(), found.gid()) == (12_345, 54_321));
        assert_eq!(fs::read(place.join("file")).expect("it is there"), b"new");
    }

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
