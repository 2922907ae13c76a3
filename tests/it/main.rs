//! The integration tests, in one program: each further program would need another link, which costs as much as many tests.
//!
//! `program` runs the real program, `support` has rule sets and deliberately faulty engines, `models` finds the models of a
//! formula. Every other module tests the subject in its name.

#[cfg(unix)]
mod action;
mod agreement;
mod audit;
mod black_shapes;
mod certificate;
mod classes;
mod cli_audit;
mod cli_bad_input;
mod cli_certify;
mod cli_cite;
mod cli_compare;
mod cli_compare_out;
mod cli_complete;
mod cli_constraints;
mod cli_convert;
mod cli_count_list;
mod cli_draw;
mod cli_explain;
mod cli_export;
#[cfg(unix)]
mod cli_externals;
mod cli_folders;
#[cfg(unix)]
mod cli_interrupt;
mod cli_measured_sums;
mod cli_memory;
mod cli_page;
mod cli_pieces;
#[cfg(target_os = "linux")]
mod cli_progress;
#[cfg(unix)]
mod cli_prover;
mod cli_repair;
mod cli_sample;
mod cli_shell;
mod cli_similar;
mod cli_spot_checks;
mod cli_stats;
mod cli_sums;
mod cli_terminal;
mod cli_validate;
mod cli_window_sums;
mod clues;
mod constraints_as_rules;
mod contradictions;
mod dialects;
mod documents;
mod draw;
mod engines_page;
mod examples;
mod explain;
mod export_asp;
mod export_cnf;
mod export_dlx;
mod fill;
mod foreign_text;
mod formats;
mod frontier;
#[cfg(target_os = "linux")]
mod fuzz;
mod gallery;
mod independence;
mod json_schema;
mod kaleidoscope;
mod lint;
mod models;
mod pictures;
mod pinwheel;
mod plurals;
mod program;
mod proved;
mod quorum;
mod ranks;
mod reading;
mod recurrence;

mod closed_pipe;
mod constraints;
mod real_grids;
mod rectangles;
mod replacing;
mod results;
mod round_trips;
mod schema;
mod shapes;
mod slow;
mod stats;
mod stopping;
mod support;
mod symmetry;
mod theorems;
mod window;
