//! Defines provers: solvers that write a proof if a formula has no model.
//!
//! A prover is not an engine. It knows nothing of grids and counts none. Its answer is worth as much as its proof, which others check.

use std::io::{self, Read};

use thiserror::Error;

use super::run::Run;

/// The answer of a prover for a formula.
pub enum ProverAnswer {
    /// The formula has a model.
    Satisfiable,
    /// The formula has no model.
    Refuted(Proof),
}

/// An LRAT or DRAT proof in text form, unchecked.
pub struct Proof {
    /// The text of the proof.
    pub text: Box<dyn Read>,
    /// Number of bytes of the text.
    pub bytes: u64,
}

/// The reason why a prover gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum ProverError {
    #[error("stopped")]
    Stopped,
    #[error("prover {prover}: {what}")]
    Failed { prover: &'static str, what: String },
    /// A file that the prover reads or writes failed.
    #[error("prover {prover}: {what}")]
    File { prover: &'static str, what: String, kind: io::ErrorKind },
}

/// Proves that formulas have no model.
pub trait Prover: Sync {
    /// Returns the name that `--prover` takes.
    fn name(&self) -> &'static str;

    /// Decides if a formula, in DIMACS form without comments, has a model, and gives a proof if it has none.
    ///
    /// # Errors
    /// Returns an error if the prover fails or the run is stopped.
    fn refute(&self, formula: Vec<u8>, run: &Run) -> Result<ProverAnswer, ProverError>;
}
