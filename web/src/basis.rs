//! The rules that judge a painting: a built-in rule set, a profile, or rules of the user.

use gridcheck::lint::Linter;
use gridcheck::lint::profile::Profile;
use gridcheck::rules::{Ruleset, builtin};

/// A rule set or a profile.
pub struct Basis {
    /// The linter, and the rules; for a profile, those that a rule set can express.
    pub linter: Linter,
}

impl Basis {
    /// Parses a name from the page: `rules british`, `profile times`, or `toml` and the text of a rule file after it.
    pub fn named(text: &str) -> Result<Self, String> {
        let (kind, name) = text.split_once([' ', '\n']).unwrap_or((text, ""));
        let linter = match kind {
            "rules" => Linter::by_rules(&builtin(name).ok_or_else(|| format!("no rule set `{name}`"))?),
            "profile" => Linter::by_profile(Profile::named(name).ok_or_else(|| format!("no profile `{name}`"))?),
            "toml" => Linter::by_rules(&Ruleset::from_toml(name, "own").map_err(|error| format!("rules:{error}"))?),
            other => return Err(format!("`{other}`: expected rules, profile or toml")),
        };
        Ok(Basis { linter: linter.with_clues() })
    }
}
