//! Splits a file into tokens between white space: DIMACS formulas and proofs.
//!
//! The files are not trusted. A token longer than any number is an error at once, so that a long line cannot exhaust memory. The caller
//! decides the range of a number.

use std::io::{self, BufRead};

use super::refusal::Refusal;

/// Reads the tokens of one file and tracks their line.
pub struct TokenReader<R> {
    input: R,
    file: &'static str,
    /// The line of the last token, from 1.
    line: usize,
    token: Vec<u8>,
}

/// Most bytes of a token in these formats: a sign and 19 digits, or a keyword.
const MAX_BYTES: usize = 20;

impl<R: BufRead> TokenReader<R> {
    /// Starts to read. Errors mention the name `file`.
    pub fn new(input: R, file: &'static str) -> Self {
        TokenReader { input, file, line: 1, token: Vec::with_capacity(MAX_BYTES) }
    }

    /// Creates an error about the line of the last token.
    pub fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        Refusal::new(format!("{}, line {}: {what}", self.file, self.line))
    }

    /// Returns the line of the last token, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Reads the next token; `None` at the end of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no such token there.
    pub fn next_token(&mut self) -> Result<Option<&[u8]>, Refusal> {
        self.token.clear();
        loop {
            let buffer = self.input.fill_buf().map_err(|error| unreadable(self.file, &error))?;
            if buffer.is_empty() {
                return Ok(if self.token.is_empty() { None } else { Some(&self.token) });
            }
            let mut used = 0;
            let mut ended = false;
            for &byte in buffer {
                if byte.is_ascii_whitespace() {
                    // Do not consume the white space that ends a token: a line feed there must not yet count as part of the token's line.
                    if !self.token.is_empty() {
                        ended = true;
                        break;
                    }
                    self.line += usize::from(byte == b'\n');
                } else {
                    self.token.push(byte);
                    if self.token.len() > MAX_BYTES {
                        let start = String::from_utf8_lossy(&self.token).into_owned();
                        return Err(self.refuse(format_args!("{start:?}... is not a number")));
                    }
                }
                used += 1;
            }
            self.input.consume(used);
            if ended {
                return Ok(Some(&self.token));
            }
        }
    }

    /// Skips the rest of the line.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no such token there.
    pub fn skip_line(&mut self) -> Result<(), Refusal> {
        loop {
            let buffer = self.input.fill_buf().map_err(|error| unreadable(self.file, &error))?;
            if buffer.is_empty() {
                return Ok(());
            }
            // Leave the line feed for `next_token` to count.
            let Some(end) = buffer.iter().position(|&byte| byte == b'\n') else {
                let length = buffer.len();
                self.input.consume(length);
                continue;
            };
            self.input.consume(end);
            return Ok(());
        }
    }

    /// Reads the next token as a number; `None` at the end of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no such token there.
    pub fn number(&mut self) -> Result<Option<i64>, Refusal> {
        let Some(token) = self.next_token()? else { return Ok(None) };
        if let Some(number) = number(token) {
            return Ok(Some(number));
        }
        let token = String::from_utf8_lossy(token).into_owned();
        Err(self.refuse(format_args!("{token:?} is not a number")))
    }

    /// Reads the next token as a number. The end of the file is an error.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no such token there.
    pub fn needed(&mut self) -> Result<i64, Refusal> {
        self.number()?.ok_or_else(|| self.refuse("the file ends in the middle"))
    }
}

/// Parses a decimal number with an optional minus sign and nothing else.
pub fn number(token: &[u8]) -> Option<i64> {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(token).ok()?.parse().ok()
}

fn unreadable(file: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tokens_and_numbers_with_their_lines() {
        let mut tokens = TokenReader::new(&b"c hello 1\n12 -3\n\n  0 9"[..], "x");
        assert_eq!(tokens.next_token(), Ok(Some(&b"c"[..])));
        tokens.skip_line().expect("readable");
        assert_eq!((tokens.number(), tokens.number(), tokens.line), (Ok(Some(12)), Ok(Some(-3)), 2));
        assert_eq!((tokens.number(), tokens.line), (Ok(Some(0)), 4));
        assert_eq!((tokens.number(), tokens.number()), (Ok(Some(9)), Ok(None)));
        assert!(tokens.needed().is_err());
    }

    #[test]
    fn rejects_malformed_and_long_numbers_but_reads_i64_min() {
        for text in ["1x", "-", "+1", "1-", "0x10", "99999999999999999999", "\u{1}\u{2}", "--1"] {
            assert!(TokenReader::new(text.as_bytes(), "x").number().is_err(), "{text}");
        }
        let long = "1".repeat(1000);
        assert!(TokenReader::new(long.as_bytes(), "x").number().is_err());
        assert_eq!(number(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(TokenReader::new(&b"-9223372036854775808 "[..], "x").number(), Ok(Some(i64::MIN)));
        // The 21st byte exceeds the limit, whatever follows.
        let error = TokenReader::new(&b"000000000000000000001"[..], "x").number().expect_err("too long");
        assert!(error.to_string().ends_with("... is not a number"), "{error}");
    }
}
