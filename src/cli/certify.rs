//! `gridcheck certify`: makes a folder that proves "exactly these grids".

use std::io::Write;

use clap::Args;

use super::check::verdict;
use super::{Format, Output, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::certify::Certify;
use crate::ask::failure::Failure;

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
pub(super) struct CertifyCommand {
    #[command(flatten)]
    request: Certify,
    /// Print the checked result in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl CertifyCommand {
    /// Makes the folder, checks it, and prints the same report as `gridcheck check`.
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        self.format.print_report(output, &report)?;
        output.flush()?;
        Ok(verdict(&report))
    }
}
