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
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;
use gridcheck_registry::ENGINES;

use crate::engines::{Programs, SumRequest};
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
        let left_out = out_of_reach(problem, engine);
        let scope = if left_out.is_some() { Scope::Symmetrical } else { Scope::Whole };
        let classes = classify(problem, scope, |part| {
            let engine = SumRequest::number(part).prepared_by_or_fastest(engine, programs, host)?;
            let count = engine.count(&host.run(engine.name()))?;
            host.learned(format!("{} of symmetry {}", plural(count, "grid"), part.rules().symmetry.name()));
            Ok::<_, Failure>(Counted { count, engines: vec![engine.name()] })
        })?;
        let left_out = left_out.map(|why| ExcludedType { symmetry: problem.rules().symmetry, why });
        let primitive = classes.primitive();
        Ok(About::new(problem, SymmetryReport { classes, left_out, primitive, seconds: start.seconds() }))
    }
}

/// Returns why all grids cannot be counted in reasonable time, or `None` if they can.
fn out_of_reach(problem: &Problem, name: Option<&str>) -> Option<String> {
    // An engine that cannot count at all reports this itself.
    let prepared = match name {
        Some(name) => ENGINES.named(name)?.prepare(problem, &SumKind::Plain).ok()?,
        None => ENGINES.fastest(problem, &SumKind::Plain)?,
    };
    Some(format!("{}: {}", prepared.name(), prepared.slow()?))
}
