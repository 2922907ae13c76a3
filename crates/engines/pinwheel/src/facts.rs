//! The engine, its name, and its properties that depend on no problem.

use gridcheck_core::constraint::Kind;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::{ClauseUse, EngineFacts, Method, Witness};

/// The engine `pinwheel`; the crate documentation describes its method.
pub struct Pinwheel;

pub(crate) const NAME: &str = "pinwheel";

/// The largest size: beyond it, the partitions have more runs than can be numbered.
pub(crate) const LARGEST: usize = 23;

pub(crate) const FACTS: EngineFacts = EngineFacts {
    name: NAME,
    witness: Witness::Alone,
    method: Method::AddsBlocks { numbers_grids: true },
    kinds: &[GridKind::Blocks],
    symmetries: &[Symmetry::Rot180, Symmetry::Rot90],
    constraints: &[
        Kind::Letters,
        Kind::Blacks,
        Kind::Words,
        Kind::Checked,
        Kind::Unchecked,
        Kind::Length,
        Kind::MeanLength,
        Kind::Lengths,
    ],
    rank: 1,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};
