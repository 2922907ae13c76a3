//! House rules that no rule set can spell, a file each: what the rule asks, its code, its check, and what is said of a grid
//! that breaks it.

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
    /// No checked square whose loss would part the words.
    NoHinge,
    /// A word has at most as many unchecked letters as checked ones, from nine letters on one more.
    FewUnches,
    /// At most a sixth of the squares are black.
    SixthBlack,
    /// Squares of this size have at most so many words.
    MostWords {
        /// Rows, and columns.
        size: usize,
        /// The most words.
        words: usize,
    },
    /// A square of one of these sizes.
    Sizes(&'static [usize]),
    /// An odd number of rows and of columns.
    OddSize,
}

/// A broken house rule, and where it is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HouseFault {
    /// The grid hangs on a square.
    Hinge(Hinge),
    /// A word has many unchecked letters.
    ManyUnches(ManyUnches),
    /// There are many black squares.
    ManyBlacks(ManyBlacks),
    /// There are many words.
    ManyWords(ManyWords),
    /// The house does not print this size.
    UnusualSize(UnusualSize),
    /// A side is even.
    EvenSize(EvenSize),
}

impl HouseRule {
    /// What findings are called that break it.
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

    /// Every way in which a grid, which has these words, breaks this rule; an error if the rule cannot be meant of it.
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
    /// The word that it is about, if it is about one.
    pub fn word(&self) -> Option<Word> {
        match self {
            HouseFault::ManyUnches(fault) => Some(fault.word),
            _ => None,
        }
    }

    /// What the rule's own file has to say of it.
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
