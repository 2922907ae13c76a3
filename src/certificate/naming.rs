//! Rule sets and the names they go by.
//!
//! A reader of a claim sees a name and takes it for the rules of that name. So a name of a built-in set may only be that
//! set's, and where there is no such set a claim spells the rules out.

use super::manifest::RULES;
use super::refusal::Refusal;
use crate::rules::{Ruleset, builtin};

/// Returns an error if the rules go by the name of a built-in set and are not that set.
pub(super) fn must_be_what_they_are_called(rules: &Ruleset) -> Result<(), Refusal> {
    rules.name_fault().map_or(Ok(()), |fault| Err(Refusal::new(format!("{RULES}: {fault}"))))
}

/// Returns an error if the rules have not the same value for every key as those that a reader means. Names do not matter.
pub(super) fn must_be_those_meant(rules: &Ruleset, meant: &Ruleset) -> Result<(), Refusal> {
    let differences = rules.differences(meant);
    if differences.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(format!("{RULES}: not the rules of {}: {differences}", meant.name)))
}

/// Which rules they are, in words, and whether they are those that a reader means.
pub(super) fn named(rules: &Ruleset, meant: Option<&Ruleset>) -> String {
    let kind = if builtin(&rules.name).is_some() { "the built-in set" } else { "no built-in set, called" };
    let meant = meant.map_or(String::new(), |meant| format!(", and the rules of {}, as asked for", meant.name));
    format!("{kind} {}{meant}", rules.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BUILTIN;

    fn rules(name: &str, text: &str) -> Ruleset {
        Ruleset::from_toml(text, name).expect("a rule set")
    }

    #[test]
    fn a_built_in_name_is_for_that_set_alone() {
        for set in &BUILTIN {
            let rules = set.ruleset();
            assert_eq!(must_be_what_they_are_called(&rules), Ok(()));
            assert_eq!(named(&rules, None), format!("the built-in set {}", set.name));
        }
        let refused = must_be_what_they_are_called(&Ruleset {
            name: "british".to_owned(),
            ..rules("x", "extends = \"american\"")
        })
        .expect_err("another set");
        assert_eq!(
            refused.to_string(),
            "rules.toml: calls itself british, and differs from that built-in set: \
             single_cells = false (there true), checking = \"all\" (there \"ceil-half\"); \
             expected another name for these rules"
        );
        assert_eq!(must_be_what_they_are_called(&rules("house", "extends = \"american\"")), Ok(()));
    }

    #[test]
    fn the_rules_meant_may_go_by_another_name() {
        let ho = builtin("ho").expect("built in");
        let mine = rules("mine", "");
        assert_eq!(must_be_those_meant(&ho, &mine), Ok(()));
        assert_eq!(named(&ho, Some(&mine)), "the built-in set ho, and the rules of mine, as asked for");
        assert_eq!(named(&mine, None), "no built-in set, called mine");
        let refused = must_be_those_meant(&ho, &rules("mine", "min_word = 4")).expect_err("another set");
        assert_eq!(refused.to_string(), "rules.toml: not the rules of mine: min_word = 3 (there 4)");
    }
}
