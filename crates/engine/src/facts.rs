//! The properties of an engine that depend on no problem.

use gridcheck_core::constraint::{Kind, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};

use super::error::Unsupported;

/// The properties of an engine. They are stated nowhere else: code that chooses among engines reads them and knows no engine by name.
#[derive(Debug, Clone, Copy)]
pub struct EngineFacts {
    /// The name that `--engine` takes.
    pub name: &'static str,
    /// The independence of the engine from others.
    pub witness: Witness,
    /// The way in which the engine reaches a sum over all grids.
    pub method: Method,
    /// The kinds of grid that the engine supports.
    pub kinds: &'static [GridKind],
    /// The symmetries that the engine supports.
    pub symmetries: &'static [Symmetry],
    /// The kinds of constraint that the engine supports.
    pub constraints: &'static [Kind],
    /// The place of the engine among all by the time of a whole count, from 1 for the fastest. Engines of similar speed share a place.
    pub rank: u8,
    /// The part of clauses in the engine's work.
    pub clauses: ClauseUse,
    /// `true` if the engine can find an extreme where a count would take far too long.
    pub seeks_extremes: bool,
}

impl EngineFacts {
    /// Returns `true` if the engine lists grids.
    pub fn lists(&self) -> bool {
        matches!(self.method, Method::Lists { .. })
    }

    /// Returns `true` if the engine lists a small part of a large problem in milliseconds.
    pub fn suits_small_parts(&self) -> bool {
        self.method == Method::Lists { suits_small_parts: true }
    }

    /// Requires that the engine supports the kind of the problem's grids.
    ///
    /// # Errors
    /// Names the kind, and those that the engine supports.
    pub fn check_kind(&self, problem: &Problem) -> Result<(), Unsupported> {
        let asked = problem.rules().kind;
        if self.kinds.contains(&asked) {
            return Ok(());
        }
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        Err(format!("kind = \"{}\", it supports only {}", asked.name(), in_words(&names)).into())
    }

    /// Requires that the engine supports the kind of grids, the symmetry and the constraints of a problem.
    ///
    /// # Errors
    /// Names what the engine does not support, and what it supports.
    pub fn check(&self, problem: &Problem) -> Result<(), Unsupported> {
        self.check_kind(problem)?;
        let (asked, taken) = (problem.symmetry(), self.symmetries);
        if !taken.contains(&asked) {
            let names: Vec<&str> = taken.iter().map(|symmetry| symmetry.name()).collect();
            return Err(format!("symmetry {}, it supports only {}", asked.name(), in_words(&names)).into());
        }
        self.check_constraints(problem)
    }

    /// Requires that the engine sorts grids by these measures, for engines that sort by what they can constrain.
    ///
    /// # Errors
    /// Names a measure that the engine does not support.
    pub fn check_measures(&self, by: &[Measure]) -> Result<(), Unsupported> {
        match by.iter().find(|measure| !self.constraints.contains(&measure.kind())) {
            Some(strange) => Err(format!("grids by {strange}").into()),
            None => Ok(()),
        }
    }

    /// Requires that the engine supports the constraints of a problem.
    ///
    /// # Errors
    /// Names the constraint that the engine does not support, and what it supports.
    fn check_constraints(&self, problem: &Problem) -> Result<(), Unsupported> {
        let taken = self.constraints;
        let strange = problem.constraints().iter().find(|constraint| !taken.contains(&constraint.subject.kind()));
        let Some(strange) = strange else { return Ok(()) };
        let names: Vec<&str> = taken.iter().map(|kind| kind.name()).collect();
        Err(if names.is_empty() {
            format!("the constraint {strange}, it supports none").into()
        } else {
            format!("the constraint {strange}, it supports only {}", in_words(&names)).into()
        })
    }
}

/// Joins names with commas, and with `and` before the last.
fn in_words(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}

/// The way in which an engine reaches a sum over all grids: what its [`Prepared`](crate::Prepared) problems offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The engine lists the grids.
    Lists {
        /// `true` if the time depends on the open squares and hardly on the grid's size. Such an engine lists a small part of a large
        /// problem in milliseconds.
        suits_small_parts: bool,
    },
    /// The engine adds the sums of independent blocks.
    AddsBlocks {
        /// `true` if the grids of a block have [numbers](crate::blocks::NumberedBlocks).
        numbers_grids: bool,
    },
    /// The engine counts all grids at once.
    CountsWhole,
}

/// The part of clauses in an engine's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseUse {
    /// The engine makes no use of clauses.
    None,
    /// The engine reads the rules as clauses and so can share the mistakes of a formula.
    ReadsRules,
    /// The engine is another person's program. It receives the rules in this form, not as clauses. Its method is unknown here.
    Unknown {
        /// The form of the rules, as in "a logic program".
        receives: &'static str,
    },
}

/// The independence of an engine, as a witness, from other engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// The engine shares nothing with any other engine but the grid and the rule data.
    Alone,
    /// The engine counts as one witness with all engines that share this part, as in "the translation into clauses".
    Sharing(&'static str),
}

impl Witness {
    /// Returns the shared part that makes two different engines one witness, if there is one.
    pub fn shared_with(self, other: Witness) -> Option<&'static str> {
        match self {
            Witness::Sharing(what) if self == other => Some(what),
            _ => None,
        }
    }
}
