//! One counting question: a size, a rule set, squares whose colour is given, and constraints.

mod record;

use std::fmt;

use thiserror::Error;

use crate::constraint::{Constraint, ConstraintFault, Decided, RoundedConstraint};
use crate::grid::{Grid, MAX_SIZE, full_row};
use crate::rules::{RulesFault, Ruleset, Symmetry};

pub use record::RecordError;

/// The smallest size that can be asked for.
pub const MIN_SIZE: usize = 3;

/// How many grids, and which, of `size` × `size` squares obey `rules`, agree with `givens` and grant all `constraints`?
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    size: usize,
    rules: Ruleset,
    givens: Givens,
    constraints: Vec<Constraint>,
    /// The same constraints, in order, for this size.
    rounded: Vec<RoundedConstraint>,
}

/// Why there is no such question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The size is out of range.
    #[error("size {0}: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size(usize),
    /// The givens are for another size.
    #[error("the given squares form a grid of {height} × {width}, the size asked for is {size}")]
    Givens {
        /// Rows of the givens.
        height: usize,
        /// Columns of the givens.
        width: usize,
        /// The size asked for.
        size: usize,
    },
    /// The rule set contradicts itself.
    #[error("rule set {name}: {fault}")]
    Rules {
        /// The set's name.
        name: String,
        /// How.
        fault: RulesFault,
    },
    /// No grid could have all the constraints.
    #[error(transparent)]
    Constraints(#[from] ConstraintFault),
}

impl Problem {
    /// A question without givens and constraints.
    pub fn new(size: usize, rules: Ruleset) -> Result<Self, ProblemError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(ProblemError::Size(size));
        }
        if let Some(fault) = rules.fault() {
            return Err(ProblemError::Rules { name: rules.name, fault });
        }
        Ok(Problem { size, rules, givens: Givens::open(size, size), constraints: Vec::new(), rounded: Vec::new() })
    }

    /// The same question with these squares given.
    pub fn with_givens(self, givens: Givens) -> Result<Self, ProblemError> {
        if (givens.height(), givens.width()) != (self.size, self.size) {
            return Err(ProblemError::Givens { height: givens.height(), width: givens.width(), size: self.size });
        }
        Ok(Problem { givens, ..self })
    }

    /// The same question with these constraints.
    pub fn with_constraints(self, constraints: Vec<Constraint>) -> Result<Self, ProblemError> {
        if let Some(fault) = ConstraintFault::of(&constraints, self.size) {
            return Err(fault.into());
        }
        let rounded = constraints.iter().map(|constraint| RoundedConstraint::of(constraint, self.size)).collect();
        Ok(Problem { constraints, rounded, ..self })
    }

    /// The same question with the whole of row `r` given: bit `c` of `row` set means white. Squares of that row that were given
    /// before must have that colour ([`Givens::allow_row`]).
    #[must_use]
    pub fn with_row(mut self, r: usize, row: u64) -> Self {
        debug_assert!(self.givens.allow_row(r, row));
        self.givens.fix_row(r, row);
        self
    }

    /// The same question without givens.
    #[must_use]
    pub fn open(mut self) -> Self {
        self.givens = Givens::open(self.size, self.size);
        self
    }

    /// The same question under other rules.
    pub fn with_rules(self, rules: Ruleset) -> Result<Self, ProblemError> {
        Problem::new(self.size, rules)?.with_givens(self.givens)?.with_constraints(self.constraints)
    }

    /// Rows, and columns, of the grids.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What valid means.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The group that the rules ask for.
    pub fn symmetry(&self) -> Symmetry {
        self.rules.symmetry
    }

    /// The squares whose colour is fixed.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// Returns the constraints as they were written: only grids that meet all of them are asked for.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the constraints for this size, in small whole numbers, in the order of [`constraints`](Problem::constraints).
    pub fn rounded_constraints(&self) -> &[RoundedConstraint] {
        &self.rounded
    }

    /// Things a reader of the answer should know, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.size.is_multiple_of(2) {
            notes.push(format!("size {} is even: Keith's rule 1, odd sizes only, is relaxed", self.size));
        }
        if self.rules.min_word > self.size || self.rules.min_white_per_row > self.size {
            notes.push(format!("size {} is too small for these rules to have any grid", self.size));
        }
        for (constraint, rounded) in self.constraints.iter().zip(&self.rounded) {
            match rounded.decided(self.size) {
                Some(Decided::Always) => notes.push(format!("every grid of size {} has {constraint}", self.size)),
                Some(Decided::Never) => notes.push(format!("no grid of size {} has {constraint}", self.size)),
                None => {}
            }
        }
        notes
    }
}

/// A partial grid: squares fixed white, squares fixed black, the rest open.
///
/// Invariant: `white[r] & black[r]` is 0 and neither has a bit at or above the width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Givens {
    width: usize,
    white: Vec<u64>,
    black: Vec<u64>,
}

impl Givens {
    /// Every square open.
    pub fn open(height: usize, width: usize) -> Self {
        Givens { width, white: vec![0; height], black: vec![0; height] }
    }

    /// The setters' lattice: black at every other square of every other row. Phase 1 has it in rows and columns that are even,
    /// counted from 1, phase 2 in even rows and odd columns, 3 in odd rows and even columns, 4 in odd ones. `None` if there is no
    /// such phase.
    pub fn lattice(size: usize, phase: usize) -> Option<Self> {
        let (row, column) = [(1, 1), (1, 0), (0, 1), (0, 0)].get(phase.checked_sub(1)?).copied()?;
        let mut lattice = Givens::open(size, size);
        for r in (row..size).step_by(2) {
            (column..size).step_by(2).for_each(|c| lattice.fix(r, c, false));
        }
        Some(lattice)
    }

    /// The squares of both; `Err` is one that is white in one and black in the other.
    pub fn and(&self, other: &Givens) -> Result<Givens, (usize, usize)> {
        let mut both = self.clone();
        for (r, c) in (0..self.height()).flat_map(|r| (0..self.width).map(move |c| (r, c))) {
            match (self.colour(r, c), other.colour(r, c)) {
                (Some(one), Some(two)) if one != two => return Err((r, c)),
                (None, Some(white)) => both.fix(r, c, white),
                _ => {}
            }
        }
        Ok(both)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.white.len()
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Fixes square (`r`, `c`), whatever it was before.
    pub fn fix(&mut self, r: usize, c: usize, white: bool) {
        let bit = 1 << c & full_row(self.width);
        self.white[r] &= !bit;
        self.black[r] &= !bit;
        if white {
            self.white[r] |= bit;
        } else {
            self.black[r] |= bit;
        }
    }

    /// Fixes the squares of row `r` that are not open in a row as wide as this, written as in a file of givens. `None` if it has any
    /// other character.
    pub fn fix_written(&mut self, r: usize, row: &str) -> Option<()> {
        for (c, square) in row.chars().enumerate() {
            match square {
                '#' => self.fix(r, c, false),
                '.' => self.fix(r, c, true),
                '?' => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// Fixes the whole of row `r`: bit `c` of `row` set means white.
    pub fn fix_row(&mut self, r: usize, row: u64) {
        self.white[r] = row & full_row(self.width);
        self.black[r] = !row & full_row(self.width);
    }

    /// The squares of row `r` fixed white, a bit each.
    pub fn white(&self, r: usize) -> u64 {
        self.white[r]
    }

    /// The squares of row `r` fixed black, a bit each.
    pub fn black(&self, r: usize) -> u64 {
        self.black[r]
    }

    /// The colour of square (`r`, `c`) if it is given: `Some(true)` is white.
    pub fn colour(&self, r: usize, c: usize) -> Option<bool> {
        if self.white[r] >> c & 1 == 1 {
            Some(true)
        } else if self.black[r] >> c & 1 == 1 {
            Some(false)
        } else {
            None
        }
    }

    /// Whether no square is given.
    pub fn is_empty(&self) -> bool {
        self.white.iter().chain(&self.black).all(|&row| row == 0)
    }

    /// The first square (row and column, from 0) at which a grid of the same size has another colour than is given.
    pub fn first_broken(&self, grid: &Grid) -> Option<(usize, usize)> {
        let broken = |r: usize| grid.rows()[r] & self.black[r] | !grid.rows()[r] & self.white[r];
        (0..self.height()).find(|&r| broken(r) != 0).map(|r| (r, broken(r).trailing_zeros() as usize))
    }

    /// Whether row `r` can be this one, bit `c` set meaning white, without changing a given square.
    pub fn allow_row(&self, r: usize, row: u64) -> bool {
        row & self.black[r] | !row & self.white[r] == 0
    }
}

/// The rows as a file of givens has them: `#` black, `.` white, `?` open, a line feed between rows.
impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for r in 0..self.height() {
            if r > 0 {
                f.write_str("\n")?;
            }
            for c in 0..self.width {
                f.write_str(match self.colour(r, c) {
                    Some(true) => ".",
                    Some(false) => "#",
                    None => "?",
                })?;
            }
        }
        Ok(())
    }
}
