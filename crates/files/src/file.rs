//! Writes a file completely or not at all: under another name in the same folder, and renamed at the end.
//!
//! A file that replaces another one gets its owner, group and mode. Until then only its writer may read it.

use std::fs::{self, Metadata};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::permissions::take_over;
use super::unfinished::{self, Unfinished};

/// A file that is being written. If it is dropped before [`keep`](Self::keep), it is deleted.
pub struct NewFile {
    temporary: BufWriter<Unnamed>,
    place: PathBuf,
    replaces: Replaces,
    /// The entry of the list of unfinished files, dropped last.
    unfinished: Unfinished,
}

/// The file that a new one may replace.
enum Replaces {
    Nothing,
    /// The file that exists now, or one that appears meanwhile.
    Any(Option<Metadata>),
}

/// The mode of a file that replaces none, before the user's mask.
const NEW: u32 = 0o666;
/// The mode of a file before it gets that of the file which it replaces.
const PRIVATE: u32 = 0o600;

impl NewFile {
    /// Begins a file for `place`, where there must be nothing or a regular file, which it will replace. A symbolic link to a file stays,
    /// and the file that it leads to is replaced.
    ///
    /// # Errors
    /// Returns an error if there is something else at `place`, or if the file cannot be created.
    pub fn begin(place: &Path) -> io::Result<Self> {
        Self::at(place, true)
    }

    /// Begins a file for `place`, where there must be nothing, also when the file is complete.
    ///
    /// # Errors
    /// Returns an error of the kind `AlreadyExists` if there is something at `place`, or an error if the file cannot be created.
    pub fn begin_new(place: &Path) -> io::Result<Self> {
        Self::at(place, false)
    }

    fn at(place: &Path, replaces: bool) -> io::Result<Self> {
        let there = |what| io::Error::new(io::ErrorKind::AlreadyExists, what);
        let mut place = place.to_owned();
        let old = match fs::metadata(&place) {
            Ok(old) if old.is_file() && !replaces => return Err(io::ErrorKind::AlreadyExists.into()),
            Ok(old) if old.is_file() => {
                // A symbolic link to a file must remain a link.
                place = fs::canonicalize(&place)?;
                Some(old)
            }
            // A rename would replace a device or a pipe instead of writing to it.
            Ok(_) => return Err(there("there is something else than a file of that name")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if place.is_symlink() {
                    // A rename would replace the link.
                    return Err(there("this is a symbolic link that leads to no file"));
                }
                None
            }
            Err(error) => return Err(error),
        };
        let mode = if old.is_some() { PRIVATE } else { NEW };
        let replaces = if replaces { Replaces::Any(old) } else { Replaces::Nothing };
        let make = |builder: &Builder<'_, '_>, parent: &Path| builder.tempfile_in(parent);
        let (temporary, unfinished) = unfinished::begin_beside(&place, "a file", mode, make, NamedTempFile::path)?;
        Ok(NewFile { temporary: BufWriter::new(Unnamed(temporary)), place, replaces, unfinished })
    }

    /// Lets `write` write the content, and gives the file its name.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written or the file not renamed. Then nothing has changed.
    pub fn fill(mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        write(&mut self)?;
        self.keep()
    }

    /// Gives the complete file its name. It gets the owner, the group and the mode of the file that it replaces, as far as the system allows.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written or the file not renamed.
    pub fn keep(self) -> io::Result<()> {
        let NewFile { temporary, place, replaces, unfinished } = self;
        let Unnamed(file) = temporary.into_inner().map_err(IntoInnerError::into_error)?;
        let kept = match replaces {
            Replaces::Nothing => file.persist_noclobber(&place),
            Replaces::Any(at_first) => {
                let now = fs::symlink_metadata(&place).ok().filter(Metadata::is_file);
                if let Some(old) = now.or(at_first) {
                    take_over(file.as_file(), &old)?;
                }
                file.persist(&place)
            }
        };
        kept.map_err(|error| error.error)?;
        drop(unfinished);
        Ok(())
    }

    /// Writes the complete file to the disk, so that it can take the place of another: perhaps hours of work.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.temporary.get_ref().0.as_file().sync_all()
    }
}

/// Wraps a temporary file: its errors do not name it, unlike those of [`NamedTempFile`].
struct Unnamed(NamedTempFile);

impl Write for Unnamed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_file_mut().flush()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new.txt");
        let mut file = NewFile::begin(&place).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!place.exists());
        file.keep().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"whole");

        let mut given_up = NewFile::begin(&place).unwrap();
        given_up.write_all(b"half").unwrap();
        drop(given_up);
        assert_eq!(fs::read(&place).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new.txt");
        let mut file = NewFile::begin_new(&place).unwrap();
        file.write_all(b"new").unwrap();
        fs::write(&place, "written meanwhile").unwrap();
        assert_eq!(file.keep().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(NewFile::begin_new(&place).err().unwrap().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&place).unwrap(), b"written meanwhile");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn only_a_regular_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(NewFile::begin(folder.path()).is_err());
    }

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no");
        let error = NewFile::begin(&missing.join("such")).err().unwrap().to_string();
        assert_eq!(error, format!("there is no folder {}", missing.display()));
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = NewFile::begin(&file.join("such")).err().unwrap().to_string();
        assert!(!error.contains("unfinished"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_the_owner_and_the_mode_of_the_one_it_replaces() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("file");
        for mode in [0o600, 0o640, 0o400, 0o666, 0o6755] {
            fs::write(&place, "old").unwrap();
            // Only a privileged user can give a file away.
            let is_given_away = chown(&place, Some(12_345), Some(54_321)).is_ok();
            fs::set_permissions(&place, PermissionsExt::from_mode(mode)).unwrap();
            let file = NewFile::begin(&place).unwrap();
            let unfinished = file.temporary.get_ref().0.as_file().metadata().unwrap().mode() & 0o777;
            assert_eq!(unfinished, PRIVATE, "nobody else may read an unfinished file");
            file.fill(|file| file.write_all(b"new")).unwrap();
            let found = fs::metadata(&place).unwrap();
            assert_eq!(found.mode() & 0o7777, mode, "{mode:o}");
            if is_given_away {
                assert_eq!((found.uid(), found.gid()), (12_345, 54_321), "{mode:o}");
            }
            fs::remove_file(&place).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("no file"), &link).unwrap();
        for begun in [NewFile::begin(&link), NewFile::begin_new(&link)] {
            assert_eq!(begun.err().unwrap().to_string(), "this is a symbolic link that leads to no file");
        }
        assert!(link.is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (place, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&place, "old").unwrap();
        std::os::unix::fs::symlink(&place, &link).unwrap();
        let mut file = NewFile::begin(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.keep().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&place).unwrap(), b"new");
    }
}
