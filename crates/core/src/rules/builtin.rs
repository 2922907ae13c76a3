//! Defines the built-in rule sets as differences from `british`.

use super::{Checking, GridKind, Limit, Ruleset, Symmetry, UncheckedTable};

/// A built-in rule set and its source.
pub struct Builtin {
    /// The name, as `--rules` takes it.
    pub name: &'static str,
    /// The publication of these rules.
    pub source: &'static str,
    /// The difference from other sets, in a few words.
    pub summary: &'static str,
    make: fn() -> Ruleset,
}

impl Builtin {
    /// Builds the rule set.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset { name: self.name.to_owned(), ..(self.make)() }
    }
}

/// The built-in rule sets for grids of blocks, `british` first.
pub static BUILTIN: [Builtin; 7] = [
    Builtin {
        name: "british",
        source: "Keith 2026, rules 1-8",
        summary: "words of 3 or more, half of each checked (rounded up), no long unchecked runs",
        make: british,
    },
    Builtin {
        name: "american",
        source: "Keith 2026, American rule 6; OEIS A323839",
        summary: "every letter checked",
        make: || Ruleset { single_cells: false, checking: Checking::All, ..british() },
    },
    Builtin {
        name: "american-loose",
        source: "Ferry 2019",
        summary: "american, and the outer rows and columns may be all black",
        make: || Ruleset { single_cells: false, checking: Checking::All, edges: false, ..british() },
    },
    Builtin {
        name: "ho",
        source: "Ho 2021, rules 1-6 as stated in words",
        summary: "the same grids as british",
        make: british,
    },
    Builtin {
        name: "min-4",
        source: "Keith 2026, 3*",
        summary: "british with words of 4 or more",
        make: || Ruleset { min_word: 4, ..british() },
    },
    Builtin {
        name: "either-half",
        source: "Keith 2026, 6*",
        summary: "british, and half of a word may be rounded up or down",
        make: || Ruleset { checking: Checking::EitherHalf, ..british() },
    },
    Builtin {
        name: "no-pairs",
        source: "Keith 2026, 7*",
        summary: "british without two adjacent unchecked letters",
        make: || Ruleset { max_unchecked_run: Limit::AtMost(1), ..british() },
    },
];

/// The built-in rule sets for barred grids, `ximenes` first.
pub static BARRED: [Builtin; 3] = [
    Builtin {
        name: "ximenes",
        source: "Ximenes 1966",
        summary: "bars; words of 3 or more, few letters unchecked, by length, and no two adjacent",
        make: ximenes,
    },
    Builtin {
        name: "ximenes-4",
        source: "four published grids of 12 x 12",
        summary: "ximenes with words of 4 or more",
        make: || Ruleset { min_word: 4, ..ximenes() },
    },
    Builtin {
        name: "ximenes-thirds",
        source: "another reading of Ximenes",
        summary: "ximenes, and a third of the letters, rounded down, from 9 letters on",
        make: || Ruleset { checking: Checking::ByLength(XIMENES.with(10, 0, 3).with(11, 0, 3)), ..ximenes() },
    },
];

/// The unchecked letters that Ximenes allows.
const XIMENES: UncheckedTable = UncheckedTable::empty()
    .with(3, 0, 0)
    .with(4, 0, 1)
    .with(5, 0, 1)
    .with(6, 0, 2)
    .with(7, 0, 2)
    .with(8, 0, 3)
    .with(9, 0, 3)
    .with(10, 0, 4)
    .with(11, 0, 4)
    .with(12, 0, 4);

/// Returns all built-in rule sets.
pub fn all_builtin() -> impl Iterator<Item = &'static Builtin> + Clone {
    BUILTIN.iter().chain(&BARRED)
}

/// Returns the built-in rule set of that name.
pub fn builtin(name: &str) -> Option<Ruleset> {
    all_builtin().find(|set| set.name == name).map(Builtin::ruleset)
}

/// Returns `true` if Keith (2026) counts grids by these rules.
pub fn is_keiths(rules: &Ruleset) -> bool {
    BUILTIN.iter().any(|set| set.source.starts_with("Keith") && set.ruleset() == *rules)
}

fn ximenes() -> Ruleset {
    Ruleset {
        kind: GridKind::Bars,
        min_word: 3,
        checking: Checking::ByLength(XIMENES),
        max_unchecked_run: Limit::AtMost(1),
        max_unchecked_run_at_ends: Limit::AtMost(1),
        connected: true,
        symmetry: Symmetry::Rot180,
        ..Ruleset::lax()
    }
}

fn british() -> Ruleset {
    Ruleset {
        name: "british".to_owned(),
        min_word: 3,
        single_cells: true,
        checking: Checking::CeilHalf,
        max_unchecked_run: Limit::AtMost(2),
        max_unchecked_run_at_ends: Limit::AtMost(1),
        edges: true,
        connected: true,
        symmetry: Symmetry::Rot180,
        ..Ruleset::lax()
    }
}
