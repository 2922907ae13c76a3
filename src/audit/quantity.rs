//! What can be counted of the grids that obey some rules, reduced to how many there are of each symmetry.
//!
//! Keith (2026) sorts the grids with half-turn symmetry by all the symmetries they have: A all eight, h both mirror
//! reflections, r the quarter turn, t both diagonal reflections, N the half turn alone; a class is what the square's
//! symmetries make of one grid, and a primitive grid is one of each class. A class of type A has one grid, of h, r or t two, of N
//! four. So with R, H, Q, D and A the numbers of grids unchanged at least under the half turn, both mirrors, the quarter
//! turn, both diagonals and everything, the classes of type h are (H − A) / 2, of r (Q − A) / 2, of t (D − A) / 2, of N
//! (R − H − Q − D + 2A) / 4, and of all types together (R + H + Q + D) / 4 (Burnside's lemma).

use num_bigint::{BigInt, BigUint};

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
}

/// A sum of numbers of grids by symmetry, divided by a number.
struct Formula {
    terms: &'static [(i32, Symmetry)],
    divisor: u32,
}

impl Quantity {
    /// Every quantity.
    pub const ALL: [Quantity; 7] =
        [Quantity::Total, Quantity::Primitive, Quantity::A, Quantity::H, Quantity::R, Quantity::T, Quantity::N];

    /// The name that a claims file uses.
    pub const fn name(self) -> &'static str {
        match self {
            Quantity::Total => "total",
            Quantity::Primitive => "primitive",
            Quantity::A => "A",
            Quantity::H => "h",
            Quantity::R => "r",
            Quantity::T => "t",
            Quantity::N => "N",
        }
    }

    /// The quantity of that name; the error says which there are.
    pub fn named(name: &str) -> Result<Quantity, String> {
        Quantity::ALL.into_iter().find(|quantity| quantity.name() == name).ok_or_else(|| {
            let known = Quantity::ALL.map(Quantity::name).join(", ");
            format!("no quantity `{name}`, expected one of {known}")
        })
    }

    /// An error if the quantity means nothing under these rules: the classes are those of grids with half-turn symmetry.
    pub fn demand(self, rules: &Ruleset) -> Result<(), String> {
        if self == Quantity::Total || rules.symmetry == Symmetry::Rot180 {
            return Ok(());
        }
        Err(format!(
            "quantity {} is defined for grids with symmetry rot180, these have {}",
            self.name(),
            rules.symmetry.name()
        ))
    }

    fn formula(self) -> Formula {
        use Symmetry::{All, Diagonals, Mirrors, Rot90, Rot180};
        let (terms, divisor): (&[(i32, Symmetry)], u32) = match self {
            Quantity::Total => (&[(1, Rot180)], 1),
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
        if self == Quantity::Total {
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
