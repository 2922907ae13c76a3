//! Across Lite, binary: `.puz`, read and written.
//!
//! A file has a header of 52 bytes, the solution, the player's state, and texts. Solution and state have one byte a square, row by row from
//! the top left. Black is `.`, or `:` if the header marks the puzzle as diagramless, where some producers keep `.`. In an ordinary puzzle
//! `:` is a square that players do not see: a void. The byte `-` is a white square without a letter. Any other printable byte is a letter.
//!
//! The texts are the title, the author, the copyright, the clues in the order of their numbers, and the notes. A zero byte ends each text.
//! Texts are UTF-8 from version 2 on and Windows-1252 before. The header is found by its magic text, because some files have a name or a
//! `MacBinary` header before it.
//!
//! Sections may follow, each with a name, a length and a checksum. `GRBS` has one byte a square: the key of the square's letters in `RTBL`,
//! plus one. In `GEXT` bit 7 of a square's byte is a circle. A locked solution, and one of `X` or `?` only, count as no solution.
//!
//! The [`checksums`] are compared, but wrong ones are only noted, because they are often wrong in good files. A state whose black squares
//! differ from those of the solution is noted too.
//!
//! Source: the file format as worked out by Josh Myer, Evan Martin, Chris Casinghino and others, `FileFormat.md` in alexdej/puzpy (2005 and
//! on).

mod checksums;
mod read;
mod write;

pub(super) use read::{header, read};
pub(super) use write::{is_utf8, write};

const MAGIC: &[u8] = b"ACROSS&DOWN\0";
/// Offset of the magic text in the header.
const MAGIC_AT: usize = 0x02;
const CIB_CHECKSUM: usize = 0x0E;
const MASKED_CHECKSUMS: usize = 0x10;
const VERSION: usize = 0x18;
/// Offset of the bytes behind the version.
const RESERVED: usize = 0x1C;
const WIDTH: usize = 0x2C;
const HEIGHT: usize = 0x2D;
const CLUES: usize = 0x2E;
const KIND: usize = 0x30;
const ORDINARY: u16 = 0x0001;
const DIAGRAMLESS: u16 = 0x0401;
/// Offset of the state of the solution: present, absent or locked.
const LOCK: usize = 0x32;
const UNLOCKED: u16 = 0;
const NO_SOLUTION: u16 = 2;
const HEADER: usize = 0x34;

/// A white square without a letter.
const EMPTY: u8 = b'-';
/// The byte of every letter of an unknown solution.
const UNTOLD: u8 = b'X';
/// The bytes that an unknown solution consists of.
const UNKNOWN: [u8; 3] = [UNTOLD, EMPTY, b'?'];

/// The names of the sections after the texts.
const REBUS_SQUARES: &[u8; 4] = b"GRBS";
const REBUS_TABLE: &[u8; 4] = b"RTBL";
const EXTRAS: &[u8; 4] = b"GEXT";
/// The bit of a square in `GEXT` that is a circle.
const CIRCLE: u8 = 0x80;

/// Returns the two bytes at `offset` of a header as a number.
fn word(file: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([file[offset], file[offset + 1]])
}

/// Returns the byte of a black square in this kind of puzzle.
fn black_of(diagramless: bool) -> u8 {
    if diagramless { b':' } else { b'.' }
}

/// Returns `true` if the byte is a letter or an empty square. Black squares and hidden ones are neither.
fn is_white(byte: u8) -> bool {
    byte != b'.' && byte != b':'
}
