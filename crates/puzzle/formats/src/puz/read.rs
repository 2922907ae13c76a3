//! Reads `.puz`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use super::super::decode::{character, utf8_or_latin1};
use super::super::draft::{Draft, PuzzleFile};
use super::super::fault::{Fault, Place};
use super::super::puzzle::Field;
use super::checksums::{Checksums, Texts, checksums, sum};
use super::{
    CIB_CHECKSUM, CIRCLE, CLUES, DIAGRAMLESS, EMPTY, EXTRAS, HEADER, HEIGHT, KIND, LOCK, MAGIC, MAGIC_AT,
    MASKED_CHECKSUMS, NO_SOLUTION, ORDINARY, REBUS_SQUARES, REBUS_TABLE, RESERVED, UNKNOWN, UNLOCKED, VERSION, WIDTH,
    is_white, word,
};

/// Bytes of a version besides digits, as in 1.2c.
const VERSION_MARKS: &[u8] = b".c\0";

/// Maximum number of bytes before the header.
const MAX_BEFORE: usize = 1 << 12;

/// Returns the offset of the header, found by its magic text.
pub(in super::super) fn header(bytes: &[u8]) -> Option<usize> {
    let searched = &bytes[..bytes.len().min(MAX_BEFORE + MAGIC_AT + MAGIC.len())];
    searched.windows(MAGIC.len()).position(|window| window == MAGIC)?.checked_sub(MAGIC_AT)
}

pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let Some(start) = header(bytes) else {
        return Err(Fault::new(Place::Byte(MAGIC_AT), "expected the text ACROSS&DOWN and a zero byte"));
    };
    let file = &bytes[start..];
    if file.len() < HEADER {
        return Err(Fault::new(Place::Byte(bytes.len()), format!("the end: expected a header of {HEADER} bytes")));
    }
    let (width, height) = (usize::from(file[WIDTH]), usize::from(file[HEIGHT]));
    let mut draft = Draft::new(width as u64, height as u64, Place::Byte(start + WIDTH))?;
    let area = width * height;
    let Some((boards, rest)) = file[HEADER..].split_at_checked(2 * area) else {
        let message = format!("the end: expected {height} × {width} squares twice, solution and state");
        return Err(Fault::new(Place::Byte(bytes.len()), message));
    };
    let (solution, state) = boards.split_at(area);
    draft.puzzle.diagramless = word(file, KIND) == DIAGRAMLESS;
    draft.unread_if(start > 0, "bytes before the header");
    draft.unread_if(![ORDINARY, DIAGRAMLESS].contains(&word(file, KIND)), "the kind of puzzle");
    let is_version = file[VERSION..RESERVED].iter().all(|byte| byte.is_ascii_digit() || VERSION_MARKS.contains(byte));
    draft.unread_if(!is_version, "the version");
    // The checksum of a scrambled solution, and bytes without a known meaning.
    if file[RESERVED..WIDTH].iter().any(|&byte| byte != 0) {
        draft.rewritten("bytes of the header without a known meaning");
    }
    read_squares(&mut draft, solution, start)?;
    read_letters(&mut draft, solution, word(file, LOCK));
    let clues = clue_count(&mut draft, word(file, CLUES));
    let (texts, are_complete, sections) = texts(rest, clues);
    read_texts(&mut draft, &texts);
    read_sections(&mut draft, sections, area);
    note_state(&mut draft, solution, state);
    let expected = are_complete.then(|| checksums(&file[..HEADER], solution, state, &texts));
    let found = Checksums {
        shape: word(file, CIB_CHECKSUM),
        all: word(file, 0),
        masked: std::array::from_fn(|i| file[MASKED_CHECKSUMS + i]),
    };
    if expected != Some(found) {
        draft.notes.push("a checksum is wrong: the file may be damaged".to_owned());
    }
    draft.finish(Place::Byte(bytes.len()))
}

/// Returns the number of clues. In some files its two bytes are swapped, which the number of words shows.
fn clue_count(draft: &mut Draft, stated: u16) -> usize {
    let words = draft.puzzle.words().words.len();
    let swapped = usize::from(stated.swap_bytes());
    if usize::from(stated) == words || swapped != words {
        return usize::from(stated);
    }
    draft.notes.push(format!("the two bytes of the number of clues are swapped: read as {swapped}"));
    draft.rewritten("the number of clues with swapped bytes");
    swapped
}

/// Reads the colours of the solution's squares. `start` is the offset of the header.
fn read_squares(draft: &mut Draft, solution: &[u8], start: usize) -> Result<(), Fault> {
    let width = draft.width();
    for (i, &byte) in solution.iter().enumerate() {
        let (square, place) = ((i / width, i % width), Place::Byte(start + HEADER + i));
        if byte < b' ' || byte == 0x7F {
            let found = byte.escape_ascii();
            let message = format!("'{found}' is not a square: expected . or : for black, a letter for white");
            return Err(Fault::new(place, message));
        }
        if byte == b':' && !draft.puzzle.diagramless {
            draft.tell_void(square, place)?;
        } else {
            draft.tell(square, is_white(byte), place)?;
        }
    }
    Ok(())
}

/// Reads the letters, if the solution is known.
fn read_letters(draft: &mut Draft, solution: &[u8], lock: u16) {
    let width = draft.width();
    let mut whites = solution.iter().filter(|&&byte| is_white(byte));
    let is_told = lock != NO_SOLUTION && whites.any(|&byte| !UNKNOWN.contains(&byte));
    if lock != UNLOCKED && lock != NO_SOLUTION {
        draft.unread("the solution, as it is locked");
    } else if is_told {
        for (i, &byte) in solution.iter().enumerate().filter(|&(_, &byte)| is_white(byte) && byte != EMPTY) {
            draft.set_letter((i / width, i % width), &character(byte).to_string());
        }
    }
}

/// Returns the texts, `true` if none of them is missing, and the bytes after them.
fn texts(bytes: &[u8], clues: usize) -> (Texts<'_>, bool, &[u8]) {
    let mut rest = bytes;
    let mut complete = true;
    let mut next = || {
        if let Some(end) = rest.iter().position(|&byte| byte == 0) {
            let text = &rest[..end];
            rest = &rest[end + 1..];
            text
        } else {
            complete = false;
            std::mem::take(&mut rest)
        }
    };
    let [title, author, copyright] = [next(), next(), next()];
    let clues = (0..clues).map(|_| next()).collect();
    let notes = next();
    (Texts { title, author, copyright, clues, notes }, complete, rest)
}

fn read_texts(draft: &mut Draft, texts: &Texts) {
    let Texts { title, author, copyright, clues, notes } = texts;
    let fields = [(Field::Title, title), (Field::Author, author), (Field::Copyright, copyright), (Field::Notes, notes)];
    for (field, text) in fields {
        draft.about(field, &utf8_or_latin1(text));
    }
    draft.clue_list(None, clues.iter().map(|text| (utf8_or_latin1(text).into_owned(), None)).collect());
}

fn read_sections(draft: &mut Draft, mut rest: &[u8], area: usize) {
    let width = draft.width();
    let (mut squares, mut table) = (&[][..], HashMap::new());
    let (mut damaged, mut seen) = (false, BTreeSet::new());
    while let Some((head, after)) = rest.split_at_checked(8) {
        let (length, expected) = (usize::from(word(head, 4)), word(head, 6));
        let Some((content, after)) = after.split_at_checked(length) else {
            damaged = true;
            break;
        };
        rest = after.strip_prefix(&[0]).unwrap_or(after);
        damaged |= sum(content, 0) != expected;
        let name: [u8; 4] = std::array::from_fn(|i| head[i]);
        if !seen.insert(name) {
            draft.unread(format!("a second section {}", name.escape_ascii()));
        }
        damaged |= [REBUS_SQUARES, EXTRAS].contains(&&name) && content.len() != area;
        match &name {
            REBUS_SQUARES => squares = content,
            REBUS_TABLE => {
                table = rebus_table(content);
                let entries = content.split(|&byte| byte == b';').filter(|entry| !entry.trim_ascii().is_empty());
                draft.unread_if(entries.count() != table.len(), "letters that no square has");
            }
            EXTRAS => {
                for (i, _) in content.iter().take(area).enumerate().filter(|(_, bits)| *bits & CIRCLE != 0) {
                    draft.circle((i / width, i % width));
                }
                if content.iter().any(|bits| bits & !CIRCLE != 0) {
                    draft.unread("the player's marks");
                }
            }
            b"LTIM" => draft.unread("the player's time"),
            b"RUSR" => draft.unread("what the player has written"),
            _ => draft.unread(format!("section {}", name.escape_ascii())),
        }
    }
    draft.unread_if(!rest.is_empty(), "bytes behind the sections");
    let is_used = |key: &usize| squares.iter().take(area).any(|&square| usize::from(square) == key + 1);
    draft.unread_if(!table.keys().all(is_used), "letters that no square has");
    for (i, &key) in squares.iter().take(area).enumerate().filter(|&(_, &key)| key > 0) {
        if let Some(letters) = table.get(&usize::from(key - 1)) {
            draft.set_letter((i / width, i % width), letters);
        } else {
            damaged = true;
        }
    }
    if damaged {
        draft.rewritten("a damaged section");
        draft.notes.push("a section behind the texts is damaged".to_owned());
    }
}

/// Returns the letters of squares with several letters, by key.
fn rebus_table(content: &[u8]) -> HashMap<usize, Cow<'_, str>> {
    let entries = content.split(|&byte| byte == b';').filter_map(|entry| {
        let colon = entry.iter().position(|&byte| byte == b':')?;
        let key = str::from_utf8(&entry[..colon]).ok()?.trim().parse().ok()?;
        Some((key, utf8_or_latin1(&entry[colon + 1..])))
    });
    entries.collect()
}

/// Notes a state with other black squares than the solution, and a state with letters of a player.
fn note_state(draft: &mut Draft, solution: &[u8], state: &[u8]) {
    let pairs = || state.iter().zip(solution);
    let differing = pairs().filter(|&(&state, &square)| is_white(state) != is_white(square)).count();
    // In a diagramless puzzle the state does not show the black squares.
    if differing > 0 && !draft.puzzle.diagramless {
        draft.rewritten("a player's state with other black squares");
        draft
            .notes
            .push(format!("solution and player's state differ on which squares are black ({differing} of them)"));
    }
    if state.iter().any(|&byte| is_white(byte) && byte != EMPTY) {
        draft.unread("what the player has written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_where_the_magic_text_says() {
        assert_eq!(header(b"\x01\x02ACROSS&DOWN\0"), Some(0));
        assert_eq!(header(b"name\n\x01\x02ACROSS&DOWN\0"), Some(5));
        assert_eq!(header(b"ACROSS&DOWN\0"), None, "no room for the checksum before it");
        assert_eq!(header(b"\x01\x02ACROSS&DOWN"), None);
        assert_eq!(header(b""), None);
    }

    #[test]
    fn a_rebus_table_has_keys_and_letters() {
        let table = rebus_table(b" 0:HEART; 1:DIAMOND;17:CLUB;no key;x:Y;");
        let mut entries: Vec<_> = table.into_iter().map(|(key, letters)| (key, letters.into_owned())).collect();
        entries.sort_unstable();
        assert_eq!(entries, [(0, "HEART".into()), (1, "DIAMOND".into()), (17, "CLUB".into())]);
    }
}
