//! The lines of a text. Their length is limited, so that no input can exhaust the memory.
//!
//! Invariants:
//! - `current` has at most [`MAX_LINE`] + 1 bytes of the current line, without its line end and without a byte order mark.
//! - Its `cut` is `true` if more bytes of the line follow.
//! - `ahead` has the following lines that have already been read.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use super::super::fault::Fault;

/// Maximum number of bytes of a line.
///
/// The longest line that holds one grid, 64 × 64 emoji with a U+FE0F and a space each, has 28,735. The rest is for the other keys of a JSON
/// object.
pub const MAX_LINE: usize = 64 << 10;

pub(super) const VARIATION_SELECTOR: char = '\u{FE0F}';

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The lines of an input, read one by one.
pub struct Lines<R> {
    input: R,
    current: Line,
    number: usize,
    ahead: VecDeque<Line>,
}

#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `input`, before the first.
    pub fn new(input: R) -> Self {
        Lines { input, current: Line::default(), number: 0, ahead: VecDeque::new() }
    }

    /// Advances to the next line. Returns `false` at the end of the input.
    pub fn advance(&mut self) -> Result<bool, Fault> {
        if let Some(next) = self.ahead.pop_front() {
            self.current = next;
            self.number += 1;
            return Ok(true);
        }
        let is_there = fetch(&mut self.input, &mut self.current, self.number + 1)?;
        self.number += usize::from(is_there);
        Ok(is_there)
    }

    /// Returns the line `distance` lines below the current one, if it exists and is text.
    pub(super) fn below(&mut self, distance: usize) -> Result<Option<&str>, Fault> {
        while self.ahead.len() < distance {
            let mut line = Line::default();
            if !fetch(&mut self.input, &mut line, self.number + self.ahead.len() + 1)? {
                return Ok(None);
            }
            self.ahead.push_back(line);
        }
        let line = distance.checked_sub(1).and_then(|index| self.ahead.get(index)).filter(|line| !line.cut);
        Ok(line.and_then(|line| str::from_utf8(&line.bytes).ok()).filter(|text| !text.contains('\0')))
    }

    /// Returns the current line's number, from 1, or 0 before the first.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the current line, which may not be text.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.current.bytes
    }

    /// Returns the current line, or an error if it is not text.
    ///
    /// # Errors
    /// Returns an error if the line has a NUL or is not UTF-8.
    pub fn text(&self) -> Result<&str, Fault> {
        let Line { bytes, cut } = &self.current;
        let (text, fault) = match str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let whole = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                // A character that is cut at the end of a long line is not a fault.
                let fault = error.error_len().is_some() || !cut;
                (whole, fault.then_some("not UTF-8"))
            }
        };
        let nul = text.find('\0');
        if let Some(why) = nul.map(|_| "it holds a NUL byte").or(fault) {
            let column = columns(&text[..nul.unwrap_or(text.len())]) + 1;
            return Err(Fault::at(self.number, column, format!("not a text file: {why}")));
        }
        Ok(text)
    }

    /// Checks the length of the line. This is checked last, because other faults are more informative.
    pub fn check_length(&self) -> Result<(), Fault> {
        if self.current.cut {
            return Err(Fault::at(self.number, 1, format!("a line of more than {MAX_LINE} bytes")));
        }
        Ok(())
    }
}

/// Reads line `number`. Returns `false` at the end of the input.
fn fetch(input: &mut impl BufRead, line: &mut Line, number: usize) -> Result<bool, Fault> {
    let Line { bytes, cut } = line;
    bytes.clear();
    let read = input
        .by_ref()
        .take(MAX_LINE as u64 + 1)
        .read_until(b'\n', bytes)
        .map_err(|reason| Fault::at(number, 1, reason.to_string()))?;
    if read == 0 {
        return Ok(false);
    }
    let ended = bytes.pop_if(|last| *last == b'\n').is_some();
    *cut = !ended && bytes.len() > MAX_LINE;
    if !*cut {
        bytes.pop_if(|last| *last == b'\r');
    }
    if number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(true)
}

/// Returns the number of columns that `text` takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().filter(|&character| character != VARIATION_SELECTOR).count()
}
