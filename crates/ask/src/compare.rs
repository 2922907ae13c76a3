//! `gridcheck compare`: compares the grids of unrelated engines and of a published list.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use gridcheck_compare::bins::{BinReport, compare_bins};
use gridcheck_compare::spot::{SpotReport, SpotRequest, spot_checks};
use gridcheck_compare::{ExcludedEngine, Report, choose, compare_prepared};
use gridcheck_core::constraint::{Measure, measures};
use gridcheck_core::problem::Problem;
use gridcheck_core::serial::Texts;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::{Engine, Prepared};
use gridcheck_formats::source::CheckedSource;

#[cfg(feature = "clap")]
use super::engines::all_engines;
use super::engines::{Capability, ENGINES, Programs, SumRequest, engines_named, engines_once};
use super::examine::note_reading;
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::json::About;
use super::options::{Externals, Reading, Threads};
#[cfg(feature = "clap")]
use super::parse::duration;
use super::parse::{WrongValue, names, parsed, time};
use super::question::Question;
use super::{Ask, usage};

/// Runs several engines on one problem, and compares their numbers and sets of grids.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Compare {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The names of the engines to ask; the default is all that are fast enough.
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "engine", value_delimiter = ',', value_name = "A,B,C",
        help = format!("Run these engines: {}. The default is all built-in ones that are fast enough for the problem", all_engines())))]
    #[serde(deserialize_with = "names")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub engines: Option<Vec<String>>,
    /// Further programs that can be used like engines.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub externals: Externals,
    /// Compare a published list of grids, or a puzzle file, with the engines.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub against: Option<Input>,
    /// With --against: sort the list's grids, and those that it lacks, into this new folder: matched.txt, missing.txt, invalid.txt,
    /// duplicates.txt and extra.txt (valid, but no engine has it).
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub out: Option<PathBuf>,
    /// The way in which the list is read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// Compare on this many random small parts of the problem instead of the whole.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..)))]
    pub spot_checks: Option<u32>,
    /// Compare the numbers of grids by these measures, as in gridcheck count --by. Engines that cannot measure are not asked.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MEASURES", value_parser = several_measures))]
    #[serde(deserialize_with = "by")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Option<Measures>,
    /// With --spot-checks: draw the parts with this seed; without it, one is picked and printed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// With --spot-checks: leave an engine out of a part if it takes longer than this, as in 30s, 10m or 1h30m. The default is a minute.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true))]
    #[serde(deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub patience: Option<Duration>,
}

/// Several measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures(pub Vec<Measure>);

fn several_measures(text: &str) -> Result<Measures, WrongValue> {
    measures(text).map(Measures).map_err(WrongValue::new)
}

fn by<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Measures>, D::Error> {
    parsed(deserializer, several_measures).map(Some)
}

/// The time after which an engine is left out of a part.
const PATIENCE: Duration = Duration::from_secs(60);

/// The task of a comparison.
enum Task<'a> {
    /// Compare numbers and sets of grids, and a published list with them.
    Whole(Option<&'a Input>),
    /// Compare the numbers of grids by measures.
    Bins(&'a [Measure]),
    /// Compare on this number of random small parts.
    Parts(usize),
}

/// The result of a comparison.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the report of one task")]
pub enum CompareReport {
    Whole(About<Comparison>),
    Bins(About<BinComparison>),
    Parts(About<SpotReport>),
}

/// The answers of all parties, and the engines that did not take part.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Comparison {
    #[serde(flatten)]
    pub report: Report,
    pub left_out: Vec<ExcludedEngine>,
    /// The time that all of it took.
    #[serde(skip)]
    pub time: Duration,
}

/// The numbers of grids by measures, from each engine.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct BinComparison {
    #[serde(with = "Texts")]
    pub by: Vec<Measure>,
    #[serde(flatten)]
    pub report: BinReport,
}

impl CompareReport {
    /// Returns `true` if all parties agree.
    pub fn agree(&self) -> bool {
        match self {
            CompareReport::Whole(about) => about.report.report.agree,
            CompareReport::Bins(about) => about.report.report.agree,
            CompareReport::Parts(about) => about.report.agree,
        }
    }
}

impl Ask for Compare {
    type Report = CompareReport;

    fn ask(&self, host: &dyn Host) -> Result<CompareReport, Failure> {
        let start = Moment::now();
        let task = self.task()?;
        let problem = self.question.problem(host)?;
        let programs = Programs::of(&self.externals, host)?;
        match task {
            Task::Parts(number) => self.parts(number, &problem, &programs, host),
            Task::Bins(by) => {
                let (engines, _) = self.prepared(&problem, &SumKind::Distribution(by.to_vec()), &programs)?;
                let found = BinComparison { by: by.to_vec(), report: compare_bins(&engines, host)? };
                Ok(CompareReport::Bins(About::new(&problem, found)))
            }
            Task::Whole(against) => {
                let (engines, left_out) = self.prepared(&problem, &SumKind::Plain, &programs)?;
                let mut list = against.map(|list| self.checked(list, host)).transpose()?;
                let report = self.whole(&engines, list.as_mut(), host)?;
                let found = Comparison { report, left_out, time: start.elapsed() };
                Ok(CompareReport::Whole(About::new(&problem, found)))
            }
        }
    }
}

impl Compare {
    /// Returns the task. The options are held against each other here, and only here.
    fn task(&self) -> Result<Task<'_>, Failure> {
        let Compare { question, threads: _, engines: _, externals: _, against, out, reading: _, .. } = self;
        let Compare { spot_checks, by, seed, patience, .. } = self;
        let given = Given([
            ("against", against.is_some()),
            ("out", out.is_some()),
            ("spot_checks", spot_checks.is_some()),
            ("by", by.is_some()),
            ("seed", seed.is_some()),
            ("patience", patience.is_some()),
        ]);
        given.refuse("by", &["against", "spot_checks", "out"])?;
        given.refuse("spot_checks", &["against"])?;
        given.require("out", "against")?;
        given.require("seed", "spot_checks")?;
        given.require("patience", "spot_checks")?;
        at_most_one_standard_input(&question.inputs().chain(against.clone()).collect::<Vec<_>>())?;
        Ok(match (spot_checks, by) {
            (Some(number), _) => Task::Parts(*number as usize),
            (None, Some(Measures(by))) => Task::Bins(by),
            (None, None) => Task::Whole(against.as_ref()),
        })
    }

    /// Returns the problem as the engines prepare it that take part, and the other engines with the reason.
    fn prepared(
        &self,
        problem: &Problem,
        kind: &SumKind,
        programs: &Programs,
    ) -> Result<(Vec<Prepared<'static>>, Vec<ExcludedEngine>), Failure> {
        let (engines, left_out) = match &self.engines {
            Some(names) => {
                engines_once(names)?;
                let sum = SumRequest { problem, kind };
                let prepared = names.iter().map(|name| sum.prepared_by(name, programs, Capability::Sum));
                (prepared.collect::<Result<Vec<_>, _>>()?, Vec::new())
            }
            None => choose(ENGINES, problem, kind),
        };
        if engines.is_empty() {
            let why: Vec<String> = left_out.iter().map(|left| format!("{} ({})", left.name, left.why)).collect();
            return Err(usage!(
                "no engine can do this in reasonable time; name one with " [engines] " to try: " (why.join(", "))
            ));
        }
        Ok((engines, left_out))
    }

    /// Reads the published list once, and notes how it was read.
    fn checked(&self, list: &Input, host: &dyn Host) -> Result<CheckedSource, Failure> {
        let list = self.reading.settled()?.check_shaped(list, host)?;
        note_reading(&list, host);
        Ok(list)
    }

    fn parts(
        &self,
        number: usize,
        problem: &Problem,
        programs: &Programs,
        host: &dyn Host,
    ) -> Result<CompareReport, Failure> {
        let engines: Vec<&'static dyn Engine> = match &self.engines {
            Some(names) => engines_named(names, programs)?,
            None => ENGINES.of_kind(problem).collect(),
        };
        let seed = self.seed.unwrap_or_else(|| host.pick_seed());
        let patience = self.patience.unwrap_or(PATIENCE);
        let request = SpotRequest { drawn_by: ENGINES, compared: &engines, samples: number, seed, patience };
        let report = spot_checks(problem, &request, host)?;
        Ok(CompareReport::Parts(About::new(problem, report)))
    }

    #[cfg(feature = "files")]
    fn whole(
        &self,
        engines: &[Prepared<'_>],
        list: Option<&mut CheckedSource>,
        host: &dyn Host,
    ) -> Result<Report, Failure> {
        use gridcheck_compare::CompareError;
        use gridcheck_compare::sorted::SortedFiles;
        use gridcheck_files::folder::NewFolder;

        let Some(path) = &self.out else { return Ok(compare_prepared(engines, list, None, host)?) };
        let unwritable = |error| Failure::of_file(&format!("--out {}", path.display()), &error);
        let folder = NewFolder::begin(path).map_err(unwritable)?;
        let mut files = SortedFiles::create(folder.path()).map_err(unwritable)?;
        let report = compare_prepared(engines, list, Some(&mut files), host).map_err(|error| match error {
            CompareError::Write(error) => unwritable(error),
            error => error.into(),
        })?;
        files.finish().and_then(|()| folder.keep()).map_err(unwritable)?;
        Ok(report)
    }

    #[cfg(not(feature = "files"))]
    fn whole(
        &self,
        engines: &[Prepared<'_>],
        list: Option<&mut CheckedSource>,
        host: &dyn Host,
    ) -> Result<Report, Failure> {
        if self.out.is_some() {
            return Err(usage!([out] ": no folder can be written here"));
        }
        Ok(compare_prepared(engines, list, None, host)?)
    }
}
