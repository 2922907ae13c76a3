//! `gridcheck complete`: analyses a partly painted grid.

mod form;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::{Conditions, MemoryLimit, RulesArg, Threads, at_most_one_stdin, duration, read_givens};
use super::house::HouseArg;
use super::{Format, Output, Print, Terminal, Verdict, note_all, report};
use crate::ask::complete::{Analysis, AnalysisResult, analysed, problem_of, sentence_on_broken};
use crate::ask::house::House;
use crate::complete::broken_already;
use crate::problem::Problem;

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

Some demands of a profile cannot be written as rules. Completions are then judged one by one. If there are too many, the demand is ignored
and named: the true number of completions may be smaller, and more squares may be forced.

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
    constraints: Conditions,
    /// Count completions for at most this time, and then, for each square, those in which it is white, for at most the same time.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    #[command(flatten)]
    jobs: Threads,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl Complete {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin([self.file.as_path(), self.rules.path()])?;
        let (file, problem, house) = self.problem()?;
        note_all(problem.notes());
        note_all(house.iter().flat_map(House::notes));
        let broken = broken_already(&problem);
        if let Some(sentence) = sentence_on_broken(&file, &problem, &broken) {
            report(&sentence);
        }
        let answer = analysed(&problem, house.as_ref(), self.time_limit, !broken.is_empty(), terminal, &|_| {})?;
        terminal.clear();
        let found = Analysis { file: &file, problem: &problem, house: house.as_ref(), answer: &answer };
        self.format.print(output, || found.report(), |output| found.print(output))?;
        Ok(Verdict::well_if(matches!(answer, AnalysisResult::Some { .. })))
    }

    /// Returns the file's name, the problem, and the house whose grids are asked for.
    fn problem(&self) -> anyhow::Result<(String, Problem, Option<House>)> {
        let profile = self.house.profile()?;
        let rules = profile.map_or_else(|| self.rules.ruleset(), |profile| Ok(profile.ruleset()))?;
        let (name, givens) = read_givens(&self.file)?;
        let (problem, house) = problem_of(&name, givens, rules, profile, &self.constraints.constraints)?;
        Ok((name, problem, house))
    }
}
