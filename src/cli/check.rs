//! `gridcheck check`: does this folder prove what it claims?

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use serde_json::json;

use super::Verdict;
use super::args::JobsArg;
use super::format::Format;
use super::output::Output;
use super::terminal::Terminal;
use crate::certificate::{CheckError, Report, check};
use crate::engine::EngineError;

/// Check a certificate, without the translation into clauses and without any solver.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck check british-7
  gridcheck check --format json british-7

Exit codes: 0 the folder proves what it claims, 1 it is refused, 2 it is no certificate that can be checked.")]
pub struct Check {
    /// A folder that `gridcheck certify` made.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
    #[command(flatten)]
    jobs: JobsArg,
}

impl Check {
    /// Checks the folder.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        self.jobs.start()?;
        let outcome = check(&self.folder, terminal);
        terminal.clear();
        match outcome {
            Ok(found) => {
                print_accepted(&self.folder, &found, self.format, output)?;
                Ok(Verdict::Well)
            }
            Err(CheckError::Refused(why)) => {
                let why = why.to_string();
                if self.format == Format::Json {
                    let folder = self.folder.to_string_lossy();
                    writeln!(output, "{}", json!({ "folder": folder, "accepted": false, "why": why }))?;
                } else {
                    let line: String = why.chars().flat_map(visible).collect();
                    writeln!(output, "{}: {line}", output.bad("refused"))?;
                }
                Ok(Verdict::Refuted)
            }
            Err(CheckError::Stopped) => Err(EngineError::Stopped.into()),
            Err(error @ CheckError::Unusable(_)) => Err(anyhow!("{}: {error}", self.folder.display())),
        }
    }
}

/// What is found in a file may be anything; a terminal is to see no control characters of it.
fn visible(character: char) -> impl Iterator<Item = char> {
    let escaped = character.is_control().then(|| character.escape_default());
    let plain = (!character.is_control()).then_some(character);
    escaped.into_iter().flatten().chain(plain)
}

/// What an accepted certificate proves.
pub fn print_accepted(folder: &Path, found: &Report, format: Format, output: &mut Output) -> anyhow::Result<()> {
    if format == Format::Json {
        let mut value = json!({ "folder": folder.to_string_lossy(), "accepted": true });
        if let (Some(object), serde_json::Value::Object(report)) = (value.as_object_mut(), serde_json::to_value(found)?)
        {
            object.extend(report);
        }
        writeln!(output, "{value}")?;
        return Ok(());
    }
    writeln!(output, "{}\n", found.claim)?;
    let width = found.findings.iter().map(|finding| finding.what.len()).max().unwrap_or(0);
    for finding in &found.findings {
        writeln!(output, "  {:width$}  {}", finding.what, finding.found)?;
    }
    for (heading, sentences) in
        [("Proved", &found.proved), ("Tested, not proved", &found.tested), ("Taken on trust", &found.trusted)]
    {
        if !sentences.is_empty() {
            writeln!(output, "\n{heading}:")?;
            sentences.iter().try_for_each(|sentence| writeln!(output, "- {sentence}"))?;
        }
    }
    writeln!(output, "\n{}", output.good("accepted"))?;
    Ok(())
}
