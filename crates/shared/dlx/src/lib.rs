//! Validates exact cover problems before they reach `dlx-rs`.
//!
//! An exact cover problem has *items* and *options*. An option is a set of items. A solution is a set of options that together contain
//! every item exactly once, and every *optional* item at most once. `dlx-rs` solves it by dancing links (Knuth 2000; *The Art of Computer
//! Programming* 4B, algorithm X with the item of fewest options first). It trusts its caller. Version 1.3.0 hangs on item 0, and panics on
//! an item out of range and on a problem without options. It repeats wrong solutions when an option names an item twice. [`Matrix`]
//! therefore takes items counted from 0, with the optional ones last, and rejects options that the library does not handle. The library's
//! `select` returns nonsense after a conflict, so [`Matrix`] does not offer it. To choose an option, leave out the options that conflict
//! with it.
//!
//! This crate knows neither grids nor rules. An engine that counts grids and one that fills them use it, and they never check each other.
//!
//! Invariant: every option in `solver` is a set of items in `1..`. At least one of them is not optional. Options are named 0, 1, 2, ...
//! in the order in which they were added.

use dlx_rs::Solver;
use thiserror::Error;

/// An exact cover problem under construction.
pub struct Matrix {
    solver: Solver<usize>,
    /// Number of items that are not optional.
    required: usize,
    options: usize,
    /// For each item, one more than the last option that named it.
    last_named_by: Vec<usize>,
    /// The option being added, in the library's numbers.
    shifted: Vec<usize>,
}

/// The reason why a matrix rejects an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MatrixError {
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
    /// Returns a problem with items 0 .. `required`, followed by `optional` optional items, and no options yet.
    ///
    /// # Errors
    ///
    /// Fails if there is no required item.
    pub fn new(required: usize, optional: usize) -> Result<Self, MatrixError> {
        if required == 0 {
            return Err(MatrixError::NoItems);
        }
        let solver = Solver::new_optional(required, optional);
        Ok(Matrix { solver, required, options: 0, last_named_by: vec![0; required + optional], shifted: Vec::new() })
    }

    /// Adds an option; a rejected option leaves the matrix unchanged. The first option is number 0.
    ///
    /// # Errors
    ///
    /// Fails if the option has no required item, names an item twice, or names an item that does not exist.
    pub fn add(&mut self, option: &[usize]) -> Result<(), MatrixError> {
        let number = self.options;
        if option.iter().all(|&item| item >= self.required) {
            return Err(MatrixError::NoRequiredItem(number));
        }
        for (i, &item) in option.iter().enumerate() {
            match self.last_named_by.get_mut(item) {
                Some(last) if *last <= number => *last = number + 1,
                _ => {
                    // Discard the rejected option, whose number the next option gets.
                    option[..i].iter().for_each(|&named| self.last_named_by[named] = 0);
                    return Err(MatrixError::InvalidItem(number));
                }
            }
        }
        self.shifted.clear();
        self.shifted.extend(option.iter().map(|item| item + 1));
        self.solver.add_option(number, &self.shifted);
        self.options += 1;
        Ok(())
    }

    /// Returns all solutions, each as the numbers of its options, in an order that depends only on the matrix.
    ///
    /// The search for the next solution cannot be interrupted, so keep matrices small.
    pub fn solutions(self) -> impl Iterator<Item = Vec<usize>> {
        // With items but no options there is no solution, and the library must not be called.
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
        let mut solutions: Vec<_> = matrix
            .solutions()
            .map(|mut solution| {
                solution.sort_unstable();
                solution
            })
            .collect();
        solutions.sort();
        solutions
    }

    #[test]
    fn knuths_example() {
        // Knuth 2000, (3): items A..G.
        let options: [&[usize]; 6] = [&[2, 4, 5], &[0, 3, 6], &[1, 2, 5], &[0, 3], &[1, 6], &[3, 4, 6]];
        assert_eq!(solve(7, 0, &options), [[0, 3, 4]]);
    }

    #[test]
    fn several_solutions_and_none() {
        assert_eq!(solve(2, 0, &[&[0], &[1], &[0, 1]]), [vec![0, 1], vec![2]]);
        assert!(solve(2, 0, &[&[0]]).is_empty());
        assert!(solve(3, 0, &[&[0, 1], &[1, 2]]).is_empty());
        assert!(solve(3, 0, &[]).is_empty());
    }

    #[test]
    fn perfect_matchings_of_k6() {
        let pairs: Vec<Vec<usize>> = (0..6).flat_map(|a| (a + 1..6).map(move |b| vec![a, b])).collect();
        let options: Vec<&[usize]> = pairs.iter().map(Vec::as_slice).collect();
        assert_eq!(solve(6, 0, &options).len(), 15);
    }

    #[test]
    fn latin_squares_of_order_4() {
        // Items: (row, column), (row, symbol), (column, symbol).
        let options: Vec<[usize; 3]> = (0..64)
            .map(|i| (i / 16, i / 4 % 4, i % 4))
            .map(|(r, c, s)| [4 * r + c, 16 + 4 * r + s, 32 + 4 * c + s])
            .collect();
        let options: Vec<&[usize]> = options.iter().map(<[usize; 3]>::as_slice).collect();
        assert_eq!(solve(48, 0, &options).len(), 576);
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
        let mut matrix = Matrix::new(3, 1).expect("some items");
        assert_eq!(matrix.add(&[0, 1]), Ok(()));
        assert_eq!(matrix.add(&[]), Err(MatrixError::NoRequiredItem(1)));
        assert_eq!(matrix.add(&[3]), Err(MatrixError::NoRequiredItem(1)));
        assert_eq!(matrix.add(&[2, 4]), Err(MatrixError::InvalidItem(1)));
        assert_eq!(matrix.add(&[1, 2, 1]), Err(MatrixError::InvalidItem(1)));
        assert_eq!(matrix.add(&[1, 2]), Ok(()));
        assert_eq!(matrix.add(&[3, 2]), Ok(()));
        assert_eq!(matrix.solutions().collect::<Vec<_>>(), [[0, 2]]);
    }

    #[test]
    fn an_exhausted_search_stays_exhausted() {
        let mut matrix = Matrix::new(1, 0).expect("an item");
        matrix.add(&[0]).expect("a fair option");
        let mut solutions = matrix.solutions();
        assert_eq!(solutions.next(), Some(vec![0]));
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.next(), None);
    }
}
