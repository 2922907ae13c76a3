//! Findings about finished grids, as a good linter makes them: a stable code, a severity, the word as a solver would name it, and
//! the squares that show it.
//!
//! What a rule set can spell the validator judges ([`broken`] turns its violations into findings); what else a house asks is in
//! [`house`]. A [`profile`] is both together, with severities; a plain rule set makes errors only.

mod broken;
pub mod codes;
mod finding;
pub mod house;
pub mod profile;

use crate::grid::Grid;
use crate::rules::Ruleset;
use crate::rules::validator::{Validator, Violation};
use crate::words::Words;
use codes::Code;
pub use finding::{Finding, Severity};
use profile::Profile;

/// Judges grids by a rule set or a profile.
pub struct Linter {
    /// What the rules are called.
    pub name: String,
    validator: Validator,
    profile: Option<&'static Profile>,
    /// The codes that are wanted.
    wanted: Vec<Code>,
}

impl Linter {
    /// By a rule set: whatever is broken is an error.
    pub fn by_rules(rules: &Ruleset) -> Self {
        Linter { name: rules.name.clone(), validator: Validator::new(rules), profile: None, wanted: Code::ALL.to_vec() }
    }

    /// By a profile.
    pub fn by_profile(profile: &'static Profile) -> Self {
        Linter { profile: Some(profile), ..Linter::by_rules(&profile.ruleset()) }
    }

    /// The same, but for findings of these codes alone.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(Code) -> bool) -> Self {
        self.wanted.retain(|&code| wanted(code));
        self
    }

    /// Everything to be said about a grid: first what the rules say, then the house.
    pub fn findings(&self, grid: &Grid) -> Vec<Finding> {
        self.findings_beside(grid, &self.violations(grid))
    }

    /// The same, of a grid whose violations are known.
    pub fn findings_beside(&self, grid: &Grid, violations: &[Violation]) -> Vec<Finding> {
        let house = self.profile.map_or(&[][..], |profile| profile.house);
        // Most grids that come in thousands are good, and then nobody needs their words.
        if violations.is_empty() && house.is_empty() {
            return Vec::new();
        }
        let words = Words::of(grid);
        let severity = |code: Code| self.profile.map_or(Severity::Error, |profile| profile.severity(code));
        let broken = violations.iter().map(|violation| broken::finding(violation, severity, grid, &words));
        let of_house = house
            .iter()
            .flat_map(|rule| rule.broken(grid, &words))
            .map(|(code, word, message, squares)| Finding { code, severity: severity(code), word, message, squares });
        broken.chain(of_house).filter(|finding| self.wanted.contains(&finding.code)).collect()
    }

    /// What the validator says, whatever codes are wanted.
    pub fn violations(&self, grid: &Grid) -> Vec<Violation> {
        self.validator.violations(grid)
    }
}
