//! The worker threads, started once before any work.

use anyhow::anyhow;
use clap::ArgMatches;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

pub const JOBS: &str = "jobs";

/// The stack of a thread that runs a whole command: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Starts the threads of the program.
pub fn start(matches: &ArgMatches) -> anyhow::Result<()> {
    builder(matches).build_global().map_err(|error| not_started(&error))
}

/// Starts threads of one command, each of which calls `begin` first.
pub fn pool(matches: &ArgMatches, begin: impl Fn() + Send + Sync + 'static) -> anyhow::Result<ThreadPool> {
    let builder = builder(matches).stack_size(STACK_BYTES).start_handler(move |_| begin());
    builder.build().map_err(|error| not_started(&error))
}

/// Returns as many threads as `--jobs` requests, or one per processor by default.
fn builder(matches: &ArgMatches) -> ThreadPoolBuilder {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>(JOBS).ok().flatten());
    ThreadPoolBuilder::new().num_threads(jobs.copied().unwrap_or(0).into())
}

fn not_started(error: &ThreadPoolBuildError) -> anyhow::Error {
    // The library's own message is the same for all its errors, so the source is reported.
    let why = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    anyhow!("threads cannot be started: {why}; --jobs asks for fewer")
}
