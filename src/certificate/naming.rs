//! Rule sets and the names they go by.
//!
//! A reader of a claim sees a name and takes it for the rules of that name. So a name of a built-in set may only be that
//! set's, and where there is no such set a claim spells the rules out.

use super::manifest::RULES;
use super::refusal::Refusal;
use crate::rules::{Ruleset, builtin};

/// An error if the rules go by the name of a built-in set and are not that set.
pub(super) fn must_be_what_they_are_called(rules: &Ruleset) -> Result<(), Refusal> {
    let Some(known) = builtin(&rules.name) else { return Ok(()) };
    let differences = differences(rules, &known);
    if differences.is_empty() {
        return Ok(());
    }
    let name = &rules.name;
    Err(Refusal::new(format!("{RULES}: calls itself {name}, and differs from that built-in set: {differences}")))
}

/// An error if the rules have not the same value for every key as those that a reader means. Names do not matter.
pub(super) fn must_be_those_meant(rules: &Ruleset, meant: &Ruleset) -> Result<(), Refusal> {
    let differences = differences(rules, meant);
    if differences.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(format!("{RULES}: not the rules of {}: {differences}", meant.name)))
}

/// How a claim names them: by the name alone if that is a built-in set's, otherwise with every rule.
pub(super) fn described(rules: &Ruleset) -> String {
    match builtin(&rules.name) {
        Some(_) => rules.name.clone(),
        None => format!("{}, no built-in set: {}", rules.name, keys(rules).join(", ")),
    }
}

/// Which rules they are, in words, and whether they are those that a reader means.
pub(super) fn named(rules: &Ruleset, meant: Option<&Ruleset>) -> String {
    let kind = if builtin(&rules.name).is_some() { "the built-in set" } else { "no built-in set, called" };
    let meant = meant.map_or(String::new(), |meant| format!(", and the rules of {}, as asked for", meant.name));
    format!("{kind} {}{meant}", rules.name)
}

/// Each key but the name with its value, as a line of a rule file.
fn keys(rules: &Ruleset) -> Vec<String> {
    // The name is the first line; an empty one cannot be taken for a key.
    let nameless = Ruleset { name: String::new(), ..rules.clone() };
    nameless.to_toml().lines().filter(|line| !line.starts_with("name = ")).map(str::to_owned).collect()
}

/// Where the values of a key differ, as in `min_word = 4 (there 3)`; empty where none do.
fn differences(rules: &Ruleset, there: &Ruleset) -> String {
    let both = keys(rules).into_iter().zip(keys(there));
    let differing = both.filter(|(ours, theirs)| ours != theirs).map(|(ours, theirs)| {
        let theirs = theirs.split_once(" = ").map_or(theirs.as_str(), |(_, value)| value);
        format!("{ours} (there {theirs})")
    });
    differing.collect::<Vec<_>>().join(", ")
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
            assert_eq!(described(&rules), set.name);
            assert_eq!(named(&rules, None), format!("the built-in set {}", set.name));
        }
        let refused =
            must_be_what_they_are_called(&rules("british", "extends = \"american\"")).expect_err("another set");
        assert_eq!(
            refused.to_string(),
            "rules.toml: calls itself british, and differs from that built-in set: \
             single_cells = false (there true), checking = \"all\" (there \"ceil-half\")"
        );
        assert_eq!(must_be_what_they_are_called(&rules("house", "extends = \"american\"")), Ok(()));
    }

    #[test]
    fn a_set_of_another_name_is_spelled_out() {
        let described = described(&rules("british ", "min_word = 4"));
        assert!(described.starts_with("british , no built-in set: min_word = 4, single_cells = true, "), "{described}");
        assert!(described.contains("symmetry = \"rot180\""), "{described}");
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
