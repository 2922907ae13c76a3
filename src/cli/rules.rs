//! `gridcheck rules`: the built-in rule sets, the profiles, and what the codes of findings mean.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use comfy_table::Cell;

use super::Verdict;
use super::output::Output;
use super::table::empty_table;
use crate::lint::codes::Code;
use crate::lint::profile::PROFILES;
use crate::rules::{BUILTIN, builtin};

/// List the built-in rule sets, profiles and codes of findings, or print a rule set as a TOML file to start your own from.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck rules
  gridcheck rules american > house.toml
  gridcheck count --size 7 --rules house.toml
  gridcheck rules --profiles
  gridcheck rules --explain GC012")]
pub struct Rules {
    /// The rule set to print.
    name: Option<String>,
    /// List the profiles that validate can judge by.
    #[arg(long, group = "what")]
    profiles: bool,
    /// List the codes of findings.
    #[arg(long, group = "what")]
    codes: bool,
    /// Say what a code of a finding means.
    #[arg(long, value_name = "CODE", group = "what", conflicts_with = "name")]
    explain: Option<String>,
}

impl Rules {
    /// Prints to `output`.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(code) = &self.explain {
            let code = Code::named(code).ok_or_else(|| anyhow!("no code `{code}` (see gridcheck rules --codes)"))?;
            writeln!(output, "{}: {}\n\n{}", code.name(), code.title(), code.explanation())?;
            let minding = PROFILES.iter().map(|profile| format!("{} {}", profile.name, profile.severity(code).name()));
            writeln!(output, "\nIn profiles: {}.", minding.collect::<Vec<_>>().join(", "))?;
        } else if self.codes {
            let rows = Code::ALL.map(|code| [code.name(), code.title().to_owned()]);
            print_table(output, ["code", "finding"], rows)?;
        } else if self.profiles {
            let rows = PROFILES.iter().map(|profile| [profile.name, profile.summary, profile.source]);
            print_table(output, ["name", "asks for", "source"], rows)?;
        } else if let Some(name) = &self.name {
            let rules = builtin(name).ok_or_else(|| {
                let known = BUILTIN.map(|set| set.name).join(", ");
                anyhow!("no built-in rule set `{name}`, expected one of {known}")
            })?;
            write!(output, "{}", rules.to_toml())?;
        } else {
            let rows = BUILTIN.iter().map(|set| [set.name, set.summary, set.source]);
            print_table(output, ["name", "rules", "source"], rows)?;
        }
        Ok(Verdict::Well)
    }
}

fn print_table<const N: usize, T: Into<Cell>>(
    output: &mut Output,
    header: [&str; N],
    rows: impl IntoIterator<Item = [T; N]>,
) -> anyhow::Result<()> {
    let mut table = empty_table(output, header);
    table.add_rows(rows);
    table.lines().try_for_each(|line| writeln!(output, "{}", line.trim()))?;
    Ok(())
}
