//! Weights: the values that a count adds and multiplies.
//!
//! The sweep adds up ways that lead to equal states, and the join multiplies ways that meet. Neither knows what a
//! *weight* is. The weight of counted ways is their number. The weight of [measured](super::measured) ways is a
//! polynomial with a term for each exponent. Only a part of it is stored: its [`Best`] term, its least and greatest
//! exponent ([`Span`]), or its values at some points of a prime field ([`Values`](super::values::Values)).
//!
//! Invariant: nothing wraps. What does not fit is an error.

use gridcheck_run::EngineError;

/// The total weight of ways that lead to equal states.
pub trait Weight: Copy + Send + Sync + 'static {
    /// The factor of squares.
    type Factor: Copy + Send + Sync;
    /// The total weight of grids.
    type Total: Copy + Send + Sync;

    /// The approximate cost relative to a plain count.
    const WORK: u64;
    /// The weight of no way.
    const NONE: Self;
    /// The weight of one way without a square.
    const ONE: Self;
    /// The weight of no grid.
    const NO_GRID: Self::Total;

    /// Adds the weight of other ways.
    ///
    /// # Errors
    /// The sum overflows.
    fn add(self, other: Self) -> Result<Self, EngineError>;
    /// Multiplies the weight by the factor of more squares.
    fn scaled(self, more: &Self::Factor) -> Self;
    /// Adds to `total` the grids of each of these ways with each of the others, with these squares between them,
    /// `times` times.
    ///
    /// # Errors
    /// The sum overflows.
    fn add_product(
        self,
        other: Self,
        between: &Self::Factor,
        times: u128,
        total: &mut Self::Total,
    ) -> Result<(), EngineError>;
    /// Returns `times` times the first weight plus the other one.
    ///
    /// # Errors
    /// The sum overflows.
    fn sum(one: Self::Total, times: u128, other: Self::Total) -> Result<Self::Total, EngineError>;
    /// Subtracts a grid with exponent 0, which must be contained.
    fn without_one(grids: Self::Total) -> Self::Total;
}

/// Counts ways of a quadrant in 64 bits and grids in 128 bits.
impl Weight for u64 {
    type Factor = ();
    type Total = u128;

    const WORK: u64 = 1;
    const NONE: u64 = 0;
    const ONE: u64 = 1;
    const NO_GRID: u128 = 0;

    #[inline]
    fn add(self, other: u64) -> Result<u64, EngineError> {
        self.checked_add(other).ok_or_else(|| {
            let what = "more ways to fill a quarter alike than 64 bits can count".to_owned();
            EngineError::Failed { engine: super::NAME, what }
        })
    }

    #[inline]
    fn scaled(self, (): &()) -> u64 {
        self
    }

    #[inline]
    fn add_product(self, other: u64, (): &(), times: u128, total: &mut u128) -> Result<(), EngineError> {
        // The product of two 64-bit numbers fits into 128 bits.
        let grids = (u128::from(self) * u128::from(other)).checked_mul(times);
        *total = grids.and_then(|grids| total.checked_add(grids)).ok_or(EngineError::Overflow)?;
        Ok(())
    }

    fn sum(one: u128, times: u128, other: u128) -> Result<u128, EngineError> {
        one.checked_mul(times).and_then(|one| one.checked_add(other)).ok_or(EngineError::Overflow)
    }

    fn without_one(grids: u128) -> u128 {
        grids - 1
    }
}

/// Ways: their number, and the least and the greatest exponent among them.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    transitions: u64,
    least: u16,
    most: u16,
}

/// Grids: their number, and the least and the greatest exponent among them. Without grids, the least exceeds the
/// greatest.
#[derive(Debug, Clone, Copy)]
pub struct GridSpan {
    pub grids: u128,
    pub least: u16,
    pub most: u16,
}

impl GridSpan {
    /// Returns the number of exponents from the least to the greatest.
    pub fn exponents(&self) -> usize {
        usize::from((self.most + 1).saturating_sub(self.least))
    }
}

impl Weight for Span {
    /// The exponent of the squares.
    type Factor = u16;
    type Total = GridSpan;

    const WORK: u64 = 1;
    const NONE: Span = Span { transitions: 0, least: u16::MAX, most: 0 };
    const ONE: Span = Span { transitions: 1, least: 0, most: 0 };
    const NO_GRID: GridSpan = GridSpan { grids: 0, least: u16::MAX, most: 0 };

    #[inline]
    fn add(self, other: Span) -> Result<Span, EngineError> {
        let transitions = Weight::add(self.transitions, other.transitions)?;
        Ok(Span { transitions, least: self.least.min(other.least), most: self.most.max(other.most) })
    }

    #[inline]
    fn scaled(self, more: &u16) -> Span {
        Span { least: self.least + more, most: self.most + more, ..self }
    }

    #[inline]
    fn add_product(self, other: Span, between: &u16, times: u128, total: &mut GridSpan) -> Result<(), EngineError> {
        self.transitions.add_product(other.transitions, &(), times, &mut total.grids)?;
        total.least = total.least.min(self.least + other.least + between);
        total.most = total.most.max(self.most + other.most + between);
        Ok(())
    }

    fn sum(one: GridSpan, times: u128, other: GridSpan) -> Result<GridSpan, EngineError> {
        let grids = u64::sum(one.grids, times, other.grids)?;
        Ok(GridSpan { grids, least: one.least.min(other.least), most: one.most.max(other.most) })
    }

    /// The span may then be wider than necessary.
    fn without_one(grids: GridSpan) -> GridSpan {
        GridSpan { grids: grids.grids - 1, ..grids }
    }
}

/// The ways with the extreme exponent: the greatest, or the least.
#[derive(Debug, Clone, Copy)]
pub struct Best<const GREATEST: bool> {
    exponent: u16,
    transitions: u64,
}

/// The grids with the extreme exponent, if there are any.
#[derive(Debug, Clone, Copy)]
pub struct BestGrids {
    pub exponent: u16,
    pub grids: u128,
}

/// Returns `true` if the first exponent is at least as good as the second.
fn is_as_good<const GREATEST: bool>(one: u16, other: u16) -> bool {
    if GREATEST { one >= other } else { one <= other }
}

impl<const GREATEST: bool> Weight for Best<GREATEST> {
    /// The exponent of the squares.
    type Factor = u16;
    type Total = BestGrids;

    const WORK: u64 = 1;
    const NONE: Self = Best { exponent: 0, transitions: 0 };
    const ONE: Self = Best { exponent: 0, transitions: 1 };
    const NO_GRID: BestGrids = BestGrids { exponent: 0, grids: 0 };

    #[inline]
    fn add(self, other: Self) -> Result<Self, EngineError> {
        match (self.transitions, other.transitions) {
            (_, 0) => Ok(self),
            (0, _) => Ok(other),
            _ if self.exponent == other.exponent => {
                Ok(Best { transitions: Weight::add(self.transitions, other.transitions)?, ..self })
            }
            _ if is_as_good::<GREATEST>(self.exponent, other.exponent) => Ok(self),
            _ => Ok(other),
        }
    }

    #[inline]
    fn scaled(self, more: &u16) -> Self {
        Best { exponent: self.exponent + more, ..self }
    }

    #[inline]
    fn add_product(self, other: Self, between: &u16, times: u128, total: &mut BestGrids) -> Result<(), EngineError> {
        let exponent = self.exponent + other.exponent + between;
        if total.grids > 0 && !is_as_good::<GREATEST>(exponent, total.exponent) {
            return Ok(());
        }
        let mut grids = if total.exponent == exponent { total.grids } else { 0 };
        self.transitions.add_product(other.transitions, &(), times, &mut grids)?;
        *total = BestGrids { exponent, grids };
        Ok(())
    }

    fn sum(one: BestGrids, times: u128, other: BestGrids) -> Result<BestGrids, EngineError> {
        let one = BestGrids { grids: u64::sum(one.grids, times, 0)?, ..one };
        match (one.grids, other.grids) {
            (_, 0) => Ok(one),
            (0, _) => Ok(other),
            _ if one.exponent == other.exponent => Ok(BestGrids { grids: u64::sum(one.grids, 1, other.grids)?, ..one }),
            _ if is_as_good::<GREATEST>(one.exponent, other.exponent) => Ok(one),
            _ => Ok(other),
        }
    }

    /// Correct for the greatest exponent. For the least, the subtracted grid may have been the only best one; the
    /// caller then computes a distribution instead.
    fn without_one(grids: BestGrids) -> BestGrids {
        BestGrids { grids: grids.grids - u128::from(grids.exponent == 0), ..grids }
    }
}
