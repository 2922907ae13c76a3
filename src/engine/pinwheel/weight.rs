//! Weights: what is added and multiplied.
//!
//! The sweep adds up the quarters that are alike, the joins multiply what meets; what a quarter is *worth* they do not know.
//! A count is the weight under which every quarter is worth one. A polynomial in x, under which a white square is worth x,
//! is the distribution of letters; a pair of a best value and how many reach it is the extreme. (So do the evaluators of
//! `TdZdd`: Iwashita and Minato, 2013.)
//!
//! What a grid is worth must be a product of factors that each belong to one row of one quarter, or to the centre. The sweep
//! asks for that of a row in one place, where the colours around the row are known ([`Weight::row`]); what the grids of a
//! block come to gets that of the centre ([`Total::with_centre`]). Sites fit or do not fit, and are worth nothing by
//! themselves: every square, and every end of a word, lies in one quarter.
//!
//! A quarter is turned into four places, so a factor must not tell rows from columns, nor an end from the other.
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

/// What quarters that are alike are worth together.
pub trait Weight: Clone + Send + Sync + 'static {
    /// What a row adds to the worth of the quarters that it is in.
    type Factor;
    /// What grids are worth.
    type Total: Total;

    /// No quarter.
    fn none() -> Self;
    /// A quarter without a row.
    fn one() -> Self;
    /// What a row is worth.
    fn row(row: &RowInPlace) -> Self::Factor;
    /// The same quarters, each with one more row.
    fn with(&self, row: &Self::Factor) -> Option<Self>;
    /// Adds other quarters.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// Every one of these with every one of the others.
    fn times(&self, other: &Self) -> Option<Self::Total>;
    /// Each of these by itself.
    fn alone(&self) -> Option<Self::Total>;
}

/// What grids are worth together.
pub trait Total: Clone + Send + Sync + 'static {
    /// No grid.
    fn none() -> Self;
    /// Adds other grids.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// From quarters that stand for their grids, grids: each quarter is in its grid `copies` times, and there may be a
    /// centre, white or not.
    fn with_centre(self, copies: u32, centre: Option<bool>) -> Option<Self>;
}

/// A row of a quarter and the squares around it: which are white, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowInPlace {
    pub row: u32,
    /// The squares of the row with white above them, below them, to their left and to their right.
    pub above: u32,
    pub below: u32,
    pub left: u32,
    pub right: u32,
}

/// Integers as weights: the quarters are counted in `$small`, the grids in `$wide`.
macro_rules! count {
    ($small:ty, $wide:ty) => {
        impl Weight for $small {
            type Factor = ();
            type Total = $wide;

            fn none() -> Self {
                0
            }

            fn one() -> Self {
                1
            }

            fn row(_: &RowInPlace) {}

            fn with(&self, (): &()) -> Option<Self> {
                Some(*self)
            }

            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn times(&self, other: &Self) -> Option<$wide> {
                <$wide>::from(*self).checked_mul(<$wide>::from(*other))
            }

            fn alone(&self) -> Option<$wide> {
                Some((*self).into())
            }
        }
    };
}

/// Grids counted in `$wide`.
macro_rules! total {
    ($wide:ty) => {
        impl Total for $wide {
            fn none() -> Self {
                0
            }

            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn with_centre(self, _copies: u32, _centre: Option<bool>) -> Option<Self> {
                Some(self)
            }
        }
    };
}

total!(u128);
count!(u64, u128);
count!(u128, u128);

#[cfg(test)]
total!(u16);
#[cfg(test)]
count!(u8, u16);
