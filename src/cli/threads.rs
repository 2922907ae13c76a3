//! The threads that work is shared among: started once, before any work, so that where there is no room for them it is said.

use anyhow::anyhow;
use clap::ArgMatches;

/// The name of the argument that says how many.
pub const JOBS: &str = "jobs";

/// Starts as many as `--jobs` asks for; as many as there are processors if it is left out.
pub fn start(matches: &ArgMatches) -> anyhow::Result<()> {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>(JOBS).ok().flatten());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.copied().unwrap_or(0).into());
    threads.build_global().map_err(|error| {
        // What the library says for itself holds for any of its errors.
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        anyhow!("threads cannot be started: {why}; --jobs asks for fewer")
    })?;
    // An allocator sets addresses aside when a thread first asks it for something: before it is looked how many are left.
    rayon::broadcast(|_| drop(std::hint::black_box(vec![0_u8; 1 << 10])));
    Ok(())
}
