//! A distribution as a weight: a polynomial whose exponents come from the [`MeasureEncoder`].
//!
//! Quarters of one signature differ little in their measures, so few exponents occur. Their polynomial is a sorted
//! list of terms. Grids have many exponents, because two quarters that meet add theirs. Their polynomial is a table
//! of pages, and only pages that occur exist. Terms that exceed a limit are dropped.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::measures::encoder::{DigitLimit, MeasureEncoder};
use crate::measures::weight::{Total, Weight};

/// The number of quarters of each exponent.
///
/// Invariant: sorted by exponent, each exponent once, and no number is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polynomial(Vec<(u64, u64)>);

/// A monomial factor, with the limit of exponents.
#[derive(Debug, Clone, Copy)]
pub struct Monomial {
    exponent: u64,
    limit: DigitLimit,
}

impl Polynomial {
    /// Adds another polynomial, multiplied by a monomial.
    fn merge(&mut self, other: &[(u64, u64)], Monomial { exponent: more, limit }: Monomial) -> Option<()> {
        let terms = &mut self.0;
        let before = terms.len();
        let (mut at, mut missing) = (0, 0);
        for &(exponent, quarters) in other {
            let exponent = exponent + more;
            if limit.is_passed(exponent) {
                continue;
            }
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
        // New terms are inserted from the end, where there is room.
        terms.resize(before + missing, (0, 0));
        let (mut own, mut to) = (before, terms.len());
        for &(exponent, quarters) in other.iter().rev() {
            let exponent = exponent + more;
            if limit.is_passed(exponent) {
                continue;
            }
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

impl Weight for Polynomial {
    type Factor = Monomial;
    type Total = Coefficients;

    fn none() -> Self {
        Polynomial(Vec::new())
    }

    fn one() -> Self {
        Polynomial(vec![(0, 1)])
    }

    fn factor(encoder: &MeasureEncoder, more: impl FnOnce() -> i64) -> Monomial {
        Monomial { exponent: more() as u64, limit: encoder.limit() }
    }

    fn product(one: &Monomial, other: &Monomial) -> Monomial {
        let is_too_much = Self::is_too_much(one) || Self::is_too_much(other);
        let exponent = if is_too_much { one.limit.beyond() } else { one.exponent + other.exponent };
        Monomial { exponent, limit: one.limit }
    }

    fn is_too_much(factor: &Monomial) -> bool {
        factor.limit.is_passed(factor.exponent)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn scaled(&self, more: &Monomial) -> Self {
        let terms = self.0.iter().map(|&(exponent, quarters)| (exponent + more.exponent, quarters));
        Polynomial(terms.filter(|&(exponent, _)| !more.limit.is_passed(exponent)).collect())
    }

    fn add_scaled(&mut self, other: &Self, more: &Monomial) -> Option<()> {
        self.merge(&other.0, *more)
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        self.merge(&other.0, Monomial { exponent: 0, limit: DigitLimit::default() })
    }

    fn add_product(&self, other: &Self, total: &mut Coefficients) -> Option<()> {
        for &(exponent, quarters) in &self.0 {
            let mut others = other.0.iter().peekable();
            while let Some(&&(more, _)) = others.peek() {
                let (number, page) = total.page(exponent + more);
                while let Some(&(more, others)) = others.next_if(|(more, _)| (exponent + more) / PAGE == number) {
                    let sum = &mut page[((exponent + more) % PAGE) as usize];
                    // The product of two 64-bit numbers fits into 128 bits.
                    *sum = sum.checked_add(u128::from(quarters) * u128::from(others))?;
                }
            }
        }
        Some(())
    }

    fn add_self_pairs(&self, total: &mut Coefficients) -> Option<()> {
        self.add_product(&Polynomial::one(), total)
    }

    fn bytes_beside(&self) -> usize {
        self.0.capacity() * size_of::<(u64, u64)>()
    }
}

/// The number of exponents on one page.
const PAGE: u64 = 256;

/// The number of grids of each exponent, on the pages that occur, by page number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coefficients(HashMap<u64, Vec<u128>, FixedState>);

impl Coefficients {
    /// Returns the page of an exponent, and the page's number.
    fn page(&mut self, exponent: u64) -> (u64, &mut [u128]) {
        let number = exponent / PAGE;
        (number, self.0.entry(number).or_insert_with(|| vec![0; PAGE as usize]))
    }

    /// Returns every exponent that occurs, with its number of grids.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u128)> {
        let pages = self.0.iter().flat_map(|(number, page)| (number * PAGE..).zip(page.iter().copied()));
        pages.filter(|&(_, grids)| grids > 0)
    }
}

impl Total for Coefficients {
    fn none() -> Self {
        Coefficients(HashMap::default())
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        for (number, page) in &other.0 {
            for (sum, more) in self.page(number * PAGE).1.iter_mut().zip(page) {
                *sum = sum.checked_add(*more)?;
            }
        }
        Some(())
    }
}
