//! `gridcheck export`: writes the problem for other people's tools.

use std::path::PathBuf;

use clap::Args;

use super::args::name_of_value;
use super::stoppable::write_out;
use super::{Output, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::destination::ForceArg;
use crate::ask::ending::refuse_other_ending;
use crate::ask::export::Export;
use crate::ask::failure::Failure;
use crate::engine::watch::Watch;

/// Write the problem as input for model counters, answer-set solvers or exact-cover programs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck export --size 7 --to dimacs --out british7.cnf
  gridcheck export --size 7 --to asp | clingo --models 0 --quiet
  gridcheck export --size 7 --rules american --to dlx --out american7.dlx

dimacs and asp have one model for each grid, so the number of models is the number of grids. dlx leaves out the rule that the white squares
are connected: its exact covers are the valid grids and those that break only that rule, so their number is NOT the number of grids. Its
options are all ways to colour a row or a column; their number grows fast with the size.

A file is written under another name and renamed when it is whole.")]
pub(super) struct ExportCommand {
    #[command(flatten)]
    request: Export,
    /// Write to this file; the default is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
}

impl ExportCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let file = self.out.as_deref().map(|path| self.force.file(path));
        if let Some(file) = file {
            file.check(self.request.question.paths())?;
            refuse_other_ending(file.path(), &name_of_value(&self.request.to))?;
        }
        let exported = self.request.ask(terminal)?;
        write_out(file, &terminal.run("export"), output, |mut out| exported.write(&mut out))?;
        Ok(Verdict::Well)
    }
}
