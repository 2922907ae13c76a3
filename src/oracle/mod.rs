//! Valid grids from a satisfiability solver, one at a time, under assumptions: is there a grid in which these squares are white
//! and those black?
//!
//! What is to be completed or repaired asks this hundreds of times of one problem. The engine `sat` lists whole problems, cut into
//! cubes with a solver each, and keeps its clauses to itself; here one solver (varisat, conflict-driven clause learning) is asked
//! again and again and keeps what it has learned. The clauses are those of [`export::cnf`](crate::export::cnf).
//!
//! **Connectedness** is left out of the clauses: at 15 × 15 it takes 23,000 of the 25,000 variables, and to make an American grid
//! British took 4.0 s with it and 1.2 s without. A grid in several pieces gets a clause that no grid in one piece breaks ([`cuts`]), and the solver is asked again.
//!
//! **Every grid is judged** by the validator before anybody gets it: by that its pieces are found, and if it finds anything else the
//! answer is an error, never the grid.
//!
//! **Stopping.** varisat cannot be interrupted. But it writes a proof while it searches, in small blocks, and gives up when that
//! fails: the proof goes to nobody, and fails once the run is stopped. In varisat's own proof format (alone) clauses and assumptions
//! may still be added between answers; the time it takes was not measurable.
//!
//! Invariant: variable r · n + c of the solver is square (r, c), true for white; what was ever added to it holds for every grid of
//! the problem, or names a variable that [`Oracle::fresh`] made.

mod cuts;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use varisat::solver::ProofFormat;
use varisat::{ExtendFormula, Solver, Var};

use crate::constraint::Constraint;
use crate::engine::{EngineError, Run};
use crate::export::cnf::Cnf;
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
use crate::rule_violation::RuleViolation;
use crate::stats::not_granted;
use crate::validator::{Validator, Violation};

pub use varisat::Lit;

/// Answers questions about the valid grids of one problem.
pub struct Oracle<'r> {
    solver: Solver<'r>,
    run: &'r Run,
    size: usize,
    givens: Givens,
    validator: Validator,
    constraints: Vec<Constraint>,
    variables: usize,
}

impl<'r> Oracle<'r> {
    /// Makes ready to answer, until the run is stopped.
    pub fn new(problem: &Problem, run: &'r Run) -> Self {
        let cnf = Cnf::in_pieces(problem);
        let mut solver = Solver::new();
        solver.write_proof(StopSign(run), ProofFormat::Varisat);
        let mut oracle = Oracle {
            solver,
            run,
            size: problem.size(),
            givens: problem.givens().clone(),
            validator: Validator::new(problem.rules()),
            constraints: problem.constraints().to_vec(),
            variables: cnf.variables(),
        };
        for clause in cnf.clauses() {
            let literals: Vec<Lit> = clause.iter().map(|&literal| Lit::from_dimacs(literal as isize)).collect();
            oracle.add(&literals);
        }
        oracle
    }

    /// "Square (`r`, `c`) is white", or black.
    pub fn square(&self, (r, c): (usize, usize), white: bool) -> Lit {
        Var::from_index(r * self.size + c).lit(white)
    }

    /// A variable that nothing is known of.
    pub fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    /// From now on one of these literals is true.
    pub fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// A valid grid that has the given squares, and in which all of these literals are true; `None` if there is none.
    pub fn grid(&mut self, assumed: &[Lit]) -> Result<Option<Grid>, EngineError> {
        loop {
            self.run.check()?;
            self.solver.assume(assumed);
            if !self.solve()? {
                return Ok(None);
            }
            let grid = self.painted()?;
            let cuts = self.judge(&grid)?;
            if cuts.is_empty() {
                return Ok(Some(grid));
            }
            for cut in cuts {
                self.add(&cut);
            }
        }
    }

    /// Of what was assumed when there was no grid, a part that excludes all grids; empty if there is none in any case.
    pub fn core(&self) -> Vec<Lit> {
        self.solver.failed_core().map(<[Lit]>::to_vec).unwrap_or_default()
    }

    fn solve(&mut self) -> Result<bool, EngineError> {
        match catch_unwind(AssertUnwindSafe(|| self.solver.solve())) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                self.run.check()?;
                Err(failed(error.to_string()))
            }
            Err(_) => Err(failed("it panicked".to_owned())),
        }
    }

    /// The grid that the solver has found.
    fn painted(&self) -> Result<Grid, EngineError> {
        let model = self.solver.model().ok_or_else(|| failed("there is no model of what is satisfiable".to_owned()))?;
        let n = self.size;
        let mut grid = Grid::black(n, n);
        for square in model.iter().filter(|literal| literal.is_positive() && literal.index() < n * n) {
            grid.set_white(square.index() / n, square.index() % n, true);
        }
        Ok(grid)
    }

    /// What is to be added because the grid is in several pieces; nothing if it is valid.
    fn judge(&self, grid: &Grid) -> Result<Vec<Vec<Lit>>, EngineError> {
        if let Some((r, c)) = self.givens.first_broken(grid) {
            return Err(failed(format!("its grid changes the given square in row {}, column {}", r + 1, c + 1)));
        }
        if let Some((constraint, instead)) = not_granted(grid, &self.constraints).first() {
            return Err(failed(format!("its grid does not satisfy the constraint {constraint}: {instead}")));
        }
        let violations = self.validator.violations(grid);
        match &violations[..] {
            [] => Ok(Vec::new()),
            [Violation::CutOff(pieces)] => {
                let cuts = cuts::cuts(grid, pieces);
                Ok(cuts.into_iter().map(|cut| cut.literals(|square, white| self.square(square, white))).collect())
            }
            _ => {
                let broken = RuleViolation::of(grid, violations);
                let broken: Vec<String> = broken.iter().map(RuleViolation::line).collect();
                Err(failed(format!(
                    "the validator finds its grid {} invalid, so that one of the two is wrong: {}",
                    grid.one_line(),
                    broken.join("; ")
                )))
            }
        }
    }
}

/// Where the solver's proof goes to: nowhere, until the run is stopped.
struct StopSign<'r>(&'r Run);

impl io::Write for StopSign<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.check().map(|()| bytes.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn failed(what: String) -> EngineError {
    EngineError::Failed { engine: "varisat", what }
}

#[cfg(test)]
mod tests;
