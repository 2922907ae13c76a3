//! The puzzles of a text in Exolve: it is split once, and each puzzle is then read from its lines.
//!
//! A puzzle extends from a line `exolve-begin` to the next line `exolve-end`. One without that line ends before the next puzzle, or with the
//! text, and its reader reports it.

use std::ops::Range;

use super::super::decode::utf8;
use super::super::draft::foreign;
use super::super::fault::{Fault, Place};
use super::read::without_remark;
use super::{BEGIN, END, ID};
use gridcheck_core::visible::shortened;

/// Maximum number of puzzles in a file. Each of them is handled as a separate file.
const MAX_PUZZLES: usize = 10_000;

/// Maximum number of ids to name.
const MAX_IDS: usize = 5;
/// Maximum length of an id in a message.
const MAX_ID: usize = 60;

/// A text with its puzzles.
#[derive(Debug)]
pub(in super::super) struct Page {
    text: String,
    parts: Vec<Part>,
}

/// The place of a puzzle in a text.
#[derive(Debug)]
pub(super) struct Part {
    /// The bytes from the line `exolve-begin` to the line `exolve-end`.
    pub(super) range: Range<usize>,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    id: Option<String>,
}

/// Returns `true` if the start of a text shows this format.
pub(in super::super) fn recognises(start: &str) -> bool {
    start.lines().any(|line| line.trim() == BEGIN)
}

/// Returns the puzzles of a text, in order.
pub(super) fn split(text: &str) -> Result<Vec<Part>, Fault> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut at, mut is_inside) = (0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let content = line.trim();
        if content == BEGIN {
            if parts.len() == MAX_PUZZLES {
                let message = format!("more than {MAX_PUZZLES} puzzles: split the file");
                return Err(Fault::at(number, 1, message));
            }
            parts.push(Part { range: at..at, line: number, id: None });
            is_inside = true;
        }
        at += line.len();
        if let Some(part) = parts.last_mut().filter(|_| is_inside) {
            part.range.end = at;
            is_inside = without_remark(content).trim() != END;
            let id = content.strip_prefix(ID).and_then(|value| value.strip_prefix(':'));
            if let Some(id) = id.map(|id| without_remark(id).trim()).filter(|id| is_id(id)) {
                part.id.get_or_insert_with(|| id.to_owned());
            }
        }
    }
    Ok(parts)
}

/// Returns `true` if Exolve's own reader accepts a text as an `exolve-id`. It makes one itself for an empty text.
pub(super) fn is_id(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_alphanumeric() || character == '-')
}

impl Page {
    pub(in super::super) fn new(bytes: &[u8]) -> Result<Self, Fault> {
        let text = utf8(bytes)?;
        Ok(Page { parts: split(text)?, text: text.to_owned() })
    }

    /// Returns the number of puzzles.
    pub(in super::super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// Returns the index of the puzzle with a number, counted from 1, or with that `exolve-id`.
    pub(in super::super) fn index(&self, choice: &str) -> Result<usize, Fault> {
        let by_number = choice.parse().ok().filter(|number| (1..=self.count()).contains(number));
        let by_id = || self.parts.iter().position(|part| part.id.as_deref() == Some(choice));
        by_number.map(|number: usize| number - 1).or_else(by_id).ok_or_else(|| {
            let ids = self.parts.iter().filter_map(|part| part.id.as_ref()).filter(|id| !id.is_empty());
            let known: Vec<_> = ids.take(MAX_IDS).map(|id| shortened(id, MAX_ID)).collect();
            let known = if known.is_empty() { String::new() } else { format!(", or an id: {}", known.join(", ")) };
            let expected = format!("expected a number from 1 to {}{known}", self.count());
            Fault::new(Place::START, format!("no puzzle {}: {expected}", foreign(choice)))
        })
    }

    /// Returns the lines of a puzzle, and the number of the first of them.
    pub(super) fn puzzle(&self, index: usize) -> (&str, usize) {
        let Part { range, line, .. } = &self.parts[index];
        (&self.text[range.clone()], *line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_ids_of_letters_digits_and_hyphens() {
        let page = format!("exolve-begin\nexolve-id: a; all is well\nexolve-begin\nexolve-id: {}\n", "b".repeat(1000));
        let told = Page::new(page.as_bytes()).unwrap().index("c").unwrap_err().to_string();
        assert!(!told.contains("well") && told.contains("or an id: bbb") && told.len() < 250, "{told}");
        assert!(
            ["a-1", "7", "-", ""].into_iter().all(is_id) && !["a b", "a_1", "ä", "a.b", "a;"].into_iter().any(is_id)
        );
    }

    #[test]
    fn a_page_is_split_at_the_lines_around_its_puzzles() {
        let page = Page::new(b"\xEF\xBB\xBFa\n exolve-begin\nb\nexolve-begin\r\n exolve-id: x # y\nexolve-end\nexolve-id: z\nc\nexolve-begin").unwrap();
        let parts: Vec<(&str, usize)> = (0..page.count()).map(|index| page.puzzle(index)).collect();
        let second = "exolve-begin\r\n exolve-id: x # y\nexolve-end\n";
        assert_eq!(parts, [(" exolve-begin\nb\n", 2), (second, 4), ("exolve-begin", 9)]);
        assert_eq!(["1", "2", "3", "x"].map(|choice| page.index(choice).ok()), [Some(0), Some(1), Some(2), Some(1)]);
        assert!(page.index("z").is_err() && page.index("0").is_err());
    }

    #[test]
    fn a_page_of_too_many_puzzles_is_refused_at_the_first_of_them() {
        let page = |puzzles: usize| Page::new("exolve-begin\nexolve-end\n".repeat(puzzles).as_bytes());
        assert_eq!(page(MAX_PUZZLES).unwrap().count(), MAX_PUZZLES);
        let fault = page(MAX_PUZZLES + 2).unwrap_err().to_string();
        assert_eq!(fault, "20001:1: more than 10000 puzzles: split the file");
    }
}
