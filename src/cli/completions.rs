//! `gridcheck completions`: prints scripts for completion in a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::output::Output;
use super::{Cli, Verdict};

/// Print a script that lets a shell complete commands and flags.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck completions bash > ~/.local/share/bash-completion/completions/gridcheck
  gridcheck completions fish > ~/.config/fish/completions/gridcheck.fish
  gridcheck completions zsh > ~/.zfunc/_gridcheck
                                          where fpath has ~/.zfunc")]
pub struct Completions {
    /// Write the script for this shell.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Verdict> {
        // Generate into memory first, because clap ends the program if a pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), env!("CARGO_PKG_NAME"), &mut script);
        output.write_all(&script)?;
        Ok(Verdict::Well)
    }
}
