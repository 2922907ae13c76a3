//! The report of a published program, re-enacted with and without its faults.

use serde::{Serialize, Serializer};

use gridcheck_compare::judge::{GridChecker, GridFaults};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::serial::{Digits, DigitsIfKnown};
use gridcheck_explain::ho_2021::{Effect, Faults, Interesting, NAME, Reenactment, reenact};
use gridcheck_explain::minima::Minimum;

use crate::failure::Failure;
use crate::host::Host;
use crate::names::rules_named;

/// The program at each size: the numbers of grids with and without the faults.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ReenactmentReport {
    pub source: &'static str,
    pub sizes: Vec<ReenactedSize>,
}

/// The program at one size: numbers of grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ReenactedSize {
    pub size: usize,
    #[serde(with = "DigitsIfKnown")]
    pub published: Option<u128>,
    pub reproduced: bool,
    pub both_faults: usize,
    pub a_mended: usize,
    pub b_mended: usize,
    pub both_mended: usize,
    pub fault_a_alone: EffectReport,
    pub fault_b_alone: EffectReport,
    pub interesting: Vec<InterestingReport>,
}

/// The effect of one fault.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "effect"))]
#[expect(missing_docs, reason = "the names say it")]
pub struct EffectReport {
    pub lost: usize,
    pub let_in: usize,
    pub one_lost: Option<JudgedGrid>,
    pub one_let_in: Option<JudgedGrid>,
}

/// A figure of interesting grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct InterestingReport {
    #[serde(with = "Digits")]
    pub published: u128,
    pub stated: Vec<usize>,
    pub given_by: Vec<MinimumReport>,
}

/// A minimum that gives it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct MinimumReport {
    pub program: &'static str,
    pub least: usize,
    pub columns_too: bool,
}

/// A grid in one line, and its broken rules.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct JudgedGrid {
    #[serde(serialize_with = "one_line")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub grid: Grid,
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_validator::schema::Violations"))]
    pub violations: GridFaults,
}

fn one_line<S: Serializer>(grid: &Grid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&grid.one_line())
}

impl JudgedGrid {
    /// Judges a grid.
    pub fn new(grid: &Grid, judge: &GridChecker) -> Self {
        JudgedGrid { grid: grid.clone(), violations: judge.opinion(grid) }
    }
}

impl ReenactmentReport {
    /// Re-enacts the program. Its grids are judged by the rules that the source states.
    ///
    /// # Errors
    /// The run is stopped.
    pub fn new(host: &dyn Host) -> Result<Self, Failure> {
        let runs = reenact(host)?;
        Ok(ReenactmentReport { source: NAME, sizes: runs.iter().map(of_size).collect::<Result<_, _>>()? })
    }

    /// Returns `true` if the program gives every published figure.
    pub fn is_reproduced(&self) -> bool {
        self.sizes.iter().all(|size| size.reproduced)
    }
}

fn of_size(run: &Reenactment) -> Result<ReenactedSize, Failure> {
    let judge = GridChecker::new(&Problem::new(run.size, rules_named("ho")?)?);
    let grids = |faults: Faults| run.grids(faults).len();
    let effect = |faults: Faults| {
        let Effect { lost, let_in } = run.effect(faults);
        let one = |grids: &[Grid]| grids.first().map(|grid| JudgedGrid::new(grid, &judge));
        EffectReport { lost: lost.len(), let_in: let_in.len(), one_lost: one(&lost), one_let_in: one(&let_in) }
    };
    let minimum = |&(faults, Minimum { least, columns_too }): &(Faults, Minimum)| MinimumReport {
        program: faults.described(),
        least,
        columns_too,
    };
    let interesting = |Interesting { published, stated, explained_by }: &Interesting| InterestingReport {
        published: *published,
        stated: stated.clone(),
        given_by: explained_by.iter().map(minimum).collect(),
    };
    Ok(ReenactedSize {
        size: run.size,
        published: run.published,
        reproduced: run.is_reproduced(),
        both_faults: grids(Faults::BOTH),
        a_mended: grids(Faults::B),
        b_mended: grids(Faults::A),
        both_mended: grids(Faults::NONE),
        fault_a_alone: effect(Faults::A),
        fault_b_alone: effect(Faults::B),
        interesting: run.interesting.iter().map(interesting).collect(),
    })
}
