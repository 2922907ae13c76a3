//! `gridcheck count`: the number of grids.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::args::{Format, ProblemArgs, engine_or_fastest};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::watch::Watch;

/// Count the grids that obey the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck count --size 9
  gridcheck count --size 8 --rules american --engine sat
  gridcheck count --size 7 --given corner.txt --format json

In text form standard output is the number alone; anything to be said goes to standard error.")]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The engine to ask; the fastest that can do it if left out.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Count {
    /// Counts and prints.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let problem = self.problem.problem()?;
        let engine = engine_or_fastest(self.engine.as_deref(), &problem)?;
        if self.format == Format::Text {
            problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        }
        let start = Instant::now();
        let count = engine.count(&problem, &terminal.run(engine.name()))?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        match self.format {
            Format::Text => writeln!(output, "{count}")?,
            Format::Json => {
                let answer = json!({
                    "size": problem.size(),
                    "rules": problem.rules().name,
                    "engine": engine.name(),
                    "count": count.to_string(),
                    "seconds": seconds,
                    "notes": problem.notes(),
                });
                writeln!(output, "{answer}")?;
            }
        }
        Ok(Verdict::Well)
    }
}
