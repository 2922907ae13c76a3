//! `gridcheck sample`: draws grids at random, and returns their ranks.

mod outlook;
pub mod ranked;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use gridcheck_core::rules::GridKind;
use gridcheck_core::serial::DigitsIfKnown;
use gridcheck_core::size::Size;
use gridcheck_design::sample::{Population, SampleError, UncountedPopulation};
use gridcheck_sums::{BlockSums, SumsError};

use crate::engines::ENGINES;
use crate::examine::note_reading;
use crate::failure::Failure;
use crate::given::Given;
use crate::grid::GridReport;
use crate::host::Host;
use crate::house::HouseOption;
use crate::input::{Input, at_most_one_standard_input};
use crate::options::{Reading, Threads};
use crate::question::Question;
use crate::{AskEach, Each, usage};

use outlook::Outlook;
use ranked::{Draw, RankedQuestion};

/// Draws grids at random, each equally likely (with a profile: only if wild ones are asked for).
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Sample {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The house whose grids are asked for.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub house: HouseOption,
    /// With --profile: draw from all grids that the profile accepts, each equally likely. Without this, random walks draw grids like
    /// those that the house prints: small blocks of black squares, few of them along an edge, few words of three letters, or in a barred grid the
    /// usual number of words. These are not equally likely.
    #[cfg_attr(feature = "clap", arg(long))]
    pub wild: bool,
    /// Draw this many grids; the default is one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true))]
    pub count: Option<u64>,
    /// Use this seed; without it, one is picked and printed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Allow a grid to be drawn more than once.
    #[cfg_attr(feature = "clap", arg(long))]
    pub with_repetition: bool,
    /// Print the grid of this rank instead of random ones.
    #[cfg_attr(feature = "clap", arg(long, value_name = "R", allow_negative_numbers = true))]
    #[serde(deserialize_with = "rank")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::NumberOrText"))]
    pub rank: Option<u128>,
    /// Print the rank of each grid of this file, or of a puzzle file; - is standard input. Without --size, the first grid gives the size.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub rank_of: Option<Input>,
    /// The way in which the file of ranked grids is read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// Read the sums of a count of the same problem (count --sums FILE, with --engine pinwheel or, for barred grids, corners), which saves
    /// counting it again.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub sums: Option<PathBuf>,
}

/// Reads a rank, which may exceed a number of JSON, as a number or a text.
fn rank<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u128>, D::Error> {
    use crate::parse::NumberOrText;
    match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(rank) => Ok(Some(rank.into())),
        NumberOrText::Text(text) => {
            let rank = text.parse().map_err(|_| serde::de::Error::custom("rank: expected a whole number from 0"));
            rank.map(Some)
        }
    }
}

/// The task of a request.
enum Task<'a> {
    /// Grids at random.
    Draw(Draw),
    /// The grid of a rank.
    OfRank(u128),
    /// The ranks of grids.
    Ranks(&'a Input),
}

/// One of the answers.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Drawn<'a> {
    /// A grid, with its rank if that is known.
    Grid(GridReport<'a>),
    /// The rank of the next grid of the file.
    Rank(RankReport),
}

/// The rank of a grid.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankReport {
    /// The rank; null if the question does not ask for the grid.
    #[serde(with = "DigitsIfKnown")]
    pub rank: Option<u128>,
}

/// The result after the last answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All that was asked for was found.
    All,
    /// Nothing can be drawn, or a grid is not among those that are asked for. The host was informed.
    NotAll,
}

impl AskEach for Sample {
    type Item<'a> = Drawn<'a>;
    type Summary = Outcome;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<Outcome, Failure> {
        let task = self.task(host)?;
        match task {
            Task::Ranks(grids) => self.rank_each(grids, host, each),
            Task::Draw(_) | Task::OfRank(_) => {
                let size = self.question.size.as_ref().ok_or_else(|| usage!([size] " is missing"))?;
                match self.draw(&task, size.one()?, host, each) {
                    // An answer, not an error.
                    Err(Undrawn::Nothing(why)) => {
                        host.inform(why);
                        Ok(Outcome::NotAll)
                    }
                    Err(Undrawn::Failure(failure)) => Err(failure),
                    Ok(outcome) => Ok(outcome),
                }
            }
        }
    }
}

/// The reason why no grids are drawn.
enum Undrawn {
    /// Nothing can be drawn, for the reason in this sentence.
    Nothing(String),
    Failure(Failure),
}

impl<E: Into<Failure>> From<E> for Undrawn {
    fn from(error: E) -> Self {
        Undrawn::Failure(error.into())
    }
}

/// Tells an answer from an error.
fn undrawn(error: SampleError) -> Undrawn {
    match error {
        SampleError::Nothing | SampleError::NoneAccepted(_) | SampleError::NoneGrants(_) => {
            Undrawn::Nothing(error.to_string())
        }
        error => Undrawn::Failure(error.into()),
    }
}

impl Sample {
    /// Returns the task. The options are held against each other here, and only here.
    fn task(&self, host: &dyn Host) -> Result<Task<'_>, Failure> {
        let Sample { question: _, threads: _, house, wild, count, seed, with_repetition, .. } = self;
        let Sample { rank, rank_of, reading: Reading { black, white, input_format }, sums: _, .. } = self;
        let given = Given([
            ("profile", house.profile.is_some()),
            ("wild", *wild),
            ("count", count.is_some()),
            ("seed", seed.is_some()),
            ("with_repetition", *with_repetition),
            ("rank", rank.is_some()),
            ("rank_of", rank_of.is_some()),
            ("black", black.is_some()),
            ("white", white.is_some()),
            ("input_format", input_format.is_some()),
        ]);
        given.refuse("rank", &["count", "seed", "with_repetition"])?;
        given.refuse("rank_of", &["count", "seed", "with_repetition", "rank", "wild"])?;
        given.refuse("wild", &["rank"])?;
        given.require("wild", "profile")?;
        ["black", "white", "input_format"].into_iter().try_for_each(|option| given.require(option, "rank_of"))?;
        Ok(match (rank_of, rank) {
            (Some(grids), _) => Task::Ranks(grids),
            (None, Some(rank)) => Task::OfRank(*rank),
            (None, None) => {
                let seed = seed.unwrap_or_else(|| host.pick_seed());
                Task::Draw(Draw { count: count.unwrap_or(1), seed, with_repetition: *with_repetition })
            }
        })
    }

    /// Returns the question, and notes which constraints become rules. Sums are of the rules as they are, so with sums nothing changes.
    fn ranked(&self, size: Size, as_printed: bool, host: &dyn Host) -> Result<RankedQuestion, Failure> {
        let (rules, profile) = self.house.rules(self.question.rules.as_ref(), host)?;
        let problem = self.question.problem_by(rules, size, host)?;
        let (question, notes) = RankedQuestion::new(problem, profile, as_printed, self.sums.is_some())?;
        for note in notes {
            host.note(note);
        }
        Ok(question)
    }

    fn draw(&self, task: &Task<'_>, size: Size, host: &dyn Host, each: Each<'_, Self>) -> Result<Outcome, Undrawn> {
        let as_printed = !self.wild && self.rank.is_none() && self.sums.is_none();
        let question = self.ranked(size, as_printed, host)?;
        host.work_is_long();
        let draw = match task {
            Task::Draw(draw) if question.walks() => return walk(draw, &question, host, each),
            // The grids are not counted for nothing.
            Task::Draw(Draw { count: 0, .. }) | Task::Ranks(_) => return Ok(Outcome::All),
            Task::Draw(draw) => draw,
            Task::OfRank(rank) => return self.grid_of_rank(*rank, &question, host, each),
        };
        let population = match self.population(&question, as_printed, host)? {
            Ok(population) => population,
            Err(unranked) if as_printed && question.house.is_some() => {
                let how = "drawn by random walks, not each equally likely";
                host.note(format!("{}: {how}", unranked.reason()));
                return walk(draw, &question, host, each);
            }
            Err(unranked) => return Err(self.unranked(&unranked, &question).into()),
        };
        let outlook = Outlook { question: &question, has_sums: self.sums.is_some(), host };
        let drawn = question.draw(&population, draw, host, |trial, run| outlook.report(trial, run));
        let (among, draws) = drawn.map_err(undrawn)?;
        for (rank, grid) in &draws.grids {
            if each(Drawn::Grid(GridReport::new(grid, Some(*rank)))).is_break() {
                return Ok(Outcome::All);
            }
        }
        host.inform(question.drawn_sentence(among, &population, &draws, draw.seed));
        Ok(Outcome::All)
    }

    fn grid_of_rank(
        &self,
        rank: u128,
        question: &RankedQuestion,
        host: &dyn Host,
        each: Each<'_, Self>,
    ) -> Result<Outcome, Undrawn> {
        let population = self.ranked_population(question, host)?;
        let grids = population.grids(&[rank], &host.run("drawing")).map_err(undrawn)?;
        if !grids.iter().all(|grid| question.accepts(grid)) {
            host.inform(format!("the grid of rank {rank} does not satisfy {}", question.demands()));
            return Ok(Outcome::NotAll);
        }
        // There is one.
        let _ = grids.iter().try_for_each(|grid| each(Drawn::Grid(GridReport::new(grid, Some(rank)))));
        Ok(Outcome::All)
    }

    fn rank_each(&self, grids: &Input, host: &dyn Host, each: Each<'_, Self>) -> Result<Outcome, Failure> {
        let mut list = self.reading.settled()?.check(grids, host)?;
        at_most_one_standard_input(&self.question.inputs().chain([grids.clone()]).collect::<Vec<_>>())?;
        let size = match &self.question.size {
            Some(size) => size.one()?,
            None => match list.grids()?.next() {
                Some(found) => found?.grid.size(),
                None => return Err(Failure::unusable("there is no grid in the file")),
            },
        };
        let question = self.ranked(size, false, host)?;
        let population = self.ranked_population(&question, host)?;
        let run = host.run_with_items("ranking");
        let file = note_reading(&list, host);
        let mut outcome = Outcome::All;
        for found in list.grids()? {
            let found = found?;
            let (rank, why) = match population.rank(&found.grid, &run)? {
                Some(rank) if question.accepts(&found.grid) => (Some(rank), ""),
                Some(_) => (None, "the grid does not satisfy the constraints"),
                None => (None, "the grid is not valid by these rules, or has other given squares"),
            };
            if each(Drawn::Rank(RankReport { rank })).is_break() {
                break;
            }
            if rank.is_none() {
                outcome = Outcome::NotAll;
                host.inform(format!("{file}:{}: {why}", found.line));
            }
        }
        Ok(outcome)
    }

    /// Prepares all grids to draw from. Barred grids as a house prints them are listed, not counted: if they are too many, random walks are faster.
    fn population(
        &self,
        question: &RankedQuestion,
        as_printed: bool,
        host: &dyn Host,
    ) -> Result<Result<Population, UnrankedBars>, Failure> {
        let is_barred = question.problem().rules().kind == GridKind::Bars;
        let mut population = UncountedPopulation::of(question.problem());
        let slow = population.slow().map(str::to_owned);
        let may_walk = as_printed && question.house.is_some();
        if is_barred && self.sums.is_none() && (slow.is_some() || may_walk) {
            population = population.listed();
        }
        let sums = match &self.sums {
            Some(path) => known_sums(path, &population)?,
            None => BlockSums::in_memory(),
        };
        if let Some(path) = self.sums.as_ref().filter(|_| sums.was_cut_short()) {
            host.note(format!("{}: the last line was cut short, and is dropped", path.display()));
        }
        match population.count(&sums, &host.run("counting")) {
            Err(SampleError::Unable(_)) if is_barred => Ok(Err(match slow {
                Some(why) => UnrankedBars::Slow(why),
                None => UnrankedBars::TooMany,
            })),
            Err(error @ SampleError::Unable(_))
                if question.house.is_none() && self.rank.is_none() && self.rank_of.is_none() =>
            {
                Err(
                    usage!((error) "; with a profile, as in " [profile] " times, random walks draw grids as a house prints them"),
                )
            }
            population => Ok(Ok(population?)),
        }
    }

    /// Prepares all grids to rank.
    fn ranked_population(&self, question: &RankedQuestion, host: &dyn Host) -> Result<Population, Failure> {
        self.population(question, false, host)?.map_err(|unranked| self.unranked(&unranked, question))
    }

    /// Returns the error that barred grids have no ranks.
    fn unranked(&self, why: &UnrankedBars, question: &RankedQuestion) -> Failure {
        let reason = why.reason();
        // Walks draw grids, but do not rank them.
        let may_walk = question.house.is_none() && self.rank.is_none() && self.rank_of.is_none();
        match (why, may_walk) {
            (UnrankedBars::TooMany, false) => Failure::unusable(format!("{reason}, so none has a rank")),
            (UnrankedBars::TooMany, true) => {
                usage!((reason) ", so none has a rank; with " [profile] ", random walks draw them")
            }
            (UnrankedBars::Slow(_), false) => {
                usage!((reason) "; " [sums] " reads the file that gridcheck count --sums FILE makes")
            }
            (UnrankedBars::Slow(_), true) => usage!(
                (reason) "; " [sums] " reads the file that gridcheck count --sums FILE makes, and with " [profile]
                " random walks draw them"
            ),
        }
    }
}

/// The reason why barred grids have no ranks.
enum UnrankedBars {
    /// They cannot be counted in blocks, and are too many to list.
    TooMany,
    /// They are too many to list, and it takes long to count them, for this reason.
    Slow(String),
}

impl UnrankedBars {
    fn reason(&self) -> String {
        match self {
            UnrankedBars::TooMany => "these barred grids are too many to list".to_owned(),
            UnrankedBars::Slow(why) => format!("these barred grids take long to count ({why})"),
        }
    }
}

/// Draws grids by random walks.
fn walk(draw: &Draw, question: &RankedQuestion, host: &dyn Host, each: Each<'_, Sample>) -> Result<Outcome, Undrawn> {
    let run = host.run("drawing");
    let put = |grid: &_| {
        run.tasks_done(0, 1);
        each(Drawn::Grid(GridReport::new(grid, None)))
    };
    host.inform(question.walked(draw, &run, put).map_err(undrawn)?);
    Ok(Outcome::All)
}

/// Reads the sums of all grids of a population.
fn known_sums(path: &Path, population: &UncountedPopulation) -> Result<BlockSums, Failure> {
    let blocks = match population.blocks() {
        Ok(blocks) => blocks,
        // The file is about another problem, unless it states nothing. That is the better error.
        Err(declined) => match BlockSums::counter_of(path, &ENGINES, &population.all())? {
            None => return Ok(BlockSums::in_memory()),
            Some(_) => return Err(declined.clone().into()),
        },
    };
    match BlockSums::read_whole(path, blocks) {
        Err(error @ SumsError::OtherEngine { .. }) => Err(Failure::unusable(format!(
            "{error}; gridcheck count --engine {} --sums FILE makes such a file",
            blocks.engine()
        ))),
        read => Ok(read?),
    }
}
