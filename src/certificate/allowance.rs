//! How much a proof may make a checker keep, so that no file of a stranger's takes all memory.

use super::refusal::Refusal;

/// A clause that is kept takes so many words of four bytes beside its literals.
pub(super) const BESIDE_LITERALS: usize = 16;

/// What is left of the memory that may be taken, in words of four bytes.
pub(super) struct Allowance {
    left: usize,
}

impl Default for Allowance {
    /// 2 GB: several times what British 9 × 9 needs.
    fn default() -> Self {
        Allowance::of(1 << 29)
    }
}

impl Allowance {
    /// So many words.
    pub(super) fn of(words: usize) -> Self {
        Allowance { left: words }
    }

    /// An error if there are not so many words left.
    pub(super) fn take(&mut self, words: usize) -> Result<(), Refusal> {
        match self.left.checked_sub(words) {
            Some(left) => self.left = left,
            None => return Err(Refusal::new("the proof needs too many clauses at a time")),
        }
        Ok(())
    }

    /// Words taken before are free again.
    pub(super) fn give_back(&mut self, words: usize) {
        self.left += words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let mut allowance = Allowance::of(10);
        assert_eq!((allowance.take(4), allowance.take(6)), (Ok(()), Ok(())));
        assert!(allowance.take(1).is_err());
        allowance.give_back(3);
        assert!(allowance.take(4).is_err());
        assert_eq!((allowance.take(3), allowance.left), (Ok(()), 0));
        assert_eq!(Allowance::default().left, 536_870_912);
    }
}
