//! Judges a grid that is given as an answer: does it have the given squares, is it valid, and does it satisfy the constraints?
//!
//! The validator knows only rules, not a problem's givens and constraints. Alone, it would accept the grids of an engine that
//! ignores those.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::serial::AsSquare;
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::{Diagnostic, named};
use gridcheck_validator::stats::{satisfied, unsatisfied};

/// Judges the answers to one problem.
pub struct GridChecker {
    validator: Validator,
    givens: Givens,
    constraints: Vec<Constraint>,
}

/// The faults of a grid, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridFaults {
    /// Every broken rule.
    pub violations: Vec<Diagnostic>,
    /// The first given square (row and column, from 0) that has the wrong colour.
    pub against_given: Option<(usize, usize)>,
    /// The constraints that it violates, and its values instead.
    pub unsatisfied: Vec<(Constraint, String)>,
}

impl GridChecker {
    /// Creates a judge of the answers to `problem`.
    pub fn new(problem: &Problem) -> Self {
        GridChecker {
            validator: Validator::new(problem.rules()),
            givens: problem.givens().clone(),
            constraints: problem.constraints().to_vec(),
        }
    }

    /// Returns `true` if the grid has no fault.
    pub fn accepts(&self, grid: &Grid) -> bool {
        self.givens.first_broken(grid).is_none() && self.validator.is_valid(grid) && satisfied(grid, &self.constraints)
    }

    /// Returns all faults of the grid.
    pub fn opinion(&self, grid: &Grid) -> GridFaults {
        let violations = named(grid, self.validator.violations(grid));
        let unsatisfied = unsatisfied(grid, &self.constraints);
        GridFaults { violations, against_given: self.givens.first_broken(grid), unsatisfied }
    }
}

impl GridFaults {
    /// Returns `true` if the grid has no fault.
    pub fn is_good(&self) -> bool {
        self.violations.is_empty() && self.against_given.is_none() && self.unsatisfied.is_empty()
    }

    /// Returns the keys of the broken rules, each once: `given` for a contradicted given square, `where` for a constraint.
    pub fn rules(&self) -> BTreeSet<&'static str> {
        let given = self.against_given.map(|_| "given");
        let constraint = (!self.unsatisfied.is_empty()).then_some("where");
        given.into_iter().chain(self.violations.iter().filter_map(Diagnostic::rule)).chain(constraint).collect()
    }

    /// Returns the faults, a line each.
    pub fn lines(&self) -> Vec<String> {
        let given =
            self.against_given.map(|(r, c)| format!("given: row {}, column {} has the other colour", r + 1, c + 1));
        let constraints =
            self.unsatisfied.iter().map(|(constraint, instead)| format!("where: {constraint}: {instead}"));
        given.into_iter().chain(self.violations.iter().map(Diagnostic::line)).chain(constraints).collect()
    }
}

/// An element of the list that faults serialize as.
#[derive(Serialize)]
#[serde(untagged)]
enum FaultReport<'a> {
    Given {
        rule: &'static str,
        message: String,
        #[serde(flatten)]
        square: AsSquare,
    },
    Rule(&'a Diagnostic),
    Constraint {
        rule: &'static str,
        message: String,
    },
}

/// Serializes as a list of violations. A contradicted given square has the rule `given`, a violated constraint the rule `where`.
impl Serialize for GridFaults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = self.against_given.map(|(r, c)| FaultReport::Given {
            rule: "given",
            message: format!("row {}, column {} has the other colour", r + 1, c + 1),
            square: (r, c).into(),
        });
        let violations = self.violations.iter().map(FaultReport::Rule);
        let constraints = self.unsatisfied.iter().map(|(constraint, instead)| FaultReport::Constraint {
            rule: "where",
            message: format!("{constraint}: {instead}"),
        });
        serializer.collect_seq(given.into_iter().chain(violations).chain(constraints))
    }
}
