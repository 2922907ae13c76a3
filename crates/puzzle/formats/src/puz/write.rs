//! Writes `.puz`, with correct checksums.
//!
//! The version is 1.3 in Windows-1252 if this encoding holds every text, otherwise 2.0 in UTF-8. A letter that one byte of the solution cannot
//! represent is written as a rebus square.

use std::borrow::Cow;

use super::super::decode::windows_1252;
use super::super::fault::Unwritable;
use super::super::puzzle::{Feature, Field, Puzzle};
use super::super::rich_text::RichText;
use super::checksums::{Texts, checksums, sum};
use super::{
    CIB_CHECKSUM, CIRCLE, CLUES, DIAGRAMLESS, EMPTY, EXTRAS, HEADER, HEIGHT, KIND, LOCK, MAGIC, MAGIC_AT,
    MASKED_CHECKSUMS, NO_SOLUTION, ORDINARY, REBUS_SQUARES, REBUS_TABLE, UNLOCKED, UNTOLD, VERSION, WIDTH, black_of,
};
use gridcheck_layout::words::Word;

/// Maximum number of rebus entries: their keys have two digits.
const MAX_REBUS: usize = 100;

pub(in super::super) fn write(puzzle: &Puzzle) -> Result<Vec<u8>, Unwritable> {
    let words = puzzle.words().words;
    let text_of = |field| puzzle.field(field);
    let plain = |word: &Word| puzzle.clue(word).map_or(Cow::Borrowed(""), RichText::plain);
    let clues: Vec<Cow<str>> = words.iter().map(plain).collect();
    let headings = [Field::Title, Field::Author, Field::Copyright, Field::Notes].map(text_of);
    let mut rebus: Vec<&str> = puzzle.letters.iter().map(String::as_str).filter(|letter| needs_table(letter)).collect();
    rebus.sort_unstable();
    rebus.dedup();
    if rebus.len() > MAX_REBUS {
        let why = format!("there is room for {MAX_REBUS} different ones, and these are {}", rebus.len());
        return Err(Unwritable::because(Feature::Rebus, why));
    }
    let texts = || headings.into_iter().chain(clues.iter().map(|clue| &**clue)).chain(rebus.iter().copied());
    let utf8 = texts().any(|text| windows_1252(text).is_none());
    let encoded = |text: &str| if utf8 { text.as_bytes().to_vec() } else { windows_1252(text).unwrap_or_default() };

    let [title, author, copyright, notes] = headings.map(encoded);
    let clues: Vec<Vec<u8>> = clues.iter().map(|clue| encoded(clue)).collect();
    let clues = clues.iter().map(Vec::as_slice).collect();
    let (solution, state) = boards(puzzle);
    let mut header = header(puzzle, words.len(), utf8);
    let texts = Texts { title: &title, author: &author, copyright: &copyright, clues, notes: &notes };
    let sums = checksums(&header, &solution, &state, &texts);
    header[..2].copy_from_slice(&sums.all.to_le_bytes());
    header[CIB_CHECKSUM..CIB_CHECKSUM + 2].copy_from_slice(&sums.shape.to_le_bytes());
    header[MASKED_CHECKSUMS..VERSION].copy_from_slice(&sums.masked);

    let mut file = [&header[..], &solution, &state].concat();
    let Texts { title, author, copyright, clues, notes } = texts;
    for text in [title, author, copyright].into_iter().chain(clues).chain([notes]) {
        file.extend_from_slice(text);
        file.push(0);
    }
    if !rebus.is_empty() {
        let key = |letter: &String| rebus.binary_search(&letter.as_str()).map_or(0, |key| key as u8 + 1);
        section(&mut file, *REBUS_SQUARES, &puzzle.letters.iter().map(key).collect::<Vec<u8>>());
        let entries = rebus.iter().enumerate();
        let table: Vec<u8> = entries
            .flat_map(|(key, letters)| [format!("{key:2}:").into_bytes(), encoded(letters), vec![b';']])
            .flatten()
            .collect();
        section(&mut file, *REBUS_TABLE, &table);
    }
    if !puzzle.circles.is_empty() {
        let bits = puzzle.squares().map(|square| if puzzle.circles.contains(&square) { CIRCLE } else { 0 });
        section(&mut file, *EXTRAS, &bits.collect::<Vec<u8>>());
    }
    Ok(file)
}

/// Returns `true` if a file is of version 2, with texts in UTF-8.
pub(in super::super) fn is_utf8(file: &[u8]) -> bool {
    file.get(VERSION) == Some(&b'2')
}

fn header(puzzle: &Puzzle, clues: usize, utf8: bool) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[MAGIC_AT..CIB_CHECKSUM].copy_from_slice(MAGIC);
    header[VERSION..VERSION + 3].copy_from_slice(if utf8 { b"2.0" } else { b"1.3" });
    // A grid has at most 64 rows and columns, and so at most 4,096 words.
    header[WIDTH] = puzzle.grid.width() as u8;
    header[HEIGHT] = puzzle.grid.height() as u8;
    header[CLUES..CLUES + 2].copy_from_slice(&(clues as u16).to_le_bytes());
    let kind = if puzzle.diagramless { DIAGRAMLESS } else { ORDINARY };
    header[KIND..KIND + 2].copy_from_slice(&kind.to_le_bytes());
    let lock = if puzzle.count(Feature::Letters) == 0 { NO_SOLUTION } else { UNLOCKED };
    header[LOCK..LOCK + 2].copy_from_slice(&lock.to_le_bytes());
    header
}

/// Returns solution and state, one byte a square.
fn boards(puzzle: &Puzzle) -> (Vec<u8>, Vec<u8>) {
    let black = black_of(puzzle.diagramless);
    let is_told = puzzle.count(Feature::Letters) > 0;
    let solution = puzzle.squares().map(|square| {
        let letter = puzzle.letter(square);
        match letter.bytes().next() {
            _ if !puzzle.grid.is_white(square.0, square.1) => black,
            _ if !is_told => UNTOLD,
            None => EMPTY,
            // Programs without support for rebus squares show the first letter.
            Some(first) if needs_table(letter) && !first.is_ascii_alphanumeric() => UNTOLD,
            Some(first) => first,
        }
    });
    let state = puzzle.squares().map(|(r, c)| if puzzle.grid.is_white(r, c) { EMPTY } else { black });
    (solution.collect(), state.collect())
}

/// Returns `true` if one byte of the solution cannot represent the text of a square.
fn needs_table(letter: &str) -> bool {
    match letter.as_bytes() {
        [] => false,
        [byte] => !byte.is_ascii_graphic() || [b'.', b':', EMPTY].contains(byte),
        _ => true,
    }
}

fn section(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    // A board has at most 4,096 bytes. If a table exceeds the range of the length, the file does not read back, which is an error.
    let length = content.len() as u16;
    file.extend_from_slice(&name);
    file.extend_from_slice(&length.to_le_bytes());
    file.extend_from_slice(&sum(content, 0).to_le_bytes());
    file.extend_from_slice(content);
    file.push(0);
}
