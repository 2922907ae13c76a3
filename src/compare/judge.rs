//! What is to be said of a grid that somebody gives as an answer: does it have the given squares, is it valid, and does it
//! satisfy the constraints?
//!
//! The validator knows rules and nothing of a problem's givens and constraints; an engine that forgot one would pass it.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::constraint::Constraint;
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
use crate::rule_violation::RuleViolation;
use crate::stats::{granted, not_granted};
use crate::validator::Validator;

/// Judges the answers to one problem.
pub struct Judge {
    validator: Validator,
    givens: Givens,
    constraints: Vec<Constraint>,
}

/// What is wrong with a grid, if anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Every broken rule.
    pub violations: Vec<RuleViolation>,
    /// The first given square (row and column, from 0) that has the wrong colour.
    pub against_given: Option<(usize, usize)>,
    /// The constraints that it does not grant, and what it has instead.
    pub not_granted: Vec<(Constraint, String)>,
}

impl Judge {
    /// A judge of answers to `problem`.
    pub fn new(problem: &Problem) -> Self {
        Judge {
            validator: Validator::new(problem.rules()),
            givens: problem.givens().clone(),
            constraints: problem.constraints().to_vec(),
        }
    }

    /// Whether there is nothing wrong with the grid.
    pub fn accepts(&self, grid: &Grid) -> bool {
        self.givens.first_broken(grid).is_none() && self.validator.is_valid(grid) && granted(grid, &self.constraints)
    }

    /// Everything that is wrong with it.
    pub fn opinion(&self, grid: &Grid) -> Opinion {
        let violations = RuleViolation::of(grid, self.validator.violations(grid));
        let not_granted = not_granted(grid, &self.constraints);
        Opinion { violations, against_given: self.givens.first_broken(grid), not_granted }
    }
}

impl Opinion {
    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.violations.is_empty() && self.against_given.is_none() && self.not_granted.is_empty()
    }

    /// The keys of the broken rules, each once; `given` for a square against the givens, `where` for a constraint.
    pub fn rules(&self) -> BTreeSet<&'static str> {
        let given = self.against_given.map(|_| "given");
        let constraint = (!self.not_granted.is_empty()).then_some("where");
        given.into_iter().chain(self.violations.iter().map(RuleViolation::rule)).chain(constraint).collect()
    }

    /// What is wrong, a line each.
    pub fn lines(&self) -> Vec<String> {
        let given =
            self.against_given.map(|(r, c)| format!("given: row {}, column {} has the other colour", r + 1, c + 1));
        let constraints =
            self.not_granted.iter().map(|(constraint, instead)| format!("where: {constraint}: {instead}"));
        given.into_iter().chain(self.violations.iter().map(RuleViolation::line)).chain(constraints).collect()
    }
}

/// A list of violations, of which a square against the givens is one, of the rule `given`, and a constraint not granted another, of the rule
/// `where`.
impl Serialize for Opinion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = self.against_given.map(|(r, c)| {
            let message = format!("row {}, column {} has the other colour", r + 1, c + 1);
            json!({ "rule": "given", "message": message, "row": r + 1, "column": c + 1 })
        });
        let violations = self.violations.iter().map(|violation| json!(violation));
        let constraints = self
            .not_granted
            .iter()
            .map(|(constraint, instead)| json!({ "rule": "where", "message": format!("{constraint}: {instead}") }));
        serializer.collect_seq(given.into_iter().chain(violations).chain(constraints))
    }
}
