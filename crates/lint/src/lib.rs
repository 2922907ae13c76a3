//! Finds faults of finished grids, as a linter does: a stable code, a severity, the solver's name of the word, and the squares that show
//! the fault.
//!
//! The validator judges the rules that a rule set can express. The module [`house`] holds the other rules of publishers. In both cases a
//! rule is one file with its text, its code, its check and its messages. The output and the explanations are made from it.
//!
//! A [`profile`] holds rules of both kinds, with severities. A plain rule set produces errors only. The module [`choice`] selects the
//! profile that fits a grid.

pub mod choice;
pub mod codes;
pub mod demand;
pub mod explanation;
pub mod house;
pub mod profile;

use codes::Code;
use gridcheck_core::rules::Ruleset;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;
use gridcheck_validator::Validator;
use profile::Profile;

pub use gridcheck_validator::diagnostic::{Diagnostic, Severity};
pub use gridcheck_validator::rule::codes_of;

/// Judges grids by a rule set or a profile.
pub struct Linter {
    /// The name of the rule set or profile.
    pub name: String,
    /// The rules; of a profile, those that a rule set can express.
    pub rules: Ruleset,
    validator: Validator,
    profile: Option<&'static Profile>,
    /// The codes of all possible findings.
    checked: Vec<&'static Code>,
    /// The codes of the findings to report.
    wanted: Vec<&'static Code>,
}

impl Linter {
    /// Creates a linter for a rule set. Every violation is an error.
    pub fn by_rules(rules: &Ruleset) -> Self {
        Linter::new(rules, None)
    }

    /// Creates a linter for a profile.
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

    /// Restricts the findings to the codes that `wanted` accepts.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&Code) -> bool) -> Self {
        self.wanted.retain(|&code| wanted(code));
        self
    }

    /// Returns `true` if the findings decide the validity of a grid, because no code of an error is excluded.
    pub fn says_validity(&self) -> bool {
        self.checked.iter().all(|code| self.severity(code) < Severity::Error || self.wanted.contains(code))
    }

    /// Returns all findings about a grid: first those of the rules, then those of the house rules. A house rule that does not apply to the
    /// grid is reported as such.
    pub fn findings<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Diagnostic> {
        let shape = shape.into();
        let house = self.profile.map_or(&[][..], |profile| profile.house);
        let violations = self.validator.violations_of(shape);
        // Most of many grids have no violation. Then the words are not needed.
        if violations.is_empty() && house.is_empty() {
            return Vec::new();
        }
        let words = Words::of(shape);
        let violations = violations.into_iter().map(|broken| self.weighed(broken.named(&words)));
        let of_house = house.iter().flat_map(|rule| match rule.not_applicable(shape) {
            Some(note) => vec![note],
            None => rule.broken(shape, &words).into_iter().map(|broken| self.weighed(broken)).collect(),
        });
        violations.chain(of_house).filter(|finding| self.wanted.contains(&finding.code)).collect()
    }

    /// Returns a broken rule with its severity under the profile.
    fn weighed(&self, broken: Diagnostic) -> Diagnostic {
        Diagnostic { severity: self.severity(broken.code), ..broken }
    }

    fn severity(&self, code: &Code) -> Severity {
        self.profile.map_or(Severity::Error, |profile| profile.severity(code))
    }
}

/// Returns `true` if a finding makes the grid invalid.
pub fn has_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}
