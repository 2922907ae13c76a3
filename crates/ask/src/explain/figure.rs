//! The report of a search for rules that give a figure.

use serde::Serialize;

use gridcheck_audit::evidence::EndReason;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::serial::{Digits, DigitsIfKnown, RulesName};
use gridcheck_core::size::Size;
use gridcheck_explain::change::Change;
use gridcheck_explain::published::FigureSource;
use gridcheck_explain::reading::Reading;
use gridcheck_explain::search::{FigureQuestion, Hit, OtherFigure, SearchOutcome};

/// The rule sets that give a figure, and the extent of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FigureReport {
    pub size: Size,
    rules: RulesName,
    #[serde(with = "Digits")]
    pub figure: u128,
    #[serde(with = "DigitsIfKnown")]
    pub count: Option<u128>,
    pub published_by: Vec<String>,
    pub hits: Vec<HitReport>,
    pub searched: Extent,
    /// The rule set that the search started from.
    #[serde(skip)]
    pub base: Ruleset,
    /// Other figures of the source.
    #[serde(skip)]
    pub others: Vec<OtherFigure>,
    /// Tells whether a rule set gives every figure; `None` if that was not decided in time.
    #[serde(skip)]
    pub is_explained: Option<bool>,
    /// The reason why the search ended.
    #[serde(skip)]
    pub ending: EndReason,
}

/// A rule set that gives the figure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct HitReport {
    pub changes: Vec<ChangedRule>,
    /// Null if the figures that were counted are right and others were not counted in time.
    pub explains_all: Option<bool>,
    pub engines: Vec<&'static str>,
    /// An engine that gives another count.
    pub against: Option<EngineCount>,
    pub elsewhere: Vec<OtherReport>,
}

/// The count of an engine.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct EngineCount {
    pub engine: &'static str,
    #[serde(with = "Digits")]
    pub count: u128,
}

/// Another figure of the source.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct OtherReport {
    size: Size,
    #[serde(with = "Digits")]
    pub published: u128,
    #[serde(with = "DigitsIfKnown")]
    pub count: Option<u128>,
}

/// A changed rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ChangedRule {
    rule: &'static str,
    pub change: String,
    pub kind: String,
    steps: usize,
    pub published_as: Option<&'static str>,
}

/// The extent of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Extent {
    pub most_changes: usize,
    pub rule_sets: usize,
    pub readings: usize,
    pub impossible: usize,
    pub left: usize,
    pub undecided: Vec<UndecidedRules>,
    complete: bool,
    pub seconds: f64,
}

/// A rule set that was not decided.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct UndecidedRules {
    pub changes: Vec<ChangedRule>,
    pub why: String,
}

impl FigureReport {
    /// Returns the report of a search.
    pub fn new(question: FigureQuestion, published: Vec<FigureSource>, outcome: SearchOutcome) -> Self {
        let is_explained = outcome.is_explained(&question);
        let SearchOutcome { base: count, hits, rule_sets, readings, impossible, undecided, left, ending, seconds } =
            outcome;
        let hits = hits.into_iter().map(|hit| HitReport::new(hit, &question)).collect();
        let FigureQuestion { size, figure, base, others, most_changes, budget: _ } = question;
        let undecided =
            undecided.into_iter().map(|(reading, why)| UndecidedRules { changes: changes(&reading, &base), why });
        let searched = Extent {
            most_changes,
            rule_sets,
            readings,
            impossible,
            left,
            undecided: undecided.collect(),
            complete: ending == EndReason::Complete,
            seconds,
        };
        let published_by = published.into_iter().map(|source| source.source).collect();
        let rules = (&base).into();
        FigureReport { size, rules, figure, count, published_by, hits, searched, base, others, is_explained, ending }
    }
}

impl HitReport {
    fn new(hit: Hit, question: &FigureQuestion) -> Self {
        let explains_all = hit.explains_all(question);
        let Hit { reading, engines, against, elsewhere } = hit;
        let other = |(count, &OtherFigure { size, figure, .. })| OtherReport { size, published: figure, count };
        HitReport {
            changes: changes(&reading, &question.base),
            explains_all,
            engines,
            against: against.map(|(engine, count)| EngineCount { engine, count }),
            elsewhere: elsewhere.into_iter().zip(&question.others).map(other).collect(),
        }
    }
}

fn changes(reading: &Reading, base: &Ruleset) -> Vec<ChangedRule> {
    let change = |change: &Change| ChangedRule {
        rule: change.rule(),
        change: change.to_string(),
        kind: change.kind(base).to_string(),
        steps: change.steps(base),
        published_as: change.published_as(),
    };
    reading.changes.iter().map(change).collect()
}
