//! `gridcheck rules`: prints the built-in rule sets, the profiles, and the meaning of finding codes.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use comfy_table::Cell;

use super::Verdict;
use super::args::RulesArg;
use super::output::Output;
use super::table::empty_table;
use crate::lint::codes::{self, Code};
use crate::lint::codes_of;
use crate::lint::demand::{self, Demand};
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
  gridcheck rules --explain GC012")]
pub struct Rules {
    /// Print this rule set: a built-in one or a TOML file; - is standard input.
    #[arg(value_name = "NAME|FILE.toml")]
    name: Option<String>,
    /// List the profiles for gridcheck validate.
    #[arg(long, group = "what")]
    profiles: bool,
    /// List the codes of findings.
    #[arg(long, group = "what")]
    codes: bool,
    /// Explain a code of a finding.
    #[arg(long, value_name = "CODE", group = "what", conflicts_with = "name")]
    explain: Option<String>,
}

impl Rules {
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(code) = &self.explain {
            let code = codes::named(code).ok_or_else(|| anyhow!("no code `{code}` (see gridcheck rules --codes)"))?;
            explain(output, code)?;
        } else if self.codes {
            print_table(output, ["code", "finding"], codes::ALL.map(|code| [code.name, code.title]))?;
        } else if self.profiles {
            let rows =
                PROFILES.iter().map(|profile| [profile.name.to_owned(), profile.summary(), profile.source.to_owned()]);
            print_table(output, ["name", "asks for", "source"], rows)?;
        } else if let Some(name) = &self.name {
            write!(output, "{}", RulesArg { rules: name.clone() }.ruleset()?.to_toml())?;
        } else {
            let rows = BUILTIN.iter().map(|set| [set.name, set.summary, set.source]);
            print_table(output, ["name", "rules", "source"], rows)?;
        }
        Ok(Verdict::Well)
    }
}

/// Prints the meaning of a code, the profiles and rule sets that check it, and the demand of each.
fn explain(output: &mut Output, code: &'static Code) -> anyhow::Result<()> {
    writeln!(output, "{code}: {}\n\n{}", code.title, code.explanation)?;
    let profiles = PROFILES.iter().filter(|profile| profile.codes().contains(&code));
    let profiles: Vec<String> =
        profiles.map(|profile| format!("{} ({})", profile.name, profile.severity(code).name())).collect();
    let sets = BUILTIN.iter().filter(|set| codes_of(&set.ruleset()).any(|demanded| demanded == code));
    let sets: Vec<String> = sets.map(|set| set.name.to_owned()).collect();
    let listed = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    writeln!(output)?;
    if let Some(key) = code.key {
        writeln!(output, "Rule: {key}.")?;
    }
    writeln!(output, "Profiles that look for it: {}.", listed(&profiles))?;
    writeln!(output, "Built-in rule sets that do, as an error: {}.", listed(&sets))?;
    let of_profiles = PROFILES.iter().map(|profile| (profile.name, profile.demands()));
    let of_sets = BUILTIN.iter().map(|set| (set.name, demand::of_rules(&set.ruleset())));
    let mut demands_in_words: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, demands) in of_profiles.chain(of_sets) {
        for Demand { words, .. } in demands.into_iter().filter(|demand| demand.code == code) {
            match demands_in_words.iter_mut().find(|(known, _)| *known == words) {
                Some((_, names)) => names.push(name),
                None => demands_in_words.push((words, vec![name])),
            }
        }
    }
    for (words, names) in demands_in_words {
        writeln!(output, "Asked for: {words}: {}.", names.join(", "))?;
    }
    Ok(())
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
