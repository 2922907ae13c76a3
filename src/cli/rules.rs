//! `gridcheck rules`: prints the built-in rule sets, the profiles, and the meaning of finding codes.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use comfy_table::Cell;

use super::table::{self, empty_table};
use super::terminal::Streams;
use super::{Output, Terminal, Verdict};
use crate::ask::rules::RulesInput;
use crate::lint::codes;
use crate::lint::explanation::explanation;
use crate::lint::profile::PROFILES;
use crate::rules::BUILTIN;

/// List the built-in rule sets, profiles and codes of findings, or print one rule set in full, as a TOML file to build on.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck rules
  gridcheck rules american > house.toml
  gridcheck rules house.toml              the rules in effect, those that are left out in the file too
  gridcheck count --size 7 --rules house.toml
  gridcheck rules --profiles
  gridcheck rules --explain GC012
  gridcheck rules --explain min_word")]
pub struct Rules {
    /// Print this rule set: a built-in one or a TOML file; - is standard input.
    #[arg(value_name = "NAME|FILE.toml")]
    name: Option<String>,
    /// List the profiles, the styles of houses, for validate, repair, complete and sample.
    #[arg(long, group = "what")]
    profiles: bool,
    /// List the codes of findings.
    #[arg(long, group = "what")]
    codes: bool,
    /// Explain a code of a finding, or a rule by its key in a rule set. docs/COUNTING.md has the values of each key.
    #[arg(long, value_name = "CODE|KEY", group = "what", conflicts_with = "name")]
    explain: Option<String>,
}

impl Rules {
    pub fn run(&self, _terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(code) = &self.explain {
            let known =
                codes::explained().find(|known| known.name.eq_ignore_ascii_case(code) || known.key == Some(code));
            let known = known.ok_or_else(|| anyhow!("no code and no rule `{code}` (see gridcheck rules --codes)"))?;
            writeln!(output, "{}", explanation(known))?;
        } else if self.codes {
            print_table(output, ["code", "finding"], codes::explained().map(|code| [code.name, code.title]))?;
        } else if self.profiles {
            let rows =
                PROFILES.iter().map(|profile| [profile.name.to_owned(), profile.summary(), profile.source.to_owned()]);
            print_table(output, ["name", "asks for", "source"], rows)?;
        } else if let Some(name) = &self.name {
            let Ok(rules) = name.parse::<RulesInput>();
            write!(output, "{}", rules.ruleset(&Streams)?.to_toml())?;
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
    Ok(table::print_table(output, &table)?)
}
