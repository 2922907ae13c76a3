//! Profiles: what a house asks of its grids, and how much it minds.
//!
//! A profile is a rule set, house rules that no rule set can spell, and for each code whether it is an error, a warning or a note.
//! Published puzzles often break a profile without being wrong, so much is a warning here that a rule set forbids.

use super::codes::Code;
use super::finding::Severity;
use super::house::HouseRule;
use crate::rules::{Checking, Limit, Ruleset, Symmetry, builtin};

/// The house rules of somebody.
pub struct Profile {
    /// The name, as `--profile` takes it.
    pub name: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// What it asks, in a few words.
    pub summary: &'static str,
    rules: fn() -> Ruleset,
    /// What a rule set cannot spell.
    pub house: &'static [HouseRule],
    errors: &'static [Code],
    notes: &'static [Code],
}

/// All profiles.
pub const PROFILES: [Profile; 5] = [
    Profile {
        name: "keith",
        source: "Keith 2026, rules 1-8",
        summary: "the grids that Keith counts, all rules strict",
        rules: || set("keith", "british"),
        house: &[HouseRule::OddSize],
        errors: &Code::ALL,
        notes: &[],
    },
    Profile {
        name: "times",
        source: "The Times, as told at timesforthetimes (\"more than you ever want to know about grids\")",
        summary: "half of every word checked, no three unches in a row, no two at an end, no part hanging on one square",
        rules: || Ruleset {
            name: "times".to_owned(),
            min_word: 3,
            checking: Checking::AtLeastHalf,
            max_unchecked_run: Limit::AtMost(2),
            max_unchecked_run_at_ends: Limit::AtMost(1),
            symmetry: Symmetry::Rot180,
            ..lax()
        },
        house: &[HouseRule::NoHinge],
        errors: &[Code::NoWhite, Code::Isolated, Code::Checking, Code::AdjacentUnches, Code::UnchesAtEnd, Code::CutOff],
        notes: &[],
    },
    Profile {
        name: "exet",
        source: "Exet, the web page for setters: its analysis of grids",
        summary: "no adjacent unches, hardly more unches than checked letters, words of 4 or more",
        rules: || Ruleset {
            name: "exet".to_owned(),
            min_word: 4,
            max_unchecked_run: Limit::AtMost(1),
            symmetry: Symmetry::Rot180,
            ..lax()
        },
        house: &[HouseRule::FewUnches],
        errors: &[Code::NoWhite, Code::Isolated, Code::CutOff],
        notes: &[],
    },
    Profile {
        name: "nyt",
        source: "The New York Times, as constructors quote it",
        summary: "every letter checked, 15 x 15 or 21 x 21, a sixth black at most, 78 words at most at 15 x 15",
        rules: || set("nyt", "american-loose"),
        house: &[HouseRule::SixthBlack, HouseRule::MostWords { size: 15, words: 78 }, HouseRule::Sizes(&[15, 21])],
        errors: &[
            Code::NoWhite,
            Code::Isolated,
            Code::SingleSquare,
            Code::ShortWord,
            Code::Checking,
            Code::AdjacentUnches,
            Code::UnchesAtEnd,
            Code::CutOff,
        ],
        notes: &[Code::UnusualSize],
    },
    Profile {
        name: "lax",
        source: "what every house asks",
        summary: "every white square in a word, and the grid in one piece",
        rules: || Ruleset { name: "lax".to_owned(), ..lax() },
        house: &[],
        errors: &[Code::NoWhite, Code::Isolated],
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
        (self.rules)()
    }

    /// How much it minds.
    pub fn severity(&self, code: Code) -> Severity {
        if self.errors.contains(&code) {
            Severity::Error
        } else if self.notes.contains(&code) {
            Severity::Note
        } else {
            Severity::Warning
        }
    }
}

/// Asks for what always holds, and for one region.
fn lax() -> Ruleset {
    Ruleset {
        name: String::new(),
        min_word: 2,
        single_cells: true,
        checking: Checking::Any,
        max_unchecked_run: Limit::Unlimited,
        max_unchecked_run_at_ends: Limit::Unlimited,
        edges: false,
        connected: true,
        symmetry: Symmetry::None,
        min_white_per_row: 0,
        max_word: Limit::Unlimited,
    }
}

/// A built-in rule set under the name of a profile.
fn set(name: &str, of: &str) -> Ruleset {
    Ruleset { name: name.to_owned(), ..builtin(of).unwrap_or_else(lax) }
}
