//! Makes the judges that options and configurations name, and suggests profiles that fit better.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::super::args::RulesArg;
use super::config::{Basis, Settings};
use crate::ask::names::{AUTO, profile_named};
use crate::ask::rules::DEFAULT;
use crate::ask::validate::{Judge, Selection};
use crate::lint::codes::{Code, named};
use crate::plural::plural;
use crate::rules::Ruleset;

/// Creates a judge by settings. Without a basis it judges by the rules british. `read` keeps the rule sets by their names, because
/// standard input can be read only once.
pub fn judge_by(settings: &Settings, read: &mut HashMap<String, Ruleset>) -> anyhow::Result<Judge> {
    let Settings { basis, select, ignore } = settings;
    let selection = Selection { select: codes_of(select.as_deref()), ignore: codes_of(ignore.as_deref()) };
    let rules = match basis {
        Some(Basis::Profile(name)) => return Ok(Judge::by_profile(profile_named(name)?, &selection)),
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
    Ok(Judge::by_rules(rules, &selection))
}

/// Returns the codes of these names, which were checked when they were read.
fn codes_of(names: Option<&[&str]>) -> Vec<&'static Code> {
    names.unwrap_or_default().iter().filter_map(|name| named(name)).collect()
}

/// Fails if a code is selected that no judge with this selection checks. Each judge stands beside its settings. A selection for several
/// folders may have codes that only some of their judges check.
pub fn must_check_selected(settings: &[Settings], judges: &[Judge]) -> anyhow::Result<()> {
    let selected: Vec<Vec<&Code>> = settings.iter().map(|settings| codes_of(settings.select.as_deref())).collect();
    for (judge, code) in
        judges.iter().zip(&selected).flat_map(|(judge, codes)| codes.iter().map(move |code| (judge, code)))
    {
        let mut others = judges.iter().zip(&selected).filter(|(_, codes)| codes.contains(code));
        if !others.any(|(other, _)| other.checks(code)) {
            return Err(judge.unchecked(code));
        }
    }
    Ok(())
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
