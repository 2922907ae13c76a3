//! `gridcheck count --size 3..15`: counts the grids of several sizes, one row for each.
//!
//! A size that fails is named on standard error, and the other sizes are still counted. Rows are printed as soon as they are known.

use crate::plural::plural;
use std::io::Write;
use std::time::Instant;

use anyhow::bail;

use super::super::args::QuestionArgs;
use super::super::cite::typed_command;
use super::super::engines::Asked;
use super::super::failure::Cause;
use super::super::sizes::Sizes;
use super::super::{Format, Output, Terminal, report, write_json};
use super::Verdict;
use crate::constraint::{Extreme, Goal};
use crate::engine::blocks::SumKind;
use crate::engine::watch::Watch;
use crate::external::Programs;
use crate::problem::Problem;
use crate::reports::count::{CountAnswer, ExtremeAnswer, NumberAnswer, TotalAnswer};
use crate::rules::Ruleset;
use crate::size::Size;

pub struct Sequence<'a> {
    pub question: &'a QuestionArgs,
    /// The rules of the question. They may come from a pipe, which can be read only once.
    pub rules: Ruleset,
    pub sizes: &'a Sizes,
    /// The extreme to find for each size, instead of the number of grids.
    pub goal: Option<Goal>,
    pub engine: Option<&'a str>,
    pub programs: &'a Programs,
    pub format: Format,
}

struct Answer {
    problem: Problem,
    engine: &'static str,
    /// The value of the extreme, if one was sought and a grid exists.
    value: Option<u32>,
    /// The number of grids, or of those that reach the extreme.
    grids: u128,
    seconds: f64,
}

impl Sequence<'_> {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let indices =
            if self.format == Format::Bfile { self.sizes.indices()? } else { vec![0; self.sizes.all().len()] };
        self.print_header(output)?;
        let mut failed = 0;
        for (&size, index) in self.sizes.all().iter().zip(indices) {
            match self.answer(size, terminal) {
                Ok(answer) => self.print(size, index, &answer, output)?,
                Err(error) if Cause::of(&error).is_some() => return Err(error),
                Err(error) => {
                    terminal.clear();
                    output.flush()?;
                    report(&format!("size {size}: {error:#}"));
                    failed += 1;
                }
            }
            output.flush()?;
        }
        if failed > 0 {
            bail!("{failed} of {} sizes have no answer", self.sizes.all().len());
        }
        Ok(Verdict::Well)
    }

    fn answer(&self, size: Size, terminal: &Terminal) -> anyhow::Result<Answer> {
        let problem = self.question.problem_under(self.rules.clone(), size)?;
        let start = Instant::now();
        let kind = self.goal.map_or(SumKind::Plain, SumKind::Extreme);
        let asked = Asked { problem: &problem, kind: &kind };
        let prepared = asked.prepared_or_fastest(self.engine, self.programs, terminal)?;
        let engine = prepared.name();
        let run = terminal.run(&format!("{engine}, size {size}"));
        let (value, grids) = match self.goal {
            Some(_) => prepared.extreme(&run)?.map_or((None, 0), |extreme| (Some(extreme.value), extreme.grids)),
            None => (None, prepared.count(&run)?),
        };
        terminal.clear();
        Ok(Answer { problem, engine, value, grids, seconds: start.elapsed().as_secs_f64() })
    }

    fn print_header(&self, output: &mut Output) -> anyhow::Result<()> {
        match self.format {
            Format::Csv if self.goal.is_some() => writeln!(output, "size,value,grids")?,
            Format::Csv => writeln!(output, "size,grids")?,
            Format::Bfile => {
                let what = self.goal.map_or_else(|| "Number of grids".to_owned(), |goal| goal.to_string());
                writeln!(output, "# {what}, rules {}", self.rules.described())?;
                writeln!(output, "# gridcheck {}: {}", env!("CARGO_PKG_VERSION"), typed_command())?;
            }
            Format::Text | Format::Line | Format::Json | Format::Markdown | Format::Github | Format::Sarif => {}
        }
        Ok(())
    }

    fn print(&self, size: Size, index: usize, answer: &Answer, output: &mut Output) -> anyhow::Result<()> {
        let Answer { problem, engine, value, grids, seconds } = answer;
        let value_text = value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        match (self.format, self.goal) {
            (Format::Csv, None) => writeln!(output, "{size},{grids}")?,
            (Format::Csv, Some(_)) => {
                writeln!(output, "{size},{},{grids}", value.map_or_else(String::new, |value| value.to_string()))?;
            }
            (Format::Bfile, None) => writeln!(output, "{index} {grids}")?,
            // Sequences of extremes have 0 where there is no grid.
            (Format::Bfile, Some(_)) => writeln!(output, "{index} {}", value.unwrap_or(0))?,
            (Format::Json, goal) => {
                let best = value.map(|value| Extreme { value, grids: *grids });
                let found = match goal {
                    None => TotalAnswer::Number(NumberAnswer { count: *grids }),
                    Some(goal) => TotalAnswer::Extreme(ExtremeAnswer::new(goal, best)),
                };
                write_json(output, &CountAnswer::new(problem, engine, found, *seconds))?;
            }
            (_, None) => writeln!(output, "{size:>5}  {grids}")?,
            (_, Some(goal)) => writeln!(output, "{size:>5}  {goal}: {value_text}, in {}", plural(*grids, "grid"))?,
        }
        Ok(())
    }
}
