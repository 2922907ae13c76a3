//! Limits the memory that a proof makes its checker keep, so that no file can exhaust the machine's memory.

use super::refusal::Refusal;

/// Memory of a kept clause beside its literals, in words of four bytes.
pub const CLAUSE_OVERHEAD: usize = 16;

/// Holds the remaining memory in words of four bytes.
pub struct Allowance {
    left: usize,
}

impl Default for Allowance {
    /// Returns 2 GB. British 9 × 9 needs a fortieth of that.
    fn default() -> Self {
        Allowance::of(1 << 29)
    }
}

impl Allowance {
    /// Creates an allowance of this number of words.
    pub fn of(words: usize) -> Self {
        Allowance { left: words }
    }

    /// Returns `true` if at least `words` words remain.
    pub fn covers(&self, words: usize) -> bool {
        words <= self.left
    }

    /// Takes words from the allowance.
    ///
    /// # Errors
    /// Returns an error if fewer than `words` words remain.
    pub fn take(&mut self, words: usize) -> Result<(), Refusal> {
        let left = self.left.checked_sub(words);
        self.left = left.ok_or_else(|| Refusal::limit("the proof needs too many clauses at a time"))?;
        Ok(())
    }

    /// Returns words to the allowance.
    pub fn release(&mut self, words: usize) {
        self.left += words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_grants_no_more_than_is_left() {
        let mut allowance = Allowance::of(10);
        assert_eq!((allowance.take(4), allowance.take(6)), (Ok(()), Ok(())));
        assert!(allowance.take(1).is_err());
        assert!(allowance.covers(0) && !allowance.covers(1));
        allowance.release(3);
        assert!(allowance.take(4).is_err());
        assert_eq!((allowance.take(3), allowance.left), (Ok(()), 0));
        assert_eq!(Allowance::default().left, 536_870_912);
    }
}
