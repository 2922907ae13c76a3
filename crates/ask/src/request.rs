//! Any request, by the name of its command: what doors for other languages pass on.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::audit::Audit;
#[cfg(feature = "files")]
use super::certify::Certify;
use super::check::Check;
use super::compare::Compare;
use super::complete::Complete;
use super::convert::Convert;
use super::count::Count;
#[cfg(feature = "pictures")]
use super::draw::Draw;
use super::explain::Explain;
use super::failure::Failure;
use super::fill::Fill;
use super::find::Find;
use super::grid::GridReport;
use super::host::Host;
use super::json::write_json;
use super::list::List;
use super::recurrence::StripRequest;
use super::repair::Repair;
use super::rule_lists::RulesRequest;
use super::sample::{Drawn, Sample};
use super::similar::SimilarRequest;
use super::stats::StatsRequest;
use super::sums::Sums;
use super::validate::Validate;
use super::words::Words;
use super::{Ask, AskEach};

/// A request of any command. In JSON it is an object whose only key is the name of the command.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the request of the command of that name")]
pub enum Request {
    Audit(Box<Audit>),
    #[cfg(feature = "files")]
    Certify(Box<Certify>),
    Check(Box<Check>),
    Compare(Box<Compare>),
    Complete(Box<Complete>),
    Convert(Box<Convert>),
    Count(Box<Count>),
    #[cfg(feature = "pictures")]
    Draw(Box<Draw>),
    Explain(Box<Explain>),
    Fill(Box<Fill>),
    Find(Box<Find>),
    List(Box<List>),
    Recurrence(Box<StripRequest>),
    Repair(Box<Repair>),
    Rules(Box<RulesRequest>),
    Sample(Box<Sample>),
    Similar(Box<SimilarRequest>),
    Stats(Box<StatsRequest>),
    Sums(Box<Sums>),
    Words(Box<Words>),
    Validate(Box<Validate>),
}

/// The error of a request for something else than grids.
const NO_GRIDS: &str = "this request returns no grids";

/// The error of a request for JSON whose report has none.
const NO_JSON: &str = "the report of this request has no JSON";

/// The resources that a request may use.
#[derive(Debug, Clone, Copy, Default)]
pub struct Resources {
    /// The number of threads; `None` is one per processor.
    pub threads: Option<u16>,
    /// The most bytes of memory of the process.
    pub memory: Option<u64>,
}

impl Request {
    /// Returns what the request may use.
    pub fn resources(&self) -> Resources {
        match self {
            Request::Audit(audit) => Resources { threads: audit.threads.jobs, memory: None },
            #[cfg(feature = "files")]
            Request::Certify(certify) => Resources { threads: certify.threads.jobs, memory: None },
            Request::Check(check) => Resources { threads: check.threads.jobs, memory: check.memory.memory },
            Request::Compare(compare) => Resources { threads: compare.threads.jobs, memory: None },
            Request::Complete(complete) => Resources { threads: complete.threads.jobs, memory: complete.memory.memory },
            Request::Count(count) => Resources { threads: count.threads.jobs, memory: count.memory.memory },
            #[cfg(feature = "pictures")]
            Request::Draw(_) => Resources::default(),
            Request::Explain(explain) => Resources { threads: explain.threads.jobs, memory: None },
            Request::Fill(fill) => Resources { threads: fill.threads.jobs, memory: None },
            Request::Find(find) => Resources { threads: find.threads.jobs, memory: None },
            Request::List(list) => Resources { threads: list.threads.jobs, memory: None },
            Request::Convert(_)
            | Request::Recurrence(_)
            | Request::Repair(_)
            | Request::Rules(_)
            | Request::Similar(_)
            | Request::Stats(_)
            | Request::Validate(_)
            | Request::Words(_) => Resources::default(),
            Request::Sample(sample) => Resources { threads: sample.threads.jobs, memory: None },
            Request::Sums(sums) => Resources { threads: sums.threads.jobs, memory: sums.memory.memory },
        }
    }

    /// Answers the request, and hands each report out as a line of JSON. A `Break` of `each` ends it without a failure.
    ///
    /// # Errors
    /// As for [`Ask::ask`].
    pub fn ask_in_json(
        &self,
        host: &dyn Host,
        mut each: impl FnMut(String) -> ControlFlow<()> + Send,
    ) -> Result<(), Failure> {
        match self {
            Request::Audit(audit) => {
                let report = audit.ask(host)?;
                report.changes_in_words().for_each(|change| host.inform(change));
                last(&report, each);
                Ok(())
            }
            #[cfg(feature = "files")]
            Request::Certify(certify) => only(&**certify, host, each),
            Request::Check(check) => only(&**check, host, each),
            Request::Compare(compare) => only(&**compare, host, each),
            Request::Complete(complete) => only(&**complete, host, each),
            Request::Convert(convert) => {
                last(&convert.report(host)?, each);
                Ok(())
            }
            Request::Count(count) => only(&**count, host, each),
            #[cfg(feature = "pictures")]
            Request::Draw(_) => Err(Failure::unusable(NO_JSON)),
            Request::Explain(explain) => only(&**explain, host, each),
            Request::Fill(fill) => fill.ask_each(host, &mut |report| each(line(&report))).map(drop),
            Request::Find(find) => {
                let report = find.ask(host)?;
                last(&report, each);
                report.file_failure()
            }
            Request::List(list) => list.ask_each(host, &mut |grid| each(line(&grid))),
            Request::Recurrence(strip) => only(&**strip, host, each),
            Request::Repair(repair) => repair.ask_each(host, &mut |found| each(line(&found.report()))).map(drop),
            Request::Rules(_) => Err(Failure::unusable(NO_JSON)),
            Request::Sample(sample) => sample.ask_each(host, &mut |drawn| each(line(&drawn))).map(drop),
            Request::Similar(similar) => {
                let report = similar.ask(host)?;
                // No further one is lost by a break.
                let _ = report.nearest.iter().try_for_each(|grid| each(line(grid)));
                report.file_failure()
            }
            Request::Stats(stats) => stats.ask_each(host, &mut |report| each(line(&report)))?.file_failure(),
            Request::Sums(sums) => {
                let report = sums.ask(host)?;
                last(&report, each);
                report.file_failure()
            }
            Request::Words(words) => words.ask_each(host, &mut |word| each(line(&word))).map(drop),
            Request::Validate(validate) => {
                let summary = validate.ask_each(host, &mut |judgement| each(line(&judgement.report())))?;
                summary.notes.into_iter().for_each(|note| host.note(note));
                Ok(())
            }
        }
    }

    /// Answers a request for grids, and hands each grid out. A `Break` of `each` ends it without a failure.
    ///
    /// # Errors
    /// The request is for something else, or as for [`Ask::ask`].
    pub fn ask_for_grids(
        &self,
        host: &dyn Host,
        mut each: impl FnMut(GridReport<'_>) -> ControlFlow<()> + Send,
    ) -> Result<(), Failure> {
        match self {
            #[cfg(feature = "files")]
            Request::Certify(_) => Err(Failure::unusable(NO_GRIDS)),
            #[cfg(feature = "pictures")]
            Request::Draw(_) => Err(Failure::unusable(NO_GRIDS)),
            Request::Check(_)
            | Request::Audit(_)
            | Request::Compare(_)
            | Request::Complete(_)
            | Request::Convert(_)
            | Request::Count(_)
            | Request::Explain(_)
            | Request::Fill(_)
            | Request::Find(_)
            | Request::Recurrence(_)
            | Request::Repair(_)
            | Request::Rules(_)
            | Request::Similar(_)
            | Request::Stats(_)
            | Request::Sums(_)
            | Request::Validate(_)
            | Request::Words(_) => Err(Failure::unusable(NO_GRIDS)),
            Request::List(list) => list.ask_each(host, &mut each),
            Request::Sample(sample) => {
                let mut each = |drawn: Drawn<'_>| match drawn {
                    Drawn::Grid(report) => each(report),
                    Drawn::Rank(_) => ControlFlow::Continue(()),
                };
                sample.ask_each(host, &mut each).map(drop)
            }
        }
    }
}

/// Answers a request that has one report, and hands it out.
fn only<R: Ask<Report: Serialize>>(
    request: &R,
    host: &dyn Host,
    each: impl FnMut(String) -> ControlFlow<()>,
) -> Result<(), Failure> {
    last(&request.ask(host)?, each);
    Ok(())
}

/// Hands out a report after which there is no other one, so that a break loses nothing.
fn last(report: &impl Serialize, mut each: impl FnMut(String) -> ControlFlow<()>) {
    let _ = each(line(report));
}

/// Returns a report as a line of JSON.
///
/// # Panics
/// Never: a report is JSON, and memory takes it.
fn line(report: &impl Serialize) -> String {
    let mut line = Vec::new();
    write_json(&mut line, report).expect("memory takes it");
    String::from_utf8(line).expect("JSON is UTF-8")
}
