//! Defines profiles: the rules of a house for its grids, with severities.
//!
//! A profile is a rule set and house rules that no rule set can express. For each code that these can find, it defines if the finding is an
//! error, a warning or a note. Published puzzles often break a profile and are not wrong. Therefore many rules of a rule set only give
//! warnings here.
//!
//! Each built-in profile is a TOML file of the folder `profiles`, which states its sources. The file of a house of one's own is read in the
//! same way ([`mod@file`]).

pub mod file;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::clue;
use super::codes::Code;
use super::demand::{self, Demand};
use super::house::HouseRule;
use file::{BUILTIN, Builtin, Level};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::rules::Ruleset;
use gridcheck_validator::diagnostic::Severity;
use gridcheck_validator::rule::codes_of;

/// The rules of a house.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The name, as `--profile` takes it.
    pub name: &'static str,
    /// The source of the rules.
    pub source: &'static str,
    rules: Ruleset,
    /// The rules that a rule set cannot express.
    pub house: &'static [HouseRule],
    /// The greatest values of further quantities in the grids that were measured. No finding reports more, but grids that are drawn have
    /// no more.
    printed: Vec<Constraint>,
    /// `true` if the house prints the lengths of answers behind clues.
    prints_lengths: bool,
    /// The severities of codes by their names. Other codes about clues have their own severity.
    severities: BTreeMap<&'static str, Level>,
    /// The severity of other codes about grids.
    others: Level,
}

/// All profiles, in the order of the candidates of [`Choice`](super::choice::Choice).
pub static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| BUILTIN.iter().map(Builtin::profile).collect());

impl Profile {
    /// Returns the profile of that name, in upper or lower case.
    pub fn named(name: &str) -> Option<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(name))
    }

    /// Returns the rules of the profile that a rule set can express.
    pub fn ruleset(&self) -> Ruleset {
        self.rules.clone()
    }

    /// Returns the codes of the rules that a grid can break under the profile, each once.
    pub fn codes(&self) -> Vec<&'static Code> {
        let rules = self.ruleset();
        let of_grid = codes_of(&rules).chain(self.house.iter().map(|rule| rule.code()));
        let of_clues = clue::RULES.iter().map(|rule| rule.code);
        let of_clues = of_clues.filter(|&code| self.prints_lengths || code != clue::NO_LENGTHS);
        let is_reported = |code: &&Code| self.severities.get(code.name) != Some(&Level::Off);
        let mut codes: Vec<&'static Code> = of_grid.chain(of_clues).filter(is_reported).collect();
        codes.dedup();
        codes
    }

    /// Returns the house rules whose violation is more than a note.
    pub fn strict_house_rules(&self) -> impl Iterator<Item = HouseRule> {
        self.house.iter().copied().filter(|rule| self.severity(rule.code()) > Severity::Note)
    }

    /// Returns what the grids that the house prints have in common beyond its rules.
    pub fn printed(&self) -> impl Iterator<Item = Constraint> {
        self.printed.iter().copied()
    }

    /// Returns the demands of the profile, first those that a rule set can express.
    pub fn demands(&self) -> Vec<Demand> {
        let house = self.house.iter().map(|&rule| demand::of_house(rule));
        demand::of_rules(&self.ruleset()).into_iter().chain(house).collect()
    }

    /// Returns the demands on one line. It omits the demands that every house has, unless there are no others.
    pub fn summary(&self) -> String {
        let always = Profile::named(file::LAX).map_or(Vec::new(), |lax| demand::of_rules(&lax.rules));
        let mut demands = self.demands();
        if demands.len() > always.len() {
            demands.retain(|demand| !always.contains(demand));
        }
        demands.into_iter().map(|demand| demand.words).collect::<Vec<_>>().join("; ")
    }

    /// Returns the severity of a code under the profile.
    pub fn severity(&self, code: &Code) -> Severity {
        let of_clues = || clue::RULES.iter().find(|rule| rule.code == code).map(|rule| rule.severity);
        let stated = self.severities.get(code.name).map(|level| level.severity());
        stated.or_else(of_clues).unwrap_or(self.others.severity())
    }
}
