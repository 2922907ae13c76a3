//! The quantities of a rule set's grids that can be counted, reduced to counts by symmetry.
//!
//! Keith (2026) sorts the grids with half-turn symmetry by their full symmetry group: A all eight symmetries, h both mirror
//! reflections, r the quarter turn, t both diagonal reflections, N the half turn alone. A class is the orbit of one grid under
//! the square's symmetries; a primitive grid is one grid of each class. A class of type A has one grid, of h, r or t two, of N
//! four.
//!
//! Let R, H, Q, D and A be the numbers of grids unchanged at least under the half turn, both mirrors, the quarter turn, both
//! diagonals and everything. Then h has (H − A) / 2 classes, r has (Q − A) / 2, t has (D − A) / 2, and N has (R − H − Q − D + 2A)
//! / 4. The number of all classes is (R + H + Q + D) / 4. It is (R + D) / 2 if only the reflection in the main diagonal makes two grids
//! one, and (R + H) / 2 if only the mirror reflections do (Burnside's lemma).

use num_bigint::{BigInt, BigUint};
use thiserror::Error;

use super::question::{CountedQuantity, NUMBERING};
use gridcheck_core::constraint::{Constraint, ConstraintError, Goal, Measure, measures};
use gridcheck_core::rules::{Ruleset, Symmetry};
use gridcheck_core::size::Size;
use gridcheck_layout::numbering::{Numbering, NumberingError};

/// The reason why a text names no quantity.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum QuantityError {
    #[error(
        "no quantity `{name}`, expected one of {known}, most MEASURE, fewest MEASURE or {NUMBERING}across LENGTHS down LENGTHS"
    )]
    Unknown { name: String, known: String },
    #[error("{}", .0.message)]
    Measure(ConstraintError),
    #[error("expected one measure")]
    Measures,
    #[error(transparent)]
    Numbering(#[from] NumberingError),
    #[error("the constraint `{text}`: {}", .error.message)]
    Constraint { text: String, error: ConstraintError },
}

/// The reason why a quantity is not defined for the grids of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum UndefinedQuantity {
    #[error("quantity {quantity} is defined for squares, these grids are {}", .size.rows_by_columns())]
    NotSquare { quantity: String, size: Size },
    #[error("quantity {quantity} is defined for grids with symmetry rot180, these have {}", .symmetry.name())]
    Symmetry { quantity: String, symmetry: Symmetry },
}

/// A quantity that a claim states.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// All grids.
    Total,
    /// Classes under the square's symmetries.
    Primitive,
    /// Classes whose grids have all eight symmetries.
    A,
    /// Classes whose grids have both mirror reflections, and no more.
    H,
    /// Classes whose grids have the quarter turn, and no more.
    R,
    /// Classes whose grids have both diagonal reflections, and no more.
    T,
    /// Classes whose grids have the half turn alone.
    N,
    /// Classes under the reflection in the main diagonal.
    UpToTransposition,
    /// Classes under both mirror reflections.
    UpToMirrors,
    /// The greatest value of a measure over the grids.
    Most(Measure),
    /// The smallest value of a measure over the grids.
    Fewest(Measure),
    /// Pairs of different grids that have the same clue numbers and lengths.
    PairsOfEqualNumbering,
    /// Grids whose words have these clue numbers and lengths.
    Numbered(Numbering),
}

/// Every quantity that counts grids.
const COUNTS: [Quantity; 9] = [
    Quantity::Total,
    Quantity::Primitive,
    Quantity::A,
    Quantity::H,
    Quantity::R,
    Quantity::T,
    Quantity::N,
    Quantity::UpToTransposition,
    Quantity::UpToMirrors,
];

/// A name in a claims file, and a weighted sum of counts by symmetry with its divisor.
type Counted = (&'static str, &'static [(i32, Symmetry)], u32);

impl Quantity {
    /// Returns how a quantity counts grids; `None` for one that does not.
    fn counted(&self) -> Option<Counted> {
        use Symmetry::{All, Diagonals, Mirrors, Rot90, Rot180};
        let counted: Counted = match self {
            Quantity::Total => ("total", &[(1, Rot180)], 1),
            Quantity::Primitive => ("primitive", &[(1, Rot180), (1, Mirrors), (1, Rot90), (1, Diagonals)], 4),
            Quantity::A => ("A", &[(1, All)], 1),
            Quantity::H => ("h", &[(1, Mirrors), (-1, All)], 2),
            Quantity::R => ("r", &[(1, Rot90), (-1, All)], 2),
            Quantity::T => ("t", &[(1, Diagonals), (-1, All)], 2),
            Quantity::N => ("N", &[(1, Rot180), (-1, Mirrors), (-1, Rot90), (-1, Diagonals), (2, All)], 4),
            Quantity::UpToTransposition => ("up to transposition", &[(1, Rot180), (1, Diagonals)], 2),
            Quantity::UpToMirrors => ("up to mirrors", &[(1, Rot180), (1, Mirrors)], 2),
            Quantity::Most(_) | Quantity::Fewest(_) | Quantity::PairsOfEqualNumbering | Quantity::Numbered(_) => {
                return None;
            }
        };
        Some(counted)
    }

    /// Returns the name in a claims file.
    pub fn name(&self) -> String {
        let own = self.counted().map(|(name, ..)| name.to_owned());
        own.or_else(|| self.sought().name()).unwrap_or_default()
    }

    /// Returns the number that engines are asked for.
    pub fn sought(&self) -> CountedQuantity {
        match self {
            Quantity::Most(measure) => CountedQuantity::Extreme(Goal::Most(*measure)),
            Quantity::Fewest(measure) => CountedQuantity::Extreme(Goal::Fewest(*measure)),
            Quantity::PairsOfEqualNumbering => CountedQuantity::PairsOfEqualNumbering,
            Quantity::Numbered(numbering) => CountedQuantity::Numbered(numbering.clone()),
            Quantity::Total
            | Quantity::Primitive
            | Quantity::A
            | Quantity::H
            | Quantity::R
            | Quantity::T
            | Quantity::N
            | Quantity::UpToTransposition
            | Quantity::UpToMirrors => CountedQuantity::Grids,
        }
    }

    /// Returns the quantity of that name.
    ///
    /// # Errors
    /// Fails if the name is unknown; the message lists the known ones.
    pub fn named(name: &str) -> Result<Quantity, QuantityError> {
        let of_measure = |text: &str| match measures(text).map_err(QuantityError::Measure)?[..] {
            [measure] => Ok(measure),
            _ => Err(QuantityError::Measures),
        };
        if let Some(measure) = name.strip_prefix("most ") {
            return of_measure(measure).map(Quantity::Most);
        }
        if let Some(measure) = name.strip_prefix("fewest ") {
            return of_measure(measure).map(Quantity::Fewest);
        }
        if let Some(numbering) = name.strip_prefix(NUMBERING) {
            return Ok(Quantity::Numbered(Numbering::parse(numbering)?));
        }
        let all = || COUNTS.into_iter().chain([Quantity::PairsOfEqualNumbering]);
        all().find(|quantity| quantity.name() == name).ok_or_else(|| {
            let known = all().map(|quantity| quantity.name()).collect::<Vec<_>>().join(", ");
            QuantityError::Unknown { name: name.to_owned(), known }
        })
    }

    /// Parses a quantity and optional constraints, as in `primitive with words = 34, letters >= 60`. `grids with …` counts all of
    /// them.
    ///
    /// # Errors
    /// Fails if the quantity or a constraint is unknown.
    pub fn with_constraints(text: &str) -> Result<(Quantity, Vec<Constraint>), QuantityError> {
        let Some((name, constraints)) = text.split_once(" with ") else {
            return Ok((Quantity::named(text)?, Vec::new()));
        };
        let quantity = if name == "grids" { Quantity::Total } else { Quantity::named(name)? };
        let constraint = |constraint: &str| {
            constraint
                .parse::<Constraint>()
                .map_err(|error| QuantityError::Constraint { text: constraint.trim().to_owned(), error })
        };
        Ok((quantity, constraints.split(',').map(constraint).collect::<Result<_, _>>()?))
    }

    /// Requires that the quantity is defined for grids of this size under these rules.
    ///
    /// # Errors
    /// Fails if the quantity counts classes, and the grids lack half-turn symmetry, or have not the shape that these classes need.
    pub fn demand(&self, size: Size, rules: &Ruleset) -> Result<(), UndefinedQuantity> {
        let symmetry = rules.symmetry;
        let is_of_any_rectangle = *self == Quantity::UpToMirrors;
        if self.is_of_all_grids() || (symmetry == Symmetry::Rot180 && (size.is_square() || is_of_any_rectangle)) {
            return Ok(());
        }
        let quantity = self.name();
        Err(if symmetry == Symmetry::Rot180 {
            UndefinedQuantity::NotSquare { quantity, size }
        } else {
            UndefinedQuantity::Symmetry { quantity, symmetry }
        })
    }

    /// Returns `true` if the quantity concerns the grids, whatever their symmetry, not their classes.
    fn is_of_all_grids(&self) -> bool {
        *self == Quantity::Total || self.counted().is_none()
    }

    fn formula(&self) -> (&'static [(i32, Symmetry)], u32) {
        self.counted().map_or((&[(1, Symmetry::Rot180)], 1), |(_, terms, divisor)| (terms, divisor))
    }

    /// Returns the rule sets whose grids must be counted to know this quantity under `rules`.
    pub fn needs(&self, rules: &Ruleset) -> Vec<Ruleset> {
        if self.is_of_all_grids() {
            return vec![rules.clone()];
        }
        let with = |&(_, symmetry): &(i32, Symmetry)| Ruleset { symmetry, ..rules.clone() };
        self.formula().0.iter().map(with).collect()
    }

    /// Computes the quantity from the counts of the rule sets that it [needs](Quantity::needs), in that order.
    ///
    /// Returns `None` if the result is not a whole number of classes: then one count is wrong.
    pub fn evaluate(&self, counts: &[u128]) -> Option<BigUint> {
        let (terms, divisor) = self.formula();
        let sum: BigInt =
            terms.iter().zip(counts).map(|(&(factor, _), &count)| BigInt::from(factor) * BigInt::from(count)).sum();
        let sum = sum.to_biguint()?;
        (&sum % divisor == BigUint::ZERO).then(|| sum / divisor)
    }
}
