//! The worker threads, started once before any work.

use anyhow::anyhow;
use clap::ArgMatches;

/// The name of the argument for the number of threads.
pub const JOBS: &str = "jobs";

/// Starts the threads that `--jobs` requests, or one per processor by default.
pub fn start(matches: &ArgMatches) -> anyhow::Result<()> {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>(JOBS).ok().flatten());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.copied().unwrap_or(0).into());
    threads.build_global().map_err(|error| {
        // The library's own message is the same for all its errors, so the source is reported.
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        anyhow!("threads cannot be started: {why}; --jobs asks for fewer")
    })
}
