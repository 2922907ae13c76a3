//! Finds valid grids with a satisfiability solver, one at a time, under assumptions: is there a grid in which these squares are
//! white and those black?
//!
//! Completion and repair ask hundreds of such questions about one problem. The engine `sat` lists whole problems, split into
//! cubes with a solver each, and does not share its clauses. Here a single solver (varisat, conflict-driven clause learning)
//! answers all questions and keeps the clauses that it learns. The clauses are those of [`encodings::cnf`](gridcheck_encodings::cnf).
//!
//! **Connectedness** is not encoded in the clauses. At 15 × 15 it needs 23,000 of the 25,000 variables; making an American grid
//! British took 4.0 s with it and 1.2 s without. If a grid has several pieces, clauses that every connected grid satisfies are
//! added ([`cuts`]), and the solver runs again.
//!
//! **Constraints on black squares that lie together and on hinges** are not in the clauses either. A grid that does not meet one is excluded
//! in the same way ([`black_shapes`], [`hinges`]).
//!
//! **Every grid is judged** by the validator before it is returned. The validator finds its pieces; any other violation is an
//! error, and the grid is not returned.
//!
//! **Stopping.** A [`DiscardedProof`] stops the solver once the run is stopped.
//!
//! Invariant: the first variables of the solver are those of the formula: the squares of a grid, true for white, or the orbits of edges of a
//! barred grid, true for a bar. Every added clause holds for every grid of the problem that no one has [forbidden](Oracle::forbid), or
//! contains a variable that [`Oracle::fresh`] made.

mod black_shapes;
mod cuts;
mod hinges;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use varisat::solver::ProofFormat;
use varisat::{ExtendFormula, Solver, Var};

use black_shapes::exclusion;
use cuts::{Place, SquareClause};
use gridcheck_core::constraint::{Constraint, Range, RoundedConstraint};
use gridcheck_core::grid::{Edge, Grid};
use gridcheck_core::problem::orbit::Orbit;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::size::Size;
use gridcheck_encodings::cnf::Cnf;
use gridcheck_engine::discarded_proof::DiscardedProof;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::{EngineError, Run};
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::{Diagnostic, named};
use gridcheck_validator::rule::connected;
use gridcheck_validator::stats::unsatisfied;
use hinges::Side;

pub use varisat::Lit;

/// Time after which the question whether there is any grid is given up.
const DECIDING: Duration = Duration::from_secs(10);

/// Returns `true` if some grid obeys the rules, the givens and the constraints, and `None` if the solver does not know it in time.
///
/// # Errors
/// Fails if the solver fails, or if the run is stopped.
pub fn exists(problem: &Problem, run: &Run) -> Result<Option<bool>, EngineError> {
    let found = with_timeout(run, DECIDING, |run| Oracle::new(problem, run).grid(&[]))?;
    Ok(found.map(|grid| grid.is_some()))
}

/// Finds valid grids of one problem under assumptions.
pub struct Oracle<'r> {
    solver: Solver<'r>,
    run: &'r Run,
    cnf: Cnf,
    size: Size,
    givens: Givens,
    validator: Validator,
    constraints: Vec<Constraint>,
    variables: usize,
}

impl<'r> Oracle<'r> {
    /// Prepares a solver that answers until the run is stopped.
    pub fn new(problem: &Problem, run: &'r Run) -> Self {
        let cnf = Cnf::in_pieces(problem);
        let mut solver = Solver::new();
        solver.write_proof(DiscardedProof(run), ProofFormat::Varisat);
        let mut oracle = Oracle {
            solver,
            run,
            size: problem.size(),
            givens: problem.givens().clone(),
            validator: Validator::new(problem.rules()),
            constraints: problem.constraints().to_vec(),
            variables: cnf.variables(),
            cnf,
        };
        for clause in oracle.cnf.clauses() {
            let literals: Vec<Lit> = clause.iter().copied().map(literal).collect();
            oracle.solver.add_clause(&literals);
        }
        oracle
    }

    /// Returns the literal that square (`r`, `c`) of a grid without bars is white, or that it is black.
    pub fn square(&self, (r, c): (usize, usize), white: bool) -> Lit {
        Var::from_index(r * self.size.columns() + c).lit(white)
    }

    /// Returns `true` if the grids are barred.
    pub fn is_barred(&self) -> bool {
        self.cnf.bars().is_some()
    }

    /// Returns the literal that an edge has a bar; `None` if the grids have no bars, and beyond the rim.
    pub fn bar(&self, edge: Edge) -> Option<Lit> {
        self.cnf.bar(edge).map(literal)
    }

    /// Returns the literal that the squares of an orbit are white, or that its edges have bars.
    ///
    /// # Panics
    /// Panics if the orbit is of another kind than the grids.
    pub fn orbit(&self, orbit: &Orbit) -> Lit {
        match orbit {
            Orbit::Squares(squares) => self.square(squares[0], true),
            Orbit::Edges(edges) => self.bar(edges[0]).expect("the grids have bars"),
        }
    }

    /// Returns the orbits of edges of a barred grid, each with the literal that it has bars; `None` if the grids have no bars.
    fn edges(&self) -> Option<impl Iterator<Item = (Lit, &[Edge])>> {
        let edges = self.cnf.bars()?;
        Some(self.cnf.choices().map(literal).zip(edges.iter().map(Vec::as_slice)))
    }

    /// Returns a new, unconstrained variable.
    pub fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    /// Adds a clause: one of these literals is true.
    pub fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Excludes this grid from all further answers.
    pub fn forbid(&mut self, grid: &Grid) {
        let other = self.other_than(grid);
        self.add(&other);
    }

    /// Returns the clause that a grid is another one than this.
    fn other_than(&self, grid: &Grid) -> Vec<Lit> {
        self.cnf.literals_of(grid).into_iter().map(|same| literal(-same)).collect()
    }

    /// Returns a valid grid that has the given squares and makes all of these literals true; `None` if there is none.
    ///
    /// # Errors
    /// Fails if the solver fails, if its grid is not valid, or if the run is stopped.
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

    /// Returns a subset of the last assumptions that excludes all grids; empty if no grid exists without assumptions.
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

    /// Returns the grid of the solver's model.
    fn painted(&self) -> Result<Grid, EngineError> {
        let model = self.solver.model().ok_or_else(|| failed("there is no model of what is satisfiable".to_owned()))?;
        let (height, width) = (self.size.rows(), self.size.columns());
        if let Some(edges) = self.edges() {
            let mut grid = Grid::white(height, width);
            let barred = edges.filter(|(bar, _)| model.get(bar.index()) == Some(bar));
            for &(one, other) in barred.flat_map(|(_, edges)| edges) {
                grid.bars_mut().set_between(one, other, true);
            }
            return Ok(grid);
        }
        let mut grid = Grid::black(height, width);
        for square in model.iter().filter(|literal| literal.is_positive() && literal.index() < height * width) {
            grid.set_white(square.index() / width, square.index() % width, true);
        }
        Ok(grid)
    }

    /// Returns the clause that an edge among these has no bar.
    fn opened(&self, open: &[Edge]) -> Vec<Lit> {
        let orbits = self.edges().into_iter().flatten();
        orbits.filter(|(_, edges)| edges.iter().any(|edge| open.contains(edge))).map(|(bar, _)| !bar).collect()
    }

    /// Returns clauses that exclude a grid with too many hinges, or too few.
    fn exclude_hinges(&self, grid: &Grid, range: Range) -> Vec<Vec<Lit>> {
        let square = |place: Place| self.square(place, !grid.is_white(place.0, place.1));
        let clause_of = |side: &Side| {
            if !self.is_barred() {
                return side.joined.into_iter().chain(side.around.iter().map(|&(_, to)| to)).map(square).collect();
            }
            let [hinge, one, other] = side.joined;
            let barred = [one, other].into_iter().filter_map(|end| self.bar((hinge.min(end), hinge.max(end))));
            let around: Vec<Edge> = side.around.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
            [self.opened(&around), barred.collect()].concat()
        };
        let sides = hinges::sides(grid);
        match range.most {
            // One hinge more than the limit shows that there are too many.
            Some(most) if sides.len() > most as usize => {
                sides.chunks_exact(most as usize + 1).map(|shown| shown.iter().flat_map(clause_of).collect()).collect()
            }
            _ => vec![self.other_than(grid)],
        }
    }

    fn literals(&self, clause: SquareClause) -> Vec<Lit> {
        clause.into_iter().map(|(place, white)| self.square(place, white)).collect()
    }

    /// Returns the clauses to add if the grid has several pieces, or does not meet a constraint. No clauses mean that it is an answer.
    fn judge(&self, grid: &Grid) -> Result<Vec<Vec<Lit>>, EngineError> {
        if let Some((r, c)) = self.givens.first_broken(grid) {
            return Err(failed(format!("its grid changes the given square in row {}, column {}", r + 1, c + 1)));
        }
        let violations = self.validator.violations(grid);
        match &violations[..] {
            [] => self.judge_constraints(grid),
            [only] if only.code == connected::CODE && self.is_barred() => {
                Ok(cuts::borders(grid, &only.squares).iter().map(|border| self.opened(border)).collect())
            }
            [only] if only.code == connected::CODE => {
                Ok(cuts::cuts(grid, &only.squares).into_iter().map(|clause| self.literals(clause)).collect())
            }
            _ => {
                let broken: Vec<String> = named(grid, violations).iter().map(Diagnostic::line).collect();
                Err(failed(format!(
                    "the validator finds its grid {} invalid, so that one of the two is wrong: {}",
                    grid.one_line(),
                    broken.join("; ")
                )))
            }
        }
    }

    /// Returns the clauses to add if a valid grid has hinges, or black squares together, against a constraint.
    fn judge_constraints(&self, grid: &Grid) -> Result<Vec<Vec<Lit>>, EngineError> {
        let unsatisfied = unsatisfied(grid, &self.constraints);
        let Some((constraint, instead)) = unsatisfied.first() else { return Ok(Vec::new()) };
        match RoundedConstraint::of(constraint, self.size) {
            RoundedConstraint::Black(shape, range) => Ok(vec![self.literals(exclusion(grid, shape, range))]),
            RoundedConstraint::Hinges(range) => Ok(self.exclude_hinges(grid, range)),
            _ => Err(failed(format!("its grid does not satisfy the constraint {constraint}: {instead}"))),
        }
    }
}

/// Returns the solver's form of a literal of the formula.
fn literal(dimacs: i32) -> Lit {
    Lit::from_dimacs(dimacs as isize)
}

fn failed(what: String) -> EngineError {
    EngineError::Failed { engine: "varisat", what }
}

#[cfg(test)]
mod tests;
