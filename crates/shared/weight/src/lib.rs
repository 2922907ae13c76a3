//! Adds and multiplies weights, the values that engines count with. It never judges: it knows no grid and no rule, so engines may share it.
//!
//! A sweep adds the ways that lead to equal states, and a join multiplies ways that meet. Neither knows what a *weight* is. The weight of
//! counted ways is their number. For a distribution it is a [`Polynomial`], where a white square has the factor x, for example. For an
//! extreme it is the [`Best`] value with its multiplicity. (The evaluators of `TdZdd` work the same way: Iwashita and Minato, 2013.)
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

mod best;
mod polynomial;
#[cfg(test)]
mod tests;
mod weight;

pub use best::Best;
pub use polynomial::{Coefficients, Limit, Monomial, Polynomial};
pub use weight::{Count, Joined, Sum, Weight, sort_and_merge};
