//! The `gridcheck` program: parses its arguments, runs, and turns an error into a message and an exit code.

use std::process::ExitCode;

use gridcheck::cli;
use gridcheck_allocator::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    #[cfg(unix)]
    gridcheck::engine::keep_if_asked();
    cli::main()
}
