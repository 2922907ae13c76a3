//! Exact cover problems with optional items, checked before `dlx-rs` receives them.
//!
//! Each *item* must be in exactly one of the chosen *options*, an *optional* item in at most one. `dlx-rs` (dancing links, Knuth 2000) does
//! not check its input. Version 1.3.0 hangs on item 0. It panics on an item out of range and on a problem without options. It repeats wrong
//! solutions if an option names an item twice. A [`Matrix`] takes items counted from 0, with the optional ones last, and rejects invalid
//! options. It never calls the library's `select`, which returns wrong results after a conflict.
//!
//! Invariant: every option in `solver` has an item that is not optional. Its items are different and in `1..=items`. Options are named 0,
//! 1, 2, ...

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

/// The reason why a matrix rejects an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum MatrixError {
    /// No item must be covered.
    #[error("an exact cover problem needs an item")]
    NoItems,
    /// The option covers no required item, so it could be in every solution or in none.
    #[error("option {0} has no item that must be covered")]
    NoRequiredItem(usize),
    /// The option names an item that does not exist, or names an item twice.
    #[error("option {0} names an item that is out of range, or twice")]
    InvalidItem(usize),
}

impl Matrix {
    /// Returns a problem with required items 0 .. `items`, followed by `optional` optional items.
    pub(super) fn new(items: usize, optional: usize) -> Result<Self, MatrixError> {
        if items == 0 {
            return Err(MatrixError::NoItems);
        }
        let solver = Solver::new_optional(items, optional);
        Ok(Matrix { solver, items, optional, options: 0, shifted: Vec::new() })
    }

    /// Adds an option. The first option is number 0. A rejected option leaves the matrix unchanged.
    pub(super) fn add(&mut self, option: &[usize]) -> Result<(), MatrixError> {
        self.shifted.clear();
        self.shifted.extend(option.iter().map(|item| item + 1));
        self.shifted.sort_unstable();
        let is_valid = self.shifted.windows(2).all(|pair| pair[0] < pair[1]);
        match (self.shifted.first(), self.shifted.last()) {
            (Some(&first), Some(&last)) if is_valid && last <= self.items + self.optional => {
                if first > self.items {
                    return Err(MatrixError::NoRequiredItem(self.options));
                }
            }
            (None, _) => return Err(MatrixError::NoRequiredItem(self.options)),
            _ => return Err(MatrixError::InvalidItem(self.options)),
        }
        self.solver.add_option(self.options, &self.shifted);
        self.options += 1;
        Ok(())
    }

    /// Returns all solutions, each as the numbers of its options. Their order depends on the matrix alone. The search for the next solution
    /// cannot be interrupted.
    pub(super) fn solutions(self) -> impl Iterator<Item = Vec<usize>> {
        // The library panics without options. Then there is no solution.
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
        assert_eq!(Matrix::new(0, 1).err(), Some(MatrixError::NoItems));
        let mut matrix = Matrix::new(2, 1).expect("some items");
        assert_eq!(matrix.add(&[]), Err(MatrixError::NoRequiredItem(0)));
        assert_eq!(matrix.add(&[2]), Err(MatrixError::NoRequiredItem(0)));
        assert_eq!(matrix.add(&[0, 3]), Err(MatrixError::InvalidItem(0)));
        assert_eq!(matrix.add(&[0, 1, 0]), Err(MatrixError::InvalidItem(0)));
        assert_eq!(matrix.add(&[1, 0]), Ok(()));
        assert_eq!(matrix.solutions().collect::<Vec<_>>(), [[0]]);
    }
}
