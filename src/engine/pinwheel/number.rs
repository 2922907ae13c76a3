//! The integers that counts are kept in: small ones for the quarters, wide ones for the grids.

/// An integer type for how many quarters are alike. Nothing wraps: a sum that does not fit is `None`.
pub trait Number: Copy + Send + Sync + 'static {
    /// No quarter.
    const NONE: Self;
    /// One quarter.
    const ONE: Self;
    /// The type that sums of products are kept in.
    type Total: Total;

    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;
    /// The product with another number of quarters, as a number of grids, if it fits.
    fn times(self, other: Self) -> Option<Self::Total>;
}

/// An integer type for how many grids there are.
pub trait Total: Copy + Send + Sync + PartialEq + 'static {
    /// No grid.
    const NONE: Self;

    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;
    /// As the type that every engine answers in.
    fn wide(self) -> u128;
}

/// Quarters in `$small`, grids in `$wide`.
macro_rules! number {
    ($small:ty, $wide:ty) => {
        impl Number for $small {
            const NONE: Self = 0;
            const ONE: Self = 1;
            type Total = $wide;

            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn times(self, other: Self) -> Option<$wide> {
                <$wide>::from(self).checked_mul(<$wide>::from(other))
            }
        }
    };
}

/// Grids in `$wide`.
macro_rules! total {
    ($wide:ty) => {
        impl Total for $wide {
            const NONE: Self = 0;

            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    };
}

total!(u128);
number!(u64, u128);
number!(u128, u128);

#[cfg(test)]
total!(u16);
#[cfg(test)]
number!(u8, u16);
