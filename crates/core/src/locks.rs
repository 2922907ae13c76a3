//! Takes locks that a panicking thread held.
//!
//! The data behind a lock of this program is whole whenever the lock is free, because no holder leaves it half changed. So a poisoned lock
//! can be taken. The panic itself is reported where it happened.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes the lock, poisoned or not.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the data of a lock that is no longer needed.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
