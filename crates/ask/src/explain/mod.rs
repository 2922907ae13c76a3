//! `gridcheck explain`: rules near the stated ones that give a published figure, and published programs, re-enacted.

pub mod figure;
pub mod layouts;
pub mod reenactment;

use std::str::FromStr;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use gridcheck_audit::claims::Claims;
use gridcheck_core::size::Size;
use gridcheck_explain::published::published;
use gridcheck_explain::search::{FigureQuestion, OtherFigure, search};
use gridcheck_explain::{ho_2021, nanogenmo_2021};

use super::claims::read;
use super::engines::ENGINES;
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::names::rules_named;
use super::options::Threads;
use super::parse::{NumberOrText, OneOrMore, WrongValue, duration, time};
use super::question::size;
use super::rules::{DEFAULT, RulesInput};
use super::sizes::Sizes;
use super::{Ask, usage};
use figure::FigureReport;
use layouts::LayoutsReport;
use reenactment::ReenactmentReport;

/// Explains a published count: finds rules near the stated ones that give it, or the faults of the program behind it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// Re-enact this published program; --list has the names.
    #[cfg_attr(feature = "clap", arg(value_name = "NAME"))]
    pub name: Option<String>,
    /// List the published programs that are re-enacted.
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub list: bool,
    /// Number of rows and columns of the counted grids.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size))]
    #[serde(default, deserialize_with = "one_size")]
    #[cfg_attr(feature = "schema", schemars(with = "Sizes"))]
    pub size: Option<Size>,
    /// Explain this figure.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FIGURE", allow_negative_numbers = true, value_parser = figure))]
    #[serde(default, deserialize_with = "one_figure")]
    #[cfg_attr(feature = "schema", schemars(with = "NumberOrText"))]
    pub count: Option<u128>,
    /// Start from this rule set, built in or a TOML file. The default is the rule set of the published claim, or british.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub rules: Option<RulesInput>,
    /// Look for the figure and others of its source in these claims files; the default is the built-in claims.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    #[serde(default)]
    pub claims: Vec<Input>,
    /// Add another figure of the same source, as in 9=1234 or 9=1,234.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N=FIGURE", value_parser = str::parse::<SizeAndFigure>))]
    #[serde(default, deserialize_with = "each_figure")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub also: Vec<SizeAndFigure>,
    /// Change at most this many rules at once.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", default_value_t = CHANGES, value_parser = clap::value_parser!(u8).range(1..=4)))]
    #[serde(default = "changes")]
    pub changes: u8,
    /// Search for at most this time, as in 30s, 10m or 1h30m.
    #[cfg_attr(feature = "clap", arg(long, alias = "budget", value_name = "TIME", default_value = TIME_LIMIT, value_parser = duration))]
    #[serde(default, deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
}

/// The most rules that are changed at once, if the request does not say how many.
const CHANGES: u8 = 2;

/// The time for a search, as a shell writes it.
const TIME_LIMIT: &str = "2m";

fn changes() -> u8 {
    CHANGES
}

/// A figure for grids of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SizeAndFigure {
    pub size: Size,
    pub figure: u128,
}

impl FromStr for SizeAndFigure {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, WrongValue> {
        let expected = || WrongValue::new("expected a size and a figure, as in 9=1234");
        let (n, count) = text.split_once('=').ok_or_else(expected)?;
        Ok(SizeAndFigure { size: size(n)?, figure: figure(count)? })
    }
}

/// Parses a figure, with or without commas.
fn figure(text: &str) -> Result<u128, WrongValue> {
    let expected = || WrongValue::new("expected a whole number, as in 1234 or 1,234");
    text.replace(',', "").parse().map_err(|_| expected())
}

fn one_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Size>, D::Error> {
    Sizes::deserialize(deserializer)?.one().map(Some).map_err(D::Error::custom)
}

fn one_figure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u128>, D::Error> {
    match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(number) => Ok(Some(number.into())),
        NumberOrText::Text(text) => {
            figure(&text).map(Some).map_err(|error| D::Error::custom(format!("count: {text}: {error}")))
        }
    }
}

fn each_figure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SizeAndFigure>, D::Error> {
    OneOrMore::deserialize(deserializer)?.each()
}

/// The task.
enum Task {
    /// List the programs that are re-enacted.
    List,
    /// Re-enact a program.
    Reenact(&'static ReenactedProgram),
    /// Search for rules that give a figure.
    Search(SizeAndFigure),
}

/// An explanation.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the report of one task")]
pub enum ExplainReport {
    List(ReenactmentsReport),
    Program(ReenactmentReport),
    Layouts(LayoutsReport),
    Figure(Box<FigureReport>),
}

impl ExplainReport {
    /// Returns `true` if there is an explanation; a re-enacted program is one if it gives the published figures. `None`: that was not decided in
    /// time.
    pub fn is_explained(&self) -> Option<bool> {
        match self {
            ExplainReport::List(_) => Some(true),
            ExplainReport::Program(report) => Some(report.is_reproduced()),
            ExplainReport::Layouts(report) => Some(!report.reproduced.is_empty()),
            ExplainReport::Figure(report) => report.is_explained,
        }
    }
}

/// The published programs that are re-enacted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the name says it")]
pub struct ReenactmentsReport {
    pub reenactments: &'static [ReenactedProgram],
}

/// A published program that is re-enacted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ReenactedProgram {
    pub name: &'static str,
    pub about: &'static str,
    #[serde(skip)]
    reenact: fn(&dyn Host) -> Result<ExplainReport, Failure>,
}

/// The published programs that are re-enacted.
pub static REENACTMENTS: [ReenactedProgram; 2] = [
    ReenactedProgram {
        name: ho_2021::NAME,
        about: "British grids of 5 × 5 to 9 × 9, by a program with two faults",
        reenact: |host| Ok(ExplainReport::Program(ReenactmentReport::new(host)?)),
    },
    ReenactedProgram {
        name: nanogenmo_2021::NAME,
        about: "15 × 15 layouts of words of 5, 7 or 9 letters, with a list in place of a connectivity test",
        reenact: |host| Ok(ExplainReport::Layouts(LayoutsReport::new(host)?)),
    },
];

impl Ask for Explain {
    type Report = ExplainReport;

    fn ask(&self, host: &dyn Host) -> Result<ExplainReport, Failure> {
        match self.task()? {
            Task::List => Ok(ExplainReport::List(ReenactmentsReport { reenactments: &REENACTMENTS })),
            Task::Reenact(program) => (program.reenact)(host),
            Task::Search(figure) => Ok(ExplainReport::Figure(Box::new(self.searched(figure, host)?))),
        }
    }
}

impl Explain {
    /// Returns the task. The options are held against each other here, and only here.
    fn task(&self) -> Result<Task, Failure> {
        let Explain { name, list, size, count, rules, claims, also, changes, time_limit: _, threads: _ } = self;
        let given = Given([
            ("list", *list),
            ("size", size.is_some()),
            ("count", count.is_some()),
            ("rules", rules.is_some()),
            ("claims", !claims.is_empty()),
            ("also", !also.is_empty()),
        ]);
        if let Some(option) = given.first_beside(&[]).filter(|_| name.is_some()) {
            return Err(usage!({option} " cannot be combined with the name of a program"));
        }
        given.refuse("list", &["size", "count"])?;
        given.require("size", "count")?;
        given.require("count", "size")?;
        if !(1..=4).contains(changes) {
            return Err(usage!([changes] ": " (changes) " is not in 1..=4"));
        }
        at_most_one_standard_input(
            &claims.iter().cloned().chain(rules.as_ref().and_then(RulesInput::input)).collect::<Vec<_>>(),
        )?;
        let names = || REENACTMENTS.iter().map(|program| program.name).collect::<Vec<_>>().join(" or ");
        match (name, *size, *count) {
            _ if *list => Ok(Task::List),
            (Some(name), ..) => match REENACTMENTS.iter().find(|program| program.name == name) {
                Some(program) => Ok(Task::Reenact(program)),
                None => Err(usage!("no program `" (name) "` is re-enacted here, expected " (names()))),
            },
            (None, Some(size), Some(figure)) => Ok(Task::Search(SizeAndFigure { size, figure })),
            (None, ..) => Err(usage!("expected " [size] " and " [count] ", or " (names()))),
        }
    }

    /// Searches for rules that give a figure.
    fn searched(
        &self,
        SizeAndFigure { size, figure }: SizeAndFigure,
        host: &dyn Host,
    ) -> Result<FigureReport, Failure> {
        let sources = if self.claims.is_empty() {
            Claims::builtin()
        } else {
            self.claims.iter().map(|file| read(file, host)).collect::<Result<_, _>>()?
        };
        let published = published(&sources, size, figure);
        let base = match (&self.rules, published.first()) {
            (Some(rules), _) => rules.ruleset(host)?,
            (None, Some(published)) => published.rules.clone(),
            (None, None) => rules_named(DEFAULT)?,
        };
        let mut others: Vec<OtherFigure> = published.iter().flat_map(|source| source.others.iter().cloned()).collect();
        others.extend(self.also.iter().map(|&SizeAndFigure { size, figure }| OtherFigure {
            size,
            figure,
            least: base.min_white_per_row,
        }));
        others.sort_by_key(|other| (other.size, other.figure));
        others.dedup_by_key(|other| (other.size, other.figure));
        let budget = self.time_limit.unwrap_or_else(|| duration(TIME_LIMIT).expect("a time"));
        let question = FigureQuestion { size, figure, base, others, most_changes: self.changes.into(), budget };
        let outcome = search(&question, ENGINES, host)?;
        Ok(FigureReport::new(question, published, outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn asked(json: &str) -> Result<ExplainReport, Failure> {
        serde_json::from_str::<Explain>(json).map_err(Failure::unusable)?.ask(&Unattended)
    }

    #[test]
    fn finds_a_rule_set_that_gives_a_figure() {
        let report = asked(r#"{"size": 5, "count": "12", "rules": "british", "changes": 1, "time_limit": "10m"}"#)
            .expect("a report");
        assert_eq!(report.is_explained(), Some(true));
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!(json["hits"][0]["changes"][0]["change"], "checking = \"all\"");
    }

    #[test]
    fn tells_which_options_exclude_or_need_others() {
        for (json, expected) in [
            ("{}", "expected --size and --count, or ho-2021 or nanogenmo-2021"),
            (r#"{"size": 7}"#, "--size needs --count"),
            (r#"{"count": 7}"#, "--count needs --size"),
            (r#"{"list": true, "size": 7, "count": 7}"#, "--list cannot be combined with --size"),
            (r#"{"name": "ho-2021", "also": "9=1"}"#, "--also cannot be combined with the name of a program"),
            (r#"{"size": 7, "count": 7, "changes": 5}"#, "--changes: 5 is not in 1..=4"),
        ] {
            assert_eq!(asked(json).err().expect("a failure").to_string(), expected);
        }
        assert!(
            asked(r#"{"size": 7, "count": "many"}"#).err().expect("a failure").to_string().starts_with("count: many: ")
        );
    }
}
