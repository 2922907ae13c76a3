//! The integration tests, in one program: each further program would need another link, which costs as much as many tests.
//!
//! `program` runs the real program, `prelude` has the names that most tests use, with the rule sets of `support`, `models` finds the models of a
//! formula. Every other module tests the subject in its name.

#![cfg(feature = "cli")]
#![allow(unreachable_pub, reason = "no crate uses a test program")]

#[cfg(unix)]
mod action;
mod agreement;
mod audit;
mod black_shapes;
mod certificate;
mod certificate_limits;
mod classes;
mod closed_pipe;
mod complete;
mod console;
mod constraints;
mod constraints_as_rules;
mod contradictions;
mod counting_engines;
mod documents;
mod draw;
mod draws;
mod engines_page;
mod explain;
mod exports;
#[cfg(unix)]
mod externals;
mod fill;
mod foreign_text;
mod formats;
#[cfg(target_os = "linux")]
mod fuzz;
mod gallery;
mod hinges;
mod hostile_input;
mod independence;
#[cfg(unix)]
mod interrupt;
mod json_schema;
mod lint;
#[cfg(unix)]
mod locks;
mod memory_limits;
mod models;
mod page;
mod picture_files;
mod pictures;
mod pieces;
mod pinwheel;
#[cfg(unix)]
mod pipes;
mod prelude;
mod program;
#[cfg(target_os = "linux")]
mod progress;
mod promises;
mod proved;
#[cfg(unix)]
mod provers;
mod questions;
mod reading;
mod real_grids;
mod repair;
mod results;
mod round_trips;
mod running;
#[cfg(target_os = "linux")]
mod schema;
mod shapes;
mod slow;
#[cfg(target_os = "linux")]
mod snapshots;
mod spot_checks;
mod stats;
mod stopping;
mod support;
mod symmetry;
mod terminal;
mod theorems;
