//! Reads DRAT proofs in their text form (Wetzler, Heule & Hunt 2014, "DRAT-trim"): a clause per line, `d` before a clause to delete.

use std::io::BufRead;

use gridcheck_checker::refusal::Refusal;
use gridcheck_checker::tokens::{TokenReader, number};

/// The kind of a line: it adds or deletes its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DratLine {
    /// It adds the clause.
    Derive,
    /// It deletes the clause.
    Forget,
}

/// The lines of one proof.
pub(super) struct Lines<R> {
    tokens: TokenReader<R>,
    /// Most literals of a clause: one of each variable.
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Starts to read. Errors mention the name `file`.
    pub(super) fn new(input: R, file: &'static str, variables: usize) -> Self {
        Lines { tokens: TokenReader::new(input, file), most: variables }
    }

    /// Creates an error about the last line.
    pub(super) fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        self.tokens.refuse(what)
    }

    /// Returns the number of the last line, from 1.
    pub(super) fn line(&self) -> usize {
        self.tokens.line()
    }

    /// Replaces `clause` by that of the next line. Returns `None` at the end of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the line is malformed.
    pub(super) fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<DratLine>, Refusal> {
        clause.clear();
        let mut line = None;
        loop {
            let token = match self.tokens.next_token()? {
                None if line.is_none() => return Ok(None),
                None => return Err(self.tokens.refuse("the file ends in the middle of a clause")),
                Some(b"d") if line.is_none() => {
                    line = Some(DratLine::Forget);
                    continue;
                }
                Some(token) => token,
            };
            match number(token).map(i32::try_from) {
                Some(Ok(0)) => return Ok(Some(line.unwrap_or(DratLine::Derive))),
                Some(Ok(literal)) if clause.len() < self.most => clause.push(literal),
                _ => {
                    let most = self.most;
                    return Err(self.tokens.refuse(format_args!("expected a clause of at most {most} literals")));
                }
            }
            line = line.or(Some(DratLine::Derive));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered() {
        let mut lines = Lines::new(&b"1 0\n\nd 1 0\n"[..], "x.drat", 1);
        let mut clause = Vec::new();
        for number in [1, 3] {
            assert!(lines.next(&mut clause).is_ok_and(|line| line.is_some()));
            assert_eq!((lines.line(), &clause[..]), (number, &[1][..]));
        }
    }

    #[test]
    fn a_line_is_whole_and_names_what_it_deletes_first() {
        for (text, why) in [
            ("1 2", "the file ends in the middle of a clause"),
            ("d", "the file ends in the middle of a clause"),
            ("1 d 0", "expected a clause of at most 2 literals"),
            ("d d 0", "expected a clause of at most 2 literals"),
            ("1 2 1 0", "expected a clause of at most 2 literals"),
        ] {
            let refusal = Lines::new(text.as_bytes(), "x.drat", 2).next(&mut Vec::new()).expect_err(text).to_string();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
    }
}
