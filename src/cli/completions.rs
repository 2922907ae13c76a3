//! `gridcheck completions`: prints scripts for completion in a shell, and writes the help as man pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::help::fitted;
use super::program::Cli;
use super::{Output, Terminal, Verdict};
use crate::ask::failure::Failure;
use crate::constraint::Kind;
use crate::engines::ENGINES;
use crate::folder::NewFolder;
use crate::lint::codes;
use crate::lint::profile::PROFILES;
use crate::rules::all_builtin;

/// Print a script that lets a shell complete commands, flags and their values, or write man pages.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck completions bash > ~/.local/share/bash-completion/completions/gridcheck
  gridcheck completions fish > ~/.config/fish/completions/gridcheck.fish
  gridcheck completions zsh > ~/.zfunc/_gridcheck
                                          where fpath has ~/.zfunc
  gridcheck completions --man man1        a man page for the program and one for each command")]
pub(super) struct Completions {
    /// Write the script for this shell.
    #[arg(value_name = "SHELL", value_enum, required_unless_present = "man")]
    shell: Option<Shell>,
    /// Write man pages to this folder. It must not exist yet, or must be empty.
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    man: Option<PathBuf>,
}

/// The usual width of a terminal, less the indent of man.
const MAN_WIDTH: usize = 72;

impl Completions {
    pub(super) fn run(&self, _terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        if let Some(shell) = self.shell {
            // Generate into memory first, because clap ends the program if a pipe is closed.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut offering(Cli::command()), env!("CARGO_PKG_NAME"), &mut script);
            output.write_all(&script)?;
        }
        if let Some(folder) = &self.man {
            write_man_pages(folder)
                .map_err(|error| Failure::of_file(&format!("--man {}", folder.display()), &error))?;
        }
        Ok(Verdict::Well)
    }
}

/// Writes the folder, complete or not at all.
fn write_man_pages(path: &Path) -> io::Result<()> {
    let folder = NewFolder::begin(path)?;
    // man copies the text below the options line by line, so it is wrapped here.
    clap_mangen::generate_to(fitted(Cli::command(), MAN_WIDTH), folder.path())?;
    folder.keep()
}

/// Returns the command for a script that offers the built-in names as values of options. The options take other values too.
fn offering(command: Command) -> Command {
    let fills = command.get_name() == "fill";
    command
        .mut_args(|arg| {
            let names: Vec<&str> = match arg.get_long() {
                Some("rules") => all_builtin().map(|set| set.name).collect(),
                Some("profile") => PROFILES.iter().map(|profile| profile.name).collect(),
                Some("engine" | "engines") if !fills => ENGINES.iter().map(|engine| engine.name()).collect(),
                Some("where" | "by" | "most" | "fewest") => Kind::ALL.map(Kind::name).to_vec(),
                Some("select" | "ignore") => codes::all().map(|code| code.name).collect(),
                _ => return arg,
            };
            arg.value_parser(PossibleValuesParser::new(names))
        })
        .mut_subcommands(offering)
}
