//! JSON values that know their place in the text, so that a fault is reported with its line and column.
//!
//! A value is kept as the slice of the text that spells it. The slice is well-formed and is parsed one level at a time. The
//! value's place is the start of the slice.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use gridcheck_core::place::{line_and_column, offset_of};

/// A value in a text.
#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    text: &'a str,
    spelled: &'a str,
}

/// A member of an object.
pub(super) struct Member<'a> {
    pub key: Cow<'a, str>,
    pub value: Located<'a>,
    text: &'a str,
}

impl<'a> Located<'a> {
    /// Reads a text.
    pub fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(|value: &RawValue| Located { text, spelled: value.get() })
    }

    /// Returns the line and the column, from 1, at which the value begins.
    pub fn place(self) -> (usize, usize) {
        place(self.text, self.spelled)
    }

    /// Returns the members in order, if the value is an object.
    pub fn object(self) -> Option<Vec<Member<'a>>> {
        let Members(members) = self.read()?;
        let located = members.into_iter().map(|(key, value)| {
            let value = Located { text: self.text, spelled: value.get() };
            Member { key, value, text: self.text }
        });
        Some(located.collect())
    }

    /// Returns the elements, if the value is an array.
    pub fn array(self) -> Option<Vec<Located<'a>>> {
        let elements: Vec<&RawValue> = self.read()?;
        Some(elements.into_iter().map(|value| Located { text: self.text, spelled: value.get() }).collect())
    }

    /// Returns the value as a `T`, if it is one.
    pub fn read<T: Deserialize<'a>>(self) -> Option<T> {
        serde_json::from_str(self.spelled).ok()
    }
}

impl Member<'_> {
    /// Returns the line and the column, from 1, of the key. If escapes spell the key, returns those of the value.
    pub fn place(&self) -> (usize, usize) {
        match &self.key {
            // The slice excludes the opening quotation mark.
            Cow::Borrowed(key) => {
                let (line, column) = place(self.text, key);
                (line, column.saturating_sub(1))
            }
            Cow::Owned(_) => self.value.place(),
        }
    }
}

/// Returns the line and the column at which `part`, a slice of `text`, begins.
fn place(text: &str, part: &str) -> (usize, usize) {
    line_and_column(text, offset_of(text, part))
}

/// The members of an object, repeated keys included.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

/// A key, borrowed from the text unless escapes spell it.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Key(key), value)) = map.next_entry()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_keys_know_their_places() {
        let text = "{\n  \"é\": [1,\n \"b\"], \"\\u0061\": -7, \"a\": {}\n}";
        let whole = Located::parse(text).expect("JSON");
        assert_eq!(whole.place(), (1, 1));
        let members = whole.object().expect("an object");
        let places: Vec<_> =
            members.iter().map(|member| (&*member.key, member.place(), member.value.place())).collect();
        assert_eq!(places, [("é", (2, 3), (2, 8)), ("a", (3, 18), (3, 18)), ("a", (3, 22), (3, 27))]);
        let elements = members[0].value.array().expect("an array");
        assert_eq!((elements[1].place(), elements[1].read::<String>()), ((3, 2), Some("b".to_owned())));
        assert_eq!(members[1].value.read::<i64>(), Some(-7));
        assert!(members[1].value.object().is_none() && elements[0].read::<String>().is_none());
    }
}
