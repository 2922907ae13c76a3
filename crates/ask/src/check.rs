//! `gridcheck check`: checks that a folder proves its claim.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use gridcheck_checker::{CheckError, Report, Verdict, check};
use gridcheck_engine::clock::Moment;

use super::Ask;
use super::engines::Programs;
use super::failure::Failure;
use super::host::{Host, Limited};
use super::options::{Externals, MemoryLimit, Threads, WitnessOption};
#[cfg(feature = "clap")]
use super::parse::duration;
use super::parse::time;
use super::rules::RulesInput;

/// Checks a certificate without using the translation into clauses or any solver.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Check this folder, made by `gridcheck certify`.
    #[cfg_attr(feature = "clap", arg(value_name = "DIR"))]
    pub folder: PathBuf,
    /// Require these rules: a built-in set or a TOML file. The check refuses the folder unless every key has the same value; the
    /// name does not matter.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub rules: Option<RulesInput>,
    /// Stop after this time, as in 30s, 10m or 1h30m. Without a verdict by then, the exit code is 3.
    #[cfg_attr(feature = "clap", arg(long, alias = "seconds", value_name = "TIME", value_parser = duration, allow_hyphen_values = true))]
    #[serde(default, deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The engine that is asked for a witness.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub witness: WitnessOption,
    /// Further programs that can be used like engines.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub externals: Externals,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The memory limit.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub memory: MemoryLimit,
}

/// The result of a check.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the findings of one outcome")]
pub enum CheckReport {
    Checked(Box<FolderReport<Report>>),
    NoClaim(FolderReport<NoClaim>),
}

/// The findings about a folder, and the acceptance of its claim.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FolderReport<T> {
    pub folder: String,
    pub accepted: bool,
    #[serde(flatten)]
    pub found: T,
}

impl<T> FolderReport<T> {
    fn new(folder: &Path, accepted: bool, found: T) -> Self {
        FolderReport { folder: folder.to_string_lossy().into_owned(), accepted, found }
    }
}

impl FolderReport<Report> {
    /// Adds the folder to what its certificate proves.
    pub fn of_certificate(folder: &Path, found: Report) -> Self {
        let accepted = match found.verdict {
            Verdict::Accepted => true,
            Verdict::MeaningNotEstablished => false,
        };
        FolderReport::new(folder, accepted, found)
    }
}

/// The reason why nothing of the claim is established.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct NoClaim {
    pub verdict: NoVerdict,
    pub why: String,
}

/// A verdict that establishes nothing of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum NoVerdict {
    Refused,
    Undecided,
}

impl NoVerdict {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            NoVerdict::Refused => "refused",
            NoVerdict::Undecided => "undecided",
        }
    }
}

impl Ask for Check {
    type Report = CheckReport;

    fn ask(&self, host: &dyn Host) -> Result<CheckReport, Failure> {
        let meant = self.rules.as_ref().map(|rules| rules.ruleset(host)).transpose()?;
        let witnesses = self.witness.witnesses(&Programs::of(&self.externals, host)?)?;
        let end = self.time_limit.map(Moment::after);
        match check(&self.folder, meant.as_ref(), witnesses, &Limited::new(host, end)) {
            Ok(found) => Ok(CheckReport::Checked(Box::new(FolderReport::of_certificate(&self.folder, found)))),
            Err(CheckError::Refused(why)) => Ok(self.no_claim(NoVerdict::Refused, why.to_string())),
            Err(CheckError::Stopped) if end.is_some_and(Moment::is_past) => {
                let limit = self.time_limit.unwrap_or_default().as_secs();
                let why = host.known_so_far(&format!("the time of {limit} s was over"));
                Ok(self.no_claim(NoVerdict::Undecided, why))
            }
            Err(error) => Err(Failure::from(error).about(self.folder.display())),
        }
    }
}

impl Check {
    fn no_claim(&self, verdict: NoVerdict, why: String) -> CheckReport {
        CheckReport::NoClaim(FolderReport::new(&self.folder, false, NoClaim { verdict, why }))
    }
}
