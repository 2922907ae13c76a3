//! Reading DRAT proofs in their text form (Wetzler, Heule & Hunt 2014, "DRAT-trim"): a clause a line, `d` before one to forget.

use std::io::BufRead;

use super::refusal::Refusal;
use super::words::{Words, number};

/// What a line does with its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// It adds the clause.
    Derive,
    /// It deletes the clause.
    Forget,
}

/// The lines of one proof.
pub struct Lines<R> {
    words: Words<R>,
    /// So many literals may a clause have: one of each variable.
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// `file` is the name that errors mention.
    pub fn new(input: R, file: &'static str, variables: usize) -> Self {
        Lines { words: Words::new(input, file), most: variables }
    }

    /// Says what is wrong with the line given last.
    pub fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        self.words.refuse(what)
    }

    /// The line that was given last, from 1.
    pub fn line(&self) -> usize {
        self.words.line()
    }

    /// Replaces `clause` by that of the next line; `None` at the end of the file.
    pub fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<Line>, Refusal> {
        clause.clear();
        let mut line = None;
        loop {
            let word = match self.words.next()? {
                None if line.is_none() => return Ok(None),
                None => return Err(self.words.refuse("the file ends in the middle of a clause")),
                Some(b"d") if line.is_none() => {
                    line = Some(Line::Forget);
                    continue;
                }
                Some(word) => word,
            };
            match number(word).map(i32::try_from) {
                Some(Ok(0)) => return Ok(Some(line.unwrap_or(Line::Derive))),
                Some(Ok(literal)) if clause.len() < self.most => clause.push(literal),
                _ => {
                    let most = self.most;
                    return Err(self.words.refuse(format_args!("expected a clause of at most {most} literals")));
                }
            }
            line = line.or(Some(Line::Derive));
        }
    }
}
