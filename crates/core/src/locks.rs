//! Locks that do not mind a panic elsewhere.
//!
//! What the program keeps behind a lock is whole whenever the lock is free: no holder leaves it half changed. So a lock that
//! a panicking thread held can be taken all the same; the panic itself is reported where it happened.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes the lock.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is behind a lock that nobody needs any more.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
