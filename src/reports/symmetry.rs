//! The numbers of grids by type of symmetry, and their report.
//!
//! If counting all grids would take unreasonably long, the types that need that count are left out, and the others are still
//! counted.

use serde::Serialize;

use super::json::About;
use crate::classes::{Classes, Counted, Scope, TypeNames, classify};
use crate::engine::blocks::SumKind;
use crate::engines::ENGINES;
use crate::problem::Problem;
use crate::rules::Symmetry;
use crate::serial::DigitsIfKnown;

/// The numbers of grids by symmetry.
pub struct BySymmetry {
    /// The types that were counted.
    pub classes: Classes,
    /// The reason why the type without a further symmetry was left out, if it was.
    pub left_out: Option<String>,
}

impl BySymmetry {
    /// Counts the grids of a problem by type. `count` counts those of one symmetry. `engine` is the engine that it asks; without one, it asks
    /// the fastest.
    ///
    /// # Errors
    /// `count` fails, or its numbers contradict each other.
    pub fn count(
        problem: &Problem,
        engine: Option<&str>,
        count: impl FnMut(&Problem) -> anyhow::Result<Counted>,
    ) -> anyhow::Result<Self> {
        let left_out = out_of_reach(problem, engine);
        let scope = if left_out.is_some() { Scope::Symmetrical } else { Scope::Whole };
        Ok(BySymmetry { classes: classify(problem, scope, count)?, left_out })
    }

    /// Returns the report.
    pub fn report<'a>(&'a self, problem: &Problem, seconds: f64) -> About<SymmetryAnswer<'a>> {
        let symmetry = problem.rules().symmetry;
        let left_out = self.left_out.as_deref().map(|why| ExcludedType { symmetry, why });
        let primitive = self.classes.primitive();
        About::new(problem, SymmetryAnswer { classes: &self.classes, left_out, primitive, seconds })
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

/// The report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SymmetryAnswer<'a> {
    #[serde(flatten)]
    classes: &'a Classes,
    left_out: Option<ExcludedType<'a>>,
    #[serde(with = "DigitsIfKnown")]
    primitive: Option<u128>,
    seconds: f64,
}

/// The type that was not counted, and the reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ExcludedType<'a> {
    #[serde(flatten, with = "TypeNames")]
    symmetry: Symmetry,
    why: &'a str,
}
