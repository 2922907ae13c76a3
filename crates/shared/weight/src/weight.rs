//! Defines what a weight is, and the weights that are numbers of ways.

/// A value that can be added. The default is the value of nothing.
pub trait Sum: Clone + Default + PartialEq + Send + Sync + 'static {
    /// Adds another value.
    fn add(&mut self, other: &Self) -> Option<()>;
}

/// The total weight of ways that lead to equal states.
pub trait Weight: Sum {
    /// The factor of more squares.
    type Factor: Clone + Send + Sync;

    /// Returns the weight of one way without a square.
    fn one() -> Self;
    /// Multiplies the weight by a factor.
    #[must_use]
    fn scaled(&self, more: &Self::Factor) -> Self;
    /// Adds another weight, multiplied by a factor.
    fn add_scaled(&mut self, other: &Self, more: &Self::Factor) -> Option<()> {
        self.add(&other.scaled(more))
    }
}

/// A weight of parts of grids.
pub trait Joined: Weight {
    /// The total weight of grids.
    type Total: Sum;

    /// Adds to `total` the grids of each of these parts with each of the others.
    fn add_product(&self, other: &Self, total: &mut Self::Total) -> Option<()>;
}

/// A weight that is a number of ways.
pub trait Count: Joined<Factor = (), Total: Copy> + Copy + Into<u128> {}

/// Implements integer weights: ways are counted in `$ways`, grids in `$grids`.
macro_rules! count {
    ($($ways:ty: $grids:ty),*) => {$(
        impl Sum for $ways {
            #[inline]
            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }
        }

        impl Weight for $ways {
            type Factor = ();

            #[inline]
            fn one() -> Self {
                1
            }

            #[inline]
            fn scaled(&self, (): &()) -> Self {
                *self
            }
        }

        impl Joined for $ways {
            type Total = $grids;

            #[inline]
            fn add_product(&self, other: &Self, total: &mut $grids) -> Option<()> {
                *total = total.checked_add(<$grids>::from(*self).checked_mul(<$grids>::from(*other))?)?;
                Some(())
            }
        }

        impl Count for $ways {}
    )*};
}

// Tests use the narrow ones, which soon overflow.
count!(u8: u16, u16: u16, u64: u128, u128: u128);

/// Sorts keys, and adds the weights of equal ones.
pub fn sort_and_merge<K: Copy + Ord, W: Sum>(weights: &mut Vec<(K, W)>) -> Option<()> {
    weights.sort_unstable_by_key(|&(key, _)| key);
    let mut fits = true;
    weights.dedup_by(|(key, weight), (before, sum)| {
        let same = key == before;
        if same {
            fits &= sum.add(weight).is_some();
        }
        same
    });
    fits.then_some(())
}
