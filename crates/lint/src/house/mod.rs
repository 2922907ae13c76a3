//! Defines house rules that no rule set can express, one per file: the rule's text, its code, its check, and its message.

mod blacks;
mod hinge;
mod odd_size;
mod sizes;
mod unches;
mod word_count;

use super::not_applicable::NotApplicable;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Word, Words};
use gridcheck_validator::code::{Code, Diagnostic};

pub use blacks::ManyBlacks;
pub use hinge::Hinge;
pub use odd_size::EvenSize;
pub use sizes::UnusualSize;
pub use unches::ManyUnches;
pub use word_count::ManyWords;

/// One house rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseRule {
    /// No checked square alone connects two parts of the grid.
    NoHinge,
    /// A word has at most as many unchecked letters as checked ones; from nine letters on, one more.
    FewUnches,
    /// At most a sixth of the squares are black.
    SixthBlack,
    /// A square grid of this size has at most this many words.
    MostWords {
        /// Number of rows and of columns.
        size: usize,
        /// The most words.
        words: usize,
    },
    /// The grid is a square of one of these sizes.
    Sizes(&'static [usize]),
    /// The numbers of rows and of columns are odd.
    OddSize,
}

/// A broken house rule and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HouseFault {
    /// The grid hangs on a square.
    Hinge(Hinge),
    /// A word has many unchecked letters.
    ManyUnches(ManyUnches),
    /// The grid has many black squares.
    ManyBlacks(ManyBlacks),
    /// The grid has many words.
    ManyWords(ManyWords),
    /// The house does not print this size.
    UnusualSize(UnusualSize),
    /// A side is even.
    EvenSize(EvenSize),
}

impl HouseRule {
    /// Returns the code of the findings that break the rule.
    pub const fn code(self) -> &'static Code {
        match self {
            HouseRule::NoHinge => Hinge::CODE,
            HouseRule::FewUnches => ManyUnches::CODE,
            HouseRule::SixthBlack => ManyBlacks::CODE,
            HouseRule::MostWords { .. } => ManyWords::CODE,
            HouseRule::Sizes(_) => UnusualSize::CODE,
            HouseRule::OddSize => EvenSize::CODE,
        }
    }

    /// Returns every violation of the rule by a grid with these words.
    ///
    /// # Errors
    /// Returns an error if the rule does not apply to the grid.
    pub fn broken(self, shape: Shape, words: &Words) -> Result<Vec<HouseFault>, NotApplicable> {
        let grid = shape.grid;
        let needs_full = match self {
            HouseRule::MostWords { size, .. } => (grid.height(), grid.width()) == (size, size),
            HouseRule::Sizes(_) => true,
            HouseRule::NoHinge | HouseRule::FewUnches | HouseRule::SixthBlack | HouseRule::OddSize => false,
        };
        if needs_full && !shape.is_full() {
            return Err(NotApplicable { code: self.code(), voids: shape.voids.len() });
        }
        Ok(match self {
            HouseRule::NoHinge => hinge::all(words).map(HouseFault::Hinge).collect(),
            HouseRule::FewUnches => unches::all(words).map(HouseFault::ManyUnches).collect(),
            HouseRule::SixthBlack => blacks::found(shape).map(HouseFault::ManyBlacks).into_iter().collect(),
            HouseRule::MostWords { size, words: most } => {
                word_count::found(grid, words, size, most).map(HouseFault::ManyWords).into_iter().collect()
            }
            HouseRule::Sizes(sizes) => sizes::found(grid, sizes).map(HouseFault::UnusualSize).into_iter().collect(),
            HouseRule::OddSize => odd_size::found(grid).map(HouseFault::EvenSize).into_iter().collect(),
        })
    }
}

impl HouseFault {
    /// Returns the word that the fault is about, if it is about one.
    pub fn word(&self) -> Option<Word> {
        match self {
            HouseFault::ManyUnches(fault) => Some(fault.word),
            _ => None,
        }
    }

    /// Returns the fault as the rule's file describes it.
    pub fn diagnostic(&self) -> &dyn Diagnostic {
        match self {
            HouseFault::Hinge(fault) => fault,
            HouseFault::ManyUnches(fault) => fault,
            HouseFault::ManyBlacks(fault) => fault,
            HouseFault::ManyWords(fault) => fault,
            HouseFault::UnusualSize(fault) => fault,
            HouseFault::EvenSize(fault) => fault,
        }
    }
}
