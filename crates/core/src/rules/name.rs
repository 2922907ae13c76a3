//! Checks the names of rule sets and describes a set in an answer.
//!
//! A reader sees a name and assumes the rules of that name. So a name is an identifier, which cannot look like a part of a sentence; only a
//! built-in set may have its name; and answers spell out a set of another name ([`Ruleset::described`]). All readers of rule sets use this
//! module: for rule files, files of sums, claims and certificates.

use thiserror::Error;

use super::{BUILTIN, Builtin, Ruleset, all_builtin, builtin};

/// The most characters of a name.
const MAX_NAME: usize = 64;

/// The name of a set without a name.
const UNNAMED: &str = "unnamed";

/// The fault of a rule set's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameFault {
    /// The name is empty, too long, or has other characters than an identifier.
    #[error(
        "name: expected letters (a to z, A to Z), digits, -, _ and ., with single spaces between them, at most {MAX_NAME} in all"
    )]
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

/// Returns `true` if the name is an identifier.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.len() <= MAX_NAME && name.split(' ').all(|word| !word.is_empty() && word.chars().all(is_plain))
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

    fn taken_name(&self) -> Option<NameFault> {
        let known = all_builtin().find(|set| set.name.eq_ignore_ascii_case(&self.name)).map(Builtin::ruleset)?;
        let differences = self.differences(&known);
        (!differences.is_empty()).then(|| NameFault::Taken { name: self.name.clone(), differences })
    }

    /// Names a set that has no name after its source: the name if it is allowed, `NAME-changed` if a built-in set has it, else `unnamed`.
    pub(super) fn named_after(self, source: &str) -> Ruleset {
        let source = if is_name(source) { source } else { UNNAMED };
        let names = [source.to_owned(), format!("{source}-changed"), UNNAMED.to_owned()];
        let sets = names.map(|name| Ruleset { name, ..self.clone() });
        sets.into_iter().find(|set| set.name_fault().is_none()).unwrap_or(self)
    }

    /// Returns the description of the set in an answer, so that a name alone never stands for rules: the name of a built-in set, or a
    /// built-in set with the values that differ, in parentheses after the name if there is one.
    ///
    /// ```
    /// use gridcheck_core::rules::{Ruleset, builtin};
    ///
    /// let british = builtin("british").expect("a built-in set");
    /// assert_eq!(british.described(), "british");
    /// let house = Ruleset { name: "house".to_owned(), min_word: 4, edges: false, ..british };
    /// assert_eq!(house.described(), "house (min-4, edges = false)");
    /// ```
    pub fn described(&self) -> String {
        let rules = self.spelled();
        let is_other = rules != self.name && self.name != UNNAMED && is_name(&self.name);
        if is_other { format!("{} ({rules})", self.name) } else { rules }
    }

    /// Returns the rules without the set's own name: the name of a built-in set, or a built-in set and the values that differ from it.
    pub fn spelled(&self) -> String {
        if builtin(&self.name).is_some() {
            return self.name.clone();
        }
        let (base, changes) = self.nearest();
        std::iter::once(base.to_owned()).chain(changes).collect::<Vec<_>>().join(", ")
    }

    /// Returns the built-in set with the fewest other values, and this set's values there, each as a line of a rule file.
    pub fn nearest(&self) -> (&'static str, Vec<String>) {
        let changes = |base: &Ruleset| {
            let both = self.lines().into_iter().zip(base.lines());
            both.filter(|(ours, theirs)| ours != theirs).map(|(ours, _)| ours).collect::<Vec<_>>()
        };
        let sets = all_builtin().map(|set| (set.name, set.ruleset())).filter(|(_, rules)| rules.kind == self.kind);
        let bases = sets.map(|(name, rules)| (name, changes(&rules)));
        // `min_by_key` returns the first of several that are equally near.
        bases.min_by_key(|(_, changes)| changes.len()).unwrap_or((BUILTIN[0].name, Vec::new()))
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
        let line = |(key, value): (String, serde_json::Value)| match value {
            serde_json::Value::Object(_) => format!("{key} = {}", self.checking),
            value => format!("{key} = {value}"),
        };
        self.table().into_iter().filter(|(key, _)| key != "name").map(line).collect()
    }
}
