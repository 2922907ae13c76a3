//! The solver varisat as the [engine](super::sat) and the [explanation](super::core) use it: it answers until the run is stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

use gridcheck_engine::discarded_proof::DiscardedProof;
use gridcheck_engine::{EngineError, Run};

pub(super) struct StoppableSolver<'r> {
    pub(super) solver: Solver<'r>,
    run: &'r Run,
    /// The name for errors.
    user: &'static str,
}

impl<'r> StoppableSolver<'r> {
    pub(super) fn new(user: &'static str, run: &'r Run) -> Self {
        let mut solver = Solver::new();
        solver.write_proof(DiscardedProof(run), ProofFormat::Varisat);
        StoppableSolver { solver, run, user }
    }

    /// Adds clauses: at most one of these variables is true, or one of the literals in `unless` is.
    pub(super) fn at_most_one(&mut self, variables: &[Var], unless: &[Lit]) {
        for (i, one) in variables.iter().enumerate() {
            for other in &variables[..i] {
                self.solver.add_clause(&[unless, &[one.negative(), other.negative()]].concat());
            }
        }
    }

    /// Returns `true` if there is a model. A solver that panicked must not be used again.
    pub(super) fn solve(&mut self) -> Result<bool, EngineError> {
        match catch_unwind(AssertUnwindSafe(|| self.solver.solve())) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                self.run.check()?;
                Err(self.failed(error.to_string()))
            }
            Err(_) => Err(self.failed("varisat panicked".to_owned())),
        }
    }

    pub(super) fn failed(&self, what: String) -> EngineError {
        EngineError::Failed { engine: self.user, what }
    }
}
