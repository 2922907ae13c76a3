//! Stops the solver varisat, which cannot be told to stop.
//!
//! While varisat searches, it writes its proof in small blocks, and it stops if the writer fails. [`DiscardedProof`] keeps nothing, and fails
//! once the run must stop. The format must be varisat's own: no other allows new clauses and assumptions between answers. Its cost was not
//! measurable. Without it, one hard formula outlasts every signal and every time limit: that no 13 × 13 British grid has over 48 words
//! takes more than two minutes.
//!
//! After a failed answer, the caller asks [`Run::check`] first: if the run must stop, that is the reason.

use std::io::{self, Write};

use super::run::Run;

/// A place for a proof that accepts it until the run must stop.
pub struct DiscardedProof<'r>(pub &'r Run);

impl Write for DiscardedProof<'_> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.0.check().map_err(io::Error::other)?;
        Ok(proof.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_a_discarded_proof_fails_after_a_stop() {
        let run = Run::new();
        let mut proof = DiscardedProof(&run);
        assert_eq!(proof.write(b"a clause").ok(), Some(8));
        run.stop();
        assert!(proof.write(b"a clause").is_err());
    }
}
