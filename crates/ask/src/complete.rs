//! The analysis of a painted grid, and its report.

use std::fmt::Display;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::Ask;
use super::engines::ENGINES;
use super::failure::Failure;
use super::host::Host;
use super::house::{HouseOption, PublisherStyle};
use super::input::{Input, at_most_one_standard_input};
use super::options::{Conditions, MemoryLimit, Threads};
#[cfg(feature = "clap")]
use super::parse::duration;
use super::parse::time;
use super::rules::RulesInput;
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Edge;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::serial::{AsDigits, AsRows, AsSquare, DigitsIfKnown, RulesName};
use gridcheck_core::size::Size;
use gridcheck_design::complete::{
    CompletionCount, Exclusion, Forced, Shares, Tally, accepted, broken_already, count, disagreement, exclusion,
    forced, shares,
};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, EngineError};
use gridcheck_lint::profile::Profile;
use gridcheck_validator::Square;
use gridcheck_validator::diagnostic::Diagnostic;

/// Analyses a partly painted grid: counts the valid grids that complete it, and finds the forced squares.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Complete {
    /// Complete this painted grid: # black, . white, ? open, and in a barred grid r, b and + for bars; or a puzzle file. - is standard
    /// input.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE"))]
    pub grid: Input,
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input. The default is british. With a profile,
    /// the rule set takes the place of that of the profile.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml", allow_hyphen_values = true))]
    #[serde(default)]
    pub rules: Option<RulesInput>,
    /// The house whose grids are asked for.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub house: HouseOption,
    /// The conditions on the completions.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub conditions: Conditions,
    /// Count completions for at most this time, and then, for each square, those in which it is white or has bars, for at most the same
    /// time. The default is ten seconds.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true))]
    #[serde(default, deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The memory limit.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub memory: MemoryLimit,
}

/// The time for counting completions, and then for counting white squares.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// A partly painted grid and its analysis.
pub struct CompleteReport {
    /// The name of the file.
    pub file: String,
    /// The problem of the completions.
    pub problem: Problem,
    /// The house whose grids are asked for.
    pub house: Option<PublisherStyle>,
    /// The analysis.
    pub answer: AnalysisResult,
}

impl Ask for Complete {
    type Report = CompleteReport;

    fn ask(&self, host: &dyn Host) -> Result<CompleteReport, Failure> {
        self.ask_in_parts(host, &|_| {})
    }
}

impl Complete {
    /// Answers the request. `on_part` learns the report so far, first with the forced squares, then with the number too.
    ///
    /// # Errors
    /// As for [`Ask::ask`].
    pub fn ask_in_parts(&self, host: &dyn Host, on_part: &dyn Fn(Part<'_>)) -> Result<CompleteReport, Failure> {
        at_most_one_standard_input(
            &[Some(self.grid.clone()), self.rules.as_ref().and_then(RulesInput::input)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>(),
        )?;
        let (rules, profile) = self.house.rules(self.rules.as_ref(), host)?;
        let (file, givens) = self.grid.givens(host)?;
        let (problem, house) = problem_of(&file, givens, rules, profile, &self.conditions.constraints)?;
        problem.notes().into_iter().for_each(|note| host.note(note));
        house.iter().flat_map(PublisherStyle::notes).for_each(|note| host.note(note));
        let broken = broken_already(&problem);
        if let Some(sentence) = sentence_on_broken(&file, &problem, &broken) {
            host.inform(sentence);
        }
        let limit = self.time_limit.unwrap_or(TIME_LIMIT);
        let tell =
            |answer: &AnalysisResult| on_part(Part { file: &file, problem: &problem, house: house.as_ref(), answer });
        let answer = analysed(&problem, house.as_ref(), limit, !broken.is_empty(), host, &tell)?;
        Ok(CompleteReport { file, problem, house, answer })
    }
}

impl CompleteReport {
    /// Returns `true` if the grid can be completed.
    pub fn has_completions(&self) -> bool {
        matches!(self.answer, AnalysisResult::Some { .. })
    }

    /// Returns the demands of the house for which each completion is judged.
    pub fn judged_demands(&self) -> String {
        self.house.as_ref().map_or(String::new(), PublisherStyle::judged_demands)
    }
}

impl Serialize for CompleteReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CompleteReport { file, problem, house, answer } = self;
        Part { file, problem, house: house.as_ref(), answer }.serialize(serializer)
    }
}

/// The report so far.
pub struct Part<'a> {
    file: &'a str,
    problem: &'a Problem,
    house: Option<&'a PublisherStyle>,
    answer: &'a AnalysisResult,
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// The result of the analysis.
#[expect(missing_docs, reason = "the names say it")]
#[expect(clippy::large_enum_variant, reason = "there is one for an answer")]
pub enum AnalysisResult {
    /// At least one completion exists.
    Some {
        forced: Forced,
        count: CompletionCount,
        /// In how many completions each square is white, or has bars.
        shares: Shares,
        /// The judgement of each completion, if the house demands it.
        judgement: Option<Judgement>,
    },
    /// No completion exists.
    None(Exclusion),
    /// Completions obey the rules, as many as the engine has listed, and the house accepts none.
    NoneAccepted { listed: u128, engine: &'static str },
}

/// The judgement of each completion.
pub enum Judgement {
    /// All were judged. The answer is about those that the house accepts, among this number that obey the rules.
    Done(u128),
    /// They are too many to judge within this limit. The answer is about all that obey the rules.
    Late(Duration),
}

impl Part<'_> {
    /// Returns the JSON.
    fn json(&self) -> CompletionJson<'_> {
        let Part { file, problem, house, answer } = self;
        let is_barred = problem.rules().kind == GridKind::Bars;
        let coloured = |squares: &Givens, (r, c): (usize, usize)| {
            let (is_black, after) = (squares.colour(r, c) == Some(false), squares.bars().after((r, c)));
            let colour = if is_black { ColourName::Black } else { ColourName::White };
            ColouredSquare { square: (r, c).into(), colour, bars: is_barred.then_some(after) }
        };
        let nothing = CompletionJson {
            file,
            size: problem.size(),
            rules: problem.rules().into(),
            open: open_squares(problem).count(),
            completions: Some(0),
            engine: None,
            not_counted: None,
            forced: None,
            forced_squares: Vec::new(),
            forced_edges: Vec::new(),
            white: None,
            bars: None,
            white_not_counted: None,
            exclusion: None,
            notes: problem.notes(),
            profile: house.map(|house| house.profile.name),
            not_held: None,
        };
        match answer {
            AnalysisResult::None(Exclusion { squares, smallest }) => {
                let squares = squares.iter().map(|&square| coloured(problem.givens(), square)).collect();
                CompletionJson { exclusion: Some(ExclusionJson { squares, smallest: *smallest }), ..nothing }
            }
            AnalysisResult::NoneAccepted { engine, .. } => CompletionJson { engine: Some(engine), ..nothing },
            AnalysisResult::Some { forced, count, shares, judgement } => {
                let (completions, engine, not_counted) = match count {
                    CompletionCount::Exactly(count, engine) => (Some(*count), Some(*engine), None),
                    CompletionCount::TooMany(why) => (None, None, Some(why.as_str())),
                };
                let (mut white, mut bars, mut white_not_counted) = (None, None, None);
                match shares {
                    Shares::Counted(Tally::Whites(rows)) => {
                        white = Some(rows.iter().map(|row| row.iter().map(AsDigits).collect()).collect());
                    }
                    Shares::Counted(Tally::Bars(rows)) => {
                        bars = Some(rows.iter().map(|row| row.iter().map(digits_of_bars).collect()).collect());
                    }
                    Shares::NotCounted(why) => white_not_counted = Some(why.as_str()),
                }
                CompletionJson {
                    completions,
                    engine,
                    not_counted,
                    forced: Some(AsRows(&forced.squares)),
                    forced_squares: forced_squares(problem, forced)
                        .into_iter()
                        .map(|(square, _)| coloured(&forced.squares, square))
                        .collect(),
                    forced_edges: forced_edges(problem, forced).map(ForcedEdge::new).collect(),
                    white,
                    bars,
                    white_not_counted,
                    not_held: matches!(judgement, Some(Judgement::Late(_)))
                        .then(|| house.map_or(String::new(), PublisherStyle::judged_demands)),
                    ..nothing
                }
            }
        }
    }
}

fn digits_of_bars(after: &[u128; 2]) -> [AsDigits<&u128>; 2] {
    after.each_ref().map(AsDigits)
}

/// The JSON of the report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompletionJson<'a> {
    file: &'a str,
    size: Size,
    rules: RulesName,
    open: usize,
    #[serde(with = "DigitsIfKnown")]
    completions: Option<u128>,
    engine: Option<&'a str>,
    not_counted: Option<&'a str>,
    forced: Option<AsRows<&'a Givens>>,
    forced_squares: Vec<ColouredSquare>,
    /// The edges of a barred grid that are not painted, and have a bar in every completion or in none.
    forced_edges: Vec<ForcedEdge>,
    white: Option<Vec<Vec<AsDigits<&'a u128>>>>,
    /// For each square of a barred grid, the number of completions with a bar at its right, and of those with a bar below it.
    bars: Option<Vec<Vec<[AsDigits<&'a u128>; 2]>>>,
    white_not_counted: Option<&'a str>,
    exclusion: Option<ExclusionJson>,
    notes: Vec<String>,
    profile: Option<&'a str>,
    /// Demands of the profile that were not held.
    not_held: Option<String>,
}

/// Painted squares that exclude every grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "exclusion"))]
struct ExclusionJson {
    squares: Vec<ColouredSquare>,
    smallest: bool,
}

/// A square and its colour.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ColouredSquare {
    #[serde(flatten)]
    square: AsSquare,
    colour: ColourName,
    /// `true` if a square of a barred grid has a bar at its right, and `true` if it has one below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    bars: Option<[bool; 2]>,
}

/// An edge of a barred grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ForcedEdge {
    /// The square before the edge.
    #[serde(flatten)]
    square: AsSquare,
    side: Side,
    /// `true` if there is a bar.
    bar: bool,
}

/// The side of a square at which an edge is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
enum Side {
    Right,
    Below,
}

impl ForcedEdge {
    fn new(((one, other), bar): (Edge, bool)) -> Self {
        ForcedEdge { square: one.into(), side: if one.0 == other.0 { Side::Right } else { Side::Below }, bar }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
enum ColourName {
    White,
    Black,
}

/// Maximum number of broken rules in a sentence.
const MAX_TOLD: usize = 3;

/// Returns a sentence on the rules that the painted squares of a file break by themselves, if there are any.
pub fn sentence_on_broken(file: &str, problem: &Problem, broken: &[Diagnostic]) -> Option<String> {
    let rules = problem.rules().described();
    let told: Vec<String> = broken.iter().take(MAX_TOLD).map(Diagnostic::line).collect();
    let more = match broken.len() - told.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let told = told.join("; ");
    let sentence = || format!("{file}: the painted squares by themselves break the rules {rules}: {told}{more}");
    (!broken.is_empty()).then(sentence)
}

/// A listener for the result so far.
pub type OnPart<'a> = &'a dyn Fn(&AnalysisResult);

/// The reason why something is not counted in the result so far.
const NOT_YET: &str = "not yet";

/// Analyses the completions of a problem: finds the forced squares, or what excludes every completion, and counts. Counting completions, and
/// then white squares, takes at most the time limit each. `is_broken` states that the painted squares break a rule by themselves. `on_part`
/// learns the result so far, first with the forced squares, then with the number too.
///
/// # Errors
/// An engine fails or is stopped, or engines contradict each other.
pub fn analysed(
    problem: &Problem,
    house: Option<&PublisherStyle>,
    time_limit: Duration,
    is_broken: bool,
    watch: &dyn Watch,
    on_part: OnPart,
) -> Result<AnalysisResult, EngineError> {
    let forced = if is_broken { None } else { forced(problem, &watch.run("forced squares"))? };
    match forced {
        None => {
            let found = exclusion(problem, &watch.run("what excludes all grids"))?;
            Ok(AnalysisResult::None(found.ok_or_else(|| contradiction("no completion was found, and then one"))?))
        }
        Some(forced) => {
            let candidates = Candidates::new(ENGINES, problem, &SumKind::Plain);
            judged(&candidates, house, &forced, time_limit, watch, on_part)
        }
    }
}

/// Judges each completion if a house demands it, and otherwise counts them. It counts them too if they are too many to judge.
fn judged(
    candidates: &Candidates,
    house: Option<&PublisherStyle>,
    forced: &Forced,
    time_limit: Duration,
    watch: &dyn Watch,
    on_part: OnPart,
) -> Result<AnalysisResult, EngineError> {
    let so_far = |count| AnalysisResult::Some {
        forced: forced.clone(),
        count,
        shares: Shares::NotCounted(NOT_YET.to_owned()),
        judgement: None,
    };
    on_part(&so_far(CompletionCount::TooMany(NOT_YET.to_owned())));
    let on_count = |count: &_| on_part(&so_far(CompletionCount::clone(count)));
    let Some(house) = house.filter(|house| house.judges()) else {
        return counted(candidates, forced.clone(), None, time_limit, watch, &on_count);
    };
    let run = watch.run("judging completions");
    let accepted = accepted(candidates, &run.within(time_limit), |grid| house.accepts(grid))?;
    run.check()?;
    let Some(accepted) = accepted else {
        return counted(candidates, forced.clone(), Some(Judgement::Late(time_limit)), time_limit, watch, &on_count);
    };
    let listed = accepted.listed;
    Ok(match accepted.forced {
        None => AnalysisResult::NoneAccepted { listed, engine: accepted.engine },
        Some(forced) => AnalysisResult::Some {
            forced,
            count: CompletionCount::Exactly(accepted.count, accepted.engine),
            shares: Shares::Counted(accepted.tally),
            judgement: Some(Judgement::Done(listed)),
        },
    })
}

fn counted(
    candidates: &Candidates,
    forced: Forced,
    judgement: Option<Judgement>,
    time_limit: Duration,
    watch: &dyn Watch,
    on_count: &dyn Fn(&CompletionCount),
) -> Result<AnalysisResult, EngineError> {
    let number = count(candidates, time_limit, &watch.run("counting completions"))?;
    on_count(&number);
    let shares = match number {
        CompletionCount::Exactly(0, engine) => {
            return Err(contradiction(&format!("{engine} counts no completion, and there is one")));
        }
        CompletionCount::Exactly(total, _) => shares(candidates, total, time_limit, &watch.run("counting by squares"))?,
        CompletionCount::TooMany(ref why) => Shares::NotCounted(why.clone()),
    };
    if let (CompletionCount::Exactly(total, engine), Shares::Counted(tally)) = (&number, &shares)
        && let Some((row, column)) = disagreement(candidates.problem(), &forced, *total, tally)
    {
        let square = Square { row, column };
        return Err(contradiction(&format!("{square} is forced to one, not to the other ({engine})")));
    }
    Ok(AnalysisResult::Some { forced, count: number, shares, judgement })
}

fn contradiction(what: &str) -> EngineError {
    EngineError::Failed { engine: "varisat", what: format!("it disagrees with an engine or with itself: {what}") }
}

/// Builds the problem of the completions of given squares by a rule set or a house. `name` is the file of the given squares.
///
/// # Errors
/// The rules cannot apply to a grid of this size, or no grid of this size passes the profile.
pub fn problem_of(
    name: &str,
    givens: Givens,
    rules: Ruleset,
    profile: Option<&'static Profile>,
    constraints: &[Constraint],
) -> Result<(Problem, Option<PublisherStyle>), Failure> {
    let at = |error: &dyn Display| Failure::unusable(format!("{name}:1:1: {error}"));
    let size = Size::new(givens.height(), givens.width()).map_err(|error| at(&error))?;
    let house = profile.map(|profile| PublisherStyle::of(profile, size)).transpose().map_err(|error| at(&error))?;
    let problem = Problem::of_size(size, rules).and_then(|problem| problem.with_givens(givens));
    let problem = problem.map_err(|error| at(&error))?;
    let of_house = house.iter().flat_map(|house| house.constraints.iter().copied());
    let constraints = constraints.iter().copied().chain(of_house).collect();
    Ok((problem.with_constraints(constraints)?, house))
}

/// Returns the name of a colour.
pub fn name(white: bool) -> &'static str {
    if white { "white" } else { "black" }
}

/// Returns the squares that are not painted, row by row.
pub fn open_squares(problem: &Problem) -> impl Iterator<Item = (usize, usize)> {
    problem.size().positions().filter(|&(r, c)| problem.givens().colour(r, c).is_none())
}

/// Returns the edges that are forced and not painted, each with `true` if it has a bar.
pub fn forced_edges(problem: &Problem, forced: &Forced) -> impl Iterator<Item = (Edge, bool)> {
    let edges = forced.edges.iter().map(|(&edge, &is_bar)| (edge, is_bar));
    edges.filter(|&(edge, _)| problem.givens().bar(edge).is_none())
}

/// Returns the open squares that are forced, with their colours.
pub fn forced_squares(problem: &Problem, forced: &Forced) -> Vec<((usize, usize), bool)> {
    open_squares(problem).filter_map(|(r, c)| Some(((r, c), forced.squares.colour(r, c)?))).collect()
}
