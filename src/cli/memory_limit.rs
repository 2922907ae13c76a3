//! The memory limit, set before any work, so that too little memory is reported at the start.

use clap::ArgMatches;

use crate::engine::EngineError;
use crate::engine::memory::{self, AvailableMemory};

/// The name of the argument for the limit.
pub const MEMORY: &str = "memory";

/// Sets the limit of `--memory`. Fails if the memory does not suffice even for a program without big tables.
pub fn demand(matches: &ArgMatches) -> Result<(), EngineError> {
    let asked = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u64>(MEMORY).ok().flatten());
    if let Some(bytes) = asked {
        memory::allow(*bytes);
    }
    AvailableMemory::demand_least()
}
