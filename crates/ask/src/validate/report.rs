//! A judged grid, a file that cannot be read, and their reports.

use serde::Serialize;
use serde_json::Value;

use gridcheck_core::visible::visible;
use gridcheck_formats::source::{InputGrid, SourceError};
use gridcheck_layout::shape::Shape;
use gridcheck_lint::codes;
use gridcheck_lint::{Diagnostic, Severity, has_error};

use super::judge::Basis;
use crate::names::JudgedBy;

/// An item of the stream: a judged grid, or a file without one.
pub enum Judgement<'a> {
    /// A grid was judged.
    Grid(Judged<'a>),
    /// The file cannot be read, or not to its end.
    Unreadable(UnreadableFile<'a>),
}

impl Judgement<'_> {
    /// Returns `true` if it is a grid with an error that no earlier run had.
    pub fn fails(&self) -> bool {
        match self {
            Judgement::Grid(Judged { findings, known, .. }) => {
                let mut findings = findings.iter().zip(*known);
                findings.any(|(finding, known)| finding.severity == Severity::Error && *known != BaselineState::Known)
            }
            Judgement::Unreadable(_) => false,
        }
    }

    /// Returns the report of `gridcheck validate`.
    pub fn report(&self) -> ValidateReport<'_> {
        match self {
            Judgement::Grid(judged) => judged.report(),
            Judgement::Unreadable(file) => file.report(),
        }
    }
}

/// A file that cannot be read.
#[expect(missing_docs, reason = "the names say it")]
pub struct UnreadableFile<'a> {
    pub file: &'a str,
    /// The line of the fault, from 1.
    pub line: usize,
    pub finding: Diagnostic,
}

impl<'a> UnreadableFile<'a> {
    pub(super) fn new(file: &'a str, error: &SourceError) -> Self {
        let finding = Diagnostic::new(codes::UNREADABLE, visible(&error.fault()).into_owned(), Vec::new(), []);
        UnreadableFile { file, line: error.line(), finding }
    }

    /// Returns the report of `gridcheck validate` on the file.
    pub fn report(&self) -> ValidateReport<'_> {
        let UnreadableFile { file, line, finding } = self;
        let findings = vec![FindingReport { finding: finding.as_json(), known: None }];
        ValidateReport { file, index: None, line: *line, by: JudgedBy::default(), valid: None, findings, repair: None }
    }
}

/// A grid and its findings.
#[expect(missing_docs, reason = "the names say it")]
pub struct Judged<'a> {
    pub file: &'a str,
    /// The grid's number in its file, from 0.
    pub index: usize,
    pub found: &'a InputGrid,
    pub shape: Shape<'a>,
    pub by: Basis<'a>,
    pub findings: &'a [Diagnostic],
    /// Facts about the findings of an earlier run, one for each finding.
    pub known: &'a [BaselineState],
    /// The extent of a repair, if one was searched for.
    pub repair: Option<Suggestion>,
}

/// The relation of a finding to the findings of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaselineState {
    /// No earlier run was named.
    NoBaseline,
    /// The earlier run did not have the finding.
    New,
    /// The earlier run had the finding.
    Known,
}

/// The extent of a repair of a grid.
#[derive(Clone, Copy)]
pub enum Suggestion {
    /// The number of squares that change; no valid grid changes fewer.
    Changes(usize),
    /// No valid grid changes fewer squares than this; the time limit was reached.
    AtLeast(usize),
    /// No grid of that size is valid.
    Impossible,
}

impl Judged<'_> {
    /// Returns the line of a finding: that of its clue, or of the row in which its word or its only square is, or else of the grid.
    pub fn line_of(&self, finding: &Diagnostic) -> usize {
        let row = match (finding.word, &finding.squares[..]) {
            (Some(word), _) => word.first.row,
            (None, [square]) => square.row,
            (None, _) => return finding.line_of_file.unwrap_or(self.found.line),
        };
        finding.line_of_file.unwrap_or_else(|| self.found.line_of_row(row))
    }

    /// Returns the report of `gridcheck validate` on the grid.
    pub fn report(&self) -> ValidateReport<'_> {
        let Judged { file, index, found, shape: _, by, findings, known, repair } = self;
        let reports = findings.iter().zip(*known).map(|(finding, known)| FindingReport {
            known: (*known != BaselineState::NoBaseline).then_some(*known == BaselineState::Known),
            finding: finding.as_json(),
        });
        ValidateReport {
            file,
            index: Some(index + 1),
            line: found.line,
            by: JudgedBy::new(by.name, by.profile),
            // A part of the rules does not decide validity.
            valid: by.whole.then(|| !has_error(findings)),
            findings: reports.collect(),
            repair: repair.map(|suggestion| match suggestion {
                Suggestion::Changes(changes) => SuggestionReport { changes: Some(changes), fewest: Some(changes) },
                Suggestion::AtLeast(fewest) => SuggestionReport { changes: None, fewest: Some(fewest) },
                Suggestion::Impossible => SuggestionReport { changes: None, fewest: None },
            }),
        }
    }
}

/// The report of `gridcheck validate` on a grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(extend("oneOf" = [{ "required": ["profile"] }, { "required": ["rules"] }, { "properties": { "index": { "type": "null" } } }]))
)]
pub struct ValidateReport<'a> {
    file: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: Option<usize>,
    line: usize,
    #[serde(flatten)]
    by: JudgedBy<'a>,
    /// Null if not all rules are checked.
    valid: Option<bool>,
    findings: Vec<FindingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "SuggestionReport"))]
    repair: Option<SuggestionReport>,
}

/// A finding, with further fields of its rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FindingReport {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_validator::schema::Finding"))]
    finding: Value,
    /// With `--baseline`: `true` if the earlier run has the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    known: Option<bool>,
}

/// The result of `--suggest`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SuggestionReport {
    changes: Option<usize>,
    fewest: Option<usize>,
}
