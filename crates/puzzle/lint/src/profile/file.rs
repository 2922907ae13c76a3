//! Reads profiles from TOML, with errors that name line and column, and writes them.
//!
//! A file changes the profile that `extends` names, or else `lax`. A key that is left out keeps the value of that profile, each key of the
//! tables `rules`, `house` and `severity` too. docs/SETTING.md has the keys.
//!
//! A profile lives as long as the program, because linters and reports refer to it. So the profile of a text is made once.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use toml::Spanned;

use super::Profile;
use crate::codes::{self, Code};
use crate::house::HouseRule;
use gridcheck_core::constraint::{BlackShape, Constraint};
use gridcheck_core::locks::locked;
use gridcheck_core::place::toml_fault;
use gridcheck_core::rules::{RulesError, Ruleset, WrittenRules};
use gridcheck_core::visible::quoted;
use gridcheck_validator::diagnostic::Severity;
use gridcheck_validator::rule::codes_of;

/// The name of the profile that asks what every house asks. The others add to it.
pub(super) const LAX: &str = "lax";
/// The name of a profile that has none.
const UNNAMED: &str = "unnamed";
/// The source of a profile that states none.
const OWN: &str = "its file";
/// The key for the severity of codes that are not named.
const OTHERS: &str = "others";

/// A built-in profile.
pub(super) struct Builtin {
    name: &'static str,
    text: &'static str,
}

macro_rules! builtin {
    ($($name:literal),*) => {
        [$(Builtin { name: $name, text: include_str!(concat!("../../profiles/", $name, ".toml")) }),*]
    };
}

/// The built-in profiles, in the order of the candidates of a choice.
pub(super) static BUILTIN: [Builtin; 12] = builtin![
    "keith",
    "times",
    "guardian-cryptic",
    "guardian-prize",
    "guardian-quiptic",
    "guardian-quick",
    "exet",
    "nyt",
    "azed",
    "mephisto",
    "listener",
    "lax"
];

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    extends: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    source: Option<String>,
    prints_lengths: Option<bool>,
    printed: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    rules: WrittenRules,
    #[serde(default)]
    house: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    severity: BTreeMap<Spanned<String>, Spanned<Level>>,
}

/// A complete file.
#[derive(Serialize)]
struct Complete<'a> {
    /// `None` for a built-in profile, whose name no other file may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    source: &'a str,
    prints_lengths: bool,
    printed: Vec<String>,
    rules: Map<String, Value>,
    house: Map<String, Value>,
    severity: BTreeMap<&'a str, Level>,
}

/// A severity, or that a code is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Note,
    Off,
}

impl Level {
    /// Returns the severity. It is the least for a code that is not reported.
    pub(super) fn severity(self) -> Severity {
        match self {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note | Level::Off => Severity::Note,
        }
    }
}

/// The house rules by their keys. An absent number asks for nothing.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of a file")]
struct House {
    no_hinge: bool,
    few_unches: bool,
    sixth_black: bool,
    most_words: BTreeMap<usize, usize>,
    sizes: Vec<usize>,
    odd_size: bool,
    largest_block: Option<usize>,
    black_run: Option<usize>,
    square_blocks: Option<usize>,
    black_edge: Option<usize>,
}

impl Builtin {
    /// Returns the profile.
    ///
    /// # Panics
    /// Never panics: a test reads each file.
    pub(super) fn profile(&self) -> Profile {
        let base =
            |name: &str| BUILTIN.iter().find(|other| other.name == name && name != self.name).map(Builtin::profile);
        read(self.text, self.name, &base).expect("a built-in profile is a correct file")
    }
}

impl Profile {
    /// Reads a profile. Without a name it is named after `source`, `source-changed` if a built-in profile has that name, else `unnamed`.
    ///
    /// # Errors
    /// The file is malformed, a value is out of range, or a name is not allowed or unknown.
    pub fn from_toml(text: &str, source: &str) -> Result<&'static Profile, RulesError> {
        static READ: Mutex<BTreeMap<(String, String), &'static Profile>> = Mutex::new(BTreeMap::new());
        let key = (text.to_owned(), source.to_owned());
        if let Some(known) = locked(&READ).get(&key) {
            return Ok(known);
        }
        let profile = read(text, source, &|name| Profile::named(name).cloned())?;
        Ok(locked(&READ).entry(key).or_insert_with(|| Box::leak(Box::new(profile))))
    }

    /// Returns the profile with another rule set: its house rules, severities and rules about clues stay.
    #[must_use]
    pub fn with_rules(&'static self, rules: &Ruleset) -> &'static Profile {
        static MADE: Mutex<Vec<(&'static Profile, Ruleset, &'static Profile)>> = Mutex::new(Vec::new());
        let mut made = locked(&MADE);
        // Two files of one name are two profiles.
        if let Some((.., known)) = made.iter().find(|(base, its, _)| std::ptr::eq(*base, self) && its == rules) {
            return known;
        }
        let name = format!("{} with the rules {}", self.name, rules.described()).leak();
        let mut profile = Profile { name, rules: rules.clone(), ..self.clone() };
        // No code of a rule set is off.
        let is_of_rules = |name: &str| codes_of(rules).any(|code: &Code| code.name == name);
        profile.severities.retain(|name, level| *level != Level::Off || !is_of_rules(name));
        let profile: &'static Profile = Box::leak(Box::new(profile));
        made.push((self, rules.clone(), profile));
        profile
    }

    /// Returns the profile as a complete TOML file.
    ///
    /// # Panics
    /// Never panics: texts, numbers, lists and tables of them always have a TOML form.
    pub fn to_toml(&self) -> String {
        let mut rules: Map<String, Value> =
            toml::from_str(&self.rules.to_toml()).expect("a rule set is written as a table");
        rules.remove("name");
        let mut house = House::of(self.house).table();
        house.retain(|_, value| !value.is_null() && value.as_object().is_none_or(|table| !table.is_empty()));
        let severity = self.severities.iter().map(|(code, level)| (*code, *level));
        let complete = Complete {
            name: Some(self.name).filter(|name| Profile::named(name).is_none()),
            source: self.source,
            prints_lengths: self.prints_lengths,
            printed: self.printed.iter().map(Constraint::to_string).collect(),
            rules,
            house,
            severity: severity.chain([(OTHERS, self.others)]).collect(),
        };
        toml::to_string(&complete).expect("a profile is a table of values and tables")
    }
}

/// Reads a profile that may extend those that `base` finds.
fn read(text: &str, source: &str, base: &dyn Fn(&str) -> Option<Profile>) -> Result<Profile, RulesError> {
    let at = |offset: usize, message: String| RulesError::at(text, (offset, message));
    let Written { extends, name, source: stated, prints_lengths, printed, rules, house, severity } =
        toml::from_str(text).map_err(|error| RulesError::at(text, toml_fault(&error)))?;
    let unknown = |name: &Spanned<String>| {
        let known: Vec<&str> = BUILTIN.iter().map(|builtin| builtin.name).collect();
        let found = quoted(name.get_ref());
        at(name.span().start, format!("extends: no built-in profile `{found}`, expected one of {}", known.join(", ")))
    };
    let base = match &extends {
        Some(name) => base(name.get_ref()).ok_or_else(|| unknown(name))?,
        // Only `lax` itself has no base.
        None => base(LAX).unwrap_or_else(nothing),
    };
    let is_builtin = |name: &str| BUILTIN.iter().any(|builtin| builtin.name == name && builtin.text != text);
    let fault = |name: &str| Ruleset { name: name.to_owned(), ..Ruleset::lax() }.name_fault();
    let name = match &name {
        Some(name) if is_builtin(name.get_ref()) => {
            return Err(at(name.span().start, format!("name: a built-in profile has the name {}", name.get_ref())));
        }
        Some(name) => match fault(name.get_ref()) {
            Some(fault) => return Err(at(name.span().start, format!("name: {fault}"))),
            None => name.get_ref().clone(),
        },
        None if fault(source).is_some() => UNNAMED.to_owned(),
        None if is_builtin(source) => format!("{source}-changed"),
        None => source.to_owned(),
    };
    let rules = Ruleset::from_written(&rules, Some(&base.rules), &name)
        .map_err(|(offset, message)| at(offset, format!("rules: {message}")))?;
    let rules = Ruleset { name: name.clone(), ..rules };
    let house = read_house(base.house, &house).map_err(|fault| RulesError::at(text, fault))?;
    let printed = match printed {
        None => base.printed,
        Some(written) => {
            let read = |written: &Spanned<String>| {
                let parsed = written.get_ref().parse::<Constraint>();
                parsed.map_err(|error| at(written.span().start, format!("printed: {}", error.message)))
            };
            written.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    let (mut severities, mut others) = (base.severities, base.others);
    for (code, level) in &severity {
        let level = *level.get_ref();
        let refused = |message: String| at(code.span().start, message);
        if code.get_ref() == OTHERS {
            if level == Level::Off {
                return Err(refused(format!("{OTHERS}: expected error, warning or note")));
            }
            others = level;
            continue;
        }
        let named = codes::named(code.get_ref()).ok_or_else(|| {
            refused(format!(
                "no code `{}` (see gridcheck rules --codes), expected one or {OTHERS}",
                quoted(code.get_ref())
            ))
        })?;
        if level == Level::Off && codes_of(&rules).any(|its: &Code| its == named) {
            return Err(refused(format!("{} is a code of the rule set: change the rule instead", named.name)));
        }
        severities.insert(named.name, level);
    }
    Ok(Profile {
        name: name.leak(),
        source: match stated {
            Some(source) => source.leak(),
            None if extends.is_none() => OWN,
            None => base.source,
        },
        rules,
        house: house.leak(),
        printed,
        prints_lengths: prints_lengths.unwrap_or(base.prints_lengths),
        severities,
        others,
    })
}

/// Returns the profile that asks for nothing.
fn nothing() -> Profile {
    Profile {
        name: UNNAMED,
        source: OWN,
        rules: Ruleset::lax(),
        house: &[],
        printed: Vec::new(),
        prints_lengths: false,
        severities: BTreeMap::new(),
        others: Level::Warning,
    }
}

/// Changes the house rules of a base. Returns the byte offset of a fault and its message.
fn read_house(
    base: &[HouseRule],
    written: &BTreeMap<Spanned<String>, Spanned<toml::Value>>,
) -> Result<Vec<HouseRule>, (usize, String)> {
    let mut house = House::of(base);
    for (key, value) in written {
        let mut table = house.table();
        let known: Vec<String> = table.keys().cloned().collect();
        let place = table.get_mut(key.get_ref()).ok_or_else(|| {
            let found = quoted(key.get_ref());
            (key.span().start, format!("house: no rule `{found}`, expected one of {}", known.join(", ")))
        })?;
        if value.get_ref().is_float() {
            return Err((value.span().start, format!("house: {}: expected a whole number, or false", key.get_ref())));
        }
        let is_removed = value.get_ref().as_bool() == Some(false);
        let nothing = House::default().table().remove(key.get_ref()).unwrap_or_default();
        *place = if is_removed { nothing } else { json!(value.get_ref()) };
        house = serde_json::from_value(Value::Object(table))
            .map_err(|error| (value.span().start, format!("house: {}: {error}", key.get_ref())))?;
    }
    Ok(house.rules())
}

impl House {
    /// Returns the keys of rules.
    fn of(rules: &[HouseRule]) -> Self {
        let mut house = House::default();
        for rule in rules {
            match *rule {
                HouseRule::NoHinge => house.no_hinge = true,
                HouseRule::FewUnches => house.few_unches = true,
                HouseRule::SixthBlack => house.sixth_black = true,
                HouseRule::MostWords { size, words } => drop(house.most_words.insert(size, words)),
                HouseRule::Sizes(sizes) => house.sizes = sizes.to_vec(),
                HouseRule::OddSize => house.odd_size = true,
                HouseRule::MostBlack(BlackShape::LargestBlock, most) => house.largest_block = Some(most),
                HouseRule::MostBlack(BlackShape::Run, most) => house.black_run = Some(most),
                HouseRule::MostBlack(BlackShape::TwoByTwo, most) => house.square_blocks = Some(most),
                HouseRule::MostBlack(BlackShape::EdgeRun, most) => house.black_edge = Some(most),
            }
        }
        house
    }

    /// Returns the rules, in a fixed order.
    fn rules(self) -> Vec<HouseRule> {
        let House { no_hinge, few_unches, sixth_black, most_words, sizes, odd_size, .. } = self;
        let House { largest_block, black_run, square_blocks, black_edge, .. } = self;
        let plain =
            [(no_hinge, HouseRule::NoHinge), (few_unches, HouseRule::FewUnches), (sixth_black, HouseRule::SixthBlack)];
        let mut rules: Vec<HouseRule> =
            plain.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, rule)| rule).collect();
        rules.extend(most_words.into_iter().map(|(size, words)| HouseRule::MostWords { size, words }));
        if !sizes.is_empty() {
            rules.push(HouseRule::Sizes(sizes.leak()));
        }
        rules.extend(odd_size.then_some(HouseRule::OddSize));
        let black = [
            (BlackShape::LargestBlock, largest_block),
            (BlackShape::Run, black_run),
            (BlackShape::TwoByTwo, square_blocks),
            (BlackShape::EdgeRun, black_edge),
        ];
        rules.extend(black.into_iter().filter_map(|(shape, most)| Some(HouseRule::MostBlack(shape, most?))));
        rules
    }

    fn table(&self) -> Map<String, Value> {
        match json!(self) {
            Value::Object(table) => table,
            _ => Map::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PROFILES;
    use super::*;

    fn refused(text: &str) -> String {
        Profile::from_toml(text, "house").expect_err("a faulty profile").to_string()
    }

    #[test]
    fn a_complete_file_is_the_same_profile() {
        for profile in PROFILES.iter() {
            let text = profile.to_toml();
            let again = Profile::from_toml(&text, "again").expect("a written profile");
            assert_eq!(again.to_toml(), format!("name = \"again\"\n{text}"));
            assert_eq!((again.house, again.codes()), (profile.house, profile.codes()), "{text}");
            assert!(again.ruleset().has_rules_of(&profile.ruleset()), "{text}");
            for code in codes::all() {
                assert_eq!(again.severity(code), profile.severity(code), "{} {}", profile.name, code.name);
            }
        }
    }

    #[test]
    fn keys_that_are_left_out_are_those_of_the_base() {
        let text = "extends = 'times'\n[rules]\nmin_word = 4\n[house]\nno_hinge = false\nblack_edge = false\n\
                    most_words = { 15 = 40 }\n[severity]\nGC104 = 'error'\nGC114 = 'off'\nothers = 'note'\n";
        let house = Profile::from_toml(text, "house").expect("a profile");
        let times = Profile::named("times").expect("a profile");
        assert_eq!((house.name, house.source, house.ruleset().min_word), ("house", times.source, 4));
        assert_eq!(house.ruleset().checking, times.ruleset().checking);
        let expected = [
            HouseRule::MostWords { size: 15, words: 40 },
            HouseRule::Sizes(&[13, 15, 23]),
            HouseRule::MostBlack(BlackShape::LargestBlock, 9),
        ];
        assert_eq!(house.house, expected);
        let severity = |name: &str| house.severity(codes::named(name).expect("a code"));
        assert_eq!(
            [severity("GC104"), severity("GC002"), severity("GC008")],
            [Severity::Error, Severity::Note, Severity::Error]
        );
        assert!(house.codes().iter().all(|code| code.name != "GC114"));
        assert!(std::ptr::eq(house, Profile::from_toml(text, "house").expect("a profile")), "it is made once");
        assert_eq!(Profile::from_toml("", "times").expect("a profile").name, "times-changed");
        let lax = Profile::from_toml("", "lax").expect("a profile");
        assert!(lax.ruleset().connected && lax.name == "lax-changed");
        let none = "extends = 'nyt'\n[house]\nsizes = false\nmost_words = false\nsixth_black = false\n";
        assert_eq!(Profile::from_toml(none, "none").expect("a profile").house, []);
        assert_eq!(Profile::from_toml("", "a/b").expect("a profile").name, UNNAMED);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, expected) in [
            ("nam = 'x'", "1:1: unknown field `nam`"),
            ("extends = 'time'", "1:11: extends: no built-in profile `time`, expected one of keith, "),
            ("name = 'times'", "1:8: name: a built-in profile has the name times"),
            ("name = 'a/b'", "1:8: name: "),
            ("[rules]\nmin_words = 3", "2:1: rules: no rule `min_words`"),
            ("[rules]\nmin_word = 0", "2:12: rules: "),
            ("[house]\nhinge = true", "2:1: house: no rule `hinge`, expected one of "),
            ("[house]\nsizes = 15", "2:9: house: sizes: "),
            ("[house]\nblack_edge = nan", "2:14: house: black_edge: expected a whole number, or false"),
            ("printed = ['blacks <= 9', 'black <= 9']", "1:27: printed: "),
            ("[severity]\nGC999 = 'note'", "2:1: no code `GC999`"),
            ("[severity]\nGC104 = 'fatal'", "2:9: unknown variant `fatal`"),
            ("[severity]\nGC011 = 'off'", "2:1: GC011 is a code of the rule set"),
            ("[severity]\nothers = 'off'", "2:1: others: expected error, warning or note"),
        ] {
            let message = refused(text);
            assert!(message.starts_with(expected) && !message.contains('\n'), "{text}: {message}");
        }
    }

    #[test]
    fn a_rule_set_takes_the_place_of_that_of_the_profile() {
        let rules = Ruleset::from_toml("min_word = 5", "mine").expect("a rule set");
        let times = Profile::named("times").expect("a profile");
        let both = times.with_rules(&rules);
        assert_eq!((both.ruleset().min_word, both.house), (5, times.house));
        assert!(std::ptr::eq(both, times.with_rules(&rules)) && both.name.starts_with("times with the rules mine"));
        let [small, large] = ["[house]\nsizes = [5]", "[house]\nsizes = [9]\n[severity]\nGC008 = 'off'"]
            .map(|text| Profile::from_toml(text, "house").expect("a profile").with_rules(&rules));
        assert_ne!(small.house, large.house, "two profiles of one name");
        assert!(large.codes().iter().any(|code| code.name == "GC008"), "the rules are judged");
    }
}
