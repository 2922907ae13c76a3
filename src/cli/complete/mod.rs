//! `gridcheck complete`: analyses a partly painted grid.

mod form;

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;

use super::Verdict;
use super::args::{JobsArg, MemoryArg, RulesArg, WhereArg, at_most_one_stdin, duration, read_givens};
use super::format::Format;
use super::house::{House, HouseArg};
use super::output::{Output, write_json};
use super::report;
use super::terminal::Terminal;
use crate::complete::{
    CompletionCount, Forced, WhiteCounts, accepted, broken_already, count, disagreement, exclusion, forced, whites,
};
use crate::problem::Problem;
use crate::run::EngineError;
use crate::run::watch::Watch;
use crate::size::Size;
use crate::validator::Square;
use crate::validator::diagnostic::Diagnostic;
use form::{Analysis, AnalysisResult, Judgement};

/// Analyse a partly painted grid: count the valid grids that complete it, and find the forced squares.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck complete begun.txt            # black, . white, ? open
  gridcheck complete begun.txt --rules american --time-limit 1m
  gridcheck complete begun.txt --profile times
  gridcheck complete begun.txt --format json

A square is forced when it has the same colour in every completion: o is forced white, X forced black, ? open. The forced squares
are always found. The completions, and those in which each square is white, are counted if the time suffices.

With a profile, each completion is judged if a demand of the house is no rule. If there are too many, the answer names the demand
that it ignores: then there may be fewer completions and more forced squares.

If there is no completion, the answer names a smallest set of painted squares that contradict each other, and the exit code is 1.
If painted squares break a rule by themselves, the rule is reported too.")]
pub struct Complete {
    /// Complete this painted grid: # black, . white, ? open; or a puzzle file. - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    house: HouseArg,
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

/// Maximum number of broken rules in the report.
const MOST_TOLD: usize = 3;

impl Complete {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin([self.file.as_path(), self.rules.path()])?;
        let (file, problem, house) = self.problem()?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        house.iter().for_each(House::report_notes);
        let broken = broken_already(&problem);
        if !broken.is_empty() {
            let rules = problem.rules().described();
            let told: Vec<String> = broken.iter().take(MOST_TOLD).map(Diagnostic::line).collect();
            let more = match broken.len() - told.len() {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            let told = told.join("; ");
            report(&format!("{file}: the painted squares by themselves break the rules {rules}: {told}{more}"));
        }
        let forced = if broken.is_empty() { forced(&problem, &terminal.run("forced squares"))? } else { None };
        let answer = match forced {
            None => {
                let found = exclusion(&problem, &terminal.run("what excludes all grids"))?;
                AnalysisResult::None(found.ok_or_else(|| contradiction("no completion was found, and then one"))?)
            }
            Some(forced) => self.judged(&problem, house.as_ref(), forced, terminal)?,
        };
        terminal.clear();
        let found = Analysis { file: &file, problem: &problem, house: house.as_ref(), answer };
        match self.format {
            Format::Json => write_json(output, &found.as_json())?,
            _ => found.print(output)?,
        }
        Ok(if matches!(found.answer, AnalysisResult::Some { .. }) { Verdict::Well } else { Verdict::Refuted })
    }

    /// Returns the file's name, the problem, and the house whose grids are asked for.
    fn problem(&self) -> anyhow::Result<(String, Problem, Option<House>)> {
        let profile = self.house.profile()?;
        let rules = profile.map_or_else(|| self.rules.ruleset(), |profile| Ok(profile.ruleset()))?;
        let (name, givens) = read_givens(&self.file)?;
        let at = |error: &dyn Display| anyhow!("{name}:1:1: {error}");
        let size = Size::new(givens.height(), givens.width()).map_err(|error| at(&error))?;
        let house = profile.map(|profile| House::of(profile, size)).transpose().map_err(|error| at(&error))?;
        let problem = Problem::of_size(size, rules).and_then(|problem| problem.with_givens(givens));
        let problem = problem.map_err(|error| at(&error))?;
        let of_house = house.iter().flat_map(|house| house.constraints.iter().copied());
        let constraints = self.constraints.constraints.iter().copied().chain(of_house).collect();
        Ok((name, problem.with_constraints(constraints)?, house))
    }

    /// Judges each completion if a house demands it, and otherwise counts them. It counts them too if they are too many to judge.
    fn judged(
        &self,
        problem: &Problem,
        house: Option<&House>,
        forced: Forced,
        terminal: &Terminal,
    ) -> anyhow::Result<AnalysisResult> {
        let Some(house) = house.filter(|house| house.judges()) else {
            return self.counted(problem, forced, None, terminal);
        };
        let run = terminal.run("judging completions");
        let accepted = accepted(problem, &run.within(self.time_limit), |grid| house.accepts(grid))?;
        run.check()?;
        let Some(accepted) = accepted else {
            return self.counted(problem, forced, Some(Judgement::Late(self.time_limit)), terminal);
        };
        let listed = accepted.listed;
        Ok(match accepted.forced() {
            None => AnalysisResult::NoneAccepted { listed, engine: accepted.engine },
            Some(forced) => AnalysisResult::Some {
                forced,
                count: CompletionCount::Exactly(accepted.count, accepted.engine),
                whites: WhiteCounts::Counted(accepted.whites),
                judgement: Some(Judgement::Done(listed)),
            },
        })
    }

    fn counted(
        &self,
        problem: &Problem,
        forced: Forced,
        judgement: Option<Judgement>,
        terminal: &Terminal,
    ) -> anyhow::Result<AnalysisResult> {
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
        Ok(AnalysisResult::Some { forced, count: number, whites, judgement })
    }
}

fn contradiction(what: &str) -> EngineError {
    EngineError::Failed { engine: "varisat", what: format!("it disagrees with an engine or with itself: {what}") }
}
