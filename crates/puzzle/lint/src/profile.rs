//! Defines profiles: the rules of a house for its grids, with severities.
//!
//! A profile is a rule set and house rules that no rule set can express. For each code that these can find, it defines if the finding is an
//! error, a warning or a note. Published puzzles often break a profile and are not wrong. Therefore many rules of a rule set only give
//! warnings here.
//!
//! The Guardian publishes no rules. Its profiles are derived from six of its puzzles: a cryptic, two prize puzzles, a quiptic, a quick and
//! a Sunday quick one. All have the half turn and words of three letters or more. Half of the letters of each word are checked, rounded up
//! *or down* (UCUCU is common), and none has two unchecked letters side by side. These profiles accept two inside a word, as The Times
//! does. They differ in size alone. Its mini crosswords, small blocks of white, are of another kind.

use super::clue;
use super::codes::{self, Code};
use super::demand::{self, Demand};
use super::house::{HouseRule, black_shapes, blacks, sizes};
use gridcheck_core::constraint::{BlackShape, Bounds, Constraint, Measure, Subject};
use gridcheck_core::rules::{Checking, Limit, Ruleset, Symmetry, builtin};
use gridcheck_validator::diagnostic::Severity;
use gridcheck_validator::rule::{
    checking, codes_of, connected, in_word, kind, min_word, single_cells, unchecked_ends, unchecked_run, white,
};

/// The rules of a house.
pub struct Profile {
    /// The name, as `--profile` takes it.
    pub name: &'static str,
    /// The source of the rules.
    pub source: &'static str,
    rules: fn() -> Ruleset,
    /// The rules that a rule set cannot express.
    pub house: &'static [HouseRule],
    /// The greatest values of further quantities in the grids that were measured. No finding reports more, but grids that are drawn have
    /// no more.
    printed: &'static [(Subject, u32)],
    /// `true` if the house prints the lengths of answers behind clues.
    prints_lengths: bool,
    errors: &'static [&'static Code],
    notes: &'static [&'static Code],
}

/// All profiles.
pub static PROFILES: [Profile; 12] = [
    Profile {
        name: "keith",
        source: "Keith 2026, rules 1-8",
        rules: || builtin("british").unwrap_or_else(lax),
        house: &[HouseRule::OddSize],
        errors: &codes::ALL,
        ..LAX
    },
    Profile {
        source: "The Times, as told at timesforthetimes (\"more than you ever want to know about grids\")",
        rules: || Ruleset { checking: Checking::AtLeastHalf, ..half_checked() },
        errors: &[
            white::CODE,
            in_word::CODE,
            checking::CODE,
            unchecked_run::CODE,
            unchecked_ends::CODE,
            connected::CODE,
            kind::CODE,
        ],
        ..guardian("times", &[HouseRule::NoHinge, HouseRule::Sizes(&[13, 15, 23]), BLOCKS, EDGES])
    },
    guardian("guardian-cryptic", &[HouseRule::Sizes(&[15]), BLOCKS, EDGES]),
    guardian("guardian-prize", &[HouseRule::Sizes(&[15]), BLOCKS, EDGES]),
    guardian("guardian-quiptic", &[HouseRule::Sizes(&[15]), BLOCKS, EDGES]),
    guardian("guardian-quick", &[HouseRule::Sizes(&[13]), BLOCKS, EDGES]),
    Profile {
        name: "exet",
        source: "Exet, the web page for setters: its analysis of grids",
        rules: || Ruleset { min_word: 4, max_unchecked_run: Limit::AtMost(1), symmetry: Symmetry::Rot180, ..lax() },
        house: &[HouseRule::FewUnches],
        prints_lengths: true,
        errors: &[white::CODE, in_word::CODE, connected::CODE],
        ..LAX
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
        printed: AMERICAN,
        errors: &[
            white::CODE,
            in_word::CODE,
            single_cells::CODE,
            min_word::CODE,
            checking::CODE,
            unchecked_run::CODE,
            unchecked_ends::CODE,
            connected::CODE,
            kind::CODE,
        ],
        notes: &[blacks::CODE, sizes::CODE],
        ..LAX
    },
    barred("azed", "Ximenes 1966, and our reading of four grids that have been printed", ximenes_4),
    barred("mephisto", "as azed: we know of no difference", ximenes_4),
    Profile {
        house: &[],
        ..barred("listener", "Ximenes 1966; sizes differ, and words of three letters occur", ximenes)
    },
    LAX,
];

impl Profile {
    /// Returns the profile of that name, in upper or lower case.
    pub fn named(name: &str) -> Option<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(name))
    }

    /// Returns the rules of the profile that a rule set can express.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset { name: self.name.to_owned(), ..(self.rules)() }
    }

    /// Returns the codes of the rules that a grid can break under the profile, each once.
    pub fn codes(&self) -> Vec<&'static Code> {
        let rules = self.ruleset();
        let of_grid = codes_of(&rules).chain(self.house.iter().map(|rule| rule.code()));
        let of_clues = clue::RULES.iter().map(|rule| rule.code);
        let of_clues = of_clues.filter(|&code| self.prints_lengths || code != clue::NO_LENGTHS);
        let mut codes: Vec<&'static Code> = of_grid.chain(of_clues).collect();
        codes.dedup();
        codes
    }

    /// Returns the house rules whose violation is more than a note.
    pub fn strict_house_rules(&self) -> impl Iterator<Item = HouseRule> {
        self.house.iter().copied().filter(|rule| self.severity(rule.code()) > Severity::Note)
    }

    /// Returns what the grids that the house prints have in common beyond its rules.
    pub fn printed(&self) -> impl Iterator<Item = Constraint> {
        self.printed.iter().map(|&(subject, most)| Constraint { subject, bounds: Bounds::at_most(most) })
    }

    /// Returns the demands of the profile, first those that a rule set can express.
    pub fn demands(&self) -> Vec<Demand> {
        let house = self.house.iter().map(|&rule| demand::of_house(rule));
        demand::of_rules(&self.ruleset()).into_iter().chain(house).collect()
    }

    /// Returns the demands on one line. It omits the demands that every house has, unless there are no others.
    pub fn summary(&self) -> String {
        let (mut demands, always) = (self.demands(), demand::of_rules(&lax()));
        if demands.len() > always.len() {
            demands.retain(|demand| !always.contains(demand));
        }
        demands.into_iter().map(|demand| demand.words).collect::<Vec<_>>().join("; ")
    }

    /// Returns the severity of a code under the profile.
    pub fn severity(&self, code: &Code) -> Severity {
        if let Some(rule) = clue::RULES.iter().find(|rule| rule.code == code) {
            rule.severity
        } else if self.errors.contains(&code) {
            Severity::Error
        } else if self.notes.contains(&code) {
            Severity::Note
        } else {
            Severity::Warning
        }
    }
}

/// The most that 16 of 17 published British grids have: blocks of 9 squares, one has 15, and 3 squares along an edge.
const BLOCKS: HouseRule = HouseRule::MostBlack(BlackShape::LargestBlock, 9);
const EDGES: HouseRule = HouseRule::MostBlack(BlackShape::EdgeRun, 3);

/// The most that 17 published British grids have: no area of two by two black squares, and 4 words of three letters.
const BRITISH: &[(Subject, u32)] = &[(Subject::Black(BlackShape::TwoByTwo), 0), (Subject::Of(Measure::Length(3)), 4)];
/// The most that 9 published American grids have: blocks of 4 squares, 2 along an edge, no area of two by two. Two more have pictures of black
/// squares.
const AMERICAN: &[(Subject, u32)] = &[
    (Subject::Black(BlackShape::LargestBlock), 4),
    (Subject::Black(BlackShape::EdgeRun), 2),
    (Subject::Black(BlackShape::TwoByTwo), 0),
];

/// The profile that asks what every house asks. The others add to it.
const LAX: Profile = Profile {
    name: "lax",
    source: "what every house asks",
    rules: lax,
    house: &[],
    printed: &[],
    prints_lengths: false,
    errors: &[white::CODE, in_word::CODE],
    notes: &[kind::CODE],
};

/// The codes that no examined puzzle of the Guardian breaks.
const GUARDIAN_ERRORS: &[&Code] = &[
    white::CODE,
    in_word::CODE,
    min_word::CODE,
    checking::CODE,
    unchecked_run::CODE,
    unchecked_ends::CODE,
    connected::CODE,
    kind::CODE,
];

/// Creates the profile of one kind of the Guardian's puzzles.
const fn guardian(name: &'static str, house: &'static [HouseRule]) -> Profile {
    Profile {
        name,
        source: "our reading of puzzles that the Guardian has printed",
        rules: half_checked,
        house,
        printed: BRITISH,
        prints_lengths: true,
        errors: GUARDIAN_ERRORS,
        notes: &[sizes::CODE, black_shapes::BLOCK, black_shapes::EDGE],
    }
}

/// Creates the profile of a house that prints barred grids.
const fn barred(name: &'static str, source: &'static str, rules: fn() -> Ruleset) -> Profile {
    Profile {
        name,
        source,
        rules,
        house: &[HouseRule::Sizes(&[12])],
        printed: &[],
        prints_lengths: true,
        errors: GUARDIAN_ERRORS,
        notes: &[sizes::CODE],
    }
}

/// Returns rules by which half of the letters of each word are checked.
fn half_checked() -> Ruleset {
    Ruleset {
        min_word: 3,
        checking: Checking::EitherHalf,
        max_unchecked_run: Limit::AtMost(2),
        max_unchecked_run_at_ends: Limit::AtMost(1),
        symmetry: Symmetry::Rot180,
        ..lax()
    }
}

fn ximenes() -> Ruleset {
    builtin("ximenes").unwrap_or_else(lax)
}

fn ximenes_4() -> Ruleset {
    builtin("ximenes-4").unwrap_or_else(lax)
}

/// Returns the rules that always hold, and a single region.
fn lax() -> Ruleset {
    Ruleset { connected: true, ..Ruleset::lax() }
}
