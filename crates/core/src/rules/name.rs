//! Checks the names of rule sets and describes a set in an answer.
//!
//! A reader sees a name and assumes the rules of that name. So only a built-in set may have its name, and a set of another name is spelled
//! out. All readers of rule sets use this module: for rule files, files of sums, claims and certificates.

use thiserror::Error;

use super::{BUILTIN, Builtin, Ruleset, builtin};
use crate::visible::hides;

/// The most characters of a name.
const LONGEST_NAME: usize = 64;

/// The fault of a rule set's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameFault {
    /// The name is empty, too long, or has invisible characters.
    #[error("name: expected one line of 1 to {LONGEST_NAME} visible characters, without a blank at either end")]
    Form,
    /// The name belongs to a built-in set with other rules.
    #[error(
        "calls itself {name}, and differs from that built-in set: {differences}; expected another name for these rules"
    )]
    Taken {
        /// The name.
        name: String,
        /// The keys that differ.
        differences: String,
    },
}

/// Returns `true` if the characters of the name are allowed.
pub fn is_name(name: &str) -> bool {
    let is_short = (1..=LONGEST_NAME).contains(&name.chars().count());
    is_short && name.trim() == name && !name.contains(hides)
}

impl Ruleset {
    /// Returns the fault of the set's name, if it has one.
    ///
    /// ```
    /// use gridcheck_core::rules::{Ruleset, builtin};
    ///
    /// let british = builtin("british").expect("a built-in set");
    /// assert_eq!(british.name_fault(), None);
    /// let forged = Ruleset { min_word: 4, ..british };
    /// assert!(forged.name_fault().is_some());
    /// ```
    pub fn name_fault(&self) -> Option<NameFault> {
        if is_name(&self.name) { self.taken_name() } else { Some(NameFault::Form) }
    }

    /// Returns a fault if the name, in any case, belongs to a built-in set and the rules differ.
    pub(super) fn taken_name(&self) -> Option<NameFault> {
        let known = BUILTIN.iter().find(|set| set.name.eq_ignore_ascii_case(&self.name)).map(Builtin::ruleset)?;
        let differences = self.differences(&known);
        (!differences.is_empty()).then(|| NameFault::Taken { name: self.name.clone(), differences })
    }

    /// Returns the description of the set in an answer: the name of a built-in set, or the name and every rule of another set.
    pub fn described(&self) -> String {
        match builtin(&self.name) {
            Some(_) => self.name.clone(),
            None => format!("{}, no built-in set: {}", self.name, self.lines().join(", ")),
        }
    }

    /// Returns `true` if both sets have the same value for every rule. Names do not matter.
    pub fn has_rules_of(&self, other: &Ruleset) -> bool {
        let name = other.name.clone();
        Ruleset { name, ..self.clone() } == *other
    }

    /// Returns the keys whose values differ, as in `min_word = 4 (there 3)`, or an empty text. Names do not matter.
    pub fn differences(&self, there: &Ruleset) -> String {
        let both = self.lines().into_iter().zip(there.lines());
        let differing = both.filter(|(ours, theirs)| ours != theirs).map(|(ours, theirs)| {
            let theirs = theirs.split_once(" = ").map_or(theirs.as_str(), |(_, value)| value);
            format!("{ours} (there {theirs})")
        });
        differing.collect::<Vec<_>>().join(", ")
    }

    /// Returns each key except the name, with its value, as a line of a rule file.
    fn lines(&self) -> Vec<String> {
        // The name is the first line. An empty name cannot contain a line that looks like a key.
        let nameless = Ruleset { name: String::new(), ..self.clone() };
        nameless.to_toml().lines().filter(|line| !line.starts_with("name = ")).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(name: &str, min_word: usize) -> Ruleset {
        Ruleset { name: name.to_owned(), min_word, ..builtin("british").expect("built in") }
    }

    #[test]
    fn a_built_in_name_is_for_that_set_alone() {
        for set in &BUILTIN {
            let rules = set.ruleset();
            assert_eq!((rules.name_fault(), rules.described().as_str()), (None, set.name));
        }
        for name in ["british", "British", "BRITISH"] {
            let fault = called(name, 4).name_fault().expect("another set").to_string();
            let expected = "calls itself british, and differs from that built-in set: min_word = 4 (there 3); \
                            expected another name for these rules";
            assert_eq!(fault.to_lowercase(), expected);
            assert_eq!(called(name, 3).name_fault(), None);
        }
        assert_eq!(called("ho", 3).name_fault(), None, "ho has the same rules");
    }

    #[test]
    fn a_name_is_one_short_visible_line() {
        for name in ["house", "Jérôme’s set, 2026", "回文", &"x".repeat(64)] {
            assert_eq!(called(name, 4).name_fault(), None, "{name}");
        }
        for name in [
            "",
            " ",
            "british ",
            "\u{a0}british",
            "a\nb",
            "a\u{2028}b",
            "a\u{202e}b",
            "a\u{200b}",
            "a\u{1b}[1m",
            &"é".repeat(65),
        ] {
            assert_eq!(called(name, 4).name_fault(), Some(NameFault::Form), "{name:?}");
        }
    }

    #[test]
    fn a_set_of_another_name_is_spelled_out() {
        let described = called("house", 4).described();
        assert!(described.starts_with("house, no built-in set: min_word = 4, single_cells = true, "), "{described}");
        assert!(described.contains("symmetry = \"rot180\""), "{described}");
    }
}
