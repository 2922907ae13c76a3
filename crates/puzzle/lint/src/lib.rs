//! Finds faults of finished grids, as a linter does: a stable code, a severity, the solver's name of the word, and the squares that show
//! the fault.
//!
//! The validator judges the rules that a rule set can express. The module [`house`] holds the other rules of publishers. In both cases a
//! rule is one file with its text, its code, its check and its messages. The output and the explanations are made from it.
//!
//! The module [`clue`] checks the clues and texts of puzzle files.
//!
//! A [`profile`] holds rules of all kinds, with severities. A plain rule set produces errors only. The module [`choice`] selects the
//! profile that fits a grid.

pub mod choice;
pub mod clue;
pub mod codes;
pub mod demand;
pub mod explanation;
pub mod house;
pub mod profile;

use codes::Code;
use gridcheck_core::rules::Ruleset;
use gridcheck_formats::PuzzleFile;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::named;
use house::HouseRule;
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
    /// The highest severity of findings about clues.
    most_about_clues: Severity,
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
        // The page of a profile says what it asks for.
        let name = profile.map_or_else(|| rules.described(), |profile| profile.name.to_owned());
        Linter {
            name,
            rules: rules.clone(),
            validator,
            profile,
            wanted: checked.clone(),
            checked,
            most_about_clues: Severity::Error,
        }
    }

    /// Judges the clues of puzzle files by a rule set too, as profiles do. Rule sets do not state if lengths are printed behind clues, so
    /// their absence is not a finding.
    #[must_use]
    pub fn with_clues(mut self) -> Self {
        if !self.checked.iter().any(|code| clue::is_about(code)) {
            let codes = || clue::RULES.iter().map(|rule| rule.code).filter(|&code| code != clue::NO_LENGTHS);
            self.checked.extend(codes());
            self.wanted.extend(codes());
        }
        self
    }

    /// Reports also the clues of puzzle files whose structure is wrong: lengths, entries without a clue, clues without an entry. Of the
    /// other checks of clues, it makes the `selected` ones. The findings are warnings, because a rule set is about grids.
    #[must_use]
    pub fn with_structure_of_clues(mut self, selected: &[&'static Code]) -> Self {
        if !self.checked.iter().any(|code| clue::is_about(code)) {
            let is_wanted = |code: &&'static Code| clue::STRUCTURE.contains(code) || selected.contains(code);
            let codes = || clue::RULES.iter().map(|rule| rule.code).filter(is_wanted);
            self.checked.extend(codes());
            self.wanted.extend(codes());
            self.most_about_clues = Severity::Warning;
        }
        self
    }

    /// Restricts the findings to the codes that `wanted` accepts.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&Code) -> bool) -> Self {
        self.wanted.retain(|&code| wanted(code));
        self
    }

    /// Returns `true` if a grid or its puzzle can have a finding of this code.
    pub fn checks(&self, code: &Code) -> bool {
        self.checked.iter().any(|its| **its == *code)
    }

    /// Returns `true` if the findings decide the validity of a grid, because no code of an error is excluded.
    pub fn says_validity(&self) -> bool {
        self.checked.iter().all(|code| self.severity(code) < Severity::Error || self.wanted.contains(code))
    }

    /// Returns all findings about a grid: first those about no single word, then those about words, in the order of clues. A house rule
    /// that does not apply to the grid is reported as such.
    pub fn findings<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Diagnostic> {
        self.findings_of(shape, None)
    }

    /// Returns all findings about a grid as [`findings`](Self::findings) does, and those about the clues of its puzzle file, if it has one.
    /// Only profiles and linters [with clues](Self::with_clues) judge clues.
    pub fn findings_of<'a>(&self, shape: impl Into<Shape<'a>>, file: Option<&PuzzleFile>) -> Vec<Diagnostic> {
        let shape = shape.into();
        let violations = self.validator.violations_of(shape).into_iter();
        let wanted = violations.filter(|broken| self.wanted.contains(&broken.code));
        let mut findings: Vec<Diagnostic> = wanted.map(|broken| self.weighed(broken)).collect();
        findings.extend(self.of_house(shape));
        findings.extend(self.of_clues(file));
        let mut findings = named(shape, findings);
        findings.sort_by_key(|finding| finding.word.map(|word| (word.direction, word.first.row, word.first.column)));
        findings
    }

    /// Returns the severities of all findings about a grid, in no particular order.
    pub fn severities<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Severity> {
        self.severities_of(shape, None)
    }

    /// Returns the severities of what [`findings_of`](Self::findings_of) finds, in no particular order. It takes less time.
    pub fn severities_of<'a>(&self, shape: impl Into<Shape<'a>>, file: Option<&PuzzleFile>) -> Vec<Severity> {
        let shape = shape.into();
        let codes = self.validator.codes_of_violations(shape).into_iter();
        let violations = codes.filter(|code| self.wanted.contains(code)).map(|code| self.severity(code));
        let others = self.of_house(shape).into_iter().chain(self.of_clues(file));
        violations.chain(others.map(|finding| finding.severity)).collect()
    }

    /// Returns the findings about the clues of a file, with their severities.
    fn of_clues(&self, file: Option<&PuzzleFile>) -> Vec<Diagnostic> {
        let judged = file.filter(|_| self.wanted.iter().any(|code| clue::is_about(code)));
        let found = judged.map_or(Vec::new(), |file| clue::all(file, &self.wanted));
        let capped =
            |finding: Diagnostic| Diagnostic { severity: finding.severity.min(self.most_about_clues), ..finding };
        found.into_iter().map(capped).collect()
    }

    /// Returns the findings of the house rules, with their severities.
    fn of_house(&self, shape: Shape) -> Vec<Diagnostic> {
        let house = self.profile.map_or(&[][..], |profile| profile.house);
        let wanted: Vec<&HouseRule> = house.iter().filter(|rule| self.wanted.contains(&rule.code())).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let words = Words::of(shape);
        let found = wanted.into_iter().flat_map(|rule| match rule.not_applicable(shape) {
            Some(note) => vec![note],
            None => rule.broken(shape, &words).into_iter().map(|broken| self.weighed(broken)).collect(),
        });
        found.collect()
    }

    /// Returns a broken rule with its severity under the profile.
    fn weighed(&self, broken: Diagnostic) -> Diagnostic {
        Diagnostic { severity: self.severity(broken.code), ..broken }
    }

    fn severity(&self, code: &Code) -> Severity {
        let severity = self.profile.map_or(Severity::Error, |profile| profile.severity(code));
        if clue::is_about(code) { severity.min(self.most_about_clues) } else { severity }
    }
}

/// Returns `true` if a finding makes the grid invalid.
pub fn has_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;
    use profile::PROFILES;

    const GRIDS: [&str; 5] =
        ["...../.#.#./...../.#.#./.....", "#...#/...../..#../#####/.....", "#", "..", "..#/.#./#.."];

    #[test]
    fn severities_are_those_of_the_findings() {
        for profile in PROFILES.iter() {
            let all = Linter::by_profile(profile);
            let some = Linter::by_profile(profile).only(|code| code.name > "GC006");
            for (linter, grid) in [&all, &some].into_iter().flat_map(|linter| GRIDS.map(|grid| (linter, grid))) {
                let grid: Grid = grid.parse().expect("a grid");
                let mut found: Vec<Severity> = linter.findings(&grid).iter().map(|finding| finding.severity).collect();
                let mut severities = linter.severities(&grid);
                found.sort_unstable();
                severities.sort_unstable();
                assert_eq!(severities, found, "{} {grid}", profile.name);
            }
        }
    }

    #[test]
    fn barred_grids_are_judged_by_the_houses_that_print_them() {
        let text = "...rb.../rr..b.../...rb.../bb....+b/r..b..../...+..../...b.rr./...r....";
        let grid: Grid = text.parse().expect("a grid");
        let found = |name: &str, grid: &Grid| {
            let findings = Linter::by_profile(Profile::named(name).expect("a profile")).findings(grid);
            findings.iter().map(|finding| (finding.code.name, finding.severity)).collect::<Vec<_>>()
        };
        assert_eq!(choice::Choice::new().fitting(&grid).map(|profile| profile.name), Some("listener"));
        assert_eq!(found("azed", &grid), found("mephisto", &grid));
        assert_eq!(found("azed", &grid), [(house::sizes::CODE.name, Severity::Note)]);
        assert!(found("times", &grid).contains(&("GC022", Severity::Error)));
        // Without the bar below the first row, a word has eight letters, and one more is unchecked.
        let changed: Grid = text.replacen("rb...", "r....", 1).parse().expect("a grid");
        assert_eq!(choice::Choice::new().closest(&changed).name, "listener");
        assert!(found("azed", &changed).iter().any(|(_, severity)| *severity == Severity::Error));
        let blocks: Grid = GRIDS[0].parse().expect("a grid");
        assert!(found("azed", &blocks).contains(&("GC022", Severity::Error)));
    }

    #[test]
    fn findings_are_in_the_order_of_clues() {
        let grid: Grid = "#...#/...../..#../#####/.....".parse().expect("a grid");
        let findings = Linter::by_profile(Profile::named("exet").expect("a profile")).findings(&grid);
        let words: Vec<Option<&str>> = findings.iter().map(|finding| finding.name.as_deref()).collect();
        let place = |name: Option<&str>| {
            name.map(|name| (name.ends_with("Down"), name.split('-').next().and_then(|n| n.parse::<u32>().ok())))
        };
        assert!(words.iter().any(Option::is_none) && words.iter().flatten().count() > 4, "{words:?}");
        assert!(words.iter().copied().is_sorted_by_key(place), "{words:?}");
    }
}
