//! Makes the judges that options and configurations name, and suggests profiles that fit better.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::super::args::RulesArg;
use super::config::{Basis, Settings};
use crate::ask::names::{AUTO, profile_named};
use crate::ask::rules::DEFAULT;
use crate::ask::validate::Judge;
use crate::lint::codes::Code;
use crate::plural::plural;
use crate::rules::Ruleset;

/// Creates a judge by settings. Without a basis it judges by the rules british. `read` keeps the rule sets by their names, because
/// standard input can be read only once.
pub fn judge_by(settings: &Settings, read: &mut HashMap<String, Ruleset>) -> anyhow::Result<Judge> {
    let Settings { basis, select, ignore } = settings;
    let has = |codes: &Option<Vec<&str>>, code: &Code| codes.as_ref().is_some_and(|codes| codes.contains(&code.name));
    let selects = select.as_ref().is_some_and(|codes| !codes.is_empty());
    let wanted = |code: &Code| (!selects || has(select, code)) && !has(ignore, code);
    let rules = match basis {
        Some(Basis::Profile(name)) => return Ok(Judge::by_profile(profile_named(name)?, wanted)),
        Some(Basis::Rules(rules)) => rules.clone(),
        None => DEFAULT.to_owned(),
    };
    let rules = match read.entry(rules) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => {
            let rules = RulesArg { rules: new.key().clone() }.ruleset()?;
            new.insert(rules)
        }
    };
    Ok(Judge::by_rules(rules, wanted))
}

/// Returns a suggestion, if a profile finds no error in grids that were found invalid; `fitting` has the number of such grids for each.
pub fn suggestion(fitting: &BTreeMap<&str, usize>) -> Option<String> {
    let mut fitting = fitting.iter();
    let (name, grids) = fitting.next()?;
    let others: Vec<String> = fitting.map(|(name, grids)| format!(", {name} in {grids}")).collect();
    let this = if others.is_empty() { format!("--profile {name}, or ") } else { String::new() };
    let first = plural(*grids, "invalid grid");
    Some(format!("no error by the profile {name} in {first}{}: try {this}--profile {AUTO}", others.concat()))
}
