//! Tells regular files from pipes and devices, which can make a reader wait for ever, or never end.

use std::io;
use std::path::{Path, PathBuf};

/// Checks that a path leads to a regular file or to nothing. Links are followed.
///
/// # Errors
/// Returns an error if it is a folder, a pipe or a device.
pub fn expect_file(path: &Path) -> io::Result<()> {
    let what = match path.metadata() {
        Ok(about) if about.is_dir() => "a folder",
        Ok(about) if !about.is_file() => "no regular file",
        _ => return Ok(()),
    };
    Err(io::Error::other(format!("expected a file, this is {what}")))
}

/// Returns the files of a folder that have one of these endings, in the order of their names.
///
/// # Errors
/// The folder cannot be read, or a pipe or a device has such a name.
pub fn with_endings(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut paths = folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().display();
        expect_file(path).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    }
    Ok(paths)
}
