//! Who refutes formulas: a solver that writes down why a formula has no model.
//!
//! A prover is no engine. It knows nothing of grids and counts none, and what it says is worth as much as its proof, which
//! others check.

use std::io::Read;

use thiserror::Error;

use super::Run;

/// What a prover says of a formula.
pub enum Verdict {
    /// It has a model.
    Satisfiable,
    /// It has none.
    Refuted(Proof),
}

/// A DRAT proof in text form (Wetzler, Heule & Hunt 2014, "DRAT-trim"), as somebody wrote it: nothing is known of it.
pub struct Proof {
    /// Its text.
    pub text: Box<dyn Read>,
    /// How many bytes that has.
    pub bytes: u64,
}

/// Why a prover says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProverError {
    /// The run was asked to stop.
    #[error("stopped")]
    Stopped,
    /// It failed.
    #[error("prover {prover}: {what}")]
    Failed {
        /// The prover's name.
        prover: &'static str,
        /// What happened.
        what: String,
    },
}

/// Refutes formulas.
pub trait Prover: Sync {
    /// The name that `--prover` takes.
    fn name(&self) -> &'static str;

    /// Whether a formula, in DIMACS form without comments, has a model; if not, why.
    fn refute(&self, formula: Vec<u8>, run: &Run) -> Result<Verdict, ProverError>;
}
