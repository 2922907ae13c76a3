//! **gridcheck** checks published counts of crossword grids, and checks whether a grid is valid.
//!
//! It answers one question, *how many grids, and which, obey these rules?*, with several unrelated methods. It shows whether the
//! answers agree, number by number and set by set.
//!
//! # The map
//! The project is a workspace. Each part is a crate under `crates/`, and its `Cargo.toml` lists its dependencies. Folders group them:
//! `engines` count, `shared` has the arithmetic and the solver that some of them use, `verdict` judges, `proof` has the certificates,
//! `puzzle` is for grids that people set:
//!
//! ```text
//! core ← layout ← validator ← lint (← formats)         core ← encodings ← exact-cover, external, sat      core, layout ← formats, draw
//! core ← engine ← backtrack, brute, composition, exact-cover, frontier, kaleidoscope, pinwheel, sat, window ← registry      engine ← external
//! engine ← sums ← compare, design, fill                core ← files ← certify, external, sums
//! core, engine, validator ← checker ← certify (← encodings)            core, engine ← recurrence, programs     formats, engine ← fill
//! registry, validator ← compare (← formats), design (← encodings, layout)
//! compare, recurrence ← audit ← explain (← programs)
//! dlx ← exact-cover, fill                              weight ← frontier, pinwheel, window
//! ```
//!
//! This crate composes them and re-exports each under its name without `gridcheck-`, and `registry` as `engines`:
//!
//! | module | content |
//! |---|---|
//! | [`grid`], [`rules`], [`constraint`], [`problem`], [`rng`], [`serial`] | of `gridcheck-core`: the grid as bit words, rule sets and constraints as data, the counting problem, pseudo-random numbers, forms in JSON |
//! | [`shape`], [`words`], [`numbering`], [`contents`] | of `gridcheck-layout`: a grid with its voids and bars; its words and clue numbers; what clues tell of them; its letters and circles |
//! | [`validator`], [`stats`] | of `gridcheck-validator`: every broken rule of a finished grid; measures of a grid |
//! | [`engine`], [`engines`], [`external`] | what an engine is ([`engine::Engine`]), and what runs share; the engines ([`engines::ENGINES`]); other people's programs as engines |
//! | [`sums`] | sums of blocks: files, pieces for many machines, merging |
//! | [`digest`], [`checked_log`] | of `gridcheck-sums`: digests of sets of grids; log files of long computations |
//! | [`encodings`] | the problem as a formula, a logic program, an exact cover problem, for external tools |
//! | [`recurrence`] | counts of strips: a fixed number of rows, any number of columns |
//! | [`lint`] | findings about finished grids: codes, severities, house profiles |
//! | [`formats`] | reading people's lists of grids and puzzle files; writing puzzle files |
//! | [`draw`] | grids as pictures: terminal, SVG, PNG, an HTML gallery; pictures made of grids |
//! | [`fill`] | fills grids with words of a list, with its own engines, validator and comparison |
//! | [`mod@file`], [`folder`] | of `gridcheck-files`: files and folders that are written completely or not at all |
//! | [`certify`], [`checker`] | makes folders that prove which grids there are; checks them, on no clauses and no solver |
//! | [`compare`] | of `gridcheck-compare`: runs engines on one problem, compares counts and digests, finds and shows the first difference |
//! | [`classes`], [`maximal`], [`similar`], [`numberings`] | of `gridcheck-compare`: symmetry classes of grids; the grids of a list that no other one exceeds; the nearest of a list; pairs with equal clue numbers and lengths |
//! | [`oracle`], [`complete`], [`repair`], [`numbered`], [`sample`] | of `gridcheck-design`: valid grids from a satisfiability solver; what a partly painted grid can become; the nearest valid grids; those of given clue numbers and lengths; grids at random |
//!
//! | [`mod@audit`], [`explain`] | published claims and their verdicts: figures are compared with each other, then with engines; explanations of a figure: rule sets near a given one, and re-enacted published programs |
//! | [`ask`] | of `gridcheck-ask`: the requests and reports of commands, for the command and for packages of other languages |
//! | [`cli`] | the command line, one file per subcommand |
//!
//! # Features
//! Without default features the crate is only the core: it has no command line and uses no terminal, signal, temporary file or
//! other process. The core also builds for wasm32-unknown-unknown, where it has one thread and no clock ([`engine::clock`]).
//! `ask` adds the requests and reports of commands. `cli`, the default, is the program and everything else: `external` (external programs as engines), `files` (files and folders
//! that are complete or absent), `halftone`, `png`, `zip` (zipped JPZ). `page` includes the painting page in the program; the
//! page in `web/` is made of the core.
//!
//! # An example
//! ```
//! use gridcheck::engines::{Backtrack, ExactCover};
//! use gridcheck::engine::{Engine, Run};
//! use gridcheck::{problem::Problem, rules};
//!
//! let british = rules::builtin("british").expect("a built-in set");
//! let problem = Problem::new(5, british)?;
//! let run = Run::new();
//! assert_eq!(Backtrack.count(&problem, &run)?, ExactCover.count(&problem, &run)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "ask")]
pub use gridcheck_ask as ask;
pub use gridcheck_audit as audit;
pub use gridcheck_certify as certify;
pub use gridcheck_checker as checker;
pub use gridcheck_compare as compare;
pub use gridcheck_compare::{classes, maximal, numberings, similar};
pub use gridcheck_core::{constraint, grid, problem, rng, rules, serial, size};
pub use gridcheck_design::{complete, numbered, oracle, repair, sample};
pub use gridcheck_draw as draw;
pub use gridcheck_encodings as encodings;
pub use gridcheck_engine as engine;
pub use gridcheck_explain as explain;
#[cfg(feature = "external")]
pub use gridcheck_external as external;
#[cfg(feature = "files")]
pub use gridcheck_files::{file, folder, unfinished};
pub use gridcheck_fill as fill;
pub use gridcheck_formats as formats;
pub use gridcheck_layout::{contents, numbering, shape, words};
pub use gridcheck_lint as lint;
pub use gridcheck_recurrence as recurrence;
pub use gridcheck_registry as engines;
pub use gridcheck_sums::{self as sums, checked_log, digest};
pub use gridcheck_validator::{self as validator, stats};

#[cfg(feature = "cli")]
use gridcheck_core::{plural, visible};
