//! `gridcheck sample` and `gridcheck rank`: draws grids at random, and returns their ranks.

mod outlook;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::args::{GlyphArgs, InputArg, ProblemArgs};
use super::format::Format;
use super::house::{House, HouseArg};
use super::list::print;
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, cut_short, report, report_notes, seed};
use crate::engine::blocks::{BlockSums, Prepared, SumsError};
use crate::engine::clock::Moment;
use crate::engine::watch::Watch;
use crate::engine::{Ability, ENGINES, EngineError, Ranking};
use crate::format::source::Source;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::Problem;
use crate::sample::{DrawRequest, Draws, Population, SampleError, with_constraints_as_rules, without_constraints};
use outlook::Outlook;

/// Draw grids at random, each equally likely.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck sample --size 15 --lattice --count 4 --seed 1
  gridcheck sample --size 11 --where 'words 20..24' --where 'length 3 <= 4' --seed 7
  gridcheck sample --size 15 --sums fixtures/results/british-15.sums --count 2
                                          of all 15 × 15 grids; the sums of a count spare another one
  gridcheck sample --size 7 --rank 0      the first grid of all
  gridcheck sample --size 13 --lattice --count 12 --format line | gridcheck draw - --out twelve.svg
  gridcheck sample --size 13 --profile guardian-quick --lattice --where 'largest-block <= 9'

Grids have ranks, from 0 to one less than there are, and are drawn by drawing ranks; gridcheck rank tells a grid's. A seed draws the
same grids everywhere. With constraints, grids are drawn until enough satisfy them, and how many that takes is estimated first.
Without --sums, a constraint that means the same as a rule becomes that rule (length 3 = 0 becomes min_word = 4). Then all draws
satisfy it, and ranks are among these grids.

Exit codes: 0 drawn, 1 there is nothing to draw from, 2 bad use.")]
pub struct Sample {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    house: HouseArg,
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
    #[arg(long, value_name = "R", conflicts_with_all = ["count", "seed", "with_repetition", "constraints", "profile"], allow_negative_numbers = true)]
    rank: Option<u128>,
    /// Read the sums of a count of the same problem (count --engine pinwheel --sums FILE), which saves counting it again.
    #[arg(long, value_name = "FILE")]
    sums: Option<PathBuf>,
    /// Print each grid in this format, as gridcheck list does; JSON also has its rank.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

/// Print the rank of grids: the number by which gridcheck sample draws them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck sample --size 9 --seed 1 | gridcheck rank -
  gridcheck rank --sums fixtures/results/british-15.sums mygrid.txt

Without --size, the first grid gives the size.

Exit codes: 0 every grid has a rank, 1 some grid is none of those that obey the rules, 2 bad use.")]
#[command(mut_arg("size", |size| size.required(false)))]
pub struct Rank {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Rank the grids of this file, or of a puzzle file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    glyphs: GlyphArgs,
    #[command(flatten)]
    input: InputArg,
    /// Read the sums of a count of the same problem (count --engine pinwheel --sums FILE), which saves counting it again.
    #[arg(long, value_name = "FILE")]
    sums: Option<PathBuf>,
}

/// Reads the sums of all grids of a problem.
fn known_sums(path: &Path, problem: &Problem) -> anyhow::Result<BlockSums> {
    let counter = Ranking::counter();
    let prepared = match Prepared::new(counter, problem) {
        Ok(prepared) => prepared,
        // The file is about another problem, unless it states nothing. That is the better error.
        Err(error) => match BlockSums::counter_of(path, &ENGINES, problem)? {
            None => return Ok(BlockSums::in_memory()),
            Some(_) => bail!(error),
        },
    };
    match BlockSums::read_whole(path, &prepared) {
        Err(error @ SumsError::OtherEngine { .. }) => {
            bail!("{error}; gridcheck count --engine {} --sums FILE makes such a file", counter.name())
        }
        read => Ok(read?),
    }
}

/// Prepares all grids to draw from.
fn population(problem: &Problem, path: Option<&PathBuf>, terminal: &Terminal) -> anyhow::Result<Population> {
    let sums = match path {
        Some(path) => known_sums(path, &without_constraints(problem))?,
        None => BlockSums::in_memory(),
    };
    if let Some(path) = path.filter(|_| sums.was_cut_short()) {
        report(&cut_short(path));
    }
    let population = Population::of(problem, &sums, &terminal.run("counting"))?;
    terminal.clear();
    Ok(population)
}

/// Time after which a count of the accepted grids is given up. Counts under constraints can take much longer than those of all grids.
const COUNTING: Duration = Duration::from_secs(2);

impl Sample {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let (problem, house) = self.problem()?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        house.iter().for_each(House::report_notes);
        terminal.report_in_lines();
        let problem = self.with_rules(problem);
        let population = population(&problem, self.sums.as_ref(), terminal)?;
        if let Some(rank) = self.rank {
            let grids = match population.grids(&[rank], &terminal.run("drawing")) {
                Err(error @ SampleError::Nothing) => return Ok(report_nothing(&error)),
                grids => grids?,
            };
            terminal.clear();
            grids.iter().try_for_each(|grid| print(output, grid, Some(rank), self.format, true))?;
            return Ok(Verdict::Well);
        }
        let outlook = Outlook { problem: &problem, house: house.as_ref(), has_sums: self.sums.is_some() };
        let seed = seed::or_picked(self.seed);
        let (among, draws) = match self.draw(&population, &outlook, seed, terminal) {
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
        let (drawn, all) = (plural(draws.grids.len(), "grid"), plural(population.total(), "grid"));
        let among = among.map_or(String::new(), |among| format!(" {among} of"));
        let satisfied = if outlook.is_selective() {
            format!("; {} of {} drawn satisfied {}", draws.grids.len(), draws.drawn, outlook.demands())
        } else {
            String::new()
        };
        report(&format!("{drawn} drawn from{among} {all}, seed {seed}{satisfied}"));
        Ok(Verdict::Well)
    }

    /// Returns the problem, and the house whose grids are asked for.
    fn problem(&self) -> anyhow::Result<(Problem, Option<House>)> {
        let question = &self.problem.question;
        let Some(profile) = self.house.profile()? else { return Ok((question.problem()?, None)) };
        let size = question.size.as_ref().context("--size is missing")?.one()?;
        let house = House::of(profile, size)?;
        let problem = question.problem_under(profile.ruleset(), size)?;
        let constraints = [problem.constraints(), &house.constraints].concat();
        Ok((problem.with_constraints(constraints)?, Some(house)))
    }

    /// Turns constraints into rules, and reports which. Sums are of the rules as they are, so with sums nothing changes.
    fn with_rules(&self, problem: Problem) -> Problem {
        if self.sums.is_some() {
            return problem;
        }
        let (changed, replaced) = with_constraints_as_rules(&problem);
        for from in &replaced {
            report(&outlook::replacement(from));
        }
        changed
    }

    /// Draws the grids. Returns also the number of all grids that are accepted, if it can be counted quickly.
    fn draw(
        &self,
        population: &Population,
        outlook: &Outlook<'_>,
        seed: u64,
        terminal: &Terminal,
    ) -> Result<(Option<u128>, Draws), SampleError> {
        let among = count_accepted(outlook, terminal)?;
        match among {
            Some(0) => return Err(SampleError::NoneAccepted(outlook.demands())),
            Some(there) if !self.with_repetition && u128::from(self.count) > there => {
                return Err(SampleError::TooMany { wanted: self.count, there });
            }
            _ => {}
        }
        let judges = outlook.house.filter(|house| house.judges());
        let accepts = |grid: &Grid| judges.is_none_or(|house| house.accepts(grid));
        let request = DrawRequest {
            wanted: self.count,
            seed,
            with_repetition: self.with_repetition,
            accepts: judges.is_some().then_some(&accepts),
            rate: among.map(|among| among as f64 / population.total() as f64),
        };
        let run = terminal.run("drawing");
        let draws = population.draw(&request, &run, |trial| {
            terminal.clear();
            outlook.report(trial, &run)
        })?;
        Ok((among, draws))
    }
}

/// Counts the grids that satisfy the constraints. Returns `None` if there are no constraints, if each grid must be judged, or if no
/// engine can count quickly.
fn count_accepted(outlook: &Outlook<'_>, terminal: &Terminal) -> Result<Option<u128>, EngineError> {
    let problem = outlook.problem;
    if problem.constraints().is_empty() || outlook.house.is_some_and(House::judges) {
        return Ok(None);
    }
    let able = ENGINES.fastest(problem).filter(|engine| engine.ability(problem) == Ability::Able);
    let Some(engine) = able else { return Ok(None) };
    let run = terminal.until(Some(Moment::after(COUNTING))).run(engine.name());
    let count = engine.count(problem, &run);
    terminal.clear();
    match count {
        Err(EngineError::Stopped) if run.is_late() => Ok(None),
        count => count.map(Some),
    }
}

/// Reports that there is no grid to draw: an answer, not an error.
fn report_nothing(error: &SampleError) -> Verdict {
    report(&error.to_string());
    Verdict::Refuted
}

impl Rank {
    /// Prints the rank of every grid of the file.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(constraint) = self.problem.question.constraints.constraints.first() {
            bail!("ranks are of all grids, whether they satisfy the constraint {constraint} or not: leave --where out");
        }
        let options = self.glyphs.options()?;
        let mut list = Source::open(&self.file)?.check_as(self.input.read_as(), options)?;
        let size = match &self.problem.question.size {
            Some(size) => size.one()?,
            None => list.grids()?.next().context("there is no grid in the file")??.grid.size(),
        };
        let problem = self.problem.question.problem_of(size)?;
        let population = population(&problem, self.sums.as_ref(), terminal)?;
        let run = terminal.printing_run("ranking", output);
        let file = list.name().to_owned();
        report_notes(&file, list.notes());
        let mut verdict = Verdict::Well;
        for found in list.grids()? {
            let found = found?;
            if let Some(rank) = population.rank(&found.grid, &run)? {
                writeln!(output, "{rank}")?;
            } else {
                verdict = Verdict::Refuted;
                writeln!(output, "none")?;
                report(&format!("{file}:{}: the grid is none of those that were counted", found.line));
            }
        }
        Ok(verdict)
    }
}
