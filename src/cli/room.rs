//! The memory that the program may take, set before any work, so that where there is too little it is said.

use clap::ArgMatches;

use crate::engine::EngineError;
use crate::engine::memory::{self, AvailableMemory};

/// The name of the argument that says how much.
pub const MEMORY: &str = "memory";

/// Takes note of what `--memory` allows. An error if there is not even room for a program without big tables.
pub fn demand(matches: &ArgMatches) -> Result<(), EngineError> {
    let asked = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u64>(MEMORY).ok().flatten());
    if let Some(bytes) = asked {
        memory::allow(*bytes);
    }
    AvailableMemory::demand_least()
}
