//! Arguments that several commands share.

use clap::ValueEnum;

use crate::ask::options::with_grammar;

/// Returns the name of a value as a user types it.
pub(super) fn name_of_value(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The help of `--where` for grids that are read.
const READ: &str = "Skip the grids that do not meet this condition (repeatable), as in 'words 28..32'; they do not change the exit code";

/// Changes the help of `--where` for a command that reads grids.
pub(super) fn skips(arg: clap::Arg) -> clap::Arg {
    arg.help(READ).long_help(with_grammar(READ))
}
