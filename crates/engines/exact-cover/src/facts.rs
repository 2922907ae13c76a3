//! Holds the properties of the engine.

use gridcheck_core::constraint::Kind;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::{ClauseUse, EngineFacts, Method, Witness};

pub(super) const NAME: &str = "exact-cover";

pub(super) const FACTS: EngineFacts = EngineFacts {
    name: NAME,
    witness: Witness::Alone,
    method: Method::Lists { suits_small_parts: true },
    kinds: &[GridKind::Blocks],
    symmetries: &Symmetry::ALL,
    constraints: &Kind::ALL,
    rank: 5,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};
