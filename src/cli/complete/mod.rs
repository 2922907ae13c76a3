//! `gridcheck complete`: analyses a partly painted grid.

mod form;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;

use super::Verdict;
use super::args::{JobsArg, MemoryArg, RulesArg, WhereArg, at_most_one_stdin, duration, read_givens};
use super::format::Format;
use super::output::Output;
use super::report;
use super::terminal::Terminal;
use crate::complete::{
    CompletionCount, Forced, WhiteCounts, broken_already, count, disagreement, exclusion, forced, in_words, whites,
};
use crate::engine::EngineError;
use crate::engine::watch::Watch;
use crate::problem::Problem;
use crate::size::Size;
use crate::validator::Square;
use form::{Analysis, AnalysisResult};

/// Analyse a partly painted grid: count the valid grids that complete it, and find the forced squares.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck complete begun.txt            # black, . white, ? open
  gridcheck complete begun.txt --rules american --time-limit 1m
  gridcheck complete begun.txt --format json

A square is forced when it has the same colour in every completion: o is forced white, X forced black, ? open. That is always
found out. How many completions there are, and in how many each square is white, is counted where the time suffices.

Where there is no completion, painted squares are named that exclude them all and of which none can be left out, and
the exit code is 1.")]
pub struct Complete {
    /// Complete this painted grid: # black, . white, ? open; or a puzzle file. - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    constraints: WhereArg,
    /// Count completions for at most this time, and then white squares for at most the same time.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    #[command(flatten)]
    jobs: JobsArg,
    #[command(flatten)]
    memory: MemoryArg,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

/// Maximum number of broken rules in the one-line error.
const MOST_TOLD: usize = 3;

impl Complete {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin([self.file.as_path(), self.rules.path()])?;
        let (file, problem) = self.problem()?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        let broken = broken_already(&problem);
        if !broken.is_empty() {
            let rules = &problem.rules().name;
            let told: Vec<String> = broken.iter().take(MOST_TOLD).map(in_words).collect();
            let more = match broken.len() - told.len() {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            bail!("{file}: the painted squares by themselves break the rules {rules}: {}{more}", told.join("; "));
        }
        let answer = match forced(&problem, &terminal.run("forced squares"))? {
            None => {
                let found = exclusion(&problem, &terminal.run("what excludes all grids"))?;
                AnalysisResult::None(found.ok_or_else(|| contradiction("no completion was found, and then one"))?)
            }
            Some(forced) => self.counted(&problem, forced, terminal)?,
        };
        terminal.clear();
        let found = Analysis { file: &file, problem: &problem, answer };
        match self.format {
            Format::Json => writeln!(output, "{}", found.as_json())?,
            _ => found.print(output)?,
        }
        Ok(if matches!(found.answer, AnalysisResult::Some { .. }) { Verdict::Well } else { Verdict::Refuted })
    }

    /// Returns the file's name and the problem.
    fn problem(&self) -> anyhow::Result<(String, Problem)> {
        let rules = self.rules.ruleset()?;
        let (name, givens) = read_givens(&self.file)?;
        let constraints = self.constraints.constraints.clone();
        let size = Size::new(givens.height(), givens.width()).map_err(|error| anyhow!("{name}:1:1: {error}"))?;
        let problem = Problem::of_size(size, rules).and_then(|problem| problem.with_givens(givens));
        let problem = problem.map_err(|error| anyhow!("{name}:1:1: {error}"))?;
        Ok((name, problem.with_constraints(constraints)?))
    }

    fn counted(&self, problem: &Problem, forced: Forced, terminal: &Terminal) -> anyhow::Result<AnalysisResult> {
        let number = count(problem, self.time_limit, &terminal.run("counting completions"))?;
        let whites = match number {
            CompletionCount::Exactly(0, engine) => {
                return Err(contradiction(&format!("{engine} counts no completion, and there is one")).into());
            }
            CompletionCount::Exactly(total, _) => {
                whites(problem, total, self.time_limit, &terminal.run("counting white squares"))?
            }
            CompletionCount::TooMany(ref why) => WhiteCounts::NotCounted(why.clone()),
        };
        if let (CompletionCount::Exactly(total, engine), WhiteCounts::Counted(rows)) = (&number, &whites)
            && let Some((row, column)) = disagreement(problem, &forced, *total, rows)
        {
            let square = Square { row, column };
            return Err(contradiction(&format!("{square} is forced to one, not to the other ({engine})")).into());
        }
        Ok(AnalysisResult::Some { forced, count: number, whites })
    }
}

fn contradiction(what: &str) -> EngineError {
    EngineError::Failed { engine: "varisat", what: format!("it disagrees with an engine or with itself: {what}") }
}
