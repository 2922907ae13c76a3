//! Judges grids by rule sets and profiles, and reports only selected codes.

use gridcheck_core::rules::Ruleset;
use gridcheck_layout::shape::Shape;
use gridcheck_lint::Linter;
use gridcheck_lint::choice::Choice;
use gridcheck_lint::codes::Code;
use gridcheck_lint::profile::{PROFILES, Profile};

use crate::failure::Failure;

/// The codes of the findings to report.
#[derive(Default)]
pub(super) struct Selection {
    /// If it is empty, all codes but the ignored ones.
    pub select: Vec<&'static Code>,
    pub ignore: Vec<&'static Code>,
}

impl Selection {
    fn wants(&self, code: &Code) -> bool {
        let is_in = |codes: &[&Code]| codes.contains(&code);
        (self.select.is_empty() || is_in(&self.select)) && !is_in(&self.ignore)
    }
}

/// Judges each grid by the requested rules.
pub(super) enum LintPolicy {
    /// One rule set or profile for all grids.
    One { linter: Box<Linter>, profile: bool },
    /// The profile that fits each grid best.
    Each { choice: Choice, linters: Vec<Linter> },
}

impl LintPolicy {
    /// Judges by a rule set. Of clues, only the structure and what is selected is checked.
    pub(super) fn by_rules(rules: &Ruleset, selection: &Selection) -> Self {
        let linter = Linter::by_rules(rules).with_structure_of_clues(&selection.select);
        let linter = linter.only(|code| selection.wants(code));
        LintPolicy::One { linter: Box::new(linter), profile: false }
    }

    /// Judges by a profile, or by the one that fits each grid.
    pub(super) fn by_profile(profile: Option<&'static Profile>, selection: &Selection) -> Self {
        let wanted = |code: &Code| selection.wants(code);
        let Some(profile) = profile else {
            let linters = PROFILES.iter().map(|profile| Linter::by_profile(profile).only(wanted)).collect();
            return LintPolicy::Each { choice: Choice::new(), linters };
        };
        LintPolicy::One { linter: Box::new(Linter::by_profile(profile).only(wanted)), profile: true }
    }

    /// Returns the rules by which a grid is judged, and their linter.
    pub(super) fn linter(&self, shape: Shape) -> (Basis<'_>, &Linter) {
        let (linter, profile, chosen) = match self {
            LintPolicy::One { linter, profile } => (linter.as_ref(), *profile, false),
            LintPolicy::Each { choice, linters } => {
                let name = choice.closest(shape).name;
                // Every profile has a linter, so the fallback is never used.
                let linter = linters.iter().find(|linter| linter.name == name).unwrap_or(&linters[0]);
                (linter, true, true)
            }
        };
        (Basis { name: &linter.name, rules: &linter.rules, profile, chosen, whole: linter.says_validity() }, linter)
    }

    /// Returns `true` if a grid can have a finding of this code.
    pub(super) fn checks(&self, code: &Code) -> bool {
        match self {
            LintPolicy::One { linter, .. } => linter.checks(code),
            LintPolicy::Each { linters, .. } => linters.iter().any(|linter| linter.checks(code)),
        }
    }

    /// Returns the error that a code is selected which no grid can have a finding of. Silence would look like a good grid.
    pub(super) fn unchecked(&self, code: &Code) -> Failure {
        let houses = PROFILES.iter().filter(|profile| profile.codes().iter().any(|its| **its == *code));
        let houses: Vec<&str> = houses.map(|profile| profile.name).collect();
        let others = if houses.is_empty() { String::new() } else { format!("; checked by {}", houses.join(", ")) };
        let (name, title, by) = (code.name, code.title, self.whole_title());
        Failure::unusable(format!("{name} ({title}) is selected, but not checked by {by}{others}"))
    }

    /// Returns the title of the rules, for the summary.
    pub(super) fn title(&self) -> String {
        format!("{}{}", if self.says_validity() { "" } else { "part of " }, self.whole_title())
    }

    fn whole_title(&self) -> String {
        match self {
            LintPolicy::One { linter, profile } => {
                format!("the {} {}", if *profile { "profile" } else { "rules" }, linter.name)
            }
            LintPolicy::Each { .. } => "the profile that fits each best".to_owned(),
        }
    }

    /// Returns `true` if the findings of every grid decide whether it is valid.
    pub(super) fn says_validity(&self) -> bool {
        match self {
            LintPolicy::One { linter, .. } => linter.says_validity(),
            LintPolicy::Each { linters, .. } => linters.iter().all(Linter::says_validity),
        }
    }
}

/// The rules by which a grid is judged.
#[derive(Clone, Copy)]
pub struct Basis<'a> {
    /// The name of the rule set or the profile.
    pub name: &'a str,
    /// The rules; for a profile, those that a rule set can express.
    pub rules: &'a Ruleset,
    /// `true` if it is a profile.
    pub profile: bool,
    /// `true` if it was chosen for this grid.
    pub chosen: bool,
    /// `true` if all of its rules are checked, so that the findings decide whether the grid is valid.
    pub whole: bool,
}
