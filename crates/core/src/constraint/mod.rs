//! Represents constraints, the fourth part of a question: they select among the valid grids.
//!
//! Rules say which grids are valid. Constraints say which valid grids are wanted: those of 30 words, or those with at most two words of
//! three letters. A constraint bounds a [`Measure`], a whole number that adds up over a grid, or a quantity made of measures ([`Subject`]).
//!
//! This module is data and text only. The module `parse` reads a constraint with its bounds exactly as written ([`Rational`]). A
//! [`RoundedConstraint`] is the same constraint for one size, in small whole numbers. Other modules decide if a grid is within bounds:
//! every engine in a different way, `gridcheck_validator::stats` for the validator, and separate code of the certificate checker.
//!
//! A *word* has two letters or more. A *letter* is a white square. It is *checked* where a word across and a word down meet in it, and
//! *unchecked* where it is in one word alone. In a valid grid every letter is one or the other.

mod contradiction;
mod distribution;
mod length_set;
mod parse;
mod rational;
mod rounded;

use std::fmt;

pub use contradiction::ConstraintFault;
pub use distribution::{Distribution, Extreme, Goal};
pub use length_set::LengthSet;
pub use parse::{ConstraintError, measures};
pub use rational::{MAX_DIGITS, Rational};
pub use rounded::{Decided, Mean, Range, RoundedConstraint};

/// A whole number that adds up over the squares, or the words, of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// White squares.
    Letters,
    /// Black squares.
    Blacks,
    /// Words, across and down.
    Words,
    /// Letters in two words.
    Checked,
    /// Letters in one word.
    Unchecked,
    /// Words of exactly this number of letters.
    Length(usize),
    /// Black squares that could be white without changing the number of words in the grid.
    Cheaters,
    /// Black squares that have a black neighbour in their row and one in their column.
    Elbows,
}

/// A quantity of the black squares that depends on which of them lie together. No engine can add it up square by square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlackShape {
    /// The black squares of the largest block. Squares of a block are connected by sides.
    LargestBlock,
    /// The most black squares side by side in a row or a column.
    Run,
    /// The areas of two by two black squares. They may overlap.
    TwoByTwo,
    /// The most black squares side by side along an edge of the grid.
    EdgeRun,
}

/// The quantity that a constraint bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A measure.
    Of(Measure),
    /// The number of words of every single length from `from` to `to`, both included.
    EachLength {
        /// The shortest length.
        from: usize,
        /// The longest length.
        to: usize,
    },
    /// The number of words of every single length that is not in the set.
    OtherLengths(LengthSet),
    /// The number of black squares of every single row.
    BlacksPerRow,
    /// The mean length of the words. It is at least a/b exactly when the sum of b · length − a over the words is at least 0. So no engine
    /// needs a fraction. A grid without a word has any mean length.
    MeanLength,
    /// The number of different lengths of the words.
    Lengths,
    /// A quantity of the black squares that lie together.
    Black(BlackShape),
    /// The number of hinges: checked squares that alone connect the words on one side of them to those on the other. Each is a bridge of the
    /// graph whose nodes are the words and whose edges are the checked squares.
    Hinges,
}

/// The values that a constraint allows, exactly as they were written.
///
/// Invariant: at least one bound exists, and two bounds are in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    least: Option<Rational>,
    most: Option<Rational>,
}

/// A subject and its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// The quantity that is bounded.
    pub subject: Subject,
    /// The values that the quantity may have.
    pub bounds: Bounds,
}

impl Bounds {
    /// Allows the values between two bounds, both included. Returns `None` if there is no bound or they are not in order.
    pub fn new(least: Option<Rational>, most: Option<Rational>) -> Option<Self> {
        let in_order = match (least, most) {
            (Some(least), Some(most)) => least <= most,
            (least, most) => least.is_some() || most.is_some(),
        };
        in_order.then_some(Bounds { least, most })
    }

    /// Allows one value.
    pub fn exactly(number: u32) -> Self {
        let number = Rational::from(u128::from(number));
        Bounds { least: Some(number), most: Some(number) }
    }

    /// Allows this value and greater ones.
    pub fn at_least(least: u32) -> Self {
        Bounds { least: Some(u128::from(least).into()), most: None }
    }

    /// Allows this value and smaller ones.
    pub fn at_most(most: u32) -> Self {
        Bounds { least: None, most: Some(u128::from(most).into()) }
    }

    /// Returns the least value, if there is a lower bound.
    pub fn least(self) -> Option<Rational> {
        self.least
    }

    /// Returns the greatest value, if there is an upper bound.
    pub fn most(self) -> Option<Rational> {
        self.most
    }
}

impl Measure {
    /// Returns the kind of measurement that an engine must support for this measure.
    pub const fn kind(self) -> Kind {
        match self {
            Measure::Letters => Kind::Letters,
            Measure::Blacks => Kind::Blacks,
            Measure::Words => Kind::Words,
            Measure::Checked => Kind::Checked,
            Measure::Unchecked => Kind::Unchecked,
            Measure::Length(_) => Kind::Length,
            Measure::Cheaters => Kind::Cheaters,
            Measure::Elbows => Kind::Elbows,
        }
    }

    /// The measures that need no number, without those of [`OF_NEIGHBOURS`](Self::OF_NEIGHBOURS).
    pub const PLAIN: [Measure; 5] =
        [Measure::Letters, Measure::Blacks, Measure::Words, Measure::Checked, Measure::Unchecked];

    /// The numbers of the black squares that have certain neighbours.
    pub const OF_NEIGHBOURS: [Measure; 2] = [Measure::Cheaters, Measure::Elbows];
}

impl Subject {
    /// Returns the kind of measurement that an engine must support for this subject.
    pub const fn kind(self) -> Kind {
        match self {
            Subject::Of(measure) => measure.kind(),
            Subject::EachLength { .. } | Subject::OtherLengths(_) => Kind::Length,
            Subject::BlacksPerRow => Kind::BlacksPerRow,
            Subject::MeanLength => Kind::MeanLength,
            Subject::Lengths => Kind::Lengths,
            Subject::Black(shape) => Kind::Black(shape),
            Subject::Hinges => Kind::Hinges,
        }
    }

    /// Returns `true` if a grid can differ in this quantity from its reflection in the main diagonal.
    pub const fn distinguishes_rows(self) -> bool {
        match self {
            Subject::BlacksPerRow => true,
            Subject::Of(_)
            | Subject::EachLength { .. }
            | Subject::OtherLengths(_)
            | Subject::MeanLength
            | Subject::Lengths
            | Subject::Black(_)
            | Subject::Hinges => false,
        }
    }
}

/// The kinds of subject, one for each word that can precede bounds.
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
    /// `length K`, `length A..B` and `length except K/K`
    Length,
    /// `blacks-per-row`
    BlacksPerRow,
    /// `mean-length`
    MeanLength,
    /// `lengths`
    Lengths,
    /// `cheaters`
    Cheaters,
    /// `elbows`
    Elbows,
    /// `largest-block` and the like
    Black(BlackShape),
    /// `hinges`
    Hinges,
}

impl BlackShape {
    /// All quantities.
    pub const ALL: [BlackShape; 4] =
        [BlackShape::LargestBlock, BlackShape::Run, BlackShape::TwoByTwo, BlackShape::EdgeRun];
}

impl Kind {
    /// All kinds, in the order in which messages list them.
    pub const ALL: [Kind; 16] = [
        Kind::Letters,
        Kind::Blacks,
        Kind::Words,
        Kind::Checked,
        Kind::Unchecked,
        Kind::Length,
        Kind::BlacksPerRow,
        Kind::MeanLength,
        Kind::Lengths,
        Kind::Cheaters,
        Kind::Elbows,
        Kind::Black(BlackShape::LargestBlock),
        Kind::Black(BlackShape::Run),
        Kind::Black(BlackShape::TwoByTwo),
        Kind::Black(BlackShape::EdgeRun),
        Kind::Hinges,
    ];

    /// The kinds whose quantities add up over squares, words or rows, which solvers and sweeps can bound as they go: all but those of
    /// [`BlackShape`] and hinges, which come last.
    pub const SUMS: &[Kind] = Kind::ALL.split_at(11).0;

    /// All kinds but hinges: they depend on the colours of squares and on runs of white squares, not on which words cross.
    pub const WITHOUT_HINGES: &[Kind] = {
        assert!(matches!(Kind::ALL[15], Kind::Hinges), "it comes last");
        Kind::ALL.split_at(15).0
    };

    /// Returns the name that is written in a constraint.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Letters => "letters",
            Kind::Blacks => "blacks",
            Kind::Words => "words",
            Kind::Checked => "checked",
            Kind::Unchecked => "unchecked",
            Kind::Length => "length",
            Kind::BlacksPerRow => "blacks-per-row",
            Kind::MeanLength => "mean-length",
            Kind::Lengths => "lengths",
            Kind::Cheaters => "cheaters",
            Kind::Elbows => "elbows",
            Kind::Black(BlackShape::LargestBlock) => "largest-block",
            Kind::Black(BlackShape::Run) => "black-run",
            Kind::Black(BlackShape::TwoByTwo) => "square-blocks",
            Kind::Black(BlackShape::EdgeRun) => "black-edge",
            Kind::Hinges => "hinges",
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
            Subject::OtherLengths(lengths) => write!(f, "length except {lengths}"),
            Subject::BlacksPerRow => f.write_str(Kind::BlacksPerRow.name()),
            Subject::MeanLength => f.write_str(Kind::MeanLength.name()),
            Subject::Lengths => f.write_str(Kind::Lengths.name()),
            Subject::Black(shape) => f.write_str(Kind::Black(*shape).name()),
            Subject::Hinges => f.write_str(Kind::Hinges.name()),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "= {}", rational::text(least)),
            (Some(least), Some(most)) => write!(f, "{}..{}", rational::text(least), rational::text(most)),
            (Some(least), None) => write!(f, ">= {}", rational::text(least)),
            (None, Some(most)) => write!(f, "<= {}", rational::text(most)),
            (None, None) => f.write_str(">= 0"),
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.subject, self.bounds)
    }
}

/// Returns the constraints as text, separated by commas.
pub fn in_words(constraints: &[Constraint]) -> String {
    constraints.iter().map(Constraint::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_one_or_two_in_order() {
        let number = |number: u128| Some(Rational::from(number));
        let ends = |bounds: Bounds| (bounds.least(), bounds.most());
        assert_eq!(Bounds::new(number(3), number(4)).map(ends), Some((number(3), number(4))));
        assert_eq!(Bounds::new(number(3), number(3)).map(ends), Some((number(3), number(3))));
        assert_eq!(Bounds::new(number(4), number(3)), None);
        assert_eq!(Bounds::new(None, None), None);
        assert_eq!(ends(Bounds::at_least(5)), (number(5), None));
        assert_eq!(ends(Bounds::at_most(5)), (None, number(5)));
        assert_eq!(Bounds::exactly(5), Bounds { least: number(5), most: number(5) });
    }
}
