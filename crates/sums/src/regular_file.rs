//! Tells regular files from pipes and devices, which can make a reader wait for ever, or never end.

use std::io;
use std::path::Path;

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
