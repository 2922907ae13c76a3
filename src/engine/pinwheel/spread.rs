//! A distribution as a weight: a polynomial, its exponents those of the [`Meter`](super::meter::Meter).
//!
//! Quarters of one kind differ little in what they measure, so few of the exponents occur: a sorted list of those that do. What grids
//! come to is a table by exponent, for two quarters that meet make any of many.

use super::meter::Meter;
use super::placed::RowInPlace;
use super::weight::{Total, Weight};

/// How many quarters there are of each exponent.
///
/// Invariant: in the order of exponents, each once, none with 0 quarters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread(Vec<(u32, u64)>);

impl Spread {
    /// Adds the other's quarters, their exponents so much larger.
    fn merge(&mut self, other: &[(u32, u64)], more: u32) -> Option<()> {
        let terms = &mut self.0;
        let before = terms.len();
        let (mut at, mut missing) = (0, 0);
        for &(exponent, quarters) in other {
            let exponent = exponent + more;
            while at < before && terms[at].0 < exponent {
                at += 1;
            }
            if at < before && terms[at].0 == exponent {
                terms[at].1 = terms[at].1.checked_add(quarters)?;
            } else {
                missing += 1;
            }
        }
        if missing == 0 {
            return Some(());
        }
        // Those that were not there are put in from the end, where there is room.
        terms.resize(before + missing, (0, 0));
        let (mut own, mut to) = (before, terms.len());
        for &(exponent, quarters) in other.iter().rev() {
            let exponent = exponent + more;
            while own > 0 && terms[own - 1].0 > exponent {
                own -= 1;
                to -= 1;
                terms[to] = terms[own];
            }
            if own == 0 || terms[own - 1].0 < exponent {
                to -= 1;
                terms[to] = (exponent, quarters);
            }
        }
        debug_assert!(terms.is_sorted_by(|one, other| one.0 < other.0), "every exponent once");
        Some(())
    }
}

impl Weight for Spread {
    type Factor = u32;
    type Total = Table;

    fn none() -> Self {
        Spread(Vec::new())
    }

    fn one() -> Self {
        Spread(vec![(0, 1)])
    }

    fn row(meter: &Meter, row: &RowInPlace) -> u32 {
        meter.row(row) as u32
    }

    fn with(&self, &more: &u32) -> Self {
        Spread(self.0.iter().map(|&(exponent, quarters)| (exponent + more, quarters)).collect())
    }

    fn add_with(&mut self, other: &Self, &more: &u32) -> Option<()> {
        self.merge(&other.0, more)
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        self.merge(&other.0, 0)
    }

    fn meet(&self, other: &Self, total: &mut Table) -> Option<()> {
        let (Some(&(a, _)), Some(&(b, _))) = (self.0.first(), self.0.last()) else { return Some(()) };
        let (Some(&(c, _)), Some(&(d, _))) = (other.0.first(), other.0.last()) else { return Some(()) };
        total.reach(a + c, b + d);
        for &(exponent, quarters) in &self.0 {
            for &(more, others) in &other.0 {
                let sum = &mut total.grids[(exponent + more - total.low) as usize];
                // Two numbers of 64 bits fit into 128.
                *sum = sum.checked_add(u128::from(quarters) * u128::from(others))?;
            }
        }
        Some(())
    }

    fn meet_itself(&self, total: &mut Table) -> Option<()> {
        self.meet(&Spread::one(), total)
    }

    fn bytes_beside(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u64)>()
    }
}

/// How many grids there are by exponent, from `low` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    low: u32,
    grids: Vec<u128>,
}

impl Table {
    /// Makes room for the exponents from one to another.
    fn reach(&mut self, from: u32, to: u32) {
        if self.grids.is_empty() {
            self.low = from;
        }
        if from < self.low {
            let more = (self.low - from) as usize;
            self.grids.splice(0..0, std::iter::repeat_n(0, more));
            self.low = from;
        }
        let length = (to - self.low) as usize + 1;
        if self.grids.len() < length {
            self.grids.resize(length, 0);
        }
    }

    /// Every exponent and its number of grids.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u128)> {
        (self.low..).zip(self.grids.iter().copied()).filter(|&(_, grids)| grids > 0)
    }
}

impl Total for Table {
    fn none() -> Self {
        Table { low: 0, grids: Vec::new() }
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        if other.grids.is_empty() {
            return Some(());
        }
        self.reach(other.low, other.low + other.grids.len() as u32 - 1);
        let offset = (other.low - self.low) as usize;
        for (sum, more) in self.grids[offset..].iter_mut().zip(&other.grids) {
            *sum = sum.checked_add(*more)?;
        }
        Some(())
    }
}
