//! `gridcheck man`: writes the help as man pages, for packagers.

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
    /// Make this folder. It must not exist yet, or must be empty.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// The usual width of a terminal, less the indent of man.
const WIDTH: usize = 72;

impl Man {
    /// Writes the folder, complete or not at all.
    pub fn run(&self) -> anyhow::Result<Verdict> {
        let place = || format!("--out {}", self.out.display());
        let folder = NewFolder::begin(&self.out).with_context(place)?;
        // man copies the text below the options line by line, so it is wrapped here.
        clap_mangen::generate_to(fitted(Cli::command(), WIDTH), folder.path()).with_context(place)?;
        folder.keep().with_context(place)?;
        Ok(Verdict::Well)
    }
}
