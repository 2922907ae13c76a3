//! Lets the crate that proves recurrences of strips take part in an audit as an engine.
//!
//! It judges words, lines and regions with separate code, and counts the strips of every width at once. So it is a further witness on
//! rectangles with a short side, of any length. `count` does not offer it, because `gridcheck recurrence` does.

use std::sync::Arc;
use std::time::Duration;

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{
    ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Unsupported, Witness, only_counts,
};
use gridcheck_recurrence::{StripError, find};
use gridcheck_registry::ENGINES;

/// Counts strips by their recurrence.
pub struct StripEngine;

/// The shorter side up to which a recurrence takes seconds.
const NARROW: usize = 6;

/// Returns the shorter and the longer side. A strip and its reflection in the diagonal have the same number of grids.
fn sides(problem: &Problem) -> (usize, usize) {
    let (height, width) = (problem.height(), problem.width());
    (height.min(width), height.max(width))
}

const FACTS: EngineFacts = EngineFacts {
    name: "recurrence",
    witness: Witness::Alone,
    method: Method::CountsWhole,
    kinds: &[GridKind::Blocks],
    symmetries: &[Symmetry::None, Symmetry::Rot180],
    constraints: &[],
    // The recurrence is for questions that all engines leave open.
    rank: u8::MAX,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

/// Watches the stages of a count inside its run, which stops them.
struct Inside<'a>(&'a Run);

impl Watch for Inside<'_> {
    fn run(&self, _stage: &str) -> Arc<Run> {
        Arc::new(self.0.within(Duration::MAX))
    }
}

impl Engine for StripEngine {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let (short, _) = sides(problem);
        let accepted = if !problem.givens().is_empty() {
            Err("squares are given".into())
        } else if short > NARROW {
            Err(format!("the shorter side is {short}, at most {NARROW}").into())
        } else {
            only_counts(kind)
        };
        accepted.map_err(|why: Unsupported| why.by(self.name()))?;
        let asked = problem.clone();
        Ok(Prepared::whole(self, problem, kind, None, move |run| count(&asked, run).map(BlockSum::Plain)))
    }
}

/// Counts the strips of one length.
fn count(problem: &Problem, run: &Run) -> Result<u128, EngineError> {
    let (short, long) = sides(problem);
    let found = find(short, problem.rules(), ENGINES, &Inside(run)).map_err(|error| match error {
        StripError::Run(error) => error,
        StripError::Disagreement(error) => EngineError::Failed { engine: FACTS.name, what: error.to_string() },
        other => Declined { engine: FACTS.name, why: other.to_string() }.into(),
    })?;
    let last = found.first_terms(long).pop().unwrap_or_default();
    u128::try_from(&last).map_err(|_| EngineError::Overflow)
}
