//! Reads formulas in DIMACS form: comments, the line `p cnf VARIABLES CLAUSES`, and clauses ended by 0.
//!
//! The form is that of the SAT competitions. Comments may stand anywhere between clauses, as the model-counting competition's `c p show`
//! does. The reader belongs to the checker and shares no code with any writer of formulas.

use std::io::BufRead;

use super::clauses::{Clauses, Formula};
use super::refusal::Refusal;
use super::tokens::{TokenReader, number};
use gridcheck_core::plural::plural;

/// Most variables of a formula, which limits the memory per variable to some ten megabytes. A formula of this project with more is larger
/// than a certificate may be: that of 31 × 31 has 428,238.
pub const MAX_VARIABLES: usize = 1 << 20;

/// Reads the clauses of one file in order.
pub struct DimacsReader<R> {
    tokens: TokenReader<R>,
    variables: usize,
    /// Number of clauses that the header announces.
    announced: usize,
    given: usize,
}

impl<R: BufRead> DimacsReader<R> {
    /// Reads up to the header. Errors mention the name `file`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the header is malformed.
    pub fn new(input: R, file: &'static str) -> Result<Self, Refusal> {
        let mut tokens = TokenReader::new(input, file);
        loop {
            match tokens.next_token()? {
                Some(b"c") => tokens.skip_line()?,
                Some(b"p") => break,
                _ => return Err(tokens.refuse("expected a comment (c ...) or the header (p cnf VARIABLES CLAUSES)")),
            }
        }
        if tokens.next_token()? != Some(b"cnf") {
            return Err(tokens.refuse("expected the header p cnf VARIABLES CLAUSES"));
        }
        let variables = tokens.needed()?;
        let announced = tokens.needed()?;
        let variables = usize::try_from(variables).ok().filter(|&variables| variables <= MAX_VARIABLES);
        let Some(variables) = variables else {
            return Err(tokens.refuse(format_args!("the number of variables must be 0 to {MAX_VARIABLES}")));
        };
        let Ok(announced) = usize::try_from(announced) else {
            return Err(tokens.refuse("the number of clauses is negative"));
        };
        Ok(DimacsReader { tokens, variables, announced, given: 0 })
    }

    /// Returns the number of variables that the header announces.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of clauses that the header announces.
    pub fn announced(&self) -> usize {
        self.announced
    }

    /// Creates an error about the last clause.
    pub fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        self.tokens.refuse(format_args!("clause {}: {what}", self.given))
    }

    /// Reads all remaining clauses as a formula.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or a clause is malformed.
    pub fn formula(mut self) -> Result<Formula, Refusal> {
        let mut clauses = Clauses::default();
        let mut clause = Vec::new();
        while self.next(&mut clause)? {
            clauses.push(clause.iter().copied());
        }
        clauses.shrink();
        Ok(Formula { variables: self.variables, clauses })
    }

    /// Replaces `clause` by the next one. Returns `false` at the end of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if its clauses are malformed or more or fewer than announced.
    pub fn next(&mut self, clause: &mut Vec<i32>) -> Result<bool, Refusal> {
        clause.clear();
        loop {
            let Some(token) = self.tokens.next_token()? else {
                if !clause.is_empty() {
                    return Err(self.tokens.refuse("the file ends in the middle of a clause"));
                }
                if self.given != self.announced {
                    let (announced, given) = (self.announced, self.given);
                    return Err(self.tokens.refuse(format_args!(
                        "the header announces {}, expected {given}",
                        plural(announced, "clause")
                    )));
                }
                return Ok(false);
            };
            if token == b"c" && clause.is_empty() {
                self.tokens.skip_line()?;
                continue;
            }
            let Some(literal) = number(token) else {
                let token = String::from_utf8_lossy(token).into_owned();
                return Err(self.tokens.refuse(format_args!("{token:?} is not a literal")));
            };
            if literal == 0 {
                self.given += 1;
                if self.given > self.announced {
                    let announced = self.announced;
                    return Err(self.tokens.refuse(format_args!("more clauses than the {announced} announced")));
                }
                return Ok(true);
            }
            match i32::try_from(literal) {
                Ok(small) if small.unsigned_abs() as usize <= self.variables => clause.push(small),
                _ => {
                    return Err(self
                        .tokens
                        .refuse(format_args!("literal {literal}: variables are 1 to {}", self.variables)));
                }
            }
        }
    }
}

/// Reads a whole formula.
///
/// # Errors
/// Returns an error if the file cannot be read or is malformed.
pub fn read(input: impl BufRead, file: &'static str) -> Result<Formula, Refusal> {
    DimacsReader::new(input, file)?.formula()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &[u8]) -> String {
        read(text, "x.cnf").expect_err("this is no formula").to_string()
    }

    #[test]
    fn comments_may_stand_between_clauses() {
        let formula =
            read(&b"c t pmc\np cnf 3 3\n1 -2\n3 0 c p show 1 2 0\n0\nc end\n-3 0\n"[..], "x.cnf").expect("good");
        assert_eq!(formula.variables, 3);
        assert_eq!(formula.clauses.iter().collect::<Vec<_>>(), [&[1, -2, 3][..], &[], &[-3]]);
    }

    #[test]
    fn hostile_files_are_refused_with_the_line() {
        assert!(error(b"").contains("line 1: expected a comment"));
        assert!(error(b"p cnf 2147483648 1\n1 0\n").contains("line 1: the number of variables"));
        assert!(error(b"p cnf 1048577 1\n1 0\n").contains("the number of variables must be 0 to 1048576"));
        assert!(read(&b"p cnf 1048576 1\n1 0\n"[..], "x.cnf").is_ok());
        assert!(error(b"p cnf -1 1\n1 0\n").contains("the number of variables"));
        assert!(error(b"p cnf 3 -1\n").contains("negative"));
        assert!(error(b"p cnf 3 99999999999999999999\n").contains("is not a number"));
        assert!(error(b"p cnf 3 1000000000000\n1 0\n").contains("announces 1000000000000 clauses, expected 1"));
        assert!(error(b"p cnf 3 1\n1 4 0\n").contains("line 2: literal 4: variables are 1 to 3"));
        assert!(error(b"p cnf 3 1\n-2147483648 0\n").contains("literal -2147483648"));
        assert!(error(b"p cnf 3 1\n1 0\n2 0\n").contains("line 3: more clauses than the 1 announced"));
        assert!(error(b"p cnf 3 1\n1 2").contains("middle of a clause"));
        assert!(error(b"p cnf 3 1\n1 c 2 0").contains("\"c\" is not a literal"));
        assert!(error(b"\x7fELF\x02\x01").contains("line 1"));
        assert!(error(b"p dnf 3 1\n").contains("p cnf"));
    }
}
