//! How much a proof may make its checkers keep, so that no file of a stranger's takes all memory.

use std::cell::Cell;
use std::rc::Rc;

use super::refusal::Refusal;

/// A clause that is kept takes so many words of four bytes beside its literals.
pub const BESIDE_LITERALS: usize = 16;

/// Holds what is left of the memory that may be taken, in words of four bytes. Clones share it.
#[derive(Clone)]
pub struct Allowance {
    left: Rc<Cell<usize>>,
}

impl Default for Allowance {
    /// Returns 2 GB for all checkers together: British 9 × 9 needs a fortieth of that.
    fn default() -> Self {
        Allowance::of(1 << 29)
    }
}

impl Allowance {
    /// So many words.
    pub fn of(words: usize) -> Self {
        Allowance { left: Rc::new(Cell::new(words)) }
    }

    /// Returns `true` if so many words are left.
    pub fn covers(&self, words: usize) -> bool {
        words <= self.left.get()
    }

    /// An error if there are not so many words left.
    pub fn take(&self, words: usize) -> Result<(), Refusal> {
        match self.left.get().checked_sub(words) {
            Some(left) => self.left.set(left),
            None => return Err(Refusal::limit("the proof needs too many clauses at a time")),
        }
        Ok(())
    }

    /// Words taken before are free again.
    pub fn give_back(&self, words: usize) {
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
        allowance.give_back(3);
        assert!(allowance.take(4).is_err());
        assert_eq!((allowance.clone().take(3), allowance.left.get()), (Ok(()), 0));
        assert_eq!(Allowance::default().left.get(), 536_870_912);
    }
}
