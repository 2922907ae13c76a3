//! Writes a file completely or not at all: under another name in the same folder, and renamed at the end.

use std::fs;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::unfinished::{self, Unfinished};

/// A file that is being written. If it is dropped before [`keep`](Self::keep), it is deleted.
pub struct NewFile {
    temporary: BufWriter<Unnamed>,
    place: PathBuf,
    /// `true` if the file may replace one that exists.
    replaces: bool,
    /// The entry of the list of unfinished files, dropped last.
    unfinished: Unfinished,
}

impl NewFile {
    /// Begins a file for `place`, where there must be nothing or a regular file, which it will replace.
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
        let mut place = place.to_owned();
        match fs::metadata(&place) {
            Ok(old) if old.is_file() && !replaces => return Err(io::ErrorKind::AlreadyExists.into()),
            Ok(old) if old.is_file() => {
                // A symbolic link to a file must remain a link.
                place = fs::canonicalize(&place)?;
            }
            // A rename would replace a device or a pipe instead of writing to it.
            Ok(_) => {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    "there is something else than a file of that name",
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let make = |builder: &Builder<'_, '_>, parent: &Path| builder.tempfile_in(parent);
        let (temporary, unfinished) = unfinished::begin_beside(&place, "a file", 0o666, make, NamedTempFile::path)?;
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

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written or the file not renamed.
    pub fn keep(self) -> io::Result<()> {
        let NewFile { temporary, place, replaces, unfinished } = self;
        let Unnamed(file) = temporary.into_inner().map_err(IntoInnerError::into_error)?;
        let kept = if replaces { file.persist(&place) } else { file.persist_noclobber(&place) };
        kept.map_err(|error| error.error)?;
        drop(unfinished);
        Ok(())
    }

    /// Writes the complete file to the disk, with the permissions of `old`, so that it can take the place of `old`: perhaps hours of work.
    ///
    /// # Errors
    /// Returns an error if the content cannot be written.
    pub fn make_ready_for(&mut self, old: &fs::File) -> io::Result<()> {
        self.flush()?;
        let file = self.temporary.get_ref().0.as_file();
        file.set_permissions(old.metadata()?.permissions())?;
        file.sync_all()
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
