//! A distribution as a weight: a polynomial whose exponents say how much ways have of the measures.
//!
//! Ways to equal states differ little in their measures, so few exponents occur. Their polynomial is a sorted list of terms. Grids have many
//! exponents, because two parts that meet add theirs. Their polynomial is a table of pages, and only pages that occur exist. Terms that
//! exceed a limit are dropped.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::Add;

use foldhash::fast::FixedState;

use super::weight::{Joined, Sum, Weight};

/// The limit of exponents. Adding the same to exponents must keep their order.
pub trait Limit: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// An exponent. The default is zero.
    type Exponent: Copy + Default + Ord + Add<Output = Self::Exponent> + Debug + Send + Sync;

    /// Returns `true` if the exponent exceeds the limit.
    fn is_passed(self, exponent: Self::Exponent) -> bool;
}

/// The number of ways of each exponent.
///
/// Invariant: sorted by exponent, each exponent once, and no number is 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Polynomial<L: Limit>(Vec<(L::Exponent, u64)>);

/// A monomial factor, with the limit of exponents.
#[derive(Debug, Clone, Copy)]
pub struct Monomial<L: Limit> {
    /// The exponent of the factor.
    pub exponent: L::Exponent,
    /// The limit of the exponents of products.
    pub limit: L,
}

impl<L: Limit> Polynomial<L> {
    /// Returns every exponent that occurs, with its number of ways.
    pub fn iter(&self) -> impl Iterator<Item = (L::Exponent, u64)> {
        self.0.iter().copied()
    }

    /// Returns the bytes that it stores outside the value.
    pub fn bytes_beside(&self) -> usize {
        self.0.capacity() * size_of::<(L::Exponent, u64)>()
    }

    /// Adds another polynomial, with exponents from `product`, which keeps their order. It returns `None` for a term that is dropped.
    fn merge(&mut self, other: &Self, product: impl Fn(L::Exponent) -> Option<L::Exponent>) -> Option<()> {
        let terms = &mut self.0;
        let before = terms.len();
        let (mut at, mut missing) = (0, 0);
        for &(exponent, ways) in &other.0 {
            let Some(exponent) = product(exponent) else { continue };
            while at < before && terms[at].0 < exponent {
                at += 1;
            }
            if at < before && terms[at].0 == exponent {
                terms[at].1 = terms[at].1.checked_add(ways)?;
            } else {
                missing += 1;
            }
        }
        if missing == 0 {
            return Some(());
        }
        // New terms are inserted from the end, where there is room.
        terms.resize(before + missing, (L::Exponent::default(), 0));
        let (mut own, mut to) = (before, terms.len());
        for &(exponent, ways) in other.0.iter().rev() {
            let Some(exponent) = product(exponent) else { continue };
            while own > 0 && terms[own - 1].0 > exponent {
                own -= 1;
                to -= 1;
                terms[to] = terms[own];
            }
            if own == 0 || terms[own - 1].0 < exponent {
                to -= 1;
                terms[to] = (exponent, ways);
            }
        }
        debug_assert!(terms.is_sorted_by(|one, other| one.0 < other.0), "every exponent once");
        Some(())
    }
}

impl<L: Limit> Monomial<L> {
    /// Returns the exponent of the product with a term, if it does not exceed the limit.
    fn product(self, exponent: L::Exponent) -> Option<L::Exponent> {
        let sum = exponent + self.exponent;
        (!self.limit.is_passed(sum)).then_some(sum)
    }
}

impl<L: Limit> Sum for Polynomial<L> {
    fn add(&mut self, other: &Self) -> Option<()> {
        self.merge(other, Some)
    }
}

impl<L: Limit> Weight for Polynomial<L> {
    type Factor = Monomial<L>;

    fn one() -> Self {
        Polynomial(vec![(L::Exponent::default(), 1)])
    }

    fn scaled(&self, more: &Monomial<L>) -> Self {
        Polynomial(self.iter().filter_map(|(exponent, ways)| Some((more.product(exponent)?, ways))).collect())
    }

    fn add_scaled(&mut self, other: &Self, more: &Monomial<L>) -> Option<()> {
        self.merge(other, |exponent| more.product(exponent))
    }
}

impl<L: Limit<Exponent = u64>> Joined for Polynomial<L> {
    type Total = Coefficients;

    fn add_product(&self, other: &Self, total: &mut Coefficients) -> Option<()> {
        for &(exponent, ways) in &self.0 {
            let mut others = other.0.iter().peekable();
            while let Some(&&(more, _)) = others.peek() {
                let (number, page) = total.page(exponent + more);
                while let Some(&(more, others)) = others.next_if(|(more, _)| (exponent + more) / PAGE == number) {
                    let sum = &mut page[((exponent + more) % PAGE) as usize];
                    // The product of two 64-bit numbers fits into 128 bits.
                    *sum = sum.checked_add(u128::from(ways) * u128::from(others))?;
                }
            }
        }
        Some(())
    }
}

/// The number of exponents on one page.
const PAGE: u64 = 256;

/// The number of grids of each exponent, on the pages that occur, by page number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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

impl Sum for Coefficients {
    fn add(&mut self, other: &Self) -> Option<()> {
        for (number, page) in &other.0 {
            for (sum, more) in self.page(number * PAGE).1.iter_mut().zip(page) {
                *sum = sum.checked_add(*more)?;
            }
        }
        Some(())
    }
}
