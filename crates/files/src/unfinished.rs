//! Lists unfinished files and folders, so that none is left behind when a signal ends the program.
//!
//! A file is written under another name beside its place ([`file`](super::file), [`folder`](super::folder)) and deleted when its value is
//! dropped. A program that is killed drops nothing, so its signal handler calls [`discard`] first.
//!
//! Invariant: while the list is unlocked, it names all unfinished files. A new one is added before the list is unlocked.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::Duration;

use gridcheck_core::locks::locked;
use tempfile::Builder;

/// The paths of all unfinished files and folders.
static LIST: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Number of attempts to delete a folder that other threads still write to.
const TRIES: usize = 3;
/// Number of attempts to lock the list.
const LOCK_ATTEMPTS: u32 = 100;

/// A path on the list. Dropping it removes the path: the file has its final name or is deleted.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

/// Begins a file or a folder, and puts its path on the list.
///
/// # Errors
/// Returns the error of `make`.
fn begin<T>(make: impl FnOnce() -> io::Result<T>, path: impl FnOnce(&T) -> &Path) -> io::Result<(T, Unfinished)> {
    begin_on(&mut locked(&LIST), make, path)
}

/// Begins a file or a folder in the system's folder for temporary files.
///
/// # Errors
/// Returns the error of `make`, without the temporary name.
pub fn begin_temporary<T>(
    make: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, Unfinished)> {
    begin(make, path).map_err(|error| unnamed(error, &std::env::temp_dir()))
}

/// Begins a temporary file or folder, called `kind` in an error, beside `place`.
///
/// # Errors
/// Returns an error if `place` has no name, or the error of `make`.
pub(crate) fn begin_beside<T>(
    place: &Path,
    kind: &str,
    mode: u32,
    make: impl FnOnce(&Builder<'_, '_>, &Path) -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, Unfinished)> {
    let parent = match place.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("no place for {kind}"))),
    };
    let mut builder = Builder::new();
    builder.prefix(".gridcheck-unfinished-");
    // Unlike other temporary files, this one must be readable by others if the user's mask allows it.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    begin(|| make(&builder, parent), path).map_err(|error| unnamed(error, parent))
}

/// Removes the temporary name from an error, because the user has never typed it.
fn unnamed(error: io::Error, folder: &Path) -> io::Error {
    if !folder.exists() {
        return io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display()));
    }
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

fn begin_on<T>(
    list: &mut Vec<PathBuf>,
    make: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, Unfinished)> {
    let made = make()?;
    let path = path(&made).to_owned();
    list.push(path.clone());
    Ok((made, Unfinished(path)))
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut list = locked(&LIST);
        if let Some(at) = list.iter().position(|path| *path == self.0) {
            list.swap_remove(at);
        }
    }
}

/// Deletes all unfinished files. Nothing can be begun or finished afterwards, so the program must end.
pub fn discard() {
    remove_all(locked(&LIST));
}

/// Deletes all unfinished files unless the list stays locked for this time. A signal handler must not wait for ever.
pub fn discard_within(patience: Duration) {
    for _ in 0..LOCK_ATTEMPTS {
        match LIST.try_lock() {
            Ok(list) => return remove_all(list),
            Err(TryLockError::Poisoned(list)) => return remove_all(list.into_inner()),
            Err(TryLockError::WouldBlock) => sleep(patience / LOCK_ATTEMPTS),
        }
    }
}

fn remove_all(list: MutexGuard<'_, Vec<PathBuf>>) {
    list.iter().for_each(|path| remove(path));
    std::mem::forget(list);
}

fn remove(path: &Path) {
    let gone = |_: &usize| fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).is_ok() || !path.exists();
    // A file that cannot be deleted stays: the program is ending and cannot report it.
    let _ = (0..TRIES).find(gone);
}

/// Returns `true` if something in a folder is on the list.
#[cfg(test)]
pub(crate) fn is_listed(place: &Path) -> bool {
    locked(&LIST).iter().any(|listed| listed.parent() == Some(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_full_folders_are_removed() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let (file, folder) = (place.path().join("file"), place.path().join("folder"));
        fs::write(&file, "half").expect("room");
        fs::create_dir(&folder).and_then(|()| fs::write(folder.join("file"), "half")).expect("room");
        remove(&file);
        remove(&folder);
        remove(&place.path().join("nothing"));
        assert_eq!(fs::read_dir(place.path()).expect("the folder").count(), 0);
    }
}
