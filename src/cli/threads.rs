//! The worker threads, started once before any work.

use clap::ArgMatches;
use rayon::ThreadPoolBuilder;

use crate::ask::failure::Failure;
use crate::ask::job::threads;

/// Starts the threads of the program: as many as `--jobs` requests, or one per processor by default.
pub(super) fn start(matches: &ArgMatches) -> Result<(), Failure> {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>("jobs").ok().flatten());
    threads(jobs.copied(), ThreadPoolBuilder::build_global)
}
