//! The `gridcheck` program: parses its arguments, runs, and turns an error into a message and an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    gridcheck::external::keep_if_asked();
    gridcheck::cli::main(std::env::args_os().collect()).into()
}
