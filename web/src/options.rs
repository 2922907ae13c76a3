//! The options of the questions, and what they mean in the library.

use anyhow::{anyhow, bail};
use gridcheck::ask::host::Unattended;
#[cfg(feature = "page")]
use gridcheck::ask::house::HouseOption;
use gridcheck::ask::rules::RulesInput;
use gridcheck::constraint::Constraint;
#[cfg(feature = "page")]
use gridcheck::lint::profile::Profile;
use gridcheck::rules::Ruleset;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The name of a file that has none.
pub fn unnamed() -> String {
    "grid".to_owned()
}

/// Parses options.
pub fn parsed<T: DeserializeOwned>(options: &str) -> anyhow::Result<T> {
    serde_json::from_str(options).map_err(|error| {
        // The place in the JSON is no place in a text of the caller.
        let text = error.to_string();
        anyhow!("options: {}", text.rsplit_once(" at line ").map_or(&*text, |(text, _)| text))
    })
}

/// Returns the rule set; the default is british.
pub fn ruleset(rules: Option<&RulesInput>) -> anyhow::Result<Ruleset> {
    Ok(rules.cloned().unwrap_or_default().ruleset(&Unattended)?)
}

/// Returns the rule set to ask engines for, and the profile that it belongs to.
#[cfg(feature = "page")]
pub fn asked(rules: Option<&RulesInput>, profile: Option<&str>) -> anyhow::Result<(Ruleset, Option<&'static Profile>)> {
    let house = HouseOption { profile: profile.map(str::to_owned) };
    Ok(house.rules(&rules.cloned().unwrap_or_default(), &Unattended)?)
}

/// Parses a request about a file, and returns the name of the file too. `key` is the name of the option that is the file.
pub fn of_file<T: DeserializeOwned>(key: &str, options: &str) -> anyhow::Result<(String, T)> {
    let mut options: Map<String, Value> = parsed(options)?;
    let name = match options.remove("name") {
        None => unnamed(),
        Some(Value::String(name)) => name,
        Some(_) => bail!("options: name: expected a text"),
    };
    options.insert(key.to_owned(), Value::String(name.clone()));
    let request = serde_json::from_value(options.into()).map_err(|error| anyhow!("options: {error}"))?;
    Ok((name, request))
}

/// Fails if both rules and a profile are stated.
pub fn one_of(rules: Option<&RulesInput>, profile: Option<&str>) -> anyhow::Result<()> {
    if rules.is_some() && profile.is_some() {
        bail!("rules cannot be combined with profile");
    }
    Ok(())
}

/// Parses constraints.
pub fn constraints(texts: &[String]) -> anyhow::Result<Vec<Constraint>> {
    let parsed = |text: &String| text.parse().map_err(|error| anyhow!("{text}: {error}"));
    texts.iter().map(parsed).collect()
}
