//! The reports of a fill.

use std::time::Duration;

use serde::Serialize;

use gridcheck_core::serial::{AsSquare, Digits};
use gridcheck_fill::backtrack::{Estimate, Scored, scientific};
use gridcheck_fill::candidates::{Candidate, Candidates};
use gridcheck_fill::compare::{FillComparison, Mirrored};
use gridcheck_fill::core::Core;
use gridcheck_fill::question::Question;
use gridcheck_formats::puzzle::Puzzle;
use gridcheck_layout::words::Word;

/// The answer of one task.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the report of one task")]
pub enum FillReport<'a> {
    Fill(FilledGrid<'a>),
    None(NoFill),
    Count(FillCount),
    Unfinished(Unfinished),
    Comparison(CompareReport),
    Candidates(RankedWords),
}

/// A fill.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FilledGrid<'a> {
    /// The rows of the filled grid.
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::AsRows<()>", description = ""))]
    pub rows: Vec<String>,
    /// The scores of the words with `--best` and `--vary`, if some word has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Scores"))]
    pub scores: Option<Scores>,
    /// Returns the filled puzzle.
    #[serde(skip)]
    pub puzzle: &'a dyn Fn() -> FilledPuzzle,
}

/// A puzzle with the letters of a fill.
pub struct FilledPuzzle {
    /// The name of the file that the grid comes from.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Sentences on what that file has that the puzzle lacks.
    pub left_out: Vec<String>,
}

/// The scores of the words of a fill.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Scores {
    pub mean: f64,
    pub minimum: i64,
}

impl<'a> FilledGrid<'a> {
    /// Reports a fill. Scores are reported if some word has one.
    pub(super) fn new(
        question: &Question,
        fill: &[u8],
        scored: Option<&Scored>,
        puzzle: &'a dyn Fn() -> FilledPuzzle,
    ) -> Self {
        let scored = scored.filter(|fill| fill.scores.iter().any(|&score| score != 0));
        let scores = scored.map(|fill| Scores { mean: (100.0 * fill.mean()).round() / 100.0, minimum: fill.minimum() });
        FilledGrid { rows: question.rows(fill), scores, puzzle }
    }
}

/// No fill was found. A fill has rows instead.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoFill {
    rows: (),
    why: String,
    #[serde(flatten)]
    core: Option<Conflict>,
    #[serde(skip)]
    reason: NoFillReason,
}

/// The reason why no fill was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoFillReason {
    /// Some slots cannot be filled together, as this describes.
    Impossible(String),
    /// Fills exist, and none meets the demands.
    Unmet(&'static str),
    /// No fill exists, and the search for the reason was stopped.
    Unexplained {
        /// `true` if there may be some that do not meet the demands.
        are_demanded: bool,
    },
    /// The time, in seconds, ran out.
    OutOfTime(u64),
}

/// The conflict, if there is no fill.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Conflict {
    slots: Vec<String>,
    squares: Option<Vec<AsSquare>>,
    distinct: bool,
}

impl NoFill {
    /// Returns the reason.
    pub fn reason(&self) -> &NoFillReason {
        &self.reason
    }

    pub(super) fn impossible(question: &Question, core: &Core) -> Self {
        let place = |&square: &usize| {
            let square = &question.squares()[square];
            AsSquare::from((square.row, square.column))
        };
        let squares = core.squares.as_ref().map(|squares| squares.iter().map(place).collect());
        let conflict = Conflict { slots: core.slot_names(), squares, distinct: core.distinct };
        NoFill { core: Some(conflict), ..NoFill::because(NoFillReason::Impossible(core.to_string())) }
    }

    pub(super) fn unmet() -> Self {
        let why = "no fill meets the demands on required words and letters, slots, shared letters and forms of one word; without them there are fills";
        NoFill::because(NoFillReason::Unmet(why))
    }

    pub(super) fn unexplained(are_demanded: bool) -> Self {
        NoFill::because(NoFillReason::Unexplained { are_demanded })
    }

    pub(super) fn undecided(limit: Duration) -> Self {
        NoFill::because(NoFillReason::OutOfTime(limit.as_secs()))
    }

    fn because(reason: NoFillReason) -> Self {
        let why = match &reason {
            NoFillReason::Impossible(why) => why.clone(),
            NoFillReason::Unmet(why) => (*why).to_owned(),
            NoFillReason::Unexplained { are_demanded } => {
                let fill = fill_in_words(*are_demanded);
                format!("there is {fill}; the search for the reason was stopped")
            }
            NoFillReason::OutOfTime(seconds) => format!("not decided in {seconds} s"),
        };
        NoFill { rows: (), why, core: None, reason }
    }
}

/// Returns the name of the fill that does not exist.
pub fn fill_in_words(are_demanded: bool) -> &'static str {
    if are_demanded { "no fill that meets the demands" } else { "no fill" }
}

/// The number of fills.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FillCount {
    pub engine: &'static str,
    #[serde(with = "Digits")]
    pub count: u128,
    pub distinct: bool,
    pub words: usize,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Classes"))]
    pub up_to_transposition: Option<Classes>,
}

/// The result of `--up-to-transposition`.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Classes {
    #[serde(with = "Digits")]
    pub count: u128,
    #[serde(with = "Digits")]
    pub pairs: u128,
    #[serde(with = "Digits")]
    pub word_squares: u128,
}

impl Classes {
    /// Returns the classes, or `None` if a fill has no transpose among the fills.
    pub(super) fn of(mirrored: Mirrored) -> Option<Self> {
        mirrored.classes().map(|count| Classes { count, pairs: mirrored.pairs, word_squares: mirrored.symmetric })
    }
}

/// An estimate, and the progress of a count that was not finished.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unfinished {
    count: (),
    #[serde(flatten)]
    progress: Option<Progress>,
    estimate: FillEstimate,
}

/// The progress of an unfinished count.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Progress {
    pub pieces_done: u64,
    pub pieces: u64,
    #[serde(with = "Digits")]
    pub found_in_them: u128,
    pub seconds: u64,
}

/// The estimate; mean, error and interval are numbers as text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "estimate"))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FillEstimate {
    pub mean: String,
    pub standard_error: String,
    pub interval: Option<[String; 2]>,
    pub log10: Option<f64>,
    pub probes: u64,
    pub reached: u64,
    pub seed: u64,
    /// `true` if the probes do not all agree.
    #[serde(skip)]
    pub varies: bool,
}

impl Unfinished {
    pub(super) fn new(progress: Option<Progress>, estimate: &Estimate, seed: u64) -> Self {
        let estimate = FillEstimate {
            mean: estimate.value(),
            standard_error: estimate.error(),
            interval: estimate.interval().map(|(low, high)| [scientific(low), scientific(high)]),
            log10: estimate.log10.is_finite().then_some(estimate.log10),
            probes: estimate.probes,
            reached: estimate.reached,
            seed,
            varies: estimate.relative_error > 0.0,
        };
        Unfinished { count: (), progress, estimate }
    }

    /// Returns the progress of the count, if there was one.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// Returns the estimate of the whole.
    pub fn estimate(&self) -> &FillEstimate {
        &self.estimate
    }
}

/// The fills of several engines.
#[derive(Serialize)]
pub struct CompareReport {
    /// The comparison.
    #[serde(flatten)]
    pub comparison: FillComparison,
    /// The number of slots.
    #[serde(skip)]
    pub slots: usize,
    /// The number of words of the list.
    #[serde(skip)]
    pub words: usize,
    /// `true` if no word is used twice.
    #[serde(skip)]
    pub is_distinct: bool,
}

impl CompareReport {
    pub(super) fn new(question: &Question, comparison: FillComparison) -> Self {
        let (slots, words) = (question.slots().len(), question.list().len());
        CompareReport { comparison, slots, words, is_distinct: question.is_distinct() }
    }
}

/// The words for a slot.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct RankedWords {
    pub slot: String,
    /// The number of words with the letters given.
    pub fitting: usize,
    pub candidates: Vec<Candidate>,
}

impl RankedWords {
    pub(super) fn new(slot: &Word, found: Candidates) -> Self {
        let Candidates { fitting, words } = found;
        RankedWords { slot: slot.to_string(), fitting, candidates: words }
    }
}
