//! Rule sets and the names they go by.
//!
//! A reader of a claim sees a name and takes it for the rules of that name. So a name of a built-in set may only be that
//! set's, and where there is no such set a claim spells the rules out.

use super::manifest::RULES;
use super::refusal::Refusal;
use gridcheck_core::rules::{Ruleset, builtin};

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
    use gridcheck_core::rules::BUILTIN;

    fn rules(name: &str, text: &str) -> Ruleset {
        Ruleset::from_toml(text, name).expect("a rule set")
    }

    #[test]
    fn a_built_in_set_is_called_one() {
        for set in &BUILTIN {
            assert_eq!(named(&set.ruleset(), None), format!("the built-in set {}", set.name));
        }
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
