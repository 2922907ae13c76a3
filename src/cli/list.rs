//! `gridcheck list`: every grid, streamed.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::args::{ProblemArgs, lister_or_fastest};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::classes::primitive::Primitive;
use crate::engine::EngineError;
use crate::engine::listing::InOrder;
use crate::grid::Grid;

/// List every grid that obeys the rules, in an order that does not depend on the number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck list --size 5
  gridcheck list --size 7 --format line | sort > 7x7.txt
  gridcheck list --size 11 --format json | head
  gridcheck list --size 7 --primitive     one grid of each class")]
pub struct List {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The engine to ask; the fastest that can do it if left out.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// List one grid of each class under the square's eight symmetries: of those images that obey the rules and have the
    /// given squares the least, # before ., square by square from the top left.
    #[arg(long)]
    primitive: bool,
    /// How to print each grid.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// A row a line, # black and . white, a blank line between grids.
    Text,
    /// A grid a line, its rows joined by /.
    Line,
    /// A JSON object a line, {"rows": [...]}.
    Json,
}

impl List {
    /// Lists to `output`.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let problem = self.problem.problem()?;
        let engine = lister_or_fastest(self.engine.as_deref(), &problem)?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        let run = terminal.printing_run(engine.name(), output);
        let mut first = true;
        let mut failed = None;
        let order = InOrder::new(|grid: &Grid| {
            match print(output, grid, self.format, first) {
                Ok(()) => first = false,
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        let outcome = if self.primitive {
            engine.list(&problem, &run, &Primitive::new(&problem, &order))
        } else {
            engine.list(&problem, &run, &order)
        };
        drop(order);
        match (failed, outcome) {
            (Some(error), _) => Err(error.into()),
            (None, Err(EngineError::Stopped)) => {
                // What was listed so far is whole grids, and stays.
                output.flush()?;
                Err(EngineError::Stopped.into())
            }
            (None, outcome) => Ok(outcome.map(|()| Verdict::Well)?),
        }
    }
}

fn print(output: &mut impl Write, grid: &Grid, format: ListFormat, first: bool) -> io::Result<()> {
    match format {
        ListFormat::Text if first => writeln!(output, "{grid}"),
        ListFormat::Text => writeln!(output, "\n{grid}"),
        ListFormat::Line => writeln!(output, "{}", grid.one_line()),
        ListFormat::Json => {
            let rows: Vec<String> = grid.to_string().lines().map(str::to_owned).collect();
            writeln!(output, "{}", json!({ "rows": rows }))
        }
    }
}
