//! The values that the sweep adds: numbers of ways, or numbers by the words that they have.

use gridcheck_weight::{Count, Sum, Weight};

/// The ways that lead to equal states.
pub(crate) trait Ways: Sum {
    /// One way without a word.
    fn one() -> Self;

    /// Returns the ways with more words.
    fn with_words(&self, words: usize) -> Self;

    /// Returns the ways, each word counted twice.
    fn twice(&self) -> Self;
}

impl<N: Count> Ways for N {
    fn one() -> Self {
        Weight::one()
    }

    fn with_words(&self, _: usize) -> Self {
        *self
    }

    fn twice(&self) -> Self {
        *self
    }
}

/// The number of ways by their number of words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ByWords(pub(crate) Vec<u128>);

impl Sum for ByWords {
    fn add(&mut self, other: &Self) -> Option<()> {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one = one.checked_add(*other)?;
        }
        Some(())
    }
}

impl Ways for ByWords {
    fn one() -> Self {
        ByWords(vec![1])
    }

    fn with_words(&self, words: usize) -> Self {
        let none = std::iter::repeat_n(0, words);
        ByWords(none.chain(self.0.iter().copied()).collect())
    }

    fn twice(&self) -> Self {
        ByWords(self.0.iter().flat_map(|&ways| [ways, 0]).collect())
    }
}
