//! Files and folders under way, so that none is left behind when a signal ends the program before they have their names.
//!
//! A file is written under another name beside its place ([`file`](crate::file), [`folder`](crate::folder)) and goes when the
//! value that stands for it is dropped. A program that is ended in the middle drops nothing: whoever ends it calls
//! [`discard`] first.
//!
//! Invariant: while the list is free, it names everything under way. Whatever is begun is on it before the list is free again.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::Duration;

use gridcheck_core::locks::locked;

/// What is under way.
static LIST: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

thread_local! {
    static IS_BEGINNING: Cell<bool> = const { Cell::new(false) };
}

/// How often a folder is looked at again that is being written to while it is removed.
const TRIES: usize = 3;
/// How often it is looked whether the list is free.
const LOOKS: u32 = 100;

/// A path on the list. Dropped, it is taken off: the file has its name, or is gone.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

/// Begins a file or a folder, and puts its path on the list.
pub fn begin<T>(make: impl FnOnce() -> io::Result<T>, path: impl FnOnce(&T) -> &Path) -> io::Result<(T, Unfinished)> {
    IS_BEGINNING.set(true);
    let begun = begin_on(&mut locked(&LIST), make, path);
    IS_BEGINNING.set(false);
    begun
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

/// Whether this thread is about to begin something, and others wait for the list.
pub fn is_beginning() -> bool {
    IS_BEGINNING.get()
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut list = locked(&LIST);
        if let Some(at) = list.iter().position(|path| *path == self.0) {
            list.swap_remove(at);
        }
    }
}

/// Removes all that is under way. Nothing can be begun or finished afterwards: the program is to end.
pub fn discard() {
    remove_all(locked(&LIST));
}

/// The same, for who must not wait for the list without end. If it does not come free, what is on it stays.
pub fn discard_within(patience: Duration) {
    for _ in 0..LOOKS {
        match LIST.try_lock() {
            Ok(list) => return remove_all(list),
            Err(TryLockError::Poisoned(list)) => return remove_all(list.into_inner()),
            Err(TryLockError::WouldBlock) => sleep(patience / LOOKS),
        }
    }
}

fn remove_all(list: MutexGuard<'_, Vec<PathBuf>>) {
    list.iter().for_each(|path| remove(path));
    std::mem::forget(list);
}

fn remove(path: &Path) {
    let gone = |_: &usize| fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).is_ok() || !path.exists();
    // What cannot be removed stays: there is nobody left to tell.
    let _ = (0..TRIES).find(gone);
}

/// Whether something in a folder is on the list.
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
