//! Limits the memory that a proof makes its checkers keep, so that no file can exhaust the machine's memory.

use std::cell::Cell;
use std::rc::Rc;

use super::refusal::Refusal;

/// Memory of a kept clause beside its literals, in words of four bytes.
pub const CLAUSE_OVERHEAD: usize = 16;

/// Holds the remaining memory in words of four bytes. Clones share it.
#[derive(Clone)]
pub struct Allowance {
    left: Rc<Cell<usize>>,
}

impl Default for Allowance {
    /// Returns 2 GB for all checkers together. British 9 × 9 needs a fortieth of that.
    fn default() -> Self {
        Allowance::of(1 << 29)
    }
}

impl Allowance {
    /// Creates an allowance of this number of words.
    pub fn of(words: usize) -> Self {
        Allowance { left: Rc::new(Cell::new(words)) }
    }

    /// Returns `true` if at least `words` words remain.
    pub fn covers(&self, words: usize) -> bool {
        words <= self.left.get()
    }

    /// Takes words from the allowance.
    ///
    /// # Errors
    /// Returns an error if fewer than `words` words remain.
    pub fn take(&self, words: usize) -> Result<(), Refusal> {
        match self.left.get().checked_sub(words) {
            Some(left) => self.left.set(left),
            None => return Err(Refusal::limit("the proof needs too many clauses at a time")),
        }
        Ok(())
    }

    /// Returns words to the allowance.
    pub fn release(&self, words: usize) {
        self.left.set(self.left.get() + words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let allowance = Allowance::of(10);
        assert_eq!((allowance.take(4), allowance.take(6)), (Ok(()), Ok(())));
        assert!(allowance.take(1).is_err());
        assert!(allowance.covers(0) && !allowance.covers(1));
        allowance.release(3);
        assert!(allowance.take(4).is_err());
        assert_eq!((allowance.clone().take(3), allowance.left.get()), (Ok(()), 0));
        assert_eq!(Allowance::default().left.get(), 536_870_912);
    }
}
