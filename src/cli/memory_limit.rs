//! Keeps the memory limit of a command: at the limit it ends with one line and a separate exit code.

use clap::ArgMatches;

use super::Terminal;
use crate::ask::failure::{Failure, TRY_AGAIN};
use crate::ask::memory;

/// Starts to watch the memory, for the limit of `--memory` if it is given.
pub(super) fn watch(matches: &ArgMatches, terminal: &Terminal) -> Result<(), Failure> {
    let limit = matches.subcommand().and_then(|(_, of_command)| of_command.try_get_one::<u64>("memory").ok().flatten());
    let end = terminal.exit_handle();
    Ok(memory::watch(limit.copied(), move |why| end(why, TRY_AGAIN), terminal.life())?)
}
