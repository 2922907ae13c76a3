//! Holds the first terms of a recurrence against the counts of engines.
//!
//! The proof is about the automaton: its counts obey the recurrence. That the automaton counts grids is not part of the proof, and a mistake in
//! it makes a proved recurrence of wrong numbers. An engine shares only the data of rules and grids with the automaton, so a mistake shows
//! as a difference.

use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::{EngineError, Engines, Run};
use num_bigint::BigUint;
use serde::Serialize;
use thiserror::Error;

use super::StripError;

/// The terms that engines counted too, with equal results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The number of first terms a(1), a(2), … that engines counted too, all with the same result.
    pub compared_terms: usize,
    /// The engines that counted them, in the order of their first counts.
    pub engines: Vec<&'static str>,
}

/// A term that an engine counts differently. So the automaton or the engine is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "nothing is proved: a({width}) is {term} by the states of the strip, but engine {engine} counts {} of {height} x {width}; \
     one of them is wrong, so please report this",
    plural(*count, "grid")
)]
pub struct Disagreement {
    /// The rows of the strip.
    pub height: usize,
    /// The columns.
    pub width: usize,
    /// The term of the recurrence.
    pub term: BigUint,
    /// The engine that counts another number of grids.
    pub engine: &'static str,
    /// The engine's count.
    pub count: u128,
}

/// The fewest widths, one odd and one even.
const MIN_WIDTHS: usize = 2;
/// Strips of so few squares are compared even after the time: every engine counts them at once, and a busy computer must not hide a difference.
const MIN_SQUARES: usize = 20;

/// Compares the first terms with the counts of the fastest engines, as many of them as the time allows.
pub(crate) fn compare(
    height: usize,
    rules: &Ruleset,
    terms: &[BigUint],
    engines: Engines,
    time: Duration,
    run: &Run,
) -> Result<Comparison, StripError> {
    let end = Moment::after(time);
    let mut comparison = Comparison::default();
    let is_small = |width: usize| width <= MIN_WIDTHS || height * width <= MIN_SQUARES;
    for (width, term) in (1..).zip(terms).take_while(|&(width, _)| is_small(width) || !end.is_past()) {
        let size = Size::new(height, width).map_err(ProblemError::Size)?;
        let problem = Problem::of_size(size, rules.clone())?;
        let Some(prepared) = engines.fastest(&problem, &SumKind::Plain) else { break };
        let limit = if is_small(width) { Duration::MAX } else { end.left() };
        let count = match with_timeout(run, limit, |run| prepared.count(run)) {
            Ok(Some(count)) => count,
            Ok(None) | Err(EngineError::Overflow) => break,
            Err(error) => return Err(error.into()),
        };
        let engine = prepared.name();
        if *term != BigUint::from(count) {
            return Err(Disagreement { height, width, term: term.clone(), engine, count }.into());
        }
        comparison.compared_terms = width;
        if !comparison.engines.contains(&engine) {
            comparison.engines.push(engine);
        }
    }
    if comparison.compared_terms < MIN_WIDTHS { Err(StripError::NoEngine(height)) } else { Ok(comparison) }
}
