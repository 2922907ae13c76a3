//! Rule sets, profiles and engines by their names, and the errors about unknown names.

use std::path::Path;

use serde::Serialize;

use gridcheck_core::rules::{Ruleset, all_builtin, builtin};
use gridcheck_engine::Engine;
use gridcheck_lint::codes::{self, Code};
use gridcheck_lint::profile::{PROFILES, Profile};

use super::engines::ENGINES;
use super::failure::Failure;
use super::host::Host;
use super::input::Input;
use super::parse::WrongValue;
use super::rules::MAX_BYTES;
use super::usage;

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
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::RulesName"))]
    rules: Option<&'a str>,
}

impl<'a> JudgedBy<'a> {
    /// Returns the key of a name, which is that of a profile or of rules.
    pub fn new(name: &'a str, is_profile: bool) -> Self {
        JudgedBy { profile: is_profile.then_some(name), rules: (!is_profile).then_some(name) }
    }
}

/// Returns the error that there is no such rule set.
pub fn no_rules(name: &str) -> Failure {
    if let Some(profile) = Profile::named(name) {
        let name = profile.name;
        return usage!(
            "`" (name) "` is a profile, not a rule set: gridcheck validate, repair, sample and complete take " [profile] " " (name)
        );
    }
    let known = all_builtin().map(|set| set.name).collect::<Vec<_>>().join(", ");
    Failure::unusable(format!("no built-in rule set `{name}` and no such file; built in: {known}"))
}

/// Returns the built-in rule set of that name.
///
/// # Errors
/// There is no such set.
pub fn rules_named(name: &str) -> Result<Ruleset, Failure> {
    builtin(name).ok_or_else(|| no_rules(name))
}

/// Returns the profile of that name, in upper or lower case, or of that TOML file, or `None` for the name that lets the program choose. A text
/// with a line end or a `=` is that of a file.
///
/// # Errors
/// There is no such profile, or its file is faulty.
pub fn profile_named(name: &str, host: &dyn Host) -> Result<Option<&'static Profile>, Failure> {
    if name.eq_ignore_ascii_case(AUTO) {
        return Ok(None);
    }
    if let Some(profile) = Profile::named(name) {
        return Ok(Some(profile));
    }
    let faulty = |name: &str, error| Failure::unusable(format!("{name}:{error}"));
    if let Some(input) = profile_file(name) {
        let text = input.text(host, MAX_BYTES)?;
        let stem = input.path().and_then(Path::file_stem).map(|stem| stem.to_string_lossy());
        let profile = Profile::from_toml(&text, &stem.unwrap_or_default());
        return profile.map(Some).map_err(|error| faulty(&input.name(), error));
    }
    if is_text(name) {
        return Profile::from_toml(name, "").map(Some).map_err(|error| faulty("profile.toml", error));
    }
    Err(no_profile(name))
}

/// Returns the profile of that name with another rule set.
///
/// # Errors
/// As [`profile_named`], or the program is to choose the profile.
pub fn profile_with_rules(name: &str, rules: &Ruleset, host: &dyn Host) -> Result<&'static Profile, Failure> {
    match profile_named(name, host)? {
        Some(profile) => Ok(profile.with_rules(rules)),
        None => Err(usage!([rules] " cannot be combined with " [profile] " " (AUTO))),
    }
}

/// Returns the error that there is no such profile.
pub fn no_profile(name: &str) -> Failure {
    let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
    let known = known.join(", ");
    Failure::unusable(format!("no profile `{name}` and no such file, expected {AUTO} or one of {known}"))
}

/// Returns `true` for the text of a file, which has a line end or a `=`.
fn is_text(name: &str) -> bool {
    name.contains(['\n', '='])
}

/// Returns the file that a profile names, if it looks like one or exists, and no built-in profile has the name.
pub fn profile_file(name: &str) -> Option<Input> {
    let path = Path::new(name);
    let looks_like_one = !is_text(name) && path.extension().is_some_and(|ending| ending == "toml");
    let is_file = (looks_like_one || path.is_file()) && Profile::named(name).is_none();
    is_file.then(|| Input::Path(path.to_owned()))
}

/// Returns the profile by which grids are made.
///
/// # Errors
/// There is no such profile, or the program is to choose one, for which there is no grid yet.
pub fn profile_to_ask(name: &str, host: &dyn Host) -> Result<&'static Profile, Failure> {
    match profile_named(name, host)? {
        Some(profile) => Ok(profile),
        None => Err(usage!(
            [profile] " " (AUTO) " is chosen for a finished grid: name a profile here (see gridcheck rules --profiles)"
        )),
    }
}

/// Returns the code of a finding.
///
/// # Errors
/// There is no such code.
pub fn code_named(name: &str) -> Result<&'static Code, WrongValue> {
    codes::named(name)
        .ok_or_else(|| WrongValue::new(format_args!("no such code; expected one such as {}", codes::ALL[0])))
}

/// Returns the engine of that name.
///
/// # Errors
/// There is no such engine.
pub fn engine_named(name: &str) -> Result<&'static dyn Engine, Failure> {
    ENGINES.named(name).ok_or_else(|| {
        let known = ENGINES.names().join(", ");
        Failure::unusable(format!("no engine `{name}`, expected one of {known}"))
    })
}
