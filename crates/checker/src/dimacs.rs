//! Reading formulas in DIMACS form: comments, the line `p cnf VARIABLES CLAUSES`, and clauses ended by 0.
//!
//! The form is that of the SAT competitions; comments may stand anywhere between clauses, as the model-counting
//! competition's `c p show` does. The reader is the checker's own and knows nothing of whoever wrote the file.

use std::io::BufRead;

use super::clauses::{Clauses, Formula};
use super::refusal::Refusal;
use super::words::{Words, number};

/// Formulas with more variables are refused, so that what is kept for each comes to at most some ten megabytes. A formula of
/// ours with so many is larger than a certificate's may be: that of 31 × 31 has 428,238.
pub const MOST_VARIABLES: usize = 1 << 20;

/// Gives the clauses of one file in their order.
pub struct Reader<R> {
    words: Words<R>,
    variables: usize,
    /// What the header announced.
    announced: usize,
    given: usize,
}

impl<R: BufRead> Reader<R> {
    /// Reads up to the header. `file` is the name that errors mention.
    pub fn new(input: R, file: &'static str) -> Result<Self, Refusal> {
        let mut words = Words::new(input, file);
        loop {
            match words.next()? {
                Some(b"c") => words.skip_line()?,
                Some(b"p") => break,
                _ => return Err(words.refuse("expected a comment (c ...) or the header (p cnf VARIABLES CLAUSES)")),
            }
        }
        if words.next()? != Some(b"cnf") {
            return Err(words.refuse("expected the header p cnf VARIABLES CLAUSES"));
        }
        let variables = words.needed()?;
        let announced = words.needed()?;
        let variables = usize::try_from(variables).ok().filter(|&variables| variables <= MOST_VARIABLES);
        let Some(variables) = variables else {
            return Err(words.refuse(format_args!("the number of variables must be 0 to {MOST_VARIABLES}")));
        };
        let Ok(announced) = usize::try_from(announced) else {
            return Err(words.refuse("the number of clauses is negative"));
        };
        Ok(Reader { words, variables, announced, given: 0 })
    }

    /// Returns the number of variables that the header announces.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The number of clauses that the header announces.
    pub fn announced(&self) -> usize {
        self.announced
    }

    /// Says what is wrong with the clause given last.
    pub fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        self.words.refuse(format_args!("clause {}: {what}", self.given))
    }

    /// The formula of all clauses that are left.
    pub fn formula(mut self) -> Result<Formula, Refusal> {
        let mut clauses = Clauses::default();
        let mut clause = Vec::new();
        while self.next(&mut clause)? {
            clauses.push(clause.iter().copied());
        }
        clauses.shrink();
        Ok(Formula { variables: self.variables, clauses })
    }

    /// Replaces `clause` by the next one; false at the end of the file.
    pub fn next(&mut self, clause: &mut Vec<i32>) -> Result<bool, Refusal> {
        clause.clear();
        loop {
            let Some(word) = self.words.next()? else {
                if !clause.is_empty() {
                    return Err(self.words.refuse("the file ends in the middle of a clause"));
                }
                if self.given != self.announced {
                    let (announced, given) = (self.announced, self.given);
                    return Err(self
                        .words
                        .refuse(format_args!("the header announces {announced} clauses, here are {given}")));
                }
                return Ok(false);
            };
            if word == b"c" && clause.is_empty() {
                self.words.skip_line()?;
                continue;
            }
            let Some(literal) = number(word) else {
                let word = String::from_utf8_lossy(word).into_owned();
                return Err(self.words.refuse(format_args!("{word:?} is no literal")));
            };
            if literal == 0 {
                self.given += 1;
                if self.given > self.announced {
                    let announced = self.announced;
                    return Err(self.words.refuse(format_args!("more clauses than the {announced} announced")));
                }
                return Ok(true);
            }
            match i32::try_from(literal) {
                Ok(small) if small.unsigned_abs() as usize <= self.variables => clause.push(small),
                _ => {
                    return Err(self
                        .words
                        .refuse(format_args!("literal {literal}: variables are 1 to {}", self.variables)));
                }
            }
        }
    }
}

/// The whole formula.
pub fn read(input: impl BufRead, file: &'static str) -> Result<Formula, Refusal> {
    Reader::new(input, file)?.formula()
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
        assert!(error(b"p cnf 3 99999999999999999999\n").contains("no number"));
        assert!(error(b"p cnf 3 1000000000000\n1 0\n").contains("announces 1000000000000 clauses, here are 1"));
        assert!(error(b"p cnf 3 1\n1 4 0\n").contains("line 2: literal 4: variables are 1 to 3"));
        assert!(error(b"p cnf 3 1\n-2147483648 0\n").contains("literal -2147483648"));
        assert!(error(b"p cnf 3 1\n1 0\n2 0\n").contains("line 3: more clauses than the 1 announced"));
        assert!(error(b"p cnf 3 1\n1 2").contains("middle of a clause"));
        assert!(error(b"p cnf 3 1\n1 c 2 0").contains("\"c\" is no literal"));
        assert!(error(b"\x7fELF\x02\x01").contains("line 1"));
        assert!(error(b"p dnf 3 1\n").contains("p cnf"));
    }
}
