//! `gridcheck validate`: is this grid valid, and if not, which rule does it break where?

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::args::{BlackArg, Format, RulesArg};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::compare::watch::Watch;
use crate::engine::EngineError;
use crate::format::source::{Checked, Source, SourceError};
use crate::format::text::{FoundGrid, Options};
use crate::rules::validator::{Validator, Violation};

/// Judge finished grids: every broken rule, with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt

A file holds one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows joined
by /. Every file is read to its end for mistakes before the first grid is judged.")]
pub struct Validate {
    /// Files of grids; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    black: BlackArg,
    /// Print the summary only.
    #[arg(long, short)]
    quiet: bool,
    /// How to print the findings; JSON is one object a grid, without a summary.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A grid's findings as JSON.
#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    /// The grid's number in its file, from 1.
    index: u64,
    /// The line of its first row, from 1.
    line: usize,
    valid: bool,
    violations: Vec<Violation>,
}

impl Validate {
    /// Judges every grid.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let rules = self.rules.ruleset()?;
        let options = Options { black: self.black.black };
        let check = |path: &PathBuf| Source::open(path).and_then(|source| source.check(options));
        let mut lists = self.files.iter().map(check).collect::<Result<Vec<Checked>, SourceError>>()?;

        let validator = Validator::new(&rules);
        let run = terminal.run("validating");
        let total: u64 = lists.iter().map(Checked::count).sum();
        run.set_pieces(total as usize);
        let mut invalid = 0;
        for list in &mut lists {
            let name = list.name().to_owned();
            let mut index = 0;
            for found in list.grids()? {
                if run.check().is_err() {
                    output.flush()?;
                    return Err(EngineError::Stopped.into());
                }
                let FoundGrid { grid, line } = found?;
                index += 1;
                let violations = validator.violations(&grid);
                let valid = violations.is_empty();
                invalid += u64::from(!valid);
                match self.format {
                    _ if self.quiet => {}
                    Format::Json => {
                        let finding = Finding { file: &name, index, line, valid, violations };
                        serde_json::to_writer(&mut *output, &finding).map_err(std::io::Error::from)?;
                        writeln!(output)?;
                    }
                    Format::Text => {
                        let size = format!("{} × {}", grid.height(), grid.width());
                        if valid {
                            writeln!(output, "{name}:{line}: grid {index}, {size}: {}", output.good("valid"))?;
                        } else {
                            let number = violations.len();
                            let broken = format!("{number} violation{}", if number == 1 { "" } else { "s" });
                            writeln!(output, "{name}:{line}: grid {index}, {size}: {}", output.bad(&broken))?;
                            for violation in violations {
                                writeln!(output, "  {violation}")?;
                            }
                        }
                    }
                }
                run.piece_done(1);
            }
        }
        terminal.clear();
        if self.format == Format::Text {
            let valid = total - invalid;
            let plural = if total == 1 { "" } else { "s" };
            writeln!(output, "{total} grid{plural} by the rules {}: {valid} valid, {invalid} invalid", rules.name)?;
        } else if self.quiet {
            report("--quiet leaves nothing to print with --format json");
        }
        Ok(if invalid == 0 { Verdict::Well } else { Verdict::Refuted })
    }
}
