//! Checks and describes the names of rule sets.
//!
//! A reader of a claim sees a name and assumes the rules of that name. So only a built-in set may have a built-in name. A claim spells out
//! the rules of any other set.

use super::manifest::RULES;
use super::refusal::Refusal;
use gridcheck_core::rules::{Ruleset, builtin};

/// Returns an error unless the rules have the same value for every key as the expected ones. Names do not matter.
pub(super) fn must_equal(rules: &Ruleset, expected: &Ruleset) -> Result<(), Refusal> {
    let differences = rules.differences(expected);
    if differences.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(format!("{RULES}: not the rules of {}: {differences}", expected.described())))
}

/// Describes the rules by name, and states if they are the expected ones.
pub(super) fn described(rules: &Ruleset, expected: Option<&Ruleset>) -> String {
    let kind = if builtin(&rules.name).is_some() { "the built-in set" } else { "no built-in set:" };
    let expected =
        expected.map_or(String::new(), |expected| format!(", and the rules of {}, as asked for", expected.described()));
    format!("{kind} {}{expected}", rules.described())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::rules::BUILTIN;

    fn rules(name: &str, text: &str) -> Ruleset {
        Ruleset::from_toml(text, name).expect("a rule set")
    }

    #[test]
    fn describes_built_in_rules_as_a_built_in_set() {
        for set in &BUILTIN {
            assert_eq!(described(&set.ruleset(), None), format!("the built-in set {}", set.name));
        }
    }

    #[test]
    fn the_rules_meant_may_go_by_another_name() {
        let ho = builtin("ho").expect("built in");
        let mine = rules("mine", "");
        assert_eq!(must_equal(&ho, &mine), Ok(()));
        assert_eq!(described(&ho, Some(&mine)), "the built-in set ho, and the rules of mine (british), as asked for");
        assert_eq!(described(&mine, None), format!("no built-in set: {}", mine.described()));
        let refused = must_equal(&ho, &rules("mine", "min_word = 4")).expect_err("another set");
        assert_eq!(refused.to_string(), "rules.toml: not the rules of mine (min-4): min_word = 3 (there 4)");
    }
}
