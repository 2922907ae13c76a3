//! Defines how a request names its rule set: by name, by file, or by the keys of a rule file.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use serde_json::{Map, Value};

use gridcheck_core::rules::{Ruleset, TableError, builtin};
use gridcheck_core::visible::quoted;
use gridcheck_formats::source::STANDARD_INPUT;

use super::failure::Failure;
use super::host::Host;
use super::input::Input;
use super::names::no_rules;

/// The name of the rule set that is asked for if none is named.
pub const DEFAULT: &str = "british";

/// The largest file of rules or of settings, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// A rule set. In JSON it is a text, or the keys of a rule file with their values. A text is the text of a rule file if it has a line end
/// or a `=`, and otherwise a name or a path.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Written")]
pub enum RulesInput {
    /// The name of a built-in set, or the path of a TOML file.
    Named(String),
    /// The text of a rule file.
    Toml(String),
    /// The keys of a rule file.
    Keys(Map<String, Value>),
    /// Standard input.
    StandardInput,
}

/// The forms of a rule set in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "rules: expected a name, a path, the text of a rule file, or its keys")]
enum Written {
    Text(String),
    Keys(#[cfg_attr(feature = "schema", schemars(with = "RuleKeys"))] Map<String, Value>),
}

/// The keys of a rule file with their values, as a schema.
#[cfg(feature = "schema")]
struct RuleKeys;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RuleKeys {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RuleKeys".into()
    }

    /// Returns the schema of a complete rule set in which each key may be absent, with the name of a set that has the absent ones.
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Ruleset::json_schema(generator);
        schema.remove("required");
        schema.insert("additionalProperties".to_owned(), false.into());
        schema.insert("description".to_owned(), "The keys of a rule file with their values.".into());
        let extends = serde_json::json!({
            "type": "string",
            "description": format!("The built-in set that has the rules for absent keys. The default is {DEFAULT}."),
        });
        let properties = schema.ensure_object().get_mut("properties").and_then(Value::as_object_mut);
        properties.expect("a rule set has keys").insert("extends".to_owned(), extends);
        schema
    }
}

impl From<Written> for RulesInput {
    fn from(written: Written) -> Self {
        match written {
            Written::Text(text) if text.contains(['\n', '=']) => RulesInput::Toml(text),
            Written::Text(name) => RulesInput::Named(name),
            Written::Keys(keys) => RulesInput::Keys(keys),
        }
    }
}

impl Default for RulesInput {
    fn default() -> Self {
        RulesInput::Named(DEFAULT.to_owned())
    }
}

impl FromStr for RulesInput {
    type Err = std::convert::Infallible;

    /// Reads an argument of a shell: a name, a path, or - for standard input.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_standard_input = text == STANDARD_INPUT;
        Ok(if is_standard_input { RulesInput::StandardInput } else { RulesInput::Named(text.to_owned()) })
    }
}

impl RulesInput {
    /// Returns the rule set.
    ///
    /// # Errors
    /// There is no such set, its file cannot be read, or its text is wrong.
    pub fn ruleset(&self, host: &dyn Host) -> Result<Ruleset, Failure> {
        let input = match self {
            RulesInput::Keys(keys) => {
                let refused =
                    |error: TableError| Failure::unusable(format!("rules.{}: {}", quoted(&error.key), error.message));
                return Ruleset::from_table(keys, "").map_err(refused);
            }
            RulesInput::Toml(text) => {
                let refused = |error| Failure::unusable(format!("rules.toml:{error}"));
                return Ruleset::from_toml(text, "").map_err(refused);
            }
            RulesInput::Named(name) => match builtin(name) {
                Some(rules) => return Ok(rules),
                None => self.file().ok_or_else(|| no_rules(name))?,
            },
            RulesInput::StandardInput => Input::StandardInput,
        };
        let name = input.name();
        let text = input.text(host, MAX_BYTES)?;
        // The name of a pipe, a device or a descriptor is only a number, so it names no rule set.
        let named = |path: &&Path| path.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc");
        let stem = input.path().filter(named).and_then(Path::file_stem);
        let source = stem.map(|stem| stem.to_string_lossy()).unwrap_or_default();
        Ruleset::from_toml(&text, &source).map_err(|error| Failure::unusable(format!("{name}:{error}")))
    }

    /// Returns the input from which the rules are read, unless they are built in or in memory.
    pub fn input(&self) -> Option<Input> {
        match self {
            RulesInput::StandardInput => Some(Input::StandardInput),
            RulesInput::Named(name) if builtin(name).is_none() => Some(Input::Path(PathBuf::from(name))),
            RulesInput::Named(_) | RulesInput::Toml(_) | RulesInput::Keys(_) => None,
        }
    }

    /// Returns the file that the text names, if it looks like one or exists.
    fn file(&self) -> Option<Input> {
        let looks_like_a_path = |path: &Path| path.extension().is_some_and(|ending| ending == "toml") || path.exists();
        self.input().filter(|input| input.path().is_some_and(looks_like_a_path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn ruleset(json: &str) -> Result<Ruleset, String> {
        let rules: RulesInput = serde_json::from_str(json).expect("rules");
        rules.ruleset(&Unattended).map_err(|failure| failure.to_string())
    }

    #[test]
    fn reads_rules_by_keys_and_names_the_wrong_key() {
        let rules = ruleset(r#"{"min_word": 4, "extends": "american"}"#).expect("rules");
        assert_eq!((rules.min_word, rules.single_cells), (4, false));
        let refused = |json: &str| ruleset(json).expect_err("a wrong key");
        assert!(refused(r#"{"edges": "no"}"#).starts_with("rules.edges: invalid type: string \"no\""));
        assert!(refused(r#"{"edges": true, "a\nb": 1}"#).starts_with("rules.a\\nb: no rule `a\\nb`"));
        assert!(refused(r#"{"extends": "welsh"}"#).starts_with("rules.extends: extends: no built-in rule set `welsh`"));
    }
}
