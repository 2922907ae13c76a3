//! Reading files that are nothing but words between white space: DIMACS formulas and LRAT proofs.
//!
//! Files come from strangers. A word longer than any number is an error at once, so that memory never grows with a line;
//! what a number may be is for the caller to say.

use std::io::{self, BufRead};

use super::refusal::Refusal;

/// The words of one file, with the line they are on.
pub(super) struct Words<R> {
    input: R,
    file: &'static str,
    /// The line of the word given last, from 1.
    line: usize,
    word: Vec<u8>,
}

/// No word of these formats is longer: a sign and 19 digits, or a keyword.
const MOST_BYTES: usize = 20;

impl<R: BufRead> Words<R> {
    /// `file` is the name that errors mention.
    pub(super) fn new(input: R, file: &'static str) -> Self {
        Words { input, file, line: 1, word: Vec::with_capacity(MOST_BYTES) }
    }

    /// Says what is wrong at the line of the last word.
    pub(super) fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        Refusal::new(format!("{}, line {}: {what}", self.file, self.line))
    }

    /// The line of the word given last, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The next word; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Refusal> {
        self.word.clear();
        loop {
            let buffer = self.input.fill_buf().map_err(|error| unreadable(self.file, &error))?;
            if buffer.is_empty() {
                return Ok(if self.word.is_empty() { None } else { Some(&self.word) });
            }
            let mut used = 0;
            let mut ended = false;
            for &byte in buffer {
                if byte.is_ascii_whitespace() {
                    // The white space that ends a word is left: a line feed after it is not yet part of its line's number.
                    if !self.word.is_empty() {
                        ended = true;
                        break;
                    }
                    self.line += usize::from(byte == b'\n');
                } else {
                    self.word.push(byte);
                    if self.word.len() > MOST_BYTES {
                        let start = String::from_utf8_lossy(&self.word).into_owned();
                        return Err(self.refuse(format_args!("{start:?}... is no number")));
                    }
                }
                used += 1;
            }
            self.input.consume(used);
            if ended {
                return Ok(Some(&self.word));
            }
        }
    }

    /// Skips what is left of the line.
    pub(super) fn skip_line(&mut self) -> Result<(), Refusal> {
        loop {
            let buffer = self.input.fill_buf().map_err(|error| unreadable(self.file, &error))?;
            if buffer.is_empty() {
                return Ok(());
            }
            // The line feed itself is left to be counted.
            let Some(end) = buffer.iter().position(|&byte| byte == b'\n') else {
                let length = buffer.len();
                self.input.consume(length);
                continue;
            };
            self.input.consume(end);
            return Ok(());
        }
    }

    /// The next word as a number; `None` at the end of the file.
    pub(super) fn number(&mut self) -> Result<Option<i64>, Refusal> {
        let Some(word) = self.next()? else { return Ok(None) };
        if let Some(number) = number(word) {
            return Ok(Some(number));
        }
        let word = String::from_utf8_lossy(word).into_owned();
        Err(self.refuse(format_args!("{word:?} is no number")))
    }

    /// The next word as a number that must be there.
    pub(super) fn needed(&mut self) -> Result<i64, Refusal> {
        self.number()?.ok_or_else(|| self.refuse("the file ends in the middle"))
    }
}

/// A decimal number with an optional minus sign and nothing else.
pub(super) fn number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn unreadable(file: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_lines_they_are_on() {
        let mut words = Words::new(&b"c hello 1\n12 -3\n\n  0 9"[..], "x");
        assert_eq!(words.next(), Ok(Some(&b"c"[..])));
        words.skip_line().expect("readable");
        assert_eq!((words.number(), words.number(), words.line), (Ok(Some(12)), Ok(Some(-3)), 2));
        assert_eq!((words.number(), words.line), (Ok(Some(0)), 4));
        assert_eq!((words.number(), words.number()), (Ok(Some(9)), Ok(None)));
        assert!(words.needed().is_err());
    }

    #[test]
    fn what_is_no_number() {
        for text in ["1x", "-", "+1", "1-", "0x10", "99999999999999999999", "\u{1}\u{2}", "--1"] {
            assert!(Words::new(text.as_bytes(), "x").number().is_err(), "{text}");
        }
        let long = "1".repeat(1000);
        assert!(Words::new(long.as_bytes(), "x").number().is_err());
        assert_eq!(number(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(Words::new(&b"-9223372036854775808 "[..], "x").number(), Ok(Some(i64::MIN)));
        // The twenty-first byte is one too many, whatever follows.
        let error = Words::new(&b"000000000000000000001"[..], "x").number().expect_err("too long");
        assert!(error.to_string().ends_with("... is no number"), "{error}");
    }
}
