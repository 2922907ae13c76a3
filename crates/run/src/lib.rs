//! What an engine is, and what the runs of engines share.
//!
//! An [`Engine`] answers a [`Problem`]: it counts its grids; a [`Lister`] also gives them. Engines are unrelated methods.
//!
//! **The independence law.** An engine uses the grid, the problem and the *data* of rules and constraints
//! ([`gridcheck_core`]), and this crate, which judges nothing. It never uses another engine, nor the validator, nor shares with another
//! engine a function that decides whether a word, a line or a grid is valid. So a mistake in one shows up as an outlier, not as a
//! consensus. Cargo enforces it: each engine is a crate, and `gridcheck-core` and this one are all that its `Cargo.toml` lists of
//! this project.
//!
//! | module | what is in it |
//! |---|---|
//! | [`listing`] | how grids leave an engine: order, threads, collectors |
//! | [`blocks`] | counts that are sums of blocks: files of sums, pieces, merging |
//! | [`checked_log`] | files that a long count adds to, a line at a time, and resumes from |
//! | [`digest`] | digests of sets of grids |
//! | [`memory`] | how much memory a count may take |
//! | [`watch`], [`clock`], [`timeout`] | progress, time limits, stopping |
//! | [`prover`] | programs that refute formulas; they are no engines |
//! | [`extreme`] | the extreme of a measure, by bounds |

pub mod blocks;
pub mod checked_log;
pub mod clock;
pub mod digest;
mod distribution;
pub mod extreme;
pub mod listing;
pub mod memory;
pub mod prover;
mod registry;
mod run;
pub mod timeout;
pub mod watch;

use thiserror::Error;

use blocks::InBlocks;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Kind, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use listing::Collector;
use memory::AvailableMemory;

pub use registry::Engines;
pub use run::Run;

/// Whether an engine can answer a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ability {
    /// Yes, within minutes; a listing engine lists within minutes too.
    Able,
    /// In principle, but it would take unreasonably long; the text says why, as in "61 open squares, at most 49".
    Slow(String),
    /// No; the text says why, as in "symmetry mirror, only rot180 and none".
    Unable(String),
}

/// Why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The run was asked to stop, or the receiver of the grids wants no more.
    #[error("stopped")]
    Stopped,
    /// This engine cannot do this problem.
    #[error("engine {engine} cannot do this: {why}")]
    Unable {
        /// The engine's name.
        engine: &'static str,
        /// The reason.
        why: String,
    },
    /// A count went beyond 128 bits.
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// The tables take more memory than can be had.
    #[error("{}", memory::Shortage(*.needed, *.room))]
    OutOfMemory {
        /// About how many bytes they take in all.
        needed: u64,
        /// How many can be had.
        room: AvailableMemory,
    },
    /// A library or a file that the engine stands on failed, or it was asked for a part of the work that there is not.
    #[error("engine {engine}: {what}")]
    Failed {
        /// The engine's name.
        engine: &'static str,
        /// What happened.
        what: String,
    },
}

/// What an engine may have got wrong together with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// It shares nothing with any other engine but the grid and the rule data.
    Alone,
    /// It is one witness with all that share this, as in "the translation into clauses".
    Sharing(&'static str),
}

impl Witness {
    /// What makes two different engines one witness, if they are one.
    pub fn shared_with(self, other: Witness) -> Option<&'static str> {
        match self {
            Witness::Sharing(what) if self == other => Some(what),
            _ => None,
        }
    }
}

/// One method of counting grids: what it is, and what it does.
///
/// What an engine is stands here and nowhere else: those who choose among engines ask them, and know none by name.
pub trait Engine: Sync {
    /// The name that `--engine` takes.
    fn name(&self) -> &'static str;

    /// With whom it is one witness.
    fn witness(&self) -> Witness;

    /// The symmetries that a rule set may ask of it.
    fn symmetries(&self) -> &'static [Symmetry];

    /// What a constraint may be about when it is asked.
    fn constraints(&self) -> &'static [Kind];

    /// How fast its time grows, for comparison with other engines alone: measured where it was measured, times the number of
    /// squares that can be coloured freely. At about 65 in all a count takes a second, at 85 a minute.
    fn effort_per_square(&self) -> f64;

    /// Whether it reads the rules as clauses, so that it may err where a formula errs.
    fn uses_clauses(&self) -> bool;

    /// Whether this engine can do the problem, and in reasonable time.
    fn ability(&self, problem: &Problem) -> Ability;

    /// The number of valid grids. A listing engine that has no faster way uses
    /// [`count_by_listing`](listing::count_by_listing).
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError>;

    /// How many of the valid grids there are by what they have of these measures, unless [that cannot be](Engine::wrong_measure);
    /// an engine that lists sorts what it lists.
    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        match self.lister() {
            Some(lister) => distribution::by_listing(lister, problem, by, run),
            None => Err(EngineError::Unable { engine: self.name(), why: MEASURES_NOTHING.to_owned() }),
        }
    }

    /// The extreme of a measure over the valid grids, and how many of them reach it; `None` if there is no grid.
    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        Ok(self.distribution(problem, &[goal.measure()], run)?.extreme(goal))
    }

    /// Whether it finds an extreme where a count would take far too long.
    fn seeks_extremes(&self) -> bool {
        false
    }

    /// Whether it can sort grids by what they measure. One that lists them can.
    fn measures(&self) -> bool {
        self.lister().is_some()
    }

    /// Why it cannot sort the problem's grids by these measures, if it cannot; as a rule it can where it takes constraints about them.
    fn wrong_measure(&self, _problem: &Problem, by: &[Measure]) -> Option<String> {
        if !self.measures() {
            return Some(MEASURES_NOTHING.to_owned());
        }
        let strange = by.iter().find(|measure| !self.constraints().contains(&measure.kind()))?;
        Some(format!("grids by {strange}"))
    }

    /// The same engine as one that lists; `None` if it can only count.
    fn lister(&self) -> Option<&dyn Lister> {
        None
    }

    /// The same engine as one that counts in blocks; `None` if its count is no sum of parts that can be counted anywhere.
    fn in_blocks(&self) -> Option<&dyn InBlocks> {
        None
    }

    /// Why it does not take the problem's symmetry, if it does not.
    fn wrong_symmetry(&self, problem: &Problem) -> Option<String> {
        let (asked, taken) = (problem.symmetry(), self.symmetries());
        (!taken.contains(&asked)).then(|| {
            let names: Vec<&str> = taken.iter().map(|symmetry| symmetry.name()).collect();
            format!("symmetry {}, only {}", asked.name(), in_words(&names))
        })
    }

    /// Why it does not take the problem's constraints, if it does not.
    fn unsupported_constraint(&self, problem: &Problem) -> Option<String> {
        let taken = self.constraints();
        let strange = problem.constraints().iter().find(|constraint| !taken.contains(&constraint.subject.kind()))?;
        let names: Vec<&str> = taken.iter().map(|kind| kind.name()).collect();
        Some(if names.is_empty() {
            format!("the constraint {strange}, it takes none")
        } else {
            format!("the constraint {strange}, only such as are about {}", in_words(&names))
        })
    }
}

/// Why an engine that only counts cannot sort grids.
const MEASURES_NOTHING: &str = "it counts grids and does not measure them";

/// Names one after the other, `and` before the last.
fn in_words(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}

/// An engine that can also show the grids it counts. Its [`lister`](Engine::lister) is itself.
pub trait Lister: Engine {
    /// Whether its time goes with the squares left open, and hardly with the grid's size: it lists a small part of a large
    /// problem in milliseconds.
    fn suits_small_parts(&self) -> bool;

    /// How much of a measure a grid has, in the engine's own way of looking at grids.
    fn measure(&self, grid: &Grid, measure: Measure) -> u32;

    /// Gives every valid grid, once, to `collector`; see [`listing`] for the order and the threads.
    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError>;
}

/// Whether two engines are two witnesses: they have nothing in common but the grid and the rule data.
pub fn are_unrelated(one: &dyn Engine, other: &dyn Engine) -> bool {
    one.name() != other.name() && one.witness().shared_with(other.witness()).is_none()
}
