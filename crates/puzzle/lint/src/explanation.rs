//! Explains a code in the form of a page: the check, the reason, an example, and the profiles and rule sets that use it.
//!
//! The text and the example of a rule are in its file. The requirements are those of the profiles and rule sets as data, and the finding in
//! the example is what the rule reports.

use serde_json::{Value, json};

use super::codes::{Code, UNREADABLE};
use super::demand::{self, Demand};
use super::profile::{PROFILES, Profile};
use super::{Diagnostic, Linter, codes_of};
use gridcheck_core::grid::Grid;
use gridcheck_core::rules::{Ruleset, all_builtin};
use gridcheck_validator::diagnostic::Setting;
use gridcheck_validator::rule::white;

/// Returns the explanation of a code as Markdown.
pub fn explanation(code: &'static Code) -> String {
    let Code { name, key, title, checks, matters, example } = code;
    let meaning = format!("{name}: {title}\n\n## What it checks\n\n{checks}\n\n## Why it matters\n\n{matters}");
    if code == UNREADABLE {
        // It is about no grid, so there is no example, and no rules ask for it.
        return meaning;
    }
    let users = || PROFILES.iter().filter(|profile| profile.codes().contains(&code));
    let key = key.unwrap_or_default();
    let (basis, rule) = match example.setting {
        Setting::Always => ("any rules".to_owned(), "Every rule set requires it. A violation is an error.".to_owned()),
        Setting::Value(value) => {
            (format!("the rule `{key} = {value}`"), format!("Key `{key}`. A violation is an error."))
        }
        Setting::Profile(profile) => {
            (format!("the profile {profile}"), "A rule set cannot express the rule.".to_owned())
        }
        Setting::Puzzle => {
            let profiles =
                list(users().map(|profile| format!("- {} ({})", profile.name, profile.severity(code).name())));
            return format!("{meaning}\n\n## Example\n\n    {}\n\n## Profiles\n\n{profiles}", example.rows);
        }
    };
    let drawn = example.rows.replace('/', "\n    ");
    let found = example_findings(code).into_iter().find(|finding| finding.code == code);
    let found = found.map_or_else(String::new, |finding| finding.line());
    let profiles = users().map(|profile| {
        let severity = profile.severity(code).name();
        format!("- {} ({severity}): {}", profile.name, requirement(code, profile.demands()))
    });
    let sets = all_builtin().map(|set| (set.name, set.ruleset()));
    let sets = sets.filter(|(_, rules)| codes_of(rules).any(|asked| asked == code));
    let sets = sets.map(|(name, rules)| format!("- {name}: {}", requirement(code, demand::of_rules(&rules))));
    let (profiles, sets) = (list(profiles), list(sets));
    format!(
        "{meaning}\n\n\
         ## Example\n\nBy {basis}:\n\n    {drawn}\n\n{found}\n\n\
         ## Profiles\n\n{profiles}\n\n\
         ## Rule sets\n\n{rule}\n\n{sets}"
    )
}

/// Returns all findings in the example of a code.
fn example_findings(code: &Code) -> Vec<Diagnostic> {
    let linter = match code.example.setting {
        Setting::Always => Some(Linter::by_rules(&Ruleset::lax())),
        Setting::Value(value) => with_rule(code.key, value).as_ref().map(Linter::by_rules),
        Setting::Profile(name) => Profile::named(name).map(Linter::by_profile),
        Setting::Puzzle => None,
    };
    let grid = code.example.rows.parse::<Grid>().ok();
    // The tests verify that every example is a grid and that its rules exist.
    linter.zip(grid).map_or_else(Vec::new, |(linter, grid)| linter.findings(&grid))
}

/// Returns the rules that require nothing, with the value of one key.
fn with_rule(key: Option<&str>, value: &str) -> Option<Ruleset> {
    let value: Value = serde_json::from_str(value).ok()?;
    Ruleset::from_record(&json!({ (key?): value })).ok()
}

/// Returns the demands with a code, in words.
fn requirement(code: &Code, demands: Vec<Demand>) -> String {
    let words: Vec<String> =
        demands.into_iter().filter(|demand| demand.code == code).map(|demand| demand.words).collect();
    match &words[..] {
        [] if code == white::CODE => "a white square".to_owned(),
        // Limits of unchecked letters are left out only there.
        [] => "follows from every letter checked".to_owned(),
        words => words.join("; "),
    }
}

fn list(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { "None.".to_owned() } else { lines.join("\n") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::codes;

    /// Every code is explained by a page with all its sections. Its example is a small grid that breaks the rule, and the page quotes what
    /// is found in it. An example that is judged by one rule breaks no other.
    #[test]
    fn every_code_is_explained_with_an_example_that_breaks_it() {
        for code in codes::ALL {
            let found = example_findings(code);
            let broken = found.iter().find(|finding| finding.code == code);
            let broken = broken.unwrap_or_else(|| panic!("the example of {code} does not break it: {found:?}"));
            let is_by_profile = matches!(code.example.setting, Setting::Profile(_));
            assert!(is_by_profile || found.iter().all(|finding| finding.code == code), "{code}: {found:?}");
            assert_eq!(is_by_profile, code.key.is_none(), "{code}");

            let page = explanation(code);
            let mut sections = page.split("\n\n## ");
            assert_eq!(sections.next(), Some(format!("{code}: {}", code.title).as_str()));
            let sections: Vec<(&str, &str)> = sections.filter_map(|section| section.split_once("\n\n")).collect();
            let titles: Vec<&str> = sections.iter().map(|(title, _)| *title).collect();
            assert_eq!(titles, ["What it checks", "Why it matters", "Example", "Profiles", "Rule sets"], "{code}");
            let texts: Vec<&str> = sections.into_iter().map(|(_, text)| text).collect();
            assert!(texts[..2].iter().all(|text| text.len() > 30 && text.ends_with('.')), "{code}: {texts:?}");
            let drawn: Vec<&str> = texts[2].lines().filter_map(|line| line.strip_prefix("    ")).collect();
            assert_eq!(drawn.join("/"), code.example.rows, "{code}");
            assert!(texts[2].ends_with(&broken.line()), "{code}: {}", texts[2]);
            let users: BTreeSet<&str> =
                PROFILES.iter().filter(|profile| profile.codes().contains(&code)).map(|profile| profile.name).collect();
            let listed = texts[3].lines().filter_map(|line| line.strip_prefix("- ")?.split_once(" ("));
            assert_eq!(listed.map(|(name, _)| name).collect::<BTreeSet<_>>(), users, "{code}");
            assert_eq!(texts[3] == "None.", users.is_empty(), "{code}");
        }
    }
}
