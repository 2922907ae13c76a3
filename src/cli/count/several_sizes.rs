//! `gridcheck count --size 3..15`: counts the grids of several sizes, one row for each.
//!
//! A size that fails is named on standard error, and the other sizes are still counted. Rows are printed as soon as they are known.

use std::io::{self, Write};

use super::super::cite::typed_command;
use super::super::compare::beside_rules;
use super::super::{Format, Output, Terminal, Verdict, report, write_json};
use super::CountCommand;
use crate::ask::count::report::{CountReport, Found, Total};
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::engine::blocks::BlockSum;
use crate::plural::plural;
use crate::problem::Problem;
use crate::size::Size;

impl CountCommand {
    pub(crate) fn count_each_size(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let (mut failed, mut rows) = (0, 0);
        let indices = match (&self.request.question.size, self.format) {
            (Some(sizes), Format::Bfile) => sizes.indices()?,
            _ => Vec::new(),
        };
        self.request.each_size(terminal, |size, answer| {
            terminal.clear();
            match answer {
                Ok(CountReport::Total(about)) => {
                    if rows == failed {
                        self.print_header(&about.problem, output)?;
                    }
                    self.print_row(size, indices.get(rows).copied(), &about, output)?;
                }
                // No other task is for several sizes.
                Ok(_) => {}
                Err(error) if error.concerns_this_question_alone() => {
                    output.flush()?;
                    report(&format!("size {size}: {error}"));
                    failed += 1;
                }
                Err(error) => return Err(error),
            }
            rows += 1;
            Ok(output.flush()?)
        })?;
        if failed > 0 {
            return Err(Failure::unusable(format!("{failed} of {rows} sizes have no answer")));
        }
        Ok(Verdict::Well)
    }

    /// Prints what comes before the first row.
    fn print_header(&self, problem: &Problem, output: &mut Output) -> io::Result<()> {
        let goal = self.request.extremes.goal();
        match self.format {
            Format::Csv if goal.is_some() => writeln!(output, "size,value,grids"),
            Format::Csv => writeln!(output, "size,grids"),
            Format::Bfile => {
                let what = goal.map_or_else(|| "Number of grids".to_owned(), |goal| goal.to_string());
                writeln!(output, "# {what}, rules {}{}", problem.rules().described(), beside_rules(problem))?;
                writeln!(output, "# gridcheck {}: {}", env!("CARGO_PKG_VERSION"), typed_command())
            }
            Format::Text | Format::Line | Format::Json | Format::Markdown | Format::Github | Format::Sarif => Ok(()),
        }
    }

    fn print_row(
        &self,
        size: Size,
        index: Option<usize>,
        about: &About<Found<Total>>,
        output: &mut Output,
    ) -> io::Result<()> {
        let (goal, value, grids) = match &about.report.found.sum {
            BlockSum::Plain(grids) => (None, None, *grids),
            BlockSum::Extreme { goal, best } => {
                (Some(goal), best.map(|best| best.value), best.map_or(0, |best| best.grids))
            }
            // Tables are for one size.
            BlockSum::Distribution(_) => return Ok(()),
        };
        let value_or = |none: &str| value.map_or_else(|| none.to_owned(), |value| value.to_string());
        let index = index.unwrap_or_default();
        match (self.format, goal) {
            (Format::Csv, None) => writeln!(output, "{size},{grids}"),
            (Format::Csv, Some(_)) => writeln!(output, "{size},{},{grids}", value_or("")),
            (Format::Bfile, None) => writeln!(output, "{index} {grids}"),
            // Sequences of extremes have 0 where there is no grid.
            (Format::Bfile, Some(_)) => writeln!(output, "{index} {}", value_or("0")),
            (Format::Json, _) => write_json(output, about),
            (_, None) => writeln!(output, "{size:>5}  {grids}"),
            (_, Some(goal)) => {
                writeln!(output, "{size:>5}  {goal}: {}, in {}", value_or("none"), plural(grids, "grid"))
            }
        }
    }
}
