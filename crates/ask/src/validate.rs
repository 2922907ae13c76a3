//! The judgement of each grid of a file, and its report.

use anyhow::anyhow;
use serde::Serialize;
use serde_json::Value;

use super::names::JudgedBy;
use gridcheck_core::rules::Ruleset;
use gridcheck_layout::shape::Shape;
use gridcheck_lint::choice::Choice;
use gridcheck_lint::codes::Code;
use gridcheck_lint::profile::{PROFILES, Profile};
use gridcheck_lint::{Diagnostic, Linter, has_error};

/// The codes of the findings to report.
#[derive(Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Selection {
    /// If it is empty, all codes but the ignored ones.
    pub select: Vec<&'static Code>,
    pub ignore: Vec<&'static Code>,
}

impl Selection {
    fn wants(&self, code: &Code) -> bool {
        let is_in = |codes: &[&Code]| codes.contains(&code);
        (self.select.is_empty() || is_in(&self.select)) && !is_in(&self.ignore)
    }

    /// Fails if the judge does not check a selected code.
    ///
    /// # Errors
    /// See [`Judge::unchecked`].
    pub fn must_be_checked_by(&self, judge: &Judge) -> anyhow::Result<()> {
        self.select.iter().find(|code| !judge.checks(code)).map_or(Ok(()), |code| Err(judge.unchecked(code)))
    }
}

/// Judges each grid by the requested rules.
#[expect(missing_docs, reason = "the names say it")]
pub enum Judge {
    /// One rule set or profile for all grids.
    One { linter: Box<Linter>, profile: bool },
    /// The profile that fits each grid best.
    Each { choice: Choice, linters: Vec<Linter> },
}

impl Judge {
    /// Judges by a rule set. Of clues, only the structure and what is selected is checked.
    pub fn by_rules(rules: &Ruleset, selection: &Selection) -> Self {
        let linter = Linter::by_rules(rules).with_structure_of_clues(&selection.select);
        let linter = linter.only(|code| selection.wants(code));
        Judge::One { linter: Box::new(linter), profile: false }
    }

    /// Judges by a profile, or by the one that fits each grid.
    pub fn by_profile(profile: Option<&'static Profile>, selection: &Selection) -> Self {
        let wanted = |code: &Code| selection.wants(code);
        let Some(profile) = profile else {
            let linters = PROFILES.iter().map(|profile| Linter::by_profile(profile).only(wanted)).collect();
            return Judge::Each { choice: Choice::new(), linters };
        };
        Judge::One { linter: Box::new(Linter::by_profile(profile).only(wanted)), profile: true }
    }

    /// Returns the rules by which a grid is judged, and their linter.
    pub fn linter(&self, shape: Shape) -> (Basis<'_>, &Linter) {
        let (linter, profile, chosen) = match self {
            Judge::One { linter, profile } => (linter.as_ref(), *profile, false),
            Judge::Each { choice, linters } => {
                let name = choice.closest(shape).name;
                // Every profile has a linter, so the fallback is never used.
                let linter = linters.iter().find(|linter| linter.name == name).unwrap_or(&linters[0]);
                (linter, true, true)
            }
        };
        (Basis { name: &linter.name, rules: &linter.rules, profile, chosen, whole: linter.says_validity() }, linter)
    }

    /// Returns `true` if a grid can have a finding of this code.
    pub fn checks(&self, code: &Code) -> bool {
        match self {
            Judge::One { linter, .. } => linter.checks(code),
            Judge::Each { linters, .. } => linters.iter().any(|linter| linter.checks(code)),
        }
    }

    /// Returns the error that a code is selected which no grid can have a finding of. Silence would look like a good grid.
    pub fn unchecked(&self, code: &Code) -> anyhow::Error {
        let houses = PROFILES.iter().filter(|profile| profile.codes().iter().any(|its| **its == *code));
        let houses: Vec<&str> = houses.map(|profile| profile.name).collect();
        let others = if houses.is_empty() { String::new() } else { format!("; checked by {}", houses.join(", ")) };
        anyhow!("{} ({}) is selected, but not checked by {}{others}", code.name, code.title, self.whole_title())
    }

    /// Returns the title of the rules, for the summary.
    pub fn title(&self) -> String {
        format!("{}{}", if self.says_validity() { "" } else { "part of " }, self.whole_title())
    }

    fn whole_title(&self) -> String {
        match self {
            Judge::One { linter, profile } => {
                format!("the {} {}", if *profile { "profile" } else { "rules" }, linter.name)
            }
            Judge::Each { .. } => "the profile that fits each best".to_owned(),
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

/// A grid and its findings.
#[expect(missing_docs, reason = "the names say it")]
pub struct Judged<'a> {
    pub file: &'a str,
    /// The grid's number in its file, from 0.
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
    pub shape: Shape<'a>,
    pub by: Basis<'a>,
    pub findings: &'a [Diagnostic],
    /// Facts about the findings of an earlier run, one for each finding.
    pub known: &'a [BaselineState],
    /// The extent of a repair, if one was searched for.
    pub repair: Option<Suggestion>,
}

/// The relation of a finding to the findings of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaselineState {
    /// No earlier run was named.
    NoBaseline,
    /// The earlier run did not have the finding.
    New,
    /// The earlier run had the finding.
    Known,
}

/// The extent of a repair of a grid.
#[derive(Clone, Copy)]
pub enum Suggestion {
    /// The number of squares that change; no valid grid changes fewer.
    Changes(usize),
    /// No valid grid changes fewer squares than this; the time limit was reached.
    AtLeast(usize),
    /// No grid of that size is valid.
    Impossible,
}

impl Judged<'_> {
    /// Returns the report of `gridcheck validate` on the grid.
    pub fn report(&self) -> ValidateAnswer<'_> {
        let Judged { file, index, line, shape: _, by, findings, known, repair } = self;
        let findings_answers = findings.iter().zip(*known).map(|(finding, known)| FindingAnswer {
            known: (*known != BaselineState::NoBaseline).then_some(*known == BaselineState::Known),
            finding: finding.as_json(),
        });
        ValidateAnswer {
            file,
            index: Some(index + 1),
            line: *line,
            by: JudgedBy::new(by.name, by.profile),
            // A part of the rules does not decide validity.
            valid: by.whole.then(|| !has_error(findings)),
            findings: findings_answers.collect(),
            repair: repair.map(|suggestion| match suggestion {
                Suggestion::Changes(changes) => SuggestionAnswer { changes: Some(changes), fewest: Some(changes) },
                Suggestion::AtLeast(fewest) => SuggestionAnswer { changes: None, fewest: Some(fewest) },
                Suggestion::Impossible => SuggestionAnswer { changes: None, fewest: None },
            }),
        }
    }
}

/// The report of `gridcheck validate` on a grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(extend("oneOf" = [{ "required": ["profile"] }, { "required": ["rules"] }, { "properties": { "index": { "type": "null" } } }]))
)]
pub struct ValidateAnswer<'a> {
    file: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: Option<usize>,
    line: usize,
    #[serde(flatten)]
    by: JudgedBy<'a>,
    /// Null if not all rules are checked.
    valid: Option<bool>,
    findings: Vec<FindingAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "SuggestionAnswer"))]
    repair: Option<SuggestionAnswer>,
}

/// A finding, with further fields of its rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FindingAnswer {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_validator::schema::Finding"))]
    finding: Value,
    /// With `--baseline`: `true` if the earlier run has the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    known: Option<bool>,
}

/// The result of `--suggest`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SuggestionAnswer {
    changes: Option<usize>,
    fewest: Option<usize>,
}

impl<'a> ValidateAnswer<'a> {
    /// Reports that a file cannot be read, at a line of the file.
    pub fn unreadable((file, line): (&'a str, usize), finding: &Diagnostic) -> Self {
        let findings = vec![FindingAnswer { finding: finding.as_json(), known: None }];
        ValidateAnswer { file, index: None, line, by: JudgedBy::default(), valid: None, findings, repair: None }
    }
}
