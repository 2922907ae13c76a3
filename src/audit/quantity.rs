//! What can be counted of the grids that obey some rules, reduced to how many there are of each symmetry.
//!
//! Keith (2026) sorts the grids with half-turn symmetry by all the symmetries they have: A all eight, h both mirror
//! reflections, r the quarter turn, t both diagonal reflections, N the half turn alone; a class is what the square's
//! symmetries make of one grid, and a primitive grid is one of each class. A class of type A has one grid, of h, r or t two, of N
//! four. So with R, H, Q, D and A the numbers of grids unchanged at least under the half turn, both mirrors, the quarter
//! turn, both diagonals and everything, the classes of type h are (H − A) / 2, of r (Q − A) / 2, of t (D − A) / 2, of N
//! (R − H − Q − D + 2A) / 4, and of all types together (R + H + Q + D) / 4 (Burnside's lemma).

use num_bigint::{BigInt, BigUint};

use crate::constraint::{Constraint, Goal, Measure, measures};
use crate::rules::{Ruleset, Symmetry};

/// A quantity that claims are made about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// The most that a grid has of a measure.
    Most(Measure),
    /// The least.
    Fewest(Measure),
}

/// A sum of numbers of grids by symmetry, divided by a number.
struct Formula {
    terms: &'static [(i32, Symmetry)],
    divisor: u32,
}

impl Quantity {
    /// Every quantity that counts grids.
    pub const COUNTS: [Quantity; 7] =
        [Quantity::Total, Quantity::Primitive, Quantity::A, Quantity::H, Quantity::R, Quantity::T, Quantity::N];

    /// The name that a claims file uses.
    pub fn name(self) -> String {
        let name = match self {
            Quantity::Total => "total",
            Quantity::Primitive => "primitive",
            Quantity::A => "A",
            Quantity::H => "h",
            Quantity::R => "r",
            Quantity::T => "t",
            Quantity::N => "N",
            Quantity::Most(_) | Quantity::Fewest(_) => {
                return self.goal().map_or(String::new(), |goal| goal.to_string());
            }
        };
        name.to_owned()
    }

    /// The extreme that it is, if it is one.
    pub fn goal(self) -> Option<Goal> {
        match self {
            Quantity::Most(measure) => Some(Goal::Most(measure)),
            Quantity::Fewest(measure) => Some(Goal::Fewest(measure)),
            _ => None,
        }
    }

    /// The quantity of that name; the error says which there are.
    pub fn named(name: &str) -> Result<Quantity, String> {
        let of_measure = |text: &str| match measures(text).map_err(|error| error.message)?[..] {
            [measure] => Ok(measure),
            _ => Err("expected one measure".to_owned()),
        };
        if let Some(measure) = name.strip_prefix("most ") {
            return of_measure(measure).map(Quantity::Most);
        }
        if let Some(measure) = name.strip_prefix("fewest ") {
            return of_measure(measure).map(Quantity::Fewest);
        }
        Quantity::COUNTS.into_iter().find(|quantity| quantity.name() == name).ok_or_else(|| {
            let known = Quantity::COUNTS.map(Quantity::name).join(", ");
            format!("no quantity `{name}`, expected one of {known}, most MEASURE or fewest MEASURE")
        })
    }

    /// A quantity and perhaps constraints, as in `primitive with words = 34, letters >= 60`; `grids with …` are all of them.
    pub fn with_constraints(text: &str) -> Result<(Quantity, Vec<Constraint>), String> {
        let Some((name, constraints)) = text.split_once(" with ") else {
            return Ok((Quantity::named(text)?, Vec::new()));
        };
        let quantity = if name == "grids" { Quantity::Total } else { Quantity::named(name)? };
        let constraint = |constraint: &str| {
            constraint
                .parse::<Constraint>()
                .map_err(|error| format!("the constraint `{}`: {}", constraint.trim(), error.message))
        };
        Ok((quantity, constraints.split(',').map(constraint).collect::<Result<_, _>>()?))
    }

    /// An error if the quantity means nothing under these rules: the classes are those of grids with half-turn symmetry.
    pub fn demand(self, rules: &Ruleset) -> Result<(), String> {
        if self.is_of_all_grids() || rules.symmetry == Symmetry::Rot180 {
            return Ok(());
        }
        Err(format!(
            "quantity {} is defined for grids with symmetry rot180, these have {}",
            self.name(),
            rules.symmetry.name()
        ))
    }

    /// Whether it is about the grids themselves, whatever their symmetry, and not about classes.
    fn is_of_all_grids(self) -> bool {
        matches!(self, Quantity::Total | Quantity::Most(_) | Quantity::Fewest(_))
    }

    fn formula(self) -> Formula {
        use Symmetry::{All, Diagonals, Mirrors, Rot90, Rot180};
        let (terms, divisor): (&[(i32, Symmetry)], u32) = match self {
            Quantity::Total | Quantity::Most(_) | Quantity::Fewest(_) => (&[(1, Rot180)], 1),
            Quantity::Primitive => (&[(1, Rot180), (1, Mirrors), (1, Rot90), (1, Diagonals)], 4),
            Quantity::A => (&[(1, All)], 1),
            Quantity::H => (&[(1, Mirrors), (-1, All)], 2),
            Quantity::R => (&[(1, Rot90), (-1, All)], 2),
            Quantity::T => (&[(1, Diagonals), (-1, All)], 2),
            Quantity::N => (&[(1, Rot180), (-1, Mirrors), (-1, Rot90), (-1, Diagonals), (2, All)], 4),
        };
        Formula { terms, divisor }
    }

    /// The rule sets whose grids must be counted to know this quantity under `rules`.
    pub fn needs(self, rules: &Ruleset) -> Vec<Ruleset> {
        if self.is_of_all_grids() {
            return vec![rules.clone()];
        }
        let with = |&(_, symmetry): &(i32, Symmetry)| Ruleset { symmetry, ..rules.clone() };
        self.formula().terms.iter().map(with).collect()
    }

    /// The quantity, from the counts of what it [needs](Quantity::needs), in that order.
    ///
    /// `None` if they give no whole number of classes: then one of them is wrong.
    pub fn evaluate(self, counts: &[u128]) -> Option<BigUint> {
        let Formula { terms, divisor } = self.formula();
        let sum: BigInt =
            terms.iter().zip(counts).map(|(&(factor, _), &count)| BigInt::from(factor) * BigInt::from(count)).sum();
        let sum = sum.to_biguint()?;
        (&sum % divisor == BigUint::ZERO).then(|| sum / divisor)
    }
}
