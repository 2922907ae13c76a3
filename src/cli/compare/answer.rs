//! The JSON of comparisons.

use std::collections::BTreeMap;

use serde::Serialize;

use super::words;
use crate::compare::judge::GridFaults;
use crate::compare::published::ListedGrid;
use crate::compare::spot::{Disputed, EngineRecord, SpotReport};
use crate::compare::{Difference, DisputedPart, EngineAnswer, ExcludedEngine, ListAnswer, Report};
use crate::digest::Digest;
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
use crate::serial::{AsRows, AsText};
use crate::size::Size;

/// A comparison on the whole problem.
#[derive(Serialize)]
pub struct ReportAnswer<'a> {
    size: Size,
    rules: String,
    agree: bool,
    parties: Vec<PartyAnswer<'a>>,
    differences: Vec<DifferenceAnswer<'a>>,
    disputed_parts: Vec<PartAnswer<'a>>,
    list: Option<ListDetails<'a>>,
    remarks: Vec<String>,
    left_out: &'a [ExcludedEngine],
    notes: Vec<String>,
}

/// The answer of an engine or of a list.
#[derive(Serialize)]
struct PartyAnswer<'a> {
    name: &'a str,
    kind: &'static str,
    count: AsText<u128>,
    digest: Option<Digest>,
    seconds: f64,
    valid: Option<u64>,
    invalid: Option<u64>,
    missing: Option<u64>,
    duplicates: Option<u64>,
}

/// A grid that not all parties have.
#[derive(Serialize)]
struct DifferenceAnswer<'a> {
    found: String,
    rows: AsRows<'a, Grid>,
    violations: &'a GridFaults,
}

/// A part that two engines count differently.
#[derive(Serialize)]
struct PartAnswer<'a> {
    found: String,
    given: AsRows<'a, Givens>,
}

/// The result for the published list.
#[derive(Serialize)]
struct ListDetails<'a> {
    matched_with: &'static str,
    matched: u64,
    invalid_by_rule: &'a BTreeMap<&'static str, u64>,
    extra: u64,
    invalid: Vec<ListedGridAnswer<'a>>,
    only_listed: Vec<ListedGridAnswer<'a>>,
    missing: Vec<AsRows<'a, Grid>>,
}

/// A grid of the published list.
#[derive(Serialize)]
struct ListedGridAnswer<'a> {
    line: usize,
    rows: AsRows<'a, Grid>,
    violations: &'a GridFaults,
}

/// A comparison on random parts.
#[derive(Serialize)]
pub struct SpotAnswer<'a> {
    size: Size,
    rules: String,
    seed: u64,
    agree: bool,
    spot_checks: usize,
    compared: usize,
    with_grids: usize,
    grids: AsText<u128>,
    disputed: usize,
    parties: &'a [EngineRecord],
    first_disagreement: Option<DisputedAnswer<'a>>,
    stopped: bool,
    notes: Vec<String>,
}

/// A part on which engines disagree.
#[derive(Serialize)]
struct DisputedAnswer<'a> {
    sample: usize,
    given: AsRows<'a, Givens>,
    parties: Vec<PartyAnswer<'a>>,
    differences: Vec<DifferenceAnswer<'a>>,
    disputed_parts: Vec<PartAnswer<'a>>,
    remarks: Vec<String>,
}

impl<'a> From<&'a EngineAnswer> for PartyAnswer<'a> {
    fn from(answer: &'a EngineAnswer) -> Self {
        let listed = answer.listed.as_ref();
        PartyAnswer {
            name: answer.name,
            kind: "engine",
            count: AsText(answer.count),
            digest: listed.map(|listed| listed.digest),
            seconds: answer.seconds,
            valid: listed.map(|listed| listed.valid),
            invalid: listed.map(|listed| listed.invalid),
            missing: None,
            duplicates: None,
        }
    }
}

impl<'a> From<&'a ListAnswer> for PartyAnswer<'a> {
    fn from(list: &'a ListAnswer) -> Self {
        PartyAnswer {
            name: &list.name,
            kind: "list",
            count: AsText(list.reading.sum.count),
            digest: Some(list.reading.sum.digest),
            seconds: list.seconds,
            valid: Some(list.reading.valid),
            invalid: Some(list.reading.invalid),
            missing: Some(list.matching.missing),
            duplicates: Some(list.matching.duplicates),
        }
    }
}

impl<'a> From<&'a Difference> for DifferenceAnswer<'a> {
    fn from(Difference { grid, found, opinion }: &'a Difference) -> Self {
        DifferenceAnswer { found: words::found(found), rows: AsRows(grid), violations: opinion }
    }
}

impl<'a> From<&'a DisputedPart> for PartAnswer<'a> {
    fn from(part: &'a DisputedPart) -> Self {
        PartAnswer { found: words::part(part), given: AsRows(&part.givens) }
    }
}

impl<'a> From<&'a ListedGrid> for ListedGridAnswer<'a> {
    fn from(ListedGrid { line, grid, opinion }: &'a ListedGrid) -> Self {
        ListedGridAnswer { line: *line, rows: AsRows(grid), violations: opinion }
    }
}

impl<'a> From<&'a ListAnswer> for ListDetails<'a> {
    fn from(list: &'a ListAnswer) -> Self {
        ListDetails {
            matched_with: list.matched_with,
            matched: list.matching.matched,
            invalid_by_rule: &list.reading.by_rule,
            extra: list.matching.extra,
            invalid: list.reading.refused.iter().map(Into::into).collect(),
            only_listed: list.matching.only_listed.iter().map(Into::into).collect(),
            missing: list.matching.lacking.iter().map(AsRows).collect(),
        }
    }
}

impl<'a> ReportAnswer<'a> {
    /// Adds the problem to a report, and the engines that did not take part.
    pub fn new(problem: &'a Problem, report: &'a Report, left_out: &'a [ExcludedEngine]) -> Self {
        ReportAnswer {
            size: problem.size(),
            rules: problem.rules().described(),
            agree: report.agree,
            parties: report.answers.iter().map(Into::into).chain(report.list.iter().map(Into::into)).collect(),
            differences: report.differences.iter().map(Into::into).collect(),
            disputed_parts: report.parts.iter().map(Into::into).collect(),
            list: report.list.as_ref().map(Into::into),
            remarks: report.remarks.iter().map(words::remark).collect(),
            left_out,
            notes: problem.notes(),
        }
    }
}

impl<'a> From<&'a Disputed> for DisputedAnswer<'a> {
    fn from(Disputed { sample, givens, report }: &'a Disputed) -> Self {
        DisputedAnswer {
            sample: *sample,
            given: AsRows(givens),
            parties: report.answers.iter().map(Into::into).collect(),
            differences: report.differences.iter().map(Into::into).collect(),
            disputed_parts: report.parts.iter().map(Into::into).collect(),
            remarks: report.remarks.iter().map(words::remark).collect(),
        }
    }
}

impl<'a> SpotAnswer<'a> {
    /// Adds the problem and the seed to a report.
    pub fn new(problem: &'a Problem, seed: u64, report: &'a SpotReport) -> Self {
        SpotAnswer {
            size: problem.size(),
            rules: problem.rules().described(),
            seed,
            agree: report.agree(),
            spot_checks: report.asked,
            compared: report.compared,
            with_grids: report.with_grids,
            grids: AsText(report.grids),
            disputed: report.disputed,
            parties: &report.engines,
            first_disagreement: report.first.as_ref().map(Into::into),
            stopped: report.stopped,
            notes: problem.notes(),
        }
    }
}
