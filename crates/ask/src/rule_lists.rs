//! `gridcheck rules`: the built-in rule sets, the profiles and the codes of findings, or one of them in full.

use serde::Deserialize;

use gridcheck_core::rules::{Builtin, Ruleset, all_builtin};
use gridcheck_lint::codes::{self, Code};
use gridcheck_lint::explanation::explanation;
use gridcheck_lint::profile::{PROFILES, Profile};

use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::names::profile_to_ask;
use super::rules::RulesInput;
use super::{Ask, usage};

/// Lists the built-in rule sets, the profiles or the codes of findings, or shows one rule set or code in full.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Rules"))]
#[serde(deny_unknown_fields, default)]
pub struct RulesRequest {
    /// Print this rule set: a built-in one or a TOML file; - is standard input.
    #[cfg_attr(feature = "clap", arg(value_name = "NAME|FILE.toml"))]
    pub name: Option<RulesInput>,
    /// List the profiles, the styles of houses, for validate, repair, complete and sample.
    #[cfg_attr(feature = "clap", arg(long))]
    pub profiles: bool,
    /// Print this profile: a built-in one or a TOML file.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub profile: Option<String>,
    /// List the codes of findings.
    #[cfg_attr(feature = "clap", arg(long))]
    pub codes: bool,
    /// Explain a code of a finding, or a rule by its key in a rule set. docs/COUNTING.md has the values of each key.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CODE|KEY"))]
    pub explain: Option<String>,
}

/// A list of rules, or one rule in full.
pub enum RulesReport {
    /// The built-in rule sets.
    RuleSets(Vec<&'static Builtin>),
    /// The profiles.
    Profiles(&'static [Profile]),
    /// The codes of findings, with that of a file that cannot be read.
    Codes(Vec<&'static Code>),
    /// One rule set.
    RuleSet(Box<Ruleset>),
    /// One profile.
    Profile(&'static Profile),
    /// The explanation of a code, as Markdown without a line end.
    Explanation(String),
}

impl Ask for RulesRequest {
    type Report = RulesReport;

    fn ask(&self, host: &dyn Host) -> Result<RulesReport, Failure> {
        let RulesRequest { name, profiles, profile, codes, explain } = self;
        let given = Given([
            ("profiles", *profiles),
            ("profile", profile.is_some()),
            ("codes", *codes),
            ("explain", explain.is_some()),
        ]);
        given.refuse("profiles", &["profile", "codes", "explain"])?;
        given.refuse("profile", &["codes", "explain"])?;
        given.refuse("codes", &["explain"])?;
        if let Some(profile) = profile {
            if name.is_some() {
                return Err(usage!([profile] " cannot be combined with the name of a rule set"));
            }
            return Ok(RulesReport::Profile(profile_to_ask(profile, host)?));
        }
        Ok(match (explain, name) {
            (Some(_), Some(_)) => return Err(usage!([explain] " cannot be combined with the name of a rule set")),
            (Some(code), None) => RulesReport::Explanation(explanation(explained(code)?)),
            (None, _) if *codes => RulesReport::Codes(codes::explained().collect()),
            (None, _) if *profiles => RulesReport::Profiles(&PROFILES),
            (None, Some(rules)) => RulesReport::RuleSet(Box::new(rules.ruleset(host)?)),
            (None, None) => RulesReport::RuleSets(all_builtin().collect()),
        })
    }
}

/// Returns the code of this name, in upper or lower case, or of the rule with this key.
fn explained(code: &str) -> Result<&'static Code, Failure> {
    let known = codes::explained().find(|known| known.name.eq_ignore_ascii_case(code) || known.key == Some(code));
    known.ok_or_else(|| Failure::unusable(format!("no code and no rule `{code}` (see gridcheck rules --codes)")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn report(request: &str) -> Result<RulesReport, Failure> {
        serde_json::from_str::<RulesRequest>(request).expect("a request").ask(&Unattended)
    }

    #[test]
    fn each_option_has_its_report() {
        assert!(matches!(report("{}"), Ok(RulesReport::RuleSets(sets)) if sets.len() == all_builtin().count()));
        let profiles = report(r#"{"profiles": true}"#);
        assert!(matches!(profiles, Ok(RulesReport::Profiles(profiles)) if profiles.len() == PROFILES.len()));
        let codes = report(r#"{"codes": true}"#);
        assert!(matches!(codes, Ok(RulesReport::Codes(codes)) if codes.len() == codes::all().count() + 1));
        let named = |name: &str| match report(&format!(r#"{{"name": "{name}"}}"#)) {
            Ok(RulesReport::RuleSet(rules)) => (rules.name, rules.min_word),
            _ => panic!("no rule set {name}"),
        };
        assert_eq!(named("min-4"), ("min-4".to_owned(), 4));
        assert_eq!(named(r"min_word = 5\n").1, 5);
        for code in ["gc002", "min_word"] {
            let explained = report(&format!(r#"{{"explain": "{code}"}}"#));
            assert!(matches!(explained, Ok(RulesReport::Explanation(text)) if text.starts_with("GC0")), "{code}");
        }
    }

    #[test]
    fn what_contradicts_itself_or_is_unknown_is_refused() {
        for (request, text) in [
            (r#"{"profiles": true, "codes": true}"#, "--profiles cannot be combined with --codes"),
            (r#"{"profiles": true, "profile": "nyt"}"#, "--profiles cannot be combined with --profile"),
            (r#"{"profile": "nyt", "name": "british"}"#, "--profile cannot be combined with the name of a rule set"),
            (r#"{"profile": "auto"}"#, "--profile auto is chosen for a finished grid"),
            (r#"{"profile": "welsh"}"#, "no profile `welsh` and no such file, expected auto or one of keith, "),
            (r#"{"profile": "[house]\nsize = 15"}"#, "profile.toml:2:1: house: no rule `size`"),
            (r#"{"codes": true, "explain": "GC001"}"#, "--codes cannot be combined with --explain"),
            (r#"{"name": "british", "explain": "GC001"}"#, "--explain cannot be combined with the name of a rule set"),
            (r#"{"explain": "GC0"}"#, "no code and no rule `GC0` (see gridcheck rules --codes)"),
            (r#"{"name": "welsh"}"#, "no built-in rule set `welsh`"),
        ] {
            let failure = report(request).err().expect("a refusal").to_string();
            assert!(failure.starts_with(text), "{request}: {failure}");
        }
    }
}
