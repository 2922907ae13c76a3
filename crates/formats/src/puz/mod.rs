//! Across Lite, binary: `.puz`, read and written.
//!
//! A header of 52 bytes, the solution, the player's state, each a byte a square and row by row from the top left, then
//! texts that each end with a zero byte: title, author, copyright, the clues in the order of their numbers, notes. Black is
//! `.`, or `:` where the header says that the puzzle is diagramless; each is refused in the other kind, as it would be a
//! guess. `-` is a white square without a letter, any other byte that can be printed a letter. The header is found by its magic text, as some files
//! have a name or a `MacBinary` header before it. Texts are UTF-8 from version 2 on and Latin-1 before.
//!
//! Sections may follow, each with a name, a length and a checksum: `GRBS` has a byte a square, one more than the key under which
//! `RTBL` has the letters of that square; in `GEXT` bit 7 of a square's byte is a circle. A solution that is locked is no
//! solution, and neither is one that is X throughout.
//!
//! The [`checksums`] are compared, but only noted if they are wrong, as they often are in good files; so is a state whose
//! black squares are not those of the solution.
//!
//! Source: the file format as worked out by Josh Myer, Evan Martin, Chris Casinghino and others, `FileFormat.md` in
//! alexdej/puzpy (2005 and on).

mod checksums;
mod read;
mod write;

pub(super) use read::{header, read};
pub(super) use write::{is_utf8, write};

const MAGIC: &[u8] = b"ACROSS&DOWN\0";
/// Where the magic text is in the header.
const MAGIC_AT: usize = 0x02;
const CIB_CHECKSUM: usize = 0x0E;
const MASKED_CHECKSUMS: usize = 0x10;
const VERSION: usize = 0x18;
const WIDTH: usize = 0x2C;
const HEIGHT: usize = 0x2D;
const CLUES: usize = 0x2E;
const KIND: usize = 0x30;
const ORDINARY: u16 = 0x0001;
const DIAGRAMLESS: u16 = 0x0401;
/// Whether and how the solution is hidden.
const LOCK: usize = 0x32;
const UNLOCKED: u16 = 0;
const NO_SOLUTION: u16 = 2;
const HEADER: usize = 0x34;

/// A white square without a letter.
const EMPTY: u8 = b'-';
/// Stands for every letter of a solution that is not told.
const UNTOLD: u8 = b'X';

/// Sections behind the texts.
const REBUS_SQUARES: &[u8; 4] = b"GRBS";
const REBUS_TABLE: &[u8; 4] = b"RTBL";
const EXTRAS: &[u8; 4] = b"GEXT";
/// The bit of a square in `GEXT` that is a circle.
const CIRCLE: u8 = 0x80;

/// The two bytes at `offset` of a header as a number.
fn word(file: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([file[offset], file[offset + 1]])
}

/// The black square of a puzzle, and that of the other kind.
fn black_of(diagramless: bool) -> (u8, u8) {
    if diagramless { (b':', b'.') } else { (b'.', b':') }
}
