//! Findings about finished grids, as a good linter makes them: a stable code, a severity, the word as a solver would name it, and
//! the squares that show it.
//!
//! What a rule set can spell the validator judges; what else a house asks is in [`house`]. Either way a rule is one file: what it
//! asks, its code, its check and its words stand together, and what is printed, explained and selected is made from that. A
//! [`profile`] is rules of both kinds, with severities; a plain rule set makes errors only. [`choice`] says which profile fits a
//! grid.

pub mod choice;
pub mod codes;
pub mod demand;
mod finding;
pub mod house;
mod not_applicable;
pub mod profile;

use codes::Code;
pub use finding::{Finding, FindingKind, Severity};
use gridcheck_core::rules::Ruleset;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;
use gridcheck_validator::rule_violation::RuleViolation;
use gridcheck_validator::{Validator, asked};
use house::HouseRule;
pub use not_applicable::NotApplicable;
use profile::Profile;

/// Judges grids by a rule set or a profile.
pub struct Linter {
    /// What the rules are called.
    pub name: String,
    /// The rules, of a profile those that a rule set can spell.
    pub rules: Ruleset,
    validator: Validator,
    profile: Option<&'static Profile>,
    /// The codes of everything that it can find, and those of them that are wanted.
    checked: Vec<&'static Code>,
    wanted: Vec<&'static Code>,
}

impl Linter {
    /// By a rule set: whatever is broken is an error.
    pub fn by_rules(rules: &Ruleset) -> Self {
        Linter::new(rules, None)
    }

    /// By a profile.
    pub fn by_profile(profile: &'static Profile) -> Self {
        Linter::new(&profile.ruleset(), Some(profile))
    }

    fn new(rules: &Ruleset, profile: Option<&'static Profile>) -> Self {
        let checked: Vec<&'static Code> = match profile {
            Some(profile) => profile.codes(),
            None => codes_of(rules).collect(),
        };
        let validator = Validator::new(rules);
        Linter { name: rules.name.clone(), rules: rules.clone(), validator, profile, wanted: checked.clone(), checked }
    }

    /// The same, but for findings of these codes alone.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&Code) -> bool) -> Self {
        self.wanted.retain(|&code| wanted(code));
        self
    }

    /// Whether its findings say if a grid is valid: none is left out that could be an error here.
    pub fn says_validity(&self) -> bool {
        self.checked.iter().all(|code| self.severity(code) < Severity::Error || self.wanted.contains(code))
    }

    /// Everything to be said about a grid: first what the rules say, then the house. Of a house rule that cannot be meant of it, that is
    /// said.
    pub fn findings<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Finding> {
        let shape = shape.into();
        let house = self.profile.map_or(&[][..], |profile| profile.house);
        let violations = self.validator.violations_of(shape);
        // Most grids that come in thousands are good, and then nobody needs their words.
        if violations.is_empty() && house.is_empty() {
            return Vec::new();
        }
        let words = Words::of(shape);
        let broken = violations.into_iter().map(|violation| {
            let broken = RuleViolation::among(&words, violation);
            Finding::of_rule(self.severity(broken.code()), broken)
        });
        let of_house = house.iter().flat_map(|rule| {
            let severity = self.severity(rule.code());
            match rule.broken(shape, &words) {
                Ok(faults) => faults.into_iter().map(|fault| Finding::of_house(severity, fault)).collect(),
                Err(not_applicable) => vec![Finding::of_unmeant(not_applicable)],
            }
        });
        broken.chain(of_house).filter(|finding| self.wanted.contains(&finding.code())).collect()
    }

    fn severity(&self, code: &Code) -> Severity {
        self.profile.map_or(Severity::Error, |profile| profile.severity(code))
    }
}

/// The codes of what a grid can break under a rule set.
pub fn codes_of(rules: &Ruleset) -> impl Iterator<Item = &'static Code> {
    asked(rules).map(|rule| &rule.code)
}

/// Whether something is found that makes a grid invalid.
pub fn has_error(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// The codes of house rules.
fn codes_of_house(house: &'static [HouseRule]) -> impl Iterator<Item = &'static Code> {
    house.iter().map(|rule| rule.code())
}
