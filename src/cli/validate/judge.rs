//! Judges grids by a rule set, a profile, or the profile that fits each best, and suggests profiles that fit better.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::super::args::{AUTO, RulesArg, profile_named};
use super::config::{Basis, Settings};
use super::form;
use crate::lint::Linter;
use crate::lint::choice::Choice;
use crate::lint::codes::Code;
use crate::lint::profile::PROFILES;
use crate::plural::plural;
use crate::rules::Ruleset;
use crate::shape::Shape;

/// The rule set of a grid for which no rules are stated.
const DEFAULT: &str = "british";

/// Judges each grid by the requested rules.
pub enum Judge {
    /// One rule set or profile for all grids.
    One { linter: Box<Linter>, profile: bool },
    /// The profile that fits each grid best.
    Each { choice: Choice, linters: Vec<Linter> },
}

impl Judge {
    /// Creates a judge by settings. Without a basis it judges by the rules british. `read` keeps the rule sets by their names, because
    /// standard input can be read only once.
    ///
    /// # Errors
    /// There is no such profile or rule set, or the rule file has an error.
    pub fn by(settings: &Settings, read: &mut HashMap<String, Ruleset>) -> anyhow::Result<Self> {
        let Settings { basis, select, ignore } = settings;
        let has =
            |codes: &Option<Vec<&str>>, code: &Code| codes.as_ref().is_some_and(|codes| codes.contains(&code.name));
        let selects = select.as_ref().is_some_and(|codes| !codes.is_empty());
        let wanted = |code: &Code| (!selects || has(select, code)) && !has(ignore, code);
        let rules = match basis {
            Some(Basis::Profile(name)) => return Judge::by_profile(name, wanted),
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
        Ok(Judge::One {
            linter: Box::new(Linter::by_rules(rules).with_structure_of_clues().only(wanted)),
            profile: false,
        })
    }

    /// Creates a judge by the profile of that name, or by the one that fits each grid.
    fn by_profile(name: &str, wanted: impl Fn(&Code) -> bool) -> anyhow::Result<Self> {
        let Some(profile) = profile_named(name)? else {
            let linters = PROFILES.iter().map(|profile| Linter::by_profile(profile).only(&wanted)).collect();
            return Ok(Judge::Each { choice: Choice::new(), linters });
        };
        Ok(Judge::One { linter: Box::new(Linter::by_profile(profile).only(wanted)), profile: true })
    }

    /// Returns the rules by which a grid is judged, and their linter.
    pub fn linter(&self, shape: Shape) -> (form::Basis<'_>, &Linter) {
        let (linter, profile, chosen) = match self {
            Judge::One { linter, profile } => (linter.as_ref(), *profile, false),
            Judge::Each { choice, linters } => {
                let name = choice.closest(shape).name;
                // Every profile has a linter, so the fallback is never used.
                let linter = linters.iter().find(|linter| linter.name == name).unwrap_or(&linters[0]);
                (linter, true, true)
            }
        };
        (
            form::Basis { name: &linter.name, rules: &linter.rules, profile, chosen, whole: linter.says_validity() },
            linter,
        )
    }

    /// Returns the title of the rules, for the summary.
    pub fn title(&self) -> String {
        match self {
            Judge::One { linter, profile } => {
                let part = if linter.says_validity() { "" } else { "part of " };
                format!("{part}the {} {}", if *profile { "profile" } else { "rules" }, linter.name)
            }
            Judge::Each { linters, .. } => {
                let part = if linters.iter().all(Linter::says_validity) { "" } else { "part of " };
                format!("{part}the profile that fits each best")
            }
        }
    }

    /// Returns `true` if the findings of every grid decide whether it is valid.
    pub fn says_validity(&self) -> bool {
        match self {
            Judge::One { linter, .. } => linter.says_validity(),
            Judge::Each { linters, .. } => linters.iter().all(Linter::says_validity),
        }
    }
}

/// The profiles that find no error in grids that were found invalid.
#[derive(Default)]
pub struct Hints {
    fitting: BTreeMap<&'static str, usize>,
}

impl Hints {
    /// Adds a profile that fits an invalid grid, if there is one.
    pub fn add(&mut self, fitting: Option<&'static str>) {
        if let Some(name) = fitting {
            *self.fitting.entry(name).or_default() += 1;
        }
    }

    /// Returns a suggestion, if any profile fits.
    pub fn sentence(&self) -> Option<String> {
        let mut fitting = self.fitting.iter();
        let (name, grids) = fitting.next()?;
        let others: Vec<String> = fitting.map(|(name, grids)| format!(", {name} in {grids}")).collect();
        let this = if others.is_empty() { format!("--profile {name}, or ") } else { String::new() };
        let first = plural(*grids, "invalid grid");
        Some(format!("no error by the profile {name} in {first}{}: try {this}--profile {AUTO}", others.concat()))
    }
}
