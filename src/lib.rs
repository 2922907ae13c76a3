//! **gridcheck** finds out whether a published count of crossword grids is right, and whether a grid is valid.
//!
//! It answers one question, *how many grids, and which, obey these rules?*, in several unrelated ways and shows whether the
//! answers agree, number by number and set by set.
//!
//! # The map
//! The project is a workspace. Each part is a crate under `crates/`, and its `Cargo.toml` shows what it depends on:
//!
//! ```text
//! core ← layout ← validator ← lint         core ← export ← external        core, layout ← formats, draw
//! core ← run ← backtrack, brute, exact-cover, frontier, kaleidoscope, pinwheel, sat, window ← engines
//! core, validator, run ← checker ← certify (← export)                       formats, run ← fill
//! core, run ← recurrence
//! ```
//!
//! This crate composes them and re-exports each under a shorter name:
//!
//! | module | what is in it |
//! |---|---|
//! | [`grid`], [`rules`], [`constraint`], [`problem`], [`dice`] | of `gridcheck-core`: the grid as bit words, rule sets and constraints as data, the counting problem, pseudo-random numbers |
//! | [`shape`], [`words`] | of `gridcheck-layout`: a grid with its voids and bars; its words and clue numbers |
//! | [`validator`], [`rule_violation`], [`stats`] | of `gridcheck-validator`: every broken rule of a finished grid; what can be measured of a grid |
//! | [`engine`] | what an engine is ([`engine::Engine`]) and which there are ([`engine::ENGINES`]) |
//! | [`digest`], [`checked_log`] | of `gridcheck-run`: digests of sets of grids; files that a long piece of work adds to |
//! | [`mod@export`] | the problem as a formula, a logic program, an exact cover problem, for other people's tools |
//! | [`recurrence`] | counts of strips: a fixed number of rows, any number of columns |
//! | [`lint`] | findings about finished grids: codes, severities, house profiles |
//! | [`mod@format`] | reading people's lists of grids and puzzle files; writing puzzle files |
//! | [`draw`] | grids as pictures: terminal, SVG, PNG, an HTML gallery; pictures made of grids |
//! | [`fill`] | words of a list in a grid: a question of its own, with its own engines, validator and comparison |
//! | [`mod@file`], [`folder`] | files and folders that are written whole or not at all |
//! | [`certificate`] | folders that prove which grids there are, and their checker |
//!
//! Here are the parts that use several of these. Data moves one way: `cli → explain → audit, classes → compare → engine` and
//! `cli → complete, repair → oracle → export`:
//!
//! | module | what is in it |
//! |---|---|
//! | [`compare`] | runs engines on one problem, compares counts and digests, finds and shows the first difference |
//! | [`mod@audit`] | published claims and their verdicts: figures held against each other, then against engines |
//! | [`explain`] | why a figure is what it is: rule sets near a given one, and a published program re-enacted |
//! | [`classes`] | symmetry classes: counts by type, one grid per class |
//! | [`sample`] | grids drawn at random, each equally likely; ranks |
//! | [`oracle`] | valid grids from a satisfiability solver, one at a time, under assumptions |
//! | [`complete`] | what can become of squares painted so far: how many grids, which squares are forced, what excludes them all |
//! | [`repair`], [`similar`] | the valid grids nearest to a given one; the nearest of a list |
//! | [`cli`] | one file a subcommand |
//!
//! # Features
//! Without default features there is no command line and no terminal, signal, temporary file or other process: the core, which
//! builds for wasm32-unknown-unknown too. There it has one thread and no clock ([`engine::clock`]). `cli`, the default, is the
//! program and everything else: `external` (other people's programs as engines), `files` (files and folders whole or not at all),
//! `halftone`, `png`, `zip` (zipped JPZ). `page` puts the page to paint on into the program; it is made of the core, in `web/`.
//!
//! # An example
//! ```
//! use gridcheck::engine::{Engine, ExactCover, Run, Backtrack};
//! use gridcheck::{problem::Problem, rules};
//!
//! let british = rules::builtin("british").expect("a built-in set");
//! let problem = Problem::new(5, british)?;
//! let run = Run::new();
//! assert_eq!(Backtrack.count(&problem, &run)?, ExactCover.count(&problem, &run)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod audit;
pub mod certificate;
pub mod classes;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod complete;
pub mod engine;
pub mod explain;
pub mod oracle;
pub mod repair;
pub mod sample;
pub mod similar;

pub use gridcheck_core::{constraint, dice, grid, problem, rules};
pub use gridcheck_draw as draw;
pub use gridcheck_export as export;
#[cfg(feature = "files")]
pub use gridcheck_files::{file, folder, unfinished};
pub use gridcheck_fill as fill;
pub use gridcheck_formats as format;
pub use gridcheck_layout::{shape, words};
pub use gridcheck_lint as lint;
pub use gridcheck_recurrence as recurrence;
pub use gridcheck_run::{checked_log, digest};
pub use gridcheck_validator::{self as validator, rule_violation, stats};

use gridcheck_core::{locks, place, plural, visible};
