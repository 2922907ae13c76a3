//! The worker threads, started once before any work, so that too little memory for them is reported at the start.
//!
//! Invariant: a thread is started only after the previous one runs, and only if there is memory for it. Thread startup allocates
//! too, and would abort the program with the library's message if it failed.

use std::sync::mpsc;

use anyhow::anyhow;
use clap::ArgMatches;

use crate::engine::memory::AvailableMemory;

/// The name of the argument for the number of threads.
pub const JOBS: &str = "jobs";

/// Stack size of each thread in bytes: the default of the standard library.
const STACK: usize = 2 << 20;

/// Addresses in bytes that glibc may reserve at a thread's first allocation. They must not be the last: a thread also needs a stack for
/// its signals, and the standard library aborts without it.
const ARENA: usize = 64 << 20;

/// Starts the threads that `--jobs` requests, or one per processor by default.
pub fn start(matches: &ArgMatches) -> anyhow::Result<()> {
    let jobs = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u16>(JOBS).ok().flatten());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.copied().unwrap_or(0).into());
    threads.spawn_handler(start_one).build_global().map_err(|error| {
        // The library's own message is the same for all its errors, so the source is reported.
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        anyhow!("threads cannot be started: {why}; --jobs asks for fewer")
    })
}

fn start_one(thread: rayon::ThreadBuilder) -> std::io::Result<()> {
    AvailableMemory::demand_addresses((STACK + ARENA) as u64).map_err(std::io::Error::other)?;
    let (begins, has_begun) = mpsc::channel::<()>();
    std::thread::Builder::new().stack_size(STACK).spawn(move || {
        // The allocator reserves addresses at a thread's first allocation. Trigger it before the next thread's memory check.
        drop(std::hint::black_box(vec![0_u8; 1 << 10]));
        drop(begins);
        thread.run();
    })?;
    // Nothing is sent: this returns once the thread drops its sender.
    let _ = has_begun.recv();
    Ok(())
}
