//! Enumerates the models of a formula, distinguished by a few of its variables, with one varisat solver.
//!
//! Each model is blocked by one clause over those variables. Thousands of such clauses make a solver slow. Varisat 0.2.2 takes 46 s for
//! 43,000 models in one solver, and 2.6 s for the same models in a thousand solvers. Therefore [`cubes`](super::cubes) limits the number of
//! models of each solver. The solver contains only variables that the formula leaves open, with new numbers: its cost depends on the cube,
//! not on the problem.
//!
//! A [`DiscardedProof`] stops each solver once the run must stop.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

use super::formula::Formula;
use gridcheck_engine::discarded_proof::DiscardedProof;
use gridcheck_engine::{EngineError, Run};

/// Enumerates the assignments of `wanted` variables that some model of `formula` has.
pub(super) struct Models<'a> {
    solver: Solver<'a>,
    formula: &'a Formula,
    run: &'a Run,
    wanted: usize,
    /// The solver's number of each variable of the formula that it contains.
    local: Vec<Option<Var>>,
    scratch: Vec<Lit>,
}

impl<'a> Models<'a> {
    /// Creates the solver; `wanted` has at most 64 variables, without a value in `formula`.
    pub(super) fn new(formula: &'a Formula, wanted: &[Var], run: &'a Run) -> Self {
        debug_assert!(wanted.len() <= 64);
        let mut solver = Solver::new();
        solver.write_proof(DiscardedProof(run), ProofFormat::Varisat);
        let mut models = Models {
            solver,
            formula,
            run,
            wanted: wanted.len(),
            local: vec![None; formula.variables()],
            scratch: Vec::new(),
        };
        for &variable in wanted {
            models.local(variable.positive());
        }
        for clause in formula.clauses() {
            models.add_rest(clause);
        }
        models
    }

    /// Adds a clause in the formula's variables.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let mut rest = std::mem::take(&mut self.scratch);
        if self.formula.rest_of(clause, &mut rest) {
            self.add_rest(&rest);
        }
        self.scratch = rest;
    }

    /// Adds a clause whose variables have no value in the formula.
    fn add_rest(&mut self, clause: &[Lit]) {
        let renamed: Vec<Lit> = clause.iter().map(|&literal| self.local(literal)).collect();
        self.solver.add_clause(&renamed);
    }

    /// Returns the next assignment. Bit (number of wanted variables − 1 − i) is the value of wanted variable i, so that numbers sort as the
    /// assignments do. The same assignment is returned again until a clause forbids it.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the solver fails or panics.
    pub(super) fn next(&mut self) -> Result<Option<u64>, EngineError> {
        // It may have taken long to hand the solver its clauses.
        self.run.check()?;
        // A solver that panicked is not used again: the error ends the listing.
        match catch_unwind(AssertUnwindSafe(|| self.solver.solve())) {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return Ok(None),
            Ok(Err(error)) => {
                self.run.check()?;
                return Err(failed(error.to_string()));
            }
            Err(_) => return Err(failed("varisat panicked".to_owned())),
        }
        let model =
            self.solver.model().ok_or_else(|| failed("varisat has no model of a satisfiable formula".to_owned()))?;
        // The wanted variables are the solver's first.
        let white =
            model.iter().take(self.wanted).filter(|literal| literal.is_positive() && literal.index() < self.wanted);
        Ok(Some(white.map(|literal| 1 << (self.wanted - 1 - literal.index())).sum()))
    }

    /// Forbids an assignment that [`next`](Self::next) returned.
    pub(super) fn block(&mut self, assignment: u64) {
        let wanted = self.wanted;
        let clause: Vec<Lit> =
            (0..wanted).map(|i| Lit::from_index(i, assignment >> (wanted - 1 - i) & 1 == 0)).collect();
        self.solver.add_clause(&clause);
    }

    fn local(&mut self, literal: Lit) -> Lit {
        let variable = *self.local[literal.index()].get_or_insert_with(|| self.solver.new_var());
        variable.lit(literal.is_positive())
    }
}

fn failed(what: String) -> EngineError {
    EngineError::Failed { engine: "sat", what }
}
