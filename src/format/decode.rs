//! From bytes to characters.
//!
//! Formats that are always UTF-8 are held to it. Older ones are one byte a character in files from before it and UTF-8 in
//! newer ones: what is not UTF-8 is then taken as Latin-1, in which every byte is a character. Only titles and letters
//! can come out wrong by that, never the colour of a square.

use std::borrow::Cow;

use super::fault::{Fault, Place};

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// A text without its byte order mark; an error if it is not UTF-8.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        Fault::new(Place::of(without_mark(good), good.len()), "expected UTF-8")
    })?;
    Ok(without_mark(text))
}

/// A text without its byte order mark: UTF-8 if it is that, otherwise Latin-1.
pub(super) fn utf8_or_latin1(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(without_mark(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
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
    }
}
