//! Rule sets: what "valid" means, as data, and the validator that reads a finished grid against it.
//!
//! [`Ruleset`] holds the rules and judges nothing. Every engine turns this data into a form of its own (bit tables,
//! clauses, options) and the validator into another; none may borrow another's, or a mistake would look like agreement.
//!
//! The terms are those of Keith (2026) and Ho (2021):
//! - a **run** is a maximal line of adjacent white squares in a row or a column, a **word** a run of two or more;
//! - a white square is **checked** when it lies in an across word and in a down word, otherwise **unchecked** (an *unch*).
//!
//! Two rules hold whatever the rule set says: a grid has at least one white square, and every white square lies in a
//! word (a run of one square, where it is allowed, is crossed by a word the other way).

mod builtin;
mod file;
pub mod validator;

use std::fmt;

use serde::Serialize;

use crate::grid::MAX_SIZE;

pub use crate::grid::Symmetry;
pub use builtin::{BUILTIN, Builtin, builtin};
pub use file::RulesError;

/// One rule set: a named choice for each rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruleset {
    /// The name that reports use.
    pub name: String,
    /// Every word has at least this many letters (2 to 64).
    pub min_word: usize,
    /// Whether a run of one square may occur; where it does, the square lies in a word the other way.
    pub single_cells: bool,
    /// How many letters of a word are checked.
    pub checking: Checking,
    /// The most adjacent unchecked letters anywhere inside a word.
    pub max_unchecked_run: Limit,
    /// The most adjacent unchecked letters at a word's start, and at its end.
    pub max_unchecked_run_at_ends: Limit,
    /// The first and last row and the first and last column each hold a white square.
    pub edges: bool,
    /// All white squares form one region, neighbours sharing a side.
    pub connected: bool,
    /// The group of the square's symmetries a grid is unchanged under.
    pub symmetry: Symmetry,
    /// Every row and every column has at least this many white squares.
    pub min_white_per_row: usize,
    /// The most letters that a word may have.
    pub max_word: Limit,
}

/// How many of a word's letters are checked. Below, k is the word's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
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
}

/// An upper limit that may be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// At most this many.
    AtMost(usize),
    /// No limit.
    Unlimited,
}

/// A number, or the word `unlimited`, as in a rule file.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::AtMost(most) => write!(f, "{most}"),
            Limit::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl Ruleset {
    /// Why no grid could ever obey this rule set, or why a value is out of range, in one line; `None` when it makes sense.
    ///
    /// A rule set is refused when no word of any length up to 64 letters can satisfy the checking rule and the limits on
    /// unchecked runs together. That a rule set has no grid of one particular size is no fault in it: the count is 0.
    pub fn fault(&self) -> Option<String> {
        let Ruleset {
            name: _,
            min_word,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges: _,
            connected: _,
            symmetry: _,
            min_white_per_row,
            max_word,
        } = *self;
        if !(2..=MAX_SIZE).contains(&min_word) {
            return Some(format!("min_word = {min_word}: expected 2 to {MAX_SIZE} (a word is a run of two or more)"));
        }
        if min_white_per_row > MAX_SIZE {
            return Some(format!("min_white_per_row = {min_white_per_row}: expected 0 to {MAX_SIZE}"));
        }
        if limit_or(max_word, MAX_SIZE) < min_word {
            return Some(format!("impossible together: min_word = {min_word} and max_word = {max_word}"));
        }
        // Without single cells every white square is in a word both ways, and so is every letter checked.
        let share = if single_cells { checking } else { Checking::All };
        let limits = [max_unchecked_run, max_unchecked_run_at_ends];
        if !(min_word..=limit_or(max_word, MAX_SIZE))
            .any(|length| some_pattern_exists(length, [checking, share], limits))
        {
            let single_cells = if single_cells { "" } else { ", single_cells = false (every letter is checked)" };
            let max_word = match max_word {
                Limit::AtMost(most) => format!(", min_word = {min_word} and max_word = {most}"),
                Limit::Unlimited => String::new(),
            };
            return Some(format!(
                "impossible together: no word can have checking = \"{}\" with max_unchecked_run = {max_unchecked_run} and \
                 max_unchecked_run_at_ends = {max_unchecked_run_at_ends}{single_cells}{max_word}",
                checking.name(),
            ));
        }
        None
    }
}

/// Whether some checking pattern of `length` letters obeys all these checking rules and both limits, inside a word and at its ends.
///
/// With u unchecked letters to place, the best one can do is to fill both ends to their limit and part every inner run by a
/// single checked letter; fewer unchecked letters than that maximum are always possible too.
fn some_pattern_exists(length: usize, checking: [Checking; 2], [inside, at_ends]: [Limit; 2]) -> bool {
    let inner = limit_or(inside, length);
    let end = limit_or(at_ends, length).min(inner);
    // At least `checked` letters are checked: their gaps hold `inner` each, the two outer gaps `end` each.
    let most_unchecked = |checked: usize| {
        if checked == 0 { end } else { 2 * end + (checked - 1) * inner }
    };
    let allowed = |checking: Checking, checked: usize| match checking {
        Checking::All => checked == length,
        Checking::CeilHalf => checked == length.div_ceil(2),
        Checking::EitherHalf => checked == length.div_ceil(2) || checked == length / 2,
        Checking::AtLeastHalf => 2 * checked >= length,
        Checking::Any => true,
    };
    (0..=length).any(|checked| {
        checking.iter().all(|&rule| allowed(rule, checked)) && length - checked <= most_unchecked(checked)
    })
}

fn limit_or(limit: Limit, unlimited: usize) -> usize {
    match limit {
        Limit::AtMost(most) => most.min(unlimited),
        Limit::Unlimited => unlimited,
    }
}

impl Checking {
    /// The name a rule file uses.
    pub const fn name(self) -> &'static str {
        match self {
            Checking::All => "all",
            Checking::CeilHalf => "ceil-half",
            Checking::EitherHalf => "either-half",
            Checking::AtLeastHalf => "at-least-half",
            Checking::Any => "any",
        }
    }
}
