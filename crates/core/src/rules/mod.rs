//! Represents rule sets: the meaning of "valid", as data.
//!
//! [`Ruleset`] holds the rules and judges nothing. Every engine turns this data into a form for its method (bit tables, clauses, options),
//! and the validator into another one. None may use another's form, or a mistake would look like agreement.
//!
//! The terms are those of Keith (2026) and Ho (2021):
//! - A **run** is a maximal line of adjacent white squares in a row or a column, a **word** a run of two or more.
//! - A white square is **checked** when it lies in an across word and in a down word, otherwise **unchecked** (an *unch*).
//!
//! Two rules hold in every rule set: a grid has at least one white square, and every white square lies in a word. A run of one square,
//! where it is allowed, is therefore crossed by a word the other way.
//!
//! Runs end at black squares in a grid of [blocks](GridKind::Blocks), and at bars in a [barred](GridKind::Bars) one, which has white squares
//! only.

mod builtin;
mod fault;
mod file;
mod name;
mod parts;
mod unchecked;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use crate::grid::Symmetry;
pub use builtin::{BARRED, BUILTIN, Builtin, all_builtin, builtin, is_keiths};
pub use fault::{Impossible, RulesFault};
pub use file::{RecordError, RulesError, TableError, WrittenRules, no_builtin};
pub use name::NameFault;
pub use parts::{RulesOnGrid, RulesOnLines, RulesOnWords, UnsupportedRule};
pub use unchecked::UncheckedTable;

/// One rule set: the keys of a rule file (docs/COUNTING.md) and their values. A later version may have more keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("required" = ["name"], "additionalProperties" = true)))]
pub struct Ruleset {
    /// The name that reports use.
    pub name: String,
    /// The kind of grid: words end at black squares, or at bars.
    pub kind: GridKind,
    /// Every word has at least this many letters (2 to 64).
    #[serde(deserialize_with = "file::whole")]
    pub min_word: usize,
    /// `true` if a run of one square may occur. The square then lies in a word the other way.
    pub single_cells: bool,
    /// The required number of checked letters of a word.
    pub checking: Checking,
    /// The most adjacent unchecked letters anywhere inside a word.
    pub max_unchecked_run: Limit,
    /// The most adjacent unchecked letters at a word's start, and at its end.
    pub max_unchecked_run_at_ends: Limit,
    /// The first and last row and the first and last column each hold a white square.
    pub edges: bool,
    /// All white squares form one region, neighbours sharing a side.
    pub connected: bool,
    /// The group of symmetries that leave a grid unchanged.
    pub symmetry: Symmetry,
    /// Every row and every column has at least this many white squares.
    #[serde(deserialize_with = "file::whole")]
    pub min_white_per_row: usize,
    /// The most letters that a word may have.
    pub max_word: Limit,
    /// The most black squares side by side in a row or a column.
    pub max_black_run: Limit,
}

/// The kind of a grid, by the ends of its words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GridKind {
    /// Black squares. There are no bars.
    #[default]
    Blocks,
    /// Bars between squares. All squares are white.
    Bars,
}

/// The required number of checked letters of a word of k letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Checking {
    /// Every letter.
    All,
    /// Exactly ⌈k/2⌉ letters.
    CeilHalf,
    /// ⌈k/2⌉ or ⌊k/2⌋ letters.
    EitherHalf,
    /// At least half: 2 · checked ≥ k.
    AtLeastHalf,
    /// Any number.
    Any,
    /// The letters that this table of unchecked letters leaves.
    #[serde(untagged)]
    ByLength(UncheckedTable),
}

/// An upper limit that may be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(untagged, extend("anyOf" = [{ "type": "integer", "minimum": 0 }, { "const": "unlimited" }]))
)]
pub enum Limit {
    /// At most this many.
    AtMost(usize),
    /// No limit.
    Unlimited,
}

/// Writes a number, or the word `unlimited`, as in a rule file.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::AtMost(most) => write!(f, "{most}"),
            Limit::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl Ruleset {
    /// Returns the nameless rule set with only the rules that always hold: a grid has a white square, and each white square is in a word.
    pub const fn lax() -> Ruleset {
        Ruleset {
            name: String::new(),
            kind: GridKind::Blocks,
            min_word: 2,
            single_cells: true,
            checking: Checking::Any,
            max_unchecked_run: Limit::Unlimited,
            max_unchecked_run_at_ends: Limit::Unlimited,
            edges: false,
            connected: false,
            symmetry: Symmetry::None,
            min_white_per_row: 0,
            max_word: Limit::Unlimited,
            max_black_run: Limit::Unlimited,
        }
    }

    /// Returns a value that is out of range, if there is one.
    pub fn fault(&self) -> Option<RulesFault> {
        RulesFault::of(self)
    }

    /// Returns the least length of words of up to `longest` letters for which the table of unchecked letters has no entry, if there is one.
    pub fn length_without_checking(&self, longest: usize) -> Option<usize> {
        let Checking::ByLength(table) = self.checking else { return None };
        let longest = match self.max_word {
            Limit::AtMost(most) => most.min(longest),
            Limit::Unlimited => longest,
        };
        (self.min_word..=longest).find(|&length| table.unchecked(length).is_none())
    }

    /// Returns the reason why no grid of any size can obey this rule set, if one can be named. Every count is then 0.
    pub fn impossible(&self) -> Option<Impossible> {
        Impossible::of(self)
    }
}

impl GridKind {
    /// Both kinds.
    pub const ALL: [GridKind; 2] = [GridKind::Blocks, GridKind::Bars];

    /// Returns the name in a rule file.
    pub const fn name(self) -> &'static str {
        match self {
            GridKind::Blocks => "blocks",
            GridKind::Bars => "bars",
        }
    }
}

impl Checking {
    /// Every choice that has a name.
    pub const NAMED: [Checking; 5] =
        [Checking::All, Checking::CeilHalf, Checking::EitherHalf, Checking::AtLeastHalf, Checking::Any];

    /// Returns the name in a rule file; `None` for a table.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Checking::All => Some("all"),
            Checking::CeilHalf => Some("ceil-half"),
            Checking::EitherHalf => Some("either-half"),
            Checking::AtLeastHalf => Some("at-least-half"),
            Checking::Any => Some("any"),
            Checking::ByLength(_) => None,
        }
    }
}

/// Writes the value as in a rule file: `"ceil-half"`, or a table.
impl fmt::Display for Checking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Checking::ByLength(table) = self {
            return table.fmt(f);
        }
        write!(f, "\"{}\"", self.name().unwrap_or_default())
    }
}
