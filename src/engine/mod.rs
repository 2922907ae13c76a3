//! The engines: unrelated methods that answer the same [`Problem`].
//!
//! **The independence law.** An engine uses [`grid`](crate::grid), [`problem`](crate::problem) and the *data* in
//! [`rules`](crate::rules). It never uses another engine, nor the validator, nor shares with another engine a function that
//! decides whether a word, a line or a grid is valid. So a mistake in one shows up as an outlier, not as a consensus. The
//! compiler holds most of it (each engine's modules are private to it), `tests/it/independence.rs` the rest.
//!
//! Other people's programs take part as [`External`] engines. They alone use [`export`](crate::export).

mod backtrack;
mod brute;
mod exact_cover;
mod external;
mod frontier;
pub mod leash;
pub mod listing;
pub mod locks;
mod parts;
mod pinwheel;
mod run;
mod sat;
#[cfg(test)]
mod testing;
pub mod watch;

use thiserror::Error;

use crate::problem::Problem;
use listing::Collector;

pub use backtrack::Backtrack;
pub use brute::Brute;
pub use exact_cover::ExactCover;
pub use external::{EXTERNAL, Entry, External, ExternalsError, Input, Program, Programs};
pub use frontier::Frontier;
pub use pinwheel::{BlockSums, Pinwheel, SumsError};
pub use run::Run;
pub use sat::Sat;

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
    /// A library or a file that the engine stands on failed, or it was asked for a part of the work that there is not.
    #[error("engine {engine}: {what}")]
    Failed {
        /// The engine's name.
        engine: &'static str,
        /// What happened.
        what: String,
    },
}

/// One method of counting grids.
pub trait Engine: Sync {
    /// The name that `--engine` takes.
    fn name(&self) -> &'static str;

    /// Whether this engine can do the problem, and in reasonable time.
    fn ability(&self, problem: &Problem) -> Ability;

    /// The number of valid grids. A listing engine that has no faster way uses
    /// [`count_by_listing`](listing::count_by_listing).
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError>;

    /// The same engine as one that lists; `None` if it can only count.
    fn lister(&self) -> Option<&dyn Lister> {
        None
    }
}

/// An engine that can also show the grids it counts. Its [`lister`](Engine::lister) is itself.
pub trait Lister: Engine {
    /// Gives every valid grid, once, to `collector`; see [`listing`] for the order and the threads.
    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError>;
}

/// Every engine of this crate, fastest first; other people's programs are engines by their [`Programs`].
pub static ENGINES: [&dyn Engine; 6] = [&Pinwheel, &Frontier, &Backtrack, &ExactCover, &Sat, &Brute];

/// The engine of this crate that has that name.
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// The engine to count with: the first that can do the problem in reasonable time, failing that the first that can at all.
pub fn fastest(problem: &Problem) -> Option<&'static dyn Engine> {
    first_able(ENGINES, problem)
}

/// The engine to list with, chosen in the same way among those that list.
pub fn fastest_lister(problem: &Problem) -> Option<&'static dyn Lister> {
    first_able(ENGINES.into_iter().filter_map(Engine::lister), problem)
}

fn first_able<E: Engine + ?Sized>(
    engines: impl IntoIterator<Item = &'static E>,
    problem: &Problem,
) -> Option<&'static E> {
    let mut possible = None;
    for engine in engines {
        match engine.ability(problem) {
            Ability::Able => return Some(engine),
            Ability::Slow(_) => possible = possible.or(Some(engine)),
            Ability::Unable(_) => {}
        }
    }
    possible
}
