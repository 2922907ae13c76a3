//! Identifies a file by its place on the disk, so that a file with two names is known as one.

#[cfg(unix)]
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// The identity of an ordinary file, the same under all of its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileIdentity(Place);

/// The device and the inode.
#[cfg(unix)]
type Place = (u64, u64);
/// The path without links.
#[cfg(not(unix))]
type Place = std::path::PathBuf;

impl FileIdentity {
    /// Returns the identity of the file at this path.
    ///
    /// # Errors
    /// Returns an error if there is none.
    #[cfg(unix)]
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|about| FileIdentity::of(&about))
    }

    #[cfg(unix)]
    fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        FileIdentity((about.dev(), about.ino()))
    }

    /// Returns the identity of an open file.
    ///
    /// # Errors
    /// Returns an error if the system does not tell.
    #[cfg(unix)]
    pub(crate) fn of_open(file: &File) -> io::Result<Self> {
        file.metadata().map(|about| FileIdentity::of(&about))
    }

    /// Returns the identity of the file that standard input reads; `None` if it reads a pipe or a device.
    #[cfg(unix)]
    pub(crate) fn of_stdin() -> Option<Self> {
        use std::os::fd::AsFd;
        let input = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
        input.metadata().ok().filter(Metadata::is_file).map(|about| FileIdentity::of(&about))
    }

    #[cfg(not(unix))]
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        path.canonicalize().map(FileIdentity)
    }

    #[cfg(not(unix))]
    pub(crate) fn of_stdin() -> Option<Self> {
        None
    }
}
