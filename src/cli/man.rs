//! `gridcheck man`: the help as man pages, for those who make packages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use super::help::fitted;
use super::{Cli, Verdict};
use crate::folder::NewFolder;

/// Write a man page for the program and one for each command.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck man --out man1")]
pub struct Man {
    /// The folder to make. There must be nothing of that name yet, or an empty folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// A terminal's usual width less what man indents by.
const WIDTH: usize = 72;

impl Man {
    /// Writes the folder, whole or not at all.
    pub fn run(&self) -> anyhow::Result<Verdict> {
        let place = || format!("--out {}", self.out.display());
        let folder = NewFolder::begin(&self.out).with_context(place)?;
        // What stands below the options is taken over line by line.
        clap_mangen::generate_to(fitted(Cli::command(), WIDTH), folder.path()).with_context(place)?;
        folder.keep().with_context(place)?;
        Ok(Verdict::Well)
    }
}
