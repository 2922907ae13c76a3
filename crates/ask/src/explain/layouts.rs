//! The report of a published construction of layouts, re-enacted.

use serde::Serialize;

use gridcheck_compare::judge::GridChecker;
use gridcheck_core::serial::EachDigits;
use gridcheck_explain::nanogenmo_2021::{ConnectivityTest, NAME, SIZE, problem, reenact};

use super::figure::EngineCount;
use super::reenactment::JudgedGrid;
use crate::engines::ENGINES;
use crate::failure::Failure;
use crate::host::Host;
use crate::names::rules_named;
use crate::rules::DEFAULT;

/// The construction: numbers of grids, and those that its list of walls lets in.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct LayoutsReport {
    pub source: &'static str,
    pub size: usize,
    #[serde(with = "EachDigits")]
    pub published: Vec<u128>,
    #[serde(with = "EachDigits")]
    pub reproduced: Vec<u128>,
    pub patterns: usize,
    pub list_as_published: usize,
    pub list_mended: usize,
    pub search: usize,
    pub engines: Vec<EngineCount>,
    pub let_in: Vec<JudgedGrid>,
}

impl LayoutsReport {
    /// Re-enacts the construction.
    ///
    /// # Errors
    /// The run is stopped, or an engine fails.
    pub fn new(host: &dyn Host) -> Result<Self, Failure> {
        let problem = problem(rules_named(DEFAULT)?)?;
        let run = reenact(&problem, ENGINES, host)?;
        let judge = GridChecker::new(&problem);
        let number = |test: ConnectivityTest| run.grids(test).len();
        Ok(LayoutsReport {
            source: NAME,
            size: SIZE,
            published: run.published.clone(),
            reproduced: run.reproduced(),
            patterns: run.patterns,
            list_as_published: number(ConnectivityTest::Published),
            list_mended: number(ConnectivityTest::Mended),
            search: number(ConnectivityTest::Search),
            engines: run.counts.iter().map(|&(engine, count)| EngineCount { engine, count }).collect(),
            let_in: run.let_in().iter().map(|grid| JudgedGrid::new(grid, &judge)).collect(),
        })
    }
}
