//! `gridcheck sample`: draws grids at random, and returns their ranks.

mod outlook;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::args::{GlyphArgs, InputArg, ProblemArgs, QuestionArgs};
use super::format::Format;
use super::house::{House, HouseArg};
use super::list::print;
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, cut_short, report, report_notes, seed};
use crate::engines::ENGINES;
use crate::formats::source::Source;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::{Givens, Problem};
use crate::rng::SeededRng;
use crate::rules::Checking;
use crate::run::EngineError;
use crate::run::blocks::{BlockSums, SumKind, SumsError};
use crate::run::clock::Moment;
use crate::run::watch::Watch;
use crate::sample::{
    DrawRequest, Draws, Population, SampleError, UncountedPopulation, walk, with_constraints_as_rules,
};
use crate::size::Size;
use crate::stats::satisfied;
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
    /// With --profile: draw of all grids that the profile accepts, each equally likely. Without this, grids have what those that the
    /// house prints have in common: small blocks of black squares, few of them along an edge, few words of three letters. They are drawn
    /// by random walks, and not each equally likely.
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
    glyphs: GlyphArgs,
    #[command(flatten)]
    input: InputArg,
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

/// Maximum number of random walks for each grid that is drawn.
const MOST_WALKS: u64 = 1000;

/// Time after which a count of the accepted grids is given up. Counts under constraints can take much longer than those of all grids.
const COUNTING: Duration = Duration::from_secs(2);

/// The question of which grids are drawn or ranked. A rank is among all grids of its rules. Constraints that mean the same as a rule have
/// become that rule; the other constraints, and the house, only select.
struct RankedQuestion {
    problem: Problem,
    house: Option<House>,
}

impl RankedQuestion {
    /// Reads the options of the command. Reports the constraints that become rules. Sums are of the rules as they are, so with sums nothing
    /// changes.
    fn of(
        question: &QuestionArgs,
        house: &HouseArg,
        (size, as_printed): (Size, bool),
        has_sums: bool,
    ) -> anyhow::Result<Self> {
        let (problem, house) = match house.profile()? {
            None => (question.problem_of(size)?, None),
            Some(profile) => {
                let house = if as_printed { House::as_printed(profile, size) } else { House::of(profile, size) }?;
                let problem = question.problem_under(profile.ruleset(), size)?;
                let constraints = [problem.constraints(), &house.constraints].concat();
                (problem.with_constraints(constraints)?, Some(house))
            }
        };
        for note in problem.notes() {
            report(&format!("note: {note}"));
        }
        house.iter().for_each(House::report_notes);
        if has_sums {
            return Ok(RankedQuestion { problem, house });
        }
        let (problem, replaced) = with_constraints_as_rules(&problem);
        for from in &replaced {
            report(&outlook::replacement(from));
        }
        Ok(RankedQuestion { problem, house })
    }

    /// Returns `true` if the question asks for this grid, which obeys the rules.
    fn accepts(&self, grid: &Grid) -> bool {
        satisfied(grid, self.problem.constraints()) && self.house.as_ref().is_none_or(|house| house.accepts(grid))
    }
}

impl Sample {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(file) = &self.rank_of {
            return self.print_ranks(file, terminal, output);
        }
        let size = self.problem.question.size.as_ref().context("--size is missing")?.one()?;
        let as_printed = !self.wild && self.rank.is_none() && self.sums.is_none();
        let question =
            RankedQuestion::of(&self.problem.question, &self.house, (size, as_printed), self.sums.is_some())?;
        terminal.report_in_lines();
        if let Some(house) = question.house.as_ref().filter(|house| house.is_as_printed()) {
            return self.walked(&question.problem, house, terminal, output);
        }
        let population = population(&question.problem, self.sums.as_ref(), terminal)?;
        let outlook =
            Outlook { problem: &question.problem, house: question.house.as_ref(), has_sums: self.sums.is_some() };
        if let Some(rank) = self.rank {
            let grids = match population.grids(&[rank], &terminal.run("drawing")) {
                Err(error @ SampleError::Nothing) => return Ok(report_nothing(&error)),
                grids => grids?,
            };
            terminal.clear();
            if !grids.iter().all(|grid| question.accepts(grid)) {
                report(&format!("the grid of rank {rank} does not satisfy {}", outlook.demands()));
                return Ok(Verdict::Refuted);
            }
            grids.iter().try_for_each(|grid| print(output, grid, Some(rank), self.format, true))?;
            return Ok(Verdict::Well);
        }
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

    /// Draws grids as the house prints them, by random walks. Hardly any of all grids is such a one, so a uniform draw finds none.
    fn walked(
        &self,
        problem: &Problem,
        house: &House,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let seed = seed::or_picked(self.seed);
        let mut rng = SeededRng::new(seed);
        let run = terminal.run("drawing");
        let (mut drawn, mut walks) = (HashSet::new(), 0);
        let mut printed = 0;
        let is_odd = problem.height() % 2 == 1 && problem.width() % 2 == 1;
        let takes_lattice = is_odd && problem.givens().is_empty() && problem.rules().checking != Checking::All;
        while printed < self.count {
            if walks == MOST_WALKS.saturating_mul(printed + 1) {
                return Ok(report_nothing(&SampleError::NoneGrants(walks)));
            }
            // Nearly all published grids with unchecked letters have one of the four lattices.
            let phase = 1 + rng.below(4);
            let lattice = Givens::lattice(problem.size(), phase).filter(|_| takes_lattice);
            let problem = match lattice {
                Some(lattice) => &problem.clone().with_givens(lattice)?,
                None => problem,
            };
            let Some(grid) = walk(problem, rng.bits(), &run)? else {
                if takes_lattice && walks < MOST_WALKS {
                    walks += 1;
                    continue;
                }
                let demands = format!("the profile {}", house.profile.name);
                return Ok(report_nothing(&SampleError::NoneAccepted(demands)));
            };
            walks += 1;
            if house.accepts(&grid) && (drawn.insert(grid.clone()) || self.with_repetition) {
                terminal.clear();
                print(output, &grid, None, self.format, printed == 0)?;
                output.must_be_open()?;
                printed += 1;
                run.tasks_done(0, 1);
            }
        }
        terminal.clear();
        output.flush()?;
        let (drawn, name) = (plural(printed, "grid"), house.profile.name);
        report(&format!(
            "{drawn} drawn, seed {seed}; {printed} of {walks} walks ended in another grid that satisfies the profile {name}"
        ));
        Ok(Verdict::Well)
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

    /// Prints the rank of every grid of the file.
    fn print_ranks(&self, file: &Path, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let options = self.glyphs.options()?;
        let mut list = Source::open(file)?.check_as(self.input.read_as(), options)?;
        let size = match &self.problem.question.size {
            Some(size) => size.one()?,
            None => list.grids()?.next().context("there is no grid in the file")??.grid.size(),
        };
        // The rank of a grid does not depend on what is printed.
        let question = RankedQuestion::of(&self.problem.question, &self.house, (size, false), self.sums.is_some())?;
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

/// Counts the grids that satisfy the constraints. Returns `None` if there are no constraints, if each grid must be judged, or if no
/// engine can count quickly.
fn count_accepted(outlook: &Outlook<'_>, terminal: &Terminal) -> Result<Option<u128>, EngineError> {
    let problem = outlook.problem;
    if problem.constraints().is_empty() || outlook.house.is_some_and(House::judges) {
        return Ok(None);
    }
    let able = ENGINES.fastest(problem, &SumKind::Plain).filter(|engine| engine.slow().is_none());
    let Some(engine) = able else { return Ok(None) };
    let run = terminal.until(Some(Moment::after(COUNTING))).run(engine.name());
    let count = engine.count(&run);
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
