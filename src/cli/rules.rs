//! `gridcheck rules`: prints the built-in rule sets, the profiles, and the meaning of finding codes.

use std::io::Write;

use clap::Args;
use comfy_table::Cell;

use super::table::{self, empty_table};
use super::{Output, Print, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::failure::Failure;
use crate::ask::rule_lists::{RulesReport, RulesRequest};
use crate::lint::profile::Profile;

/// List the built-in rule sets, profiles and codes of findings, or print one rule set in full, as a TOML file to build on.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck rules
  gridcheck rules american > house.toml
  gridcheck rules house.toml              the rules in effect, those that are left out in the file too
  gridcheck count --size 7 --rules house.toml
  gridcheck rules --profiles
  gridcheck rules --profile times > ours.toml     a house of one's own: gridcheck validate folder --profile ours.toml
  gridcheck rules --explain GC012
  gridcheck rules --explain min_word")]
pub(super) struct RulesCommand {
    #[command(flatten)]
    request: RulesRequest,
}

impl RulesCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        self.request.ask(terminal)?.print(output).map(|()| Verdict::Well)
    }
}

impl Print for RulesReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            RulesReport::RuleSets(sets) => {
                let rows = sets.iter().map(|set| [set.name, set.summary, set.source]);
                print_table(output, ["name", "rules", "source"], rows)
            }
            RulesReport::Profiles(profiles) => {
                let row = |profile: &Profile| [profile.name.to_owned(), profile.summary(), profile.source.to_owned()];
                print_table(output, ["name", "asks for", "source"], profiles.iter().map(row))
            }
            RulesReport::Codes(codes) => {
                print_table(output, ["code", "finding"], codes.iter().map(|code| [code.name, code.title]))
            }
            RulesReport::RuleSet(rules) => Ok(write!(output, "{}", rules.to_toml())?),
            RulesReport::Profile(profile) => Ok(write!(output, "{}", profile.to_toml())?),
            RulesReport::Explanation(text) => Ok(writeln!(output, "{text}")?),
        }
    }
}

fn print_table<const N: usize, T: Into<Cell>>(
    output: &mut Output,
    header: [&str; N],
    rows: impl IntoIterator<Item = [T; N]>,
) -> Result<(), Failure> {
    let mut table = empty_table(output, header);
    table.add_rows(rows);
    Ok(table::print_table(output, &table)?)
}
