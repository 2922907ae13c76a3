//! What ways that are alike are worth together.
//!
//! The sweep adds up ways that have become alike, the join multiplies what meets; what they are *worth* neither knows. Ways that are
//! counted are worth their number. Ways that are [measured](super::measured) are worth a polynomial, a term for each exponent. It is
//! never held whole, but as what is asked of it: its [`Best`] term; its least and greatest exponent ([`Span`]); its values at some points
//! of a prime field ([`Values`](super::values::Values)).
//!
//! Invariant: nothing wraps. What does not fit is an error.

use gridcheck_run::EngineError;

/// What ways that are alike are worth together.
pub trait Weight: Copy + Send + Sync + 'static {
    /// What squares make of it.
    type Factor: Copy + Send + Sync;
    /// What grids are worth together.
    type Total: Copy + Send + Sync;

    /// About how many times as long it takes as a count.
    const WORK: u64;
    /// No way.
    const NONE: Self;
    /// One way, without a square so far.
    const ONE: Self;
    /// No grid.
    const NO_GRID: Self::Total;

    /// These ways or those.
    fn add(self, other: Self) -> Result<Self, EngineError>;
    /// The same ways, with more squares.
    fn scaled(self, more: &Self::Factor) -> Self;
    /// The grids that each of these ways makes with each of those and these squares between them, so many times.
    fn add_product(
        self,
        other: Self,
        between: &Self::Factor,
        times: u128,
        total: &mut Self::Total,
    ) -> Result<(), EngineError>;
    /// These grids, so many times, and those.
    fn sum(one: Self::Total, times: u128, other: Self::Total) -> Result<Self::Total, EngineError>;
    /// These grids without one that has nothing that is measured; it is among them.
    fn without_one(grids: Self::Total) -> Self::Total;
}

/// Ways that are alike are no more than 64 bits can count, in a quadrant; grids no more than 128.
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
        // Two numbers of 64 bits fit into 128.
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

/// Ways by the least and the greatest exponent among them, and their number.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    transitions: u64,
    least: u16,
    most: u16,
}

/// Grids by the least and the greatest exponent among them, and their number. Of no grid the least is above the greatest.
#[derive(Debug, Clone, Copy)]
pub struct GridSpan {
    pub grids: u128,
    pub least: u16,
    pub most: u16,
}

impl GridSpan {
    /// How many exponents there are from the least to the greatest.
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

    /// The span may be wider than it need be then.
    fn without_one(grids: GridSpan) -> GridSpan {
        GridSpan { grids: grids.grids - 1, ..grids }
    }
}

/// The greatest exponent, or the least, and the ways that have it.
#[derive(Debug, Clone, Copy)]
pub struct Best<const GREATEST: bool> {
    exponent: u16,
    transitions: u64,
}

/// The greatest exponent, or the least, and the grids that have it, if there are any.
#[derive(Debug, Clone, Copy)]
pub struct BestGrids {
    pub exponent: u16,
    pub grids: u128,
}

/// Whether the first of two is the better, or they are alike.
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

    /// Right where the greatest is asked for. Where it is the least, the one may have been the only best: who asks sorts all grids
    /// then.
    fn without_one(grids: BestGrids) -> BestGrids {
        BestGrids { grids: grids.grids - u128::from(grids.exponent == 0), ..grids }
    }
}
