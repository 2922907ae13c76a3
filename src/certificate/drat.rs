//! The lemmas of a DRAT proof, to be held against those of another proof.
//!
//! The proof itself is not checked here, and what it forgets is passed over: that the lemmas follow from one another is known
//! once it is known of the same lemmas, in the same order, with hints.

use std::io::BufRead;

use super::refusal::Refusal;
use super::words::{Words, number};

/// Reads a DRAT proof in its text form.
pub(super) struct Reader<R> {
    words: Words<R>,
    variables: usize,
}

impl<R: BufRead> Reader<R> {
    /// `file` is the name that errors mention.
    pub(super) fn new(input: R, file: &'static str, variables: usize) -> Self {
        Reader { words: Words::new(input, file), variables }
    }

    /// Says what is wrong with the lemma given last.
    pub(super) fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        self.words.refuse(what)
    }

    /// Replaces `lemma` by the next one; false at the end of the file.
    pub(super) fn next(&mut self, lemma: &mut Vec<i32>) -> Result<bool, Refusal> {
        lemma.clear();
        loop {
            let word = match self.words.next()? {
                None if lemma.is_empty() => return Ok(false),
                None => return Err(self.words.refuse("the file ends in the middle of a lemma")),
                Some(b"d") if lemma.is_empty() => {
                    while self.words.needed()? != 0 {}
                    continue;
                }
                Some(word) => word,
            };
            match number(word).map(i32::try_from) {
                Some(Ok(0)) => return Ok(true),
                Some(Ok(literal)) if lemma.len() < self.variables => lemma.push(literal),
                _ => {
                    return Err(self
                        .words
                        .refuse(format_args!("expected a lemma of at most {} literals", self.variables)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_without_what_is_forgotten() {
        let mut reader = Reader::new(&b"1 -2 0\nd 1 2 0\nd -1 0\n3 0\n0\n"[..], "x", 3);
        let mut lemma = Vec::new();
        let mut lemmas = Vec::new();
        while reader.next(&mut lemma).expect("a proof") {
            lemmas.push(lemma.clone());
        }
        assert_eq!(lemmas, [vec![1, -2], vec![3], vec![]]);
    }

    #[test]
    fn what_is_no_proof() {
        for text in ["1 2", "d 1", "1 d 2 0", "1 2 3 1 0", "x 0", "2147483648 0"] {
            let mut reader = Reader::new(text.as_bytes(), "x", 3);
            assert!(reader.next(&mut Vec::new()).is_err(), "{text}");
        }
    }
}
