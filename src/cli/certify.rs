//! `gridcheck certify`: a folder that proves "exactly these grids".

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::args::{ProblemArgs, lister_or_fastest};
use super::check::print_report;
use super::format::Format;
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::certificate::{CertifyError, certify};
use crate::engine::EngineError;

/// Make a folder that proves "exactly these grids" to people who trust nothing of ours.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck certify --size 7 --out british-7
  gridcheck certify --size 7 --rules american --out american-7
  gridcheck check british-7

The folder holds the rules, the problem as clauses, the grids, the clauses with every grid excluded, and a proof that these
contradict each other, as LRAT and as DRAT; manifest.json says how to check them with other people's tools.

Exit codes: those of gridcheck check, which is run on the folder: 0 accepted, 2 no certificate could be made, 3 the refutation is
sound, what the clauses mean is not established.")]
pub struct Certify {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The folder to make. There must be nothing of that name yet, or an empty folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How to print what the folder was found to prove.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl Certify {
    /// Makes the folder, checks it, and prints what `gridcheck check` would.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let problem = self.problem.problem()?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        // What takes the fastest engine long to list takes longer here: this says so.
        lister_or_fastest(None, &problem, terminal)?;
        let made = certify(&problem, &self.out, terminal).map_err(|error| match error {
            CertifyError::Stopped => EngineError::Stopped.into(),
            error => anyhow!("{}: {error}", self.out.display()),
        })?;
        terminal.clear();
        let verdict = print_report(&self.out, &made, self.format, output)?;
        output.flush()?;
        Ok(verdict)
    }
}
