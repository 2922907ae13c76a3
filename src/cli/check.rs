//! `gridcheck check`: checks that a folder proves its claim.

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::args::{Externals, MemoryLimit, Programs, RulesArg, Threads, WitnessArg, duration};
use super::{Format, Output, Terminal, Verdict};
use crate::checker::{self, CheckError, Report, check};
use crate::engine::clock::Moment;

/// Check a certificate without using the translation into clauses or any solver.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck check british-7
  gridcheck check --rules british british-7      are those the rules I mean?
  gridcheck check --format json british-7
  gridcheck check --time-limit 1m british-11      no longer than a minute
  gridcheck check --witness external:proved british-9
                                                 the program proved in Coq counts as many

A refutation says which grids satisfy the clauses. For small grids, `check` proves that the clauses mean the rules: it judges every
colouring. For larger grids, an engine that uses no clauses must find the same grids, or as many. If no engine can in reasonable
time, the refutation may be sound, but the claim is not accepted.

Exit codes: 0 accepted: the folder proves what it claims; 1 refused; 2 no certificate that can be checked; 3 the meaning of
the clauses is not established, or the time was over before a verdict; 75 the memory limit was reached.")]
pub struct Check {
    /// Check this folder, made by `gridcheck certify`.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Require these rules: a built-in set or a TOML file. The check refuses the folder unless every key has the same value; the
    /// name does not matter.
    #[arg(long, value_name = "NAME|FILE.toml")]
    rules: Option<String>,
    /// Stop after this time, as in 30s, 10m or 1h30m. Without a verdict by then, the exit code is 3.
    #[arg(long, alias = "seconds", value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,
    /// Print the findings in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
    #[command(flatten)]
    witness: WitnessArg,
    #[command(flatten)]
    externals: Externals,
    #[command(flatten)]
    jobs: Threads,
    #[command(flatten)]
    memory: MemoryLimit,
}

/// The JSON of a check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer<'a, T> {
    folder: Cow<'a, str>,
    accepted: bool,
    #[serde(flatten)]
    found: T,
}

impl<'a, T> CheckAnswer<'a, T> {
    fn new(folder: &'a Path, accepted: bool, found: T) -> Self {
        CheckAnswer { folder: folder.to_string_lossy(), accepted, found }
    }
}

/// A verdict that establishes nothing of the claim.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum NoVerdict {
    Refused,
    Undecided,
}

impl NoVerdict {
    const fn name(self) -> &'static str {
        match self {
            NoVerdict::Refused => "refused",
            NoVerdict::Undecided => "undecided",
        }
    }
}

/// The reason why nothing of the claim is established.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoClaim<'a> {
    verdict: NoVerdict,
    why: &'a str,
}

impl Check {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let meant = self.rules.clone().map(|rules| RulesArg { rules }.ruleset()).transpose()?;
        let witnesses = self.witness.witnesses(&Programs::of(&self.externals, terminal)?)?;
        // Only the report is written, at the end.
        terminal.end_at_once();
        let end = self.time_limit.map(Moment::after);
        let outcome = check(&self.folder, meant.as_ref(), witnesses, &terminal.until(end));
        terminal.clear();
        match (outcome, self.time_limit) {
            (Ok(found), _) => print_report(&self.folder, &found, self.format, output),
            (Err(CheckError::Refused(why)), _) => {
                self.print_no_claim(NoVerdict::Refused, &why.to_string(), output)?;
                Ok(Verdict::Refuted)
            }
            (Err(CheckError::Stopped), Some(limit)) => {
                let why = terminal.known_so_far(&format!("the time of {} s was over", limit.as_secs()));
                self.print_no_claim(NoVerdict::Undecided, &why, output)?;
                Ok(Verdict::Undecided)
            }
            (Err(error), _) => Err(error).with_context(|| self.folder.display().to_string()),
        }
    }

    /// Prints in one line a verdict that establishes nothing of the claim, and the reason.
    fn print_no_claim(&self, verdict: NoVerdict, why: &str, output: &mut Output) -> anyhow::Result<()> {
        let line = format!("{}: {why}", output.bad(verdict.name()));
        self.format.print_line(output, &CheckAnswer::new(&self.folder, false, NoClaim { verdict, why }), line)
    }
}

/// Prints what a certificate that is not refused proves. Returns the exit verdict.
pub fn print_report(folder: &Path, found: &Report, format: Format, output: &mut Output) -> anyhow::Result<Verdict> {
    let (verdict, accepted) = match found.verdict {
        checker::Verdict::Accepted => (Verdict::Well, true),
        checker::Verdict::MeaningNotEstablished => (Verdict::Undecided, false),
    };
    format.print(output, || CheckAnswer::new(folder, accepted, found), |output| print_text(found, output))?;
    Ok(verdict)
}

fn print_text(found: &Report, output: &mut Output) -> anyhow::Result<()> {
    let accepted = found.verdict == checker::Verdict::Accepted;
    // A reader of the first line alone must not take the claim for established.
    writeln!(output, "{}{}\n", if accepted { "" } else { "Not established: " }, found.claim)?;
    let width = found.findings.iter().map(|finding| finding.what.len()).max().unwrap_or(0);
    for finding in &found.findings {
        writeln!(output, "  {:width$}  {}", finding.what, finding.found)?;
    }
    for (heading, sentences) in [
        ("Proved", &found.proved),
        ("Tested, not proved", &found.tested),
        ("Not established", &found.not_established),
        ("Taken on trust", &found.trusted),
    ] {
        if !sentences.is_empty() {
            writeln!(output, "\n{heading}:")?;
            sentences.iter().try_for_each(|sentence| writeln!(output, "- {sentence}"))?;
        }
    }
    let end = if accepted {
        output.good("accepted")
    } else {
        output.bad("not accepted: the refutation is sound, what the clauses mean is not established")
    };
    writeln!(output, "\n{end}")?;
    Ok(())
}
