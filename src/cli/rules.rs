//! `gridcheck rules`: the built-in rule sets.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;

use super::Verdict;
use super::output::Output;
use super::table::empty_table;
use crate::rules::{BUILTIN, builtin};

/// List the built-in rule sets, or print one as a TOML file to start your own from.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck rules
  gridcheck rules american > house.toml
  gridcheck count --size 7 --rules house.toml")]
pub struct Rules {
    /// The rule set to print.
    name: Option<String>,
}

impl Rules {
    /// Prints to `output`.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Verdict> {
        let Some(name) = &self.name else {
            let mut table = empty_table(output, ["name", "rules", "source"]);
            for set in &BUILTIN {
                table.add_row([set.name, set.summary, set.source]);
            }
            for line in table.lines() {
                writeln!(output, "{}", line.trim())?;
            }
            return Ok(Verdict::Well);
        };
        let rules = builtin(name).ok_or_else(|| {
            let known = BUILTIN.map(|set| set.name).join(", ");
            anyhow!("no built-in rule set `{name}`, expected one of {known}")
        })?;
        write!(output, "{}", rules.to_toml())?;
        Ok(Verdict::Well)
    }
}
