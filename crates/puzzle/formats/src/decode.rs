//! Decodes bytes to characters, and encodes windows-1252.
//!
//! Formats that are always UTF-8 are decoded strictly. Older formats are one byte a character in old files and UTF-8 in newer ones. Bytes
//! that are not UTF-8 are decoded as windows-1252. This is the usual reading of Latin-1: it has the same characters, and typographical
//! quotes instead of Latin-1's control characters. A wrong guess changes only texts and letters, never the colour of a square.
//!
//! Output with one byte a character is windows-1252 too, and is used only if the bytes are not valid UTF-8 too.
//!
//! Source of the table: WHATWG, "Encoding", index windows-1252.

use std::borrow::Cow;

use super::fault::{Fault, Place};

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The characters of the bytes from 0x80 to 0x9F. A byte without a character stays a control character.
const BEYOND_LATIN1: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns a text without its byte order mark, or an error if it is not UTF-8.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        Fault::new(Place::of(without_mark(good), good.len()), "expected UTF-8")
    })?;
    Ok(without_mark(text))
}

/// Returns a text without its byte order mark: decoded as UTF-8 if valid, otherwise as one byte a character.
pub(super) fn utf8_or_latin1(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(without_mark(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| character(byte)).collect()),
    }
}

/// Returns the character of a byte in an encoding with one byte a character.
pub(super) fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9F => BEYOND_LATIN1[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Returns a text in Windows-1252, if all its characters exist there and the bytes are not valid UTF-8 too.
pub(super) fn windows_1252(text: &str) -> Option<Vec<u8>> {
    let byte = |wanted: char| {
        let latin1 = u8::try_from(wanted).ok().filter(|byte| !(0x80..=0x9F).contains(byte));
        latin1.or_else(|| (0x80..=0x9F).find(|&byte| character(byte) == wanted))
    };
    let bytes: Vec<u8> = text.chars().map(byte).collect::<Option<_>>()?;
    (text.is_ascii() || str::from_utf8(&bytes).is_err()).then_some(bytes)
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_characters() {
        assert_eq!(utf8("\u{FEFF}aé".as_bytes()).unwrap(), "aé");
        assert_eq!(utf8(b"a\n\xC3\xA9\xE9").unwrap_err().to_string(), "2:2: expected UTF-8");
        assert_eq!(utf8_or_latin1("\u{FEFF}aé".as_bytes()), "aé");
        assert_eq!(utf8_or_latin1(b"a\xE9"), "aé");
        assert_eq!(utf8_or_latin1(b"Pa\x92 said \x93no\x94"), "Pa’ said “no”");
    }

    #[test]
    fn windows_1252_is_written_only_where_it_reads_back() {
        for text in ["", "plain", "Café", "¿Ñ?", "Pa’ said “no” – €5"] {
            let bytes = windows_1252(text).unwrap();
            assert_eq!(bytes.len(), text.chars().count());
            assert_eq!(utf8_or_latin1(&bytes), text);
        }
        for text in ["⚔", "\u{85}", "Ã©"] {
            assert_eq!(windows_1252(text), None, "{text}");
        }
    }
}
