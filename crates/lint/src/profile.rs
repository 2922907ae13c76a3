//! Profiles: what a house asks of its grids, and how much it minds.
//!
//! A profile is a rule set, house rules that no rule set can spell, and for each code that these can find whether it is an error,
//! a warning or a note. Published puzzles often break a profile without being wrong, so much is a warning here that a rule set
//! forbids.
//!
//! The Guardian publishes no rules. Its profiles are our reading of six of its puzzles (a cryptic, two prize puzzles, a quiptic,
//! a quick and a Sunday quick one). All have the half turn and words of three letters or more, with half of the letters of each
//! checked, rounded up *or down* (UCUCU is common), and none has two unchecked letters side by side; two are let pass here inside
//! a word, as The Times lets them. They differ in size alone. Its mini crosswords, small blocks of white, are of another kind.

use super::codes::{self, Code};
use super::demand::{self, Demand};
use super::finding::Severity;
use super::house::{HouseRule, ManyBlacks, UnusualSize};
use super::{codes_of, codes_of_house};
use gridcheck_core::rules::{Checking, Limit, Ruleset, Symmetry, builtin};
use gridcheck_validator::{CutOff, Isolated, Miscounted, NoWhite, ShortWord, SingleCell, UncheckedEnd, UncheckedRun};

/// The house rules of somebody.
pub struct Profile {
    /// The name, as `--profile` takes it.
    pub name: &'static str,
    /// Who says so.
    pub source: &'static str,
    rules: fn() -> Ruleset,
    /// What a rule set cannot spell.
    pub house: &'static [HouseRule],
    errors: &'static [&'static Code],
    notes: &'static [&'static Code],
}

/// All profiles.
pub static PROFILES: [Profile; 9] = [
    Profile {
        name: "keith",
        source: "Keith 2026, rules 1-8",
        rules: || builtin("british").unwrap_or_else(lax),
        house: &[HouseRule::OddSize],
        errors: &codes::ALL,
        notes: &[],
    },
    Profile {
        name: "times",
        source: "The Times, as told at timesforthetimes (\"more than you ever want to know about grids\")",
        rules: || Ruleset {
            min_word: 3,
            checking: Checking::AtLeastHalf,
            max_unchecked_run: Limit::AtMost(2),
            max_unchecked_run_at_ends: Limit::AtMost(1),
            symmetry: Symmetry::Rot180,
            ..lax()
        },
        house: &[HouseRule::NoHinge],
        errors: &[
            &NoWhite::RULE.code,
            &Isolated::RULE.code,
            &Miscounted::RULE.code,
            &UncheckedRun::RULE.code,
            &UncheckedEnd::RULE.code,
            &CutOff::RULE.code,
        ],
        notes: &[],
    },
    guardian("guardian-cryptic", &[HouseRule::Sizes(&[15])]),
    guardian("guardian-prize", &[HouseRule::Sizes(&[15])]),
    guardian("guardian-quiptic", &[HouseRule::Sizes(&[15])]),
    guardian("guardian-quick", &[HouseRule::Sizes(&[13])]),
    Profile {
        name: "exet",
        source: "Exet, the web page for setters: its analysis of grids",
        rules: || Ruleset { min_word: 4, max_unchecked_run: Limit::AtMost(1), symmetry: Symmetry::Rot180, ..lax() },
        house: &[HouseRule::FewUnches],
        errors: &[&NoWhite::RULE.code, &Isolated::RULE.code, &CutOff::RULE.code],
        notes: &[],
    },
    Profile {
        name: "nyt",
        source: "The New York Times, as constructors quote it",
        rules: || builtin("american-loose").unwrap_or_else(lax),
        house: &[
            HouseRule::SixthBlack,
            HouseRule::MostWords { size: 15, words: 78 },
            HouseRule::MostWords { size: 21, words: 140 },
            HouseRule::Sizes(&[15, 21]),
        ],
        errors: &[
            &NoWhite::RULE.code,
            &Isolated::RULE.code,
            &SingleCell::RULE.code,
            &ShortWord::RULE.code,
            &Miscounted::RULE.code,
            &UncheckedRun::RULE.code,
            &UncheckedEnd::RULE.code,
            &CutOff::RULE.code,
        ],
        notes: &[ManyBlacks::CODE, UnusualSize::CODE],
    },
    Profile {
        name: "lax",
        source: "what every house asks",
        rules: lax,
        house: &[],
        errors: &[&NoWhite::RULE.code, &Isolated::RULE.code],
        notes: &[],
    },
];

impl Profile {
    /// The profile of that name.
    pub fn named(name: &str) -> Option<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// The part of it that a rule set can spell.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset { name: self.name.to_owned(), ..(self.rules)() }
    }

    /// The codes of what a grid can break under it, each once.
    pub fn codes(&self) -> Vec<&'static Code> {
        let mut codes: Vec<&'static Code> = codes_of(&self.ruleset()).chain(codes_of_house(self.house)).collect();
        codes.dedup();
        codes
    }

    /// Returns what it asks for, first what a rule set can spell.
    pub fn demands(&self) -> Vec<Demand> {
        let house = self.house.iter().map(|&rule| demand::of_house(rule));
        demand::of_rules(&self.ruleset()).into_iter().chain(house).collect()
    }

    /// Returns what it asks for on one line; what every house asks is left out, unless it asks for nothing else.
    pub fn summary(&self) -> String {
        let (mut demands, always) = (self.demands(), demand::of_rules(&lax()));
        if demands.len() > always.len() {
            demands.retain(|demand| !always.contains(demand));
        }
        demands.into_iter().map(|demand| demand.words).collect::<Vec<_>>().join("; ")
    }

    /// How much it minds what it can find.
    pub fn severity(&self, code: &Code) -> Severity {
        if self.errors.contains(&code) {
            Severity::Error
        } else if self.notes.contains(&code) {
            Severity::Note
        } else {
            Severity::Warning
        }
    }
}

/// What no puzzle of the Guardian that was read does.
const GUARDIAN_ERRORS: &[&Code] = &[
    &NoWhite::RULE.code,
    &Isolated::RULE.code,
    &ShortWord::RULE.code,
    &Miscounted::RULE.code,
    &UncheckedRun::RULE.code,
    &UncheckedEnd::RULE.code,
    &CutOff::RULE.code,
];

/// One of the Guardian's puzzles.
const fn guardian(name: &'static str, house: &'static [HouseRule]) -> Profile {
    Profile {
        name,
        source: "our reading of puzzles that the Guardian has printed",
        rules: || Ruleset {
            min_word: 3,
            checking: Checking::EitherHalf,
            max_unchecked_run: Limit::AtMost(2),
            max_unchecked_run_at_ends: Limit::AtMost(1),
            symmetry: Symmetry::Rot180,
            ..lax()
        },
        house,
        errors: GUARDIAN_ERRORS,
        notes: &[UnusualSize::CODE],
    }
}

/// Asks for what always holds, and for one region.
fn lax() -> Ruleset {
    Ruleset { connected: true, ..Ruleset::lax() }
}
