//! The settings for a file: its rules, and the codes to report. Options state them, and files of settings where options do not.

use std::collections::BTreeMap;

use gridcheck_core::plural::plural;
use gridcheck_core::rules::Ruleset;
use gridcheck_lint::codes::Code;

use super::judge::{LintPolicy, Selection};
use crate::failure::Failure;
use crate::host::Host;
use crate::names::{AUTO, profile_named, profile_with_rules};
use crate::rules::RulesInput;

/// The name of rules.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum BasisName {
    /// A rule set.
    Rules(RulesInput),
    /// A profile, or the name that lets the program choose one.
    Profile(String),
    /// A profile with another rule set.
    Both {
        /// The profile.
        profile: String,
        /// The rule set.
        rules: RulesInput,
    },
}

impl BasisName {
    /// Returns the basis that is named, if one is.
    pub(super) fn of(profile: Option<String>, rules: Option<RulesInput>) -> Option<Self> {
        match (profile, rules) {
            (Some(profile), Some(rules)) => Some(BasisName::Both { profile, rules }),
            (Some(profile), None) => Some(BasisName::Profile(profile)),
            (None, Some(rules)) => Some(BasisName::Rules(rules)),
            (None, None) => None,
        }
    }
}

/// The rules for a file, and the codes to report.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Settings {
    /// The rules, if they are stated.
    pub basis: Option<BasisName>,
    /// The only codes to report, if they are stated.
    pub select: Option<Vec<&'static Code>>,
    /// The codes not to report, if they are stated.
    pub ignore: Option<Vec<&'static Code>>,
}

impl Settings {
    /// Returns these settings with those of `others` where they state none.
    #[must_use]
    pub(super) fn or(self, others: &Settings) -> Settings {
        Settings {
            basis: self.basis.or_else(|| others.basis.clone()),
            select: self.select.or_else(|| others.select.clone()),
            ignore: self.ignore.or_else(|| others.ignore.clone()),
        }
    }

    fn selection(&self) -> Selection {
        let Settings { basis: _, select, ignore } = self;
        Selection { select: select.clone().unwrap_or_default(), ignore: ignore.clone().unwrap_or_default() }
    }
}

/// The judges by different settings.
#[derive(Default)]
pub(super) struct Judges {
    /// Each judge beside its settings.
    known: Vec<(Settings, LintPolicy)>,
    /// The rule sets that were read. Standard input can be read only once.
    read: Vec<(RulesInput, Ruleset)>,
}

impl Judges {
    /// Returns the number of the judge by these settings. Without a basis it judges by the rules british.
    pub(super) fn number(&mut self, settings: Settings, host: &dyn Host) -> Result<usize, Failure> {
        if let Some(number) = self.known.iter().position(|(known, _)| *known == settings) {
            return Ok(number);
        }
        let selection = settings.selection();
        let judge = match &settings.basis {
            Some(BasisName::Profile(name)) => LintPolicy::by_profile(profile_named(name, host)?, &selection),
            Some(BasisName::Both { profile, rules }) => {
                let profile = profile_with_rules(profile, self.ruleset(rules, host)?, host)?;
                LintPolicy::by_profile(Some(profile), &selection)
            }
            Some(BasisName::Rules(rules)) => LintPolicy::by_rules(self.ruleset(rules, host)?, &selection),
            None => LintPolicy::by_rules(self.ruleset(&RulesInput::default(), host)?, &selection),
        };
        self.known.push((settings, judge));
        Ok(self.known.len() - 1)
    }

    fn ruleset(&mut self, named: &RulesInput, host: &dyn Host) -> Result<&Ruleset, Failure> {
        let known = self.read.iter().position(|(known, _)| known == named);
        let place = known.unwrap_or(self.read.len());
        if place == self.read.len() {
            self.read.push((named.clone(), named.ruleset(host)?));
        }
        Ok(&self.read[place].1)
    }

    /// Returns the judges, by their numbers. A selection for several folders may have codes that only some of their judges check.
    ///
    /// # Errors
    /// A code is selected that no judge with this selection checks.
    pub(super) fn checked(self) -> Result<Vec<LintPolicy>, Failure> {
        for (settings, judge) in &self.known {
            for code in settings.select.iter().flatten() {
                let selects =
                    |settings: &Settings| settings.select.as_ref().is_some_and(|select| select.contains(code));
                let mut others = self.known.iter().filter(|(settings, _)| selects(settings));
                if !others.any(|(_, other)| other.checks(code)) {
                    return Err(judge.unchecked(code));
                }
            }
        }
        Ok(self.known.into_iter().map(|(_, judge)| judge).collect())
    }
}

/// Returns a suggestion, if a profile finds no error in grids that were found invalid; `fitting` has the number of such grids for each.
pub(super) fn suggestion(fitting: &BTreeMap<&str, usize>) -> Option<String> {
    let mut fitting = fitting.iter();
    let (name, grids) = fitting.next()?;
    let others: Vec<String> = fitting.map(|(name, grids)| format!(", {name} in {grids}")).collect();
    let this = if others.is_empty() { format!("--profile {name}, or ") } else { String::new() };
    let first = plural(*grids, "invalid grid");
    Some(format!("no error by the profile {name} in {first}{}: try {this}--profile {AUTO}", others.concat()))
}
