//! `gridcheck audit`: which published figures hold, how surely, and why the others are wrong.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use gridcheck_audit::build::BUILD;
use gridcheck_audit::claims::Claims;
use gridcheck_audit::figure::Figure;
use gridcheck_audit::json::AuditJson;
use gridcheck_audit::opinions::KnownOpinions;
use gridcheck_audit::page::EarlierPage;
use gridcheck_audit::strip::StripEngine;
use gridcheck_audit::{Audit as Outcome, audit, theorems};
use gridcheck_core::plural::plural;
use gridcheck_engine::Engine;

use super::claims::{MAX_BYTES, read_or_builtin};
use super::engines::ENGINES;
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::options::Threads;
use super::parse::{NumberOrText, duration, time};
use super::{Ask, usage};
use gridcheck_sums::regular_file::with_endings;

/// Checks published counts: reports which ones hold, how surely, and why the others are wrong.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Audit {
    /// Read claims from these files, or take the built-in ones of these sources, whose names head the tables, as in keith-2026; - is
    /// standard input. The default is all built-in claims.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE"))]
    pub claims: Vec<Input>,
    /// Spend at most this time on counting, as in 30s, 10m or 1h30m; 0s only compares figures with each other.
    #[cfg_attr(feature = "clap", arg(long, alias = "budget", value_name = "TIME", default_value = TIME_LIMIT, value_parser = duration, allow_hyphen_values = true))]
    #[serde(deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// Audit only this figure, a term of the OEIS as in A323839(9) or a number as in 9,381; say how to check it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FIGURE"))]
    #[serde(deserialize_with = "figure")]
    #[cfg_attr(feature = "schema", schemars(with = "NumberOrText"))]
    pub figure: Option<Figure>,
    /// Leave out claims about larger grids.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub max_size: Option<u16>,
    /// Store the answers of engines in this file, and reuse those that it already has.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub state: Option<PathBuf>,
    /// With --state: count again what the file has from other builds of this program.
    #[cfg_attr(feature = "clap", arg(long))]
    pub renew: bool,
    /// Take the totals of finished files of sums in this folder as answers of the engines that made them.
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub results: Option<PathBuf>,
    /// Compare the verdicts with a page that --format markdown has written.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PAGE.md"))]
    pub expect: Option<Input>,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
}

/// The time for counting, as a shell writes it.
const TIME_LIMIT: &str = "10m";

/// The endings of files of sums.
const ENDINGS: [&str; 2] = ["sums", "uprights"];

/// Reads a figure: a number, or a text as in a shell.
fn figure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Figure>, D::Error> {
    let text = match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(number) => number.to_string(),
        NumberOrText::Text(text) => text,
    };
    text.parse().map(Some).map_err(|error| serde::de::Error::custom(format!("figure: {text}: {error}")))
}

/// The verdicts on claims, and what they rest on. It is as in JSON, except for the changes, which are results beside it.
pub struct AuditReport {
    /// The verdicts. If the work was stopped, they are those that were known by then.
    pub outcome: Outcome,
    /// The differences from the page that was expected, a line each; `None` if no page was.
    pub changes: Option<Vec<String>>,
}

impl AuditReport {
    /// Returns `true` if no claim is wrong, or, beside a page, if no verdict has changed.
    pub fn is_well(&self) -> bool {
        self.changes.as_ref().map_or_else(|| self.outcome.is_well(), Vec::is_empty)
    }

    /// Returns the changes in sentences.
    pub fn changes_in_words(&self) -> impl Iterator<Item = String> {
        self.changes.iter().flatten().map(|change| format!("changed: {change}"))
    }
}

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AuditJson::new(&self.outcome).serialize(serializer)
    }
}

impl Ask for Audit {
    type Report = AuditReport;

    fn ask(&self, host: &dyn Host) -> Result<AuditReport, Failure> {
        self.check()?;
        let sources = self.sources(host)?;
        let page = self.expect.as_ref().map(|page| earlier(page, host)).transpose()?;
        let mut known = self.known(host)?;
        if let Some(build) = page.as_ref().and_then(EarlierPage::other_build) {
            host.note(format!("the page is by another build, {build}; this is {BUILD}"));
        }
        let engines: Vec<&dyn Engine> = ENGINES.into_iter().chain([&StripEngine as &dyn Engine]).collect();
        let outcome = audit(sources, theorems::all(), &engines, self.time_limit(), &mut known, host)?;
        let changes = page.map(|page| page.changes(&outcome, self.max_size));
        Ok(AuditReport { outcome, changes })
    }
}

impl Audit {
    /// Holds the options against each other.
    fn check(&self) -> Result<(), Failure> {
        let given = Given([("state", self.state.is_some()), ("renew", self.renew)]);
        given.require("renew", "state")?;
        at_most_one_standard_input(self.claims.iter().chain(&self.expect))
    }

    /// Returns the claims that are asked about.
    fn sources(&self, host: &dyn Host) -> Result<Vec<Claims>, Failure> {
        let mut sources = if self.claims.is_empty() {
            Claims::builtin()
        } else {
            self.claims.iter().map(|file| read_or_builtin(file, host)).collect::<Result<_, _>>()?
        };
        if let Some(most) = self.max_size {
            for source in &mut sources {
                source.claims.retain(|claim| claim.size.longer_side() <= i64::from(most));
            }
        }
        if let Some(figure) = &self.figure {
            figure.select(&mut sources);
            if sources.iter().all(|source| source.claims.is_empty()) {
                return Err(usage!(
                    [figure] ": no claim is about it; name a claims file that has it, or count it with gridcheck count"
                ));
            }
        }
        Ok(sources)
    }

    /// Returns what is known before engines are asked, and notes it.
    fn known(&self, host: &dyn Host) -> Result<KnownOpinions, Failure> {
        let mut known = match &self.state {
            Some(path) => KnownOpinions::open(path)?,
            None => KnownOpinions::default(),
        };
        if let Some(path) = self.state.as_ref().filter(|_| known.was_cut_short()) {
            host.note(format!("{}: the last line was cut short, and is dropped", path.display()));
        }
        if self.renew {
            known.renew();
        }
        if !known.is_empty() {
            let were = if known.len() == 1 { "was" } else { "were" };
            let others = match known.of_other_builds() {
                0 => String::new(),
                others => format!(", {others} by other builds; --renew counts these again"),
            };
            host.note(format!("{} {were} established before{others}", plural(known.len(), "answer")));
        }
        if let Some(folder) = &self.results {
            take_results(&mut known, folder)?;
        }
        Ok(known)
    }

    fn time_limit(&self) -> Duration {
        self.time_limit.unwrap_or_else(|| duration(TIME_LIMIT).expect("a time"))
    }
}

/// Reads an earlier page.
fn earlier(page: &Input, host: &dyn Host) -> Result<EarlierPage, Failure> {
    let text = page.text(host, MAX_BYTES)?;
    EarlierPage::read(&text).map_err(|why| Failure::unusable(format!("{}: {why}", page.argument().display())))
}

/// Takes the totals of the files of sums in a folder; other files, and unfinished ones, are passed over.
fn take_results(known: &mut KnownOpinions, folder: &Path) -> Result<(), Failure> {
    let name = folder.display().to_string();
    let paths = with_endings(folder, &ENDINGS).map_err(|error| Failure::of_file(&name, &error))?;
    for path in &paths {
        known.take_sums(path, &ENGINES)?;
    }
    if paths.is_empty() {
        return Err(Failure::unusable(format!("{name}: no files of sums (*.sums, *.uprights) in it")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn request(json: &str) -> Audit {
        serde_json::from_str(json).expect("a request")
    }

    /// Claims from memory need no file.
    #[test]
    fn audits_claims_from_memory() {
        let claims = r#"{"name": "s", "source": {"author": "a", "title": "t", "year": 2020, "where": "w"}, "claims": [
            {"size": 5, "rules": "british", "quantity": "total", "value": "18"}]}"#;
        let claims = serde_json::json!({ "claims": [{ "name": "mine", "text": claims }], "time_limit": "0s" });
        let report = request(&claims.to_string()).ask(&Unattended).expect("a report");
        assert!(!report.is_well() && report.changes.is_none());
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!((&json["well"], &json["claims"][0]["verdict"]), (&false.into(), &"refuted".into()));
    }

    #[test]
    fn names_the_input_that_is_at_fault() {
        let failure = |json: &str| request(json).ask(&Unattended).err().expect("a failure").to_string();
        let fault = failure(r#"{"claims": [{"name": "mine", "text": "[]"}]}"#);
        assert_eq!(fault, "mine:1:1: $: invalid type: sequence, expected an object");
        let page = r#"{"claims": ["ho-2021"], "expect": {"name": "page", "text": "Something else"}, "time_limit": 0}"#;
        assert_eq!(failure(page), "page: no table of claims found in it");
        assert_eq!(failure(r#"{"renew": true}"#), "--renew needs --state");
        assert!(failure(r#"{"figure": 1234567}"#).starts_with("--figure: no claim is about it"));
    }
}
