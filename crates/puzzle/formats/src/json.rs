//! Shared code for puzzle files in JSON: faults with their places in the whole text, as bytes, and the keys of an object.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::fault::{Fault, Place};
use gridcheck_core::place::offset_of;

/// Reads `part`, a slice of `text`, as JSON.
pub(super) fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, Fault> {
    serde_json::from_str(part).map_err(|error| {
        let start = offset_of(text, part);
        // The parser counts lines from 1. Its column is the number of bytes up to and including the one at which it stopped.
        let row: usize = part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut offset = (row + error.column().saturating_sub(1)).min(part.len());
        while !part.is_char_boundary(offset) {
            offset -= 1;
        }
        Fault::new(Place::Byte(start + offset), reason_of(&error))
    })
}

/// Returns the message of an error without its place.
pub(super) fn reason_of(error: &serde_json::Error) -> String {
    let reason = error.to_string();
    reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason).to_owned()
}

/// Returns a text in which each comma before a closing bracket is a space, so that places stay. Some producers write such commas.
pub(super) fn without_last_commas(text: &str) -> Cow<'_, str> {
    let (mut commas, mut comma, mut is_string, mut is_escaped) = (Vec::new(), None, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if is_string {
            is_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b',' => comma = Some(at),
            b']' | b'}' => commas.extend(comma.take()),
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                comma = None;
                is_string = byte == b'"';
            }
        }
    }
    if commas.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for at in commas {
        bytes[at] = b' ';
    }
    Cow::Owned(String::from_utf8(bytes).expect("a comma and a space are one byte each"))
}

/// Returns a text or a number as a text.
pub(super) fn plain(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the keys of the object at the start of a text, which may be cut off anywhere, and the text of each value. A value that is cut off is empty.
pub(super) fn entries(start: &str) -> Vec<(String, &str)> {
    let mut entries = Vec::new();
    // The error is the cut. The keys before it are known.
    let _ = serde_json::Deserializer::from_str(start).deserialize_map(Entries(&mut entries));
    entries
}

/// Returns the keys that an object in the text has twice, at any depth: readers use one of the two values.
pub(super) fn repeated_keys(text: &str) -> BTreeSet<String> {
    let mut repeated = BTreeSet::new();
    // Text that is not JSON is refused elsewhere.
    let _ = RepeatedKeys(&mut repeated).deserialize(&mut serde_json::Deserializer::from_str(text));
    repeated
}

struct RepeatedKeys<'k>(&'k mut BTreeSet<String>);

impl<'de> DeserializeSeed<'de> for RepeatedKeys<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Defines the methods for values that have no keys.
macro_rules! visit_without_keys {
    ($($name:ident: $value:ty),*) => { $(fn $name<E>(self, _: $value) -> Result<(), E> { Ok(()) })* };
}

impl<'de> Visitor<'de> for RepeatedKeys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    visit_without_keys!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(RepeatedKeys(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(RepeatedKeys(self.0))?;
            if !seen.insert(key.clone()) {
                self.0.insert(key);
            }
        }
        Ok(())
    }
}

struct Entries<'e, 'de>(&'e mut Vec<(String, &'de str)>);

impl<'de> Visitor<'de> for Entries<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key()? {
            self.0.push((key, ""));
            let value: &RawValue = map.next_value()?;
            if let Some(last) = self.0.last_mut() {
                last.1 = value.get();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_before_the_end() {
        let keys = |start: &str| entries(start).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        assert_eq!(keys("{\"a\": {\"b\": 1}, \"c\": [1, 2"), ["a", "c"]);
        assert_eq!(keys("[1]"), [""; 0]);
        assert_eq!(keys(&format!("{{\"a\": {}", "[".repeat(100_000))), ["a"]);
    }

    #[test]
    fn repeated_keys_are_found_at_any_depth() {
        let repeated = |text: &str| repeated_keys(text).into_iter().collect::<Vec<_>>();
        assert_eq!(repeated(r#"{"a": {"b": 1, "c": [{"d": "x", "d": null}], "b": 2.5}, "e": true}"#), ["b", "d"]);
        assert_eq!(repeated(r#"{"a": {"b": 1}, "c": {"b": -1}}"#), [""; 0]);
    }

    #[test]
    fn a_fault_has_its_place_in_the_whole_text() {
        let text = "ipuz(\n{\"é\": 1,\n\"é\" 2})";
        let fault = parse::<serde_json::Value>(text, &text[5..text.len() - 1]).unwrap_err();
        assert_eq!(fault.in_text(text).to_string(), "3:5: expected `:`");
    }
}
