//! Wishes, the fourth part of a question: which of the valid grids are asked for.
//!
//! Rules say what is valid, wishes say which valid grids are wanted: those of 30 words, those with at most two words of three
//! letters. A wish bounds a [`Measure`], a whole number that adds up over a grid, or something made of measures ([`Subject`]).
//! Here they are data, and text that reads back ([`parse`]); every engine measures in its own way, and the validator's side by
//! [`stats`](crate::stats).
//!
//! A *word* has two letters or more; a *letter* is a white square, *checked* where a word across and a word down meet in it and
//! *unchecked* where it is in one word alone. In a valid grid every letter is one or the other.

mod contradiction;
mod distribution;
mod parse;

use std::fmt;

pub use contradiction::WishFault;
pub use distribution::{Distribution, Extreme, Goal};
pub use parse::{WishError, measures};

/// A whole number that adds up over the squares, or the words, of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// White squares.
    Letters,
    /// Black squares.
    Blacks,
    /// Words, across and down.
    Words,
    /// Letters of two words.
    Checked,
    /// Letters of one word.
    Unchecked,
    /// Words of exactly so many letters.
    Length(usize),
}

/// What a wish bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A measure.
    Of(Measure),
    /// The number of words of every single length from one to another, both of them included.
    EachLength {
        /// The shortest.
        from: usize,
        /// The longest.
        to: usize,
    },
    /// The mean length of the words. It is at least a exactly when the sum over the words of length − a is at least 0, so no
    /// fraction is ever needed. A grid without a word has any mean length.
    MeanLength,
    /// How many different lengths words have.
    Lengths,
}

/// From where to where a number may go.
///
/// Invariant: one of the two is there, and they are in order if both are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    least: Option<u32>,
    most: Option<u32>,
}

/// One wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wish {
    /// What it is about.
    pub subject: Subject,
    /// What that may be.
    pub bounds: Bounds,
}

impl Bounds {
    /// Exactly this.
    pub fn exactly(number: u32) -> Self {
        Bounds { least: Some(number), most: Some(number) }
    }

    /// This at least.
    pub fn at_least(least: u32) -> Self {
        Bounds { least: Some(least), most: None }
    }

    /// This at most.
    pub fn at_most(most: u32) -> Self {
        Bounds { least: None, most: Some(most) }
    }

    /// From one to the other, both included; `None` if they are not in order.
    pub fn between(least: u32, most: u32) -> Option<Self> {
        (least <= most).then_some(Bounds { least: Some(least), most: Some(most) })
    }

    /// The least that it may be: 0 where nothing is said of it.
    pub fn least(self) -> u32 {
        self.least.unwrap_or(0)
    }

    /// The most that it may be, if anything is said of it.
    pub fn most(self) -> Option<u32> {
        self.most
    }

    /// Whether a number is within.
    pub fn admit(self, number: u32) -> bool {
        self.least() <= number && self.most.is_none_or(|most| number <= most)
    }
}

impl Measure {
    /// What an engine has to be able to measure for it.
    pub const fn kind(self) -> Kind {
        match self {
            Measure::Letters => Kind::Letters,
            Measure::Blacks => Kind::Blacks,
            Measure::Words => Kind::Words,
            Measure::Checked => Kind::Checked,
            Measure::Unchecked => Kind::Unchecked,
            Measure::Length(_) => Kind::Length,
        }
    }

    /// Those that need no number.
    pub const PLAIN: [Measure; 5] =
        [Measure::Letters, Measure::Blacks, Measure::Words, Measure::Checked, Measure::Unchecked];
}

impl Subject {
    /// What an engine has to be able to measure for it.
    pub const fn kind(self) -> Kind {
        match self {
            Subject::Of(measure) => measure.kind(),
            Subject::EachLength { .. } => Kind::Length,
            Subject::MeanLength => Kind::MeanLength,
            Subject::Lengths => Kind::Lengths,
        }
    }
}

/// The kinds of subject: what can be written before the bounds of a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `letters`
    Letters,
    /// `blacks`
    Blacks,
    /// `words`
    Words,
    /// `checked`
    Checked,
    /// `unchecked`
    Unchecked,
    /// `length K` and `length A..B`
    Length,
    /// `mean-length`
    MeanLength,
    /// `lengths`
    Lengths,
}

impl Kind {
    /// All of them, in the order in which they are named to people.
    pub const ALL: [Kind; 8] = [
        Kind::Letters,
        Kind::Blacks,
        Kind::Words,
        Kind::Checked,
        Kind::Unchecked,
        Kind::Length,
        Kind::MeanLength,
        Kind::Lengths,
    ];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Letters => "letters",
            Kind::Blacks => "blacks",
            Kind::Words => "words",
            Kind::Checked => "checked",
            Kind::Unchecked => "unchecked",
            Kind::Length => "length",
            Kind::MeanLength => "mean-length",
            Kind::Lengths => "lengths",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Length(letters) => write!(f, "length {letters}"),
            plain => f.write_str(plain.kind().name()),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Of(measure) => measure.fmt(f),
            Subject::EachLength { from, to } => write!(f, "length {from}..{to}"),
            Subject::MeanLength => f.write_str(Kind::MeanLength.name()),
            Subject::Lengths => f.write_str(Kind::Lengths.name()),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "= {least}"),
            (Some(least), Some(most)) => write!(f, "{least}..{most}"),
            (Some(least), None) => write!(f, ">= {least}"),
            (None, Some(most)) => write!(f, "<= {most}"),
            (None, None) => f.write_str(">= 0"),
        }
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.subject, self.bounds)
    }
}

/// Wishes as people read them, one after the other.
pub fn in_words(wishes: &[Wish]) -> String {
    wishes.iter().map(Wish::to_string).collect::<Vec<_>>().join(", ")
}
