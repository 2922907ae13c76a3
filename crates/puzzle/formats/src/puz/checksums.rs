//! The checksums of a `.puz` file.
//!
//! A checksum adds the bytes, with a rotation to the right before each. It is computed over parts of the file: the shape (eight bytes of
//! the header), the solution, the state and the texts. The header has the checksum of the shape, that of everything, and those of the four
//! parts. The latter are masked with the letters of `ICHEATED`, the low bytes first.
//!
//! Invariant: an empty title, author, copyright or note is omitted. A clue is summed without its zero byte.

use super::{HEADER, VERSION, WIDTH};

const MASK: [u8; 8] = *b"ICHEATED";

/// The checksums of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Checksums {
    pub(super) shape: u16,
    pub(super) all: u16,
    pub(super) masked: [u8; 8],
}

/// The texts of a file, without their zero bytes.
pub(super) struct Texts<'a> {
    pub(super) title: &'a [u8],
    pub(super) author: &'a [u8],
    pub(super) copyright: &'a [u8],
    pub(super) clues: Vec<&'a [u8]>,
    pub(super) notes: &'a [u8],
}

pub(super) fn checksums(header: &[u8], solution: &[u8], state: &[u8], texts: &Texts) -> Checksums {
    let shape = sum(&header[WIDTH..HEADER], 0);
    let all = texts.sum(sum(state, sum(solution, shape)), header);
    let parts = [shape, sum(solution, 0), sum(state, 0), texts.sum(0, header)];
    let mut masked = MASK;
    for (i, part) in parts.into_iter().enumerate() {
        let [low, high] = part.to_le_bytes();
        masked[i] ^= low;
        masked[i + 4] ^= high;
    }
    Checksums { shape, all, masked }
}

impl Texts<'_> {
    fn sum(&self, start: u16, header: &[u8]) -> u16 {
        let heading = |start, text: &[u8]| if text.is_empty() { start } else { sum(&[0], sum(text, start)) };
        let headings = [self.title, self.author, self.copyright].into_iter().fold(start, heading);
        let clues = self.clues.iter().fold(headings, |start, clue| sum(clue, start));
        // Notes are included from version 1.3 on.
        match &header[VERSION..VERSION + 3] {
            [major, b'.', minor] if (*major, *minor) >= (b'1', b'3') => heading(clues, self.notes),
            _ => clues,
        }
    }
}

/// Returns the format's checksum of `bytes`, continued from `start`.
pub(super) fn sum(bytes: &[u8], start: u16) -> u16 {
    bytes.iter().fold(start, |sum, &byte| sum.rotate_right(1).wrapping_add(u16::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_rotates_right_and_adds_each_byte() {
        assert_eq!(sum(&[1], 0), 1);
        assert_eq!(sum(&[1, 0], 0), 0x8000);
        assert_eq!(sum(&[3, 5], 0xFFFF), (2_u16).rotate_right(1) + 5);
    }
}
