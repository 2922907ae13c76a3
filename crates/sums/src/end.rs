//! The sums that end a file or a piece. For distributions, these are only the numbers of all grids.

use gridcheck_engine::blocks::{BlockSum, SumKind};

/// Returns the kind of the sums that end a file of this kind.
pub(crate) fn kind_at_end(kind: &SumKind) -> SumKind {
    match kind {
        SumKind::Distribution(_) => SumKind::Plain,
        SumKind::Plain | SumKind::Extreme(_) => kind.clone(),
    }
}

/// Returns this sum as the end of a file states it; `None` on overflow.
pub(crate) fn sum_at_end(sum: &BlockSum) -> Option<BlockSum> {
    match sum {
        BlockSum::Distribution(distribution) => distribution.total().map(BlockSum::Plain),
        BlockSum::Plain(_) | BlockSum::Extreme { .. } => Some(sum.clone()),
    }
}
