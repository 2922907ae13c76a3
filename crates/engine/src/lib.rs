//! Defines what an engine is, and the code that all runs of engines share.
//!
//! An [`Engine`] prepares a [`Problem`](gridcheck_core::problem::Problem). What is [`Prepared`] counts its grids, and offers what the engine can do beside that: a [`Lister`],
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
mod engine;
mod engines;
mod error;
pub mod extreme;
mod facts;
#[cfg(unix)]
pub mod hang_up;
mod lister;
pub mod listing;
pub mod memory;
pub mod prover;
mod run;
pub mod timeout;
pub mod watch;

pub use engine::{Engine, Prepared, are_unrelated, only_counts};
pub use engines::{Candidates, Engines, Purpose};
pub use error::{Declined, EngineError, Unsupported};
pub use facts::{ClauseUse, EngineFacts, Method, Witness};
pub use lister::{Lister, count_by_listing};
pub use run::Run;
