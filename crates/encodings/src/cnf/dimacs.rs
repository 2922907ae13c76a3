//! Writes the formula in the DIMACS form of the Model Counting Competition (Fichte, Hecher and Hamiti 2021).
//!
//! After the comments, `c t pmc` states that models are counted projected on the variables that `c p show` lists. For these formulas the
//! plain count is the same number, so a counter without projection gives the same result.

use std::io::{self, Write};

use super::Cnf;

impl Cnf {
    /// Writes the formula.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for comment in &self.comments {
            writeln!(out, "c {comment}")?;
        }
        writeln!(out, "c t pmc")?;
        writeln!(out, "p cnf {} {}", self.variables, self.len())?;
        write!(out, "c p show")?;
        for choice in self.choices() {
            write!(out, " {choice}")?;
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
