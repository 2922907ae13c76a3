//! Stores clauses as DIMACS does: a variable is a number from 1, a literal is that number or its negative.

use std::io::{self, Write};

/// A list of clauses, stored one after the other in one vector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    /// Appends a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// Reserves memory for exactly this number of clauses more, with this number of literals in all.
    pub fn reserve(&mut self, clauses: usize, literals: usize) {
        self.ends.reserve_exact(clauses);
        self.literals.reserve_exact(literals);
    }

    /// Releases unused memory.
    pub fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.literals.shrink_to_fit();
    }

    /// Returns the number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Returns `true` if there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns clause `index`, from 0.
    pub fn get(&self, index: usize) -> &[i32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// Returns the clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// A conjunction of clauses over the variables 1 to `variables`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The number of variables.
    pub variables: usize,
    /// The clauses; all of them hold.
    pub clauses: Clauses,
}

impl Formula {
    /// Writes the formula as DIMACS. The header announces `more` clauses more, which the caller writes.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn write_with(&self, more: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.variables, self.clauses.len() + more)?;
        self.clauses.iter().try_for_each(|clause| write_clause(out, clause.iter().copied()))
    }
}

/// Writes a clause as a line.
///
/// # Errors
/// Returns the error of `out`.
pub fn write_clause(out: &mut impl Write, clause: impl Iterator<Item = i32>) -> io::Result<()> {
    for literal in clause {
        write!(out, "{literal} ")?;
    }
    writeln!(out, "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_kept_and_written_in_order() {
        let mut clauses = Clauses::default();
        assert!(clauses.is_empty());
        for clause in [&[1, -2][..], &[], &[3]] {
            clauses.push(clause.iter().copied());
        }
        assert_eq!((clauses.is_empty(), clauses.len(), clauses.literals()), (false, 3, 3));
        let mut text = Vec::new();
        Formula { variables: 3, clauses }.write_with(2, &mut text).expect("memory");
        assert_eq!(text, b"p cnf 3 5\n1 -2 0\n0\n3 0\n");
    }
}
