//! The name of the engine, and its properties that depend on no problem.

use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::{ClauseUse, EngineFacts, Method, Witness};

pub(crate) const NAME: &str = "window";

/// The largest size. Beyond it, the truth tables of words are too long, and a state's symbols need too many bits.
pub(crate) const LARGEST: usize = 21;

pub(crate) const FACTS: EngineFacts = EngineFacts {
    name: NAME,
    witness: Witness::Alone,
    method: Method::AddsBlocks { numbers_grids: false },
    kinds: &[GridKind::Blocks],
    symmetries: &[Symmetry::Rot180],
    constraints: &[],
    rank: 1,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};
