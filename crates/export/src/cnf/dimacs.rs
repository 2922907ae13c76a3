//! The formula as text, in the DIMACS form of the Model Counting Competition (Fichte, Hecher and Hamiti 2021).
//!
//! After the comments, `c t pmc` says that models are counted projected on the variables that `c p show` lists; for these
//! formulas the plain count is the same number, so a counter that knows nothing of projection does as well.

use std::io::{self, Write};

use super::Cnf;

impl Cnf {
    /// Writes the formula.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for comment in &self.comments {
            writeln!(out, "c {comment}")?;
        }
        writeln!(out, "c t pmc")?;
        writeln!(out, "p cnf {} {}", self.variables, self.len())?;
        write!(out, "c p show")?;
        for square in self.squares() {
            write!(out, " {square}")?;
        }
        writeln!(out, " 0")?;
        for clause in self.clauses() {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}
