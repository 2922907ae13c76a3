//! `gridcheck certify`: makes a folder that proves "exactly these grids".

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::args::{Externals, ProblemArgs};
use super::check::verdict;
use super::{Format, Output, Terminal, Verdict, note_all};
use crate::ask::check::FolderReport;
use crate::ask::engines::{Capability, Programs, SumRequest, lister_of_or_fastest, one_engine, prover_named};
use crate::ask::options::WitnessOption;
use crate::certify::{CertifyError, Proving, certify, certify_by};
use crate::checker::Report;
use crate::encodings::unsupported_constraint;
use crate::problem::Problem;

/// Make a folder with a proof that these grids and no others obey the rules, for other people's proof checkers too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck certify --size 7 --out british-7
  gridcheck certify --size 7 --rules american --out american-7
  gridcheck check british-7
  gridcheck certify --size 13 --where 'length 3..13 = 2' --prover cadical --out perfect-13

The folder holds the rules, the problem as clauses, the grids, the clauses with every grid excluded, and a proof that these
contradict each other, as LRAT; manifest.json says how to check them with other people's tools.

With --prover, somebody else's program finds the proof: an engine lists the grids, the program proves that there are no more, and each
step is retraced here before it is written down. If no engine can list the grids in minutes, the program is asked whether there are any.
If there are, choose an engine with --engine. The last example needs the program cadical.

Exit codes: 0 gridcheck check accepts the folder, 2 no certificate could be made, 3 the meaning of the clauses is not established, 75 the
memory limit was reached.")]
pub struct Certify {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Let this program find the proof that there are no more grids: cadical, cadical-lrat, or one of --externals that writes LRAT or
    /// DRAT. The default is this program's own search.
    #[arg(long, value_name = "NAME")]
    prover: Option<String>,
    /// List the grids for the prover with this engine, however long it takes.
    #[arg(long, value_name = "NAME", requires = "prover", value_parser = one_engine)]
    engine: Option<String>,
    #[command(flatten)]
    witness: WitnessOption,
    #[command(flatten)]
    externals: Externals,
    /// Make this folder. It must not exist yet, or must be empty.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the checked result in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl Certify {
    /// Makes the folder, checks it, and prints the same report as `gridcheck check`.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let problem = self.problem.problem(terminal)?;
        if let Some(why) = unsupported_constraint(&problem) {
            bail!(why);
        }
        note_all(problem.notes());
        let made = self.made(&problem, terminal)?.with_context(|| self.out.display().to_string())?;
        terminal.clear();
        let report = FolderReport::of_certificate(&self.out, made);
        self.format.print_report(output, &report)?;
        output.flush()?;
        Ok(verdict(&report))
    }

    /// Makes the folder, and returns the result of checking it.
    fn made(&self, problem: &Problem, terminal: &Terminal) -> anyhow::Result<Result<Report, CertifyError>> {
        let programs = Programs::of(&self.externals, terminal)?;
        let witnesses = self.witness.witnesses(&programs)?;
        if let Some(engine) = witnesses.named {
            SumRequest::number(problem).prepared_by(engine.name(), &programs, Capability::Sum)?;
        }
        let Some(prover) = &self.prover else {
            // A problem that is slow to list is slower to certify. This call warns the user.
            lister_of_or_fastest(None, problem, terminal)?;
            return Ok(certify(problem, &self.out, witnesses, terminal));
        };
        let prover = prover_named(prover, &programs)?;
        let named = self.engine.as_deref().map(|name| lister_of_or_fastest(Some(name), problem, terminal));
        let named = named.transpose()?;
        Ok(certify_by(&Proving { prover, lister: named.as_ref() }, problem, &self.out, witnesses, terminal))
    }
}
