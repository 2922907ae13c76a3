//! Defines engines, and the code that all runs of engines share.
//!
//! An [`Engine`] answers a [`Problem`]: it counts its grids. A [`Lister`] also lists them. Engines are unrelated methods.
//!
//! **The independence law.** An engine uses only three things: the grid, the problem and the *data* of rules and constraints
//! ([`gridcheck_core`]), and this crate, which judges nothing. It never uses another engine or the validator. It shares with no other
//! engine a function that decides if a word, a line or a grid is valid. So a mistake in one shows up as an outlier, not as a consensus.
//! Cargo enforces the law: each engine is a crate, and its `Cargo.toml` lists only `gridcheck-core` and this crate of the project.
//! `exact-cover` also lists `gridcheck-dlx`, the adapter of its solver, which knows neither grids nor rules.
//!
//! | module | content |
//! |---|---|
//! | [`listing`] | the delivery of grids by an engine: order, threads, collectors |
//! | [`blocks`] | counts that are sums of blocks: files of sums, pieces, merging |
//! | [`checked_log`] | files that a long count appends to, a line at a time, and resumes from |
//! | `files` | files and folders that are written completely or not at all |
//! | [`digest`], [`totals`] | digests of sets of grids, summaries of streams of grids |
//! | [`memory`] | the memory limit as a number |
//! | [`watch`], [`clock`], [`timeout`], [`discarded_proof`] | progress, time limits, stopping |
//! | [`prover`] | programs that refute formulas and are no engines |
//! | [`serial`] | counts and grids in JSON |
//! | [`extreme`] | the extreme of a measure, by bounds |

pub mod blocks;
pub mod checked_log;
pub mod clock;
mod compression;
pub mod digest;
pub mod discarded_proof;
mod distribution;
pub mod extreme;
mod facts;
mod file_identity;
#[cfg(feature = "files")]
pub mod files;
pub mod listing;
pub mod memory;
pub mod prover;
mod registry;
mod run;
pub mod serial;
pub mod timeout;
pub mod totals;
pub mod watch;

use thiserror::Error;

use blocks::InBlocks;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use listing::Collector;

pub use facts::{EngineFacts, Witness};
pub use registry::Engines;
pub use run::Run;

/// The ability of an engine to answer a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ability {
    /// The engine can answer within minutes. A listing engine also lists within minutes.
    Able,
    /// The engine could answer but would take unreasonably long. The text gives the reason, as in "61 open squares, at most 49".
    Slow(String),
    /// The engine cannot answer. The text gives the reason, as in "symmetry mirror, only rot180 and none".
    Unable(String),
}

/// The reason why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The run was stopped, or the receiver of the grids wants no more.
    #[error("stopped")]
    Stopped,
    /// The engine cannot do the problem.
    #[error("engine {engine} cannot do this: {why}")]
    Unable {
        /// The engine's name.
        engine: &'static str,
        /// The reason.
        why: String,
    },
    /// A count exceeds 128 bits.
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// A library or a file that the engine needs failed, or a part of the work was requested that does not exist.
    #[error("engine {engine}: {what}")]
    Failed {
        /// The engine's name.
        engine: &'static str,
        /// The fault in words.
        what: String,
    },
}

/// One method of counting grids: its properties and its operations.
pub trait Engine: Sync {
    /// Returns the properties that depend on no problem.
    fn facts(&self) -> EngineFacts;

    /// Returns the name that `--engine` takes.
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns the ability of the engine to do the problem.
    fn ability(&self, problem: &Problem) -> Ability;

    /// Counts the valid grids. A listing engine without a faster method uses [`count_by_listing`](listing::count_by_listing).
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, fails or is stopped.
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError>;

    /// Counts the valid grids by their values of these measures, unless it has a [wrong measure](Engine::wrong_measure). An engine that
    /// lists sorts the listed grids.
    ///
    /// # Errors
    /// Returns an error if the engine cannot measure or cannot do the problem, fails or is stopped.
    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        match self.lister() {
            Some(lister) => distribution::by_listing(lister, problem, by, run),
            None => Err(EngineError::Unable { engine: self.name(), why: MEASURES_NOTHING.to_owned() }),
        }
    }

    /// Returns the extreme of a measure over the valid grids and the number of grids that reach it; `None` if there is no grid.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`distribution`](Engine::distribution).
    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        Ok(self.distribution(problem, &[goal.measure()], run)?.extreme(goal))
    }

    /// Returns the reason why the engine cannot sort the problem's grids by these measures, if it cannot. By default it can if it lists
    /// and supports constraints on them.
    fn wrong_measure(&self, _problem: &Problem, by: &[Measure]) -> Option<String> {
        if self.lister().is_none() {
            return Some(MEASURES_NOTHING.to_owned());
        }
        let strange = by.iter().find(|measure| !self.facts().constraints.contains(&measure.kind()))?;
        Some(format!("grids by {strange}"))
    }

    /// Returns the engine as one that lists; `None` if it can only count.
    fn lister(&self) -> Option<&dyn Lister> {
        None
    }

    /// Returns the engine as one that counts in blocks; `None` if its count is no sum of independent parts.
    fn in_blocks(&self) -> Option<&dyn InBlocks> {
        None
    }
}

/// The reason why an engine that only counts cannot sort grids.
const MEASURES_NOTHING: &str = "it counts grids and does not measure them";

/// An engine that can also list the grids it counts. Its [`lister`](Engine::lister) returns the engine.
pub trait Lister: Engine {
    /// Returns `true` if the time depends on the open squares and hardly on the grid's size. Such an engine lists a small part of a large
    /// problem in milliseconds.
    fn suits_small_parts(&self) -> bool;

    /// Measures a grid with the engine's own representation of grids.
    fn measure(&self, grid: &Grid, measure: Measure) -> u32;

    /// Gives every valid grid once to `collector`; see [`listing`] for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, fails or is stopped.
    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError>;
}

/// Returns `true` if two engines are two witnesses, which share nothing but the grid and the rule data.
pub fn are_unrelated(one: &dyn Engine, other: &dyn Engine) -> bool {
    one.name() != other.name() && one.facts().witness.shared_with(other.facts().witness).is_none()
}
