//! Keeps values that are computed when they are first needed.

use std::collections::BTreeMap;
use std::sync::Mutex;

use gridcheck_core::locks::locked;

/// Values by their keys, each computed when it is first needed. A clone of a value is cheap, as of an `Arc`.
pub struct Memo<K, V>(Mutex<BTreeMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<K: Ord, V: Clone> Memo<K, V> {
    /// Returns the value of a key. If it is not known, `compute` returns it. Two threads may compute the same value at the same time.
    ///
    /// # Errors
    /// Returns the error of `compute`. Errors are not kept.
    pub fn get<E>(&self, key: K, compute: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        if let Some(known) = locked(&self.0).get(&key) {
            return Ok(known.clone());
        }
        // Computed without the lock, because the threads of the computation may run other work that needs it.
        let value = compute()?;
        locked(&self.0).insert(key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_once_and_an_error_is_not_kept() {
        let memo = Memo::default();
        assert_eq!(memo.get(1, || Err("no value")), Err("no value"));
        assert_eq!(memo.get(1, || Ok::<_, ()>("one")), Ok("one"));
        assert_eq!(memo.get(2, || Ok::<_, ()>("two")), Ok("two"));
        assert_eq!(memo.get(1, || Err("it is known")), Ok("one"));
    }
}
