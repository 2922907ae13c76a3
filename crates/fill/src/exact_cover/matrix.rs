//! Exact cover problems with optional items, checked before `dlx-rs` sees them.
//!
//! Every *item* must be in one of the chosen *options* exactly, an *optional* item in one at most. `dlx-rs` (dancing links, Knuth 2000) trusts
//! its caller: version 1.3.0 hangs on item 0, panics on an item out of range and on a problem without options, and repeats wrong solutions when an
//! option names an item twice. [`Matrix`] takes items counted from 0, the optional ones last, refuses the rest, and
//! never calls the library's `select`, which returns nonsense after a conflict.
//!
//! Invariant: every option in `solver` has an item that is not optional, and its items are different and in `1..=items`; options are named 0, 1, 2, ...

use dlx_rs::Solver;
use thiserror::Error;

/// An exact cover problem under construction.
pub(super) struct Matrix {
    solver: Solver<usize>,
    items: usize,
    optional: usize,
    options: usize,
    /// The option being added, in the library's numbers.
    shifted: Vec<usize>,
}

/// Why a matrix does not take something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    /// There is nothing that must be covered.
    #[error("an exact cover problem needs an item")]
    NoItems,
    /// An option that could be in every solution or in none, as it covers nothing that must be covered.
    #[error("option {0} has no item that must be covered")]
    Idle(usize),
    /// An item the matrix does not have, or has twice in the option.
    #[error("option {0} names an item that is out of range, or twice")]
    Wrong(usize),
}

impl Matrix {
    /// A problem with items 0 .. `items` that must be covered, and `optional` more after them.
    pub(super) fn new(items: usize, optional: usize) -> Result<Self, Refusal> {
        if items == 0 {
            return Err(Refusal::NoItems);
        }
        let solver = Solver::new_optional(items, optional);
        Ok(Matrix { solver, items, optional, options: 0, shifted: Vec::new() })
    }

    /// Adds an option; a refused one leaves the matrix as it was. The first option is number 0.
    pub(super) fn add(&mut self, option: &[usize]) -> Result<(), Refusal> {
        self.shifted.clear();
        self.shifted.extend(option.iter().map(|item| item + 1));
        self.shifted.sort_unstable();
        let is_fair = self.shifted.windows(2).all(|pair| pair[0] < pair[1]);
        match (self.shifted.first(), self.shifted.last()) {
            (Some(&first), Some(&last)) if is_fair && last <= self.items + self.optional => {
                if first > self.items {
                    return Err(Refusal::Idle(self.options));
                }
            }
            (None, _) => return Err(Refusal::Idle(self.options)),
            _ => return Err(Refusal::Wrong(self.options)),
        }
        self.solver.add_option(self.options, &self.shifted);
        self.options += 1;
        Ok(())
    }

    /// All solutions, each as the numbers of its options, in an order that depends on the matrix alone. The search for
    /// the next one cannot be interrupted.
    pub(super) fn solutions(self) -> impl Iterator<Item = Vec<usize>> {
        // The library must not be asked where there are no options, and then there is no solution.
        (self.options > 0).then_some(self.solver).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(items: usize, optional: usize, options: &[&[usize]]) -> Vec<Vec<usize>> {
        let mut matrix = Matrix::new(items, optional).expect("some items");
        for option in options {
            matrix.add(option).expect("a fair option");
        }
        let sorted = |mut solution: Vec<usize>| {
            solution.sort_unstable();
            solution
        };
        let mut solutions: Vec<_> = matrix.solutions().map(sorted).collect();
        solutions.sort();
        solutions
    }

    #[test]
    fn knuths_example() {
        let options: [&[usize]; 6] = [&[2, 4, 5], &[0, 3, 6], &[1, 2, 5], &[0, 3], &[1, 6], &[3, 4, 6]];
        assert_eq!(solve(7, 0, &options), [[0, 3, 4]]);
    }

    #[test]
    fn an_optional_item_is_covered_once_at_most() {
        let options: [&[usize]; 4] = [&[0], &[0, 2], &[1, 2], &[1]];
        assert_eq!(solve(2, 1, &options), [[0, 2], [0, 3], [1, 3]]);
        assert!(solve(2, 1, &[&[0]]).is_empty());
        assert!(solve(2, 1, &[]).is_empty());
    }

    #[test]
    fn refusals_leave_the_matrix_usable() {
        assert_eq!(Matrix::new(0, 1).err(), Some(Refusal::NoItems));
        let mut matrix = Matrix::new(2, 1).expect("some items");
        assert_eq!(matrix.add(&[]), Err(Refusal::Idle(0)));
        assert_eq!(matrix.add(&[2]), Err(Refusal::Idle(0)));
        assert_eq!(matrix.add(&[0, 3]), Err(Refusal::Wrong(0)));
        assert_eq!(matrix.add(&[0, 1, 0]), Err(Refusal::Wrong(0)));
        assert_eq!(matrix.add(&[1, 0]), Ok(()));
        assert_eq!(matrix.solutions().collect::<Vec<_>>(), [[0]]);
    }
}
