//! Across Lite, binary: `.puz`.
//!
//! A header of 52 bytes, the solution, the player's state, each a byte a square and row by row from the top left, then
//! texts that each end with a zero byte, the title and the author first. Black is `.`, or `:` where the header says that
//! the puzzle is diagramless; each is refused in the other kind, as it would be a guess. Any other byte that can be printed
//! is a letter. The header is found by its magic text, as some files have a name or a `MacBinary` header before it.
//! Texts are UTF-8 from version 2 on and one byte a character before. The checksums are compared, but only noted if they
//! are wrong, as they often are in good files; so is a state whose black squares are not those of the solution.
//!
//! Source: the file format as worked out by Josh Myer and others, `PUZ.linux.md` in the puz.linux documents (2005 and on).

use super::decode::utf8_or_latin1;
use super::fault::{Fault, Place};
use super::puzzle::{Format, Puzzle};
use super::squares::Squares;

const MAGIC: &[u8] = b"ACROSS&DOWN\0";
/// Where the magic text is in the header.
const MAGIC_AT: usize = 0x02;
/// The header begins at most so many bytes into the file.
const MOST_BEFORE: usize = 1 << 12;
const CIB_CHECKSUM: usize = 0x0E;
const VERSION: usize = 0x18;
const WIDTH: usize = 0x2C;
const HEIGHT: usize = 0x2D;
const CLUES: usize = 0x2E;
const KIND: usize = 0x30;
const DIAGRAMLESS: u16 = 0x0401;
const HEADER: usize = 0x34;

/// Where the header begins, judging by the magic text.
pub(super) fn header(bytes: &[u8]) -> Option<usize> {
    let searched = &bytes[..bytes.len().min(MOST_BEFORE + MAGIC_AT + MAGIC.len())];
    searched.windows(MAGIC.len()).position(|window| window == MAGIC)?.checked_sub(MAGIC_AT)
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let Some(start) = header(bytes) else {
        return Err(Fault::new(Place::Byte(MAGIC_AT), "expected the text ACROSS&DOWN and a zero byte"));
    };
    let file = &bytes[start..];
    if file.len() < HEADER {
        return Err(Fault::new(Place::Byte(bytes.len()), format!("the end: expected a header of {HEADER} bytes")));
    }
    let (width, height) = (usize::from(file[WIDTH]), usize::from(file[HEIGHT]));
    let mut squares = Squares::new(width as u64, height as u64, Place::Byte(start + WIDTH))?;
    let area = width * height;
    let Some((boards, texts)) = file[HEADER..].split_at_checked(2 * area) else {
        let message = format!("the end: expected {height} × {width} squares twice, solution and state");
        return Err(Fault::new(Place::Byte(bytes.len()), message));
    };
    let (solution, state) = boards.split_at(area);
    let diagramless = word(file, KIND) == DIAGRAMLESS;
    let (black, wrong) = if diagramless { (b':', b'.') } else { (b'.', b':') };
    for (i, &byte) in solution.iter().enumerate() {
        let place = Place::Byte(start + HEADER + i);
        if byte == wrong || byte < b' ' || byte == 0x7F {
            let kind = if diagramless { "a diagramless" } else { "an ordinary" };
            let (found, black) = (byte.escape_ascii(), char::from(black));
            let message =
                format!("'{found}' is not a square of {kind} puzzle: expected {black} for black, a letter for white");
            return Err(Fault::new(place, message));
        }
        squares.tell((i / width, i % width), byte != black, place)?;
    }
    let mut puzzle = Puzzle::new(Format::Puz, squares.finish(Place::Byte(bytes.len()))?);
    let mut strings = texts.split(|&byte| byte == 0).map(utf8_or_latin1);
    let (title, author) = (strings.next().unwrap_or_default(), strings.next().unwrap_or_default());
    puzzle.named(&title, &author);
    let differing =
        state.iter().zip(solution).filter(|&(&state, &square)| (state == black) != (square == black)).count();
    // A player of a diagramless puzzle has not been told which squares are black.
    if differing > 0 && !diagramless {
        puzzle
            .notes
            .push(format!("solution and player's state differ on which squares are black ({differing} of them)"));
    }
    if Some([word(file, CIB_CHECKSUM), word(file, 0)]) != checksums(file, boards, texts) {
        puzzle.notes.push("a checksum is wrong: the file may be damaged".to_owned());
    }
    Ok(puzzle)
}

/// The two bytes at `offset` of a header as a number.
fn word(file: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([file[offset], file[offset + 1]])
}

/// The checksums of the puzzle's shape and of everything, or `None` if its texts are not all there.
fn checksums(file: &[u8], boards: &[u8], texts: &[u8]) -> Option<[u16; 2]> {
    let shape = checksum(&file[WIDTH..HEADER], 0);
    let mut all = checksum(boards, shape);
    let clues = usize::from(word(file, CLUES));
    let (title, author_copyright) = (0, 1..3);
    let notes = 3 + clues;
    let has_notes = matches!(&file[VERSION..VERSION + 3], [major, b'.', minor] if (*major, *minor) >= (b'1', b'3'));
    let mut strings = texts.split_inclusive(|&byte| byte == 0);
    for i in 0..=notes {
        let string = strings.next()?;
        let text = string.strip_suffix(&[0])?;
        let is_heading = i == title || author_copyright.contains(&i) || i == notes;
        if i == notes && !has_notes {
            break;
        }
        // Clues count without their zero byte, and an empty heading not at all.
        let counted = if is_heading && !text.is_empty() { string } else { text };
        all = checksum(counted, all);
    }
    Some([shape, all])
}

/// The format's checksum of `bytes`, going on from `sum`.
fn checksum(bytes: &[u8], sum: u16) -> u16 {
    bytes.iter().fold(sum, |sum, &byte| sum.rotate_right(1).wrapping_add(u16::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_turns_and_adds() {
        assert_eq!(checksum(&[1], 0), 1);
        assert_eq!(checksum(&[1, 0], 0), 0x8000);
        assert_eq!(checksum(&[3, 5], 0xFFFF), (2_u16).rotate_right(1) + 5);
    }

    #[test]
    fn the_header_is_where_the_magic_text_says() {
        assert_eq!(header(b"\x01\x02ACROSS&DOWN\0"), Some(0));
        assert_eq!(header(b"name\n\x01\x02ACROSS&DOWN\0"), Some(5));
        assert_eq!(header(b"ACROSS&DOWN\0"), None, "no room for the checksum before it");
        assert_eq!(header(b"\x01\x02ACROSS&DOWN"), None);
        assert_eq!(header(b""), None);
    }
}
