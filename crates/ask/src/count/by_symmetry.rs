//! The numbers of grids by type of symmetry, and their report.
//!
//! If counting all grids would take unreasonably long, the types that need that count are left out, and the others are still
//! counted.

use serde::Serialize;

use gridcheck_compare::classes::{Classes, Counted, Scope, TypeNames, classify};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_core::serial::DigitsIfKnown;
use gridcheck_engine::Prepared;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;

use crate::engines::{ENGINES, Programs, SumRequest};
use crate::failure::Failure;
use crate::host::Host;
use crate::json::About;

/// The numbers of grids by symmetry.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct SymmetryReport {
    /// The types that were counted.
    #[serde(flatten)]
    pub classes: Classes,
    pub left_out: Option<ExcludedType>,
    #[serde(with = "DigitsIfKnown")]
    primitive: Option<u128>,
    seconds: f64,
}

/// The type that was not counted, and the reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ExcludedType {
    #[serde(flatten, with = "TypeNames")]
    pub symmetry: Symmetry,
    pub why: String,
}

impl SymmetryReport {
    /// Counts the grids of a problem by type, with the engine of this name, or with the fastest for each symmetry.
    ///
    /// # Errors
    /// An engine cannot answer, fails or is stopped, or its numbers contradict each other.
    pub fn count(
        problem: &Problem,
        engine: Option<&str>,
        programs: &Programs,
        host: &dyn Host,
    ) -> Result<About<Self>, Failure> {
        let start = Moment::now();
        let whole = prepared(problem, engine);
        let left_out = whole.as_ref().and_then(|whole| Some(format!("{}: {}", whole.name(), whole.slow()?)));
        let scope = if left_out.is_some() { Scope::Symmetrical } else { Scope::Whole };
        let classes = classify(problem, scope, |part| {
            let other;
            let engine = if let Some(whole) = whole.as_ref().filter(|whole| whole.problem() == part) {
                whole
            } else {
                other = SumRequest::number(part).prepared_by_or_fastest(engine, programs, host)?;
                &other
            };
            let count = engine.count(&host.run(engine.name()))?;
            host.learned(format!("{} of symmetry {}", plural(count, "grid"), part.rules().symmetry.name()));
            Ok::<_, Failure>(Counted { count, engines: vec![engine.name()] })
        })?;
        let left_out = left_out.map(|why| ExcludedType { symmetry: problem.rules().symmetry, why });
        let primitive = classes.primitive();
        Ok(About::new(problem, SymmetryReport { classes, left_out, primitive, seconds: start.seconds() }))
    }
}

/// Returns the problem as the engine of that name prepares it, or the fastest. `None` if it cannot: then it says so when it is asked.
fn prepared(problem: &Problem, name: Option<&str>) -> Option<Prepared<'static>> {
    match name {
        Some(name) => ENGINES.named(name)?.prepare(problem, &SumKind::Plain).ok(),
        None => ENGINES.fastest(problem, &SumKind::Plain),
    }
}
