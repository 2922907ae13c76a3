//! The threads that work is shared among: started once, before any work, so that where there is no room for them it is said.
//!
//! Invariant: a thread is started when the one before it runs, and only if there is room for it. What makes a thread ready takes
//! memory too, and ends the program in words of its own where there is none.

use std::sync::mpsc;

use anyhow::anyhow;
use clap::ArgMatches;

use crate::engine::memory::AvailableMemory;

/// The name of the argument that says how many.
pub const JOBS: &str = "jobs";

/// Of each thread, in bytes: what the standard library takes if nobody says anything.
const STACK: usize = 2 << 20;

/// Starts as many as `--jobs` asks for; as many as there are processors if it is left out.
pub fn start(matches: &ArgMatches) -> anyhow::Result<()> {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>(JOBS).ok().flatten());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.copied().unwrap_or(0).into());
    threads.spawn_handler(start_one).build_global().map_err(|error| {
        // What the library says for itself holds for any of its errors.
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        anyhow!("threads cannot be started: {why}; --jobs asks for fewer")
    })
}

fn start_one(thread: rayon::ThreadBuilder) -> std::io::Result<()> {
    AvailableMemory::demand_stack(STACK as u64).map_err(std::io::Error::other)?;
    let (begins, has_begun) = mpsc::channel::<()>();
    std::thread::Builder::new().stack_size(STACK).spawn(move || {
        // An allocator sets addresses aside when a thread first asks it for something: before it is looked how many are left.
        drop(std::hint::black_box(vec![0_u8; 1 << 10]));
        drop(begins);
        thread.run();
    })?;
    // Nothing is sent: it ends when the thread lets go of its end.
    let _ = has_begun.recv();
    Ok(())
}
