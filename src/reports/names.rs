//! Rule sets, profiles and engines by their names, and the errors about unknown names.

use anyhow::{anyhow, bail};
use serde::Serialize;

use crate::engine::blocks::SumKind;
use crate::engine::{Engine, Prepared};
use crate::engines::ENGINES;
use crate::lint::codes::{self, Code};
use crate::lint::profile::{PROFILES, Profile};
use crate::problem::Problem;
use crate::rules::BUILTIN;

/// The name that lets the program choose a profile.
pub const AUTO: &str = "auto";

/// The key of an answer that names the profile or the rules by which a grid is judged.
#[derive(Serialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedBy<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    profile: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RulesName"))]
    rules: Option<&'a str>,
}

impl<'a> JudgedBy<'a> {
    /// Returns the key of a name, which is that of a profile or of rules.
    pub fn new(name: &'a str, is_profile: bool) -> Self {
        JudgedBy { profile: is_profile.then_some(name), rules: (!is_profile).then_some(name) }
    }
}

/// Returns the error that there is no such rule set.
pub fn no_rules(name: &str) -> anyhow::Error {
    if let Some(profile) = Profile::named(name) {
        let name = profile.name;
        return anyhow!(
            "`{name}` is a profile and no rule set: gridcheck validate, repair, sample and complete take --profile {name}"
        );
    }
    let known = BUILTIN.map(|set| set.name).join(", ");
    anyhow!("no built-in rule set `{name}` and no such file; built in: {known}")
}

/// Returns the profile of that name, in upper or lower case, or `None` for the name that lets the program choose.
///
/// # Errors
/// There is no such profile.
pub fn profile_named(name: &str) -> anyhow::Result<Option<&'static Profile>> {
    if name.eq_ignore_ascii_case(AUTO) {
        return Ok(None);
    }
    Profile::named(name).map(Some).ok_or_else(|| {
        let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
        anyhow!("no profile `{name}`, expected {AUTO} or one of {}", known.join(", "))
    })
}

/// Returns the profile by which grids are made.
///
/// # Errors
/// There is no such profile, or the program is to choose one, for which there is no grid yet.
pub fn profile_to_ask(name: &str) -> anyhow::Result<&'static Profile> {
    match profile_named(name)? {
        Some(profile) => Ok(profile),
        None => {
            bail!(
                "--profile {AUTO} is chosen for a finished grid: name a profile here (see gridcheck rules --profiles)"
            )
        }
    }
}

/// Returns the code of a finding.
///
/// # Errors
/// There is no such code.
pub fn code_named(name: &str) -> Result<&'static Code, String> {
    codes::named(name).ok_or_else(|| format!("no such code; expected one such as {}", codes::ALL[0]))
}

/// Returns the engine of that name.
///
/// # Errors
/// There is no such engine.
pub fn engine_named(name: &str) -> anyhow::Result<&'static dyn Engine> {
    ENGINES.named(name).ok_or_else(|| {
        let known = ENGINES.names().join(", ");
        anyhow!("no engine `{name}`, expected one of {known}")
    })
}

/// Returns in words which of `engines` can do a problem.
pub fn names_of_able(problem: &Problem, kind: &SumKind, engines: &[&'static dyn Engine]) -> String {
    let can = |engine: &&&dyn Engine| engine.prepare(problem, kind).is_ok();
    let able: Vec<&str> = engines.iter().filter(can).map(|engine| engine.name()).collect();
    if able.is_empty() { "no engine can".to_owned() } else { format!("{} can", able.join(", ")) }
}

/// Returns the problem as the fastest engine prepares it.
///
/// # Errors
/// No engine can do it.
pub fn fastest(problem: &Problem, kind: &SumKind) -> anyhow::Result<Prepared<'static>> {
    let does = if *kind == SumKind::Plain { "do this problem" } else { "sort the grids of this problem" };
    ENGINES.fastest(problem, kind).ok_or_else(|| anyhow!("no engine can {does}"))
}

/// Returns the problem as the engine of that name prepares it.
///
/// # Errors
/// There is no such engine, or it declines the problem. Then the error names engines that can do it.
pub fn prepared_by(name: &str, problem: &Problem, kind: &SumKind) -> anyhow::Result<Prepared<'static>> {
    let prepared = engine_named(name)?.prepare(problem, kind);
    prepared.map_err(|declined| anyhow!("{declined}; {}", names_of_able(problem, kind, &ENGINES)))
}
