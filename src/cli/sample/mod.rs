//! `gridcheck sample`: draws grids at random, and returns their ranks.

mod outlook;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::args::{ProblemArgs, QuestionArgs, ReadArgs};
use super::house::HouseArg;
use super::list::print;
use super::{Format, Output, Terminal, Verdict, cut_short, note_all, report, report_notes, seed};
use crate::engine::watch::Watch;
use crate::engines::ENGINES;
use crate::problem::Problem;
use crate::reports::sample::{RankedQuestion, Request};
use crate::sample::{Population, SampleError, UncountedPopulation};
use crate::size::Size;
use crate::sums::{BlockSums, SumsError};
use outlook::Outlook;

/// Draw grids at random, each equally likely (with --profile: only with --wild).
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck sample --size 15 --lattice --count 4 --seed 1
  gridcheck sample --size 11 --where 'words 20..24' --where 'length 3 <= 4' --seed 7
  gridcheck sample --size 15 --sums fixtures/results/british-15.sums --count 2
                                          of all 15 × 15 grids; the sums of a count spare another one
  gridcheck sample --size 7 --rank 0      the first grid of all
  gridcheck sample --size 9 --seed 1 | gridcheck sample --rank-of -
                                          the rank by which it is drawn
  gridcheck sample --size 13 --lattice --count 12 --format line | gridcheck draw - --out twelve.svg
  gridcheck sample --size 13 --profile guardian-quick --lattice
                                          as the house prints them; --wild: any that it accepts

A rank is a grid's number among all grids of the rules, from 0. Grids are drawn by drawing ranks, and --rank-of with the same options
returns the rank of each grid of a file. A seed draws the same grids everywhere. With constraints, grids are drawn until enough satisfy them, and
how many that takes is estimated first. Without --sums, a constraint that means the same as a rule becomes that rule (length 3 = 0
becomes min_word = 4). Then all draws satisfy it, and ranks are among the grids of that rule. No other constraint changes a rank.

Exit codes: 0 drawn, 1 there is nothing to draw from, the grid of --rank does not satisfy the constraints, or a grid of --rank-of is none
of those that are asked for, 2 bad use.")]
#[command(mut_arg("size", |size| size.required(false).required_unless_present("rank_of")))]
#[command(mut_args(|arg| if OF_FILES.contains(&arg.get_id().as_str()) { arg.requires("rank_of") } else { arg }))]
pub struct Sample {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    house: HouseArg,
    /// With --profile: draw from all grids that the profile accepts, each equally likely. Without this, random walks draw grids like
    /// those that the house prints: small blocks of black squares, few of them along an edge, few words of three letters. These are not equally likely.
    #[arg(long, requires = "profile", conflicts_with = "rank")]
    wild: bool,
    /// Draw this many grids.
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true)]
    count: u64,
    /// Use this seed; without it, one is picked and printed.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Allow a grid to be drawn more than once.
    #[arg(long)]
    with_repetition: bool,
    /// Print the grid of this rank instead of random ones.
    #[arg(long, value_name = "R", conflicts_with_all = ["count", "seed", "with_repetition"], allow_negative_numbers = true)]
    rank: Option<u128>,
    /// Print the rank of each grid of this file, or of a puzzle file; - is standard input. Without --size, the first grid gives the size.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed", "with_repetition", "rank", "wild", "format"])]
    rank_of: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Read the sums of a count of the same problem (count --engine pinwheel --sums FILE), which saves counting it again.
    #[arg(long, value_name = "FILE")]
    sums: Option<PathBuf>,
    /// Print each grid in this format, as gridcheck list does; JSON also has its rank.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

/// The options that say how a file of grids is read.
const OF_FILES: [&str; 3] = ["black", "white", "input_format"];

/// Reads the sums of all grids of a population.
fn known_sums(path: &Path, population: &UncountedPopulation) -> anyhow::Result<BlockSums> {
    let blocks = match population.blocks() {
        Ok(blocks) => blocks,
        // The file is about another problem, unless it states nothing. That is the better error.
        Err(declined) => match BlockSums::counter_of(path, &ENGINES, &population.all())? {
            None => return Ok(BlockSums::in_memory()),
            Some(_) => bail!(declined.clone()),
        },
    };
    match BlockSums::read_whole(path, blocks) {
        Err(error @ SumsError::OtherEngine { .. }) => {
            bail!("{error}; gridcheck count --engine {} --sums FILE makes such a file", blocks.engine())
        }
        read => Ok(read?),
    }
}

/// Prepares all grids to draw from.
fn population(problem: &Problem, path: Option<&PathBuf>, terminal: &Terminal) -> anyhow::Result<Population> {
    let population = UncountedPopulation::of(problem);
    let sums = match path {
        Some(path) => known_sums(path, &population)?,
        None => BlockSums::in_memory(),
    };
    if let Some(path) = path.filter(|_| sums.was_cut_short()) {
        report(&cut_short(path));
    }
    let population = population.count(&sums, &terminal.run("counting"))?;
    terminal.clear();
    Ok(population)
}

/// Reads the options of the command. Reports the constraints that become rules. Sums are of the rules as they are, so with sums nothing
/// changes.
fn ranked(
    question: &QuestionArgs,
    house: &HouseArg,
    (size, as_printed): (Size, bool),
    has_sums: bool,
) -> anyhow::Result<RankedQuestion> {
    let profile = house.profile()?;
    let problem = match profile {
        None => question.problem_of(size)?,
        Some(profile) => question.problem_under(profile.ruleset(), size)?,
    };
    let (question, notes) = RankedQuestion::new(problem, profile, as_printed, has_sums)?;
    note_all(notes);
    Ok(question)
}

impl Sample {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(file) = &self.rank_of {
            return self.print_ranks(file, terminal, output);
        }
        let size = self.problem.question.size.as_ref().context("--size is missing")?.one()?;
        let as_printed = !self.wild && self.rank.is_none() && self.sums.is_none();
        let question = ranked(&self.problem.question, &self.house, (size, as_printed), self.sums.is_some())?;
        terminal.report_in_lines();
        if question.walks() {
            return self.walked(&question, terminal, output);
        }
        let population = population(&question.problem, self.sums.as_ref(), terminal)?;
        let outlook = Outlook { question: &question, has_sums: self.sums.is_some() };
        if let Some(rank) = self.rank {
            let grids = match population.grids(&[rank], &terminal.run("drawing")) {
                Err(error @ SampleError::Nothing) => return Ok(report_nothing(&error)),
                grids => grids?,
            };
            terminal.clear();
            if !grids.iter().all(|grid| question.accepts(grid)) {
                report(&format!("the grid of rank {rank} does not satisfy {}", question.demands()));
                return Ok(Verdict::Refuted);
            }
            grids.iter().try_for_each(|grid| print(output, grid, Some(rank), self.format, true))?;
            return Ok(Verdict::Well);
        }
        let seed = seed::or_picked(self.seed);
        let request = self.request(seed);
        let drawn = question.draw(&population, &request, terminal, |trial, run| {
            terminal.clear();
            outlook.report(trial, run)
        });
        let (among, draws) = match drawn {
            Err(error @ (SampleError::Nothing | SampleError::NoneAccepted(_) | SampleError::NoneGrants(_))) => {
                return Ok(report_nothing(&error));
            }
            drawn => drawn?,
        };
        terminal.clear();
        for (i, (rank, grid)) in draws.grids.iter().enumerate() {
            print(output, grid, Some(*rank), self.format, i == 0)?;
        }
        output.flush()?;
        report(&question.drawn_sentence(among, &population, &draws, seed));
        Ok(Verdict::Well)
    }

    fn request(&self, seed: u64) -> Request {
        Request { count: self.count, seed, with_repetition: self.with_repetition }
    }

    /// Draws grids as the house prints them.
    fn walked(&self, question: &RankedQuestion, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let request = self.request(seed::or_picked(self.seed));
        let run = terminal.run("drawing");
        let mut printed = 0;
        let walked = question.walked(&request, &run, |grid| {
            terminal.clear();
            print(output, grid, None, self.format, printed == 0)?;
            output.must_be_open()?;
            printed += 1;
            run.tasks_done(0, 1);
            Ok(())
        });
        let sentence = match walked {
            Err(error) => match error.downcast() {
                Ok(error @ (SampleError::NoneAccepted(_) | SampleError::NoneGrants(_))) => {
                    return Ok(report_nothing(&error));
                }
                Ok(error) => return Err(error.into()),
                Err(error) => return Err(error),
            },
            Ok(sentence) => sentence,
        };
        terminal.clear();
        output.flush()?;
        report(&sentence);
        Ok(Verdict::Well)
    }

    fn print_ranks(&self, file: &Path, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let mut list = self.reading.how()?.check_plain(file)?;
        let size = match &self.problem.question.size {
            Some(size) => size.one()?,
            None => list.grids()?.next().context("there is no grid in the file")??.grid.size(),
        };
        let question = ranked(&self.problem.question, &self.house, (size, false), self.sums.is_some())?;
        let population = population(&question.problem, self.sums.as_ref(), terminal)?;
        let run = terminal.printing_run("ranking", output);
        let file = list.name().to_owned();
        report_notes(&file, list.notes());
        let mut verdict = Verdict::Well;
        for found in list.grids()? {
            let found = found?;
            let why = match population.rank(&found.grid, &run)? {
                Some(rank) if question.accepts(&found.grid) => {
                    writeln!(output, "{rank}")?;
                    continue;
                }
                Some(_) => "the grid does not satisfy the constraints",
                None => "the grid is not valid by these rules, or has other given squares",
            };
            verdict = Verdict::Refuted;
            writeln!(output, "none")?;
            report(&format!("{file}:{}: {why}", found.line));
        }
        Ok(verdict)
    }
}

/// Reports that there is no grid to draw: an answer, not an error.
fn report_nothing(error: &SampleError) -> Verdict {
    report(&error.to_string());
    Verdict::Refuted
}
