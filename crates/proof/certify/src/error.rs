//! Defines the reasons why there is no certificate.

use std::fmt::Display;
use std::io;

use thiserror::Error;

use crate::refutation::Stop;
use gridcheck_checker::manifest::MAX_GRIDS;
use gridcheck_checker::refusal::Refusal;
use gridcheck_engine::prover::ProverError;

/// The reason why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The folder cannot be made or written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The problem is too large, or the checker found an error in the certificate.
    #[error("no certificate could be made: {0}")]
    Wrong(Refusal),
    /// The prover failed.
    #[error(transparent)]
    Prover(ProverError),
    /// The watch stopped the work.
    #[error("stopped")]
    Stopped,
}

impl From<Refusal> for CertifyError {
    fn from(why: Refusal) -> Self {
        CertifyError::Wrong(why)
    }
}

impl From<Stop> for CertifyError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Requested => CertifyError::Stopped,
            Stop::Refused(why) => CertifyError::Wrong(why),
        }
    }
}

/// Creates the refusal of more grids than a certificate can have.
pub(super) fn too_many(grids: impl Display) -> Refusal {
    Refusal::new(format!("{grids} grids, more than the {MAX_GRIDS} that a certificate can have"))
}
