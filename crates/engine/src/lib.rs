//! Defines what an engine is, and the code that all runs of engines share.
//!
//! An [`Engine`] prepares a [`Problem`]. What is [`Prepared`] counts its grids, and offers what the engine can do beside that: a [`Lister`],
//! or the [`blocks`] of the count. Engines are unrelated methods.
//!
//! **The independence law.** An engine uses only three things: the grid, the problem and the *data* of rules and constraints
//! ([`gridcheck_core`]), and this crate, which judges nothing. It never uses another engine or the validator. It shares with no other
//! engine a function that decides if a word, a line or a grid is valid. So a mistake in one shows up as an outlier, not as a consensus.
//! Cargo enforces the law: each engine is a crate, and its `Cargo.toml` lists only `gridcheck-core` and this crate of the project.
//! `exact-cover` also lists `gridcheck-dlx`, the adapter of its solver, and `frontier`, `pinwheel` and `window` list `gridcheck-weight`, the
//! arithmetic of their sums. Both know neither grids nor rules. `sat` and the external programs list `gridcheck-encodings`: they solve what
//! it writes, and share it as one [`Witness`].
//!
//! | module | content |
//! |---|---|
//! | [`listing`] | the delivery of grids by an engine: order, threads, collectors |
//! | [`blocks`] | sums that are sums of independent blocks |
//! | [`memory`] | the memory limit as a number |
//! | [`watch`], [`clock`], [`timeout`], [`discarded_proof`] | progress, time limits, stopping |
//! | [`prover`] | programs that refute formulas and are no engines |
//! | [`extreme`] | the extreme of a measure, by bounds |

pub mod blocks;
pub mod clock;
pub mod discarded_proof;
mod distribution;
mod engines;
pub mod extreme;
mod facts;
#[cfg(unix)]
pub mod hang_up;
pub mod listing;
pub mod memory;
mod prepared;
pub mod prover;
mod run;
pub mod timeout;
pub mod watch;

use std::io;

use thiserror::Error;

use blocks::SumKind;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use listing::{Collector, count_by_listing};

pub use engines::{Candidates, Engines, Purpose};
pub use facts::{ClauseUse, EngineFacts, Method, Witness};
pub use prepared::{Prepared, only_counts};
pub use run::Run;

/// The reason why an engine does not answer a problem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("engine {engine} cannot do this: {why}")]
pub struct Declined {
    /// The engine's name.
    pub engine: &'static str,
    /// The reason, as in "symmetry mirror, it supports only rot180".
    pub why: String,
}

/// The reason why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum EngineError {
    /// The run was stopped, or the receiver of the grids wants no more.
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Declined(#[from] Declined),
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// A library or a file that the engine needs failed, or a part of the work was requested that does not exist.
    #[error("engine {engine}: {what}")]
    Failed { engine: &'static str, what: String },
    /// A file that the work needs cannot be written or read.
    #[error("engine {engine}: {what}")]
    File { engine: &'static str, what: String, kind: io::ErrorKind },
}

/// One method of counting grids.
pub trait Engine: Sync {
    /// Returns the properties that depend on no problem.
    fn facts(&self) -> EngineFacts;

    /// Returns the name that `--engine` takes.
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Prepares a problem for a kind of sum over its valid grids. This is quick, so that a caller can choose among engines by what they
    /// have prepared. Blocks keep what takes longer to build from their first use on.
    ///
    /// # Errors
    /// Returns the reason if the engine cannot do the problem at all.
    fn prepare(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined>;

    /// Counts the valid grids. To do more with the problem, [`prepare`](Engine::prepare) it.
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, fails or is stopped.
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.prepare(problem, &SumKind::Plain)?.count(run)
    }

    /// Counts the valid grids by their values of these measures.
    ///
    /// # Errors
    /// Returns an error if the engine cannot measure or cannot do the problem, fails or is stopped.
    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        self.prepare(problem, &SumKind::Distribution(by.to_vec()))?.distribution(run)
    }

    /// Returns the extreme of a measure over the valid grids and the number of grids that reach it; `None` if there is no grid.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`distribution`](Engine::distribution).
    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        self.prepare(problem, &SumKind::Extreme(goal))?.extreme(run)
    }

    /// Gives every valid grid once to `collector`; see [`listing`] for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine does not list or cannot do the problem, fails or is stopped.
    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.prepare(problem, &SumKind::Plain)?.list(run, collector)
    }
}

/// A problem that an engine has prepared to list its grids.
pub trait Lister: Send + Sync {
    /// Gives every valid grid once to `collector`; see [`listing`] for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine fails or is stopped.
    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError>;

    /// Measures a grid with the engine's own representation of grids.
    fn measure(&self, grid: &Grid, measure: Measure) -> u32;

    /// Counts the grids; an engine may have a way without a list.
    ///
    /// # Errors
    /// Returns an error if the engine fails or is stopped, or on overflow.
    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, run)
    }

    /// Sorts the grids by the engine's measures.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`count`](Lister::count).
    fn distribution(&self, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        distribution::by_listing(self, by, run)
    }

    /// Returns the extreme of a measure; an engine may have a way without a list.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`count`](Lister::count).
    fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        Ok(self.distribution(&[goal.measure()], run)?.extreme(goal))
    }
}

/// Returns `true` if two engines are two witnesses, which share nothing but the grid and the rule data.
pub fn are_unrelated(one: &dyn Engine, other: &dyn Engine) -> bool {
    one.name() != other.name() && one.facts().witness.shared_with(other.facts().witness).is_none()
}
