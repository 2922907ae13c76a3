//! What is added up: how many ways lead to a state.
//!
//! Invariant: nothing wraps. A sum that does not fit is `None`.

/// What the ways to a state are worth together.
pub trait Weight: Clone + Send + Sync {
    /// The one way that has no square yet.
    fn one() -> Self;
    /// Adds other ways.
    fn add(&mut self, other: &Self) -> Option<()>;
}

macro_rules! count {
    ($($integer:ty),*) => {$(
        impl Weight for $integer {
            fn one() -> Self {
                1
            }

            #[inline]
            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }
        }
    )*};
}

count!(u64, u128);
#[cfg(test)]
count!(u8);
